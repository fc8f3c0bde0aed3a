"""Vercel AI SDK, streamed: the UI message stream, and the parts of `fullStream` and of providers.

Start, deltas and the whole call have one id (`toolCallId`, in `fullStream` also `id`): they are one call.
"""

from __future__ import annotations

from typing import Any

from . import vercel_ai_sdk, vercel_parts
from .fragments import Fragments, Streams
from .records import Entry, ResultRecord, call_id, first
from .scan import Format, Scan

_BOUNDS = ("start-step", "finish-step", "step-start", "step-finish", "start", "finish")
_BOUND_KEYS = {
    "type", "messageId", "messageMetadata", "finishReason", "rawFinishReason", "usage", "totalUsage", "request",
    "response", "warnings", "providerMetadata", "isContinued", "logprobs", "experimental_providerMetadata",
}  # fmt: skip
_UI_RESULTS = {"tool-output-available": None, "tool-output-error": True, "tool-output-denied": None}
_UI_INPUT = ("tool-input-start", "tool-input-delta", "tool-input-available", "tool-input-error")
_FULL = ("tool-input-start", "tool-input-delta", "tool-input-end")
_FULL_4 = ("tool-call-streaming-start", "tool-call-delta")


def claims_ui(node: dict[str, Any]) -> bool:
    """An event of the UI message stream."""
    kind = node.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _UI_INPUT or kind in _UI_RESULTS:
        return call_id(node.get("toolCallId")) is not None
    return _is_bound(node) or (kind == "text-delta" and "id" in node and isinstance(node.get("delta"), str))


def _is_bound(node: dict[str, Any]) -> bool:
    """Where a step begins or ends, in any of the streams."""
    return node["type"] in _BOUNDS and node.keys() <= _BOUND_KEYS


def claims_full(node: dict[str, Any]) -> bool:
    """A part of a stream of the SDK, or a part of a message that stands alone."""
    kind = node.get("type")
    if not isinstance(kind, str) or "role" in node:
        return False
    if kind in _FULL:
        return call_id(node.get("id")) is not None and "toolCallId" not in node
    if kind in _FULL_4:
        return call_id(node.get("toolCallId")) is not None
    if kind == "text-delta":
        return isinstance(first(node, "text", "textDelta", "delta"), str)
    return _is_bound(node) or vercel_parts.is_call(node) or vercel_parts.is_result(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to the answer that is being streamed; each step is an answer."""
    kind = node.get("type")
    streams: Streams = scan.collector("vercel-stream", Streams)
    if kind in _BOUNDS:
        streams.forget(None)
    elif kind == "text-delta":
        _answer(streams, where, scan).say(first(node, "delta", "text", "textDelta"))
    elif vercel_parts.is_result(node):
        _result(vercel_parts.result(node), where, scan)
    elif kind in _UI_RESULTS:
        content = first(node, "output", "result", "errorText")
        _result(ResultRecord(call_id(node.get("toolCallId")), None, _UI_RESULTS[kind], content), where, scan)
    else:
        _answer(streams, where, scan).add(
            where,
            id=call_id(first(node, "toolCallId", "id")),
            name=node.get("toolName"),
            text=first(node, "inputTextDelta", "argsTextDelta", "delta"),
            final=node["input"] if "input" in node else node.get("args"),
            failed=True if kind == "tool-input-error" or node.get("invalid") is True else None,
            provider=node.get("providerExecuted") is True,
        )


def _answer(streams: Streams, where: str, scan: Scan) -> Fragments:
    answer = streams.message(None, lambda: scan.open_answer(where))
    answer.entry.same_ids = True
    return answer


def _result(result: ResultRecord, where: str, scan: Scan) -> None:
    scan.answer(Entry("tool", where, None, None, [result]))


FORMAT = Format("vercel-ui-stream", "Vercel AI SDK UI stream", ("type",), claims_ui, read)
FULL = Format(vercel_ai_sdk.ID, vercel_ai_sdk.TITLE, ("type",), claims_full, read)
