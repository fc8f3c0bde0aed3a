"""Gemma: fenced `tool_code` with Python; `call:NAME{k:<escape>text<escape>}` (FunctionGemma), `<|"|>` in Gemma 4."""

from __future__ import annotations

import re
from typing import Any

from ...errors import InputError
from ...json_text import encode
from ...salvage.loose import LooseReader, NotLoose
from ...salvage.scanning import Scanner
from ..python_calls import PythonCall, call_at
from .marks import Block, TextCall, TextFormat, after, call, python_texts, skip_blank

_CALL = re.compile(r"\s*call:\s*(?P<name>[^\s{]{1,200})\s*(?=\{)")
_ASSIGNED = re.compile(r"[^\W\d]\w*\s*=\s*(?!=)")
_TOKENS = {
    "<start_function_call>": ("<end_function_call>", "<escape>"),
    "<|tool_call>": ("<tool_call|>", '<|"|>'),
}


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls between the tokens; strings in them stand between tokens of their own."""
    closing, quote = _TOKENS[mark]
    last = scanner.find(closing, body, end)
    last = end if last < 0 else last
    calls: list[TextCall] = []
    position = body
    while True:
        head = _CALL.match(scanner.text, position, last)
        found = _arguments(scanner.text, head.end(), last, quote) if head else None
        if head is None or found is None:
            break
        position = found[1]
        calls.append(call(head["name"], found[0], head.start("name"), position))
    return Block(after(scanner, position, closing), tuple(calls)) if calls else None


def _arguments(text: str, start: int, end: int, quote: str) -> tuple[Any, int] | None:
    """`{k:<escape>text<escape>,n:3}` as an object: with its strings spelled as JSON it is nearly JSON."""
    parts = text[start:end].split(quote)
    spelled = [encode(part) if number % 2 else part for number, part in enumerate(parts)]
    try:
        found = LooseReader(Scanner("".join(spelled))).read(0)
    except (NotLoose, InputError):
        return None
    if found.cut is not None:
        return None
    left = found.end
    place = start
    for number, (part, written) in enumerate(zip(parts, spelled, strict=True)):
        place += len(quote) if number else 0
        if left <= len(written):
            return found.value, place + (left if number % 2 == 0 else len(part))
        left -= len(written)
        place += len(part)
    return found.value, end


def read_tool_code(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls of a fenced block of Python, one a line; `print(…)` around them is no call."""
    last = scanner.find("```", body, end)
    last = end if last < 0 else last
    calls: list[PythonCall] = []
    position = skip_blank(scanner.text, body)
    while position < last:
        target = _ASSIGNED.match(scanner.text, position)
        found = call_at(scanner, target.end() if target else position, unwrap=True)
        if found is None or found.end > last:
            return None
        calls.append(found)
        position = skip_blank(scanner.text, after(scanner, found.end, ";"))
    return Block(after(scanner, last, "```"), python_texts(calls)) if calls else None


FORMAT = TextFormat("gemma-text", "Text of Gemma", tuple(_TOKENS), read, token=True)
TOOL_CODE = TextFormat("gemma-text", "Text of Gemma", ("```tool_code",), read_tool_code)
