"""Mistral: `[TOOL_CALLS]` and a JSON list, or `[TOOL_CALLS]NAME[CALL_ID]ID[ARGS]{…}`."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from .marks import Block, TextCall, TextFormat, after, arguments_at, call, json_calls, skip_blank

_NAMED = re.compile(
    r"\s*(?:\[TOOL_CALLS\]\s*)?(?P<name>[^\W\d][\w.\-/:]*)\s*"
    r"(?:\[CALL_ID\]\s*(?P<id>[\w-]+)\s*)?(?:\[ARGS\]|(?=\{))"
)
_CLOSINGS = ("[TOOL_CALLS]", "</s>", "<|im_end|>")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls behind one mark."""
    begin = skip_blank(scanner.text, body)
    if scanner.text[begin : begin + 1] in ("[", "{"):
        found = json_calls(scanner, body)
        return None if found is None else Block(after(scanner, found[1], "</s>"), tuple(found[0]))
    calls: list[TextCall] = []
    position = body
    while True:
        named = _NAMED.match(scanner.text, position)
        arguments = arguments_at(scanner, named.end(), end, *_CLOSINGS, "\n") if named else None
        if named is None or arguments is None:
            break
        position = arguments[1]
        calls.append(call(named["name"], arguments[0], named.start("name"), position, named["id"]))
    return Block(after(scanner, position, "</s>"), tuple(calls)) if calls else None


FORMAT = TextFormat("mistral-text", "Text with [TOOL_CALLS] (Mistral)", ("[TOOL_CALLS]",), read, token=True)
