"""Flowise: answers and stored messages with `usedTools`, told once for all and again for each agent."""

from __future__ import annotations

from typing import Any

from .argument_text import decode_arguments
from .records import CallRecord, Entry, ResultRecord, dicts, free_input, marked_failed, some_text
from .scan import Format, Scan

_SIGNS = ("usedTools", "agentReasoning", "agentFlowExecutedData")
_ROLES = {"userMessage": "user", "apiMessage": "assistant"}


def _items(value: Any) -> list[Any]:
    """A list, which stored messages hold as JSON text."""
    if isinstance(value, str):
        value = decode_arguments(value).value
    return value if isinstance(value, list) else []


def _used(value: Any) -> list[Any]:
    """A list of used tools, some of whose places may be empty."""
    listed = _items(value)
    known = all(item is None or (isinstance(item, dict) and isinstance(item.get("tool"), str)) for item in listed)
    return listed if known else []


def claims(node: dict[str, Any]) -> bool:
    """An answer, a message or an event that holds used tools, itself or for its agents."""
    if node.get("event") == "usedTools":
        return bool(_used(node.get("data")))
    is_answer = isinstance(node.get("chatMessageId"), str) and isinstance(node.get("text"), str)
    return is_answer or any(_lists(node, "", sign) for sign in _SIGNS)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit question, calls and answer; of lists that repeat each other, the most detailed."""
    entries = [Entry("user", f"{where}/question", node["question"])] if isinstance(node.get("question"), str) else []
    is_event = node.get("event") == "usedTools" and bool(_used(node.get("data")))
    if is_event:
        lists: list[tuple[Any, str, str | None]] = [(node["data"], f"{where}/data", None)]
    else:
        lists = next((found for sign in reversed(_SIGNS) if (found := _lists(node, where, sign))), [])
    for value, place, agent in lists:
        inside = "#" if isinstance(value, str) else ""
        calls, results = [], []
        for item, at in dicts(_used(value), place + inside):
            given = item.get("toolInput")
            calls.append(CallRecord(item["tool"], given, at, free_text=free_input(given), agent=agent))
            failed = True if marked_failed(item) else None
            results.append(ResultRecord(None, item["tool"], failed, item.get("toolOutput")))
        entries += [Entry("assistant", place, None, calls), Entry("tool", place, None, None, results)]
    role = node.get("role", node.get("type"))
    text = some_text(node.get("text")) or some_text(node.get("content")) or some_text(node.get("message"))
    if text and not is_event:
        entries.append(Entry(_ROLES.get(role, "assistant") if isinstance(role, str) else "assistant", where, text))
    scan.entries(entries)


def _lists(node: dict[str, Any], where: str, sign: str) -> list[tuple[Any, str, str | None]]:
    """The lists of used tools under one of the signs, with the agent's name."""
    value, place = node.get(sign), f"{where}/{sign}"
    if sign == "usedTools":
        return [(value, place, None)] if _used(value) else []
    place += "#" if isinstance(value, str) else ""
    found = []
    for item, at in dicts(_items(value), place):
        agent = some_text(item.get("agentName")) or some_text(item.get("nodeLabel"))
        if sign == "agentFlowExecutedData":
            data = item.get("data")
            output = data.get("output") if isinstance(data, dict) else None
            item, at = output if isinstance(output, dict) else {}, f"{at}/data/output"
        if any(_used(item.get("usedTools"))):
            found.append((item["usedTools"], f"{at}/usedTools", agent))
    return found


FORMAT = Format("flowise", "Flowise", (*_SIGNS, "event", "chatMessageId"), claims, read)
