"""Braintrust: logged spans with `span_attributes`."""

from __future__ import annotations

from typing import Any

from .records import chosen
from .scan import Format, Scan
from .span_attributes import Content, unfolded
from .spans import MODEL, OTHER, Span, Spans, kind_of, nanoseconds, observed, some_id


def claims(node: dict[str, Any]) -> bool:
    """A span: `span_attributes` with a type or name beside its input or output. (`expected` is the reference.)"""
    found = node["span_attributes"]
    if found.__class__ is not dict or not isinstance(found.get("type", found.get("name")), str):
        return False
    return ("root_span_id" in node or "span_parents" in node or "metrics" in node) and (
        "input" in node or "output" in node
    )


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the span."""
    found = node["span_attributes"]
    metrics, parents = node.get("metrics"), node.get("span_parents")
    start = metrics.get("start") if isinstance(metrics, dict) else None
    base = Span(
        "braintrust", OTHER, where, nanoseconds(node.get("created") if start is None else start),
        some_id(node.get("root_span_id")), some_id(node.get("span_id"), node.get("id")),
        some_id(parents[0]) if isinstance(parents, list) and parents else "",
    )  # fmt: skip
    kind = kind_of(found.get("type"))
    given, answered = (Content(node.get(key), f"{where}/{key}") for key in ("input", "output"))
    name = found.get("name")
    failed = True if node.get("error") else None
    spans = scan.collector("spans", lambda: Spans(scan))
    if kind == MODEL:
        answered = _one_choice(answered, scan)
    spans.add(observed(base, kind, name if isinstance(name, str) else "", given, answered, failed))


def _one_choice(output: Content, scan: Scan) -> Content:
    """Of a list of choices, the message of the one that counts."""
    listed, where = unfolded(output)
    if not isinstance(listed, list) or not listed:
        return output
    if not all(isinstance(item, dict) and isinstance(item.get("message"), dict) for item in listed):
        return output
    number = chosen([bool(item["message"].get("tool_calls")) for item in listed])
    if len(listed) > 1:
        scan.note_alternatives(len(listed), number, where)
    return Content(listed[number]["message"], f"{where}/{number}/message")


FORMAT = Format("braintrust", "Braintrust", ("span_attributes",), claims, read)
