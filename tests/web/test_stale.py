"""A verdict never passes for the verdict of something that was not judged."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Ui, sample


def test_a_changed_option_makes_the_result_out_of_date_and_changing_it_back_does_not(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    ui.set_option("allow_extra", True)
    expect(ui.find("#results-stale")).to_contain_text("The options changed since this evaluation.")
    expect(ui.find("#run-last")).to_have_text("Result out of date")
    assert ui.find(".verdict-word").evaluate("(word) => getComputedStyle(word).textDecorationLine") == "line-through"
    ui.set_option("allow_extra", False)
    expect(ui.find("#results-stale")).to_be_hidden()
    expect(ui.find("#run-last")).to_have_text("Fail")


def test_a_changed_text_makes_the_result_out_of_date(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    assert ui.evaluate() == "Pass"
    ui.type("trace", " ")
    expect(ui.find("#results-stale")).to_contain_text("The trace changed since this evaluation.")
    ui.type("expected", " ")
    expect(ui.find("#results-stale")).to_contain_text("The expected calls and the trace changed")
    ui.find("#evaluate-again").click()
    assert ui.verdict() == "Pass"


def test_text_typed_while_python_works_makes_the_coming_result_out_of_date(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.page.evaluate(
        """() => {
            document.querySelector("#evaluate").click();
            document.querySelector("#options [name=order][value=strict]").click();
        }"""
    )
    expect(ui.find("#results-stale")).to_contain_text("The options changed since this evaluation.")


def test_an_error_replaces_an_earlier_verdict(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    assert ui.evaluate() == "Pass"
    ui.put("trace", "")
    assert ui.evaluate() == "Could not be judged"
    expect(ui.find("#run-last")).to_have_text("Could not be judged")
