"""OpenCode: messages of `info` and `parts`, single parts, and events that send a part again as it changes."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, call_id, dicts, marked_failed, some_text
from .scan import Format, Scan, list_of_dicts
from .updates import Updates


def _is_tool(part: Any) -> bool:
    return (
        isinstance(part, dict)
        and part.get("type") == "tool"
        and isinstance(part.get("tool"), str)
        and isinstance(part.get("state"), dict)
    )


def claims(node: dict[str, Any]) -> bool:
    """A message, or a part that is a tool."""
    if "info" in node:
        info = node["info"]
        return isinstance(info, dict) and isinstance(info.get("role"), str) and list_of_dicts(node.get("parts"))
    return _is_tool(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message's parts, or the part."""
    if "info" not in node:
        _read_tool(node, where, None, scan)
        return
    info = node["info"]
    agent = some_text(info.get("agent")) or some_text(info.get("mode"))
    for part, place in dicts(node["parts"], f"{where}/parts"):
        if _is_tool(part):
            _read_tool(part, place, agent, scan)
        elif part.get("type") == "text":
            scan.entry(Entry(info["role"], place, part.get("text"), continues=True))


def _read_tool(part: dict[str, Any], where: str, agent: str | None, scan: Scan) -> None:
    state = part["state"]
    call = CallRecord(
        part["tool"], state.get("input"), where, call_id(part.get("callID")), marked_failed(state), agent=agent,
        result=state["output"] if "output" in state else state.get("error"),
    )  # fmt: skip
    updates: Updates = scan.collector("opencode", Updates)
    updates.put(call_id(part.get("id")), Entry("assistant", where, None, [call], continues=True), scan)


FORMAT = Format("opencode", "OpenCode", ("info", "tool"), claims, read)
