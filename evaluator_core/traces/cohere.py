"""Cohere chat: v2 answers (`message` at top level), v1 answers, requests and histories."""

from __future__ import annotations

from typing import Any

from .openai_chat import read_tool_calls
from .records import CallRecord, Entry
from .scan import Format, Scan, list_of_dicts

_REASONS = {
    "COMPLETE",
    "TOOL_CALL",
    "STOP_SEQUENCE",
    "MAX_TOKENS",
    "ERROR",
    "TIMEOUT",
    "ERROR_TOXIC",
    "ERROR_LIMIT",
}
_ROLES = {"USER": "user", "CHATBOT": "assistant", "SYSTEM": "system", "TOOL": "tool"}
_SIGNS_V1 = ("generation_id", "response_id", "is_search_required", "message")


def claims(node: dict[str, Any]) -> bool:
    """An answer of v2 or v1, or a turn of a v1 history."""
    message = node.get("message")
    if isinstance(message, dict):
        reason = node.get("finish_reason")
        return "tool_plan" in message or (isinstance(reason, str) and reason in _REASONS and "content" not in node)
    if "role" in node:
        role = node["role"]
        said = isinstance(message, str) or has_v1_calls(node) or _results(node)
        return isinstance(role, str) and role in _ROLES and said
    history = node.get("chat_history")
    if list_of_dicts(history) and history[0].get("role") in tuple(_ROLES):
        return True
    return any(key in node for key in _SIGNS_V1) and (has_v1_calls(node) or _results(node))


def has_v1_calls(node: dict[str, Any]) -> bool:
    """Whether the dict has a list of v1 calls: names and values of parameters (no JSON schema)."""
    listed = node.get("tool_calls")
    return list_of_dicts(listed) and isinstance(listed[0].get("name"), str) and "parameters" in listed[0]


def _results(node: dict[str, Any]) -> bool:
    listed = node.get("tool_results")
    return list_of_dicts(listed) and isinstance(listed[0].get("call"), dict)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the answer, the history before it, or the turn."""
    message = node.get("message")
    if isinstance(message, dict):
        listed = message.get("tool_calls")
        calls = read_tool_calls(listed if isinstance(listed, list) else [], f"{where}/message/tool_calls")
        scan.answer(Entry("assistant", f"{where}/message", message.get("content") or message.get("tool_plan"), calls))
        return
    if "role" in node:
        scan.entry(Entry(_ROLES[node["role"]], where, message, v1_calls(node, where)))
        _read_results(node, where, scan)
        return
    history = node.get("chat_history")
    if isinstance(history, list):
        scan.visit_list(history, f"{where}/chat_history")
    if isinstance(message, str):  # a request: its message is the user's
        scan.answer(Entry("user", where, message))
    _read_results(node, where, scan)
    last = history[-1] if isinstance(history, list) and history else None
    last = last if isinstance(last, dict) and last.get("role") == "CHATBOT" else {}
    if not last or last.get("tool_calls") != node.get("tool_calls"):
        text = node.get("text")
        calls = v1_calls(node, where)
        if calls or isinstance(text, str):
            scan.answer(Entry("assistant", where, text, calls))


def v1_calls(node: dict[str, Any], where: str) -> list[CallRecord]:
    """The calls of a v1 list `tool_calls`; they have no ids."""
    listed = node.get("tool_calls")
    return [
        CallRecord(item["name"], item.get("parameters"), f"{where}/tool_calls/{position}")
        for position, item in enumerate(listed if isinstance(listed, list) else ())
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    ]


def _read_results(node: dict[str, Any], where: str, scan: Scan) -> None:
    """v1 results repeat their call: it counts where the call itself is not in the trace."""
    listed = node.get("tool_results")
    for position, item in enumerate(listed if isinstance(listed, list) else ()):
        call = item.get("call") if isinstance(item, dict) else None
        if isinstance(call, dict) and isinstance(call.get("name"), str):
            place = f"{where}/tool_results/{position}/call"
            scan.execution(CallRecord(call["name"], call.get("parameters"), place, result=item.get("outputs")))


FORMAT = Format("cohere", "Cohere", ("message", "tool_calls", "tool_results", "chat_history"), claims, read)
