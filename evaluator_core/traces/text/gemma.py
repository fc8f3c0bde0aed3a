"""Gemma: fenced `tool_code` with Python; `call:NAME{k:<escape>text<escape>}` (FunctionGemma), `<|"|>` in Gemma 4."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate
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
    if last < 0:
        last = scanner.find(mark, body, end)
    block = _Spelled(scanner.text, body, last if last >= 0 else end, quote)
    calls: list[TextCall] = []
    position = 0
    while True:
        head = _CALL.match(block.scanner.text, position)
        found = _arguments(block.scanner, head.end()) if head else None
        if head is None or found is None:
            break
        start, position = block.place(head.start("name")), found[1]
        calls.append(call(head["name"], found[0], start, block.place(position)))
    return Block(after(scanner, calls[-1].end, closing), tuple(calls)) if calls else None


class _Spelled:
    """A block whose strings are spelled as JSON, which makes its arguments nearly JSON."""

    def __init__(self, text: str, start: int, end: int, quote: str) -> None:
        parts = text[start:end].split(quote)
        spelled = [encode(part) if number % 2 else part for number, part in enumerate(parts)]
        self.scanner = Scanner("".join(spelled))
        self._ends = list(accumulate(map(len, spelled)))
        self._places = list(accumulate((len(part) + len(quote) for part in parts), initial=start))

    def place(self, offset: int) -> int:
        """Where in the text a place outside strings is."""
        part = bisect_left(self._ends, offset)
        return self._places[part] + offset - (self._ends[part - 1] if part else 0)


def _arguments(scanner: Scanner, start: int) -> tuple[Any, int] | None:
    try:
        found = LooseReader(scanner).read(start)
    except (NotLoose, InputError):
        return None
    return None if found.cut is not None else (found.value, found.end)


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
