"""What is raised for wrong input, and nothing else.

    InputError            anything a person can mend in what they gave; always says where and what to do
    ├── TextError         text that is not the JSON it should be (line, column, caret)
    ├── OptionError       an unknown option, a wrong type, a combination without sense
    ├── ExpectedError     the list of expected calls is not one
    └── TraceError        no trace, a trace that is not recognised, nesting too deep

A failing agent is a result, never an exception.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in the input something is wrong; every field may be unknown."""

    where: str | None = None
    """Which input: `expected`, `trace`, `options`, `tools`, `context` or `case`."""
    line: int | None = None
    """Line in the text, from 1."""
    column: int | None = None
    """Column in that line in characters, from 1."""
    offset: int | None = None
    """Characters before the place, from 0."""
    path: str | None = None
    """`$.path` in the decoded value."""
    excerpt: str | None = None
    """The line and, below it, a caret under the column."""


class InputError(ValueError):
    """Wrong input. `code` is for machines, `str(error)` one sentence for people, `place` says where."""

    def __init__(self, code: str, message: str, *, place: Place | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.place = place or Place()

    def within(self, where: str) -> InputError:
        """The same error, now knowing which input it came from."""
        if self.place.where is None:
            self.place = replace(self.place, where=where)
        return self

    def to_dict(self) -> dict[str, Any]:
        """The error as the report's `errors[]` entry."""
        return {"code": self.code, "message": self.message, **asdict(self.place)}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.code, self.message, self.place)


def _rebuilt(kind: type[InputError], code: str, message: str, place: Place) -> InputError:
    return kind(code, message, place=place)


class TextError(InputError):
    """Text that cannot be decoded."""


class OptionError(InputError):
    """An option that is unknown, of a wrong type, or makes no sense with the others."""


class ExpectedError(InputError):
    """The expected calls cannot be read."""


class TraceError(InputError):
    """The trace cannot be judged."""
