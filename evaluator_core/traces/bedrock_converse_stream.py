"""Bedrock Converse, streamed: events with the single key `contentBlockStart`, `contentBlockDelta`, …"""

from __future__ import annotations

from typing import Any

from .bedrock_converse import tool_use_id
from .fragments import Streams
from .records import ResultRecord, marked_failed
from .scan import Format, Scan

_PARTS = {"contentBlockStart": "start", "contentBlockDelta": "delta"}
_KEYS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop")


def claims(node: dict[str, Any]) -> bool:
    """An event: one of its keys, holding what such an event has."""
    for key in _KEYS:
        event = node.get(key)
        if isinstance(event, dict):
            return any(sign in event for sign in ("role", "contentBlockIndex", "stopReason"))
    return False


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to the message that is being streamed."""
    streams: Streams = scan.collector("bedrock-converse-stream", Streams)
    if "messageStart" in node or "messageStop" in node:
        streams.forget(None)
        return
    message = streams.message(None, lambda: scan.open_answer(where))
    for key, part_key in _PARTS.items():
        event = node.get(key)
        part = event.get(part_key) if isinstance(event, dict) else None
        if not isinstance(event, dict) or not isinstance(part, dict):
            continue
        if part_key == "delta":
            message.say(part.get("text"))
        call = part.get("toolUse")
        if isinstance(call, dict):
            message.add(
                f"{where}/{key}",
                key=event.get("contentBlockIndex"),
                id=tool_use_id(call),
                name=call.get("name"),
                arguments=call.get("input"),
                provider=call.get("type") == "server_tool_use",
            )
        result = part.get("toolResult")
        if isinstance(result, dict) and part_key == "start":
            message.entry.results.append(ResultRecord(tool_use_id(result), None, marked_failed(result), None))


FORMAT = Format("bedrock-converse-stream", "Bedrock Converse (stream)", _KEYS, claims, read)
