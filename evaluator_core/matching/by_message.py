"""Pairing where calls of one message have no order among themselves (`parallel_any_order`).

The searches are those of `in_order` and `strict`, but a state also knows which calls of its message are taken; the
pairs it has found tell. That is exact and quick for messages of a handful of calls. A message of k calls can be taken
in 2ᵏ ways: where messages of more than five or so calls of one name meet many wrong calls, the search may reach its
bound. Then the better of what it has and the pairing in the calls' own order stands, and `bounded` is set; that one
is not proven to have the most pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from .any_order import pair_any_order
from .comparisons import Comparisons
from .gains import Gains
from .in_order import pair_in_order, that_can_meet
from .problem import Pairing, Problem, leading_right
from .search import Chain, Search, State
from .strict import pair_strict, positions_in_reach

_MOST_STEPS = 150_000
"""The bound of a search; a step costs more here than where calls have an order."""
_FEW_STATES = 40
"""So many states are compared each with each."""


def pair_in_order_by_message(problem: Problem, messages: Sequence[int]) -> Pairing:
    """The message numbers of paired calls never fall along the expected calls; within one, any pairing."""
    if not messages or messages[0] == messages[-1]:
        return pair_any_order(problem)
    count = len(problem.required)
    if leading_right(problem) == count:
        return Pairing(list(range(count)), False)
    rows, columns = that_can_meet(problem)
    search = _InOrder(problem, Comparisons(problem), rows, columns, messages=[messages[column] for column in columns])
    return _best_of(problem, search, pair_in_order)


def pair_strict_by_message(problem: Problem, messages: Sequence[int]) -> Pairing:
    """Expected calls that meet positions of one message may be paired in any way with the calls of that message."""
    count, width = len(problem.required), len(problem.actual_names)
    if leading_right(problem) == count:
        return Pairing(list(range(count)), False)
    blocks = _blocks(messages)
    if all(problem.required):
        actual_of: list[int | None] = [None] * count
        bounded = False
        for start, end in dict.fromkeys(blocks):
            found = pair_any_order(_part(problem, start, end))
            actual_of[start:end] = [None if j is None else j + start for j in found.actual_of]
            bounded = bounded or found.bounded
        return Pairing(actual_of[:count], bounded)
    reach = [
        (blocks[first][0] if first < width else width, blocks[last][1] - 1 if last < width else width - 1)
        for first, last in positions_in_reach(problem)
    ]
    search = _Strict(
        problem, Comparisons(problem), list(range(count)), list(range(width)), windows=reach, messages=messages
    )
    return _best_of(problem, search, pair_strict)


def _best_of(problem: Problem, search: _ByMessage, by_order: Callable[[Problem], Pairing]) -> Pairing:
    actual_of: list[int | None] = [None] * len(problem.required)
    for row, column in search.pairs():
        actual_of[row] = column
    if search.bounded:
        ordered = by_order(problem).actual_of
        actual_of = max(actual_of, ordered, key=lambda found: _worth(problem, found))
    return Pairing(actual_of, search.bounded)


def _worth(problem: Problem, actual_of: Sequence[int | None]) -> int:
    gains = Gains(problem.required, problem.path)
    return sum(gains.of(i, problem.differing(i, j)) for i, j in enumerate(actual_of) if j is not None)


def _blocks(messages: Sequence[int]) -> list[tuple[int, int]]:
    """For each call the first call of its message and the first one after it."""
    blocks: list[tuple[int, int]] = []
    start = 0
    for place in range(1, len(messages) + 1):
        if place == len(messages) or messages[place] != messages[start]:
            blocks += [(start, place)] * (place - start)
            start = place
    return blocks


def _part(problem: Problem, start: int, end: int) -> Problem:
    """The calls at some positions as a problem of their own."""

    def candidates(i: int) -> Sequence[int] | None:
        listed = problem.right_candidates(i + start)
        return None if listed is None else [j - start for j in listed if start <= j < end]

    return Problem(
        required=problem.required[start:end],
        expected_names=problem.expected_names[start:end],
        actual_names=problem.actual_names[start:end],
        differing=lambda i, j: problem.differing(i + start, j + start),
        expected_keys=lambda i: problem.expected_keys(i + start),
        actual_keys=lambda j: problem.actual_keys(j + start),
        right_candidates=candidates,
        path=problem.path,
    )


class _ByMessage(Search):
    """What both orders share."""

    most_steps = _MOST_STEPS

    def __init__(
        self,
        problem: Problem,
        comparisons: Comparisons,
        rows: list[int],
        columns: list[int],
        *,
        messages: Sequence[int],
        windows: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        super().__init__(problem, comparisons, rows, columns, windows, messages)
        self._blocks = _blocks(messages)

    def taken_since(self, start: int, chain: Chain) -> frozenset[int]:
        """The columns from `start` on that are paired."""
        taken = []
        while chain is not None and chain[2] >= start:
            taken.append(chain[2])
            chain = chain[0]
        return frozenset(taken)

    def choices(self, row: int, start: int, end: int, taken: frozenset[int]) -> list[tuple[int, int]]:
        """The columns of a message that a row may be paired with, each with its worth; of alike ones the first."""
        outlook, names = self._outlook, self._problem.actual_names
        accepted = self._problem.expected_names[self._rows[row]]
        seen: set[Hashable] = set()
        found = []
        for column in range(start, end):
            if column in taken or names[self._columns[column]] not in accepted:
                continue
            key = self._comparisons.column_key(self._columns[column])
            if key not in seen:
                seen.add(key)
                self._steps_left -= 1
                found.append((column, outlook.worth(row, self.differing(row, column))))
        return found

    def undominated(self, states: list[tuple[State, frozenset[int]]]) -> list[State]:
        """Of states at one message those that no other beats with fewer calls taken and as much worth."""
        best: dict[frozenset[int], State] = {}
        for state, taken in states:
            if taken not in best or best[taken][1] < state[1]:
                best[taken] = state
        if 1 < len(best) <= _FEW_STATES:
            return [
                state
                for taken, state in best.items()
                if not any(fewer < taken and other[1] >= state[1] for fewer, other in best.items())
            ]
        return list(best.values())


class _InOrder(_ByMessage):
    """A state starts in the message of its last pair, behind as many calls as are taken there."""

    def next_states(self, row: int, states: list[State], floor: int) -> list[State]:
        """Message by message; a state at a later message is kept only when it is worth more."""
        outlook, width = self._outlook, len(self._columns)
        perfect = outlook.perfect(row)
        rest = outlook.view(row + 1, states[0][0], states[-1][0])
        reached: dict[int, list[tuple[State, frozenset[int]]]] = {}

        def add(start: int, taken: frozenset[int], worth: int, chain: Chain) -> None:
            position = start + len(taken)
            most = worth + rest.most(position)
            if most >= floor:
                reached.setdefault(start, []).append(((position, worth, most, chain), taken))

        for _, worth, _, chain in states:
            here = self._blocks[chain[2]][0] if chain is not None else 0
            taken = self.taken_since(here, chain)
            add(here, taken, worth, chain)
            most_gained = -1
            start = here
            while start < width:
                end = self._blocks[start][1]
                if worth + perfect + rest.most(start + len(taken) + 1 if start == here else start + 1) < floor:
                    break
                gained = -1
                held = taken if start == here else frozenset()
                for column, gain in self.choices(row, start, end, held):
                    if start == here or gain > most_gained:
                        add(start, held | {column}, worth + gain, (chain, row, column))
                    gained = max(gained, gain)
                if start > here:
                    most_gained = max(most_gained, gained)
                if most_gained == perfect:
                    break
                start = end
        following: list[State] = []
        top = -1
        for start in sorted(reached):
            kept = [state for state in self.undominated(reached[start]) if state[1] > top]
            following += kept
            top = max((state[1] for state in kept), default=top)
        following.sort(key=lambda state: state[0])
        return following


class _Strict(_ByMessage):
    """A state starts at the position that the next row meets."""

    def next_states(self, row: int, states: list[State], floor: int) -> list[State]:
        """Each position with the ways in which the calls of its message can be taken."""
        outlook, width = self._outlook, len(self._columns)
        optional = not outlook.needs(row)
        rest = outlook.view(row + 1, states[0][0], min(states[-1][0] + 1, width))
        reached: dict[int, list[tuple[State, frozenset[int]]]] = {}

        def add(position: int, worth: int, chain: Chain) -> None:
            most = worth + rest.most(position)
            if most >= floor:
                taken = self.taken_since(self._blocks[position][0] if position < width else width, chain)
                reached.setdefault(position, []).append(((position, worth, most, chain), taken))

        for position, worth, _, chain in states:
            if optional:
                add(position, worth, chain)
            if position == width:
                add(width, worth, chain)
                continue
            add(position + 1, worth, chain)
            start, end = self._blocks[position]
            if worth + outlook.perfect(row) + rest.most(position + 1) >= floor:
                for column, gain in self.choices(row, start, end, self.taken_since(start, chain)):
                    add(position + 1, worth + gain, (chain, row, column))
        return [state for position in sorted(reached) for state in self.undominated(reached[position])]
