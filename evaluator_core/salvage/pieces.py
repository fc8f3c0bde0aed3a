"""JSON, or what is nearly JSON, that stands inside log lines or prose."""

from __future__ import annotations

import re
from typing import Any

from ..calls import Finding
from .reading import Document, Found, Reading, merged, spelling, value_at
from .scanning import Scanner

_OPENER = re.compile(
    r"""\{\s*+["'“A-Za-z_]|\[\s*+[\[{A-Z]|(?<![\w.])[A-Z]\w*+\((?=[a-z_]\w*+=)"""
    r"""|(?P<quoted>"[ ]?[\[{](?:[\[{]|\\[nrt]|\s)*+\\")"""
)
_LOG = re.compile(
    r"\s*+(?:\W{0,2}\d{4}-\d\d-\d\d|\[?\d\d:\d\d|[\W\d]*\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL)\b|\w{3} \d)"
)


def read_pieces(scanner: Scanner) -> Reading | None:
    """Every balanced `{…}` or `[…]` that can be read and holds an object. What cannot be read is passed by."""
    text = scanner.text
    documents: list[Document] = []
    notes: list[Finding] = []
    twice: list[str] = []
    names: list[str] = []
    alone = True
    position = 0
    while True:
        opener = _OPENER.search(text, position)
        if opener is None:
            break
        start = opener.start()
        found = _quoted(scanner, start) if opener["quoted"] else value_at(scanner, start)
        if found is None or found.cut is not None or not _has_object(found.value):
            position = opener.start() + 1
            if found is not None:
                scanner.vain(found.end - start)
            if not scanner.vain(1):
                break
            continue
        documents.append(Document(found.value, start, found.end))
        twice += found.duplicates
        names += found.names
        if not found.strict:
            notes.append(spelling(found))
        alone = alone and _stands_alone(text, start, found.end)
        position = found.end
    if not documents:
        return None
    count = len(documents)
    notes.append(Finding("pieces", f"{count} {'piece' if count == 1 else 'pieces'} of JSON found in other text"))
    return Reading(documents, merged(notes), None, tuple(names), tuple(dict.fromkeys(twice)), scanner.not_finite, alone)


def _quoted(scanner: Scanner, start: int) -> Found | None:
    """A string in double quotes that holds JSON, as structured logs write it."""
    found = scanner.json_at(start)
    if found is None or not isinstance(found[0], str):
        return None
    inner = Scanner(found[0].strip())
    value = inner.json_at(0)
    return Found(value[0], found[1], True) if value is not None and value[1] == len(inner.text) else None


def _has_object(value: Any) -> bool:
    while isinstance(value, list) and value:
        value = value[0]
    return isinstance(value, dict) and bool(value)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a piece is a line's all, or all that follows a log line's beginning: not a part of a sentence."""
    line_end = text.find("\n", end)
    if text[end : line_end if line_end >= 0 else len(text)].strip(" \t\r,;"):
        return False
    line_start = text.rfind("\n", 0, start) + 1
    before = text[line_start:start]
    return not before.strip() or _LOG.match(before) is not None
