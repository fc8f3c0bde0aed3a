"""Hermes, Qwen and many after them: `<tool_call>{"name": …, "arguments": {…}}</tool_call>`."""

from __future__ import annotations

from ...salvage.scanning import Scanner
from .marks import Block, TextFormat, after, json_calls


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """One block with one call or several; the closing tag may be missing."""
    found = json_calls(scanner, body)
    if found is None:
        return None
    calls, last = found
    closing = "</" + mark[1:]
    return Block(after(scanner, last, closing), tuple(calls))


FORMAT = TextFormat("hermes-text", "Text with <tool_call> tags (Hermes, Qwen)", ("<tool_call>",), read)
