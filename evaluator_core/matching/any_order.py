"""Pairing where order does not count."""

from __future__ import annotations

from .assignment import best_assignment
from .gains import Gains
from .problem import Pairing, Problem


def pair_any_order(problem: Problem) -> Pairing:
    """Any one-to-one pairing of calls whose names fit."""
    count = len(problem.actual_names)
    gains = Gains(problem.required)
    table = [
        [gains.of(i, problem.differing(i, j)) * 1 if problem.actual_names[j] in accepted else None
         for j in range(count)]
        for i, accepted in enumerate(problem.expected_names)
    ]
    return Pairing(best_assignment(table, count), False)
