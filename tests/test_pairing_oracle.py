"""The verdict of whole evaluations against a brute-force reading of design section 5, in all orders and argument modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluator_core import evaluate_case

ARGS = st.dictionaries(st.sampled_from("xy"), st.integers(0, 1), max_size=2)
EXPECTED = st.lists(
    st.fixed_dictionaries({"name": st.sampled_from("ab"), "args": ARGS, "optional": st.booleans()}), max_size=4
)
TRACE = st.lists(st.fixed_dictionaries({"name": st.sampled_from("ab"), "args": ARGS}), max_size=4)
ORDERS = st.sampled_from(["strict", "in_order", "any_order"])
MODES = st.sampled_from(["subset", "exact", "keys", "ignore"])


def differing(wanted: dict[str, int], given: dict[str, int], mode: str) -> int:
    if mode == "ignore":
        return 0
    missing = sum(key not in given for key in wanted)
    if mode == "keys":
        return missing
    changed = sum(key in given and given[key] != value for key, value in wanted.items())
    extra = sum(key not in wanted for key in given) if mode == "exact" else 0
    return missing + changed + extra


def pairings(expected: list[Any], trace: list[Any], order: str) -> Iterator[dict[int, int]]:
    """Every pairing that the order allows."""
    if order == "strict":
        yield from strict_pairings(expected, trace, 0, 0, {})
        return

    def extend(i: int, taken: dict[int, int]) -> Iterator[dict[int, int]]:
        if i == len(expected):
            yield taken
            return
        yield from extend(i + 1, taken)
        first = max(taken.values(), default=-1) + 1 if order == "in_order" else 0
        for j in range(first, len(trace)):
            if j not in taken.values() and trace[j]["name"] == expected[i]["name"]:
                yield from extend(i + 1, {**taken, i: j})

    yield from extend(0, {})


def strict_pairings(
    expected: list[Any], trace: list[Any], i: int, j: int, taken: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Position by position; an optional expected call may be skipped."""
    if i == len(expected):
        yield taken
        return
    if expected[i]["optional"]:
        yield from strict_pairings(expected, trace, i + 1, j, taken)
    if j < len(trace) and trace[j]["name"] == expected[i]["name"]:
        yield from strict_pairings(expected, trace, i + 1, j + 1, {**taken, i: j})
    else:
        yield from strict_pairings(expected, trace, i + 1, j + 1, taken)


def worth(pairing: dict[int, int], expected: list[Any], trace: list[Any], mode: str) -> tuple[int, ...]:
    numbers = {i: differing(expected[i]["args"], trace[j]["args"], mode) for i, j in pairing.items()}
    required = [i for i in pairing if not expected[i]["optional"]]
    return (
        len(required),
        sum(number == 0 for number in numbers.values()),
        sum(numbers[i] == 0 for i in required),
        len(pairing),
        -sum(numbers.values()),
    )


@given(EXPECTED, TRACE, ORDERS, MODES)
def test_the_pairing_is_the_best_there_is(expected: list[Any], trace: list[Any], order: str, mode: str) -> None:
    report = evaluate_case({"expected": expected, "trace": trace, "options": {"order": order, "args": mode}})
    seen = {row["index"]: row["actual"] for row in report["expected_calls"] if row["actual"] is not None}
    best = max(worth(pairing, expected, trace, mode) for pairing in pairings(expected, trace, order))
    assert worth(seen, expected, trace, mode) == best


@given(EXPECTED, TRACE, ORDERS, MODES)
def test_it_passes_exactly_when_a_perfect_pairing_exists(
    expected: list[Any], trace: list[Any], order: str, mode: str
) -> None:
    report = evaluate_case({"expected": expected, "trace": trace, "options": {"order": order, "args": mode}})
    needed = {i for i, call in enumerate(expected) if not call["optional"]}
    perfect = any(
        needed <= pairing.keys()
        and len(pairing) == len(trace)
        and all(differing(expected[i]["args"], trace[j]["args"], mode) == 0 for i, j in pairing.items())
        for pairing in pairings(expected, trace, order)
    )
    assert (report["verdict"] == "pass") == perfect


@given(EXPECTED, TRACE, ORDERS, MODES, st.randoms(use_true_random=False))
def test_it_does_not_change_when_equals_are_listed_differently(
    expected: list[Any], trace: list[Any], order: str, mode: str, dice: Any
) -> None:
    """Equal calls that stand next to each other change places: same statuses, same counts."""
    options = {"order": order, "args": mode}
    doubled = [call for call in trace for _ in range(dice.choice([1, 2]))]
    copies = [dict(reversed(call.items())) for call in doubled]
    one = evaluate_case({"expected": expected, "trace": doubled, "options": options})
    other = evaluate_case({"expected": [dict(call) for call in expected], "trace": copies, "options": options})
    assert one["counts"] == other["counts"]
    assert [row["status"] for row in one["expected_calls"]] == [row["status"] for row in other["expected_calls"]]
    if order == "any_order":
        turned = evaluate_case({"expected": expected, "trace": doubled[::-1], "options": options})
        assert one["counts"] == turned["counts"] and one["verdict"] == turned["verdict"]
