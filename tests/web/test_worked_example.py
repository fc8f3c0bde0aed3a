"""The worked example of the design, read from the page as a person reads it, and the other samples."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from .conftest import SAMPLES, Ui, sample

VERDICTS = {
    "booking-fail.json": "Fail",
    "booking-pass.json": "Pass",
    "messages-error-result.json": "Pass",
    "responses.json": "Pass",
    "gemini.json": "Fail",
    "plain-list.json": "Fail",
    "any-order.json": "Pass",
    "forbidden-tool.json": "Fail",
    "parameters-flight.json": "Pass",
    "parameters-hotel.json": "Fail",
}


def choose(ui: Ui, title: str) -> None:
    ui.find("#samples-open").click()
    ui.find(".samples-item", has=ui.page.get_by_text(title, exact=True)).click()
    expect(ui.find("#notice-text")).to_have_text(f"Sample loaded: {title}.")


def test_the_booking_sample_shows_the_worked_example(ui: Ui) -> None:
    choose(ui, sample("booking-fail.json")["title"])
    assert ui.evaluate() == "Fail"
    assert [title for title, _ in ui.reasons()] == ["Missing call", "Wrong arguments", "Unexpected call"]
    missing, wrong, unexpected = [sentence for _, sentence in ui.reasons()]
    assert "send_confirmation" in missing
    assert "book_flight" in wrong and "$.passengers" in wrong and "expected 1, actual 2" in wrong
    assert "book_flight" in unexpected

    scores = ui.scores()
    assert scores["Precision"] == "67 % 2 of 3"
    assert scores["Recall"] == "67 % 2 of 3"
    assert scores["Argument accuracy"] == "50 % 1 of 2"
    assert scores["F1"] == "67 %"

    differences = ui.find("#aligned .differences tbody tr")
    assert differences.count() == 1
    assert differences.locator("th, td").all_inner_texts() == ["$.passengers", "1", "2", "Changed"]

    statuses = ui.find("#expected-table tbody .call-status").all_inner_texts()
    assert statuses == ["Right", "Not called (optional)", "Wrong arguments", "Missing"]
    repeated = ui.find(".findings-group[data-kind=repeated]")
    assert repeated.locator(".findings-times").inner_text() == "book_flight × 2"
    assert repeated.locator(".call-number").all_inner_texts() == ["2", "3"]


def test_what_was_recognised_is_shown_with_the_calls(ui: Ui) -> None:
    choose(ui, sample("booking-fail.json")["title"])
    ui.page.get_by_text("OpenAI Chat Completions, 3 calls").wait_for()
    assert ui.found("expected").inner_text() == "4 expected calls"
    assert ui.find("#pane-trace .pane-call-name").all_inner_texts() == ["search_flights", "book_flight", "book_flight"]
    assert ui.find("#pane-trace .pane-call-args").nth(1).inner_text() == '{"passengers": 2}'


@pytest.mark.parametrize("file", VERDICTS)
def test_every_sample_has_the_verdict_its_description_says(ui: Ui, file: str) -> None:
    case = sample(file)
    choose(ui, case["title"])
    verdict = ui.evaluate()
    assert verdict == VERDICTS[file]
    if verdict == "Fail":
        assert "Fails" in case["description"]
        assert ui.reasons()
    else:
        assert ui.find(".verdict-holds li").count() >= 3


def test_the_list_of_samples_is_the_folder_of_samples() -> None:
    index = json.loads((SAMPLES / "index.json").read_text(encoding="utf-8"))
    assert index[0]["file"] == "booking-fail.json"
    assert {entry["file"] for entry in index} == {path.name for path in SAMPLES.glob("*.json")} - {"index.json"}
    assert set(VERDICTS) == {entry["file"] for entry in index}
    for entry in index:
        case = sample(entry["file"])
        assert set(case) - {"tools", "context"} == {"title", "description", "expected", "trace", "options"}
        assert (case["title"], case["description"]) == (entry["title"], entry["description"])


def test_loading_a_sample_can_be_undone(ui: Ui) -> None:
    ui.put("expected", '[{"name": "mine"}]')
    ui.set_option("max_calls", 7)
    choose(ui, sample("any-order.json")["title"])
    assert ui.option("max_calls").input_value() == ""
    ui.find("#notice-action").click()
    assert ui.text("expected") == '[{"name": "mine"}]'
    assert ui.option("max_calls").input_value() == "7"
    assert ui.find("#options [name=order]:checked").get_attribute("value") == "in_order"


def test_extra_calls_that_are_allowed_do_not_look_like_faults(ui: Ui) -> None:
    choose(ui, sample("messages-error-result.json")["title"])
    assert ui.evaluate() == "Pass"
    assert ui.find("#aligned .call-status").all_inner_texts() == ["Extra, allowed", "Right", "Right"]
    assert "Unexpected" not in ui.find("#results").inner_text()
    assert ui.find("#aligned .call-tag-warn").inner_text() == "result: error"


def test_a_forbidden_call_is_marked_and_named(ui: Ui) -> None:
    choose(ui, sample("forbidden-tool.json")["title"])
    assert ui.evaluate() == "Fail"
    assert any(title == "Forbidden call" and "delete_account" in text for title, text in ui.reasons())
    assert ui.find(".findings-group[data-kind=forbidden] .call-name").inner_text() == "delete_account"
