"""Retell AI: calls and chats, in whose transcript tool calls stand as items with a role of their own."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_CALL, _RESULT = "tool_call_invocation", "tool_call_result"
_TRANSCRIPTS = ("transcript_with_tool_calls", "message_with_tool_calls", "messages_with_tool_calls")


def claims(node: dict[str, Any]) -> bool:
    """A call or chat with such a transcript, or an item of one."""
    if any(list_of_dicts(node.get(key)) for key in _TRANSCRIPTS):
        return True
    return node.get("role") in (_CALL, _RESULT) and ("tool_call_id" in node or "name" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the item, or the transcript with tool calls (the others of the record repeat it without them).

    Every call or chat is a run.
    """
    key = next((key for key in _TRANSCRIPTS if list_of_dicts(node.get(key))), None)
    items = [(node, where)] if key is None else list(dicts(node[key], f"{where}/{key}"))
    entries = [entry for item, place in items if (entry := _entry(item, place)) is not None]
    if key is None:
        scan.entries(entries)
    else:
        scan.new_run()
        scan.thread(entries)


def _entry(item: dict[str, Any], where: str) -> Entry | None:
    role, name = item.get("role"), some_text(item.get("name"))
    identity = call_id(item.get("tool_call_id"))
    if role == _CALL:
        call = CallRecord(name, item.get("arguments"), where, identity) if name else None
        return Entry("assistant", where, None, [call], continues=True) if call else None
    if role == _RESULT:
        flag = item.get("successful")
        failed = not flag if isinstance(flag, bool) else None
        return Entry(
            "tool", where, item.get("content"), None, [ResultRecord(identity, name, failed, item.get("content"))]
        )
    if role in ("agent", "user"):
        return Entry("user" if role == "user" else "assistant", where, item.get("content"), continues=True)
    return None


FORMAT = Format("retell", "Retell AI", (*_TRANSCRIPTS, "role"), claims, read)
