"""Kimi K2: `<|tool_call_begin|>functions.NAME:N<|tool_call_argument_begin|>{…}<|tool_call_end|>`."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from .marks import Block, TextCall, TextFormat, after, arguments_at, call

_SECTION = ("<|tool_calls_section_begin|>", "<|tool_call_section_begin|>")
_SECTION_END = ("<|tool_calls_section_end|>", "<|tool_call_section_end|>")
_BEGIN, _END = "<|tool_call_begin|>", "<|tool_call_end|>"
_HEAD = re.compile(r"\s*+(?:<\|tool_call_begin\|>)?\s*+(?P<id>[^\s<]{1,200}?)\s*<\|tool_call_argument_begin\|>")
_INDEX = re.compile(r":\d+\Z")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """All calls of a section. The id is `functions.NAME:N`, of which the middle is the tool's name."""
    calls: list[TextCall] = []
    position = body
    while True:
        head = _HEAD.match(scanner.text, position)
        arguments = arguments_at(scanner, head.end(), end, _END, *_SECTION_END) if head else None
        if head is None or arguments is None:
            break
        position = after(scanner, arguments[1], _END)
        name = _INDEX.sub("", head["id"]).removeprefix("functions.")
        calls.append(call(name, arguments[0], head.start("id"), position, head["id"]))
    return Block(after(scanner, position, *_SECTION_END), tuple(calls)) if calls else None


FORMAT = TextFormat("kimi-text", "Text of Kimi K2", (*_SECTION, _BEGIN), read, token=True)
