"""What is repeated history (rules M1 and M3 of the format catalogue).

Inside one message list nothing is dropped, whatever the ids. A list that repeats the conversation so far (a request
body with its history, a growing step log, the input of a span) adds only what is new; it does so without ids too.

All conversations of a run are kept as one tree of what was said and called, so that repeated history is found in one
walk, and a conversation that goes on in two ways (a second try, two agents with one task) has two branches.
"""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from ..values import key_of
from .argument_text import decode_arguments
from .records import CallRecord, Entry, Thread, plain_text

_COUNTED = re.compile(r"(?:(?:tool)?_?call|tool|function|id)?\W*_?\d{1,4}\Z|.*:\d+\Z", re.IGNORECASE)
"""Ids that count from zero: local servers use them again and again."""


class _Step(NamedTuple):
    """A user's words or a call: what conversations are compared by."""

    key: Hashable
    id: str | None = None
    is_call: bool = False
    last: bool = True
    """The last step of its entry."""


_Stepped = tuple[Entry, list[_Step]]
"""An entry and its steps; it has several only when they are calls."""


class _Node:
    """The conversation up to a step."""

    __slots__ = ("after", "ends", "results", "said", "whole")

    def __init__(self) -> None:
        self.after: dict[Hashable, dict[str | None, _Node]] = {}
        """Steps that came next: by their key, then by id."""
        self.ends = False
        """A conversation stands here, waiting to go on."""
        self.whole = True
        """The step was the last of its entry."""
        self.results = 0
        self.said: set[tuple[str, str]] = set()
        """Role and text of what was said here beside the steps."""

    def next(self, step: _Step) -> tuple[_Node | None, bool]:
        """Where a step leads that is known, and whether its id proves it."""
        known = self.after.get(step.key)
        if known is None:
            return None, False
        if step.id is not None:
            found = known.get(step.id)
            return (found, True) if found is not None else (known.get(None), False)
        return next(iter(known.values())), False

    def go(self, step: _Step) -> _Node:
        """Where a step leads, known or new."""
        found, _ = self.next(step)
        if found is None:
            found = self.after.setdefault(step.key, {})[step.id] = _Node()
            found.whole = step.last
        return found

    def contradicts(self, said: list[str]) -> bool:
        """Whether the model said other words here."""
        return bool(said) and any(role == "assistant" for role, _ in self.said) and not any(
            ("assistant", text) in self.said for text in said
        )  # fmt: skip


class _Run:
    """All conversations of one run."""

    def __init__(self) -> None:
        self.spoken = _Node()
        self.answers = _Node()
        """Conversations of which only the model's answers were seen: they have no steps but calls."""
        self.calls_only = True
        self.node = self.answers
        """Where the next answer belongs."""

    def answer(self, entries: list[Entry]) -> None:
        """Add an answer: all of it is new."""
        self.node.ends = False
        self._walk(_with_steps(entries), 0, self.node.results)

    def history(self, entries: list[Entry], answered: dict[str, CallRecord]) -> tuple[list[Entry], int]:
        """Add a message list; what of it is new, and how many calls of it are not."""
        stepped = _with_steps(entries)
        spoken, repeated = _shared(self.spoken, stepped, False)
        answers, repeated_answers = _shared(self.answers, stepped, True)
        self.calls_only = answers > spoken
        if self.calls_only:
            self.node, known, repeated = self.answers, answers, repeated_answers
        else:
            self.node, known = self.spoken, spoken
        new = self._walk(stepped, known, 0)
        return (new, repeated) if known else _unanswered(new, answered)

    def _walk(self, entries: list[_Stepped], known: int, results: int) -> list[Entry]:
        """Follow entries through the tree. Those beyond the `known` first steps are new; so are, among the known,
        results and texts that were not met at their place before."""
        node = self.node
        left = known
        new: list[Entry] = []
        said: list[tuple[str, str]] = []
        for entry, steps in entries:
            if steps and (entry.calls or not self.calls_only):
                node.said.update(said)
                said, results = [], 0
                number = min(left, len(steps))
                left -= number
                if number < len(steps):
                    new.append(_from_call(entry, number) if number else entry)
                for step in steps:
                    node.ends = False
                    node = node.go(step)
            elif is_result(entry):
                results += 1
                if not known or results > node.results:
                    new.append(entry)
                node.results = max(results, node.results)
            else:
                words = (entry.role, plain_text(entry.content))
                if not known or words not in node.said:
                    new.append(entry)
                said.append(words)
        node.said.update(said)
        node.ends = True
        self.node = node
        return new


def conversation(threads: list[Thread]) -> tuple[list[Entry], int]:
    """The entries of all threads without repeated history, and how many calls of history were left out."""
    if len(threads) == 1:
        return threads[0].entries, 0
    spoken = [thread for thread in threads if not _is_sight(thread)]
    lists = {thread.entries[0].run for thread in spoken if not thread.output}
    compared = lists & {
        run for run, number in Counter(thread.entries[0].run for thread in spoken).items() if number > 1
    }
    runs: dict[int, _Run] = {}
    order: list[Entry] = []
    answered: dict[str, CallRecord] = {}
    total = 0
    for thread in threads:
        fresh = thread.entries
        number = fresh[0].run
        if lists and not _is_sight(thread):
            run = runs.setdefault(number, _Run()) if number in compared else None
            if not thread.output:
                fresh, repeated = run.history(fresh, answered) if run else _unanswered(fresh, answered)
                total += repeated
            else:
                if run:
                    run.answer(fresh)
                answered.update(
                    (call.id, call) for entry in fresh for call in entry.calls if call.id and is_own(call.id)
                )
        order.extend(fresh)
    return order, total


def _is_sight(thread: Thread) -> bool:
    return thread.entries[0].execution or bool(thread.entries[0].copy)


def is_result(entry: Entry) -> bool:
    """Whether an entry only brings results of tools, whoever is said to have written it."""
    return entry.role == "tool" or (bool(entry.results) and not entry.calls and not plain_text(entry.content))


def _with_steps(entries: list[Entry]) -> list[_Stepped]:
    return [(entry, _steps(entry)) for entry in entries]


def _steps(entry: Entry) -> list[_Step]:
    calls = entry.calls
    if calls:
        return [_Step(_key(call), call.id, True, call is calls[-1]) for call in calls]
    if entry.role in ("assistant", "system", "developer") or is_result(entry):
        return []
    return [_Step(plain_text(entry.content))]


def _key(call: CallRecord) -> Hashable:
    return call.name, key_of(decode_arguments(call.arguments).value)


def _shared(root: _Node, entries: list[_Stepped], calls_only: bool) -> tuple[int, int]:
    """How many steps and calls of these entries stand at the start of a known conversation.

    A start without calls proves nothing unless one side ends there; one that ends in two different calls, or beside
    which the model said other words, is another run, unless ids say otherwise. It ends between messages, not inside
    one, unless ids say otherwise.
    """
    node = root
    shared = calls = identified = 0
    said: list[str] = []
    parted = between = False
    for entry, known in entries:
        steps = known if entry.calls or not calls_only else []
        if not steps and entry.role == "assistant":
            said.append(plain_text(entry.content))
        for step in steps:
            found, proven = node.next(step)
            parted = node.contradicts(said) or (found is None and bool(node.after) and not node.ends)
            if parted or found is None:
                break
            node, said = found, []
            shared += 1
            calls += step.is_call
            identified += proven
            between = step.last
        else:
            continue
        break
    else:
        parted = node.contradicts(said)
    if calls and calls == identified:
        return shared, calls
    return (0, 0) if parted or not (between and node.whole) else (shared, calls)


def _from_call(entry: Entry, number: int) -> Entry:
    rest = copy.copy(entry)
    rest.calls = entry.calls[number:]
    return rest


def is_own(identity: str) -> bool:
    """Whether an id names one call for good: it does not merely count."""
    return _COUNTED.match(identity) is None


def _unanswered(entries: list[Entry], answered: dict[str, CallRecord]) -> tuple[list[Entry], int]:
    """The entries but those that the model's answers had, and how many calls are in those."""
    if not answered:
        return entries, 0
    kept = [entry for entry in entries if not _answered(entry, answered)]
    return kept, sum(len(entry.calls) for entry in entries) - sum(len(entry.calls) for entry in kept)


def _answered(entry: Entry, answered: dict[str, CallRecord]) -> bool:
    """Whether the model's answers had all calls of an entry, by ids that are used once."""
    return bool(entry.calls) and all(
        call.id in answered and _key(answered[call.id]) == _key(call) for call in entry.calls
    )
