"""Opik (Comet): spans with a lower-case type, and traces that hold them."""

from __future__ import annotations

from typing import Any

from .scan import Format, Scan
from .span_attributes import Content
from .spans import OTHER, Span, Spans, kind_of, nanoseconds, observed, some_id

_TYPES = {"tool", "llm", "general", "guardrail"}


def _is_span(node: Any) -> bool:
    if node.__class__ is not dict or not ("input" in node or "output" in node):
        return False
    kind = node.get("type")
    if kind.__class__ is not str or kind not in _TYPES:
        return False
    return any(key in node for key in ("trace_id", "traceId")) and any(
        key in node for key in ("start_time", "startTime")
    )


def claims(node: dict[str, Any]) -> bool:
    """A span, or a trace with spans (its own input and output repeat them)."""
    listed = node.get("spans")
    if listed.__class__ is list:
        return any(map(_is_span, listed))
    return _is_span(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the spans."""
    if isinstance(node.get("spans"), list):
        scan.visit_list(node["spans"], f"{where}/spans")
        return
    base = Span(
        "opik", OTHER, where, nanoseconds(node.get("start_time", node.get("startTime"))),
        some_id(node.get("trace_id"), node.get("traceId")), some_id(node.get("id")),
        some_id(node.get("parent_span_id"), node.get("parentSpanId")),
        session=some_id(node.get("thread_id"), node.get("threadId")) or None,
    )  # fmt: skip
    failed = True if node.get("error_info") or node.get("errorInfo") else None
    given, answered = (Content(node.get(key), f"{where}/{key}") for key in ("input", "output"))
    name = node.get("name")
    spans = scan.collector("spans", lambda: Spans(scan))
    spans.add(observed(base, kind_of(node["type"]), name if isinstance(name, str) else "", given, answered, failed))


FORMAT = Format("opik", "Opik", ("spans", "trace_id", "traceId"), claims, read)
