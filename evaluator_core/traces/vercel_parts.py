"""Calls and results of the Vercel AI SDK as its parts hold them, wherever parts stand.

Version 5 writes `input` and `output`, version 4 `args` and `result`; the layer of providers has `input` as text.
"""

from __future__ import annotations

from typing import Any

from .records import CallRecord, ResultRecord, call_id, first, marked_failed, some_text

_RESULTS = ("tool-result", "tool-error")
_WRAPPED = ("json", "text", "content", "error-text", "error-json", "execution-denied")


def is_call(part: Any) -> bool:
    """A part of type `tool-call`, or an item of `toolCalls` (old versions leave the type out)."""
    if part.__class__ is not dict or part.get("type", "tool-call") != "tool-call":
        return False
    return isinstance(part.get("toolName"), str) and "toolCallId" in part


def is_result(part: Any) -> bool:
    """A part of type `tool-result` or `tool-error`."""
    if part.__class__ is not dict:
        return False
    kind = part.get("type")
    return kind.__class__ is str and kind in _RESULTS and call_id(part.get("toolCallId")) is not None


def call(part: dict[str, Any], where: str) -> CallRecord | None:
    """The call that a part is. One that the SDK could not accept (`invalid`) has failed."""
    name = some_text(part.get("toolName"))
    if name is None:
        return None
    failed = True if part.get("invalid") is True or marked_failed(part) else None
    return CallRecord(
        name, part["input"] if "input" in part else part.get("args"), where, call_id(part.get("toolCallId")), failed,
        part.get("providerExecuted") is True, result=first(part, "output", "result"),
    )  # fmt: skip


def result(part: dict[str, Any]) -> ResultRecord:
    """The result that a part is. Messages wrap it: `{type: "error-text", value}` says that the tool failed."""
    content = first(part, "output", "result", "error")
    failed = True if part.get("type") == "tool-error" else marked_failed(part)
    if isinstance(content, dict) and isinstance(content.get("type"), str) and content["type"] in _WRAPPED:
        failed = True if content["type"].startswith("error") else failed
        content = first(content, "value", "reason")
    return ResultRecord(call_id(part.get("toolCallId")), some_text(part.get("toolName")), failed, content)
