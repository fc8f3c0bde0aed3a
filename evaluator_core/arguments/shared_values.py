"""Finds the values that can be right for an expected one, by one scalar inside that they must share.

Any scalar that is compared literally must be equal in a right value, so the values that hold it at the same place are a
superset of the right ones. The rarest such scalar is used. Without this, telling apart n unlike values takes n²
comparisons.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..pointers import Path
from ..rules import ABSENT, Rule
from .guide import Guide
from .scalars import UNUSABLE, Scalars, as_float

_LOOKED_AT = 12
"""So many scalars of an expected value are looked up at most."""
_ANY = "*"
"""The step to any item of a list without order; other steps into lists are numbers, and those into objects are
looked up in objects only."""


class SharedValues:
    """Some values, each under a number, that expected ones are looked up in."""

    def __init__(self, scalars: Scalars, values: Mapping[int, Any], *, list_order: bool) -> None:
        """`values` by ascending number. `list_order`: whether lists have an order."""
        self._scalars = scalars
        self._values = values
        self._list_order = list_order
        self._tables: dict[Path, dict[Any, list[int]]] = {}
        self._lines: dict[Path, list[tuple[float, int]]] = {}

    def candidates(self, wanted: Any, guide: Guide) -> Sequence[int] | None:
        """Numbers, ascending, that include every right value; None when no scalar tells."""
        best: Sequence[int] | None = None
        for path, scalar in islice(self._told_by(wanted, (), guide), _LOOKED_AT):
            found = self._holding(path, scalar)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
                if len(best) <= 1:
                    break
        return best

    def _told_by(self, wanted: Any, path: Path, guide: Guide) -> Iterator[tuple[Path, Any]]:
        """The scalars that a right value holds, by place."""
        kind = wanted.__class__
        if kind is Rule or guide.rule is not None:
            return
        if kind is dict:
            for key, child in wanted.items():
                below = guide.at(key)
                if below.schema is None or below.schema.default is ABSENT:  # it must be there
                    yield from self._told_by(child, (*path, key), below)
        elif kind is list:
            for position, child in enumerate(wanted):
                step = position if self._list_order else _ANY
                yield from self._told_by(child, (*path, step), guide.at(position))
        else:
            yield path, wanted

    def _holding(self, path: Path, scalar: Any) -> Sequence[int] | None:
        """The values that may hold an equal scalar at a place; None when that is not known."""
        key = self._scalars.key(scalar)
        if key is not UNUSABLE:
            return self._table(path).get(key, ())
        reach = self._scalars.reach(scalar)
        if reach is None:
            return None
        line = self._line(path)
        first, last = bisect_left(line, (reach[0], -1)), bisect_right(line, (reach[1], sys.maxsize))
        return sorted({number for _, number in line[first:last]})

    def _table(self, path: Path) -> dict[Any, list[int]]:
        """The values by the scalar at a place."""
        table = self._tables.get(path)
        if table is None:
            table = self._tables[path] = {}
            for number, scalar in self._scalars_at(path):
                numbers = table.setdefault(self._scalars.key(scalar), [])
                if not numbers or numbers[-1] != number:
                    numbers.append(number)
        return table

    def _line(self, path: Path) -> list[tuple[float, int]]:
        """The values in the order of the number at a place."""
        line = self._lines.get(path)
        if line is None:
            line = self._lines[path] = sorted(
                (as_float(scalar), number)
                for number, scalar in self._scalars_at(path)
                if scalar.__class__ in (int, float) and scalar == scalar
            )
        return line

    def _scalars_at(self, path: Path) -> Iterator[tuple[int, Any]]:
        for number, value in self._values.items():
            for scalar in _scalars_at(value, path):
                yield number, scalar


def _scalars_at(value: Any, path: Path) -> Iterator[Any]:
    for place, step in enumerate(path):
        if value.__class__ is dict and step in value:
            value = value[step]
        elif value.__class__ is list and step is _ANY:
            for item in value:
                yield from _scalars_at(item, path[place + 1 :])
            return
        elif value.__class__ is list and step.__class__ is int and step < len(value):
            value = value[step]
        else:
            return
    if value.__class__ is not dict and value.__class__ is not list:
        yield value
