"""Codex CLI: session files, whose `response_item` lines hold Responses items, and bare event logs."""

from __future__ import annotations

from typing import Any

from . import openai_responses
from .records import CallRecord, Entry, call_id, some_text
from .scan import Format, Scan

_LINES = ("response_item", "event_msg", "session_meta", "turn_context", "compacted")
_TEXTS = {"user_message": "user", "agent_message": "assistant"}
_STARTS = ("exec_command", "mcp_tool_call", "patch_apply", "web_search", "view_image_tool_call")


def claims(node: dict[str, Any]) -> bool:
    """A line of a session file, or an event of an old event log."""
    if "payload" in node:
        return node.get("type") in _LINES and isinstance(node["payload"], dict)
    event = node["msg"]
    return (
        isinstance(event, dict)
        and isinstance(event.get("type"), str)
        and event["type"].startswith((*_STARTS, *_TEXTS, "task_", "token_count", "agent_reasoning"))
    )


class _Events:
    """Events of calls as they ran. They repeat the items of a session file, and count only where there are none."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self.items = False
        self.events: list[tuple[dict[str, Any], str]] = []

    def finish(self) -> None:
        for event, where in self.events if not self.items else ():
            self._scan.relabel(FORMAT.id)
            kind = event.get("type")
            role = _TEXTS.get(kind) if isinstance(kind, str) else None
            if role is not None:
                self._scan.answer(Entry(role, where, event.get("message")))
            call = _ran(event, where)
            if call is not None:
                self._scan.answer(Entry("assistant", where, None, [call], same_ids=True))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the item: ids name calls for good. What is compacted was there before."""
    events: _Events = scan.collector("codex-cli", lambda: _Events(scan))
    if "payload" not in node:
        events.events.append((node["msg"], f"{where}/msg"))
        return
    payload, place = node["payload"], f"{where}/payload"
    if node["type"] == "event_msg":
        events.events.append((payload, place))
    elif node["type"] == "response_item" and openai_responses.claims(payload) and isinstance(payload.get("type"), str):
        events.items = True
        entry = openai_responses.item_entry(payload, place, scan)
        if entry is not None:
            entry.same_ids = True
            scan.entry(entry)


def _ran(event: dict[str, Any], where: str) -> CallRecord | None:
    """The call of an event that begins or ends one."""
    kind, identity = event.get("type"), call_id(event.get("call_id"))
    if not isinstance(kind, str) or identity is None:
        return None
    if kind.startswith("exec_command") and event.get("command") is not None:
        return CallRecord("shell", {"command": event["command"]}, where, identity)
    if kind.startswith("patch_apply") and (kind.endswith("_end") or "changes" in event):
        failed = not event["success"] if isinstance(event.get("success"), bool) else None
        given = {"changes": event["changes"]} if "changes" in event else {}
        return CallRecord("apply_patch", given, where, identity, failed)
    if kind.startswith("mcp_tool_call") and isinstance(event.get("invocation"), dict):
        invoked, result = event["invocation"], event.get("result")
        name = some_text(invoked.get("tool"))
        failed = _is_error(result) if isinstance(result, dict) else None
        return CallRecord(name, invoked.get("arguments"), where, identity, failed, result=result) if name else None
    if kind == "web_search_end" and "query" in event:
        return CallRecord("web_search", {"query": event["query"]}, where, identity, provider=True)
    if kind == "view_image_tool_call":
        return CallRecord("view_image", {"path": event.get("path")}, where, identity)
    return None


def _is_error(result: dict[str, Any]) -> bool:
    answer = result.get("Ok")
    return "Err" in result or (isinstance(answer, dict) and answer.get("isError", answer.get("is_error")) is True)


FORMAT = Format("codex-cli", "Codex CLI", ("payload", "msg"), claims, read)
