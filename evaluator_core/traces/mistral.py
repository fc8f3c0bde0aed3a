"""Mistral Conversations: entries of type `function.call`, `tool.execution`, … and their stream."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

_MESSAGES = {"message.input": "user", "message.output": "assistant"}
_CALLS = ("function.call", "tool.execution")
_STREAMED = ("function.call.delta", "tool.execution.started", "tool.execution.delta", "tool.execution.done")
_ENDS = ("conversation.response.started", "conversation.response.done")


def claims(node: dict[str, Any]) -> bool:
    """An entry or an event of a conversation."""
    kind = node["type"]
    if not isinstance(kind, str):
        return False
    if kind in _CALLS:
        return isinstance(node.get("name"), str)
    if kind in _MESSAGES:
        return "content" in node
    if kind in _STREAMED or kind == "message.output.delta":
        return "id" in node or "output_index" in node
    return kind in _ENDS or (kind == "function.result" and "tool_call_id" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the entry, or add the event to the answer that is being streamed."""
    kind = node["type"]
    if kind in _CALLS:
        identity = _identity(node)
        provider = kind == "tool.execution"
        agent = node.get("agent_id")
        call = CallRecord(
            node["name"], node.get("arguments"), where, identity, None, provider,
            result=node.get("info"), agent=agent if isinstance(agent, str) else None,
        )  # fmt: skip
        scan.entry(Entry("assistant", where, None, [call], continues=True))
    elif kind in _MESSAGES:
        scan.entry(Entry(_MESSAGES[kind], where, node.get("content"), continues=True))
    elif kind == "function.result":
        result = ResultRecord(call_id(node.get("tool_call_id")), None, marked_failed(node), node.get("result"))
        scan.entry(Entry("tool", where, node.get("result"), None, [result]))
    else:
        _read_event(kind, node, where, scan)


def _identity(node: dict[str, Any]) -> str | None:
    return call_id(node.get("tool_call_id")) or call_id(node.get("toolCallId")) or call_id(node.get("id"))


def _read_event(kind: str, node: dict[str, Any], where: str, scan: Scan) -> None:
    streams: Streams = scan.collector("mistral", Streams)
    if kind in _ENDS:
        streams.forget(None)
        return
    message = streams.message(None, lambda: scan.open_answer(where))
    if kind == "message.output.delta":
        message.say(node.get("content"))
        return
    message.add(
        where,
        key=node.get("output_index"),
        id=_identity(node),
        name=node.get("name"),
        arguments=node.get("arguments"),
        provider=kind != "function.call.delta",
    )


FORMAT = Format("mistral", "Mistral Conversations", ("type",), claims, read)
