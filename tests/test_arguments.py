"""Where arguments differ: modes, tolerances, text options, lists, ignored paths, hints."""

from __future__ import annotations

import itertools
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core import ExpectedCall, Options, ToolCall, evaluate_case
from evaluator_core.arguments import Comparison, unordered
from evaluator_core.arguments.walk import Walk
from evaluator_core.differences import ALLOWED
from evaluator_core.list_matching import largest_matching
from evaluator_core.rules import with_rules


def compare(wanted: Any, given: Any, *, match: str | None = None, **options: Any) -> list[tuple[str, str, str | None]]:
    """(path, kind, hint) of every difference."""
    ruled = with_rules(wanted, "")
    call = ExpectedCall("t", wanted, match=match, ruled_args=None if ruled == wanted else ruled)
    found = Comparison(Options(**options)).differences(call, ToolCall("t", given))
    return [(difference.path, difference.kind, difference.hint) for difference in found]


def paths(wanted: Any, given: Any, **options: Any) -> list[str]:
    return [path for path, kind, _ in compare(wanted, given, **options) if kind != ALLOWED]


def right(wanted: Any, given: Any, **options: Any) -> bool:
    return not paths(wanted, given, **options)


def test_subset_allows_extra_keys_at_every_depth_of_objects_and_names_them() -> None:
    assert compare({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}) == [
        ("$.a.c", "allowed_extra", None),
        ("$.d", "allowed_extra", None),
    ]
    assert right({"l": [{"a": 1}]}, {"l": [{"a": 1, "b": 2}]})
    assert not right({"l": [1]}, {"l": [1, 2]})


def test_exact_rejects_extra_keys_in_both_directions() -> None:
    assert compare({"a": 1}, {"a": 1, "b": 2}, args="exact") == [("$.b", "extra", None)]
    assert compare({"a": 1, "b": 2}, {"a": 1}, args="exact") == [("$.b", "missing", None)]
    assert compare({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, args="exact") == [("$.a.c", "extra", None)]
    assert right({}, {}, args="exact") and not right({}, {"a": 1}, args="exact")


def test_keys_looks_at_top_level_names_only() -> None:
    assert right({"a": 1, "b": {"c": 1}}, {"a": "x", "b": None, "z": 1}, args="keys")
    assert compare({"a": 1, "b": 2}, {"a": 9}, args="keys") == [("$.b", "missing", None)]
    assert compare({"a": 1}, [1], args="keys") == [("$", "type", None)]


def test_ignore_and_arguments_left_out_accept_anything() -> None:
    assert right({"a": 1}, {"a": 2}, args="ignore") and right({"a": 1}, "text", args="ignore")
    assert right(None, {"a": 2}, args="exact")


def test_the_match_of_a_call_wins_over_the_option() -> None:
    assert compare({"a": 1}, {"a": 2}, match="keys", args="exact") == []
    assert compare({"a": 1}, {"a": 1, "b": 1}, match="exact") == [("$.b", "extra", None)]


def test_unreadable_arguments_are_wrong_unless_nothing_is_compared() -> None:
    comparison = Comparison(Options())
    call = ToolCall("t", '{"a": 1', unreadable=True)
    assert [d.kind for d in comparison.differences(ExpectedCall("t", {}), call)] == ["type"]
    assert comparison.differences(ExpectedCall("t"), call) == []
    assert comparison.differences(ExpectedCall("t", {"a": 1}, match="ignore"), call) == []


@pytest.mark.parametrize(
    ("wanted", "given", "absolute", "relative", "same"),
    [
        (1.0, 1.1, 0.1, 0, True),
        (1.1, 1.0, 0.1, 0, True),
        (0.3, 0.1, 0.2, 0, True),
        (1.0, 1.1000001, 0.1, 0, False),
        (0, 0.0005, 0.001, 0, True),
        (0, 0.0005, 0, 0.5, False),
        (200, 210, 0, 0.05, True),
        (200, 211, 0, 0.05, False),
        (200, 211, 11, 0.05, True),
        (True, 1, 5, 5, False),
        ("1", 1, 5, 5, False),
        ("1.0", "1.1", 5, 5, False),
        (10**30, 10**30 + 1, 1, 0, True),
        (10**30, 10**30 + 2, 1, 0, False),
        (float("nan"), 1, 5, 0, False),
    ],
)
def test_tolerances_are_inclusive_and_for_numbers_only(
    wanted: Any, given: Any, absolute: float, relative: float, same: bool
) -> None:
    options = {"numeric_tolerance": absolute, "relative_tolerance": relative}
    assert right({"x": wanted}, {"x": given}, **options) is same
    assert right({"l": [{"x": wanted}]}, {"l": [{"x": given}]}, **options) is same


def test_text_options_fold_values_never_keys() -> None:
    assert right({"s": "STRASSE"}, {"s": "straße"}, ignore_case=True)
    assert not right({"S": "a"}, {"s": "a"}, ignore_case=True)
    assert right({"s": "a  b\n"}, {"s": "a b"}, ignore_whitespace=True)
    assert not right({"s": "ab"}, {"s": "a b"}, ignore_whitespace=True)
    assert right({"s": "é"}, {"s": "e\u0301"}, normalize_unicode=True)
    assert right({"s": "É"}, {"s": "e\u0301"}, normalize_unicode=True, ignore_case=True)
    for options in ({}, {"ignore_case": True}, {"ignore_whitespace": True}, {"normalize_unicode": True}):
        assert not right({"s": "a"}, {"s": "b"}, **options)


def test_lists_keep_order_and_length_unless_told_otherwise() -> None:
    assert compare({"l": [1, 2]}, {"l": [1]}) == [("$.l", "length", None)]
    assert compare({"l": [1, 2]}, {"l": [2, 1]}) == [
        ("$.l[0]", "changed", "list_order"),
        ("$.l[1]", "changed", "list_order"),
    ]
    assert right({"l": [1, 2, 2]}, {"l": [2, 1, 2]}, ignore_list_order=True)
    assert paths({"l": ["a", "a", "b"]}, {"l": ["b", "a", "b"]}, ignore_list_order=True) == ["$.l[1]"]


def test_list_order_ignored_finds_the_best_partners_in_subset_mode() -> None:
    wanted = [{"a": 1}, {"a": 1, "b": 2}]
    assert right({"l": wanted}, {"l": [{"a": 1, "b": 2}, {"a": 1, "c": 3}]}, ignore_list_order=True)
    assert right({"l": [1.0, 1.2]}, {"l": [1.1, 0.9]}, ignore_list_order=True, numeric_tolerance=0.1)


NEARLY = st.sampled_from([0, 1, 2, 3.5, "a", "A", {}, {"x": 1}, {"x": 2}, {"x": 1, "y": 1}, [1], [2, 1], None, True])


@given(
    st.lists(NEARLY, max_size=4),
    st.lists(NEARLY, max_size=4),
    st.sampled_from([{}, {"numeric_tolerance": 1}, {"ignore_case": True}, {"args": "exact"}]),
)
def test_lists_without_order_are_right_when_their_items_can_be_paired_so(
    one: list[Any], other: list[Any], options: Any
) -> None:
    pairings = itertools.permutations(other) if len(one) == len(other) else ()
    right_so = any(
        all(
            right({"v": value}, {"v": item}, ignore_list_order=True, **options)
            for value, item in zip(one, items, strict=True)
        )
        for items in pairings
    )
    assert right({"l": one}, {"l": other}, ignore_list_order=True, **options) == right_so
    found = {place: [right({"v": value}, {"v": item}, **options) for item in other] for place, value in enumerate(one)}
    as_set = all(any(row) for row in found.values()) and all(
        any(row[place] for row in found.values()) for place in range(len(other))
    )
    assert right({"l": {"$expect": {"equals": one, "as": "set"}}}, {"l": other}, **options) == as_set


@pytest.mark.parametrize("reading", ["multiset", "set"])
@pytest.mark.parametrize("options", [{}, {"numeric_tolerance": 0.1, "ignore_list_order": True}])
@pytest.mark.parametrize(
    "kind", [str, float, lambda n: [[n]], lambda n: {"n": n, "m": {"k": [n]}}, lambda n: {"m": {"id": str(n), "x": 1}}]
)
def test_unlike_items_of_long_lists_are_not_compared_each_with_each(reading: str, kind: Any, options: Any) -> None:
    wanted, given = [kind(n) for n in range(1_000)], [kind(n) for n in range(1_999, 990, -1)]
    compared = 0
    plain_fits = Walk.fits

    def fits(self: Walk, one: Any, other: Any, guide: Any) -> bool:
        nonlocal compared
        compared += 1
        return plain_fits(self, one, other, guide)

    with mock.patch.object(Walk, "fits", fits):
        found = paths({"l": {"$expect": {"equals": wanted, "as": reading}}}, {"l": given[:1_000]}, **options)
    assert len(found) >= 990 and compared < 5_000


def test_items_that_share_nothing_are_compared_up_to_a_bound_and_that_is_said() -> None:
    wanted = [{"x": {"$expect": {"gte": n, "lte": n}}} for n in range(30)]
    given = [{"x": n} for n in reversed(range(30))]
    case = {"expected": [{"name": "t", "args": {"l": wanted}}], "trace": [{"name": "t", "args": {"l": given}}]}
    case["options"] = {"ignore_list_order": True}  # type: ignore[assignment]
    report = evaluate_case(case)
    assert report["verdict"] == "pass" and not report["warnings"]
    with mock.patch.object(unordered, "MOST_TRIED", 100):
        report = evaluate_case(case)
    assert [warning["code"] for warning in report["warnings"]] == ["list_items_bounded"]


@pytest.mark.parametrize(("distance", "same"), [(0, True), (1, True), (2, False), (-1, True), (0.5, False)])
def test_tolerances_hold_for_integers_of_any_size(distance: float, same: bool) -> None:
    large = 10**5_000
    given = large + distance if isinstance(distance, int) else distance
    assert right({"x": large}, {"x": given}, numeric_tolerance=1) is same
    assert right({"x": {"$expect": {"equals": large, "tolerance": 1}}}, {"x": given}) is same
    assert right({"x": large}, {"x": large + 10**4_990}, relative_tolerance=1e-9)
    assert not right({"x": large}, {"x": large + 10**4_992}, relative_tolerance=1e-9)


def test_an_infinite_tolerance_takes_any_number_and_nothing_else() -> None:
    wanted = {"x": {"$expect": {"equals": 1, "tolerance": float("inf")}}}
    assert right(wanted, {"x": 1e300}) and right(wanted, {"x": -(10**400)})
    assert not right(wanted, {"x": "1"}) and not right(wanted, {"x": float("inf")})


@pytest.mark.parametrize(
    ("ignored", "given", "same"),
    [
        (["$.meta.id"], {"meta": {"id": 9, "x": 1}, "l": [{"at": 1}, {"at": 2}]}, True),
        (["/meta/id"], {"meta": {"id": 9, "x": 1}, "l": [{"at": 1}, {"at": 2}]}, True),
        (["meta.id"], {"meta": {"x": 1}, "l": [{"at": 1}, {"at": 2}]}, True),
        (["$.meta"], {"l": [{"at": 1}, {"at": 2}]}, True),
        (["$.meta.x"], {"meta": {"id": 9, "x": 1}, "l": [{"at": 1}, {"at": 2}]}, False),
        (["$.l[*].at"], {"meta": {"id": 1, "x": 1}, "l": [{"at": 8}, {"at": 9}]}, True),
        (["$.l[0].at"], {"meta": {"id": 1, "x": 1}, "l": [{"at": 8}, {"at": 2}]}, True),
        (["$.l[0].at"], {"meta": {"id": 1, "x": 1}, "l": [{"at": 1}, {"at": 9}]}, False),
        (["$"], {"anything": 1}, True),
    ],
)
def test_ignored_paths_are_not_compared(ignored: list[str], given: Any, same: bool) -> None:
    wanted = {"meta": {"id": 1, "x": 1}, "l": [{"at": 1}, {"at": 2}]}
    assert right(wanted, given, args="exact", ignore_paths=ignored) is same


@pytest.mark.parametrize(
    ("wanted", "given", "kind", "hint"),
    [
        (1, "1", "type", "number_text"),
        ("2.50", 2.5, "type", "number_text"),
        (True, "true", "type", "type"),
        (True, 1, "type", "type"),
        (None, "", "type", None),
        ({"a": 1}, '{"a": 1}', "type", "json_text"),
        ([1], "[1]", "type", "json_text"),
        ({"a": 1}, '{"a": 2}', "type", None),
        ("Rome", "rome", "changed", "case"),
        ("a b", "a  b", "changed", "whitespace"),
        ("é", "e\u0301", "changed", "unicode_form"),
        ("2026-11-05T08:00:00Z", "2026-11-05T09:00:00+01:00", "changed", "same_instant"),
        ("2026-11-05T08:00:00", "2026-11-05 08:00", "changed", "same_instant"),
        ("2026-11-05T08:00:00", "2026-11-05T08:00:00Z", "changed", None),
        ("a", "b", "changed", None),
        (1, 2, "changed", None),
    ],
)
def test_hints_say_what_makes_two_values_nearly_equal(wanted: Any, given: Any, kind: str, hint: str | None) -> None:
    assert compare({"x": wanted}, {"x": given}) == [("$.x", kind, hint)]


def test_paths_of_odd_keys_are_unambiguous_and_pointers_are_json_pointers() -> None:
    wanted = {"www.example.org": {"a/b": 1, "~": 2, "": 3, 'q"': 4}, "www": {"example": {"org": 5}}}
    found = Comparison(Options()).differences(
        ExpectedCall("t", wanted),
        ToolCall("t", {"www.example.org": {"a/b": 0, "~": 0, "": 0, 'q"': 0}, "www": {"example": {"org": 0}}}),
    )
    assert [(d.path, d.pointer) for d in found] == [
        ('$["www.example.org"]["a/b"]', "/www.example.org/a~1b"),
        ('$["www.example.org"]["~"]', "/www.example.org/~0"),
        ('$["www.example.org"][""]', "/www.example.org/"),
        ('$["www.example.org"]["q\\""]', '/www.example.org/q"'),
        ("$.www.example.org", "/www/example/org"),
    ]


VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "a", "A"]),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.sampled_from("abc"), children, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


@given(OBJECTS)
def test_equal_arguments_are_right_under_every_option(args: dict[str, Any]) -> None:
    for options in ({}, {"args": "exact"}, {"ignore_list_order": True}, {"ignore_case": True, "numeric_tolerance": 1}):
        assert compare(args, dict(reversed(args.items())), **options) == []


@given(OBJECTS, OBJECTS)
def test_exact_is_the_strictest_and_ignore_the_mildest(one: dict[str, Any], other: dict[str, Any]) -> None:
    exact, subset, keys = (right(one, other, args=mode) for mode in ("exact", "subset", "keys"))
    assert (not exact or subset) and (not subset or keys)
    assert right(one, other, args="ignore")
    assert exact == (right(one, other) and right(other, one))


@given(OBJECTS, OBJECTS, st.sampled_from(["subset", "exact", "keys", "ignore"]), st.sampled_from([0, 1]))
def test_counting_differences_agrees_with_making_them(one: Any, other: Any, mode: Any, tolerance: float) -> None:
    comparison = Comparison(Options(args=mode, numeric_tolerance=tolerance))
    expected, actual = ExpectedCall("t", one), ToolCall("t", other)
    counted = [d for d in comparison.differences(expected, actual) if d.kind != ALLOWED]
    assert comparison.differing(expected, actual) == len(counted)


@given(OBJECTS, OBJECTS)
def test_a_milder_option_never_adds_a_difference(one: dict[str, Any], other: dict[str, Any]) -> None:
    for options in ({"ignore_case": True}, {"numeric_tolerance": 1}, {"ignore_paths": ["$.a"]}):
        assert not right(one, other) or right(one, other, **options)


@given(st.lists(st.lists(st.integers(0, 4), max_size=5, unique=True), max_size=5))
def test_the_matching_of_list_items_is_as_large_as_any(fits: list[list[int]]) -> None:
    def best(row: int, used: frozenset[int]) -> int:
        if row == len(fits):
            return 0
        taken = [1 + best(row + 1, used | {column}) for column in fits[row] if column not in used]
        return max([best(row + 1, used), *taken])

    found = largest_matching(len(fits), fits.__getitem__)
    columns = [column for column in found if column is not None]
    assert len(columns) == len(set(columns)) == best(0, frozenset())
    assert all(column is None or column in row for row, column in zip(fits, found, strict=True))
