"""DeepSeek: tokens with full-width bars; V3 and R1 with fenced JSON, V3.1 without, V3.2 with DSML elements."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from .invoke import elements
from .marks import Block, TextCall, TextFormat, after, arguments_at, call

_BEGIN, _END = "<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"
_ALL_BEGIN, _ALL_END = "<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>"
_DSML = "｜DSML｜"
_FENCED = re.compile(
    r"\s*+(?:<｜tool▁call▁begin｜>)?\s*+function<｜tool▁sep｜>(?P<name>[^\n<]{1,200}?)[ \t]*+\n"
    r"\s*+```(?:json)?[ \t]*+\n"
)
_PLAIN = re.compile(r"\s*+(?:<｜tool▁call▁begin｜>)?\s*+(?P<name>[^\s<]{1,200})\s*<｜tool▁sep｜>")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """All calls of a section."""
    if _DSML in mark:
        return elements(scanner, body, end, _DSML)
    calls: list[TextCall] = []
    position = body
    while True:
        found = _call(scanner, position, end)
        if found is None:
            break
        calls.append(found)
        position = found.end
    return Block(after(scanner, position, _ALL_END), tuple(calls)) if calls else None


def _call(scanner: Scanner, position: int, end: int) -> TextCall | None:
    head = _FENCED.match(scanner.text, position)
    closings: tuple[str, ...] = ("```", _END) if head else (_END, _ALL_END)
    head = head or _PLAIN.match(scanner.text, position)
    arguments = arguments_at(scanner, head.end(), end, *closings) if head else None
    if head is None or arguments is None:
        return None
    last = after(scanner, after(scanner, arguments[1], "```"), _END)
    return call(head["name"].strip(), arguments[0], head.start("name"), last)


FORMAT = TextFormat(
    "deepseek-text",
    "Text of DeepSeek",
    (_ALL_BEGIN, _BEGIN, f"<{_DSML}function_calls>", f"<{_DSML}tool_calls>"),
    read,
    token=True,
)
