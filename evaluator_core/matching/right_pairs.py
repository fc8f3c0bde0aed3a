"""Which calls are right for which: found on demand, once for all interchangeable expected calls."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Sequence

from .comparisons import Comparisons
from .problem import Problem

_SHORT = 8
"""Up to so many candidates are looked at without asking for keys."""


class Alike:
    """Expected calls that have the same right calls."""

    __slots__ = ("_rights", "candidates", "first_free", "indexed", "rows")

    def __init__(self, candidates: Sequence[int], indexed: bool) -> None:
        self.candidates = candidates
        """Actual calls, ascending, that include every right one."""
        self.indexed = indexed
        """The candidates come from an index, not from the name alone."""
        self.rows: list[int] = []
        self.first_free = 0
        """The right calls before this place are taken; only `RightPairs.free_right` moves it."""
        self._rights: list[int] | None = None

    def fill(self, rights: Sequence[int]) -> None:
        """Say what is right without comparing."""
        self._rights = list(rights)


class RightPairs:
    """The graph of right pairs among calls of one name; nothing is compared before it is asked for."""

    def __init__(self, problem: Problem, comparisons: Comparisons, columns: Sequence[int]) -> None:
        self._problem = problem
        self._comparisons = comparisons
        self._path = problem.path
        self._columns = columns
        self._inside = set(columns)
        self._alike: dict[int, Alike] = {}
        self._by_key: dict[Hashable, Alike] = {}
        self._reverse: dict[int, list[Alike]] | None = None
        self._unindexed: list[Alike] = []

    def alike(self, i: int) -> Alike:
        """The class of an expected call."""
        found = self._alike.get(i)
        if found is None:
            candidates = self._problem.right_candidates(i)
            indexed = candidates is not None
            if candidates is None:
                candidates = self._columns
            if len(candidates) <= _SHORT:
                found = Alike([j for j in candidates if j in self._inside], indexed)
            else:
                key = self._comparisons.row_key(i)
                found = self._by_key.get(key)
                if found is None:
                    if indexed:
                        candidates = [j for j in candidates if j in self._inside]
                    found = self._by_key[key] = Alike(candidates, indexed)
            found.rows.append(i)
            self._alike[i] = found
        return found

    def rights(self, alike: Alike) -> list[int]:
        """The right calls of a class, ascending."""
        if alike._rights is None:
            i, path = alike.rows[0], self._path
            if len(alike.candidates) <= _SHORT:
                of = self._comparisons.of
                alike._rights = [j for j in alike.candidates if of(i, j) < path]
            else:
                differing = self._comparisons.row(i, alike.candidates)
                alike._rights = [j for j, paths in zip(alike.candidates, differing, strict=True) if paths < path]
        return alike._rights

    def free_right(self, i: int, taken: dict[int, int], guess: int | None) -> int | None:
        """The guess when it is right, else the first right call that is not taken, else None."""
        alike = self.alike(i)
        if guess is not None and guess not in taken and self._is_right(alike, i, guess):
            return guess
        if alike._rights is None and len(alike.rows) == 1 and len(alike.candidates) > _SHORT:
            # Not yet worth a look at all of them: stop at the first.
            of, path = self._comparisons.of, self._path
            return next((j for j in alike.candidates if j not in taken and of(i, j) < path), None)
        rights = self.rights(alike)
        while alike.first_free < len(rights) and rights[alike.first_free] in taken:
            alike.first_free += 1
        return rights[alike.first_free] if alike.first_free < len(rights) else None

    def _is_right(self, alike: Alike, i: int, j: int) -> bool:
        if alike._rights is None and not alike.indexed:
            return self._comparisons.of(i, j) < self._path
        held = alike.candidates if alike._rights is None else alike._rights
        place = bisect_left(held, j)
        if place == len(held) or held[place] != j:
            return False
        return alike._rights is not None or self._comparisons.of(i, j) < self._path

    def right_with(self, j: int, rows: Iterable[int]) -> list[Alike]:
        """The classes among `rows` (always the same rows) that an actual call is right for."""
        if self._reverse is None:
            self._reverse = {}
            for alike in dict.fromkeys(map(self.alike, rows)):
                if not alike.indexed:
                    self._unindexed.append(alike)
                    continue
                for column in alike.candidates:
                    self._reverse.setdefault(column, []).append(alike)
        found = self._reverse.get(j, [])
        return [alike for alike in (*found, *self._unindexed) if self._is_right(alike, alike.rows[0], j)]


class FittingPairs(RightPairs):
    """The graph of pairs whose names fit, right or not, for expected calls that accept several names."""

    def alike(self, i: int) -> Alike:
        """The class of all expected calls that accept the same names."""
        if i not in self._alike:
            accepted = self._problem.expected_names[i]
            found = self._by_key.get(accepted)
            if found is None:
                names = self._problem.actual_names
                found = self._by_key[accepted] = Alike([j for j in self._columns if names[j] in accepted], True)
                found.fill(found.candidates)
            found.rows.append(i)
            self._alike[i] = found
        return self._alike[i]

    def free_right(self, i: int, taken: dict[int, int], guess: int | None) -> int | None:
        """A free call that is right when one is at hand, else the first free one whose name fits."""
        for j in (self._problem.right_candidates(i) or ())[:_SHORT]:
            if j not in taken and j in self._inside and self._fits(i, j) and self._comparisons.of(i, j) < self._path:
                return j
        return super().free_right(i, taken, None)

    def _fits(self, i: int, j: int) -> bool:
        return self._problem.actual_names[j] in self._problem.expected_names[i]
