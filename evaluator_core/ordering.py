"""Rules on the order of tools that stand beside the pairing: `before`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .calls import ToolCall


class OutOfOrder(NamedTuple):
    """A call that needed another tool to be called first."""

    first: str
    then: str
    actual: int


def out_of_order(calls: Sequence[tuple[int, str, ToolCall]], pairs: Sequence[tuple[str, str]]) -> list[OutOfOrder]:
    """Calls of B without an earlier call of A, for every pair [A, B].

    Earlier means from an earlier message; where messages are unknown, every call is its own. `calls` are index,
    compared name and call.
    """
    found = []
    for first, then in pairs:
        opened: ToolCall | None = None
        for index, name, call in calls:
            if name == then and (opened is None or _same_message(opened, call)):
                found.append(OutOfOrder(first, then, index))
            if name == first and opened is None:
                opened = call
    return sorted(found, key=lambda fault: fault.actual)


def _same_message(one: ToolCall, other: ToolCall) -> bool:
    return one.turn is not None and (one.run, one.turn) == (other.run, other.turn)


def message_numbers(calls: Sequence[ToolCall]) -> list[int]:
    """A number per call that calls of one message share, never falling; unknown messages are one call each."""
    numbers: list[int] = []
    number = -1
    before: tuple[int, int] | None = None
    for call in calls:
        message = None if call.turn is None else (call.run, call.turn)
        if message is None or message != before:
            number += 1
        before = message
        numbers.append(number)
    return numbers
