"""For an expected call that is missing: the call that comes closest, and what keeps it from counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .arguments import Comparison, Difference
from .calls import ExpectedCall, ToolCall
from .names import nearest_name
from .verdict import describe

_MOST_LOOKED_AT = 50


class Nearest(NamedTuple):
    """The nearest miss of a missing call."""

    message: str
    actual: int | None = None
    differences: tuple[Difference, ...] = ()


def nearest_misses(
    expected: Sequence[ExpectedCall],
    actual: Sequence[ToolCall],
    actual_of: Sequence[int | None],
    expected_of: Sequence[int | None],
    comparison: Comparison,
) -> dict[int, Nearest]:
    """For each missing expected call its nearest miss, where there is one."""
    free = [index for index, found in enumerate(expected_of) if found is None]
    by_name: dict[str, list[int]] = {}
    for index in free:
        by_name.setdefault(actual[index].name, []).append(index)
    made = {call.name for call in actual}
    found: dict[int, Nearest] = {}
    for index, call in enumerate(expected):
        if actual_of[index] is not None or call.optional:
            continue
        nearest: Nearest | None = None
        if call.name in by_name:
            nearest = _same_name(index, call, actual, by_name[call.name], actual_of, comparison)
        elif call.name in made:
            nearest = Nearest(f"every call of {call.name} stands for another expected call")
        elif free:
            name = nearest_name(call.name, list(by_name))
            if name is not None:
                nearest = Nearest(f"a tool named {name} was called", by_name[name][0])
        if nearest is not None:
            found[index] = nearest
    return found


def _same_name(
    index: int,
    call: ExpectedCall,
    actual: Sequence[ToolCall],
    candidates: Sequence[int],
    actual_of: Sequence[int | None],
    comparison: Comparison,
) -> Nearest:
    best = min(candidates[:_MOST_LOOKED_AT], key=lambda j: comparison.differing(call, actual[j]))
    before = max((j for j in actual_of[:index] if j is not None), default=-1)
    when = "too early" if best < before else "too late"
    place = f"called, but {when} (call {best + 1})"
    differences = tuple(comparison.differences(call, actual[best]))
    wrong = describe(differences)
    return Nearest(f"{place}; {wrong}" if wrong else place, best, differences)
