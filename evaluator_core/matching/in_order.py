"""Pairing where pairs keep the order of both sides."""

from __future__ import annotations

from .gains import Gains
from .problem import Pairing, Problem


def pair_in_order(problem: Problem) -> Pairing:
    """Pairs increase on both sides; other calls may come between."""
    gains = Gains(problem.required)
    names = problem.actual_names
    count = len(names)
    best = [0] * (count + 1)
    steps: list[list[int]] = []
    for i, accepted in enumerate(problem.expected_names):
        row = [0] * (count + 1)
        step = [0] * (count + 1)
        for j in range(count):
            if names[j] in accepted:
                row[j + 1] = best[j] + gains.of(i, problem.differing(i, j))
                step[j + 1] = 2
            if best[j + 1] >= row[j + 1]:
                row[j + 1], step[j + 1] = best[j + 1], 1
            if row[j] >= row[j + 1]:
                row[j + 1], step[j + 1] = row[j], 0
        steps.append(step)
        best = row
    actual_of: list[int | None] = [None] * len(steps)
    i, j = len(steps), count
    while i > 0 and j > 0:
        step_here = steps[i - 1][j]
        if step_here == 0:
            j -= 1
        elif step_here == 1:
            i -= 1
        else:
            i, j = i - 1, j - 1
            actual_of[i] = j
    return Pairing(actual_of, False)
