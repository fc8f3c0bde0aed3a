"""Every trace sample of our own (`tests/traces`) and of the shared catalogue is read right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluator_core import TraceError, read_trace
from evaluator_core.locate import locate
from evaluator_core.traces import FORMATS
from evaluator_core.values import equal

HERE = Path(__file__).parent / "traces"
SHARED = Path(__file__).parents[2] / "shared" / "traces"


def samples(folder: Path) -> list[Any]:
    answers = sorted(folder.glob("*/*.expected.json"))
    return [pytest.param(answer, id=f"{answer.parent.name}/{answer.name.split('.')[0]}") for answer in answers]


def check(answer: Path) -> None:
    stem = answer.name.removesuffix(".expected.json")
    sample = next(path for path in answer.parent.glob(stem + ".*") if path != answer)
    text = sample.read_text("utf-8")
    right = json.loads(answer.read_text("utf-8"))
    trace = read_trace(text)
    assert [call.name for call in trace.calls] == [call["name"] for call in right["calls"]]
    for call, wanted in zip(trace.calls, right["calls"], strict=True):
        assert equal(call.args, wanted["args"]), (call.name, call.args, wanted["args"])
        assert "id" not in wanted or call.id == wanted["id"]
        assert bool(call.failed) == bool(wanted.get("error"))
        assert call.source is not None


@pytest.mark.parametrize("answer", samples(HERE))
def test_our_samples_are_read_right(answer: Path) -> None:
    check(answer)


@pytest.mark.skipif(not SHARED.exists(), reason="the shared catalogue of samples is not beside this checkout")
@pytest.mark.parametrize("answer", samples(SHARED))
def test_the_shared_samples_are_read_right(answer: Path) -> None:
    check(answer)


def test_each_format_has_its_own_id_and_title() -> None:
    assert len({known.id for known in FORMATS}) == len({known.title for known in FORMATS})


def openai(*calls: tuple[str, str]) -> dict[str, Any]:
    tool_calls = [
        {"id": f"c{i}", "type": "function", "function": {"name": n, "arguments": a}} for i, (n, a) in enumerate(calls)
    ]
    return {"role": "assistant", "content": None, "tool_calls": tool_calls}


def test_the_source_of_a_call_is_found_in_the_text() -> None:
    text = json.dumps({"choices": [{"message": openai(("a", "{}"), ("b", '{"x": 1}'))}]}, indent=1)
    for call in read_trace(text).calls:
        span = locate(text, call.source or "")
        assert span is not None and json.loads(text[slice(*span)])["function"]["name"] == call.name


def test_calls_of_one_message_share_a_turn() -> None:
    trace = read_trace(
        [openai(("a", "{}"), ("b", "{}")), {"role": "tool", "tool_call_id": "c0", "content": "x"}, openai(("c", "{}"))]
    )
    assert [call.turn for call in trace.calls] == [0, 0, 1]


def test_items_of_one_answer_are_one_turn() -> None:
    item = {"type": "function_call", "name": "a", "arguments": "{}", "call_id": "1"}
    output = {"type": "function_call_output", "call_id": "1", "output": "x"}
    assert [call.turn for call in read_trace([item, item, output, item]).calls] == [0, 0, 1]


def test_history_that_is_repeated_counts_once() -> None:
    first = [{"role": "user", "content": "go"}, openai(("a", '{"x": 1}'))]
    second = [*first, {"role": "tool", "tool_call_id": "c0", "content": "ok"}, openai(("a", '{"x": 1}'))]
    trace = read_trace([{"messages": first}, {"messages": second}])
    assert [call.name for call in trace.calls] == ["a", "a"]
    assert [(left.what, left.number) for left in trace.left_out] == [("history", 1)]


def test_definitions_and_expectations_are_left_out_and_said_so() -> None:
    tool = {"type": "function", "function": {"name": "z", "parameters": {"type": "object"}}}
    trace = read_trace(
        {"messages": [openai(("a", "{}"))], "tools": [tool, tool], "expected_tools": [{"name": "y", "args": {}}]}
    )
    assert [call.name for call in trace.calls] == ["a"]
    assert {(left.what, left.number) for left in trace.left_out} == {("definitions", 2), ("expectations", 1)}


@pytest.mark.parametrize("blank", ["", "  \n", "\ufeff", None, "null"])
def test_nothing_is_no_trace(blank: Any) -> None:
    with pytest.raises(TraceError) as raised:
        read_trace(blank)
    assert raised.value.code == "no_trace"


@pytest.mark.parametrize("value", [{}, {"foo": 1}, "[1, 2]", 3, [{"foo": {"bar": 1}, "z": 2}]])
def test_what_is_not_recognised_is_no_empty_trace(value: Any) -> None:
    with pytest.raises(TraceError) as raised:
        read_trace(value)
    assert raised.value.code == "not_recognised"


def test_an_answer_without_calls_is_a_trace_without_calls() -> None:
    for value in (
        [],
        {"choices": [{"message": {"role": "assistant", "content": "hi"}}]},
        [{"role": "user", "content": "x"}],
    ):
        assert read_trace(value).calls == ()


def test_messages_are_kept_with_their_place() -> None:
    trace = read_trace([{"role": "user", "content": "go"}, openai(("a", "{}")), {"role": "user", "content": "on"}])
    assert [(m.role, m.text, m.source, m.position) for m in trace.messages] == [
        ("user", "go", "/0", 0),
        ("user", "on", "/2", 1),
    ]


def test_results_reach_their_calls() -> None:
    use = {"type": "tool_use", "id": "t1", "name": "a", "input": {}}
    failed = {"type": "tool_result", "tool_use_id": "t1", "content": "no", "is_error": True}
    trace = read_trace([{"role": "assistant", "content": [use]}, {"role": "user", "content": [failed]}])
    assert [(call.failed, call.result) for call in trace.calls] == [(True, "no")]


def test_ids_used_twice_stay_two_calls_and_each_result_finds_its_own() -> None:
    answer = {"role": "tool", "tool_call_id": "c0", "content": "1"}
    trace = read_trace([openai(("a", '{"n": 1}')), answer, openai(("a", '{"n": 2}')), {**answer, "content": "2"}])
    assert [(call.args, call.result) for call in trace.calls] == [({"n": 1}, "1"), ({"n": 2}, "2")]
