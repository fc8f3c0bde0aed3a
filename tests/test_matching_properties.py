"""Laws of the pairing engine, with a search through all pairings as the judge."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator_core.matching import Order, Pairing, Problem, any_order, in_order, outlook, pair, right_pairs, search

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
    path: int = 1
    """What a differing path counts in the table; what is less is a matter of results."""

    def fits(self, i: int, j: int) -> bool:
        return self.actual_names[j] in self.expected_names[i]

    def problem(self) -> Problem:
        def differing(i: int, j: int) -> int:
            assert self.fits(i, j), "asked about calls whose names do not fit"
            return self.table[i][j]

        def candidates(i: int) -> Sequence[int] | None:
            if not self.indexed[i]:
                return None
            return [j for j in range(len(self.actual_names)) if self.table[i][j] < self.path or (i + j) % 3 == 0]

        return Problem(
            required=self.required,
            expected_names=self.expected_names,
            actual_names=self.actual_names,
            differing=differing,
            expected_keys=lambda i: (self.expected_names[i], self.table[i]),
            actual_keys=lambda j: (self.actual_names[j], tuple(row[j] for row in self.table)),
            right_candidates=candidates,
            path=self.path,
            messages=self.messages,
        )


Objective = tuple[int, int, int, int, int]


def objective(calls: Calls, actual_of: Sequence[int | None]) -> Objective:
    """The five counts that design section 5 ranks pairings by; more is better."""
    pairs = [(i, j) for i, j in enumerate(actual_of) if j is not None]
    assert all(calls.fits(i, j) for i, j in pairs)
    assert len({j for _, j in pairs}) == len(pairs)
    right = [i for i, j in pairs if calls.table[i][j] < calls.path]
    return (
        sum(calls.required[i] for i, _ in pairs),
        len(right),
        sum(calls.required[i] for i in right),
        len(pairs),
        -sum(calls.table[i][j] for i, j in pairs),
    )


def best_objective(calls: Calls, order: Order) -> Objective:
    """The best of all pairings that an order allows, each of them tried."""
    names, required = calls.actual_names, calls.required

    def meets(i: int, j: int, position: int, used: frozenset[int]) -> bool:
        if j in used or not calls.fits(i, j):
            return False
        if order == "strict":
            return position < len(names) and _message(calls, position) == _message(calls, j)
        return order == "any_order" or all(_may_follow(calls, earlier, j) for earlier in used)

    @cache
    def best(i: int, position: int, used: frozenset[int]) -> Objective:
        if i == len(required):
            return (0, 0, 0, 0, 0)
        found = [best(i + 1, position + 1, used)]
        if not required[i]:
            found.append(best(i + 1, position, used))
        for j in range(len(names)):
            if meets(i, j, position, used):
                need, right = required[i], calls.table[i][j] < calls.path
                one = (int(need), int(right), int(need and right), 1, -calls.table[i][j])
                found.append(_sum(one, best(i + 1, position + 1, used | {j})))
        return max(found)

    return best(0, 0, frozenset())


def _sum(one: Objective, two: Objective) -> Objective:
    return tuple(a + b for a, b in zip(one, two, strict=True))  # type: ignore[return-value]


def _message(calls: Calls, j: int) -> int:
    return j if calls.messages is None else calls.messages[j]


def _may_follow(calls: Calls, earlier: int, later: int) -> bool:
    return earlier < later if calls.messages is None else calls.messages[earlier] <= calls.messages[later]


def allowed(calls: Calls, order: Order, actual_of: Sequence[int | None]) -> bool:
    """Whether an order allows a pairing."""
    pairs = [(i, j) for i, j in enumerate(actual_of) if j is not None]
    if len(actual_of) != len(calls.required) or not all(calls.fits(i, j) for i, j in pairs):
        return False
    if len({j for _, j in pairs}) < len(pairs):
        return False
    if order == "any_order":
        return True
    if order == "in_order":
        return all(_may_follow(calls, one, two) for (_, one), (_, two) in itertools.pairwise(pairs))
    skippable = [i for i, j in enumerate(actual_of) if j is None and not calls.required[i]]
    return any(
        _at_their_positions(calls, actual_of, set(skipped))
        for count in range(len(skippable) + 1)
        for skipped in itertools.combinations(skippable, count)
    )


def _at_their_positions(calls: Calls, actual_of: Sequence[int | None], skipped: set[int]) -> bool:
    staying = [j for i, j in enumerate(actual_of) if i not in skipped]
    return all(
        j is None or (position < len(calls.actual_names) and _message(calls, position) == _message(calls, j))
        for position, j in enumerate(staying)
    )


@st.composite
def small_calls(draw: st.DrawFn, most: int = 5, choices: bool = True, messages: bool = False) -> Calls:
    names = draw(st.sampled_from(["a", "ab", "abc"]))
    several = 2 if choices and draw(st.booleans()) else 1
    accepted = st.lists(st.sampled_from(names), min_size=1, max_size=several, unique=True)
    expected_names = [tuple(chosen) for chosen in draw(st.lists(accepted, max_size=most))]
    actual_names = draw(st.lists(st.sampled_from(names), max_size=most))
    rows, columns = len(expected_names), len(actual_names)
    differing = draw(st.sampled_from([(0, 1), (0, 0, 1), (0, 1, 2, 3), (1, 2, 3), (0, 1, 1, 1, 2, 7)]))
    path = draw(st.sampled_from([1, 1, most + 1]))
    cell = st.sampled_from([number * path + rest for number in differing for rest in (0, 1)[:path]])
    table = draw(st.lists(st.lists(cell, min_size=columns, max_size=columns).map(tuple), min_size=rows, max_size=rows))
    required = draw(st.one_of(st.just([True] * rows), st.lists(st.booleans(), min_size=rows, max_size=rows)))
    indexed = draw(st.lists(st.booleans(), min_size=rows, max_size=rows))
    numbers: tuple[int, ...] | None = None
    if messages:
        steps = draw(st.lists(st.sampled_from([0, 0, 1]), min_size=columns, max_size=columns))
        numbers = tuple(sum(steps[: j + 1]) for j in range(columns))
    return Calls(
        tuple(required), tuple(expected_names), tuple(actual_names), tuple(table), tuple(indexed), numbers, path
    )  # fmt: skip


def assert_best(calls: Calls, order: Order) -> None:
    found = pair(calls.problem(), order)
    assert not found.bounded
    assert allowed(calls, order, found.actual_of)
    assert objective(calls, found.actual_of) == best_objective(calls, order)


@pytest.mark.parametrize("order", ORDERS)
@settings(deadline=None, max_examples=150)
@given(calls=small_calls())
def test_no_pairing_is_better(order: Order, calls: Calls) -> None:
    assert_best(calls, order)


@settings(deadline=None, max_examples=120)
@given(calls=small_calls(choices=False))
def test_no_pairing_is_better_where_right_pairs_are_kept_from_the_start(calls: Calls) -> None:
    with mock.patch.object(any_order, "_FEW_CELLS", 0), mock.patch.object(right_pairs, "_SHORT", 1):
        assert_best(calls, "any_order")


@pytest.mark.parametrize("order", ["strict", "in_order"])
@settings(deadline=None, max_examples=150)
@given(calls=small_calls(messages=True))
def test_no_pairing_is_better_where_calls_of_a_message_have_no_order(order: Order, calls: Calls) -> None:
    assert_best(calls, order)


@pytest.mark.parametrize("order", ["strict", "in_order"])
@settings(deadline=None, max_examples=120)
@given(calls=small_calls())
def test_no_pairing_is_better_after_a_poor_quick_one(order: Order, calls: Calls) -> None:
    with mock.patch.object(search, "_BEAM", 1), mock.patch.object(outlook, "_CHECKED", 0):
        assert_best(calls, order)


@settings(deadline=None, max_examples=120)
@given(calls=small_calls(choices=False))
def test_beyond_its_bound_any_order_still_has_the_most_and_most_right_pairs(calls: Calls) -> None:
    with mock.patch.object(any_order, "MOST_CELLS", 0), mock.patch.object(any_order, "_FEW_CELLS", 0):
        found = pair(calls.problem(), "any_order")
    assert allowed(calls, "any_order", found.actual_of)
    got, best = objective(calls, found.actual_of), best_objective(calls, "any_order")
    assert got[:4] == best[:4]
    assert found.bounded or got == best


@settings(deadline=None, max_examples=120)
@given(calls=small_calls())
def test_beyond_its_bound_any_order_still_has_the_most_pairs_of_calls_with_several_names(calls: Calls) -> None:
    with mock.patch.object(any_order, "MOST_CELLS", 0):
        found = pair(calls.problem(), "any_order")
    assert allowed(calls, "any_order", found.actual_of)
    got, best = objective(calls, found.actual_of), best_objective(calls, "any_order")
    assert (got[0], got[3]) == (best[0], best[3])
    assert found.bounded or got == best


class _FineSearchesEndAtOnce(in_order._Staircase):
    """Only the search that wants more or better pairs has steps to go."""

    def next_states(self, row: int, states: list[search.State], floor: int) -> list[search.State]:
        found = super().next_states(row, states, floor)
        self._steps_left = self._steps_left if self._coarse else min(self._steps_left, 0)
        return found


@settings(deadline=None, max_examples=150)
@given(calls=small_calls())
def test_beyond_its_bound_in_order_still_has_the_most_and_most_right_pairs(calls: Calls) -> None:
    with mock.patch.object(search, "_BEAM", 1), mock.patch.object(in_order, "_Staircase", _FineSearchesEndAtOnce):
        found = pair(calls.problem(), "in_order")
    assert allowed(calls, "in_order", found.actual_of)
    got, best = objective(calls, found.actual_of), best_objective(calls, "in_order")
    assert got[:4] == best[:4]
    assert found.bounded or got == best


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
        right = [j for j in free if calls.table[i][j] < calls.path]
        actual_of.append((right + free + [None])[0])
    return actual_of


@pytest.mark.parametrize("order", ORDERS)
@settings(deadline=None, max_examples=120)
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


@settings(deadline=None, max_examples=120)
@given(calls=small_calls(), data=st.data())
def test_any_order_does_not_depend_on_the_listing(calls: Calls, data: st.DataObject) -> None:
    other = permuted(
        calls,
        data.draw(st.permutations(range(len(calls.required)))),
        data.draw(st.permutations(range(len(calls.actual_names)))),
    )
    one, two = pair(calls.problem(), "any_order"), pair(other.problem(), "any_order")
    assert objective(calls, one.actual_of) == objective(other, two.actual_of)


@settings(deadline=None, max_examples=120)
@given(calls=small_calls())
def test_a_perfect_pairing_is_found_exactly_when_there_is_one(calls: Calls) -> None:
    rows = len(calls.required)
    found = objective(calls, pair(calls.problem(), "any_order").actual_of)
    perfect = any(
        all(j is not None and calls.fits(i, j) and calls.table[i][j] < calls.path for i, j in enumerate(columns))
        for columns in itertools.permutations(range(len(calls.actual_names)), rows)
    )
    assert (found[1] == rows) == perfect
