"""Finds the values that can be right for an expected one, by one scalar inside that they must share.

Any scalar that is compared literally must be equal in a right value, so the values that hold it at the same place are a
superset of the right ones. The rarest such scalar is used. Without this, telling apart n unlike values takes n²
comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..pointers import Path
from ..rules import ABSENT, Rule
from .guide import Guide
from .scalars import UNUSABLE, Scalars

_LOOKED_AT = 12
"""So many scalars of an expected value are looked up at most."""


class SharedValues:
    """Some values, each under a number, that expected ones are looked up in."""

    def __init__(self, scalars: Scalars, values: Mapping[int, Any], *, list_order: bool) -> None:
        """`values` by ascending number. `list_order`: whether lists have an order."""
        self._scalars = scalars
        self._values = values
        self._list_order = list_order
        self._tables: dict[Path, dict[Any, list[int]]] = {}

    def candidates(self, wanted: Any, guide: Guide) -> Sequence[int] | None:
        """Numbers, ascending, that include every right value; None when no scalar tells."""
        best: Sequence[int] | None = None
        for path, key in islice(self._told_by(wanted, (), guide), _LOOKED_AT):
            found = self._table(path).get(key, ())
            if best is None or len(found) < len(best):
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
            if self._list_order:
                for position, child in enumerate(wanted):
                    yield from self._told_by(child, (*path, position), guide.at(position))
        else:
            key = self._scalars.key(wanted)
            if key is not UNUSABLE:
                yield path, key

    def _table(self, path: Path) -> dict[Any, list[int]]:
        table = self._tables.get(path)
        if table is None:
            table = self._tables[path] = {}
            for number, value in self._values.items():
                scalar = _scalar_at(value, path)
                if scalar is not ABSENT:
                    table.setdefault(self._scalars.key(scalar), []).append(number)
        return table


def _scalar_at(value: Any, path: Path) -> Any:
    for step in path:
        kind = value.__class__
        if not (kind is dict and step in value) and not (kind is list and step.__class__ is int and step < len(value)):
            return ABSENT
        value = value[step]
    return ABSENT if value.__class__ is dict or value.__class__ is list else value
