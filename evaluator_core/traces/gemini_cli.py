"""Gemini CLI: recorded chats (`toolCalls` on messages) and the events of `--output-format stream-json`."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, marked_failed, some_text
from .scan import Format, Scan, list_of_dicts
from .updates import Updates

_ROLES = {"user": "user", "gemini": "assistant"}


def claims(node: dict[str, Any]) -> bool:
    """A message of a chat, or an event."""
    kind = node["type"]
    if kind == "tool_use":
        return isinstance(node.get("tool_name"), str) and "tool_id" in node
    if kind == "tool_result":
        return "tool_id" in node
    if not isinstance(kind, str) or kind not in _ROLES or "role" in node or "message" in node:
        return False
    listed = node.get("toolCalls")
    if list_of_dicts(listed):
        return isinstance(listed[0].get("name"), str) and "args" in listed[0]
    return (kind == "gemini" and "content" in node) or {"id", "timestamp", "content"} <= node.keys()


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message or event. A message is written again when its calls have ended."""
    kind = node["type"]
    if kind == "tool_use":
        call = CallRecord(node["tool_name"], node.get("parameters"), where, call_id(node["tool_id"]))
        scan.entry(Entry("assistant", where, None, [call], continues=True))
        return
    if kind == "tool_result":
        content = node.get("output", node.get("error"))
        result = ResultRecord(call_id(node["tool_id"]), None, marked_failed(node), content)
        scan.entry(Entry("tool", where, content, None, [result]))
        return
    calls, results = [], []
    for item, place in dicts(node.get("toolCalls"), f"{where}/toolCalls"):
        name, identity = some_text(item.get("name")), call_id(item.get("id"))
        if name is not None:
            calls.append(CallRecord(name, item.get("args"), place, identity))
            results.append(ResultRecord(identity, name, marked_failed(item), item.get("result")))
    updates: Updates = scan.collector("gemini-cli", Updates)
    updates.put(call_id(node.get("id")), Entry(_ROLES[kind], where, node.get("content"), calls, results), scan)


FORMAT = Format("gemini-cli", "Gemini CLI", ("type",), claims, read)
