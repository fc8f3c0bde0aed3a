"""Calls that were seen more than once: as the model made them, as they ran, in a summary (rule M4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from ..calls import ToolCall
from ..values import key_of


class Sight(NamedTuple):
    """A call that was seen somewhere else than in the model's messages."""

    position: int
    """How many calls of the model came before it."""
    call: ToolCall
    asked_as: str | None = None
    """The name in the model's call, where it is another."""


def completed(known: ToolCall, again: ToolCall) -> ToolCall:
    """A call that was seen twice, with what either sight knows."""
    return known._replace(
        args=known.args if known.args or not again.args else again.args,
        unreadable=known.unreadable if known.args or not again.args else again.unreadable,
        failed=known.failed if again.failed is None else again.failed,
        result=known.result if again.result is None else again.result,
        agent=known.agent or again.agent,
    )


class _Waiting:
    """Calls that wait for their other sight, by all that may tell it; each is taken once."""

    def __init__(self, calls: list[ToolCall]) -> None:
        self._calls = calls
        self._by: dict[Hashable, deque[int]] = {}
        self._last: dict[str, int] = {}
        self._taken = [False] * len(calls)
        for index, call in enumerate(calls):
            keys: list[Hashable] = [
                ("name", call.run, call.name),
                ("args", call.run, call.name, key_of(call.args)),
            ]
            if call.id is not None:
                keys.append(("id", call.id))
                self._last[call.id] = index
            if isinstance(call.args, dict) and call.args:
                keys.append(("values", call.run, call.name, key_of(list(call.args.values()))))
            for key in keys:
                self._by.setdefault(key, deque()).append(index)

    def take(self, sight: Sight) -> int | None:
        """The call that a sight belongs to: same id; else same name and equal arguments, or none on one side."""
        for key in self._keys(sight):
            line = self._by.get(key)
            while line:
                index = line.popleft()
                if not self._taken[index]:
                    self._taken[index] = True
                    return index
        again = self._last.get(sight.call.id or "")
        return again if again is not None and self._calls[again].name == sight.call.name else None

    def _keys(self, sight: Sight) -> Iterable[Hashable]:
        ran = sight.call
        if ran.id is not None:
            yield "id", ran.id
        if sight.asked_as is not None:
            yield "name", ran.run, sight.asked_as
        yield "args", ran.run, ran.name, key_of(ran.args)
        if not ran.args:
            yield "name", ran.run, ran.name
        else:
            yield "args", ran.run, ran.name, key_of({})
            if not isinstance(ran.args, dict):  # passed by position
                yield (
                    "values",
                    ran.run,
                    ran.name,
                    key_of(ran.args if isinstance(ran.args, list) else [ran.args]),
                )


def joined(calls: list[ToolCall], sights: list[Sight]) -> tuple[list[ToolCall], list[int]]:
    """Calls completed by their other sights, and the new place of each. A sight of no known call is one of its own."""
    waiting = _Waiting(calls)
    calls = list(calls)
    alone: dict[int, list[ToolCall]] = {}
    by_id: dict[str, tuple[int, int]] = {}
    for sight in sights:
        index = waiting.take(sight)
        ran = sight.call
        if index is not None:
            calls[index] = completed(calls[index], ran)
            if sight.asked_as is not None:
                calls[index] = calls[index]._replace(name=ran.name)
            continue
        before = by_id.get(ran.id or "")
        if before is not None and _alike(alone[before[0]][before[1]], ran):
            alone[before[0]][before[1]] = completed(alone[before[0]][before[1]], ran)
            continue
        here = alone.setdefault(sight.position, [])
        if ran.id is not None:
            by_id[ran.id] = sight.position, len(here)
        here.append(ran)
    found: list[ToolCall] = []
    places: list[int] = []
    for position, call in enumerate(calls):
        found.extend(alone.get(position, ()))
        places.append(len(found))
        found.append(call)
    found.extend(alone.get(len(calls), ()))
    return found, places


def _alike(one: ToolCall, other: ToolCall) -> bool:
    same: Any = key_of(one.args) == key_of(other.args)
    return one.name == other.name and (same or not one.args or not other.args)
