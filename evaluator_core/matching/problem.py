"""What is to be paired, and the answer: plain values, so that the engine knows nothing of calls or options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Order: TypeAlias = Literal["strict", "in_order", "any_order"]
Method: TypeAlias = Literal["best", "first"]


class Problem(NamedTuple):
    """Expected calls, numbered i, and actual calls, numbered j. The functions are asked as seldom as possible."""

    required: Sequence[bool]
    """For each expected call: is it missing when it has no partner? False = optional."""
    expected_names: Sequence[tuple[str, ...]]
    """For each expected call the names it accepts (one; several for a choice)."""
    actual_names: Sequence[str]
    """The name of each actual call."""
    differing: Callable[[int, int], int]
    """(i, j) → how far two calls are apart, 0 = perfect, less than `path` = right. Only asked when the names fit. Need
    not be transitive."""
    expected_keys: Callable[[int], Hashable]
    """i → a key; equal keys: the same names, and the same differing paths with every actual call."""
    actual_keys: Callable[[int], Hashable]
    """j → a key; equal keys: the same name, and the same differing paths with every expected call."""
    right_candidates: Callable[[int], Sequence[int] | None]
    """i → ascending actual calls that include every right one; None = no index, all of a fitting name may be right."""
    messages: Sequence[int] | None = None
    """The message number of each actual call, never falling, when calls of one message have no order; else None."""
    path: int = 1
    """What one differing path counts in `differing`. 1 where nothing else does; else more than all that counts less
    than a path (a wrong result) can come to in all pairs together."""


class Pairing(NamedTuple):
    """Which actual call stands for which expected call."""

    actual_of: list[int | None]
    """For each expected call the number of its actual call, None = without partner."""
    bounded: bool
    """True when the search was cut short. The pairs are as many and as right as can be, but which wrong calls meet was
    not searched to the end. Only in far larger searches (thousands of wrong calls of one name among optional ones,
    or large messages without order) are even the counts not proven; see `search` and `by_message`."""


def leading_right(problem: Problem) -> int:
    """How many calls from the start on are perfect with the actual call at the same place.

    When that is all expected calls, no pairing in any order is better.
    """
    differing = problem.differing
    place = 0
    for accepted, name in zip(problem.expected_names, problem.actual_names, strict=False):
        if name not in accepted or differing(place, place):
            break
        place += 1
    return place
