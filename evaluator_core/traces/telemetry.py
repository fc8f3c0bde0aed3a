"""Spans and log records in the containers of OpenTelemetry, Jaeger and Zipkin, unwrapped to one shape.

A span is a dict by itself in every container, so the containers need no reader: the walker meets each span.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..pointers import escape
from .span_attributes import Attributes, Content, attributes, is_pairs, unfolded
from .spans import nanoseconds, some_id

_HOLDERS = ("attributes", "span_attributes", "SpanAttributes")
_NAMES = ("name", "span_name", "SpanName", "operationName")
_TIMES = ("startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time", "start_timestamp", "timestamp",
          "Timestamp", "startTimeMillis", "start")  # fmt: skip
_LOG_TIMES = ("timeUnixNano", "time_unix_nano", "observedTimeUnixNano", "observed_time_unix_nano", "timestamp",
              "observed_timestamp", "time")  # fmt: skip
_IDS = ("spanId", "span_id", "spanID", "SpanId", "context.span_id", "id")
_PARENTS = ("parentSpanId", "parent_span_id", "parent_id", "parentId", "parentSpanID", "ParentSpanId")
_TRACES = ("traceId", "trace_id", "traceID", "TraceId", "context.trace_id", "request_id")
_IDENTITY = frozenset((*_TIMES, *_IDS, *_TRACES)) - {"timestamp", "start", "id", "request_id"}
_COLUMN = "attributes."


class Event(NamedTuple):
    """An event of a span, or a log record."""

    name: str
    body: Attributes
    start: int | None = None


class Raw(NamedTuple):
    """A span with its attributes unwrapped."""

    name: str
    where: str
    attributes: Attributes
    kind: str = ""
    start: int | None = None
    trace: str = ""
    id: str = ""
    parent: str = ""
    failed: bool | None = None
    events: tuple[Event, ...] = ()


def _holder(node: dict[str, Any]) -> str | None:
    for key in _HOLDERS:
        value = node.get(key)
        if value.__class__ is list and is_pairs(value):
            return key
        if value.__class__ is dict or (value.__class__ is str and value.lstrip()[:1] == "{"):
            return key
    if "operationName" in node or "traceId" in node:  # Jaeger, Zipkin: others have tags that are only labels
        tags = node.get("tags")
        if tags.__class__ is dict or (tags.__class__ is list and is_pairs(tags)):
            return "tags"
    return None


def _first(node: dict[str, Any], keys: Iterable[str]) -> Any:
    return next((node[key] for key in keys if node.get(key) not in (None, "")), None)


def is_span(node: dict[str, Any]) -> bool:
    """A dict with a name, an identity (ids or a start time) and attributes."""
    if not any(isinstance(node.get(key), str) for key in _NAMES):
        return False
    if _IDENTITY.isdisjoint(node):
        context = node.get("context")
        if context.__class__ is not dict or _IDENTITY.isdisjoint(context):
            return False
    return _holder(node) is not None or any(key.startswith(_COLUMN) for key in node)


def is_log(node: dict[str, Any]) -> bool:
    """A log record that names a `gen_ai` event."""
    if not any(key in node for key in _LOG_TIMES):
        return False
    return _event_name(node, _attributes(node, "")).startswith("gen_ai.")


def _event_name(node: dict[str, Any], found: Attributes) -> str:
    name = _first(node, ("eventName", "event_name")) or found.text("event.name")
    return name if isinstance(name, str) else ""


def _attributes(node: dict[str, Any], where: str) -> Attributes:
    key = _holder(node)
    if key is not None:
        return attributes(node[key], f"{where}/{key}")
    columns = {name: value for name, value in node.items() if name.startswith(_COLUMN)}
    places = {name.removeprefix(_COLUMN): f"{where}/{escape(name)}" for name in columns}
    return Attributes({name.removeprefix(_COLUMN): value for name, value in columns.items()}, where, places)


def span(node: dict[str, Any], where: str) -> Raw:
    """Unwrap a span."""
    found = _attributes(node, where)
    context = node.get("context")
    ids = {**node, **context} if isinstance(context, dict) else node
    kind = _first(node, ("span_kind", "spanKind"))
    return Raw(
        str(_first(node, _NAMES)),
        where,
        found,
        kind if isinstance(kind, str) else "",
        nanoseconds(_first(node, _TIMES)),
        some_id(*(ids.get(key) for key in _TRACES)),
        some_id(*(ids.get(key) for key in _IDS)),
        _parent(node),
        _failed(node, found),
        tuple(_events(node, where)),
    )


def _parent(node: dict[str, Any]) -> str:
    parent = _first(node, _PARENTS)
    if parent is None:
        above = node.get("parentSpanContext") or node.get("parent")
        if isinstance(above, dict):
            parent = _first(above, _IDS)
        references = node.get("references")
        if isinstance(references, list) and references and isinstance(references[0], dict):
            parent = references[0].get("spanID")
    return some_id(parent)


def _failed(node: dict[str, Any], found: Attributes) -> bool | None:
    """Only explicit marks: the span's status, Jaeger's `error` tag, `error.type`."""
    status: Any = _first(node, ("status", "status_code", "statusCode", "StatusCode", "otel_status_code"))
    if isinstance(status, dict):
        status = _first(status, ("code", "status_code", "statusCode"))
    if status is None:
        status = found.text("otel.status_code")
    word = str(status).upper()
    if word in ("2", "ERROR", "STATUS_CODE_ERROR", "STATUSCODE.ERROR") or found.find("error.type"):
        return True
    error = found.find("error")
    if error is not None and error.value in (True, "true"):
        return True
    return False if word in ("1", "OK", "STATUS_CODE_OK", "STATUSCODE.OK") else None


def _events(node: dict[str, Any], where: str) -> Iterable[Event]:
    for key in ("events", "otel_events", "logs"):
        listed, base = unfolded(Content(node.get(key), f"{where}/{key}"))
        for position, item in enumerate(listed if isinstance(listed, list) else ()):
            if not isinstance(item, dict):
                continue
            place = f"{base}/{position}"
            if is_pairs(item.get("fields")):
                body = attributes(item["fields"], f"{place}/fields")
                name = body.text("event", "message") or ""
            else:
                body = _attributes(item, place)
                name = _first(item, ("name", "event_name", "Name")) or body.text("event.name") or ""
            if isinstance(name, str) and name:
                yield Event(name, body)


def log(node: dict[str, Any], where: str) -> tuple[str, str, Event]:
    """Unwrap a log record: its trace, its span and the event."""
    found = _attributes(node, where)
    context = node.get("spanContext")
    ids = {**node, **context} if isinstance(context, dict) else node
    wrapped = node.get("body")
    if isinstance(wrapped, dict) and len(wrapped) == 1:
        body = _wrapped_body(wrapped, f"{where}/body")
    else:
        body = attributes(wrapped, f"{where}/body")
    name = _event_name(node, found)
    event = Event(name, found if not list(body) else body, nanoseconds(_first(node, _LOG_TIMES)))
    return some_id(*(ids.get(key) for key in _TRACES)), some_id(*(ids.get(key) for key in _IDS[:-1])), event


def _wrapped_body(wrapped: dict[str, Any], where: str) -> Attributes:
    key, inner = next(iter(wrapped.items()))
    if isinstance(inner, dict) and is_pairs(inner.get("values")):
        return attributes(inner["values"], f"{where}/{key}/values")
    if isinstance(inner, str):
        return attributes(inner, f"{where}/{key}")
    return attributes(wrapped, where)
