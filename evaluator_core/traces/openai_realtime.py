"""OpenAI Realtime: the events of a session, of client and server. One call is seen in up to six of them."""

from __future__ import annotations

from typing import Any

from .openai_responses_stream import Items, take
from .scan import Format, Scan

_ANSWERS = ("response.done", "response.create")


class _Session(Items):
    """The items of a session, and the answer that was read last."""

    in_order_of_place = False
    response: str | None = None


def claims(node: dict[str, Any]) -> bool:
    """A session's event: of its items, of itself with definitions, or of an answer with the session's ids."""
    kind = node["type"]
    if not isinstance(kind, str):
        return False
    if kind.startswith("conversation.item."):
        return True
    if kind.startswith("session."):
        return isinstance(node.get("session"), dict)
    if not kind.startswith("response."):
        return False
    return kind in _ANSWERS or isinstance(node.get("event_id"), str) or isinstance(node.get("response_id"), str)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to the session."""
    session: _Session = scan.collector("openai-realtime", lambda: _Session(scan))
    for key in ("session", "response"):
        part = node.get(key)
        if isinstance(part, dict) and isinstance(part.get("tools"), list) and part["tools"]:
            scan.note_left_out("definitions", len(part["tools"]), f"{where}/{key}/tools")
    if node["type"].endswith("input_audio_transcription.completed"):
        heard = {"id": node.get("item_id"), "type": "message", "role": "user"}
        session.item(heard, where).learn(heard | {"content": node.get("transcript")}, where)
        return
    response = node.get("response")
    scope = response.get("id") if isinstance(response, dict) else node.get("response_id")
    scope = scope if isinstance(scope, str) else None
    take(session, node, where, scope, continues=scope is None or scope == session.response)
    session.response = scope or session.response


FORMAT = Format("openai-realtime", "OpenAI Realtime", ("type",), claims, read)
