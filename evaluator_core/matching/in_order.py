"""Pairing where pairs keep the order of both sides; other calls may come between.

Expected calls are taken row by row. After some rows all that matters of a partial pairing is the first column
(actual call) still free and the worth so far; a state with an earlier free column and no less worth beats another, so
the states form a staircase. What cannot reach the best known worth any more (`Outlook`) is dropped, which keeps the
staircase short unless nearly everything is wrong.

Lemma: where the next row is required and perfect with the first free column, that pair can be taken. Whatever a pairing
does with that column or that row can be exchanged for it: the row's own partner or the column's comes later, and
no required, right or other pair is lost. The same holds at the end, backwards.
"""

from __future__ import annotations

from bisect import bisect_left

from .comparisons import Comparisons
from .problem import Pairing, Problem, leading_right
from .search import Chain, Search, State

_AHEAD = 8
"""How far beyond the last state a row usually looks."""


def pair_in_order(problem: Problem) -> Pairing:
    """The best pairing of which the pairs increase on both sides.

    Near-linear when most calls are right or names distinct. Otherwise at most expected × actual steps; beyond
    `search.MOST_STEPS` only the fewest differing paths are approximated.
    """
    count = len(problem.required)
    leading = leading_right(problem)
    if leading == count:
        return Pairing(list(range(count)), False)
    comparisons = Comparisons(problem)
    walked = _walk(problem, comparisons, leading)
    if walked is not None:
        return Pairing(walked, False)
    rows, columns = that_can_meet(problem)
    actual_of: list[int | None] = [None] * count
    first = _perfect_from_start(problem, comparisons, rows, columns, leading)
    for row, column in zip(rows[:first], columns[:first], strict=True):
        actual_of[row] = column
    last = _perfect_from_end(problem, comparisons, rows[first:], columns[first:])
    end, column_end = len(rows) - last, len(columns) - last
    middle_rows, middle_columns = rows[first:end], columns[first:column_end]
    bounded = False
    if _fits_one_way_only(problem, middle_rows, middle_columns):
        for row, column in zip(middle_rows, middle_columns, strict=True):
            actual_of[row] = column
    elif middle_rows and middle_columns:
        search = _Staircase(problem, comparisons, middle_rows, middle_columns)
        for row, column in search.pairs():
            actual_of[row] = column
        bounded = search.bounded
    used = max((column for column in actual_of if column is not None), default=-1)
    at = bisect_left(columns, used + 1)
    for row, place in zip(rows[end:], range(column_end, len(columns)), strict=True):
        # Criterion 5: an earlier call that is perfect as well.
        at = next((p for p in range(at, place) if _perfect(problem, comparisons, row, columns[p])), place)
        actual_of[row] = columns[at]
        at += 1
    return Pairing(actual_of, bounded)


def _perfect(problem: Problem, comparisons: Comparisons, row: int, column: int) -> bool:
    return problem.actual_names[column] in problem.expected_names[row] and comparisons.of(row, column) == 0


def _walk(problem: Problem, comparisons: Comparisons, leading: int) -> list[int | None] | None:
    """All expected calls with the first perfect call after the last pair; None when one finds none.

    When it succeeds no pairing is better: all are paired and perfect, and each as early as can be.
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


def that_can_meet(problem: Problem) -> tuple[list[int], list[int]]:
    """The expected and the actual calls whose name occurs on the other side."""
    wanted = {name for accepted in problem.expected_names for name in accepted}
    columns = [j for j, name in enumerate(problem.actual_names) if name in wanted]
    given = {problem.actual_names[j] for j in columns}
    rows = [
        i
        for i, accepted in enumerate(problem.expected_names)
        if (accepted[0] in given if len(accepted) == 1 else not given.isdisjoint(accepted))
    ]
    return rows, columns


def _perfect_from_start(
    problem: Problem, comparisons: Comparisons, rows: list[int], columns: list[int], leading: int
) -> int:
    count = 0
    for row, column in zip(rows, columns, strict=False):
        known = row == column and row < leading
        if not problem.required[row] or not (known or _perfect(problem, comparisons, row, column)):
            break
        count += 1
    return count


def _perfect_from_end(problem: Problem, comparisons: Comparisons, rows: list[int], columns: list[int]) -> int:
    count = 0
    for row, column in zip(reversed(rows), reversed(columns), strict=False):
        if not problem.required[row] or not _perfect(problem, comparisons, row, column):
            break
        count += 1
    return count


def _fits_one_way_only(problem: Problem, rows: list[int], columns: list[int]) -> bool:
    """As many calls as required ones, and all can be paired: then each call must meet its opposite."""
    return len(rows) == len(columns) and all(
        problem.required[row] and problem.actual_names[column] in problem.expected_names[row]
        for row, column in zip(rows, columns, strict=True)
    )


class _Staircase(Search):
    """A state starts at the first column not yet passed; later starts are kept only when they are worth more."""

    def next_states(self, row: int, states: list[State], floor: int) -> list[State]:
        """The staircase after one more row. What comes from a state lies before what comes from the next one."""
        outlook = self._outlook
        fitting, candidates = outlook.fitting[row], outlook.candidates[row]
        perfect = outlook.perfect(row)
        needed = outlook.needs(row)
        width = len(self._columns)
        if needed and len(states) == 1:
            free, worth, most, chain = states[0]
            at = bisect_left(candidates, free)
            if at < len(candidates) and candidates[at] == free and outlook.differing(row, free) == 0:
                return [(free + 1, worth + perfect, most, (chain, row, free))]
        rest = outlook.view(row + 1, states[0][0], min(states[-1][0] + _AHEAD, width))
        following: list[State] = []
        top = -1

        def add(free: int, worth: int, chain: Chain) -> None:
            nonlocal top
            if worth > top:
                most = worth + rest.most(free)
                if most >= floor:
                    if following and following[-1][0] == free:
                        following.pop()
                    following.append((free, worth, most, chain))
                    top = worth

        last = len(states) - 1
        for place, (free, worth, _, chain) in enumerate(states):
            border = states[place + 1][0] if place < last else width
            at = bisect_left(fitting, free)
            if needed and at < len(fitting) and fitting[at] == free and self.is_perfect(row, free):
                add(free + 1, worth + perfect, (chain, row, free))
                continue
            add(free, worth, chain)
            fewest = 0
            while at < len(fitting) and fitting[at] < border:
                column = fitting[at]
                self._steps_left -= 1
                if worth + perfect <= top or worth + perfect + rest.most(column + 1) < floor:
                    break
                differing = self.differing(row, column)
                if differing == 0:
                    add(column + 1, worth + perfect, (chain, row, column))
                    break
                if not fewest or differing < fewest:
                    add(column + 1, worth + outlook.worth(row, differing), (chain, row, column))
                    fewest = differing
                at += 1
                if fewest == 1:
                    # Only a perfect pair can be better: on to the next one.
                    following_one = bisect_left(candidates, column + 1)
                    while following_one < len(candidates) and candidates[following_one] < border:
                        column = candidates[following_one]
                        self._steps_left -= 1
                        if worth + perfect + rest.most(column + 1) < floor:
                            break
                        if outlook.differing(row, column) == 0:
                            add(column + 1, worth + perfect, (chain, row, column))
                            break
                        following_one += 1
                    break
        return following
