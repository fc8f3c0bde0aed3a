"""The one door of the pairing engine: a table from order and method to the function that pairs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .any_order import pair_any_order
from .by_message import pair_in_order_by_message, pair_strict_by_message
from .first import pair_first
from .in_order import pair_in_order
from .problem import Method, Order, Pairing, Problem
from .strict import pair_strict

_BEST: dict[Order, Callable[[Problem], Pairing]] = {
    "strict": pair_strict,
    "in_order": pair_in_order,
    "any_order": pair_any_order,
}

_BEST_BY_MESSAGE: dict[Order, Callable[[Problem, Sequence[int]], Pairing]] = {
    "strict": pair_strict_by_message,
    "in_order": pair_in_order_by_message,
}


def pair(problem: Problem, order: Order, method: Method = "best") -> Pairing:
    """Pair expected with actual calls.

    `best`: of all pairings that `order` allows the one with, in this order, the most required expected calls paired,
    the most right pairs, the most required right pairs, the most pairs, the fewest differing paths, the earliest
    actual calls. `first`: the seed's greedy rule.
    """
    if method == "first":
        return pair_first(problem, order)
    messages = problem.messages
    if messages is not None and order in _BEST_BY_MESSAGE and len(set(messages)) < len(messages):
        return _BEST_BY_MESSAGE[order](problem, messages)
    return _BEST[order](problem)
