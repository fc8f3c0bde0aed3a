"""When two values that are not both objects nor both lists are equal under the options: text folding, tolerances."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from fractions import Fraction
from math import inf, isfinite
from typing import Any

from ..options import Options
from ..values import equal

UNUSABLE: Any = object()
"""The key of a value that can equal values of other keys."""
_NUMBERS = (int, float)


def exactly(number: float) -> Fraction:
    """A finite number as it is written: 0.1 is one tenth, and integers have any number of digits."""
    return Fraction(number) if number.__class__ is int else Fraction(str(number))


class Scalars:
    """Equality of scalars under one set of options."""

    __slots__ = ("_about", "_absolute", "_options", "_relative", "folds_text", "tolerant")

    def __init__(self, options: Options, tolerance: float | None = None) -> None:
        """`tolerance`: a rule's own, absolute, in place of the tolerances of the options."""
        self._options = options
        self.folds_text = options.ignore_case or options.ignore_whitespace or options.normalize_unicode
        absolute, relative = options.numeric_tolerance, options.relative_tolerance
        if tolerance is not None:
            absolute, relative = tolerance, 0
        self.tolerant = tolerance is not None or bool(absolute or relative)
        self._absolute = exactly(absolute) if _is_finite(absolute) else None
        self._relative = exactly(relative)
        self._about = (as_float(absolute), as_float(relative))

    def within(self, tolerance: float) -> Scalars:
        """The same with a rule's own tolerance in place of the options'."""
        return Scalars(self._options, tolerance)

    def equal(self, wanted: Any, given: Any) -> bool:
        """Whether two values, not both objects nor both lists, are equal."""
        kind, other = wanted.__class__, given.__class__
        if kind is str and other is str:
            return bool(wanted == given) or (self.folds_text and self.folded(wanted) == self.folded(given))
        if kind in _NUMBERS and other in _NUMBERS:
            if wanted == given or (wanted != wanted and given != given):
                return True
            return self.tolerant and self._close(wanted, given)
        return kind is other and equal(wanted, given)

    def _close(self, wanted: float, given: float) -> bool:
        """Within a tolerance, inclusive, reckoned on the numbers as they are written (so 1.1 is 0.1 from 1.0)."""
        if not (_is_finite(wanted) and _is_finite(given)):
            return False  # NaN or an infinity is close to nothing but itself
        if self._absolute is None:
            return True
        reach = self.reach(wanted)
        if reach is not None and not reach[0] <= as_float(given) <= reach[1]:
            return False
        expected = exactly(wanted)
        distance = abs(expected - exactly(given))
        return distance <= self._absolute or distance <= self._relative * abs(expected)

    def reach(self, wanted: Any) -> tuple[float, float] | None:
        """The least and the greatest number that can equal this one, with room for rounding; None where all may.

        A tolerance is asked for.
        """
        if wanted.__class__ not in _NUMBERS or not isfinite(size := abs(as_float(wanted))):
            return None
        most = max(self._about[0], self._about[1] * size) * 1.01 + 1e-11 * size
        return float(wanted) - most, float(wanted) + most

    def folded(self, text: str) -> str:
        """The text in the form in which the options compare it."""
        options = self._options
        if options.normalize_unicode:
            text = unicodedata.normalize("NFC", text)
        if options.ignore_case:
            text = text.casefold()
            if options.normalize_unicode:
                text = unicodedata.normalize("NFC", text)
        if options.ignore_whitespace:
            text = " ".join(text.split())
        return text

    def key(self, value: Any) -> Hashable:
        """A key that is the same for all scalars that equal this one; `UNUSABLE` where there is no such key."""
        kind = value.__class__
        if kind is str:
            return self.folded(value) if self.folds_text else value
        if kind is bool or value is None:
            return (kind, value)
        if kind in _NUMBERS and not self.tolerant and value == value:
            return value  # type: ignore[no-any-return]
        return UNUSABLE  # type: ignore[no-any-return]


def _is_finite(number: float) -> bool:
    """`math.isfinite` for integers of any size."""
    return number.__class__ is int or isfinite(number)


def as_float(number: float) -> float:
    """A number as the nearest float; an integer beyond all floats as an infinity."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf
