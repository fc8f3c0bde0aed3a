"""The seed's greedy sentence: each expected call, in turn, takes the first call of its name, a right one if any."""

from __future__ import annotations

from bisect import bisect_left
from heapq import merge

from .problem import Order, Pairing, Problem


def pair_first(problem: Problem, order: Order) -> Pairing:
    """Pair greedily, never revising a pair.

    `strict`: position n with position n, when the names fit. `in_order`: the first right call after the last
    pair, else the first of the same name after it. `any_order`: the same among all calls not yet taken.
    """
    if order == "strict":
        names = problem.actual_names
        return Pairing(
            [
                i if i < len(names) and names[i] in accepted else None
                for i, accepted in enumerate(problem.expected_names)
            ],
            False,
        )
    later_only = order == "in_order"
    places: dict[str, list[int]] = {}
    for j, name in enumerate(problem.actual_names):
        places.setdefault(name, []).append(j)
    start = 0
    actual_of: list[int | None] = []
    for i, accepted in enumerate(problem.expected_names):
        lists = [places[name] for name in dict.fromkeys(accepted) if name in places]
        chosen = _first_right(problem, i, lists, start)
        if chosen is None:
            firsts = [free[at] for free in lists if (at := bisect_left(free, start)) < len(free)]
            chosen = min(firsts, default=None)
        actual_of.append(chosen)
        if chosen is None:
            continue
        if later_only:
            start = chosen + 1
        else:
            free = places[problem.actual_names[chosen]]
            free.pop(bisect_left(free, chosen))
    return Pairing(actual_of, False)


def _first_right(problem: Problem, i: int, lists: list[list[int]], start: int) -> int | None:
    """The first right call from `start` on that is still in one of the lists."""
    listed = problem.right_candidates(i)
    if listed is None:
        for j in merge(*(free[bisect_left(free, start) :] for free in lists)):
            if problem.differing(i, j) < problem.path:
                return j
        return None
    for at in range(bisect_left(listed, start), len(listed)):
        j = listed[at]
        if any(_holds(free, j) for free in lists) and problem.differing(i, j) < problem.path:
            return j
    return None


def _holds(ascending: list[int], j: int) -> bool:
    at = bisect_left(ascending, j)
    return at < len(ascending) and ascending[at] == j
