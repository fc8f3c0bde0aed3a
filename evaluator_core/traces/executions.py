"""Calls that were seen more than once: as the model made them, as they ran, in a record that repeats (rule M4)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from ..calls import ToolCall
from ..values import key_of


class Sight(NamedTuple):
    """A call that was seen somewhere else than in the model's messages."""

    position: int
    """How many calls of the model came before it."""
    call: ToolCall
    asked_as: str | None = None
    """The name in the model's call, where it is another."""
    group: int = 0
    """Sights of one group are different calls; those of two groups may be the same."""


def completed(known: ToolCall, again: ToolCall) -> ToolCall:
    """A call that was seen twice, with what either sight knows."""
    keep = bool(known.args) or not again.args
    return known._replace(
        args=known.args if keep else again.args,
        unreadable=known.unreadable if keep else again.unreadable,
        failed=known.failed if again.failed is None else again.failed,
        result=known.result if again.result is None else again.result,
        agent=known.agent or again.agent,
    )


class _Known:
    """Calls by all that may tell which of them a sight shows. Each is taken once by a group."""

    def __init__(self, calls: list[ToolCall]) -> None:
        self.calls: list[ToolCall] = []
        self._by: dict[Hashable, list[int]] = {}
        self._group = 0
        self._taken: set[int] = set()
        self._seen: dict[Hashable, int] = {}
        for call in calls:
            self.add(call)

    def add(self, call: ToolCall) -> None:
        index = len(self.calls)
        self.calls.append(call)
        keys: list[Hashable] = [
            ("name", call.run, call.name),
            ("args", call.run, call.name, key_of(call.args)),
        ]
        if call.id is not None:
            keys += [("id", call.id), ("id", call.id, call.name)]
        if isinstance(call.args, dict) and call.args:
            keys.append(("values", call.run, call.name, key_of(list(call.args.values()))))
        for key in keys:
            self._by.setdefault(key, []).append(index)

    def add_taken(self, call: ToolCall) -> None:
        """Add a call that the group itself brings."""
        self._taken.add(len(self.calls))
        self.add(call)

    def take(self, sight: Sight) -> int | None:
        """The call that a sight shows: same id; else same name and equal arguments, or none on one side."""
        if sight.group != self._group:
            self._group, self._taken, self._seen = sight.group, set(), {}
        for key in _keys(sight):
            line = self._by.get(key, ())
            for place in range(self._seen.get(key, 0), len(line)):
                self._seen[key] = place + 1
                if line[place] not in self._taken:
                    self._taken.add(line[place])
                    return line[place]
        again = self._by.get(("id", sight.call.id, sight.call.name)) if sight.call.id is not None else None
        return again[-1] if again else None


def _keys(sight: Sight) -> Iterable[Hashable]:
    ran = sight.call
    if ran.id is not None:
        yield "id", ran.id
    if sight.asked_as is not None:
        yield "name", ran.run, sight.asked_as
    yield "args", ran.run, ran.name, key_of(ran.args)
    if not ran.args or (ran.unreadable and ran.args.startswith(("{", "["))):  # none, or cut off by an exporter
        yield "name", ran.run, ran.name
    else:
        yield "args", ran.run, ran.name, key_of({})
        if not isinstance(ran.args, dict):  # passed by position
            yield "values", ran.run, ran.name, key_of(ran.args if isinstance(ran.args, list) else [ran.args])


def joined(calls: list[ToolCall], sights: list[Sight]) -> tuple[list[ToolCall], list[int]]:
    """Calls completed by their other sights, and the new place of each. A sight of no known call is its own."""
    known = _Known(calls)
    alone: list[int] = []
    for sight in sights:
        index = known.take(sight)
        if index is None:
            alone.append(sight.position)
            known.add_taken(sight.call)
            continue
        call = completed(known.calls[index], sight.call)
        known.calls[index] = call if sight.asked_as is None else call._replace(name=sight.call.name)
    order = sorted(
        range(len(known.calls)),
        key=lambda index: (index, 1) if index < len(calls) else (alone[index - len(calls)], 0),
    )
    places = [0] * len(calls)
    for place, index in enumerate(order):
        if index < len(calls):
            places[index] = place
    return [known.calls[index] for index in order], places
