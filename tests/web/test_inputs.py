"""The panes: reading while typing, problems with a way there, calls that lead to their text, files and drops."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from .conftest import Ui, sample


def test_typing_is_read_after_a_pause(ui: Ui) -> None:
    ui.type("trace", '[{"name": ')
    expect(ui.found("trace")).to_have_text("Could not be read")
    ui.type("trace", '"ping"}]')
    expect(ui.found("trace")).to_have_text(re.compile("1 call$"))
    ui.find("#pane-trace [data-clear]").click()
    expect(ui.found("trace")).to_have_text(re.compile("^Empty"))


def test_a_trace_without_calls_is_told_from_an_empty_pane(ui: Ui) -> None:
    ui.put("trace", "[]")
    expect(ui.found("trace")).to_have_attribute("data-state", "no_calls")
    expect(ui.found("trace")).to_contain_text("0 calls")


def test_go_to_puts_the_cursor_at_the_problem(ui: Ui) -> None:
    ui.put("expected", '[\n  {"name": "a"},\n  {"name": oops}\n]')
    problem = ui.find("#pane-expected .problem")
    expect(problem).to_contain_text("Line 3, column 12")
    excerpt = problem.locator(".problem-excerpt").text_content() or ""
    line, caret = excerpt.split("\n")[-2:]
    assert line[caret.index("^")] == "o"
    problem.get_by_role("button").click()
    ui.page.keyboard.press("Shift+End")
    assert ui.selected("expected") == "oops}"


def test_an_evaluation_that_could_not_be_made_looks_like_neither_and_leads_to_the_problem(ui: Ui) -> None:
    ui.put("expected", sample("booking-fail.json")["expected"])
    ui.put("trace", '[{"name": }]')
    assert ui.evaluate() == "Could not be judged"
    assert ui.find("#verdict").get_attribute("data-verdict") == "error"
    assert ui.find("#expected-table").is_hidden()
    assert ui.find(".verdict-score").count() == 0
    assert ui.find("#verdict .problem").inner_text().startswith("Agent trace:")
    ui.find("#verdict .problem button").click()
    ui.page.keyboard.press("Shift+End")
    assert ui.selected("trace") == "}]"


def test_clicking_a_call_selects_its_text_from_everywhere(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    calls = json.loads(sample("booking-fail.json")["trace"])["choices"][0]["message"]["tool_calls"]

    def selects(link: str, nth: int, call: int) -> None:
        ui.find(link).nth(nth).click()
        expect(ui.find("#notice-text")).to_contain_text(
            f"Call {call + 1}, {calls[call]['function']['name']}, is selected"
        )
        assert json.loads(ui.selected("trace")) == calls[call]
        ui.find("#notice-close").click()

    selects("#pane-trace .pane-call", 2, 2)
    ui.evaluate()
    selects("#expected-table td:last-child .call-link", 1, 1)
    selects("#aligned [data-side=Actual] .call-link", 0, 0)
    selects(".verdict-reason .call-link", 2, 2)
    selects(".findings-group[data-kind=repeated] .call-link", 0, 1)

    ui.find("#aligned [data-side=Expected] .call-link").nth(2).click()
    expect(ui.find("#notice-text")).to_contain_text("selected in the expected calls")
    assert json.loads(ui.selected("expected")) == {"name": "book_flight", "args": {"passengers": 1}}
    ui.find("#notice-action").click()
    expect(ui.find("#aligned [data-side=Expected] .call-link").nth(2)).to_be_focused()


def test_a_call_is_found_behind_characters_of_two_units(ui: Ui) -> None:
    ui.put("trace", '[{"name": "smile", "args": {"with": "😀😀😀"}}, {"name": "wave", "args": {}}]')
    ui.find("#pane-trace .pane-call").nth(1).click()
    expect(ui.find("#notice-text")).to_contain_text("Call 2, wave,")
    assert ui.selected("trace") == '{"name": "wave", "args": {}}'


def test_calls_are_not_looked_for_in_a_trace_that_changed(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    ui.put("trace", "[]")
    ui.find("#aligned [data-side=Actual] .call-link").first.click()
    expect(ui.find("#notice-text")).to_contain_text("Agent trace changed since the evaluation")


def test_expected_calls_made_from_a_trace_pass_against_it(ui: Ui) -> None:
    ui.put("trace", sample("booking-fail.json")["trace"])
    ui.put("expected", "[]")
    ui.find("#make-expected").click()
    expect(ui.found("expected")).to_have_text("3 expected calls")
    assert ui.evaluate() == "Pass"
    assert [call["name"] for call in json.loads(ui.text("expected"))] == [
        "search_flights",
        "book_flight",
        "book_flight",
    ]


def test_expected_calls_cannot_be_made_from_what_is_no_trace(ui: Ui) -> None:
    ui.find("#make-expected").click()
    expect(ui.find("#notice-text")).to_have_text("Paste a trace first.")
    ui.put("trace", "nothing of the kind")
    ui.find("#make-expected").click()
    expect(ui.find("#notice-text")).to_contain_text("No expected calls could be made.")


def test_a_file_can_be_dropped_on_a_pane_and_undone(ui: Ui) -> None:
    ui.put("trace", "[]")
    ui.find("#pane-trace .cm-content").evaluate(
        """(target) => {
            const data = new DataTransfer();
            data.items.add(new File(['[{"name": "dropped"}]'], "dropped.json"));
            for (const type of ["dragenter", "dragover", "drop"])
                target.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, composed: true, cancelable: true}));
        }"""
    )
    expect(ui.find("#notice-text")).to_have_text("Agent trace: “dropped.json” opened.")
    expect(ui.find("#pane-trace .pane-call-name")).to_have_text("dropped")
    ui.find("#notice-action").click()
    assert ui.text("trace") == "[]"


def test_search_finds_text_in_a_pane(ui: Ui) -> None:
    ui.put("trace", sample("booking-fail.json")["trace"])
    ui.find("#pane-trace [data-search]").click()
    ui.page.keyboard.type("call_3")
    ui.page.keyboard.press("Enter")
    ui.page.keyboard.press("Escape")
    assert ui.selected("trace") == "call_3"


def test_a_text_of_ten_megabytes_on_one_line_stays_usable(ui: Ui) -> None:
    # Made in the page: carrying it there would take longer than the test.
    ui.find("#pane-trace input[type=file]").evaluate(
        """(input) => {
            const calls = Array.from({length: 19000}, (_, n) => ({name: `tool_${n % 9}`, args: {n, note: "x".repeat(480)}}));
            const data = new DataTransfer();
            data.items.add(new File([JSON.stringify(calls)], "big.json"));
            input.files = data.files;
            input.dispatchEvent(new Event("change", {bubbles: true}));
        }"""
    )
    expect(ui.found("trace")).to_contain_text("19,000 calls", timeout=30_000)
    assert "colours off" in ui.find("#pane-trace .pane-size").inner_text()
    assert "not kept over a reload" in ui.find("#pane-trace .pane-size").inner_text()
    assert ui.find("#pane-trace .pane-call").count() == 50
    assert ui.editor("trace").evaluate("(content) => content.textContent.length") < 100_000
    ui.find("#pane-trace .pane-call").nth(20).click()
    expect(ui.find("#notice-text")).to_contain_text("selected", timeout=30_000)
    assert json.loads(ui.selected("trace"))["args"]["n"] == 20
    ui.find("#pane-trace .more button").click()
    assert ui.find("#pane-trace .pane-call").count() == 100
