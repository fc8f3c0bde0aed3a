"""The seed's greedy sentence: each expected call, in turn, takes the first call of its name, a right one if any."""

from __future__ import annotations

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
    taken: set[int] = set()
    start = 0
    actual_of: list[int | None] = []
    for i, accepted in enumerate(problem.expected_names):
        free = sorted(j for name in accepted for j in places.get(name, ()) if j >= start and j not in taken)
        chosen = next((j for j in free if problem.differing(i, j) == 0), free[0] if free else None)
        actual_of.append(chosen)
        if chosen is not None:
            if later_only:
                start = chosen + 1
            else:
                taken.add(chosen)
    return Pairing(actual_of, False)
