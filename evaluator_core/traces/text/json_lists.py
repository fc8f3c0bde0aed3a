"""Models that write a JSON list of calls behind one mark: Granite, Phi, Nemotron, Command R and A."""

from __future__ import annotations

from ...salvage.scanning import Scanner
from .marks import Block, TextFormat, after, json_calls, skip_blank

_CLOSINGS = {
    "<|tool_call|>": "<|/tool_call|>",
    "<TOOLCALL>": "</TOOLCALL>",
    "<|START_ACTION|>": "<|END_ACTION|>",
}


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """The calls of the list behind the mark."""
    if mark == "functools" and not scanner.text.startswith("[", skip_blank(scanner.text, body)):
        return None
    found = json_calls(scanner, body)
    if found is None:
        return None
    closing = _CLOSINGS.get(mark)
    return Block(after(scanner, found[1], closing) if closing else found[1], tuple(found[0]))


GRANITE = TextFormat("granite-text", "Text with <|tool_call|> (Granite, Phi)", ("<|tool_call|>",), read, token=True)
PHI = TextFormat("phi-text", "Text with functools[…] (Phi)", ("functools",), read)
NEMOTRON = TextFormat("nemotron-text", "Text with <TOOLCALL> (Nemotron)", ("<TOOLCALL>",), read)
COHERE = TextFormat("cohere-text", "Text of Command R and A", ("<|START_ACTION|>",), read, token=True)
