"""The Python door: `evaluate`, `evaluate_case`, laws of the verdict."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core import InputError, Options, evaluate, evaluate_case, read_trace
from evaluator_core.errors import OptionError

NAMES = st.sampled_from("ab")
ARGS = st.dictionaries(st.sampled_from("xy"), st.integers(0, 1), max_size=2)
CALLS = st.lists(st.fixed_dictionaries({"name": NAMES, "args": ARGS}), max_size=5)
ORDERS = st.sampled_from(["strict", "in_order", "any_order"])
MODES = st.sampled_from(["subset", "exact", "keys", "ignore"])


def test_text_values_and_a_read_trace_give_the_same_report() -> None:
    expected, trace = [{"name": "a", "args": {"x": 1}}], [{"name": "a", "args": {"x": 2}}]
    reports = [
        evaluate(expected, trace).to_json(),
        evaluate(json.dumps(expected), json.dumps(trace)).to_json(),
        evaluate(expected, read_trace(trace), Options()).to_json(),
    ]
    assert len(set(reports)) == 1


def test_wrong_input_is_raised_with_its_place_and_never_a_verdict() -> None:
    with pytest.raises(InputError) as raised:
        evaluate('[{"name": "a"},\n {"nam": "b"}]', [])
    assert (raised.value.place.line, raised.value.place.column) == (2, 10)
    assert raised.value.place.where == "expected"
    with pytest.raises(OptionError):
        evaluate([], [], {"ordr": 1})
    for nothing in (None, "", "null"):
        with pytest.raises(InputError):
            evaluate([], nothing)
    with pytest.raises(InputError):
        evaluate(None, [])


def test_errors_survive_pickling() -> None:
    with pytest.raises(InputError) as raised:
        evaluate("[", [])
    again = pickle.loads(pickle.dumps(raised.value))
    assert again.to_dict() == raised.value.to_dict() and type(again) is type(raised.value)
    assert pickle.loads(pickle.dumps(evaluate_case))({"expected": [], "trace": []})["verdict"] == "pass"


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ([], "bad_case"),
        (None, "bad_case"),
        ({"expected": []}, "no_trace"),
        ({"trace": []}, "no_expected"),
        ({"expected": [], "trace": [], "option": {}}, "unknown_field"),
        ({"expected": [], "trace": [object()]}, "not_json"),
        ({"expected": [{"name": "a", "args": {"x": {1}}}], "trace": []}, "not_json"),
    ],
)
def test_a_broken_case_is_an_error_report(case: Any, code: str) -> None:
    report = evaluate_case(case)
    assert report["verdict"] == "error" and report["errors"][0]["code"] == code
    assert not report["reasons"] and report["trace"] is None


def test_the_id_of_a_case_is_kept() -> None:
    assert evaluate_case({"id": 7, "expected": [], "trace": []})["id"] == "7"
    assert evaluate_case({"id": "x", "expected": []})["id"] == "x"


@given(CALLS, CALLS, ORDERS, MODES)
def test_scores_lie_between_0_and_1_and_follow_from_the_counts(
    expected: Any, trace: Any, order: str, args: str
) -> None:
    report = evaluate_case({"expected": expected, "trace": trace, "options": {"order": order, "args": args}})
    counts, scores = report["counts"], report["scores"]
    assert all(value is None or 0 <= value <= 1 for value in scores.values())
    assert counts["paired"] + counts["unexpected"] == len(trace)
    assert counts["required_paired"] + counts["missing"] == len(expected)
    assert scores["precision"] == (counts["paired"] / len(trace) if trace else None)
    statuses = [call["status"] for call in report["expected_calls"]]
    assert statuses.count("missing") == counts["missing"] and statuses.count("right") == counts["right_arguments"]
    for index, call in enumerate(report["expected_calls"]):
        assert call["actual"] is None or report["actual_calls"][call["actual"]]["expected"] == index


@given(CALLS, ORDERS, MODES)
def test_a_trace_passes_against_itself(calls: Any, order: str, args: str) -> None:
    assert (
        evaluate_case({"expected": calls, "trace": calls, "options": {"order": order, "args": args}})["verdict"]
        == "pass"
    )


@given(CALLS, CALLS, MODES)
def test_what_passes_strictly_passes_in_order_and_what_passes_in_order_passes_in_any(
    expected: Any, trace: Any, args: str
) -> None:
    def passes(order: str) -> bool:
        options = {"order": order, "args": args}
        return bool(evaluate_case({"expected": expected, "trace": trace, "options": options})["verdict"] == "pass")

    assert (not passes("strict") or passes("in_order")) and (not passes("in_order") or passes("any_order"))


@given(CALLS, CALLS, st.permutations(range(5)), MODES)
def test_any_order_ignores_the_order_of_both_sides(expected: Any, trace: Any, turn: list[int], args: str) -> None:
    options = {"order": "any_order", "args": args}
    turned = [trace[index] for index in turn if index < len(trace)]
    wanted = [expected[index] for index in turn if index < len(expected)]
    one = evaluate_case({"expected": expected, "trace": trace, "options": options})
    other = evaluate_case({"expected": wanted, "trace": turned, "options": options})
    assert one["counts"] == other["counts"] and one["verdict"] == other["verdict"]


@given(CALLS, CALLS, ORDERS)
def test_same_input_same_bytes_out(expected: Any, trace: Any, order: str) -> None:
    case = {"expected": expected, "trace": trace, "options": {"order": order}}
    assert json.dumps(evaluate_case(case)) == json.dumps(evaluate_case(json.loads(json.dumps(case))))
