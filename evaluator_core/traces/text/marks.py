"""What text formats are made of: marks that open a block, and blocks with calls or results in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ...errors import InputError
from ...json_text import decode_value
from ...salvage.loose import LooseReader, NotLoose
from ...salvage.reading import value_at
from ...salvage.scanning import Scanner
from ..python_calls import PythonCall
from ..records import CallRecord, ResultRecord, call_id


class TextCall(NamedTuple):
    """A call and its place in the text."""

    record: CallRecord
    start: int
    end: int


class Block(NamedTuple):
    """What a mark opened: calls, or results of tools, or (neither) something to pass by."""

    end: int
    calls: tuple[TextCall, ...] = ()
    results: tuple[ResultRecord, ...] = ()


class TextFormat(NamedTuple):
    """One text format: a line in the table."""

    id: str
    title: str
    marks: tuple[str, ...]
    """Texts that open a block. Where formats share one, the first whose reader finds a block counts."""
    read: Callable[[Scanner, str, int, int, int], Block | None]
    """(text, mark, where the mark begins, where it ends, where the turn ends) → the block, or None."""
    token: bool = False
    """The marks are tokens of the model, which nobody writes in a sentence: they need not begin a line when nothing
    follows their block on its line."""


NAME = re.compile(r"[^\W\d][\w.\-/:]*")
"""A tool's name."""

NAME_KEYS = ("name", "tool_name", "function", "tool")
ARGS_KEYS = ("arguments", "parameters", "args", "tool_input", "input")


def call(name: str, arguments: Any, start: int, end: int, id: Any = None, free_text: str | None = None) -> TextCall:
    """A call in the text."""
    return TextCall(CallRecord(name, arguments, "", call_id(id), free_text=free_text), start, end)


def skip_blank(text: str, position: int) -> int:
    """The next place that is no white space."""
    found = _BLANK.match(text, position)
    return found.end() if found else position


_BLANK = re.compile(r"\s*+")


def after(scanner: Scanner, position: int, *tokens: str) -> int:
    """The place behind the first of these tokens that stands here, white space before it; else the place itself."""
    begin = skip_blank(scanner.text, position)
    for token in tokens:
        if scanner.text.startswith(token, begin):
            return begin + len(token)
    return position


def json_calls(scanner: Scanner, start: int) -> tuple[list[TextCall], int] | None:
    """Calls as JSON, or as Python wrote them: an object, a list of objects, or several of them one after the other."""
    text = scanner.text
    position = skip_blank(text, start)
    calls: list[TextCall] = []
    end = position
    while text[position : position + 1] in ("{", "["):
        found = value_at(scanner, position)
        if found is None or found.cut is not None:
            break
        items = found.value if isinstance(found.value, list) else [found.value]
        read = [_json_call(item, position, found.end) for item in items]
        if None in read:
            break
        calls.extend(item for item in read if item is not None)
        end = found.end
        position = skip_blank(text, end)
        if text[position : position + 1] in (";", ","):
            position = skip_blank(text, position + 1)
    return (calls, end) if end > start and (calls or text.startswith("[", skip_blank(text, start))) else None


def _json_call(item: Any, start: int, end: int) -> TextCall | None:
    if not isinstance(item, dict):
        return None
    inner = item.get("function")
    if isinstance(inner, dict):
        item = {**item, **inner}
    name = next((item[key] for key in NAME_KEYS if isinstance(item.get(key), str)), None)
    if not name:
        return None
    arguments = next((item[key] for key in ARGS_KEYS if key in item), None)
    return call(name, arguments, start, end, item.get("id") or item.get("tool_call_id"))


def python_texts(calls: list[PythonCall]) -> tuple[TextCall, ...]:
    """Calls that were written as Python."""
    return tuple(call(found.name, found.arguments, found.start, found.end) for found in calls)


def arguments_at(scanner: Scanner, start: int, end: int, *closings: str) -> tuple[Any, int] | None:
    """Arguments that should be a JSON object, and their end. Else the text up to a closing mark, verbatim (rule A5)."""
    begin = skip_blank(scanner.text, start)
    plain = scanner.json_at(begin)
    if plain is not None and isinstance(plain[0], dict):
        following = skip_blank(scanner.text, plain[1])
        ends_line = "\n" in scanner.text[plain[1] : following]
        if following >= end or ends_line or not closings or scanner.text.startswith(closings, following):
            return plain
    places = [place for closing in closings if (place := scanner.find(closing, begin, end)) >= 0]
    if not places:
        return plain
    return scanner.text[begin : min(places)].strip(), min(places)


_SCALAR = re.compile(r"(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)\Z")
_PYTHON = {"True": True, "False": False, "None": None}


def untyped(text: str, *, python: bool = False) -> Any:
    """The value of a parameter that has no type (rule A8): JSON where the whole text is, else text."""
    whole = text.strip()
    if python and whole in _PYTHON:
        return _PYTHON[whole]
    if _SCALAR.match(whole) or whole[:1] in ("{", "["):
        try:
            return decode_value(whole).value
        except (InputError, ValueError):
            if python and whole[:1] in ("{", "["):
                return _python_value(whole, trimmed(text))
    return trimmed(text)


def _python_value(whole: str, otherwise: str) -> Any:
    try:
        found = LooseReader(Scanner(whole), literal=True).read(0)
    except (NotLoose, InputError):
        return otherwise
    return found.value if found.end == len(whole) else otherwise


def trimmed(text: str) -> str:
    """The text without one line break at each end."""
    text = text.removeprefix("\r").removeprefix("\n")
    return text[:-1].removesuffix("\r") if text.endswith("\n") else text
