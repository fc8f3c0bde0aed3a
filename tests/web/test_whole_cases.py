"""A pasted case or evaluation request fills the panes and the options; named evaluators then decide."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import SAMPLES, Ui

REFUND = {"name": "issue_refund", "args": {"order": "A-1", "amount": 42}}


def request(evaluator: str, made: int) -> dict[str, Any]:
    return {"evaluators": [evaluator], "tool_calls": [REFUND] * made, "expected_tool_calls": [REFUND]}


def paste(ui: Ui, pane: str, text: str) -> None:
    """As from the clipboard."""
    ui.editor(pane).evaluate(
        """(content, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            content.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
        }""",
        text,
    )


def spread(ui: Ui) -> None:
    expect(ui.find("#notice-text")).to_contain_text("The case was spread")


@pytest.mark.parametrize(
    ("evaluator", "made", "verdict", "label", "reason"),
    [("tool_call_args", 1, "Pass", "Pass", "1/1"), ("tool_call_count", 2, "Fail", "Fail", "0/1")],
)
def test_a_pasted_request_is_judged_by_its_evaluators(
    ui: Ui, evaluator: str, made: int, verdict: str, label: str, reason: str
) -> None:
    paste(ui, "trace", json.dumps(request(evaluator, made)))
    spread(ui)
    expect(ui.find("#run-given")).to_have_text(f"Evaluator {evaluator}")
    expect(ui.found("trace")).to_contain_text("1 call" if made == 1 else "2 calls")
    assert json.loads(ui.text("expected")) == [REFUND]
    assert ui.evaluate() == verdict
    cells = ui.find(f"[data-evaluator={evaluator}] > *").all_inner_texts()
    assert "decides" in cells[0] and cells[2] == label and cells[3].startswith(reason)
    expect(ui.find("#evaluators .results-part-note")).to_have_text("The verdict is made by those that decide.")


def test_the_booking_case_pasted_whole_has_the_scores_of_the_worked_example(ui: Ui) -> None:
    case = json.loads((SAMPLES / "booking-fail.json").read_text(encoding="utf-8"))
    whole = {
        "id": "booking",
        "expected": json.loads(case["expected"]),
        "trace": json.loads(case["trace"]),
        "options": {"max_calls": 9, "rules": {"x": {"/y": {"equals": 107505301260286111}}}, "ordr": "strict"},
    }
    paste(ui, "expected", json.dumps(whole))
    spread(ui)
    expect(ui.find("#notice-text")).to_contain_text("did you mean 'order'?")
    assert ui.option("max_calls").input_value() == "9"
    assert "107505301260286111" in ui.option("rules").input_value()
    assert ui.evaluate() == "Fail"
    scores = ui.scores()
    assert [scores[name].split(" %")[0] for name in ("Precision", "Recall", "Argument accuracy")] == ["67", "67", "50"]
    assert json.loads(ui.report())["id"] == "booking"


def test_undo_brings_the_pasted_text_back_and_it_stays(ui: Ui) -> None:
    ui.put("expected", '[{"name": "mine"}]')
    text = json.dumps(request("tool_call_args", 1))
    paste(ui, "trace", text)
    spread(ui)
    ui.find("#notice-action").click()
    offer = ui.find("#pane-trace .pane-case")
    expect(offer).to_contain_text("This is a whole case")
    assert ui.text("trace") == text and ui.text("expected") == '[{"name": "mine"}]'
    expect(ui.find("#run-given")).to_be_hidden()
    offer.get_by_role("button").click()
    spread(ui)
    expect(ui.find("#run-given")).to_be_visible()


def test_a_case_that_is_typed_is_only_offered(ui: Ui) -> None:
    ui.type("expected", '{"expected": [], "trace": []}')
    expect(ui.find("#pane-expected .pane-case")).to_be_visible()
    assert ui.text("expected") == '{"expected": [], "trace": []}'


def test_removing_the_evaluators_makes_the_result_out_of_date(ui: Ui) -> None:
    ui.put("trace", json.dumps({**request("tool_call_count", 2), "tools": [{"name": "issue_refund"}]}))
    expect(ui.find("#run-given li")).to_have_text(["Evaluator tool_call_count"])
    ui.evaluate()
    ui.find("[data-part=evaluators] button").click()
    expect(ui.find("#results-stale")).to_contain_text("What came with the case changed")
    expect(ui.find("#evaluate")).to_be_focused()
    expect(ui.find("#run-given")).to_be_hidden()
    expect(ui.find("#pane-tools [data-brief]")).to_have_text("1 tool")
    assert ui.evaluate() == "Fail"
    assert [title for title, _ in ui.reasons()] == ["Unexpected call"]


def test_a_case_with_a_misspelt_evaluator_says_so(ui: Ui) -> None:
    ui.put("trace", json.dumps(request("tool_call_arg", 1)))
    expect(ui.find("#notice-text")).to_contain_text("did you mean 'tool_call_args'?")
    expect(ui.find("#run-given")).to_be_hidden()
