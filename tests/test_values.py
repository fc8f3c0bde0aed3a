"""When two JSON values are equal."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core.values import equal, json_type, key_of, surely_equal

SCALARS = st.sampled_from([None, True, False, 0, 1, 0.0, 1.0, -0.0, 2, "", "0", "1", "a", "true"])
VALUES = st.recursive(
    SCALARS,
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.sampled_from("abc"), children, max_size=3),
    max_leaves=8,
)


def plainly(one: object, other: object) -> bool:
    """The rule, spelled out."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(plainly(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(plainly, one, other))
    return type(one) is type(other) and one == other


@given(VALUES, VALUES)
def test_equality_its_fast_twin_and_its_keys_agree_with_the_rule(one: object, other: object) -> None:
    right = plainly(one, other)
    assert equal(one, other) == equal(other, one) == right
    assert (key_of(one) == key_of(other)) == right
    if isinstance(one, dict | list):
        assert surely_equal(one, other) == right


@given(VALUES)
def test_a_value_equals_its_copy_whatever_the_order_of_keys(value: object) -> None:
    turned = json.loads(json.dumps(value), object_pairs_hook=lambda pairs: dict(reversed(pairs)))
    assert equal(value, copy.deepcopy(value)) and equal(value, turned)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (89, 89.0, True),
        (True, 1, False),
        (False, 0.0, False),
        ("1", 1, False),
        (None, False, False),
        (9007199254740993, 9007199254740992.0, False),
        (107505301260286111, 107505301260286110, False),
        (float("nan"), float("nan"), True),
        ([1, 2], [2, 1], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": None}, {}, False),
        ([True], [1], False),
        ({"a": [{"b": True}]}, {"a": [{"b": 1}]}, False),
    ],
)
def test_the_odd_ones(one: object, other: object, same: bool) -> None:
    assert equal(one, other) is same
    assert (key_of(one) == key_of(other)) is same


def test_types_have_their_json_names() -> None:
    values = [{}, [], "", 1, 1.5, True, None]
    assert [json_type(v) for v in values] == ["object", "array", "string", "number", "number", "boolean", "null"]
