"""The search shared by the orders that take expected calls row by row: first hopeful, then careful, then coarse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from .comparisons import Comparisons
from .gains import Gains
from .outlook import Outlook
from .problem import Problem

MOST_STEPS = 1_000_000
"""So many states and comparisons a search for the fewest differing paths may take (some seconds), and as many more the
search that only wants more or better pairs."""
_BEAM = 16
"""States kept for each row when a first, good pairing is wanted quickly."""

Chain: TypeAlias = "tuple[Chain, int, int] | None"
"""Pairs found so far: (earlier pairs, row, column)."""

State: TypeAlias = tuple[int, int, int, Chain]
"""Where the next row may start, the worth so far, what the whole can be worth at most, the pairs so far. A plain
tuple: there may be a million of them."""


class _Found(NamedTuple):
    worth: int
    chain: Chain
    complete: bool
    """No state was dropped that could have become better."""


class _TooLong(Exception):
    """A search took more than its steps."""


class Search(ABC):
    """Finds the best pairing of rows (expected calls) and columns (actual calls) that `next_states` allows.

    1. A quick pairing, keeping few states a row: first one that reaches the bound of `Outlook` in all but the
       differing paths, which is usually there; else any.
    2. Unless that is as good as the bound, or no state was left out: all pairings that may be better.
    3. When that takes too long: all pairings with more or better pairs, every wrong one counting the same. What
       comes out is exact but for the differing paths, and `bounded` is set. (Only when that takes too
       long as well, the quick pairing stays, which is not proven to have the most pairs.)
    """

    most_steps = MOST_STEPS

    def __init__(
        self,
        problem: Problem,
        comparisons: Comparisons,
        rows: list[int],
        columns: list[int],
        windows: Sequence[tuple[int, int]] | None = None,
        messages: Sequence[int] | None = None,
    ) -> None:
        self._problem = problem
        self._comparisons = comparisons
        self._rows = rows
        self._columns = columns
        self._gains = Gains(problem.required, problem.path)
        self._outlook = Outlook(problem, comparisons, self._gains, rows, columns, windows, messages)
        self._coarse = False
        self._steps_left = 0
        self.bounded = False

    @abstractmethod
    def next_states(self, row: int, states: list[State], floor: int) -> list[State]:
        """The states after one more row that may still reach `floor`, by ascending start."""

    def pairs(self) -> list[tuple[int, int]]:
        """The best pairs."""
        chain = self._best()
        found = []
        while chain is not None:
            chain, row, column = chain
            found.append((self._rows[row], self._columns[column]))
        return found

    def _best(self) -> Chain:
        level = self._gains.pair_level
        bound = self._outlook.most(0, 0)
        found = self._search(bound - level + 1, _BEAM) or self._search(0, _BEAM)
        assert found is not None
        if found.complete or found.worth == bound:
            return found.chain
        try:
            self._steps_left = self.most_steps
            better = self._search(found.worth + 1, None)
        except _TooLong:
            self._coarse = True
            try:
                self._steps_left = self.most_steps
                better = self._search(-(-found.worth // level) * level + 1, None)
            except _TooLong:
                better = None
            self.bounded = True
        return (better or found).chain

    def _search(self, floor: int, beam: int | None) -> _Found | None:
        """The best pairing worth at least `floor`, or None. `beam`: keep only so many states a row."""
        states: list[State] = [(0, 0, self._outlook.most(0, 0), None)]
        complete = True
        for row in range(len(self._rows)):
            states = self.next_states(row, states, floor)
            self._steps_left -= len(states)
            if beam is None:
                if self._steps_left < 0:
                    raise _TooLong
            elif len(states) > beam:
                complete = False
                # The most hopeful ones; of equals those that have most of it already.
                states = sorted(states, key=lambda state: (-state[2], -state[1]))[:beam]
                states.sort(key=lambda state: state[0])
            if not states:
                return None
        _, worth, _, chain = max(reversed(states), key=lambda state: state[1])
        if worth < floor:
            return None
        return _Found(worth, chain, complete)

    def differing(self, row: int, column: int) -> int:
        """How far a pair whose names fit is apart, as far as this search wants to know."""
        path = self._problem.path
        if self._coarse:
            return 0 if self._may_be_right(row, column) and self._outlook.differing(row, column) < path else path
        return self._outlook.differing(row, column)

    def is_perfect(self, row: int, column: int) -> bool:
        """Whether no pair of a row whose names fit can be better, as far as this search wants to know."""
        return self._may_be_right(row, column) and self.differing(row, column) == 0

    def _may_be_right(self, row: int, column: int) -> bool:
        candidates = self._outlook.candidates[row]
        place = bisect_left(candidates, column)
        return place < len(candidates) and candidates[place] == column
