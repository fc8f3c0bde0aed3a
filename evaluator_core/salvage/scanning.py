"""One text that is read from many places: bounded attempts of the C scanner of `json`, remembered searches.

Everything here keeps the work linear: a search that found nothing is not repeated, what attempts may read in vain
is bounded, and a failed attempt does not count the lines before it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate
from typing import Any

from ..json_text import MAX_DEPTH

_IN_VAIN = 4
"""How many times its own length a text may be read in vain."""


class _Unplaced(str):
    """A text for the JSON scanner whose errors look for no line and column."""

    def count(self, *_: Any, **__: Any) -> int:
        return 0

    def rfind(self, *_: Any, **__: Any) -> int:
        return -1


class Scanner:
    """A text and what is known about it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.not_finite = False
        """NaN or an infinity was read."""
        self._ahead: dict[str, int] = {}
        self._left = _IN_VAIN * len(text) + 1_000

    @cached_property
    def _unplaced(self) -> str:
        return _Unplaced(self.text)

    @cached_property
    def _scan(self) -> Callable[[str, int], tuple[Any, int]]:
        decoder = json.JSONDecoder(parse_constant=self._constant, parse_float=self._real, strict=False)
        return decoder.scan_once  # type: ignore[attr-defined, no-any-return]

    @cached_property
    def _shallow(self) -> bool:
        return is_shallow(self.text)

    def find(self, sought: str, start: int, end: int | None = None) -> int:
        """Where the sought text next stands between two places, or -1. Cheap when asked with growing places."""
        known = self._ahead.get(sought, -1)
        if known < start:
            found = self.text.find(sought, start)
            known = self._ahead[sought] = len(self.text) if found < 0 else found
        return known if known < (len(self.text) if end is None else end) else -1

    def json_at(self, start: int) -> tuple[Any, int] | None:
        """The JSON value that begins at a place, and its end; None when there is none, or nesting may be too deep."""
        if not self._shallow or self._left < 0:
            return None
        try:
            value, end = self._scan(self._unplaced, start)
        except json.JSONDecodeError as problem:
            to_the_end = problem.msg.startswith("Unterminated")  # the error is where the string began
            self._left -= (len(self.text) if to_the_end else problem.pos) - start
            return None
        except (StopIteration, ValueError):  # nothing, or an integer beyond Python's limit
            return None
        return value, end

    def vain(self, characters: int) -> bool:
        """Note what an attempt read in vain; whether there is patience for more."""
        self._left -= characters
        return self._left > 0

    def _constant(self, name: str) -> float:
        self.not_finite = True
        return float(name.replace("Infinity", "inf"))

    def _real(self, written: str) -> float:
        number = float(written)
        if math.isinf(number):
            self.not_finite = True
        return number


def is_shallow(text: str) -> bool:
    """Whether JSON that begins anywhere in the text nests within `MAX_DEPTH`; C must not find out otherwise.

    Whether a bracket is inside a string depends on where one begins to read, so both ways are looked at. A text whose
    strings are full of open brackets is called deep, too; then C reads nothing of it.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return True
    structure = text.encode("utf-8", "surrogatepass")
    if b"\\" in structure:
        structure = structure.replace(b"\\\\", b"").replace(b'\\"', b"")
    parts = structure.translate(None, _NOT_STRUCTURE).split(b'"')
    return all(_rise(b"".join(half)) + 2 * _ROUNDS <= MAX_DEPTH for half in (parts[::2], parts[1::2]))


_NOT_STRUCTURE = bytes(code for code in range(256) if chr(code) not in '[]{}"')
_STEPS = bytes(1 if chr(code) in "[{" else 255 for code in range(256))  # +1 and -1 as signed bytes
_ROUNDS = 8


def _rise(brackets: bytes) -> int:
    """How deep brackets nest at most, wherever one begins; the innermost levels are taken away first."""
    for _ in range(_ROUNDS):
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    depths = list(accumulate(memoryview(brackets.translate(_STEPS)).cast("b"), initial=0))
    lowest: Iterable[int] = accumulate(depths, min)
    return max(depth - low for depth, low in zip(depths, lowest, strict=True))
