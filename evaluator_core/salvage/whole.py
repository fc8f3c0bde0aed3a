"""The whole paste as one value, or several one after the other, in JSON or nearly so."""

from __future__ import annotations

import re

from ..calls import Finding
from .loose import BLANK
from .reading import CUT_OFF, Document, Found, Reading, merged, spelling, value_at
from .respelling import respelled
from .scanning import Scanner

_BEGINS = re.compile(BLANK + r"(?:[\[{(]|[bBuUrR]{0,2}[\"'“„‘‚]|[A-Za-z_][\w.]*+\(|[A-Za-z_]\w*+=[^=\s])")
_BETWEEN = re.compile(BLANK + r"(?:[,;]" + BLANK + r")*+")


def read_whole(scanner: Scanner) -> Reading | None:
    """Every value from the first character to the last; None when anything else stands there."""
    text = scanner.text
    if not _BEGINS.match(text):
        return None
    start = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    if text[start : start + 1] in ("{", "["):
        spelled = respelled(text)
        if spelled is not None and spelled[0] != text:
            inner = Scanner(spelled[0])
            found = _sequence(inner)
            if found is not None:
                return _of_other_spelling(text, start, found, spelled[1])._replace(not_finite=inner.not_finite)
    found = _sequence(scanner)
    if found is None:
        return None
    documents = [Document(item.value, at, item.end) for at, item in found]
    notes = [spelling(item) for _, item in found if not item.strict and item.cut is None]
    return _reading(documents, found, notes)._replace(not_finite=scanner.not_finite)


def _of_other_spelling(text: str, start: int, found: list[tuple[int, Found]], python: bool) -> Reading:
    """Places in the respelled text mean nothing: each document stands somewhere in the whole."""
    documents = [Document(item.value, start, len(text.rstrip())) for _, item in found]
    return _reading(documents, found, [spelling(found[0][1]._replace(python=python))])


def _reading(documents: list[Document], found: list[tuple[int, Found]], notes: list[Finding]) -> Reading:
    last = found[-1][1]
    cut = last.cut
    if cut is not None:
        notes.append(Finding(CUT_OFF, "the paste is cut off"))
        if len(found) > 1:
            cut = f"/{len(found) - 1}{cut}"
    names = tuple(name for _, item in found for name in item.names)
    twice = tuple(dict.fromkeys(key for _, item in found for key in item.duplicates))
    return Reading(documents, merged(notes), cut, names, twice)


def _sequence(scanner: Scanner) -> list[tuple[int, Found]] | None:
    text = scanner.text
    found: list[tuple[int, Found]] = []
    position = _BETWEEN.match(text, 0).end()  # type: ignore[union-attr]
    while position < len(text):
        value = value_at(scanner, position)
        if value is None:
            return None
        found.append((position, value))
        position = _BETWEEN.match(text, value.end).end()  # type: ignore[union-attr]
    return found or None
