"""Finding the place of a JSON Pointer in a text."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluator_core.locate import locate
from evaluator_core.pointers import dollar_path, escape, read_path

KEYS = st.text('ab/~.[]"\\ é😀*0', max_size=3)
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(KEYS, children, max_size=3),
    max_leaves=10,
)


def places(value: Any, where: str = "") -> list[tuple[str, Any]]:
    below: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        below = [place for key, child in value.items() for place in places(child, f"{where}/{escape(key)}")]
    elif isinstance(value, list):
        below = [place for index, child in enumerate(value) for place in places(child, f"{where}/{index}")]
    return [(where, value), *below]


@given(VALUES, st.sampled_from([None, 2]))
def test_every_place_of_a_value_is_found_in_its_text(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    for pointer, right in places(value):
        span = locate(text, pointer)
        assert span is not None and json.loads(text[slice(*span)]) == right


def test_places_in_json_lines_begin_with_the_number_of_the_document() -> None:
    text = '{"a": 1}\n\n{"a": [2, 3]}\n'
    span = locate(text, "/1/a/1")
    assert span is not None and text[slice(*span)] == "3"


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    text = '{"a": 1, "a": 2}'
    span = locate(text, "/a")
    assert span is not None and text[slice(*span)] == "2"


def test_a_place_inside_a_string_is_the_string() -> None:
    text = json.dumps({"body": json.dumps({"x": [1]})})
    span = locate(text, "/body#/x/0")
    assert span is not None and json.loads(json.loads(text[slice(*span)])) == {"x": [1]}


def test_what_is_not_there_is_not_found() -> None:
    for pointer in ("/b", "/a/0", "/a/b", "x", "/0"):
        assert locate('{"a": {}}', pointer) is None
    assert locate("nonsense", "/a") is None
    assert locate("", "") is None


@given(st.lists(KEYS | st.integers(0, 20), max_size=4))
def test_paths_for_people_round_trip(steps: list[str | int]) -> None:
    if "*" in steps:
        return
    assert read_path(dollar_path(tuple(steps))) == tuple(map(str, steps))
