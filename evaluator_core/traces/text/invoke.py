"""Elements `<invoke name="…"><parameter name="…">`: not XML, so that `&` and `<` may stand in values as they are."""

from __future__ import annotations

import re
from typing import Any

from ...salvage.scanning import Scanner
from ..python_calls import python_calls
from .marks import Block, TextCall, TextFormat, after, call, json_calls, python_texts, skip_blank, trimmed, untyped

_NAMED = re.compile(r"""\s*<(?P<prefix>[^\s<>]{0,20}?)invoke\s+name=["']?(?P<name>[^"'>\n]{1,200})["']?\s*>""")
_OLDEST = re.compile(r"\s*<invoke>\s*<tool_name>\s*(?P<name>[^<\n]{1,200}?)\s*</tool_name>\s*(?:<parameters>)?")
_PARAMETER = re.compile(
    r"""\s*<(?P<prefix>[^\s<>]{0,20}?)parameter\s+name=["']?(?P<key>[^"'>\n]{1,200})["']?"""
    r"""(?:\s+string=["']?(?P<string>true|false)["']?)?[^>\n]{0,100}>"""
)
_ELEMENT = re.compile(r"\s*<(?P<key>[^\W\d][\w.\-]*)>")


def elements(scanner: Scanner, position: int, end: int, prefix: str = "") -> Block | None:
    """All `invoke` elements one after the other, and the closing tag around them."""
    calls: list[TextCall] = []
    while True:
        found = _named(scanner, position, end) or _oldest(scanner, position, end)
        if found is None:
            break
        calls.append(found)
        position = found.end
    if not calls:
        return None
    names = ("function_calls", "tool_calls", "tool_call", "minimax:tool_call", "antml:function_calls")
    return Block(after(scanner, position, *(f"</{prefix}{name}>" for name in names)), tuple(calls))


def _named(scanner: Scanner, position: int, end: int) -> TextCall | None:
    head = _NAMED.match(scanner.text, position)
    if head is None:
        return None
    arguments: dict[str, Any] = {}
    last = head.end()
    while True:
        parameter = _PARAMETER.match(scanner.text, last)
        if parameter is None:
            break
        closing = f"</{parameter['prefix']}parameter>"
        value_end = scanner.find(closing, parameter.end(), end)
        if value_end < 0:
            return None
        value = scanner.text[parameter.end() : value_end]
        arguments[parameter["key"]] = trimmed(value) if parameter["string"] == "true" else untyped(value)
        last = value_end + len(closing)
    last = after(scanner, last, f"</{head['prefix']}invoke>")
    return call(head["name"].strip(), arguments, head.end() - len(head[0].lstrip()), last)


def _oldest(scanner: Scanner, position: int, end: int) -> TextCall | None:
    head = _OLDEST.match(scanner.text, position)
    if head is None:
        return None
    arguments: dict[str, Any] = {}
    last = head.end()
    while True:
        element = _ELEMENT.match(scanner.text, last)
        if element is None:
            break
        closing = f"</{element['key']}>"
        value_end = scanner.find(closing, element.end(), end)
        if value_end < 0:
            return None
        arguments[element["key"]] = untyped(scanner.text[element.end() : value_end])
        last = value_end + len(closing)
    last = after(scanner, after(scanner, last, "</parameters>"), "</invoke>")
    return call(head["name"], arguments, head.end() - len(head[0].lstrip()), last)


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """A section of elements, or elements without one; a few models put JSON or Python into such a section."""
    found = elements(scanner, start if mark.startswith("<invoke") else body, end)
    if found is not None or mark.startswith("<invoke"):
        return found
    closing = "</" + mark[1:]
    listed = json_calls(scanner, body)
    if listed is not None:
        return Block(after(scanner, listed[1], closing), tuple(listed[0]))
    last = scanner.find(closing, body, end)
    written = python_calls(scanner, skip_blank(scanner.text, body), end=last) if last >= 0 else None
    return Block(last + len(closing), python_texts(written)) if written else None


CLAUDE = TextFormat(
    "claude-xml-text",
    "Text with <invoke> elements",
    ("<function_calls>", "<" + "antml:function_calls>", '<invoke name="', "<invoke name='", "<invoke>"),
    read,
)
MINIMAX = TextFormat("minimax-text", "Text of MiniMax", ("<minimax:tool_call>", "<tool_calls>"), read)
