"""Remembers how far calls differ, and asks only once for calls that are interchangeable."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .problem import Problem

MOST_KEPT = 500_000
"""Comparisons kept in memory (some 50 MB); later ones are made anew."""


class Comparisons:
    """The comparisons of one problem."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._width = len(problem.actual_names)
        self._known: dict[int, int] = {}
        self._row_keys: dict[int, Hashable] = {}
        self._column_keys: dict[int, Hashable] = {}

    def of(self, i: int, j: int) -> int:
        """How many paths differ between an expected and an actual call whose names fit."""
        place = i * self._width + j
        found = self._known.get(place)
        if found is None:
            found = self._problem.differing(i, j)
            if len(self._known) < MOST_KEPT:
                self._known[place] = found
        return found

    def row_key(self, i: int) -> Hashable:
        """The key of an expected call."""
        if i not in self._row_keys:
            self._row_keys[i] = self._problem.expected_keys(i)
        return self._row_keys[i]

    def column_key(self, j: int) -> Hashable:
        """The key of an actual call."""
        if j not in self._column_keys:
            self._column_keys[j] = self._problem.actual_keys(j)
        return self._column_keys[j]

    def row(self, i: int, columns: Sequence[int]) -> list[int]:
        """How far one expected call differs from many actual calls, each distinct one compared once."""
        seen: dict[Hashable, int] = {}
        found = []
        for j in columns:
            key = self.column_key(j)
            if key not in seen:
                seen[key] = self.of(i, j)
            found.append(seen[key])
        return found
