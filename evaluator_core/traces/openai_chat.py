"""OpenAI Chat Completions: answers, message lists, request bodies, custom tools, the old `function_call`."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, chosen, marked_failed
from .scan import Format, Scan, list_of_dicts

_ROLES = {"system", "developer", "user", "assistant", "tool", "function", "ipython"}
_RESULT_ROLES = {"tool", "function", "ipython"}
_SIGNS = ("content", "tool_calls", "toolCalls", "function_call", "functionCall", "tool_responses")


def claims(node: dict[str, Any]) -> bool:
    """An answer with `choices[].message`, or a message with a role."""
    if "choices" in node:
        choices = node["choices"]
        if not list_of_dicts(choices):
            return choices == [] and node.get("object") == "chat.completion"
        return any(isinstance(choice.get("message"), dict) for choice in choices if isinstance(choice, dict)) or (
            node.get("object") == "chat.completion"
        )
    role = node.get("role")
    return role.__class__ is str and role in _ROLES and any(key in node for key in _SIGNS)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or the message of the one choice that counts; the others are alternatives."""
    if "choices" not in node:
        scan.entry(message_entry(node, where))
        return
    choices = [
        (choice.get("index"), message_entry(choice["message"], f"{where}/choices/{position}/message"))
        for position, choice in enumerate(node["choices"])
        if isinstance(choice, dict) and isinstance(choice.get("message"), dict)
    ]
    messages = [message for index, message in choices if index == 0] + [m for index, m in choices if index != 0]
    if not messages:
        return  # the model failed (`error` on the choice), or no answer came
    number = chosen([bool(message.calls) for message in messages])
    if len(messages) > 1:
        scan.note_alternatives(len(messages), number, f"{where}/choices")
    scan.answer(messages[number])


def message_entry(node: dict[str, Any], where: str) -> Entry:
    """A message as an entry."""
    role = node.get("role")
    role = role if isinstance(role, str) and role in _ROLES else "assistant"
    results = _results(node, role)
    if results:
        role = "tool"
    return Entry(role, where, node.get("content"), _calls(node, where), results)


def _results(node: dict[str, Any], role: str) -> list[ResultRecord] | None:
    """The result that a message is, or the several it gathers (`tool_responses`)."""
    gathered = node.get("tool_responses")
    if list_of_dicts(gathered):
        return [_result(item) for item in gathered if isinstance(item, dict)]
    return [_result(node)] if role in _RESULT_ROLES else None


def _result(node: dict[str, Any]) -> ResultRecord:
    identity = call_id(node.get("tool_call_id") or node.get("toolCallId"))
    name = node.get("name") or node.get("tool_name")
    return ResultRecord(identity, name if isinstance(name, str) else None, marked_failed(node), node.get("content"))


def _calls(node: dict[str, Any], where: str) -> list[CallRecord] | None:
    for key in ("tool_calls", "toolCalls"):
        listed = node.get(key)
        if listed.__class__ is list and listed:
            return read_tool_calls(listed, f"{where}/{key}")
    for key in ("function_call", "functionCall"):
        legacy = node.get(key)
        if isinstance(legacy, dict) and isinstance(legacy.get("name"), str):
            return [CallRecord(legacy["name"], legacy.get("arguments"), f"{where}/{key}")]
    return None


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
    identity = call_id(item.get("id") or item.get("tool_call_id"))
    inner = item.get("function")
    if inner.__class__ is dict:
        name = inner.get("name")
        return CallRecord(name, inner.get("arguments"), where, identity) if name.__class__ is str else None
    custom = item.get("custom")
    if custom.__class__ is dict and isinstance(custom.get("name"), str):
        return CallRecord(custom["name"], custom.get("input"), where, identity, free_text="input")
    name = item.get("name")
    if isinstance(name, str):
        return CallRecord(name, item["args"] if "args" in item else item.get("arguments"), where, identity)
    return None


FORMAT = Format(
    "openai-chat",
    "OpenAI Chat Completions",
    ("choices", "role"),
    claims,
    read,
)
