"""What the ways of reading a damaged paste give: documents with their places, and words on what was done."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..calls import Finding
from ..json_text import duplicate_keys
from .loose import LooseReader, NotLoose
from .scanning import Scanner


class Document(NamedTuple):
    """A value and where in the paste it stands."""

    value: Any
    start: int
    end: int


class Reading(NamedTuple):
    """One way to read a paste."""

    documents: list[Document]
    notes: list[Finding]
    cut: str | None = None
    """When the paste is cut off: JSON Pointer of the innermost object that was open at its end."""
    names: tuple[str, ...] = ()
    """Classes of printed objects, when the documents are such."""
    duplicates: tuple[str, ...] = ()
    not_finite: bool = False
    alone: bool = True
    """The documents are all there is: plain lists of calls may be read from them. False for pieces in prose."""

    def moved(self, offset: int) -> Reading:
        """The same, read from a part of the paste that begins there."""
        moved = [Document(value, start + offset, end + offset) for value, start, end in self.documents]
        return self._replace(documents=moved)

    @property
    def value(self) -> Any:
        """The one document, or the list of several."""
        return self.documents[0].value if len(self.documents) == 1 else [found.value for found in self.documents]


class Found(NamedTuple):
    """A value at a place, however it was spelled."""

    value: Any
    end: int
    strict: bool
    python: bool = False
    names: tuple[str, ...] = ()
    cut: str | None = None
    duplicates: tuple[str, ...] = ()


def value_at(scanner: Scanner, start: int) -> Found | None:
    """The value that begins at a place: as JSON, else as what is nearly JSON."""
    plain = scanner.json_at(start)
    if plain is not None:
        value, end = plain
        twice = duplicate_keys(scanner.text[start:end], [value]) if value.__class__ in (dict, list) else ()
        return Found(value, end, True, duplicates=twice)
    try:
        loose = LooseReader(scanner).read(start)
    except NotLoose as problem:
        scanner.vain(problem.place - start)
        return None
    return Found(loose.value, loose.end, False, loose.python, loose.names, loose.cut, loose.duplicates)


def spelling(found: Found) -> Finding:
    """How a value that is not strict JSON was read."""
    if found.names:
        return Finding("read_as_python", f"read as printed Python objects: {', '.join(dict.fromkeys(found.names))}")
    if found.python:
        return Finding("read_as_python", "read as Python text")
    return Finding("read_as_json5", "read as loose JSON: comments, bare keys, trailing commas or other quotes")


def merged(notes: list[Finding]) -> list[Finding]:
    """The notes, each once."""
    return list(dict.fromkeys(notes))


CUT_OFF = "cut_off"
"""Code of the note on a paste that ends too early; where that is, and after which call, is added by the reader."""
