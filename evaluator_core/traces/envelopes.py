"""Containers that carry other formats as text: HAR and proxy captures, structured logs. They are no formats."""

from __future__ import annotations

from typing import Any

from ..pointers import escape
from ..salvage import Scanner, read_events
from .scan import Format, Scan

_HTTP = ("text", "body", "content", "data", "requestBody", "responseBody", "request_body", "response_body")
_LOG = ("message", "msg", "event", "payload", "log", "body", "@message", "textPayload")
_HTTP_SIGNS = frozenset("mimetype url statuscode status_code headers contenttype content-type content_type".split())
_LOG_SIGNS = frozenset("timestamp @timestamp time ts level severity logger stream insertid".split())


def claims(node: dict[str, Any]) -> bool:
    """An HTTP message or a log line whose body is a text that holds JSON, or is a stream's text."""
    return "role" not in node and bool(_bodies(node))


def _bodies(node: dict[str, Any]) -> list[str]:
    keys = {key.lower() for key in node}
    return [
        key
        for names, signs in ((_HTTP, _HTTP_SIGNS), (_LOG, _LOG_SIGNS))
        if keys & signs
        for key in names
        if _holds_json(node.get(key))
    ]


def _holds_json(value: Any) -> bool:
    return isinstance(value, str) and value.lstrip()[:6].startswith(("{", "[", "data:", "event:"))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Search the bodies, and what else the envelope holds."""
    bodies = _bodies(node)
    for key in dict.fromkeys(bodies):
        place = f"{where}/{escape(key)}"
        if not scan.visit_text(node[key], place):
            events = read_events(Scanner(node[key]))
            if events is not None:
                scan.visit(events.value, place + "#")
    scan.visit_children({key: value for key, value in node.items() if key not in bodies}, where)


FORMAT = Format("", "Envelope", (*dict.fromkeys((*_HTTP, *_LOG)),), claims, read)
