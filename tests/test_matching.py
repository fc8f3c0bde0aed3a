"""Each rule of the pairing engine with its smallest example and counter-example, and cases of great size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from evaluator_core.matching import Order, Pairing, Problem, pair

ORDERS: tuple[Order, ...] = ("strict", "in_order", "any_order")

Call = tuple[str, dict[str, Any]]


def call(name: str, **args: Any) -> Call:
    return name, args


def problem(
    expected: Sequence[Call],
    actual: Sequence[Call],
    optional: Sequence[int] = (),
    *,
    choices: dict[int, tuple[str, ...]] | None = None,
    messages: Sequence[int] | None = None,
    indexed: bool = False,
    right: Callable[[Any, Any], bool] = lambda wanted, given: wanted == given,
) -> Problem:
    """Calls whose arguments must be there (a subset); `optional` are places of expected calls."""

    def differing(i: int, j: int) -> int:
        wanted, given = expected[i][1], actual[j][1]
        return sum(key not in given or not right(value, given[key]) for key, value in wanted.items())

    places: dict[Any, list[int]] = {}
    for j, (name, args) in enumerate(actual):
        for item in args.items():
            places.setdefault((name, item), []).append(j)

    def candidates(i: int) -> Sequence[int] | None:
        name, args = expected[i]
        return min((places.get((name, item), []) for item in args.items()), key=len, default=None)

    return Problem(
        required=[i not in optional for i in range(len(expected))],
        expected_names=[(choices or {}).get(i, (name,)) for i, (name, _) in enumerate(expected)],
        actual_names=[name for name, _ in actual],
        differing=differing,
        expected_keys=lambda i: (expected[i][0], tuple(sorted(expected[i][1].items()))),
        actual_keys=lambda j: (actual[j][0], tuple(sorted(actual[j][1].items()))),
        right_candidates=candidates if indexed else lambda i: None,
        messages=messages,
    )


def paired(order: Order, *args: Any, **options: Any) -> list[int | None]:
    found = pair(problem(*args, **options), order)
    assert not found.bounded
    return found.actual_of


SEARCH, OTHER_SEARCH, BOOK = call("search", to="DXB"), call("search", to="RUH"), call("book", seats=1)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("expected", "actual", "actual_of"),
    [
        pytest.param([], [], [], id="nothing"),
        pytest.param([SEARCH], [], [None], id="no calls made"),
        pytest.param([], [SEARCH], [], id="no calls expected"),
        pytest.param([SEARCH, BOOK], [SEARCH, BOOK], [0, 1], id="all right"),
        pytest.param([SEARCH], [BOOK], [None], id="names must be equal"),
        pytest.param([SEARCH], [call("Search", to="DXB")], [None], id="names are told apart by case"),
        pytest.param([SEARCH], [OTHER_SEARCH], [0], id="wrong arguments still pair"),
        pytest.param([SEARCH], [SEARCH, SEARCH], [0], id="of equal calls the earliest"),
    ],
)
def test_pairs_alike_in_all_orders(
    order: Order, expected: list[Call], actual: list[Call], actual_of: list[int | None]
) -> None:
    assert paired(order, expected, actual) == actual_of


@pytest.mark.parametrize(
    ("order", "actual_of"), [("strict", [None, None]), ("in_order", [None, 0]), ("any_order", [1, 0])]
)
def test_two_calls_the_other_way_round(order: Order, actual_of: list[int | None]) -> None:
    assert paired(order, [SEARCH, BOOK], [BOOK, SEARCH]) == actual_of


@pytest.mark.parametrize(("order", "actual_of"), [("strict", [0, None]), ("in_order", [0, 2]), ("any_order", [0, 2])])
def test_another_call_comes_between(order: Order, actual_of: list[int | None]) -> None:
    assert paired(order, [SEARCH, BOOK], [SEARCH, call("pay"), BOOK]) == actual_of


@pytest.mark.parametrize("order", ["in_order", "any_order"])
def test_a_right_call_is_preferred_to_an_earlier_one(order: Order) -> None:
    assert paired(order, [SEARCH], [OTHER_SEARCH, SEARCH]) == [1]


@pytest.mark.parametrize("order", ["in_order", "any_order"])
def test_most_required_pairs_come_before_right_pairs(order: Order) -> None:
    # Taken by itself the optional call would be right; then the required one would be missing.
    expected, actual = [SEARCH, OTHER_SEARCH], [SEARCH]
    assert paired(order, expected, actual, optional=[0]) == [None, 0]
    assert paired(order, expected, actual) == [0, None]


def test_right_pairs_come_before_fewest_differing_paths() -> None:
    expected = [call("f", a=1), call("f", a=1, b=1, c=1, d=1, e=1)]
    actual = [call("f", a=1, b=1, c=1, d=1, e=2), call("f", a=2)]
    # 0 + 5 paths differ; the other way round it would be 1 + 1, but no pair right.
    assert paired("any_order", expected, actual) == [0, 1]


def test_required_right_pairs_come_first_among_as_many_right_pairs() -> None:
    expected, actual = [SEARCH, SEARCH], [SEARCH, OTHER_SEARCH]
    assert paired("any_order", expected, actual, optional=[0]) == [1, 0]
    assert paired("any_order", expected, actual, optional=[1]) == [0, 1]


def test_optional_calls_with_wrong_arguments_are_paired_rather_than_left() -> None:
    assert paired("in_order", [SEARCH, BOOK], [OTHER_SEARCH, BOOK], optional=[0]) == [0, 1]


@pytest.mark.parametrize("order", ["in_order", "any_order"])
def test_of_wrong_calls_the_nearest_is_taken(order: Order) -> None:
    expected = [call("f", a=1, b=1)]
    assert paired(order, expected, [call("f", a=2, b=2), call("f", a=1, b=2)]) == [1]


def test_greedy_pairs_are_revised() -> None:
    # The first expected call accepts both, the second only the first: rightness within a tolerance is not transitive.
    def close(wanted: int, given: int) -> bool:
        return abs(wanted - given) <= 1

    expected, actual = [call("f", x=1), call("f", x=0)], [call("f", x=1), call("f", x=2)]
    assert paired("any_order", expected, actual, right=close) == [1, 0]
    assert pair(problem(expected, actual, right=close), "any_order", "first").actual_of == [0, 1]


def test_in_order_a_missing_call_of_the_same_name_moves_the_rest_along() -> None:
    # Most pairs come before right ones: all three required calls have a partner, though none is right.
    expected = [call("f", x=0), call("f", x=1), call("f", x=2)]
    actual = [call("f", x=1), call("f", x=2), call("f", x=3)]
    assert paired("in_order", expected, actual) == [0, 1, 2]
    assert paired("any_order", expected, actual) == [2, 0, 1]
    assert paired("in_order", expected, actual, optional=[0]) == [None, 0, 1]


def test_strict_skips_optional_calls_only() -> None:
    fare = call("fare")
    assert paired("strict", [SEARCH, fare, BOOK], [SEARCH, BOOK], optional=[1]) == [0, None, 1]
    assert paired("strict", [SEARCH, fare, BOOK], [SEARCH, BOOK]) == [0, None, None]


def test_strict_an_optional_call_may_hold_its_position_without_partner() -> None:
    fare = call("fare")
    assert paired("strict", [SEARCH, fare, BOOK], [SEARCH, call("pay"), BOOK], optional=[1]) == [0, None, 2]


def test_strict_leaves_calls_beyond_the_last_position() -> None:
    assert paired("strict", [SEARCH], [SEARCH, BOOK]) == [0]


def test_a_call_that_accepts_several_names_leaves_the_rare_one_to_others() -> None:
    expected, actual = [call("a"), call("b")], [call("b"), call("a")]
    choices = {0: ("a", "b")}
    assert paired("any_order", expected, actual, choices=choices) == [1, 0]
    assert paired("in_order", expected, actual, choices=choices) == [0, None]
    assert paired("in_order", [call("x"), call("b")], [call("b"), call("b")], choices={0: ("a", "b")}) == [0, 1]


@pytest.mark.parametrize("order", ["strict", "in_order"])
def test_calls_of_one_message_have_no_order(order: Order) -> None:
    assert paired(order, [SEARCH, BOOK], [BOOK, SEARCH], messages=[0, 0]) == [1, 0]
    assert None in paired(order, [SEARCH, BOOK], [BOOK, SEARCH], messages=[0, 1])


def test_messages_keep_their_order_among_each_other() -> None:
    pay = call("pay")
    expected = [SEARCH, BOOK, pay]
    assert paired("in_order", expected, [BOOK, SEARCH, pay], messages=[0, 0, 1]) == [1, 0, 2]
    assert paired("in_order", expected, [pay, SEARCH, BOOK], messages=[0, 1, 1]) == [1, 2, None]
    assert paired("strict", expected, [BOOK, SEARCH, pay], messages=[0, 0, 1]) == [1, 0, 2]
    assert paired("strict", expected, [pay, BOOK, SEARCH], messages=[0, 1, 1]) == [None, 1, None]


def test_messages_do_not_matter_where_order_does_not() -> None:
    assert paired("any_order", [SEARCH, BOOK], [BOOK, SEARCH], messages=[0, 1]) == [1, 0]


@pytest.mark.parametrize(("order", "actual_of"), [("strict", [0, None]), ("in_order", [1, 2]), ("any_order", [1, 0])])
def test_first_takes_the_first_right_call_else_the_first(order: Order, actual_of: list[int | None]) -> None:
    expected = [SEARCH, call("search", to="JED")]
    actual = [OTHER_SEARCH, SEARCH, OTHER_SEARCH]
    if order == "strict":
        actual = actual[:1]
    assert pair(problem(expected, actual), order, "first") == Pairing(actual_of, False)


# Great sizes: the counts must be right; time is looked at by tests/benchmarks/bench_matching.py.

SIZE = 3_000


def counts(found: Pairing, given: Problem) -> tuple[int, int]:
    pairs = [(i, j) for i, j in enumerate(found.actual_of) if j is not None]
    return len(pairs), sum(given.differing(i, j) == 0 for i, j in pairs)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("extra_keys", [False, True])
def test_many_calls_of_one_tool_some_of_them_wrong(order: Order, extra_keys: bool) -> None:
    expected = [call("f", x=x, y=x % 7) for x in range(SIZE)]
    actual = [call("f", x=-x if x % 100 == 50 else x, y=x % 7) for x in range(SIZE)]
    if extra_keys:
        actual = [call("f", **args, more=place) for place, (_, args) in enumerate(actual)]
    given = problem(expected, actual, indexed=True)
    found = pair(given, order)
    assert not found.bounded
    assert counts(found, given) == (SIZE, SIZE - SIZE // 100)


@pytest.mark.parametrize("order", ["in_order", "any_order"])
def test_many_calls_of_one_tool_with_others_between(order: Order) -> None:
    expected = [call("f", x=x) for x in range(SIZE)]
    actual = [call("f", x=x, more=x) for x in range(SIZE)]
    for place in range(SIZE - 50, 0, -100):
        actual.insert(place, call("f", x=-1))
        actual[place + 20] = call("f", x=-2)
    given = problem(expected, actual, indexed=True)
    found = pair(given, order)
    assert not found.bounded
    assert counts(found, given) == (SIZE, SIZE - 30)


def test_many_calls_moved_and_missing_in_any_order() -> None:
    expected = [call("f", x=x) for x in range(SIZE)]
    actual = [call("f", x=x, more=x) for x in reversed(range(SIZE)) if x % 100]
    given = problem(expected, actual, indexed=True)
    found = pair(given, "any_order")
    assert not found.bounded
    assert counts(found, given) == (len(actual), len(actual))


@pytest.mark.parametrize("order", ORDERS)
def test_many_equal_calls(order: Order) -> None:
    expected = [SEARCH] * SIZE
    actual = [OTHER_SEARCH if place % 100 == 7 else SEARCH for place in range(SIZE)]
    for indexed in (False, True):
        given = problem(expected, actual, indexed=indexed)
        found = pair(given, order)
        assert not found.bounded
        assert counts(found, given) == (SIZE, SIZE - SIZE // 100)


@pytest.mark.parametrize("order", ["strict", "in_order"])
def test_many_optional_calls_not_made(order: Order) -> None:
    expected = [call("f", x=x) for x in range(600)]
    actual = [call("f", x=x) for x in range(600) if x % 20 != 3]
    given = problem(expected, actual, optional=[x for x in range(600) if x % 2], indexed=True)
    found = pair(given, order)
    assert not found.bounded
    assert counts(found, given) == (570, 570)
