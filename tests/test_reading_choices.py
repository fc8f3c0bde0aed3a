"""A person may say in which format a trace is read, and choose one run of a paste that holds several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluator_core import TraceError, evaluate, read_trace
from evaluator_core.traces import TITLES

HERE = Path(__file__).parent / "traces"
SAMPLES = sorted(path for path in HERE.glob("*/*") if not path.name.endswith(".expected.json"))


def chat(*names: str) -> dict[str, Any]:
    calls = [{"id": name, "type": "function", "function": {"name": name, "arguments": "{}"}} for name in names]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def batch(*runs: tuple[str, ...]) -> list[Any]:
    """Rows of an OpenAI batch's output, each a run of its own."""
    rows = enumerate(runs)
    return [
        {"custom_id": str(n), "response": {"status_code": 200, "body": {"choices": [{"message": chat(*names)}]}}}
        for n, names in rows
    ]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_recognised_format_can_be_asked_for_and_changes_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    trace = read_trace(text)
    several = {entry.format for entry in trace.entries} - {trace.format, ""}
    if trace.format in TITLES and not several:
        assert read_trace(text, format=trace.format).calls == trace.calls


def test_another_format_reads_what_is_recognised_as_it() -> None:
    written = {"events": [{"name": "not_this", "args": {}}], "messages": [chat("search")]}
    assert [call.name for call in read_trace(written, format="openai-chat").calls] == ["search"]
    with pytest.raises(TraceError, match="nothing in this is recognised as Gemini") as raised:
        read_trace(written, format="gemini")
    assert raised.value.code == "not_recognised" and raised.value.place.where == "trace"
    with pytest.raises(TraceError, match="did you mean 'gemini'"):
        read_trace(written, format="gemimi")


def test_a_list_that_looks_like_another_format_can_be_read_as_plain_calls() -> None:
    written = [{"type": "function_call", "name": "a", "arguments": "{}", "call_id": "1"}]
    assert read_trace(written).format == "openai-responses"
    assert read_trace(json.dumps(written), format="plain-list").format == "plain-list"


def test_one_run_of_several_is_kept() -> None:
    text = json.dumps(batch(("a", "b"), (), ("c",)))
    whole = read_trace(text)
    assert (whole.runs, whole.run, len(whole.calls)) == (3, None, 3)
    third = read_trace(text, run=3)
    assert (third.runs, third.run, [call.name for call in third.calls]) == (3, 3, ["c"])
    assert third.calls[0].turn == 0 and third.calls[0].source == whole.calls[2].source
    assert read_trace(text, run=2).calls == ()
    for wrong in (0, 4, -1):
        with pytest.raises(TraceError, match="the trace holds 3 runs"):
            read_trace(text, run=wrong)
    with pytest.raises(TraceError, match="the trace holds one run"):
        read_trace("[]", run=2)


def test_findings_follow_their_calls_into_the_run() -> None:
    rows = batch(("a",), ("b",), ("c",))
    for row in rows[:2]:
        row["response"]["body"]["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = "{oops"
    assert [found.actual for found in read_trace(rows).warnings] == [0, 1]
    assert [found.actual for found in read_trace(rows, run=2).warnings] == [0]
    assert read_trace(rows, run=3).warnings == ()


def test_the_report_says_what_was_chosen() -> None:
    trace = read_trace(batch(("a",), ("b",)), run=2)
    report = evaluate(["b"], trace).to_dict()
    assert report["verdict"] == "pass"
    assert {key: report["trace"][key] for key in ("format", "run", "runs")} == {
        "format": "openai-batch",
        "run": 2,
        "runs": 2,
    }
