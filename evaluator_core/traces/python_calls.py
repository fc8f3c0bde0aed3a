"""Calls written as Python: `f(a=1)`, one a line or in a list. Nothing is evaluated.

Keyword arguments become an object. A value that is no literal stays as it is written, and so do the arguments of a
call with arguments that have no name.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..salvage.loose import BLANK, LooseReader, NotLoose
from ..salvage.scanning import Scanner
from .records import CallRecord

ID = "python-calls"
TITLE = "Python calls"

_BLANK = re.compile(BLANK)
_NAME = re.compile(r"(?:await\s+)?(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)[ \t]*\(")
_TARGET = re.compile(r"[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*\s*=\s*(?![=])")
_KEYWORD = re.compile(r"(?P<key>[^\W\d]\w*)\s*=(?!=)")
_PART = re.compile(r"""(?:[bBuUrRfF]{0,2}(?:"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|[^"'()\[\]{},])++""", re.DOTALL)
_ENDS_LINE = re.compile(r"[ \t\r]*+(?:;|#[^\n]*+)?[ \t\r]*+(?:\n|\Z)")
_STATEMENTS = frozenset("if while for with return not and or elif assert print in is lambda def class import".split())


_BEGINS = re.compile(r"\s*(?:\[\s*)?(?:[^\W\d]\w*\s*=\s*)?(?:await\s+)?[^\W\d][\w.]*\(")
_SIMPLE = re.compile(
    r"""(?:(?P<text>"[^"\\\n]*+"(?!")|'[^'\\\n]*+'(?!'))|(?P<number>-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?)|(?P<word>True|False|None))"""
    r"""(?=\s*+[,)])"""
)
_WORDS = {"True": True, "False": False, "None": None}


class PythonCall(NamedTuple):
    """A call and its place in the text."""

    name: str
    arguments: Any
    start: int
    end: int

    def record(self, where: str) -> CallRecord:
        """The call as readers emit it."""
        return CallRecord(self.name, self.arguments, where)


def may_be_calls(text: str) -> bool:
    """Whether a text begins like calls; quick."""
    return _BEGINS.match(text) is not None


def read_python_calls(text: str, where: str = "") -> list[CallRecord] | None:
    """The calls of a text that holds nothing but calls; None when it is anything else."""
    found = python_calls(Scanner(text))
    return None if found is None else [call.record(where) for call in found]


def python_calls(scanner: Scanner, start: int = 0, *, end: int | None = None) -> list[PythonCall] | None:
    """The calls between two places, when nothing else stands there; a list that is empty has none."""
    text = scanner.text
    end = len(text) if end is None else end
    position = _after_blank(text, start)
    if text[position : position + 1] == "[":
        found = calls_in_list(scanner, position)
        return None if found is None or _after_blank(text, found[1]) < end else found[0]
    calls: list[PythonCall] = []
    while position < end:
        target = _TARGET.match(text, position)
        call = call_at(scanner, target.end() if target else position)
        if call is None:
            return None
        calls.append(call)
        position = _after_blank(text, call.end)
        separator = text[position : position + 1]
        if separator in (",", ";") and position < end:
            position = _after_blank(text, position + 1)
        elif position < end and not _ENDS_LINE.match(text, call.end):
            return None
    return calls or None


def calls_in_list(scanner: Scanner, start: int) -> tuple[list[PythonCall], int] | None:
    """The calls of `[f(a=1), g()]` and the place behind the list."""
    text = scanner.text
    calls: list[PythonCall] = []
    position = _after_blank(text, start + 1)
    while text[position : position + 1] != "]":
        call = call_at(scanner, position)
        if call is None:
            return None
        calls.append(call)
        position = _after_blank(text, call.end)
        if text[position : position + 1] == ",":
            position = _after_blank(text, position + 1)
        elif text[position : position + 1] != "]":
            return None
    return calls, position + 1


def call_at(scanner: Scanner, start: int, *, unwrap: bool = False) -> PythonCall | None:
    """The call that begins at a place. `unwrap`: of `print(f(a=1))` the call inside."""
    text = scanner.text
    opening = _NAME.match(text, start)
    if opening is None:
        return None
    name = opening["name"]
    if unwrap and name == "print":
        inner = call_at(scanner, _after_blank(text, opening.end()))
        closing = _after_blank(text, inner.end) if inner is not None else len(text)
        if inner is not None and text[closing : closing + 1] == ")":
            return inner._replace(end=closing + 1)
    if name in _STATEMENTS and not unwrap:
        return None
    first = position = _after_blank(text, opening.end())
    fields: dict[str, Any] = {}
    named = True
    while text[position : position + 1] != ")":
        keyword = _KEYWORD.match(text, position)
        named = named and keyword is not None
        place = _after_blank(text, keyword.end()) if keyword else position
        found = _value(scanner, place)
        if found is None:
            return None
        if keyword is not None:
            fields[keyword["key"]] = found[0]
        position = _after_blank(text, found[1])
        if text[position : position + 1] == ",":
            position = _after_blank(text, position + 1)
        elif text[position : position + 1] != ")":
            scanner.vain(position - start)
            return None
    arguments = fields if named else text[first:position].strip()
    return PythonCall(name, arguments, start, position + 1)


def _value(scanner: Scanner, start: int) -> tuple[Any, int] | None:
    """An argument's value: a literal, or else its source text."""
    text = scanner.text
    simple = _SIMPLE.match(text, start)
    if simple is not None:
        return _simple(simple), simple.end()
    try:
        literal = LooseReader(scanner, literal=True).read(start)
    except NotLoose as problem:
        if not scanner.vain(problem.place - start):
            return None
    else:
        following = _after_blank(text, literal.end)
        if text[following : following + 1] in (",", ")"):
            return literal.value, literal.end
    end = _expression_end(text, start) if scanner.vain(0) else None
    if end is None:
        scanner.vain(len(text) - start)
        return None
    return text[start:end].rstrip(), end


def _simple(found: re.Match[str]) -> Any:
    if found["text"] is not None:
        return found["text"][1:-1]
    if found["number"] is not None:
        return float(found["number"]) if "." in found["number"] else int(found["number"])
    return _WORDS[found["word"]]


def _expression_end(text: str, start: int) -> int | None:
    """Where an expression ends: at a comma or a closing bracket that is not inside it."""
    position, depth = start, 0
    while position < len(text):
        part = _PART.match(text, position)
        if part is not None:
            position = part.end()
            continue
        character = text[position]
        if character in "([{":
            depth += 1
        elif character in ")]}":
            if depth == 0:
                break
            depth -= 1
        elif character == "," and depth == 0:
            break
        elif character in "\"'":
            return None  # a string that does not end
        position += 1
    return position if start < position < len(text) else None


def _after_blank(text: str, position: int) -> int:
    found = _BLANK.match(text, position)
    return found.end() if found else position
