"""Text to JSON values: depth, duplicates, NaN, long integers, several documents, places of errors."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core.errors import InputError, TextError
from evaluator_core.json_text import (
    MAX_DEPTH,
    check_depth,
    check_value,
    decode,
    decode_value,
    encode,
    finite,
    line_column,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(), children, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_what_json_writes_is_read_back(value: object) -> None:
    assert decode(json.dumps(value)).documents == [value]
    assert decode(json.dumps(value, ensure_ascii=False, indent=2)).documents == [value]


@given(JSON)
def test_no_duplicate_is_noticed_where_there_is_none(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1), json.dumps(value, separators=(" , ", " : "))):
        assert decode(text).duplicate_keys == ()
        assert not decode_value(text).duplicate_keys


@given(st.lists(JSON, min_size=2, max_size=4))
def test_json_lines_and_concatenated_documents_are_all_read(values: list[object]) -> None:
    assert decode("\n".join(map(json.dumps, values))).documents == values
    assert decode("\r\n\r\n".join(json.dumps(value, indent=2) for value in values)).documents == values


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ('{"a":1,"a":2}', ("a",)),
        ('{"a" :1,"a":2}', ("a",)),
        ('{"a":1,"a" :2}', ("a",)),
        ('{"a":1}', ()),
        ('{"x":[{"b":1},{"b":2}]}', ()),
        ('{"x":[{"b":1,"c":2,"b":3}],"c":1}', ("b",)),
        ('{"text":"\\"a\\":1, \\"a\\":2"}', ()),
        ('{"a\\\\":1,"a\\\\":2}', ("a\\",)),
        ('{"a\\\\":1,"b":"\\\\"}', ()),
        ("[1,2]", ()),
        ('{"a":{"k":1,"k":1}} {"b":{"k":1,"k":1,"z":1,"z":2}}', ("k", "z")),
    ],
)
def test_duplicate_keys_are_noticed_and_the_last_one_wins(text: str, keys: tuple[str, ...]) -> None:
    assert decode(text).duplicate_keys == keys


def test_the_last_of_a_duplicate_key_counts() -> None:
    assert decode('{"a":1,"a":2}').documents == [{"a": 2}]
    assert decode_value('{"a":1,"a":2}') == ({"a": 2}, True, False)


def test_not_a_number_is_noticed() -> None:
    assert decode('{"a": NaN}').not_finite
    assert decode('{"a": -Infinity}').not_finite
    assert decode('{"a": 1e999}').not_finite
    assert not decode('{"a": "NaN", "b": 1e308}').not_finite
    assert decode_value("[1e999]").not_finite


@pytest.mark.parametrize("digits", [19, 5_000, 100_000])
def test_integers_keep_every_digit(digits: int) -> None:
    text = "7" * digits
    assert encode(decode(f'{{"id": {text}}}').documents[0]) == f'{{"id": {text}}}'
    assert encode(decode_value(f"[-{text[1:]}]").value) == f"[-{text[1:]}]"


def test_an_absurdly_long_integer_is_an_error() -> None:
    with pytest.raises(TextError, match="an integer has 100,001 digits; at most 100,000 are read"):
        decode("[" + "1" * 100_001 + "]")


def test_blank_text_holds_no_document_and_a_byte_order_mark_is_passed_over() -> None:
    assert decode("").documents == decode(" \n\t").documents == decode("\ufeff").documents == []
    assert decode("\ufeff [1]").documents == [[1]]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('{"a": 1,}', 1, 9, "remove the comma before this bracket"),
        ("{'a': 1}", 1, 2, "JSON strings stand in double quotes, not single ones"),
        ('{"a": True}', 1, 7, "JSON writes true, false and null, not Python's True, False and None"),
        ('{\n "a" 1}', 2, 6, "a colon is expected here after the key"),
        ('{"a": 1 "b": 2}', 1, 9, "a comma or a closing bracket is expected here"),
        ("[1, 2", 1, 6, "the JSON text ends here before it is complete"),
        ('["abc', 1, 2, "the string that starts here is not closed"),
        ("{a: 1}", 1, 2, "a key in double quotes is expected here"),
        (
            '["a\tb"]',
            1,
            4,
            "a line break or other control character inside a string must be written as an escape such as \\n",
        ),
        ("[1]]", 1, 4, "the JSON value ends before this; remove what follows it"),
        ("hello", 1, 1, "a JSON value is expected here"),
        ('["\\x"]', 1, 3, "a backslash here starts no valid escape; write \\\\ for a backslash"),
    ],
)
def test_errors_say_where_and_what_to_do(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(TextError) as raised:
        decode(text)
    assert raised.value.message == f"line {line}, column {column}: {message}"
    assert (raised.value.place.line, raised.value.place.column) == (line, column)
    shown, caret = (raised.value.place.excerpt or "").split("\n")
    assert caret == " " * (column - 1) + "^"
    assert shown == text.split("\n")[line - 1].replace("\t", " ")


def test_the_excerpt_of_a_long_line_is_cut_around_the_place() -> None:
    with pytest.raises(TextError) as raised:
        decode("[" + "1," * 500 + "x" + ",1" * 500 + "]")
    shown, caret = (raised.value.place.excerpt or "").split("\n")
    assert len(shown) < 80 and shown.startswith("…") and shown.endswith("…")
    assert shown[len(caret) - 1] == "x"


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
@pytest.mark.parametrize("copies", [101, 1_000, 100_000])
def test_deep_nesting_is_an_error_before_any_parser_sees_it(opening: str, copies: int) -> None:
    levels = copies * (2 if opening == '[{"a":' else 1)
    if levels <= MAX_DEPTH:
        return
    with pytest.raises(TextError) as raised:
        decode(opening * copies)
    assert raised.value.code == "too_deep"
    assert raised.value.message == f"arrays and objects are nested {levels:,} deep; at most 200 levels are read"


def test_nesting_up_to_the_limit_is_read() -> None:
    assert decode("[" * MAX_DEPTH + "]" * MAX_DEPTH).documents
    with pytest.raises(TextError):
        decode("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_brackets_in_strings_are_no_nesting_and_hide_none() -> None:
    check_depth(json.dumps(["[" * 1_000, "{" * 1_000]))
    check_depth(json.dumps(["\\" * 3 + '"[' * 500]))
    hidden = "".join('["]]]",' for _ in range(300)) + "1" + "]" * 300
    with pytest.raises(TextError):
        check_depth(hidden)


@given(
    st.lists(st.sampled_from(['"', "\\", "[", "]", "{", "}", "a", ",", ":", "\\\\", '\\"', '"]"', '"["']), max_size=40)
)
def test_counting_depth_agrees_with_a_plain_loop(pieces: list[str]) -> None:
    text = "[" * 190 + "".join(pieces)
    depth = deepest = 0
    inside = escaped = False
    for character in text:
        if inside:
            inside, escaped = (True, False) if escaped else (character != '"', character == "\\")
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    try:
        check_depth(text)
    except TextError:
        assert deepest > MAX_DEPTH
    else:
        assert deepest <= MAX_DEPTH


def test_python_values_that_are_no_json_are_named() -> None:
    for value in ({1: 2}, {"a": (1,)}, [object()], {"a": {1, 2}}, b"x"):
        with pytest.raises(InputError) as raised:
            check_value(value)
        assert raised.value.code == "not_json"
    deep: list[object] = []
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    with pytest.raises(InputError) as raised:
        check_value(deep)
    assert raised.value.code == "too_deep"
    check_value({"a": [1, 2.5, None, True, "x", {"b": []}]})


def test_what_is_written_is_strict_json() -> None:
    text = encode({"a": float("nan"), "b": [float("inf"), -float("inf")], "c": 1.5})
    assert json.loads(text) == {"a": "NaN", "b": ["Infinity", "-Infinity"], "c": 1.5}
    assert finite((1, float("nan"))) == [1, "NaN"]


def test_line_and_column_count_from_one() -> None:
    assert [line_column("ab\ncd", place) for place in (0, 1, 3, 4)] == [(1, 1), (1, 2), (2, 1), (2, 2)]
