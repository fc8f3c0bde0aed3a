"""AutoGen 0.4 and later: messages and events of a chat, messages of the core, log records of tools."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan

_REQUEST, _SUMMARY, _LOGGED = "ToolCallRequestEvent", "ToolCallSummaryMessage", "ToolCall"
_RESULTS = {"ToolCallExecutionEvent", "FunctionExecutionResultMessage"}
_CORE = {"AssistantMessage": "assistant", "UserMessage": "user", "SystemMessage": "system"}
_CHAT = {"TextMessage", "MultiModalMessage", "StopMessage", "HandoffMessage", "StructuredMessage", "ThoughtEvent"}
_PASSING = {"ModelClientStreamingChunkEvent", "MemoryQueryEvent", "UserInputRequestedEvent", "SelectSpeakerEvent"}


def _is_call(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("name"), str) and "arguments" in item


def claims(node: dict[str, Any]) -> bool:
    """A message or event by its class name, a record of a tool, or a model's answer with bare calls."""
    kind = node.get("type")
    if not isinstance(kind, str):
        content = node.get("content")
        return "type" not in node and "finish_reason" in node and isinstance(content, list) and any(
            _is_call(item) for item in content
        )  # fmt: skip
    if kind == _LOGGED:
        return isinstance(node.get("tool_name"), str) and "arguments" in node
    if kind == _REQUEST or kind in _RESULTS:
        return isinstance(node.get("content"), list)
    if kind in _CORE:
        return "content" in node and "role" not in node and "additional_kwargs" not in node
    return kind == _SUMMARY or ((kind in _CHAT or kind in _PASSING) and isinstance(node.get("source"), str))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message. A summary repeats calls and results: it brings only what was not met before."""
    kind = node.get("type")
    source = some_text(node.get("source"))
    content = node.get("content")
    seen: _Seen = scan.collector("autogen", _Seen)
    if kind == _LOGGED:
        agent = some_text(node.get("agent_id"))
        call = CallRecord(node["tool_name"], node["arguments"], where, result=node.get("result"), agent=agent)
        scan.execution(call)
    elif kind in _RESULTS:
        scan.entry(Entry("tool", where, None, None, _results(content)))
    elif kind == _SUMMARY:
        calls = _calls(node.get("tool_calls"), f"{where}/tool_calls", source)
        calls = [call for call in calls if call.id not in seen.ids]
        entries = [Entry("assistant", where, content)]
        if calls:
            results = Entry("tool", where, None, None, _results(node.get("results")))
            entries = [Entry("assistant", where, None, calls), results, *entries]
        scan.entries(entries)
    elif kind not in _PASSING:
        calls = _calls(content, f"{where}/content", source) if isinstance(content, list) else []
        seen.ids.update(call.id for call in calls if call.id is not None)
        if kind is None:
            scan.answer(Entry("assistant", where, content, calls))
            return
        role = _CORE.get(kind) or ("user" if source == "user" else "assistant")
        scan.entry(Entry(role, where, node.get("thought") if calls else content, calls))


def _calls(listed: Any, where: str, agent: str | None) -> list[CallRecord]:
    return [
        CallRecord(item["name"], item["arguments"], place, call_id(item.get("id")), agent=agent)
        for item, place in dicts(listed, where)
        if _is_call(item)
    ]


def _results(listed: Any) -> list[ResultRecord]:
    return [
        ResultRecord(
            call_id(item.get("call_id")), some_text(item.get("name")),
            item["is_error"] if isinstance(item.get("is_error"), bool) else None, item.get("content"),
        )
        for item, _ in dicts(listed, "")
    ]  # fmt: skip


class _Seen:
    """Ids of the calls that were met: a collector for `Scan.collector`."""

    def __init__(self) -> None:
        self.ids: set[str] = set()

    def finish(self) -> None:
        """Nothing is open at the end."""


FORMAT = Format("autogen", "AutoGen", ("type", "finish_reason"), claims, read)
