"""OpenAI Chat Completions: responses, message lists, request bodies, custom tools, the old `function_call`."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan, list_of_dicts

_ROLES = {"system", "developer", "user", "assistant", "tool", "function"}


def claims(node: dict[str, Any]) -> bool:
    """An answer with `choices[].message`, or a message with a role."""
    if "choices" in node:
        choices = node["choices"]
        return list_of_dicts(choices) and any(isinstance(choice.get("message"), dict) for choice in choices)
    return _is_message(node)


def _is_message(node: dict[str, Any]) -> bool:
    role = node.get("role")
    if role.__class__ is not str or role not in _ROLES:
        return False
    return "content" in node or "tool_calls" in node or "function_call" in node or "toolCalls" in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or the message of the first choice; further choices are alternatives."""
    if "choices" not in node:
        scan.entry(_message(node, where))
        return
    choices = [
        (position, choice)
        for position, choice in enumerate(node["choices"])
        if isinstance(choice, dict) and isinstance(choice.get("message"), dict)
    ]
    position, choice = next((c for c in choices if c[1].get("index") in (0, None)), choices[0])
    if len(choices) > 1:
        scan.note("several_choices", f"the answer has {len(choices)} choices, alternatives of one turn; the first is read")
        scan.note_left_out("alternatives", len(choices) - 1, f"{where}/choices")
    scan.answer(_message(choice["message"], f"{where}/choices/{position}/message"))


def _message(node: dict[str, Any], where: str) -> Entry:
    role = node.get("role") or "assistant"
    if role in ("tool", "function"):
        result = ResultRecord(
            call_id(node.get("tool_call_id") or node.get("toolCallId")),
            node.get("name"),
            marked_failed(node),
            node.get("content"),
        )
        return Entry("tool", where, node.get("content"), None, [result])
    listed = node.get("tool_calls") or node.get("toolCalls")
    calls: list[CallRecord] | None = None
    if listed.__class__ is list:
        key = "tool_calls" if node.get("tool_calls") else "toolCalls"
        calls = read_tool_calls(listed, f"{where}/{key}")
    elif isinstance(node.get("function_call"), dict):
        legacy = node["function_call"]
        if isinstance(legacy.get("name"), str):
            calls = [CallRecord(legacy["name"], legacy.get("arguments"), f"{where}/function_call")]
    return Entry(role, where, node.get("content"), calls)


def read_tool_calls(listed: list[Any], where: str) -> list[CallRecord]:
    """The items of a `tool_calls` list."""
    calls = []
    for position, item in enumerate(listed):
        if item.__class__ is dict:
            call = _tool_call(item, f"{where}/{position}")
            if call is not None:
                calls.append(call)
    return calls


def _tool_call(item: dict[str, Any], where: str) -> CallRecord | None:
    inner = item.get("function")
    if inner.__class__ is dict:
        name = inner.get("name")
        if name.__class__ is str:
            return CallRecord(name, inner.get("arguments"), where, call_id(item.get("id")))
        return None
    custom = item.get("custom")
    if custom.__class__ is dict and isinstance(custom.get("name"), str):
        return CallRecord(custom["name"], custom.get("input"), where, call_id(item.get("id")), free_text="input")
    name = item.get("name")
    if isinstance(name, str):
        arguments = item["args"] if "args" in item else item.get("arguments")
        return CallRecord(name, arguments, where, call_id(item.get("id") or item.get("tool_call_id")))
    return None


FORMAT = Format(
    "openai-chat",
    "OpenAI Chat Completions",
    ("choices", "role"),
    claims,
    read,
)
