"""Messages API: answers, message lists and request bodies with `tool_use` content blocks."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

CALLS = {"tool_use": False, "server_tool_use": True, "mcp_tool_use": True}
"""Block type → whether the provider runs the call."""


def _is_block(node: Any) -> bool:
    if node.__class__ is not dict:
        return False
    kind = node.get("type")
    if kind.__class__ is not str:
        return False
    if kind in CALLS:
        return isinstance(node.get("name"), str) and ("input" in node or "id" in node)
    return kind.endswith("tool_result") and "tool_use_id" in node


def claims(node: dict[str, Any]) -> bool:
    """A message whose content has tool blocks, an answer (`type: message`), or a bare tool block."""
    if "content" in node and "role" in node:
        content = node["content"]
        if content.__class__ is not list:
            return False
        if any(map(_is_block, content)):
            return True
        return node.get("type") == "message" and "stop_reason" in node
    return _is_block(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message with its calls and results in the order of its blocks."""
    if "role" in node and "content" in node:
        scan.entry(message_entry(node, where))
    else:
        calls, results = _blocks([node], where, bare=True)
        scan.entry(Entry("assistant" if calls else "tool", where, None, calls, results, continues=True))


def message_entry(node: dict[str, Any], where: str) -> Entry:
    """A message as an entry. Its content may be plain text."""
    content = node["content"]
    calls, results = _blocks(content if isinstance(content, list) else [], f"{where}/content")
    return Entry(node["role"], where, content, calls, results)


def _blocks(content: list[Any], where: str, *, bare: bool = False) -> tuple[list[CallRecord], list[ResultRecord]]:
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    for position, block in enumerate(content):
        if not _is_block(block):
            continue
        kind = block["type"]
        if kind in CALLS:
            place = where if bare else f"{where}/{position}"
            identity = call_id(block.get("id"))
            calls.append(CallRecord(block["name"], block.get("input"), place, identity, None, CALLS[kind]))
        else:
            results.append(block_result(block))
    return calls, results


def block_result(block: dict[str, Any]) -> ResultRecord:
    """A result block; those of the provider's own tools are errors when their content's type says so."""
    content = block.get("content")
    failed = marked_failed(block)
    if failed is None:
        failed = isinstance(content, dict) and str(content.get("type")).endswith("_error")
    return ResultRecord(call_id(block["tool_use_id"]), None, failed, content)


FORMAT = Format("anthropic-messages", "Messages API", ("content", "type"), claims, read)
