"""OpenAI Agents SDK, traces: `object: "trace.span"` with `span_data`."""

from __future__ import annotations

from typing import Any

from . import openai_agents
from .records import CallRecord, first, some_text
from .scan import Format, Scan
from .span_attributes import Content, unfolded
from .spans import AGENT, MODEL, OTHER, TOOL, Payload, Span, Spans, nanoseconds, passed, some_id


def _data(node: dict[str, Any]) -> Any:
    return first(node, "span_data", "spanData")


def claims(node: dict[str, Any]) -> bool:
    """A span, or the trace that spans belong to."""
    data = _data(node)
    if data.__class__ is dict:
        return isinstance(data.get("type"), str) and (
            node.get("object") == "trace.span" or "trace_id" in node or "traceId" in node
        )
    return node.get("object") == "trace" and ("workflow_name" in node or "workflowName" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the span. Tools run in `function` spans; models answer in `generation` and `response` spans, which
    may have been exported without their content."""
    if _data(node) is None:  # the trace
        scan.visit_children({key: node[key] for key in ("spans",) if key in node}, where)
        return
    key = "span_data" if node.get("span_data") is not None else "spanData"
    data, place = node[key], f"{where}/{key}"
    span = Span(
        openai_agents.ID, OTHER, where, nanoseconds(first(node, "started_at", "startedAt")),
        some_id(node.get("trace_id"), node.get("traceId")), some_id(node.get("id"), node.get("span_id")),
        some_id(node.get("parent_id"), node.get("parentId")),
    )  # fmt: skip
    kind = data["type"]
    if kind == "function":
        name = some_text(data.get("name"))
        if name is not None:
            failed = True if node.get("error") else None
            output = unfolded(Content(data.get("output"), "")).value
            call = CallRecord(name, passed(Content(data.get("input"), place)), where, None, failed, result=output)
            span = span._replace(kind=TOOL, call=call)
    elif kind in ("generation", "response"):
        before = _payload(data, place, ("input", "_input"))
        after = _payload(data, place, ("output", "response", "_response"))
        span = span._replace(kind=MODEL, before=before, after=after)
    elif kind == "agent":
        span = span._replace(kind=AGENT, agent=some_text(data.get("name")))
    scan.collector("spans", lambda: Spans(scan)).add(span)


def _payload(data: dict[str, Any], where: str, keys: tuple[str, ...]) -> tuple[Payload, ...]:
    key = next((key for key in keys if data.get(key)), None)
    return () if key is None else (Content(data[key], f"{where}/{key}"),)


FORMAT = Format(
    openai_agents.ID, openai_agents.TITLE, ("span_data", "spanData", "workflow_name", "workflowName"), claims, read
)
