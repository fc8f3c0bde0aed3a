"""LFM2: `<|tool_call_start|>[f(a=1)]<|tool_call_end|>`, Python or JSON inside."""

from __future__ import annotations

from ...salvage.scanning import Scanner
from ..python_calls import calls_in_list
from .marks import Block, TextFormat, after, json_calls, python_texts, skip_blank


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls between the tokens."""
    begin = skip_blank(scanner.text, body)
    found = json_calls(scanner, begin)
    if found is not None and found[0]:
        return Block(after(scanner, found[1], "<|tool_call_end|>"), tuple(found[0]))
    written = calls_in_list(scanner, begin) if scanner.text[begin : begin + 1] == "[" else None
    return None if written is None else Block(after(scanner, written[1], "<|tool_call_end|>"), python_texts(written[0]))


FORMAT = TextFormat("lfm2-text", "Text of LFM2", ("<|tool_call_start|>",), read, token=True)
