"""OpenAI Responses: an answer with `output[]`, a list of items, a request body with `input[]`."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

_BUILT_IN: dict[str, tuple[str, bool]] = {
    "web_search_call": ("action", True),
    "file_search_call": ("queries", True),
    "code_interpreter_call": ("code", True),
    "image_generation_call": ("", True),
    "tool_search_call": ("arguments", True),
    "computer_call": ("action", False),
    "shell_call": ("action", False),
    "local_shell_call": ("action", False),
    "apply_patch_call": ("operation", False),
}
"""Item type → the field that holds its arguments, and whether the provider runs it."""

_NOT_READ = {"reasoning", "item_reference", "mcp_approval_response", "compaction"}
_NAMED = {"function_call", "custom_tool_call", "mcp_call"}
_OTHER = {
    "program",
    "mcp_list_tools",
    "mcp_approval_request",
    "tool_search_output",
    "program_output",
    *_NOT_READ,
}


def claims(node: dict[str, Any]) -> bool:
    """An answer (`object: response`), or one of its items."""
    kind = node.get("type")
    if kind.__class__ is str:
        if kind in _NAMED:
            return isinstance(node.get("name"), str) and "role" not in node
        if kind in _BUILT_IN or kind in _OTHER:
            return True
        return kind.endswith("_call_output") or (kind == "message" and _has_response_parts(node))
    return node.get("object") == "response" and isinstance(node.get("output"), list)


def _has_response_parts(node: dict[str, Any]) -> bool:
    content = node.get("content")
    if not isinstance(content, list):
        return False
    return any(isinstance(part, dict) and part.get("type") in _TEXT_PARTS for part in content)


_TEXT_PARTS = ("output_text", "input_text", "refusal")


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the items of an answer, or one item."""
    if node.get("object") == "response" and isinstance(node.get("output"), list):
        scan.visit_children({key: value for key, value in node.items() if key in ("input", "tools")}, where)
        scan.visit_list(node["output"], f"{where}/output", output=True)
        return
    entry = item_entry(node, where, scan)
    if entry is not None:
        scan.entry(entry)


def item_entry(node: dict[str, Any], where: str, scan: Scan) -> Entry | None:
    """One item with a `type` as an entry: a message, a call or a result. None where it is none of them."""
    kind = node["type"]
    if kind == "message":
        role = node.get("role")
        return Entry(role if isinstance(role, str) else "assistant", where, node.get("content"), continues=True)
    if kind == "mcp_list_tools":
        tools = node.get("tools")
        scan.note_left_out("definitions", len(tools) if isinstance(tools, list) else 0, f"{where}/tools")
    elif kind == "mcp_approval_request":
        scan.note_left_out("approval requests", 1, where)
    elif kind.endswith("_output"):
        failed = True if marked_failed(node) else None
        result = ResultRecord(_identity(node), None, failed, node.get("output"))
        return Entry("tool", where, node.get("output"), None, [result])
    elif kind not in _NOT_READ:
        call = item_call(kind, node, where)
        return Entry("assistant", where, None, [call], continues=True) if call is not None else None
    return None


def _identity(node: dict[str, Any]) -> str | None:
    return call_id(node.get("call_id")) or call_id(node.get("callId")) or call_id(node.get("id"))


def item_call(kind: str, node: dict[str, Any], where: str) -> CallRecord | None:
    """The call that an item of this type is."""
    identity = _identity(node)
    if kind in _NAMED:
        name = node.get("name")
        if not isinstance(name, str) or not name:
            return None
        if kind == "function_call":
            return CallRecord(name, node.get("arguments"), where, identity)
        if kind == "custom_tool_call":
            return CallRecord(name, node.get("input"), where, identity, free_text="input")
        failed = True if marked_failed(node) else None
        return CallRecord(name, node.get("arguments"), where, identity, failed, True, result=node.get("output"))
    if kind == "program":
        return CallRecord("program", node.get("code"), where, identity, free_text="code")
    if kind not in _BUILT_IN:
        return None
    field, provider = _BUILT_IN[kind]
    provider = provider and node.get("execution") != "client"
    failed = True if marked_failed(node) else None
    return CallRecord(kind.removesuffix("_call"), _built_in(kind, field, node), where, identity, failed, provider)


def _built_in(kind: str, field: str, node: dict[str, Any]) -> Any:
    value = node.get(field)
    if field in ("queries", "code"):
        return {field: value} if value is not None else {}
    if kind == "computer_call" and not value and node.get("actions"):
        return {"actions": node["actions"]}
    if kind == "web_search_call" and isinstance(value, dict):
        return {key: child for key, child in value.items() if key != "sources"}
    return value


FORMAT = Format("openai-responses", "OpenAI Responses", ("type", "object"), claims, read)
