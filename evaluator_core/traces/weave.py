"""Weights & Biases Weave: calls with `op_name`, inputs and output."""

from __future__ import annotations

from typing import Any

from .scan import Format, Scan
from .span_attributes import Content
from .spans import MODEL, OTHER, TOOL, Span, Spans, kind_of, nanoseconds, observed, some_id

_FUNCTIONS = ("function", "function_tool", "mcp_tool")
_REQUESTS = (
    ".completions.create",
    "Messages.create",
    "Responses.create",
    ".generate_content",
    "litellm.completion",
)


def claims(node: dict[str, Any]) -> bool:
    """A record of one op's run."""
    return isinstance(node.get("op_name"), str) and "inputs" in node and ("started_at" in node or "trace_id" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the record. The name is the op's, without its path and hash."""
    name = node["op_name"].rpartition("/")[2].partition(":")[0]
    base = Span(
        "weave", OTHER, where, nanoseconds(node.get("started_at")),
        some_id(node.get("trace_id")), some_id(node.get("id")), some_id(node.get("parent_id")),
        session=some_id(node.get("thread_id")) or None,
    )  # fmt: skip
    kind = _kind(node.get("attributes"), name)
    inputs = node["inputs"]
    if kind == TOOL and isinstance(inputs, dict) and "self" in inputs:
        inputs = {key: value for key, value in inputs.items() if key != "self"}
    failed = True if node.get("exception") else None
    given, answered = Content(inputs, f"{where}/inputs"), Content(node.get("output"), f"{where}/output")
    spans = scan.collector("spans", lambda: Spans(scan))
    spans.add(observed(base, kind, name, given, answered, failed))


def _kind(found: Any, name: str) -> str:
    found = found if isinstance(found, dict) else {}
    inner = found.get("weave")
    kind = kind_of(inner.get("kind") if isinstance(inner, dict) else found.get("kind"))
    if kind == OTHER and found.get("type") in _FUNCTIONS:
        return TOOL
    return MODEL if kind == OTHER and name.endswith(_REQUESTS) else kind


FORMAT = Format("weave", "Weave", ("op_name",), claims, read)
