"""Laws of the pairing engine, with a search through all pairings as the judge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator_core.matching import Order, Pairing, Problem, pair

ORDERS: tuple[Order, ...] = ("strict", "in_order", "any_order")


@dataclass(frozen=True)
class Calls:
    """Expected and actual calls as a table: `table[i][j]` paths differ."""

    required: tuple[bool, ...]
    expected_names: tuple[tuple[str, ...], ...]
    actual_names: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]
    indexed: tuple[bool, ...]
    messages: tuple[int, ...] | None = None

    def fits(self, i: int, j: int) -> bool:
        return self.actual_names[j] in self.expected_names[i]

    def problem(self) -> Problem:
        def differing(i: int, j: int) -> int:
            assert self.fits(i, j), "asked about calls whose names do not fit"
            return self.table[i][j]

        def candidates(i: int) -> Sequence[int] | None:
            if not self.indexed[i]:
                return None
            return [j for j in range(len(self.actual_names)) if self.table[i][j] == 0 or (i + j) % 3 == 0]

        return Problem(
            required=self.required,
            expected_names=self.expected_names,
            actual_names=self.actual_names,
            differing=differing,
            expected_keys=lambda i: (self.expected_names[i], self.table[i]),
            actual_keys=lambda j: (self.actual_names[j], tuple(row[j] for row in self.table)),
            right_candidates=candidates,
            messages=self.messages,
        )


Objective = tuple[int, int, int, int, int]


def objective(calls: Calls, actual_of: Sequence[int | None]) -> Objective:
    """The five counts that design section 5 ranks pairings by; more is better."""
    pairs = [(i, j) for i, j in enumerate(actual_of) if j is not None]
    assert all(calls.fits(i, j) for i, j in pairs)
    assert len({j for _, j in pairs}) == len(pairs)
    right = [i for i, j in pairs if calls.table[i][j] == 0]
    return (
        sum(calls.required[i] for i, _ in pairs),
        len(right),
        sum(calls.required[i] for i in right),
        len(pairs),
        -sum(calls.table[i][j] for i, j in pairs),
    )


def all_pairings(calls: Calls, order: Order) -> Iterator[tuple[int | None, ...]]:
    """Every pairing that an order allows, said as plainly as the rule."""
    if order == "strict":
        yield from _strict_pairings(calls, 0, 0, frozenset())
    else:
        yield from _free_pairings(calls, 0, frozenset(), order == "in_order")


def _free_pairings(
    calls: Calls, i: int, used: frozenset[int], in_order: bool
) -> Iterator[tuple[int | None, ...]]:
    if i == len(calls.required):
        yield ()
        return
    for rest in _free_pairings(calls, i + 1, used, in_order):
        yield None, *rest
    for j in range(len(calls.actual_names)):
        if j in used or not calls.fits(i, j):
            continue
        if in_order and any(not _may_follow(calls, earlier, j) for earlier in used):
            continue
        for rest in _free_pairings(calls, i + 1, used | {j}, in_order):
            yield j, *rest


def _may_follow(calls: Calls, earlier: int, later: int) -> bool:
    if calls.messages is None:
        return earlier < later
    return calls.messages[earlier] <= calls.messages[later]


def _strict_pairings(
    calls: Calls, i: int, position: int, used: frozenset[int]
) -> Iterator[tuple[int | None, ...]]:
    if i == len(calls.required):
        yield ()
        return
    if not calls.required[i]:
        for rest in _strict_pairings(calls, i + 1, position, used):
            yield None, *rest
    for rest in _strict_pairings(calls, i + 1, position + 1, used):
        yield None, *rest
    for j in range(len(calls.actual_names)):
        if j not in used and calls.fits(i, j) and _meet(calls, position, j):
            for rest in _strict_pairings(calls, i + 1, position + 1, used | {j}):
                yield j, *rest


def _meet(calls: Calls, position: int, j: int) -> bool:
    if calls.messages is None:
        return position == j
    return position < len(calls.messages) and calls.messages[position] == calls.messages[j]


@st.composite
def small_calls(draw: st.DrawFn, most: int = 5, choices: bool = True, messages: bool = False) -> Calls:
    names = draw(st.sampled_from(["a", "ab", "abc"]))
    accepted = st.sampled_from(names).map(lambda name: (name,))
    if choices and draw(st.booleans()):
        accepted = st.lists(st.sampled_from(names), min_size=1, max_size=2, unique=True).map(tuple)
    expected_names = draw(st.lists(accepted, max_size=most))
    actual_names = draw(st.lists(st.sampled_from(names), max_size=most))
    rows, columns = len(expected_names), len(actual_names)
    differing = draw(st.sampled_from([(0, 1), (0, 0, 1), (0, 1, 2, 3), (1, 2, 3), (0, 1, 1, 1, 2, 7)]))
    cell = st.sampled_from(differing)
    table = draw(st.lists(st.lists(cell, min_size=columns, max_size=columns).map(tuple), min_size=rows, max_size=rows))
    required = draw(st.one_of(st.just([True] * rows), st.lists(st.booleans(), min_size=rows, max_size=rows)))
    indexed = draw(st.lists(st.booleans(), min_size=rows, max_size=rows))
    numbers: tuple[int, ...] | None = None
    if messages:
        steps = draw(st.lists(st.sampled_from([0, 0, 1]), min_size=columns, max_size=columns))
        numbers = tuple(sum(steps[: j + 1]) for j in range(columns))
    return Calls(tuple(required), tuple(expected_names), tuple(actual_names), tuple(table), tuple(indexed), numbers)


@pytest.mark.parametrize("order", ORDERS)
@settings(deadline=None, max_examples=400)
@given(calls=small_calls())
def test_no_pairing_is_better(order: Order, calls: Calls) -> None:
    found = pair(calls.problem(), order)
    assert not found.bounded
    pairings = set(all_pairings(calls, order))
    assert tuple(found.actual_of) in pairings
    assert objective(calls, found.actual_of) == max(objective(calls, pairing) for pairing in pairings)


def listed_first(calls: Calls, order: Order) -> list[int | None]:
    """The seed's sentence, word for word."""
    actual_of: list[int | None] = []
    for i in range(len(calls.required)):
        taken = [j for j in actual_of if j is not None]
        if order == "strict":
            free = [i] if i < len(calls.actual_names) and calls.fits(i, i) else []
        elif order == "in_order":
            free = [j for j in range(max(taken, default=-1) + 1, len(calls.actual_names)) if calls.fits(i, j)]
        else:
            free = [j for j in range(len(calls.actual_names)) if j not in taken and calls.fits(i, j)]
        right = [j for j in free if calls.table[i][j] == 0]
        actual_of.append((right + free + [None])[0])
    return actual_of


@pytest.mark.parametrize("order", ORDERS)
@settings(deadline=None, max_examples=200)
@given(calls=small_calls())
def test_first_is_the_greedy_sentence(order: Order, calls: Calls) -> None:
    assert pair(calls.problem(), order, "first") == Pairing(listed_first(calls, order), False)


def permuted(calls: Calls, rows: Sequence[int], columns: Sequence[int]) -> Calls:
    """The same calls listed in another order."""
    return replace(
        calls,
        required=tuple(calls.required[i] for i in rows),
        expected_names=tuple(calls.expected_names[i] for i in rows),
        actual_names=tuple(calls.actual_names[j] for j in columns),
        table=tuple(tuple(calls.table[i][j] for j in columns) for i in rows),
        indexed=tuple(calls.indexed[i] for i in rows),
    )


@settings(deadline=None, max_examples=200)
@given(calls=small_calls(), data=st.data())
def test_any_order_does_not_depend_on_the_listing(calls: Calls, data: st.DataObject) -> None:
    other = permuted(
        calls,
        data.draw(st.permutations(range(len(calls.required)))),
        data.draw(st.permutations(range(len(calls.actual_names)))),
    )
    one, two = pair(calls.problem(), "any_order"), pair(other.problem(), "any_order")
    assert objective(calls, one.actual_of) == objective(other, two.actual_of)
