"""Agno: runs whose `tools` are the calls that ran, beside the messages; events of a streamed run."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_EVENTS = ("ToolCallStarted", "ToolCallCompleted", "ToolCallError")
_NOT_READ = ("tools", "events", "reasoning_messages", "additional_input", "input")


def _is_execution(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("tool_name"), str)
        and ("tool_args" in value or "tool_call_id" in value)
    )


def claims(node: dict[str, Any]) -> bool:
    """A run with such tools, or an event with one."""
    if "event" in node and "tool" in node:
        event = node["event"]
        return isinstance(event, str) and event.removeprefix("Team") in _EVENTS and _is_execution(node["tool"])
    return list_of_dicts(node.get("tools")) and _is_execution(node["tools"][0])


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit what ran; the messages and the runs of members, in their own format, come before."""
    agent = some_text(node.get("agent_name")) or some_text(node.get("team_name")) or some_text(node.get("agent_id"))
    if "event" in node and "tool" in node:
        scan.execution(_execution(node["tool"], f"{where}/tool", agent))
        return
    scan.visit_children({key: child for key, child in node.items() if key not in _NOT_READ}, where)
    for item, place in dicts(node["tools"], f"{where}/tools"):
        if _is_execution(item):
            scan.execution(_execution(item, place, agent))


def _execution(item: dict[str, Any], where: str, agent: str | None) -> CallRecord:
    failed = item.get("tool_call_error")
    return CallRecord(
        item["tool_name"], item.get("tool_args"), where, call_id(item.get("tool_call_id")),
        failed if isinstance(failed, bool) else None, agent=agent,
        result=item["result"] if "result" in item else item.get("content"),
    )  # fmt: skip


FORMAT = Format("agno", "Agno", ("tools", "tool"), claims, read)
