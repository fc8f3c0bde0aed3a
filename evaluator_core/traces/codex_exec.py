"""Codex CLI, `codex exec --json`: items that start, change and are completed."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, call_id, marked_failed, some_text
from .scan import Format, Scan
from .updates import Updates

_EVENTS = ("item.started", "item.updated", "item.completed")
_ARGUMENTS = {"command_execution": "command", "web_search": "query", "file_change": "changes"}
_ITEMS = (
    *_ARGUMENTS, "mcp_tool_call", "collab_tool_call", "agent_message", "assistant_message", "reasoning", "todo_list",
    "error",
)  # fmt: skip


def _kind(item: Any) -> str | None:
    kind = item.get("type", item.get("item_type")) if isinstance(item, dict) else None
    return kind if isinstance(kind, str) and kind in _ITEMS else None


def claims(node: dict[str, Any]) -> bool:
    """An event of an item, or the start of a thread."""
    if node["type"] == "thread.started":
        return "thread_id" in node
    return node["type"] in _EVENTS and _kind(node.get("item")) is not None


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the item, or write it over what is known of it. Every thread counts its items anew."""
    updates: Updates = scan.collector("codex-exec", Updates)
    if "item" not in node:
        updates.forget()
        return
    item, place = node["item"], f"{where}/item"
    kind = _kind(item)
    identity = call_id(item.get("id"))
    if kind in ("agent_message", "assistant_message"):
        updates.put(identity, Entry("assistant", place, item.get("text"), continues=True), scan)
        return
    call = _call(kind or "", item, place, identity)
    if call is not None:
        updates.put(identity, Entry("assistant", place, None, [call], continues=True), scan)


def _call(kind: str, item: dict[str, Any], where: str, identity: str | None) -> CallRecord | None:
    failed = marked_failed({"status": item.get("status"), "error": item.get("error")})
    if kind in _ARGUMENTS:
        key = _ARGUMENTS[kind]
        given = {key: item[key]} if key in item else {}
        return CallRecord(
            kind, given, where, identity, failed, kind == "web_search", result=item.get("aggregated_output")
        )
    name = some_text(item.get("tool"))
    if kind == "mcp_tool_call" and name:
        return CallRecord(name, item.get("arguments"), where, identity, failed, result=item.get("result"))
    if kind == "collab_tool_call" and name:
        given = {"prompt": item["prompt"]} if item.get("prompt") is not None else {}
        return CallRecord(name, given, where, identity, failed)
    return None


FORMAT = Format("codex-exec", "Codex CLI (exec events)", ("type",), claims, read)
