"""How often tools were called, and how often they should have been."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .calls import ExpectedCall
from .options import read_count

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


class CountMismatch(NamedTuple):
    """A tool that was not called as often as it should have been."""

    name: str
    expected: str
    """`2`, `1 to 2`, `>=1`, …"""
    actual: int


def explicit_mismatches(expected_counts: Mapping[str, Any], made: Counter[str]) -> list[CountMismatch]:
    """The tools of the `expected_counts` option whose count is wrong."""
    found = []
    for name, written in expected_counts.items():
        comparator, number = read_count(written) or ("==", 0)
        if not _COMPARE[comparator](made[name], number):
            found.append(CountMismatch(name, str(written), made[name]))
    return found


class CountResult(NamedTuple):
    """All tools of both sides, and those whose counts do not agree."""

    names: int
    mismatches: list[CountMismatch]


def count_tools(
    expected: Sequence[ExpectedCall], made: Counter[str], expected_counts: Mapping[str, Any]
) -> CountResult:
    """Compare counts per tool name. Optional calls and calls of `any_of` allow a range; `expected_counts` wins."""
    least: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for call in expected:
        if call.any_of:
            most.update(dict.fromkeys((choice.name for choice in call.any_of), 1))
        else:
            most[call.name] += 1
            if not call.optional:
                least[call.name] += 1
    mismatches = explicit_mismatches(expected_counts, made)
    names = set(most) | set(made) | set(expected_counts)
    for name in dict.fromkeys([*most, *made]):
        if name not in expected_counts and not least[name] <= made[name] <= most[name]:
            wanted = str(most[name]) if least[name] == most[name] else f"{least[name]} to {most[name]}"
            mismatches.append(CountMismatch(name, wanted, made[name]))
    return CountResult(len(names), mismatches)
