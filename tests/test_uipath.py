"""UiPath's evaluators, quirks included. Values recorded from the released functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluator_core import InputError, uipath

SHARED = Path(__file__).parents[2] / "shared"


def call(name: str, identity: str | None = None, **args: Any) -> dict[str, Any]:
    return {"name": name, "args": args, **({} if identity is None else {"id": identity})}


@pytest.mark.parametrize(
    ("expected", "actual", "strict", "score"),
    [
        ([call("t", a=1)], [call("t", a=1, b=2)], False, 1.0),
        ([call("t", a=1, b=2)], [call("t", a=1)], False, 0.0),
        ([call("t", a=1)], [call("t", a=True)], False, 1.0),
        ([call("t", a=None)], [call("t")], False, 0.0),
        ([call("t", a=1), call("t", a=1, b=2)], [call("t", a=1, b=2), call("t", a=1)], False, 0.5),
        ([call("a"), call("b")], [call("b"), call("a"), call("rm")], True, 1.0),
        ([call("a", x=1), call("b", y=1)], [call("a", x=1), call("b", y=2)], True, 0.0),
        ([], [], False, 1.0),
        ([], [call("t")], False, 0.0),
        ([call("Web Search", q=1)], [call("Web_Search", q=1)], False, 1.0),
        ([call("Web_Search", q=1)], [call("Web_Search", "u1", q=1)], False, 0.0),
        ([call("u1", q=1)], [call("Web_Search", "u1", q=1)], False, 1.0),
        ([call("航班", q=1)], [call("天气", q=1)], False, 1.0),
    ],
)
def test_args(expected: Any, actual: Any, strict: bool, score: float) -> None:
    assert uipath.tool_call_args(expected, actual, strict=strict)["score"] == score
    assert uipath.tool_call_args(expected, actual, strict=strict, subset=True)["score"] == score


@pytest.mark.parametrize(
    ("counts", "actual", "strict", "score"),
    [
        ({"r": ["=", 1]}, ["r", "r"], False, 0.0),
        ({"a": ["=", 1], "b": [">=", 2], "d": ["<=", 0]}, ["a", "b", "b"], False, 1.0),
        ({"a": ["=", 2], "b": ["=", 1]}, ["a", "b"], False, 0.5),
        ({"a": ["=", 2], "b": ["=", 1]}, ["a", "b"], True, 0.0),
        ({"a": ["=", 0]}, [], False, 0.0),
        ({"a": ["=", 0]}, ["z"], False, 1.0),
        ({"My Tool": ["=", 1]}, ["My_Tool"], False, 1.0),
        ({"My_Tool": ["=", 1]}, ["My Tool"], False, 0.0),
        ({"u1": [">", 1]}, [call("t", "u1"), call("t", "u1")], False, 1.0),
    ],
)
def test_count(counts: Any, actual: Any, strict: bool, score: float) -> None:
    assert uipath.tool_call_count(counts, actual, strict=strict)["score"] == score


def test_an_unknown_comparator_is_an_error() -> None:
    with pytest.raises(InputError):
        uipath.tool_call_count({"a": ["~", 1]}, ["a"])


@pytest.mark.parametrize(
    ("expected", "actual", "strict", "score", "shared"),
    [
        ("ABCD", "AXBD", False, 0.75, "ABD"),
        ("AB", "BA", False, 0.5, "A"),
        ("AB", "ABC", True, 0.0, ""),
        ("AB", "AB", True, 1.0, "AB"),
        ("", "", False, 1.0, ""),
        ("A", "", False, 0.0, ""),
        ("BDCABA", "ABCBDAB", False, 4 / 6, "BDAB"),
    ],
)
def test_order(expected: str, actual: str, strict: bool, score: float, shared: str) -> None:
    result = uipath.tool_call_order(list(expected), list(actual), strict=strict)
    assert result["score"] == score and result["details"]["lcs"] == list(shared)


def test_output_in_strict_mode_fails_at_the_first_mismatch() -> None:
    expected = [{"name": "t", "output": "o2"}, {"name": "t", "output": "o1"}]
    actual = list(reversed(expected))
    assert uipath.tool_call_output(expected, actual)["score"] == 1.0
    result = uipath.tool_call_output(expected, actual, strict=True)
    assert result["score"] == 0.0
    assert result["details"]["explained_tool_calls_outputs"] == {"t_0": "Actual: o1, Expected: o2, Score: 0.0"}


@pytest.mark.skipif(not SHARED.exists(), reason="the recorded values are not beside this checkout")
@pytest.mark.parametrize("name", ["args", "count", "order"])
def test_every_recorded_value_is_reproduced(name: str) -> None:
    for case in json.loads((SHARED / "differential" / f"uipath_{name}.json").read_text("utf-8"))["cases"]:
        for variant, right in case["scores"].items():
            strict = variant.endswith("_strict")
            if name == "args":
                seen = uipath.tool_call_args(case["expected"], case["actual"], strict=strict)
            elif name == "count":
                seen = uipath.tool_call_count(case["expected_counts"], case["actual_names"], strict=strict)
            else:
                seen = uipath.tool_call_order(case["expected_order"], case["actual_names"], strict=strict)
            assert seen["score"] == pytest.approx(right), (case["id"], variant)
