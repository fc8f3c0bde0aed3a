"""Qwen3-Coder and others: `<tool_call><function=NAME><parameter=KEY>value</parameter></function></tool_call>`."""

from __future__ import annotations

import re
from typing import Any

from ...salvage.scanning import Scanner
from .marks import Block, TextCall, TextFormat, after, call, skip_blank, untyped

_FUNCTION = re.compile(r"<function=(?P<name>[^>\n]{1,200})>\s*(?=<parameter=|</function>)")
_PARAMETER = re.compile(r"\s*<parameter=(?P<key>[^>\n]{1,200})>")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The functions of a block; closing tags may be missing."""
    text = scanner.text
    position = start if mark == "<function=" else skip_blank(text, body)
    calls: list[TextCall] = []
    while True:
        function = _FUNCTION.match(text, position)
        if function is None:
            break
        arguments, last = _parameters(scanner, function.end(), end)
        last = after(scanner, last, "</function>")
        calls.append(call(function["name"].strip().strip("\"'"), arguments, function.start(), last))
        position = skip_blank(text, last)
    if not calls:
        return None
    closing = () if mark == "<function=" else ("</" + mark[1:],)
    return Block(after(scanner, calls[-1].end, *closing), tuple(calls))


def _parameters(scanner: Scanner, position: int, end: int) -> tuple[dict[str, Any], int]:
    found: dict[str, Any] = {}
    while True:
        parameter = _PARAMETER.match(scanner.text, position)
        if parameter is None:
            return found, position
        value_end = scanner.find("</parameter>", parameter.end(), end)
        following = scanner.find("\n<parameter=", parameter.end(), end)
        if value_end < 0:
            value_end = scanner.find("</function>", parameter.end(), end)
        if following >= 0 and (value_end < 0 or following < value_end):
            value_end = following
        value_end = end if value_end < 0 else value_end
        found[parameter["key"].strip()] = untyped(scanner.text[parameter.end() : value_end])
        position = after(scanner, value_end, "</parameter>")


FORMAT = TextFormat(
    "qwen3-coder-xml",
    "Text with <function=…> tags (Qwen3-Coder)",
    ("<tool_call>", "<function=", "<seed:tool_call>"),
    read,
)
