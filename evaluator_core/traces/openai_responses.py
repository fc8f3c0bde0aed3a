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

_NOT_READ = {"reasoning", "item_reference", "mcp_approval_request", "mcp_approval_response", "compaction"}
_CALLS = {"function_call", "custom_tool_call", "mcp_call", "program", *_BUILT_IN}


def claims(node: dict[str, Any]) -> bool:
    """An answer (`object: response`), or one of its items."""
    kind = node.get("type")
    if kind.__class__ is str:
        if kind == "function_call":
            return isinstance(node.get("name"), str) and "role" not in node
        if kind in _CALLS or kind in _NOT_READ or kind == "mcp_list_tools":
            return True
        return kind.endswith("_call_output") or (kind == "message" and _has_response_parts(node))
    return node.get("object") == "response" and isinstance(node.get("output"), list)


def _has_response_parts(node: dict[str, Any]) -> bool:
    content = node.get("content")
    if not isinstance(content, list):
        return False
    return any(isinstance(part, dict) and part.get("type") in ("output_text", "input_text", "refusal") for part in content)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the items of an answer, or one item."""
    if node.get("object") == "response":
        scan.visit_children({key: value for key, value in node.items() if key in ("input", "tools")}, where)
        scan.visit_list(node["output"], f"{where}/output", output=True)
        return
    kind = node["type"]
    if kind == "message":
        scan.entry(Entry(node.get("role") or "assistant", where, node.get("content"), continues=True))
    elif kind.endswith("_output"):
        result = ResultRecord(call_id(node.get("call_id")), None, _output_failed(node), node.get("output"))
        scan.entry(Entry("tool", where, node.get("output"), None, [result]))
    elif kind in _CALLS:
        scan.entry(Entry("assistant", where, None, [_call(kind, node, where)], continues=True))
    elif kind == "mcp_list_tools":
        scan.note_left_out("definitions", len(node.get("tools") or []), f"{where}/tools")
    elif kind == "mcp_approval_request":
        scan.note_left_out("approval requests", 1, where)


def _output_failed(node: dict[str, Any]) -> bool | None:
    failed = marked_failed(node)
    return None if failed is False else failed


def _call(kind: str, node: dict[str, Any], where: str) -> CallRecord:
    identity = call_id(node.get("call_id")) or call_id(node.get("id"))
    failed = True if marked_failed(node) else None
    if kind == "function_call":
        return CallRecord(node["name"], node.get("arguments"), where, identity)
    if kind == "custom_tool_call":
        return CallRecord(str(node.get("name")), node.get("input"), where, identity, free_text="input")
    if kind == "mcp_call":
        return CallRecord(
            str(node.get("name")), node.get("arguments"), where, identity, failed, True, result=node.get("output")
        )
    if kind == "program":
        return CallRecord("program", node.get("code"), where, identity, free_text="code")
    field, provider = _BUILT_IN[kind]
    return CallRecord(kind.removesuffix("_call"), _built_in(kind, field, node), where, identity, failed, provider)


def _built_in(kind: str, field: str, node: dict[str, Any]) -> Any:
    value = node.get(field)
    if field in ("queries", "code"):
        return {field: value} if value is not None else {}
    if kind == "computer_call" and "actions" in node:
        return {"actions": node["actions"]}
    if kind == "web_search_call" and isinstance(value, dict):
        return {key: child for key, child in value.items() if key != "sources"}
    return value


FORMAT = Format("openai-responses", "OpenAI Responses", ("type", "object"), claims, read)
