"""Bedrock Converse: messages whose content blocks have one key (`toolUse`, …); Strands sessions too."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

_CALL_KEYS = ("toolUse", "tool_use")
_RESULT_KEYS = ("toolResult", "tool_result")
_OTHER_KEYS = (
    "text", "image", "document", "video", "audio", "reasoningContent", "cachePoint", "guardContent",
    "citationsContent", "searchResult",
)  # fmt: skip


def _inner(block: Any, keys: tuple[str, str]) -> tuple[str, dict[str, Any]] | None:
    """The block under one of these keys, when it has the ids or names such blocks have."""
    if block.__class__ is not dict:
        return None
    for key in keys:
        inner = block.get(key)
        if inner.__class__ is dict and any(sign in inner for sign in ("toolUseId", "tool_use_id", "name")):
            return key, inner
    return None


def _is_tool_block(block: Any) -> bool:
    return _inner(block, _CALL_KEYS) is not None or _inner(block, _RESULT_KEYS) is not None


def _is_block(block: Any) -> bool:
    if _is_tool_block(block):
        return True
    return block.__class__ is dict and "type" not in block and any(key in block for key in _OTHER_KEYS)


def claims(node: dict[str, Any]) -> bool:
    """An answer (`output.message`), a message of such blocks, or a bare tool block."""
    if "output" in node:
        output = node["output"]
        message = output.get("message") if isinstance(output, dict) else None
        return isinstance(message, dict) and _is_message(message) and ("stopReason" in node or "usage" in node)
    if "content" in node:
        return _is_message(node)
    return _is_tool_block(node) and "role" not in node


def _is_message(node: dict[str, Any]) -> bool:
    content = node.get("content")
    if content.__class__ is not list or not content or not isinstance(node.get("role"), str):
        return False
    return any(map(_is_tool_block, content)) or all(map(_is_block, content))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the answer's message, the message, or the block."""
    if "output" in node:
        scan.answer(_message(node["output"]["message"], f"{where}/output/message"))
    elif "content" in node:
        scan.entry(_message(node, where))
    else:
        entry = _blocks([node], [where])
        entry.continues = True
        scan.entry(entry)


def _message(node: dict[str, Any], where: str) -> Entry:
    content = node["content"]
    entry = _blocks(content, [f"{where}/content/{position}" for position in range(len(content))])
    entry.role, entry.where, entry.content = node["role"], where, content
    return entry


def _blocks(content: list[Any], places: list[str]) -> Entry:
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    for block, place in zip(content, places, strict=True):
        call = _inner(block, _CALL_KEYS)
        if call is not None and isinstance(call[1].get("name"), str):
            key, inner = call
            provider = inner.get("type") == "server_tool_use"
            calls.append(
                CallRecord(inner["name"], inner.get("input"), f"{place}/{key}", tool_use_id(inner), None, provider)
            )
        result = _inner(block, _RESULT_KEYS)
        if result is not None:
            inner = result[1]
            results.append(ResultRecord(tool_use_id(inner), None, marked_failed(inner), inner.get("content")))
    return Entry("assistant" if calls else "tool", places[0], None, calls, results)


def tool_use_id(inner: dict[str, Any]) -> str | None:
    """The id of a call, or that a result refers to."""
    return call_id(inner.get("toolUseId")) or call_id(inner.get("tool_use_id"))


FORMAT = Format("bedrock-converse", "Bedrock Converse", ("content", "output", *_CALL_KEYS, *_RESULT_KEYS), claims, read)
