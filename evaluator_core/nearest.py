"""For an expected call that is missing: the call that comes closest, and what keeps it from counting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .arguments import Comparison, Difference
from .calls import ExpectedCall, ToolCall
from .names import Naming, nearest_name
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
    naming: Naming,
) -> dict[int, Nearest]:
    """For each missing expected call its nearest miss, where there is one."""
    free = [index for index, found in enumerate(expected_of) if found is None]
    names = [naming.canonical(call.name) for call in actual]
    by_name: dict[str, list[int]] = {}
    for index in free:
        by_name.setdefault(names[index], []).append(index)
    made = set(names)
    found: dict[int, Nearest] = {}
    for index, call in enumerate(expected):
        if actual_of[index] is not None or call.optional:
            continue
        nearest: Nearest | None = None
        for choice in call.any_of or (call,):
            wanted = naming.canonical(choice.name)
            if wanted in by_name:
                nearest = _same_name(index, choice, actual, by_name[wanted], actual_of, comparison)
                break
        else:
            wanted = naming.canonical(call.name)
        if nearest is None and wanted in made:
            nearest = Nearest(f"every call of {call.name} stands for another expected call")
        elif nearest is None and free:
            name = nearest_name(wanted, list(by_name))
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
    best = min(candidates[:_MOST_LOOKED_AT], key=lambda j: comparison.differing(call, actual[j], j))
    before = max((j for j in actual_of[:index] if j is not None), default=-1)
    when = "too early" if best < before else "too late"
    place = f"called, but {when} (call {best + 1})"
    differences = tuple(comparison.differences(call, actual[best], best))
    wrong = describe(differences)
    return Nearest(f"{place}; {wrong}" if wrong else place, best, differences)
