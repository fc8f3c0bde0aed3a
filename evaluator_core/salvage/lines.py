"""Pastes that are read line by line: JSON Lines with bad lines, and server-sent events."""

from __future__ import annotations

import re

from ..calls import Finding
from .loose import LooseReader, NotLoose
from .reading import CUT_OFF, Document, Found, Reading, merged, spelling, value_at
from .scanning import Scanner

_LINE = re.compile(r"[^\n]+")
_DATA = re.compile(r"^[ \t]*data:[ \t]?(?P<data>[^\n]*)$", re.MULTILINE)
_BLANK_OR_COMMA = re.compile(r"[ \t\r,]*(?=\n|\Z)")
_PATIENCE = 20


def read_json_lines(scanner: Scanner) -> Reading | None:
    """One document a line. Bad lines are left out and named, as long as the good ones are more."""
    text = scanner.text
    documents: list[Document] = []
    notes: list[Finding] = []
    bad: list[int] = []
    number = 0
    counted = 0
    cut = None
    names: list[str] = []
    twice: list[str] = []
    for line in _LINE.finditer(text):
        begin = line.end() - len(line[0].lstrip())
        if begin == line.end():
            continue
        number += text.count("\n", counted, begin)
        counted = begin
        found = _line(scanner, begin, line.end()) if text[begin] in "{[" else None
        if found is None or (found.cut is not None and line.end() < len(text.rstrip())):
            bad.append(number + 1)
            if len(bad) > len(documents) + _PATIENCE:
                return None
            continue
        documents.append(Document(found.value, begin, found.end))
        names += found.names
        twice += found.duplicates
        if found.cut is not None:
            cut = f"/{len(documents) - 1}{found.cut}"
            notes.append(Finding(CUT_OFF, "the paste is cut off"))
        elif not found.strict:
            notes.append(spelling(found))
    if len(bad) > len(documents) or not documents or (len(documents) == 1 and bad):
        return None
    if bad:
        notes.append(Finding("bad_lines", _bad_lines(bad)))
    return Reading(documents, merged(notes), cut, tuple(names), tuple(dict.fromkeys(twice)), scanner.not_finite)


def _line(scanner: Scanner, begin: int, end: int) -> Found | None:
    found = value_at(scanner, begin)
    if found is None or found.end > end or not _BLANK_OR_COMMA.match(scanner.text, found.end):
        return None
    return found


def _bad_lines(bad: list[int]) -> str:
    listed = ", ".join(map(str, bad[:5])) + (" …" if len(bad) > 5 else "")
    return (
        f"line {listed} is no JSON and is left out" if len(bad) == 1 else f"lines {listed} are no JSON and are left out"
    )


def read_events(scanner: Scanner) -> Reading | None:
    """The `data:` lines of server-sent events; comments, `event:` lines and `[DONE]` mean nothing here."""
    text = scanner.text
    if "data:" not in text:
        return None
    documents: list[Document] = []
    bad: list[int] = []
    lines = list(_DATA.finditer(text))
    for number, line in enumerate(lines):
        data = line["data"].strip()
        if not data or data == "[DONE]":
            continue
        begin = line.start("data") + len(line["data"]) - len(line["data"].lstrip())
        found = scanner.json_at(begin)
        if found is None and data[0] in "{[":
            found = _python(scanner, begin)
        if found is None or found[1] > line.end():
            bad.append(number)
        else:
            documents.append(Document(found[0], begin, found[1]))
    if not documents or len(bad) > len(documents):
        return None
    notes = [Finding("sse", "read as server-sent events")]
    if bad and bad[-1] == len(lines) - 1 and lines[-1].end() >= len(text.rstrip()):
        bad.pop()
        notes.append(Finding(CUT_OFF, "the paste is cut off"))
    if bad:
        which = "event is" if len(bad) == 1 else "events are"
        notes.append(Finding("bad_lines", f"{len(bad)} {which} no JSON and left out"))
    cut = f"/{len(documents)}" if any(note.code == CUT_OFF for note in notes) else None
    return Reading(documents, notes, cut, not_finite=scanner.not_finite)


def _python(scanner: Scanner, begin: int) -> tuple[object, int] | None:
    try:
        loose = LooseReader(scanner).read(begin)
    except NotLoose as problem:
        scanner.vain(problem.place - begin)
        return None
    return (loose.value, loose.end) if loose.cut is None else None
