"""Lists whose order does not matter: equal items, and the largest one-to-one matching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from .values import key_of


def same_items(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold equal items, as often."""
    return len(one) == len(other) and Counter(map(key_of, one)) == Counter(map(key_of, other))


def largest_matching(fits: Sequence[Sequence[int]]) -> list[int | None]:
    """A largest one-to-one matching of a bipartite graph given by rows; for each row its column or None.

    Augmenting paths, found breadth-first: no recursion, so long chains are safe.
    """
    row_of: dict[int, int] = {}
    column_of: list[int | None] = [None] * len(fits)
    for start in range(len(fits)):
        came_from: dict[int, int] = {}
        queue = [start]
        free = None
        for row in queue:
            for column in fits[row]:
                if column not in came_from:
                    came_from[column] = row
                    if column not in row_of:
                        free = column
                        break
                    queue.append(row_of[column])
            if free is not None:
                break
        while free is not None:
            row = came_from[free]
            row_of[free] = row
            column_of[row], free = free, column_of[row]
    return column_of
