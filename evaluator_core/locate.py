"""Finds the place in a text that a JSON Pointer names, so that a page can show it.

Values beside the way are skipped by the C parser, so a place in 10 MB of text is found in a few milliseconds.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from .errors import InputError
from .json_text import blank_end, check_depth, excerpt_at, line_column
from .pointers import escape, read_path
from .salvage import Scanner
from .salvage.loose import LooseReader, NotLoose

_DECODER = json.JSONDecoder(strict=False)


def locate(text: str, pointer: str) -> tuple[int, int] | None:
    """Start and end, in characters, of the value in the text; None when there is no such place.

    When the text holds several documents, the pointer's first step is the document's number. Of a place inside a
    string that holds JSON (`WHERE#POINTER`) the string is found. Places in damaged pastes are `text:START-END`, where
    a document stands, and `text:START-END#POINTER` in it.
    """
    part = _PART.match(pointer)
    if part is not None:
        return _in_part(text, int(part["start"]), int(part["end"]), part["rest"])
    found = _locate(text, pointer) or _locate_loosely(text, pointer)
    while found is None and "#" in pointer:
        pointer = pointer.rpartition("#")[0]
        found = _locate(text, pointer)
    return found


_PART = re.compile(r"text:(?P<start>\d{1,15})-(?P<end>\d{1,15})(?:#(?P<rest>.*))?\Z", re.DOTALL)


def _in_part(text: str, start: int, end: int, rest: str | None) -> tuple[int, int] | None:
    if not start <= end <= len(text):
        return None
    found = locate(text[start:end], rest) if rest else None
    return (start + found[0], start + found[1]) if found is not None else (start, end)


def _locate_loosely(text: str, pointer: str) -> tuple[int, int] | None:
    """The nearest object or list on the way to a place in a value that is nearly JSON."""
    spans: dict[int, tuple[int, int]] = {}
    try:
        value = LooseReader(Scanner(text), spans=spans).read(0).value
        steps = [str(step) for step in JsonPointer(pointer).parts]
    except (NotLoose, InputError, JsonPointerException):
        return None
    found = spans.get(id(value))
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
        found = spans.get(id(value), found)
    return found


def _locate(text: str, pointer: str) -> tuple[int, int] | None:
    try:
        check_depth(text)
        steps = [str(step) for step in JsonPointer(pointer).parts]
        start = blank_end(text, 1 if text.startswith("\ufeff") else 0)
        end = _end(text, start)
        if blank_end(text, end) < len(text):
            if not steps:
                return None
            for _ in range(int(steps.pop(0))):
                start = blank_end(text, end)
                end = _end(text, start)
        for step in steps:
            found = _member(text, start, step) if text[start] == "{" else _item(text, start, step)
            if found is None:
                return None
            start = found
        return start, _end(text, start)
    except (InputError, ValueError, IndexError, StopIteration, JsonPointerException):
        return None


def placed(problem: InputError, text: str) -> InputError:
    """The error with line, column and offset of the value its path names, where it has only a path."""
    place = problem.place
    if place.path is None or place.offset is not None:
        return problem
    span = locate(text, "".join(f"/{escape(step)}" for step in read_path(place.path)))
    if span is not None:
        line, column = line_column(text, span[0])
        excerpt = excerpt_at(text, span[0])
        problem.place = replace(place, line=line, column=column, offset=span[0], excerpt=excerpt)
    return problem


def _end(text: str, start: int) -> int:
    found: tuple[Any, int] = _DECODER.raw_decode(text, start)
    return found[1]


def _member(text: str, start: int, key: str) -> int | None:
    """Where the value of a key begins; of a key that stands twice, the last counts."""
    found = None
    position = blank_end(text, start + 1)
    while text[position] == '"':
        name, position = scanstring(text, position + 1, False)
        position = blank_end(text, blank_end(text, position) + 1)
        if name == key:
            found = position
        position = blank_end(text, _end(text, position))
        if text[position] != ",":
            break
        position = blank_end(text, position + 1)
    return found


def _item(text: str, start: int, step: str) -> int | None:
    if text[start] != "[":
        return None
    position = blank_end(text, start + 1)
    for _ in range(int(step)):
        position = blank_end(text, _end(text, position))
        if text[position] != ",":
            return None
        position = blank_end(text, position + 1)
    return position
