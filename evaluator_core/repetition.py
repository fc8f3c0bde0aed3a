"""Repeated identical calls: the same name and equal arguments (design section 5)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from .calls import ToolCall
from .values import key_of


class Repeated(NamedTuple):
    """Calls that were made more than once, alike."""

    name: str
    args: Any
    calls: tuple[int, ...]
    """Indices, ascending."""


def repeated_calls(calls: Sequence[ToolCall]) -> list[Repeated]:
    """All groups of two or more identical calls, in order of their first call."""
    groups: dict[Hashable, list[int]] = {}
    for index, call in enumerate(calls):
        groups.setdefault(_rough_key(call.name, call.args), []).append(index)
    if len(groups) == len(calls):
        return []
    found: list[Repeated] = []
    for members in groups.values():
        if len(members) < 2:
            continue
        exact: dict[Hashable, list[int]] = {}
        for index in members:
            exact.setdefault((calls[index].unreadable, key_of(calls[index].args)), []).append(index)
        found += [
            Repeated(calls[same[0]].name, calls[same[0]].args, tuple(same)) for same in exact.values() if len(same) > 1
        ]
    return sorted(found, key=lambda group: group.calls)


def _rough_key(name: str, args: Any) -> Hashable:
    """Equal for identical calls, and cheap; it may also be equal for others (true and 1)."""
    if args.__class__ is dict:
        try:
            return (name, frozenset(args.items()))
        except TypeError:  # a value that is a list or an object
            return (
                name,
                frozenset(
                    [(key, len(v) if v.__class__ is list or v.__class__ is dict else v) for key, v in args.items()]
                ),
            )
    return (name, None)
