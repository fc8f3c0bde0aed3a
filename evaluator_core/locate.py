"""Finds the place in a text that a JSON Pointer names, so that a page can show it.

Values beside the way are skipped by the C parser, so a place in 10 MB of text is found in a few milliseconds.
"""

from __future__ import annotations

import json
from dataclasses import replace
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from .errors import InputError
from .json_text import blank_end, check_depth, excerpt_at, line_column
from .pointers import escape, read_path

_DECODER = json.JSONDecoder(strict=False)


def locate(text: str, pointer: str) -> tuple[int, int] | None:
    """Start and end, in characters, of the value in the text; None when there is no such place.

    When the text holds several documents, the pointer's first step is the document's number. Of a place inside a
    string that holds JSON (`WHERE#POINTER`) the string is found.
    """
    found = _locate(text, pointer)
    while found is None and "#" in pointer:
        pointer = pointer.rpartition("#")[0]
        found = _locate(text, pointer)
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
