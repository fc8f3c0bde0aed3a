"""Options: declared once, validated, made into the form and the README's table."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from evaluator_core import OptionError, Options
from evaluator_core.options import markdown, specifications


def test_the_defaults_are_the_contract() -> None:
    assert Options().to_dict() | {} == {
        **Options().to_dict(),
        "order": "in_order",
        "args": "subset",
        "allow_extra": False,
        "forbidden": [],
        "max_calls": None,
        "numeric_tolerance": 0,
        "relative_tolerance": 0,
        "ignore_case": False,
        "ignore_whitespace": False,
        "normalize_unicode": False,
        "ignore_list_order": False,
        "ignore_paths": [],
        "repeated": "report",
        "pairing": "best",
    }


def test_options_go_to_json_and_back() -> None:
    options = Options(order="strict", forbidden=("rm", "drop_*"), max_calls=3, ignore_paths=("$.a",))
    assert Options.read(options.to_dict()) == options
    assert Options.read(None) == Options.read({}) == Options()


@pytest.mark.parametrize(
    ("written", "path", "message"),
    [
        ({"ordr": "strict"}, "$.ordr", "there is no option 'ordr'; did you mean 'order'?"),
        ({"order": "any"}, "$.order", "order must be one of strict, in_order, any_order, not 'any'"),
        (
            {"order": "in-order"},
            "$.order",
            "order must be one of strict, in_order, any_order, not 'in-order'; did you mean 'in_order'?",
        ),
        ({"args": 3}, "$.args", "args must be one of subset, exact, keys, ignore, not 3"),
        ({"ignore_case": 1}, "$.ignore_case", "ignore_case must be true or false, not 1"),
        ({"numeric_tolerance": -1}, "$.numeric_tolerance", "numeric_tolerance must be a number of 0 or more, not -1"),
        (
            {"numeric_tolerance": True},
            "$.numeric_tolerance",
            "numeric_tolerance must be a number of 0 or more, not true",
        ),
        (
            {"numeric_tolerance": float("nan")},
            "$.numeric_tolerance",
            "numeric_tolerance must be a number of 0 or more, not NaN",
        ),
        (
            {"max_calls": 1.5},
            "$.max_calls",
            "max_calls must be a whole number of 0 or more, or null for no limit, not 1.5",
        ),
        ({"forbidden": "rm"}, "$.forbidden", 'forbidden must be a list of names, not "rm"'),
        ({"forbidden": [1]}, "$.forbidden", "forbidden must be a list of names, not [1]"),
        (
            {"ignore_paths": ["$.a["]},
            "$.ignore_paths",
            "ignore_paths: '$.a[' is no path; write $.a.b, $.list[0], $.list[*] or /a/b",
        ),
        ([], "$", 'options are a JSON object such as {"order": "any_order"}'),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_nearest_known_word(written: Any, path: str, message: str) -> None:
    with pytest.raises(OptionError) as raised:
        Options.read(written)
    assert raised.value.message == message
    assert (raised.value.place.where, raised.value.place.path) == ("options", path)


def test_blank_and_double_names_are_dropped() -> None:
    assert Options(forbidden=["rm", " ", "", "rm"]).forbidden == ("rm",)  # type: ignore[arg-type]


def test_null_is_no_value_for_an_option_that_has_none() -> None:
    with pytest.raises(OptionError):
        Options.read({"order": None})
    assert Options.read({"max_calls": None}).max_calls is None


def test_every_option_has_a_line_in_the_form_and_in_the_table() -> None:
    names = [field.name for field in dataclasses.fields(Options)]
    assert [option["name"] for option in specifications()] == names
    for option in specifications():
        assert option["title"] and option["help"] and option["group"]
        assert (option["kind"] == "choice") == bool(option["choices"])
        assert f"| `{option['name']}` |" in markdown()
