"""Vercel AI SDK: messages, results of `generateText` with their steps, and what providers give back.

A result repeats each call up to four times: in the steps' `content`, `toolCalls` and `response.messages`, and, of the
last step, in itself. The steps count; in a step its `content`.
"""

from __future__ import annotations

from typing import Any

from . import vercel_parts
from .records import Entry, dicts, plain_text, some_text
from .scan import Format, Scan, list_of_dicts

ID, TITLE = "vercel-ai-sdk", "Vercel AI SDK"

_GIVEN = ("messages", "prompt", "input")


def _is_part(part: Any) -> bool:
    return vercel_parts.is_result(part) or (vercel_parts.is_call(part) and "type" in part)


def _is_message(node: Any) -> bool:
    if node.__class__ is not dict or not isinstance(node.get("role"), str):
        return False
    content = node.get("content")
    return content.__class__ is list and any(map(_is_part, content))


def _is_step(node: Any) -> bool:
    """A step, a result without steps, or a provider's answer."""
    if node.__class__ is not dict or "role" in node:
        return False
    content, calls = node.get("content"), node.get("toolCalls")
    if content.__class__ is list and any(map(_is_part, content)):
        return True
    if list_of_dicts(calls):
        return vercel_parts.is_call(calls[0])
    if "finishReason" not in node:
        return False
    if list_of_dicts(content):
        return isinstance(content[0].get("type"), str)
    return isinstance(calls, list) and (isinstance(node.get("toolResults"), list) or "rawCall" in node)


def claims(node: dict[str, Any]) -> bool:
    """A message with parts of tools, a result, or a step."""
    if "role" in node:
        return _is_message(node)
    steps = node.get("steps")
    return _is_step(node) or (steps.__class__ is list and any(map(_is_step, steps)))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or the answers of all steps after what was given to the model."""
    if "role" in node:
        entry = _message(node, where)
        scan.entry(entry)
        return
    scan.visit_children({key: node[key] for key in _GIVEN if isinstance(node.get(key), list)}, where)
    steps = [(step, place) for step, place in dicts(node.get("steps"), f"{where}/steps") if _is_step(step)]
    entries = [entry for step, place in steps or [(node, where)] for entry in _step(step, place)]
    response = node.get("response")
    messages = response.get("messages") if isinstance(response, dict) else None
    if _calls(entries) == 0 or not steps:
        repeated = [_message(item, place) for item, place in dicts(messages, f"{where}/response/messages")]
        if _calls(repeated) > _calls(entries):
            entries = repeated
    scan.thread(entries, output=True)


def _calls(entries: list[Entry]) -> int:
    return sum(len(entry.calls) for entry in entries)


def _message(node: dict[str, Any], where: str) -> Entry:
    entry = _parts(node.get("content"), f"{where}/content")
    role = node.get("role")
    entry.role, entry.where = role if isinstance(role, str) else "assistant", where
    entry.content = node.get("content")
    return entry


def _step(node: dict[str, Any], where: str) -> list[Entry]:
    """An answer of the model, and what the tools gave back in the same step."""
    entry = _parts(node.get("content"), f"{where}/content")
    entry.where = where
    entry.content = some_text(node.get("text")) or plain_text(node.get("content"))
    if not entry.calls:
        entry.calls = _parts(node.get("toolCalls"), f"{where}/toolCalls").calls
    results = entry.results or [vercel_parts.result(item) for item, _ in dicts(node.get("toolResults"), "")]
    entry.results = []
    return [entry, Entry("tool", where, None, None, results)] if results else [entry]


def _parts(listed: Any, where: str) -> Entry:
    calls, results = [], []
    for part, place in dicts(listed, where):
        if vercel_parts.is_call(part):
            call = vercel_parts.call(part, place)
            calls += [] if call is None else [call]
        elif vercel_parts.is_result(part):
            results.append(vercel_parts.result(part))
    return Entry("assistant", where, None, calls, results, same_ids=True)


FORMAT = Format(ID, TITLE, ("content", "toolCalls", "steps"), claims, read)
