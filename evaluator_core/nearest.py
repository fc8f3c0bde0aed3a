"""For an expected call that is missing: the call that comes closest, and what keeps it from counting."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from .arguments import Comparison
from .calls import ExpectedCall, ToolCall
from .differences import Difference
from .names import Naming, nearest_name
from .values import key_of
from .verdict import describe

_LOOKED_AT = 4


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
    equal_args: dict[tuple[str, Hashable], list[int]] = {}
    for index in free:
        by_name.setdefault(names[index], []).append(index)
        equal_args.setdefault((names[index], key_of(actual[index].args)), []).append(index)
    made = set(names)
    alike: dict[str, str | None] = {}
    last = -1
    found: dict[int, Nearest] = {}
    for index, call in enumerate(expected):
        partner = actual_of[index]
        if partner is not None:
            last = max(last, partner)
            continue
        if call.optional:
            continue
        nearest: Nearest | None = None
        for choice in call.any_of or (call,):
            wanted = naming.canonical(choice.name)
            if wanted in by_name:
                same = equal_args.get((wanted, key_of(choice.args)), ())
                nearest = _same_name(choice, actual, by_name[wanted], same, last, comparison)
                break
        else:
            wanted = naming.canonical(call.name)
        if nearest is None and wanted in made:
            nearest = Nearest(f"every call of {call.name} stands for another expected call")
        elif nearest is None and free:
            if wanted not in alike:
                alike[wanted] = nearest_name(wanted, list(by_name))
            name = alike[wanted]
            if name is not None:
                nearest = Nearest(f"a tool named {name} was called", by_name[name][0])
        if nearest is not None:
            found[index] = nearest
    return found


def _same_name(
    call: ExpectedCall,
    actual: Sequence[ToolCall],
    candidates: Sequence[int],
    same: Sequence[int],
    last: int,
    comparison: Comparison,
) -> Nearest:
    """The call with the same arguments, else of the few next to the place where it was due the one least different."""
    due = bisect(candidates, last)
    looked_at = same[:1] or candidates[max(0, due - _LOOKED_AT) : due + _LOOKED_AT]
    best = min(looked_at, key=lambda j: comparison.differing(call, actual[j], j))
    when = "too early" if best < last else "too late"
    place = f"called, but {when} (call {best + 1})"
    differences = tuple(comparison.differences(call, actual[best], best))
    wrong = describe(differences)
    return Nearest(f"{place}; {wrong}" if wrong else place, best, differences)
