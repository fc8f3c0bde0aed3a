"""The page's door: JSON text in, JSON text out, never an exception."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core.bridge import handle
from evaluator_core.expected import _OWN_KEYS
from evaluator_core.rules import WORDS as RULE_WORDS
from evaluator_core.view import percent

EXPECTED = '[{"name": "book", "args": {"id": 107505301260286111}}]'
TRACE = '[{"name": "book", "args": {"id": 107505301260286110}}]'


def ask(**request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return answer


def test_a_verdict_comes_with_the_report_as_text_and_a_view_of_texts() -> None:
    answer = ask(do="evaluate", expected=EXPECTED, trace=TRACE, options={"order": "strict"})
    assert answer["ok"] and answer["file_name"] == "tool-call-report.json"
    assert json.loads(answer["report_text"])["verdict"] == answer["view"]["verdict"] == "fail"
    [difference] = answer["view"]["expected_calls"][0]["differences"]
    assert difference["expected_text"] == "107505301260286111" and difference["actual_text"] == "107505301260286110"
    assert "107505301260286111" in answer["report_text"]


def test_all_that_is_wrong_is_said_with_places_in_utf_16() -> None:
    answer = ask(do="evaluate", expected='["😀", {"nam": 1}]', trace="[", options={})
    assert answer["view"]["verdict"] == "error" and answer["view"]["headline"] == "Could not be judged"
    by_pane = {error["where"]: error for error in answer["view"]["errors"]}
    assert by_pane["expected"]["offset"] == 15 and by_pane["expected"]["column"] == 15
    assert by_pane["trace"]["code"] == "bad_json"


def test_panes_are_recognised() -> None:
    seen = ask(do="recognise", pane="trace", text=TRACE)
    assert (seen["state"], seen["summary"]) == ("calls", "Plain list of calls, 1 call")
    assert seen["calls"][0]["args_text"] == '{"id": 107505301260286110}'
    assert ask(do="recognise", pane="expected", text='["a", "b"]')["summary"] == "Expected calls, 2 calls"
    assert ask(do="recognise", pane="trace", text=" ")["state"] == "empty"
    assert ask(do="recognise", pane="trace", text="[]")["state"] == "no_calls"
    assert ask(do="recognise", pane="trace", text="[1")["state"] == "error"
    assert ask(do="recognise", pane="trace", text="[" * 100_000)["errors"][0]["code"] == "too_deep"


def test_a_call_is_located_in_utf_16_units() -> None:
    text = '["😀", {"a": 1}]'
    span = ask(do="locate", text=text, pointer="/1/a")["span"]
    assert text.encode("utf-16-le")[span["from"] * 2 : span["to"] * 2].decode("utf-16-le") == "1"
    assert ask(do="locate", text=text, pointer="/7")["span"] is None


def test_expected_calls_are_made_from_a_trace_and_pass_against_it() -> None:
    made = ask(do="make_expected", trace=TRACE)
    assert made["errors"] == []
    assert (
        ask(do="evaluate", expected=made["text"], trace=TRACE, options={"args": "exact"})["view"]["verdict"] == "pass"
    )
    assert ask(do="make_expected", trace="")["errors"][0]["code"] == "no_trace"


def test_a_whole_case_is_recognised_and_split() -> None:
    case = {
        "id": "t-1",
        "expected": [{"name": "pay"}],
        "trace": '[{"name": "pay", "args": {"id": 107505301260286111}}]',
        "options": {"order": "any_order", "max_calls": 3, "ordr": 1, "args": "sideways"},
        "evaluators": ["tool_call_count"],
        "tools": [{"name": "pay"}],
    }
    text = json.dumps(case)
    assert ask(do="recognise", pane="trace", text=text)["is_case"]
    split = ask(do="split", text=text)
    assert json.loads(split["case"]["expected"]) == case["expected"] and split["case"]["trace"] == case["trace"]
    assert split["case"]["option_texts"] == {"order": '"any_order"', "max_calls": "3"}
    assert split["case"]["evaluators"] == ["tool_call_count"] and split["case"]["id"] == "t-1"
    assert json.loads(split["case"]["tools"]) == [{"name": "pay"}]
    assert [error["path"] for error in split["errors"]] == ["$.ordr", "$.args"]
    assert not ask(do="recognise", pane="trace", text=TRACE)["is_case"]
    assert ask(do="split", text=TRACE) == {"ok": True, "case": None, "errors": []}


def test_a_case_that_cannot_be_split_says_why() -> None:
    text = json.dumps({"expected": [], "trace": [], "evaluators": ["tool_call_arg"]})
    assert ask(do="recognise", pane="trace", text=text)["is_case"]
    split = ask(do="split", text=text)
    assert split["case"] is None and "tool_call_args" in split["errors"][0]["message"]


REFUND = {"name": "issue_refund", "args": {"amount": 42}}


@pytest.mark.parametrize(
    ("evaluator", "made", "verdict", "label", "reason"),
    [("tool_call_args", 1, "pass", "pass", "1/1"), ("tool_call_count", 2, "fail", "fail", "0/1")],
)
def test_a_request_is_split_and_judged_by_its_evaluators(
    evaluator: str, made: int, verdict: str, label: str, reason: str
) -> None:
    request = {"evaluators": [evaluator], "tool_calls": [REFUND] * made, "expected_tool_calls": [REFUND]}
    case = ask(do="split", text=json.dumps(request))["case"]
    asked = {key: case[key] for key in ("expected", "trace", "options", "evaluators")}
    view = ask(do="evaluate", **asked)["view"]
    found = next(row for row in view["evaluators"] if row["id"] == evaluator)
    assert (view["verdict"], found["label"]) == (verdict, label) and found["reason"].startswith(reason)


def test_the_format_and_the_run_can_be_chosen() -> None:
    rows = [
        {
            "custom_id": name,
            "response": {
                "status_code": 200,
                "body": {
                    "choices": [
                        {
                            "message": {
                                "role": "assistant",
                                "tool_calls": [
                                    {"id": "1", "type": "function", "function": {"name": name, "arguments": '{"x": 1}'}}
                                ],
                            }
                        }
                    ]
                },
            },
        }
        for name in ("a", "b")
    ]
    text = json.dumps(rows)
    seen = ask(do="recognise", pane="trace", text=text)
    assert (seen["format"], seen["run"], seen["runs"], len(seen["calls"])) == ("openai-batch", None, 2, 2)
    assert seen["tools"] == [{"name": "a", "arguments": ["x"]}, {"name": "b", "arguments": ["x"]}]
    seen = ask(do="recognise", pane="trace", text=text, run=2)
    assert (seen["run"], [call["name"] for call in seen["calls"]]) == (2, ["b"])
    view = ask(do="evaluate", expected='["b"]', trace=text, options={}, format="openai-batch", run=2)["view"]
    assert view["verdict"] == "pass" and view["trace"]["run"] == 2
    assert json.loads(ask(do="make_expected", trace=text, run=2)["text"]) == [{"name": "b", "args": {"x": 1}}]
    view = ask(do="evaluate", expected="[", trace=text, options={}, format="gemini")["view"]
    assert {error["where"] for error in view["errors"]} == {"expected", "trace"}
    assert ask(do="recognise", pane="trace", text=text, run=3)["errors"][0]["code"] == "no_such_run"


def test_words_are_those_that_are_understood() -> None:
    words = ask(do="words")
    assert [row["word"] for row in words["rule_words"]] == RULE_WORDS
    assert {row["word"] for row in words["fields"]} == {"name", "args", *_OWN_KEYS}
    assert {"id": "openai-chat", "title": "OpenAI Chat Completions"} in words["formats"]


def test_a_call_left_out_is_no_unexpected_one() -> None:
    view = ask(
        do="evaluate", expected='["a"]', trace='[{"name": "b"}, {"name": "a"}]', options={"ignore_tools": ["b"]}
    )["view"]
    assert view["verdict"] == "pass"
    assert [row["status"] for row in view["alignment"]] == ["left_out", "right"]


@pytest.mark.parametrize("request_text", ["", "[]", "{", '{"do": "dance"}', '{"do": "recognise"}', "null"])
def test_a_broken_request_is_answered(request_text: str) -> None:
    assert json.loads(handle(request_text))["ok"] is False


@given(st.text(), st.text(), st.sampled_from(["evaluate", "recognise", "locate", "make_expected"]))
def test_any_text_is_answered(expected: str, trace: str, verb: str) -> None:
    request = {"do": verb, "expected": expected, "trace": trace, "text": trace, "pane": "trace", "pointer": expected}
    assert ask(**request)["ok"] is True


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "n/a"),
        (0.0, "0 %"),
        (1.0, "100 %"),
        (2 / 3, "67 %"),
        (0.5, "50 %"),
        (0.999, "99.9 %"),
        (0.9999, "99.9 %"),
        (0.0001, "0.1 %"),
    ],
)
def test_percentages_never_claim_all_or_nothing_by_rounding(value: float | None, shown: str) -> None:
    assert percent(value) == shown
