"""Pairing by position, where optional expected calls may be skipped."""

from __future__ import annotations

from .gains import Gains
from .problem import Pairing, Problem

_State = tuple[int, "tuple[int, int, object] | None"]


def pair_strict(problem: Problem) -> Pairing:
    """The k-th expected call that is not skipped meets the k-th actual call; they pair when their names fit."""
    gains = Gains(problem.required)
    names = problem.actual_names
    count = len(names)
    states: dict[int, tuple[int, object]] = {0: (0, None)}
    for i, accepted in enumerate(problem.expected_names):
        following: dict[int, tuple[int, object]] = {}
        for position in sorted(states):
            worth, pairs = states[position]
            options: list[tuple[int, tuple[int, object]]] = []
            if position < count and names[position] in accepted:
                gain = gains.of(i, problem.differing(i, position))
                options.append((position + 1, (worth + gain, (i, position, pairs))))
            else:
                options.append((position + 1, (worth, pairs)))
            if not problem.required[i]:
                options.append((position, (worth, pairs)))
            for place, state in options:
                if place not in following or following[place][0] < state[0]:
                    following[place] = state
        states = following
    _, chain = max((states[position] for position in sorted(states, reverse=True)), key=lambda state: state[0])
    actual_of: list[int | None] = [None] * len(problem.required)
    while chain is not None:
        i, position, chain = chain  # type: ignore[misc]
        actual_of[i] = position
    return Pairing(actual_of, False)
