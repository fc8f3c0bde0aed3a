"""Pairing where pairs keep the order of both sides; other calls may come between.

Expected calls are taken row by row. After some rows all that matters of a partial pairing is the first column
(actual call) still free and the worth so far; a state with an earlier free column and no less worth beats another, so
the states form a staircase. What cannot reach the best known worth any more (`Outlook`) is dropped, which keeps the
staircase short unless nearly everything is wrong.

Lemma: where the next row is required and right with the first free column, that pair can be taken. Whatever a pairing
does with that column or that row can be exchanged for it: the row's own partner or the column's comes later, and
no required, right or other pair is lost. The same holds at the end, backwards.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple, TypeAlias

from .comparisons import Comparisons
from .gains import Gains
from .outlook import Outlook
from .problem import Pairing, Problem, leading_right

MOST_STEPS = 1_000_000
"""So many states and comparisons a search for the fewest differing paths may take (some seconds)."""
_BEAM = 16
"""States kept for each row when a first, good pairing is wanted quickly."""


def pair_in_order(problem: Problem) -> Pairing:
    """The best pairing of which the pairs increase on both sides.

    Near-linear when most calls are right or names distinct. Otherwise at most expected × actual steps; beyond
    `MOST_STEPS` only the fewest differing paths are approximated.
    """
    count = len(problem.required)
    leading = leading_right(problem)
    if leading == count:
        return Pairing(list(range(count)), False)
    comparisons = Comparisons(problem)
    walked = _walk(problem, comparisons, leading)
    if walked is not None:
        return Pairing(walked, False)
    rows, columns = _that_can_meet(problem)
    actual_of: list[int | None] = [None] * count
    first = _right_from_start(problem, comparisons, rows, columns, leading)
    for row, column in zip(rows[:first], columns[:first], strict=True):
        actual_of[row] = column
    last = _right_from_end(problem, comparisons, rows[first:], columns[first:])
    end, column_end = len(rows) - last, len(columns) - last
    middle = _Middle(problem, comparisons, rows[first:end], columns[first:column_end])
    for row, column in middle.pairs():
        actual_of[row] = column
    used = max((column for column in actual_of if column is not None), default=-1)
    at = bisect_left(columns, used + 1)
    for row, place in zip(rows[end:], range(column_end, len(columns)), strict=True):
        # Criterion 5: an earlier call that is as right.
        at = next((p for p in range(at, place) if _right(problem, comparisons, row, columns[p])), place)
        actual_of[row] = columns[at]
        at += 1
    return Pairing(actual_of, middle.bounded)


def _right(problem: Problem, comparisons: Comparisons, row: int, column: int) -> bool:
    return problem.actual_names[column] in problem.expected_names[row] and comparisons.of(row, column) == 0


def _walk(problem: Problem, comparisons: Comparisons, leading: int) -> list[int | None] | None:
    """All expected calls with the first right call after the last pair; None when one finds none.

    When it succeeds no pairing is better: all are paired and right, and each as early as can be.
    """
    names = problem.actual_names
    walked: list[int | None] = list(range(leading))
    free = leading
    for row in range(leading, len(problem.required)):
        accepted = problem.expected_names[row]
        listed = problem.right_candidates(row)
        if listed is None:
            listed = range(len(names))
        for place in range(bisect_left(listed, free), len(listed)):
            column = listed[place]
            if names[column] in accepted and comparisons.of(row, column) == 0:
                break
        else:
            return None
        walked.append(column)
        free = column + 1
    return walked


def _that_can_meet(problem: Problem) -> tuple[list[int], list[int]]:
    """The expected and the actual calls whose name occurs on the other side."""
    wanted = {name for accepted in problem.expected_names for name in accepted}
    columns = [j for j, name in enumerate(problem.actual_names) if name in wanted]
    given = {problem.actual_names[j] for j in columns}
    rows = [
        i for i, accepted in enumerate(problem.expected_names)
        if (accepted[0] in given if len(accepted) == 1 else not given.isdisjoint(accepted))
    ]
    return rows, columns


def _right_from_start(
    problem: Problem, comparisons: Comparisons, rows: list[int], columns: list[int], leading: int
) -> int:
    count = 0
    for row, column in zip(rows, columns, strict=False):
        known = row == column and row < leading
        if not problem.required[row] or not (known or _right(problem, comparisons, row, column)):
            break
        count += 1
    return count


def _right_from_end(problem: Problem, comparisons: Comparisons, rows: list[int], columns: list[int]) -> int:
    count = 0
    for row, column in zip(reversed(rows), reversed(columns), strict=False):
        if not problem.required[row] or not _right(problem, comparisons, row, column):
            break
        count += 1
    return count


_Chain: TypeAlias = "tuple[_Chain, int, int] | None"


class _State(NamedTuple):
    free: int
    """The first column not yet passed."""
    worth: int
    most: int
    """What the whole pairing can be worth at most."""
    chain: _Chain
    """The pairs so far: (earlier pairs, row, column)."""


class _Found(NamedTuple):
    worth: int
    chain: _Chain
    complete: bool
    """No state was dropped that could have become better."""


class _TooLong(Exception):
    """A search took more than its steps."""


class _Middle:
    """What remains between the calls that are right from the start and those that are right from the end."""

    def __init__(self, problem: Problem, comparisons: Comparisons, rows: list[int], columns: list[int]) -> None:
        self._problem = problem
        self._comparisons = comparisons
        self._rows = rows
        self._columns = columns
        self._steps_left = 0
        self.bounded = False

    def pairs(self) -> list[tuple[int, int]]:
        """The best pairs."""
        rows, columns = self._rows, self._columns
        if not rows or not columns:
            return []
        if self._fits_one_way_only():
            return list(zip(rows, columns, strict=True))
        gains = Gains(self._problem.required)
        outlook = Outlook(self._problem, self._comparisons, gains, rows, columns)
        chain = self._search_all(outlook, gains)
        found = []
        while chain is not None:
            chain, row, column = chain
            found.append((rows[row], columns[column]))
        return found

    def _fits_one_way_only(self) -> bool:
        """As many calls as required ones, and all can be paired: then each call must meet its opposite."""
        names, required = self._problem.actual_names, self._problem.required
        return len(self._rows) == len(self._columns) and all(
            required[row] and names[column] in self._problem.expected_names[row]
            for row, column in zip(self._rows, self._columns, strict=True)
        )

    def _search_all(self, outlook: Outlook, gains: Gains) -> _Chain:
        """Search with the highest hope first, then from a good pairing, then without the differing paths."""
        hope = outlook.most(0, 0) - gains.pair_level + 1
        for coarse in (False, True):
            try:
                self._steps_left = MOST_STEPS
                found = self._search(outlook, hope, None, coarse)
                if found is None:
                    good = self._search(outlook, 0, _BEAM, coarse)
                    assert good is not None
                    if good.complete:
                        return good.chain
                    self._steps_left = 100 * MOST_STEPS if coarse else MOST_STEPS
                    found = self._search(outlook, good.worth, None, coarse)
                    assert found is not None
                if coarse:
                    self.bounded = self._has_several_differing(outlook, found.chain)
                return found.chain
            except _TooLong:
                continue
        self.bounded = True
        good = self._search(outlook, 0, _BEAM, True)
        assert good is not None
        return good.chain

    @staticmethod
    def _has_several_differing(outlook: Outlook, chain: _Chain) -> bool:
        """Whether a pair differs in more than one path; otherwise even the fewest paths are reached."""
        while chain is not None:
            chain, row, column = chain
            if outlook.differing(row, column) > 1:
                return True
        return False

    def _search(self, outlook: Outlook, floor: int, beam: int | None, coarse: bool) -> _Found | None:
        """The best pairing worth at least `floor`, or None.

        `beam`: keep only so many states a row. `coarse`: every wrong pair counts as one differing path.
        """
        states = [_State(0, 0, outlook.most(0, 0), None)]
        complete = True
        for row in range(len(self._rows)):
            states = self._next_states(outlook, row, states, floor, coarse)
            self._steps_left -= len(states)
            if self._steps_left < 0 and beam is None:
                raise _TooLong
            if beam is not None and len(states) > beam:
                complete = False
                cut = sorted((state.most for state in states), reverse=True)[beam - 1]
                states = [state for state in states if state.most >= cut][:beam]
            if not states:
                return None
        return _Found(states[-1].worth, states[-1].chain, complete)

    def _next_states(
        self, outlook: Outlook, row: int, states: list[_State], floor: int, coarse: bool
    ) -> list[_State]:
        """The staircase after one more row. States come out ordered: a state's successors lie before the next."""
        fitting, candidates = outlook.fitting[row], outlook.candidates[row]
        right, wrong = outlook.right(row), outlook.wrong(row)
        needed = outlook.needs(row)
        following: list[_State] = []
        top = -1

        def add(free: int, worth: int, chain: _Chain) -> bool:
            nonlocal top
            if worth <= top:
                return True
            most = worth + outlook.most(row + 1, free)
            if most < floor:
                return False
            if following and following[-1].free == free:
                following.pop()
            following.append(_State(free, worth, most, chain))
            top = worth
            return True

        for place, (free, worth, _, chain) in enumerate(states):
            border = states[place + 1].free if place + 1 < len(states) else len(self._columns)
            at = bisect_left(fitting, free)
            if needed and at < len(fitting) and fitting[at] == free and self._is_right(outlook, row, free):
                add(free + 1, worth + right, (chain, row, free))
                continue
            add(free, worth, chain)
            fewest = 0
            while at < len(fitting) and fitting[at] < border:
                column = fitting[at]
                self._steps_left -= 1
                if worth + right + outlook.most(row + 1, column + 1) < floor:
                    break
                if coarse:
                    differing = 0 if self._is_right(outlook, row, column) else 1
                else:
                    differing = outlook.differing(row, column)
                if differing == 0:
                    add(column + 1, worth + right, (chain, row, column))
                    break
                if not fewest or differing < fewest:
                    add(column + 1, worth + wrong - differing, (chain, row, column))
                    fewest = differing
                at += 1
                if fewest == 1:
                    # No other wrong pair can be better: on to the next right one.
                    next_right = bisect_left(candidates, column + 1)
                    while next_right < len(candidates) and candidates[next_right] < border:
                        column = candidates[next_right]
                        if outlook.differing(row, column) == 0:
                            add(column + 1, worth + right, (chain, row, column))
                            break
                        self._steps_left -= 1
                        next_right += 1
                    break
        return following

    @staticmethod
    def _is_right(outlook: Outlook, row: int, column: int) -> bool:
        candidates = outlook.candidates[row]
        place = bisect_left(candidates, column)
        return place < len(candidates) and candidates[place] == column and outlook.differing(row, column) == 0
