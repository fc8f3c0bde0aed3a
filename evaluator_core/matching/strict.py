"""Pairing by position, where optional expected calls may be skipped.

Without optional calls there is nothing to choose. With them, all that matters after some expected calls is the
position that the next one meets, which is how many were not skipped, and the worth so far. States that cannot reach
the best known worth any more (`Outlook`; pairs by position keep order, so what bounds `in_order` bounds them too) are
dropped.
"""

from __future__ import annotations

from .comparisons import Comparisons
from .problem import Pairing, Problem, leading_right
from .search import Chain, Search, State


def pair_strict(problem: Problem) -> Pairing:
    """The best pairing by position: the k-th expected call that is not skipped meets the k-th actual call.

    They pair when their names fit; else both stay without partner, and so do actual calls beyond the last position.
    Linear without optional calls; else linear in what is right and at most expected × optional steps.
    """
    count, names = len(problem.required), problem.actual_names
    if all(problem.required):
        return Pairing(
            [
                row if row < len(names) and names[row] in accepted else None
                for row, accepted in enumerate(problem.expected_names)
            ],
            False,
        )
    if leading_right(problem) == count:
        return Pairing(list(range(count)), False)
    search = _Positions(
        problem, Comparisons(problem), list(range(count)), list(range(len(names))), positions_in_reach(problem)
    )
    actual_of: list[int | None] = [None] * count
    for row, column in search.pairs():
        actual_of[row] = column
    return Pairing(actual_of, search.bounded)


def positions_in_reach(problem: Problem) -> list[tuple[int, int]]:
    """For each expected call the first and the last position that it can meet."""
    skippable = 0
    reach = []
    for row, required in enumerate(problem.required):
        reach.append((row - skippable, row))
        skippable += not required
    return reach


class _Positions(Search):
    """A state starts at the position that the next row meets; all positions beyond the last call are one."""

    def next_states(self, row: int, states: list[State], floor: int) -> list[State]:
        """Each position once, with the most that a way there is worth; among equals the fewest skipped."""
        outlook, width = self._outlook, len(self._columns)
        perfect = outlook.perfect(row)
        names, accepted = self._problem.actual_names, self._problem.expected_names[row]
        optional = not outlook.needs(row)
        rest = outlook.view(row + 1, states[0][0], min(states[-1][0] + 1, width))
        following: list[State] = []

        def add(position: int, worth: int, chain: Chain) -> None:
            if following and following[-1][0] == position:
                if worth < following[-1][1]:
                    return
                following.pop()
            most = worth + rest.most(position)
            if most >= floor:
                following.append((position, worth, most, chain))

        for position, worth, _, chain in states:
            if optional:
                add(position, worth, chain)
            if position == width:
                add(width, worth, chain)
                continue
            self._steps_left -= 1
            if names[position] not in accepted:
                add(position + 1, worth, chain)
            elif worth + perfect + rest.most(position + 1) >= floor:
                gain = outlook.worth(row, self.differing(row, position))
                add(position + 1, worth + gain, (chain, row, position))
        return following
