"""LangChain4j: chat messages with `toolExecutionRequests`, and the executions of an AI service."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, marked_failed, some_text
from .scan import Format, Scan, list_of_dicts

_ROLES = {"USER": "user", "AI": "assistant", "SYSTEM": "system", "TOOL_EXECUTION_RESULT": "tool"}
_REQUESTS, _EXECUTIONS = "toolExecutionRequests", "toolExecutions"


def claims(node: dict[str, Any]) -> bool:
    """A message of one of the types, a message with requests, or a result with executions."""
    if list_of_dicts(node.get(_REQUESTS)):
        return isinstance(node[_REQUESTS][0].get("name"), str)
    if list_of_dicts(node.get(_EXECUTIONS)):
        return isinstance(node[_EXECUTIONS][0].get("request"), dict)
    kind = node.get("type")
    if not isinstance(kind, str) or kind not in _ROLES:
        return False
    return "toolName" in node if kind == "TOOL_EXECUTION_RESULT" else "text" in node or "contents" in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or what ran."""
    if list_of_dicts(node.get(_EXECUTIONS)):
        for item, place in dicts(node[_EXECUTIONS], f"{where}/{_EXECUTIONS}"):
            request = item.get("request")
            call = _call(request, f"{place}/request") if isinstance(request, dict) else None
            if call is not None:
                scan.execution(call._replace(result=item.get("result"), failed=marked_failed(item)))
        return
    kind = node.get("type")
    role = _ROLES.get(kind, "assistant") if isinstance(kind, str) else "assistant"
    text = node.get("text", node.get("contents"))
    if role == "tool":
        result = ResultRecord(call_id(node.get("id")), some_text(node.get("toolName")), marked_failed(node), text)
        scan.entry(Entry("tool", where, text, None, [result]))
        return
    found = [_call(item, place) for item, place in dicts(node.get(_REQUESTS), f"{where}/{_REQUESTS}")]
    scan.entry(Entry(role, where, text, [call for call in found if call is not None]))


def _call(item: dict[str, Any], where: str) -> CallRecord | None:
    name = some_text(item.get("name"))
    return CallRecord(name, item.get("arguments"), where, call_id(item.get("id"))) if name else None


FORMAT = Format("langchain4j", "LangChain4j", ("type", _REQUESTS, _EXECUTIONS), claims, read)
