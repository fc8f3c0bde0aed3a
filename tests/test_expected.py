"""Reading the expected calls."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluator_core import ExpectedCall, InputError
from evaluator_core.expected import read_expected


def read(written: Any) -> list[ExpectedCall]:
    return [call._replace(source=None) for call in read_expected(written).calls]


def test_a_call_has_a_name_and_may_have_arguments_optional_and_match() -> None:
    assert read([{"name": "a"}, {"name": "b", "args": {"x": 1}}, {"name": "c", "optional": True, "match": "keys"}]) == [
        ExpectedCall("a"),
        ExpectedCall("b", {"x": 1}),
        ExpectedCall("c", None, True, "keys"),
    ]


def test_arguments_left_out_are_any_and_an_empty_object_is_an_empty_object() -> None:
    assert read([{"name": "a"}, {"name": "a", "args": None}, {"name": "a", "args": {}}]) == [
        ExpectedCall("a", None),
        ExpectedCall("a", None),
        ExpectedCall("a", {}),
    ]


@pytest.mark.parametrize("key", ["args", "arguments", "input", "parameters"])
def test_arguments_have_several_names_and_may_be_json_text(key: str) -> None:
    assert (
        read([{"name": "a", key: {"x": 1}}]) == read([{"name": "a", key: '{"x": 1}'}]) == [ExpectedCall("a", {"x": 1})]
    )


def test_the_usual_wrappings_are_read() -> None:
    right = [ExpectedCall("a", {"x": 1})]
    assert read({"name": "a", "args": {"x": 1}}) == right
    assert read({"expected_tool_calls": [{"name": "a", "args": {"x": 1}}]}) == right
    assert read([{"id": "1", "type": "function", "function": {"name": "a", "arguments": '{"x": 1}'}}]) == right
    assert read(["a", {"tool": "b"}]) == [ExpectedCall("a"), ExpectedCall("b")]
    assert read('{"name": "a", "args": {"x": 1}}\n{"name": "b"}') == [*right, ExpectedCall("b")]


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("", "no_expected", "no expected calls are given; write [] when the agent should call nothing"),
        ([{"args": {}}], "bad_expected", "$[0]: the expected call has no name"),
        ([{"name": ""}], "bad_expected", "$[0].name: name must be the tool's name"),
        ([{"name": 1}], "bad_expected", "$[0].name: name must be the tool's name"),
        ([{"name": "a"}, 5], "bad_expected", '$[1]: an expected call is an object such as {"name": "search"}'),
        ([{"name": "a", "arg": {}}], "bad_expected", "$[0].arg: there is no field 'arg'; did you mean 'args'?"),
        (
            [{"name": "a", "zzz": 1}],
            "bad_expected",
            "$[0].zzz: there is no field 'zzz'; an expected call has name, args, optional, match, compare, rules, any_of, expect_result",
        ),
        (
            [{"name": "a", "match": "exakt"}],
            "bad_expected",
            "$[0].match: match must be one of subset, exact, keys, ignore, not 'exakt'; did you mean 'exact'?",
        ),
        (
            [{"name": "a", "optional": "yes"}],
            "bad_expected",
            "$[0].optional: optional must be true or false, not 'yes'",
        ),
        ([{"name": "a", "args": [1]}], "bad_expected", '$[0].args: arguments are an object such as {"city": "Oslo"}'),
        (
            [{"name": "a", "args": {}, "input": {}}],
            "bad_expected",
            "$[0].input: arguments are given twice, as args and input",
        ),
        ("3", "bad_expected", '$: the expected calls are a list such as [{"name": "search", "args": {"q": "x"}}]'),
    ],
)
def test_what_is_wrong_is_named_with_its_path(written: Any, code: str, message: str) -> None:
    with pytest.raises(InputError) as raised:
        read(written)
    assert (raised.value.code, raised.value.message) == (code, message)
    assert raised.value.place.where == "expected"


def test_unreadable_argument_text_is_an_error_of_the_test() -> None:
    with pytest.raises(InputError, match=r"\$\[0\]\.args: the arguments text is not JSON"):
        read([{"name": "a", "args": "{"}])


def test_each_call_knows_its_place() -> None:
    text = json.dumps({"expected": [{"name": "a"}, {"name": "b"}]})
    assert [call.source for call in read_expected(text).calls] == ["/expected/0", "/expected/1"]
