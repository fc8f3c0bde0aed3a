"""Messages API: answers, message lists and request bodies with `tool_use` content blocks."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

_CALLS = {"tool_use": False, "server_tool_use": True, "mcp_tool_use": True}
"""Block type → whether the provider runs the call."""


def _is_block(node: Any) -> bool:
    if node.__class__ is not dict:
        return False
    kind = node.get("type")
    if kind.__class__ is not str:
        return False
    if kind in _CALLS:
        return isinstance(node.get("name"), str) and "input" in node
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
    if "role" in node:
        scan.entry(_message(node, where))
    else:
        calls, results = _blocks([node], where, bare=True)
        scan.entry(Entry("assistant" if calls else "tool", where, None, calls, results, continues=True))


def _message(node: dict[str, Any], where: str) -> Entry:
    calls, results = _blocks(node["content"], f"{where}/content")
    return Entry(node["role"], where, node["content"], calls, results)


def _blocks(content: list[Any], where: str, *, bare: bool = False) -> tuple[list[CallRecord], list[ResultRecord]]:
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    for position, block in enumerate(content):
        if not _is_block(block):
            continue
        kind = block["type"]
        if kind in _CALLS:
            place = where if bare else f"{where}/{position}"
            calls.append(
                CallRecord(block["name"], block["input"], place, call_id(block.get("id")), None, _CALLS[kind])
            )
        else:
            inner = block.get("content")
            failed = marked_failed(block)
            if failed is None:
                failed = isinstance(inner, dict) and str(inner.get("type")).endswith("_error")
            results.append(ResultRecord(call_id(block["tool_use_id"]), None, failed, inner))
    return calls, results


FORMAT = Format("anthropic-messages", "Messages API", ("content", "type"), claims, read)
