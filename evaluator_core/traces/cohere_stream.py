"""Cohere chat, streamed: events of v2 (`type: tool-call-start`) and v1 (`event_type: tool-calls-chunk`)."""

from __future__ import annotations

from typing import Any

from .cohere import has_v1_calls, v1_calls
from .fragments import Fragments, Streams
from .records import call_id
from .scan import Format, Scan

_V2 = (
    "message-start",
    "tool-plan-delta",
    "tool-call-start",
    "tool-call-delta",
    "content-delta",
    "message-end",
)
_V1 = ("stream-start", "text-generation", "tool-calls-chunk", "tool-calls-generation", "stream-end")


def claims(node: dict[str, Any]) -> bool:
    """An event of either version."""
    if "event_type" in node:
        return node["event_type"] in _V1
    return node["type"] in _V2 and (isinstance(node.get("delta"), dict) or "index" in node or "id" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to the answer that is being streamed."""
    streams: Streams = scan.collector("cohere-stream", Streams)
    kind = node["event_type"] if "event_type" in node else node["type"]
    if kind in ("message-start", "message-end", "stream-start"):
        streams.forget(None)
        return
    answer = streams.message(None, lambda: scan.open_answer(where))
    if kind in _V2:
        delta = node.get("delta")
        message = delta.get("message") if isinstance(delta, dict) else None
        _add_v2(answer, kind, message if isinstance(message, dict) else {}, node.get("index"), where)
        return
    _add_v1(answer, kind, node, where)
    if kind == "stream-end":
        streams.forget(None)


def _add_v2(answer: Fragments, kind: str, message: dict[str, Any], index: Any, where: str) -> None:
    content = message.get("content")
    if kind == "content-delta" and isinstance(content, dict):
        answer.say(content.get("text"))
    listed = message.get("tool_calls")  # an object, in spite of its name
    for item in listed if isinstance(listed, list) else [listed]:
        if not isinstance(item, dict) or not isinstance(item.get("function"), dict):
            continue
        inner, identity = item["function"], call_id(item.get("id"))
        place = f"{where}/delta/message/tool_calls"
        answer.add(place, key=index, id=identity, name=inner.get("name"), arguments=inner.get("arguments"))


def _add_v1(answer: Fragments, kind: str, node: dict[str, Any], where: str) -> None:
    """Chunks, then all calls, then the whole answer: the same calls each time."""
    if kind == "text-generation":
        answer.say(node.get("text"))
    chunk = node.get("tool_call_delta")
    if isinstance(chunk, dict):
        place = f"{where}/tool_call_delta"
        answer.add(place, key=chunk.get("index"), name=chunk.get("name"), text=chunk.get("parameters"))
    whole, place = node, where
    if kind == "stream-end" and isinstance(node.get("response"), dict):
        whole, place = node["response"], f"{where}/response"
    if has_v1_calls(whole):
        answer.replace(v1_calls(whole, place))


FORMAT = Format("cohere", "Cohere", ("type", "event_type"), claims, read)
