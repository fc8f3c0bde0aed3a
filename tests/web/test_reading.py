"""The page says what was read, and lets a person read it otherwise: another format, one run of several."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from .conftest import Ui


def batch(*names: str) -> str:
    """Rows of a batch, each a run of its own."""
    rows: list[Any] = []
    for name in names:
        call = {"id": "1", "type": "function", "function": {"name": name, "arguments": "{}"}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        rows.append({"custom_id": name, "response": {"status_code": 200, "body": {"choices": [{"message": message}]}}})
    return json.dumps(rows)


def test_one_run_of_several_is_chosen(ui: Ui) -> None:
    ui.put("trace", batch("first", "second", "third"))
    ui.put("expected", '["second"]')
    expect(ui.found("trace")).to_contain_text("3 calls")
    expect(ui.find("#pane-trace .pane-choice")).to_contain_text("of 3")
    assert ui.evaluate() == "Fail"
    expect(ui.find("#aligned .results-part-note")).to_contain_text("all 3 runs")
    ui.find("#trace-run").fill("2")
    ui.find("#trace-run").press("Enter")
    expect(ui.find("#results-stale")).to_contain_text("The reading of the trace changed")
    expect(ui.find("#pane-trace .pane-call-name")).to_have_text("second")
    assert ui.evaluate() == "Pass"
    expect(ui.find("#aligned .results-part-note")).to_contain_text("run 2 of 3")
    report = json.loads(ui.report())
    assert (report["trace"]["run"], report["trace"]["runs"], report["trace"]["format"]) == (2, 3, "openai-batch")
    ui.find("#make-expected").click()
    expect(ui.find("#notice-text")).to_contain_text("made from the trace")
    assert [call["name"] for call in json.loads(ui.text("expected"))] == ["second"]
    ui.find("#trace-run").fill("7")
    ui.find("#trace-run").press("Enter")
    expect(ui.find("#pane-trace .problem")).to_contain_text("the trace holds 3 runs")
    assert ui.evaluate() == "Could not be judged"
    ui.find("#trace-run").fill("")
    ui.find("#trace-run").press("Enter")
    expect(ui.found("trace")).to_contain_text("3 calls")


def test_another_format_is_chosen_and_taken_back(ui: Ui) -> None:
    ui.put("trace", '[{"type": "function_call", "name": "ping", "arguments": "{}", "call_id": "1"}]')
    select = ui.find("#trace-format")
    expect(select.locator("option:checked")).to_have_text("OpenAI Responses (recognised)")
    assert select.locator("option").count() > 50
    select.select_option("plain-list")
    expect(ui.found("trace")).to_have_text("Plain list of calls, 1 call")
    ui.put("expected", '["ping"]')
    ui.evaluate()
    assert json.loads(ui.report())["trace"]["format"] == "plain-list"
    select.select_option("gemini")
    expect(ui.find("#pane-trace .problem")).to_contain_text("nothing in this is recognised as Gemini")
    select.select_option("")
    expect(ui.found("trace")).to_have_text("OpenAI Responses, 1 call")
    select.select_option("plain-list")
    ui.put("trace", batch("other"))
    expect(select.locator("option:checked")).to_contain_text("(recognised)")


def test_what_was_left_out_is_said_with_the_reason(ui: Ui) -> None:
    tool = {"type": "function", "function": {"name": "pay", "parameters": {"type": "object"}}}
    call = {"id": "1", "type": "function", "function": {"name": "pay", "arguments": "{}"}}
    written = {
        "tools": [tool],
        "expected_tools": [{"name": "pay"}],
        "messages": [{"role": "assistant", "content": None, "tool_calls": [call]}],
    }
    ui.put("trace", json.dumps(written))
    expect(ui.find("#pane-trace .pane-notes li")).to_have_text(
        [
            "1 tool definition left out: it says what could be called",
            "1 expectation left out: it belongs to a test, not to the agent",
        ]
    )
