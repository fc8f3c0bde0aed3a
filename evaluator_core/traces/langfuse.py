"""Langfuse: observations, single or in a trace, and the same as attributes of OpenTelemetry spans."""

from __future__ import annotations

from typing import Any

from .scan import Format, Scan
from .span_attributes import Content
from .spans import MODEL, OTHER, TOOL, Span, Spans, kind_of, nanoseconds, observed, some_id
from .telemetry import Raw

ID = "langfuse"
_TYPES = {
    "GENERATION",
    "SPAN",
    "EVENT",
    "TOOL",
    "AGENT",
    "CHAIN",
    "RETRIEVER",
    "EVALUATOR",
    "EMBEDDING",
    "GUARDRAIL",
}


def _is_observation(node: Any) -> bool:
    if node.__class__ is not dict:
        return False
    kind = node.get("type")
    if kind.__class__ is not str or kind.upper() not in _TYPES or not ("input" in node or "output" in node):
        return False
    if "startTime" in node:
        return "traceId" in node or "parentObservationId" in node or "level" in node
    return "start_time" in node and (kind.isupper() or "parent_observation_id" in node)


def claims(node: dict[str, Any]) -> bool:
    """An observation, or a trace with observations (its own input and output repeat them)."""
    listed = node.get("observations")
    if listed.__class__ is list:
        return any(map(_is_observation, listed))
    return _is_observation(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the observations."""
    if isinstance(node.get("observations"), list):
        scan.visit_list(node["observations"], f"{where}/observations")
        return
    level = node.get("level")
    failed = True if isinstance(level, str) and level.upper() == "ERROR" else None
    base = Span(
        ID, OTHER, where,
        nanoseconds(node.get("startTime", node.get("start_time"))),
        some_id(node.get("traceId"), node.get("trace_id")),
        some_id(node.get("id")),
        some_id(node.get("parentObservationId"), node.get("parent_observation_id")),
        session=some_id(node.get("sessionId"), node.get("session_id")) or None,
    )  # fmt: skip
    name = node.get("name")
    given, answered = (Content(node.get(key), f"{where}/{key}") for key in ("input", "output"))
    spans = scan.collector("spans", lambda: Spans(scan))
    spans.add(observed(base, kind_of(node["type"]), name if isinstance(name, str) else "", given, answered, failed))


def span(raw: Raw, scan: Scan) -> Span | None:
    """An OpenTelemetry span with Langfuse's attributes."""
    found = raw.attributes
    written = found.text("langfuse.observation.type")
    given, answered = found.find("langfuse.observation.input"), found.find("langfuse.observation.output")
    kind = kind_of(written)
    if kind not in (TOOL, MODEL) or (given is None and answered is None):
        return None
    failed = True if found.text("langfuse.observation.level") == "ERROR" else raw.failed
    base = Span(
        ID,
        kind,
        raw.where,
        raw.start,
        raw.trace,
        raw.id,
        raw.parent,
        session=found.text("langfuse.session.id"),
    )
    return observed(base, kind, raw.name, given, answered, failed)


FORMAT = Format(ID, "Langfuse", ("observations", "startTime", "start_time"), claims, read)
