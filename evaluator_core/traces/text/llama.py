"""Llama 3 and 4: `<|python_tag|>` with JSON or `NAME.call(…)`, `<function=NAME>{…}</function>`, Python lists."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from ..python_calls import call_at, calls_in_list
from .marks import Block, TextCall, TextFormat, after, arguments_at, call, json_calls, python_texts, skip_blank

_FUNCTION = re.compile(r"<function=(?P<name>[^>\n{]{1,200})>\s*(?=\{)")
_CLOSINGS = ("<|python_end|>", "<|eom_id|>", "<|eot_id|>", "<|eom|>", "<|eot|>")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls behind a token, or one function tag."""
    if mark == "<function=":
        return _function(scanner, start, end)
    position = skip_blank(scanner.text, body)
    found = json_calls(scanner, position)
    if found is not None and found[0]:
        return Block(after(scanner, found[1], *_CLOSINGS), tuple(found[0]))
    if scanner.text[position : position + 1] == "[":
        listed = calls_in_list(scanner, position)
        return None if listed is None else Block(after(scanner, listed[1], *_CLOSINGS), python_texts(listed[0]))
    written = call_at(scanner, position)
    if written is None or not (written.name.endswith(".call") or mark == "<|python_start|>"):
        return None
    written = written._replace(name=written.name.removesuffix(".call"))
    return Block(after(scanner, written.end, *_CLOSINGS), python_texts([written]))


def _function(scanner: Scanner, start: int, end: int) -> Block | None:
    tag = _FUNCTION.match(scanner.text, start)
    arguments = arguments_at(scanner, tag.end(), end, "</function>", *_CLOSINGS) if tag else None
    if tag is None or arguments is None:
        return None
    last = after(scanner, arguments[1], "</function>")
    return Block(last, (call(tag["name"].strip(), arguments[0], start, last),))


FORMAT = TextFormat("llama-text", "Text of Llama 3 and 4", ("<|python_tag|>", "<|python_start|>"), read, token=True)
TAGS = FORMAT._replace(marks=("<function=",), token=False)


def whole_calls(text: str) -> list[TextCall]:
    """The calls of a turn that is nothing but `{"name": …, "parameters": {…}}`, or a Python list of calls."""
    stripped = text.strip()
    if stripped[:1] == "{" and '"parameters"' in stripped:
        found = json_calls(Scanner(stripped), 0)
        if found is not None and found[1] == len(stripped) and _WHOLE.match(stripped):
            return found[0]
    elif stripped[:1] == "[" and stripped.endswith(")]"):
        listed = calls_in_list(Scanner(stripped), 0)
        if listed is not None and listed[1] == len(stripped):
            return list(python_texts(listed[0]))
    return []


_WHOLE = re.compile(r'\{\s*(?:"type"\s*:\s*"function"\s*,\s*)?"name"\s*:\s*"[^"\\]+"\s*,\s*"parameters"\s*:\s*\{')
