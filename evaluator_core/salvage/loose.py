"""Reads values that are nearly JSON: Python literals, printed SDK objects, JSON5, what debuggers and consoles show.

    {'a': True, 'b': (1, None)}                      Python
    Choice(index=0, message=Message(role='user'))    printed objects: a class and its fields become an object
    {role: "user", /* … */ content: “hi”,}           comments, bare keys, other quotes, trailing commas

One loop with its own stack: nothing recurses and nothing is evaluated. Where C can read a part as plain JSON, it does.
A value that the text's end cuts off is closed, and `cut` says which objects were open.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from ..errors import TextError
from ..json_text import MAX_DEPTH, decode_value, encode
from ..pointers import escape
from .classes import as_object, without_class
from .scanning import Scanner
from .strings import unescaped

BLANK = r"(?:[\s\u200b-\u200d\u2060\ufeff]++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|\#[^\n]*+)*+"
_TOKEN = re.compile(
    BLANK
    + r"""(?:
      (?P<string>(?:[bBuUrR]{1,2}(?=['"]))?(?:
          "{3}(?:[^"\\]++|\\.|"(?!""))*+"{3} | '{3}(?:[^'\\]++|\\.|'(?!''))*+'{3}
        | "(?:[^"\\]++|\\.)*+" | '(?:[^'\\]++|\\.)*+' | `(?:[^`\\]++|\\.)*+`
        | [“„](?:[^“”\\]++|\\.)*+[“”] | [‘‚](?:[^‘’\\]++|\\.|’(?=\w))*+[‘’] ))
    | (?P<comma>,)
    | (?P<colon>:|=>)
    | (?P<close>[\]})])
    | (?P<open>[\[{(])
    | (?P<field>[A-Za-z_]\w*+)\s*+=(?![=>])
    | (?P<class>[A-Za-z_][\w.]*+)(?:\(|\s++(?=\{))
    | (?P<number>[+-]?(?:0[xX][\dA-Fa-f]++|0[oO][0-7]++
        |(?:\d[\d_]*+(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)(?:n\b)?)(?![\w.])
    | (?P<word>[+-]?[^\W\d][\w.$-]*+|\.{3})
    | (?P<angle><[^<>\n]{0,300}(?:<[^<>\n]{0,300}>[^<>\n]{0,300})?>)
    | (?P<plus>\+)
    )""",
    re.VERBOSE | re.DOTALL,
)
_SPACE = re.compile(BLANK)
_ENUM = re.compile(r"<[\w.]+: (?P<value>'[^'\\]*'|\"[^\"\\]*\"|-?\d+)>\Z")
_WORDS: dict[str, Any] = {
    "None": None, "True": True, "False": False, "null": None, "true": True, "false": False,
    "undefined": None, "nil": None, "NaN": math.nan, "nan": math.nan, "Infinity": math.inf, "-Infinity": -math.inf,
    "inf": math.inf, "-inf": -math.inf, "+Infinity": math.inf,
}  # fmt: skip
_PYTHON_WORDS = frozenset(("None", "True", "False"))
_CLOSING = {"[": "]", "{": "}", "(": ")", "class": ")", "fields": ""}
_QUOTES = frozenset("\"'`“„‘‚")

_LIST, _OBJECT, _ROUND, _CLASS, _FIELDS = "[", "{", "(", "class", "fields"
_FRESH, _COLON, _VALUE, _AFTER = range(4)
"""What may come: a value, key, field or the end · the colon behind a key · a value · a comma or the end."""


class NotLoose(Exception):
    """The text is no value; `place` is where that shows."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Loose(NamedTuple):
    """A value and what was met in it."""

    value: Any
    end: int
    python: bool = False
    """Python's words, tuples or bytes stand in it."""
    names: tuple[str, ...] = ()
    """Classes of the outermost objects: those that are no part of another one."""
    cut: str | None = None
    """JSON Pointer of the innermost object or list that was open when the text ended."""
    duplicates: tuple[str, ...] = ()
    """Keys that stand twice in one object."""


class _Frame:
    """An object or a list that is being read."""

    __slots__ = ("fields", "items", "key", "kind", "name", "start", "tuple")

    def __init__(self, kind: str, name: str, start: int) -> None:
        self.kind = kind
        self.name = name
        self.start = start
        self.items: list[Any] = []
        self.fields: dict[str, Any] = {}
        self.key: str | None = None
        """The member whose value is being read."""
        self.tuple = False

    def value(self) -> Any:
        """What was read, as JSON."""
        kind = self.kind
        if kind == _OBJECT:
            return self.items or self.fields  # a Python set is a list
        if kind == _LIST:
            return self.items
        if kind == _ROUND:
            return self.items[0] if len(self.items) == 1 and not self.tuple else self.items
        if kind == _FIELDS:
            return without_class(self.fields)
        return as_object(self.name, self.fields, self.items)

    def step(self) -> str:
        """The pointer's step to the member that is being read."""
        return f"/{len(self.items)}" if self.key is None else f"/{escape(self.key)}"


class LooseReader:
    """Reads one value. A value of fields without a class (`id='x' name='y'`) ends where a field comes again."""

    def __init__(
        self, scanner: Scanner, *, literal: bool = False, spans: dict[int, tuple[int, int]] | None = None
    ) -> None:
        self._scanner = scanner
        self._text = scanner.text
        self._literal = literal
        self._spans = spans
        self._stack: list[_Frame] = []
        self._state = _FRESH
        self._joins = False
        """The value just read is a string, which a string beside it continues."""
        self._python = self._single = self._script = False
        self._names: list[str] = []
        self._duplicates: list[str] = []
        self._result: list[Any] = []

    def read(self, start: int) -> Loose:
        """The value that begins at a place. Raises `NotLoose`; `TextError` when it nests too deep."""
        text = self._text
        match = _TOKEN.match
        position = start
        while True:
            found = match(text, position)
            if found is None:
                return self._stopped(position)
            kind, end = found.lastgroup, found.end()
            if kind == "string":
                self._string(found["string"], position)
            elif kind == "comma":
                self._comma(position)
            elif kind == "colon":
                if self._state != _COLON:
                    raise NotLoose(position)
                self._state = _VALUE
            elif kind == "close":
                self._close(found["close"], position, end)
            elif kind == "open":
                end = self._open(found["open"], found.start("open"))
            elif kind == "field":
                if self._begins_next(found["field"]):
                    return self._done(position)
                self._field(found["field"], found.start("field"))
            elif kind == "class":
                end = self._class(found["class"], found.start("class"), end)
            elif kind == "plus":
                if not self._joins or self._literal:
                    raise NotLoose(position)
            elif end == len(text) and self._stack:
                return self._cut(position)  # a number or word that may go on behind the end
            else:
                self._put(self._scalar(str(kind), found[str(kind)], position), position)
            if self._result and not self._stack:
                return self._done(end)
            position = end

    def _done(self, end: int, cut: str | None = None) -> Loose:
        while self._stack:
            self._leave(end)
        return Loose(
            self._result[0],
            end,
            self._python or (self._single and not self._script),
            tuple(self._names),
            cut,
            tuple(dict.fromkeys(self._duplicates)),
        )

    def _stopped(self, position: int) -> Loose:
        """No token comes: the text ends here, perhaps inside a string, or this is no value."""
        blank = _SPACE.match(self._text, position)
        place = blank.end() if blank else position
        if not self._stack or self._literal:
            raise NotLoose(place)
        if place < len(self._text):
            if self._text[place] not in _QUOTES and self._text[place : place + 2] != "/*":
                raise NotLoose(place)
        elif len(self._stack) == 1 and self._stack[0].kind == _FIELDS and self._state == _AFTER:
            return self._done(place)
        return self._cut(place)

    def _cut(self, place: int) -> Loose:
        if self._state == _COLON:
            self._stack[-1].key = None
        if not any(frame.items or frame.fields for frame in self._stack):
            raise NotLoose(len(self._text))
        return self._done(len(self._text), "".join(frame.step() for frame in self._stack[:-1]))

    def _put(self, value: Any, place: int) -> None:
        """A value is complete: it goes where it belongs."""
        state, self._joins = self._state, False
        if not self._stack:
            self._result.append(value)
            return
        frame = self._stack[-1]
        kind = frame.kind
        if state == _VALUE:
            key: str = frame.key  # type: ignore[assignment]
            if key in frame.fields:
                self._duplicates.append(key)
            frame.fields[key] = value
            frame.key = None
        elif state != _FRESH or kind == _FIELDS:
            raise NotLoose(place)
        elif kind != _OBJECT:
            frame.items.append(value)
        elif frame.items or value.__class__ is dict or value.__class__ is list:
            if frame.fields:
                raise NotLoose(place)
            frame.items.append(value)
        else:
            frame.key = value if value.__class__ is str else _key(value)
            self._state = _COLON
            return
        self._state = _AFTER

    def _string(self, written: str, place: int) -> None:
        first = 0
        while written[first] not in _QUOTES:
            first += 1
        prefix = written[:first].lower()
        if prefix:
            self._python = True
            if self._literal and "b" in prefix:
                raise NotLoose(place)
        width = 3 if written.startswith(("'''", '"""'), first) and len(written) >= first + 6 else 1
        inner = written[first + width : -width]
        value = inner if "r" in prefix else unescaped(inner)
        self._single = self._single or written[-1] == "'"
        if self._joins and self._state == _AFTER:
            frame = self._stack[-1]
            if frame.fields and (frame.kind == _OBJECT or not frame.items):
                frame.fields[next(reversed(frame.fields))] += value
            else:
                frame.items[-1] += value
        else:
            self._put(value, place)
            self._joins = self._state == _AFTER

    def _comma(self, place: int) -> None:
        if not self._stack or self._state not in (_AFTER, _COLON):
            raise NotLoose(place)
        frame = self._stack[-1]
        if self._state == _COLON:
            self._member(frame, place)
        frame.tuple = True
        self._state, self._joins = _FRESH, False

    def _member(self, frame: _Frame, place: int) -> None:
        """A key without a colon: the object is a Python set."""
        if frame.fields:
            raise NotLoose(place)
        frame.items.append(frame.key)
        frame.key = None

    def _open(self, bracket: str, place: int) -> int:
        if bracket != "(" and (self._state == _VALUE or self._state == _FRESH):
            plain = self._scanner.json_at(place) if self._looks_plain(place) else None
            if plain is not None:
                self._put(plain[0], place)
                return plain[1]
        if bracket == "(":
            self._python = True
        self._enter(_Frame(bracket, "", place), place)
        return place + 1

    def _looks_plain(self, place: int) -> bool:
        """Whether C may read what is in these brackets; the outermost are known to be no plain JSON."""
        following = _SPACE.match(self._text, place + 1)
        return (
            bool(self._stack)
            and self._spans is None
            and (following is not None and self._text[following.end() : following.end() + 1] in '"[{]}')
        )

    def _enter(self, frame: _Frame, place: int) -> None:
        stack = self._stack
        if (
            self._state == _AFTER
            or self._state == _COLON
            or (stack and stack[-1].kind == _FIELDS and self._state == _FRESH)
        ):
            raise NotLoose(place)
        if len(stack) >= MAX_DEPTH:
            raise TextError("too_deep", f"arrays and objects are nested more than {MAX_DEPTH} levels deep")
        stack.append(frame)
        self._state, self._joins = _FRESH, False

    def _close(self, bracket: str, place: int, end: int) -> None:
        frame = self._stack[-1] if self._stack else None
        if frame is None or _CLOSING[frame.kind] != bracket or self._state == _VALUE:
            raise NotLoose(place)
        if self._state == _COLON:
            self._member(frame, place)
        if frame.kind == _CLASS and len(self._stack) == 1 + sum(f.kind in (_LIST, _ROUND) for f in self._stack[:-1]):
            self._names.append(frame.name)
        self._leave(end)

    def _leave(self, end: int) -> None:
        frame = self._stack.pop()
        value = frame.value()
        if self._spans is not None:
            self._spans[id(value)] = (frame.start, end)
        if self._stack:
            self._state = _FRESH if self._stack[-1].key is None else _VALUE
        self._put(value, end)

    def _class(self, name: str, place: int, end: int) -> int:
        if self._literal:
            raise NotLoose(place)
        if self._text[end - 1] == "(":
            self._enter(_Frame(_CLASS, name, place), place)
        return end  # `Name {…}`, as consoles of JavaScript show it, is just the object

    def _begins_next(self, name: str) -> bool:
        frame = self._stack[-1] if len(self._stack) == 1 else None
        return frame is not None and frame.kind == _FIELDS and self._state == _AFTER and name in frame.fields

    def _field(self, name: str, place: int) -> None:
        if self._literal:
            raise NotLoose(place)
        if not self._stack:
            self._enter(_Frame(_FIELDS, "", place), place)
            self._python = True
        frame = self._stack[-1]
        if self._state != _FRESH and not (frame.kind == _FIELDS and self._state == _AFTER):
            raise NotLoose(place)
        if frame.kind != _CLASS and frame.kind != _FIELDS:
            raise NotLoose(place)
        frame.key = name
        self._state, self._joins = _VALUE, False

    def _scalar(self, kind: str, written: str, place: int) -> Any:
        if kind == "number":
            return _number(written)
        if kind == "word" and written in _WORDS:
            if written in _PYTHON_WORDS:
                self._python = True
            elif self._literal:
                raise NotLoose(place)
            value = _WORDS[written]
            if value.__class__ is float:
                self._scanner.not_finite = True
            if self._state != _FRESH or self._top() != _OBJECT:
                return value
            return written
        if self._literal or not self._stack:
            raise NotLoose(place)
        self._script = self._script or (self._state == _FRESH and self._top() == _OBJECT)
        enum = _ENUM.match(written) if kind == "angle" else None
        if enum is None:
            return written
        value = enum["value"]
        return _number(value) if value[-1].isdigit() else value[1:-1]

    def _top(self) -> str:
        return self._stack[-1].kind if self._stack else ""


def _number(written: str) -> Any:
    try:
        return int(written)
    except ValueError:
        pass
    plain = written.replace("_", "").removeprefix("+").removesuffix("n")
    try:
        if plain.lstrip("-")[:2].lower() in ("0x", "0o"):
            return int(plain, 0)
        return float(plain) if not plain.lstrip("-").isdigit() else decode_value(plain).value
    except ValueError:
        return written


def _key(value: Any) -> str:
    return encode(value) if value is not None else "null"
