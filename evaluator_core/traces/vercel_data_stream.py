"""Vercel AI SDK 4, streamed: lines of a code, a colon and JSON (`9:{"toolCallId": …}`), as events of the UI stream."""

from __future__ import annotations

import re

from ..calls import Finding
from ..errors import InputError
from ..json_text import decode_value
from ..salvage import CUT_OFF, Document, Reading, Scanner

_EVENTS = {
    "0": "text-delta", "9": "tool-input-available", "a": "tool-output-available", "b": "tool-input-start",
    "c": "tool-input-delta", "d": "finish", "e": "finish-step", "f": "start-step",
}  # fmt: skip
_LINE = re.compile(r"[ \t]*([0-9a-k]):(?=[\"\[{])([^\n]+)")


def read_data_stream(scanner: Scanner) -> Reading | None:
    """An event a line, where every line is such a one; the last may be cut off."""
    text = scanner.text
    documents: list[Document] = []
    notes: list[Finding] = []
    position = len(text) - len(text.lstrip())
    while position < len(text):
        found = _LINE.match(text, position)
        if found is None:
            return None
        position = found.end() + 1
        while text[position : position + 1].isspace():
            position += 1
        try:
            value = decode_value(found[2]).value
        except (InputError, ValueError):
            if position < len(text) or not documents:
                return None
            notes.append(Finding(CUT_OFF, "the paste is cut off"))
            break
        kind = _EVENTS.get(found[1])
        if kind == "text-delta":
            value = {"id": "0", "delta": value}
        if kind is not None and isinstance(value, dict):
            documents.append(Document({"type": kind, **value}, found.start(2), found.end(2)))
    return Reading(documents, notes) if documents else None
