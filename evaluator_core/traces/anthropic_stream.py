"""Messages API, streamed: `message_start`, `content_block_…` and `message_…` events."""

from __future__ import annotations

from typing import Any

from .anthropic_messages import CALLS, block_result
from .fragments import Fragments, Streams
from .records import call_id
from .scan import Format, Scan


def claims(node: dict[str, Any]) -> bool:
    """An event of the stream, told by its type and the part that type must have."""
    kind = node["type"]
    if kind == "content_block_start":
        return isinstance(node.get("content_block"), dict)
    if kind in ("content_block_delta", "message_delta"):
        return isinstance(node.get("delta"), dict)
    if kind == "message_start":
        return isinstance(node.get("message"), dict) and node["message"].get("type") in ("message", None)
    return kind in ("content_block_stop", "message_stop")


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to the message that is being streamed."""
    streams: Streams = scan.collector("anthropic-stream", Streams)
    kind = node["type"]
    if kind == "message_start":
        streams.forget(None)
    if kind == "message_stop":
        streams.forget(None)
        return
    message = streams.message(None, lambda: scan.open_answer(where))
    if kind == "content_block_start":
        _start(message, node, where)
    elif kind == "content_block_delta":
        delta = node["delta"]
        if delta.get("type") == "input_json_delta":
            message.add(where, key=node.get("index"), text=delta.get("partial_json"))
        elif delta.get("type") == "text_delta":
            message.say(delta.get("text"))
    elif kind == "content_block_stop" and isinstance(node.get("content_block"), dict):
        _start(message, node, where)  # the SDK's own events end with the whole block


def _start(message: Fragments, node: dict[str, Any], where: str) -> None:
    block = node["content_block"]
    kind = block.get("type")
    if isinstance(kind, str) and kind in CALLS:
        message.add(
            f"{where}/content_block",
            key=node.get("index"),
            id=call_id(block.get("id")),
            name=block.get("name"),
            final=block.get("input"),
            provider=CALLS[kind],
        )
    elif isinstance(kind, str) and kind.endswith("tool_result") and "tool_use_id" in block:
        message.entry.results.append(block_result(block))


FORMAT = Format("anthropic-stream", "Messages API (stream)", ("type",), claims, read)
