"""SWE-agent: `.traj` files and demonstrations; the calls stand in the history."""

from __future__ import annotations

from typing import Any

from .openai_chat import message_entry
from .records import Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts


def _is_message(node: Any) -> bool:
    return (
        isinstance(node, dict) and isinstance(node.get("role"), str) and ("message_type" in node or "is_demo" in node)
    )


def claims(node: dict[str, Any]) -> bool:
    """A file with the history or the steps of a run, or a message of its history."""
    steps = node.get("trajectory")
    if isinstance(node.get("history"), list):
        has_steps = list_of_dicts(steps) and {"action", "observation"} <= steps[0].keys()
        return has_steps or any(map(_is_message, node["history"]))
    if steps is not None:
        return list_of_dicts(steps) and {"action", "observation", "query"} <= steps[0].keys()
    return _is_message(node) and "content" in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the history, without demonstrations; steps repeat it as command lines and as queries."""
    if "role" in node:
        messages = [(node, where)]
    elif isinstance(node.get("history"), list):
        messages = list(dicts(node["history"], f"{where}/history"))
    else:
        last = len(node["trajectory"]) - 1
        step = node["trajectory"][last]
        query = step.get("query") if isinstance(step, dict) else None
        messages = list(dicts(query, f"{where}/trajectory/{last}/query"))
    entries = []
    for message, place in messages:
        entry = _entry(message, place)
        if message.get("is_demo") is not True:
            entries.append(entry)
        elif entry.calls:
            scan.note_left_out("demonstrations", len(entry.calls), place)
    scan.entries(entries)


def _entry(message: dict[str, Any], where: str) -> Entry:
    entry = message_entry(message, where)
    answered = message.get("tool_call_ids")
    if isinstance(answered, list) and entry.role == "tool":
        entry.results = [ResultRecord(call_id(item), None, None, message.get("content")) for item in answered]
    agent = some_text(message.get("agent"))
    if agent is not None and entry.calls:
        entry.calls = [call._replace(agent=agent) for call in entry.calls]
    return entry


FORMAT = Format("swe-agent", "SWE-agent", ("history", "trajectory", "message_type", "is_demo"), claims, read)
