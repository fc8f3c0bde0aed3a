"""Lists whose order does not matter: equal items, and the largest one-to-one matching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from .values import key_of


def same_items(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold equal items, as often."""
    return len(one) == len(other) and Counter(map(key_of, one)) == Counter(map(key_of, other))


def equal_partners(one: list[Any], other: list[Any]) -> dict[int, int]:
    """Pairs of places that hold equal items, as many as there are."""
    places: dict[Any, list[int]] = {}
    for place in range(len(other) - 1, -1, -1):
        places.setdefault(key_of(other[place]), []).append(place)
    found = ((place, places.get(key_of(value))) for place, value in enumerate(one))
    return {place: free.pop() for place, free in found if free}


def largest_matching(
    rows: int, fits: Callable[[int], Sequence[int]], begin: Mapping[int, int] | None = None
) -> list[int | None]:
    """A largest one-to-one matching of a bipartite graph; for each row its column or None.

    `fits(row)` are the columns that a row may have; asked once a row, and only when it matters. `begin` is a matching
    to start from. Augmenting paths, found breadth-first: no recursion, so long chains are safe. What a failed search
    has seen is no part of any later path and is not looked at again.
    """
    fits = cache(fits)
    column_of: list[int | None] = [None] * rows
    row_of: dict[int, int] = {}
    for row, column in (begin or {}).items():
        column_of[row], row_of[column] = column, row
    dead: set[int] = set()
    for start in range(rows):
        if column_of[start] is not None:
            continue
        came_from: dict[int, int] = {}
        queue = [start]
        free = None
        for row in queue:
            for column in fits(row):
                if column not in came_from and column not in dead:
                    came_from[column] = row
                    if column not in row_of:
                        free = column
                        break
                    queue.append(row_of[column])
            if free is not None:
                break
        if free is None:
            dead.update(came_from)
        while free is not None:
            row = came_from[free]
            row_of[free] = row
            column_of[row], free = free, column_of[row]
    return column_of
