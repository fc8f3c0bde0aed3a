"""LangChain's console: ``Invoking: `NAME` with `…` `` and the printed form of messages (`Tool Calls:`)."""

from __future__ import annotations

import re
from typing import Any

from ...salvage.reading import value_at
from ...salvage.scanning import Scanner
from .marks import Block, TextCall, TextFormat, call, untyped

_INVOKED = re.compile(r"[ \t]*`(?P<name>[^`\n]{1,200})` with `")
_HEAD = re.compile(r"[ \t]*\n {2}(?P<name>[^\s(][^\n(]{0,200}?) \((?P<id>[^\n]{0,200})\)[ \t]*(?=\n|\Z)")
_CALL_ID = re.compile(r"\n {1,2}Call ID: ?(?P<id>[^\n]*)")
_ERROR = re.compile(r"\n {2}Error: [^\n]*")
_ARGS = re.compile(r"\n {2}Args:[ \t]*(?=\n|\Z)")
_ITEM = re.compile(r"\n {4}(?P<key>[^\s:][^:\n]{0,200}?): ?(?P<value>[^\n]*)")
_TEXT = re.compile(r"\n {4}(?P<text>[^\n]*)")
_MORE = re.compile(r"\n(?! {2}\S[^\n(]{0,200} \([^\n]{0,200}\)[ \t]*+(?:\n|\Z)| {4}[^\s:][^:\n]{0,200}?: )[^\n]*")


def read_invoking(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """One call; its input is a Python value, or free text (rule A6)."""
    head = _INVOKED.match(scanner.text, body, end)
    if head is None:
        return None
    text = scanner.text
    if text[head.end() : head.end() + 1] == "{":
        found = value_at(scanner, head.end())
        if found is not None and found.cut is None and text[found.end : found.end + 1] == "`":
            return Block(found.end + 1, (call(head["name"], found.value, start, found.end + 1),))
    last = scanner.find("`\n", head.end(), end)
    if last < 0:
        last = text.rfind("`", head.end(), end) if text.endswith("`", head.end(), end) else -1
    if last < 0:
        return None
    written = text[head.end() : last]
    return Block(last + 1, (call(head["name"], written, start, last + 1, free_text="input"),))


def read_tool_calls(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls of a printed message: name, id and `key: value` lines."""
    text = scanner.text
    calls: list[TextCall] = []
    position = body
    while True:
        head = _HEAD.match(text, position, end)
        if head is None:
            break
        identity = _CALL_ID.match(text, head.end(), end)
        position = identity.end() if identity else head.end()
        error = _ERROR.match(text, position, end)
        args = _ARGS.match(text, error.end() if error else position, end)
        arguments: Any = {}
        if args is not None:
            arguments, position = _arguments(text, args.end(), end)
        given = (identity or head)["id"].strip()
        calls.append(call(head["name"], arguments, head.start("name"), position, given if given != "None" else None))
    return Block(position, tuple(calls)) if calls else None


def _arguments(text: str, position: int, end: int) -> tuple[Any, int]:
    found: dict[str, Any] = {}
    while True:
        item = _ITEM.match(text, position, end)
        if item is None:
            break
        position = item.end()
        lines = [item["value"]]
        while True:
            more = _MORE.match(text, position, end)
            if more is None:
                break
            lines.append(more[0][1:])
            position = more.end()
        found[item["key"]] = untyped("\n".join(lines).rstrip() if len(lines) > 1 else lines[0], python=True)
    if not found:
        whole = _TEXT.match(text, position, end)
        if whole is not None and whole["text"].strip():
            return whole["text"], whole.end()
    return found, position


INVOKING = TextFormat("langchain-text", "LangChain's console text", ("Invoking:",), read_invoking)
PRINTED = TextFormat(
    "langchain-text", "LangChain's console text", ("Tool Calls:", "Invalid Tool Calls:"), read_tool_calls
)
