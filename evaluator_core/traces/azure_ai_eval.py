"""azure-ai-evaluation: messages whose content has flat `tool_call` and `tool_result` parts."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan


def _is_part(part: Any) -> bool:
    if part.__class__ is not dict:
        return False
    if part.get("type") == "tool_call":
        return isinstance(part.get("name"), str) and "arguments" in part
    return part.get("type") == "tool_result" and "tool_result" in part


def claims(node: dict[str, Any]) -> bool:
    """A message with such parts."""
    return "role" in node and node["content"].__class__ is list and any(map(_is_part, node["content"]))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message; a result's call id stands on the message."""
    calls, results = [], []
    for position, part in enumerate(node["content"]):
        if not _is_part(part):
            continue
        if part["type"] == "tool_call":
            identity = call_id(part.get("tool_call_id") or part.get("id"))
            calls.append(CallRecord(part["name"], part["arguments"], f"{where}/content/{position}", identity))
        else:
            identity = call_id(node.get("tool_call_id") or part.get("tool_call_id"))
            results.append(ResultRecord(identity, None, marked_failed(part), part["tool_result"]))
    scan.entry(Entry(node["role"], where, node["content"], calls, results))


FORMAT = Format("azure-ai-eval", "Azure AI Evaluation", ("content",), claims, read)
