"""The editor of expected calls offers what may stand at the place, and underlines what is wrong."""

from __future__ import annotations

import json

from playwright.sync_api import Locator, expect

from .conftest import Ui

TRACE = json.dumps(
    [
        {"name": "book_flight", "args": {"flight": "X", "passengers": 1}},
        {"name": "search", "args": {"from": "RUH", "flight_day": "Fri"}},
    ]
)


def offered(ui: Ui) -> Locator:
    return ui.find("#pane-expected .cm-tooltip-autocomplete li .cm-completionLabel")


def write(ui: Ui, text: str) -> None:
    ui.type("expected", text)


def key(ui: Ui, text: str) -> None:
    """Typed letter by letter, as completion waits for."""
    ui.page.keyboard.type(text)


def accept(ui: Ui) -> None:
    """Enter, once the list stands long enough not to be hit by chance."""
    expect(offered(ui).first).to_be_visible()
    ui.page.wait_for_timeout(150)
    ui.page.keyboard.press("Enter")


def with_trace(ui: Ui) -> None:
    ui.put("trace", TRACE)
    expect(ui.found("trace")).to_contain_text("2 calls")


def test_fields_are_completed_and_only_those_not_there_yet(ui: Ui) -> None:
    with_trace(ui)
    write(ui, "[{")
    key(ui, '"na')
    expect(offered(ui)).to_have_text(["name"])
    accept(ui)
    expect(offered(ui)).to_have_text(["book_flight", "search"])
    accept(ui)
    expect(offered(ui)).to_have_count(0)
    key(ui, ', "')
    expect(offered(ui)).to_have_text(["args", "optional", "match", "compare", "rules", "any_of", "expect_result"])
    key(ui, "ma")
    expect(offered(ui).first).to_have_text("match")
    accept(ui)
    expect(offered(ui)).to_have_text(["subset", "exact", "keys", "ignore"])
    ui.page.keyboard.press("Escape")
    assert ui.text("expected") == '[{"name": "book_flight", "match": ""'


def test_arguments_of_the_tool_are_offered(ui: Ui) -> None:
    with_trace(ui)
    write(ui, '[{"name": "search", "args": {')
    key(ui, '"')
    expect(offered(ui)).to_have_text(["flight_day", "from"])


def test_rule_words_and_their_values_are_offered(ui: Ui) -> None:
    with_trace(ui)
    write(ui, '[{"name": "search", "args": {"from": ')
    ui.page.keyboard.press("Control+Space")
    expect(offered(ui)).to_have_text(["$expect"])
    accept(ui)
    expect(offered(ui)).to_have_count(16)
    key(ui, '"ty')
    expect(offered(ui)).to_have_text(["type"])
    accept(ui)
    expect(offered(ui)).to_have_count(7)
    accept(ui)
    assert ui.text("expected") == '[{"name": "search", "args": {"from": {"$expect": {"type": "array"}}'
    ui.find("#pane-expected [data-clear]").click()
    write(ui, '[{"name": "search", "rules": {')
    key(ui, '"')
    expect(offered(ui)).to_have_text(["/flight_day", "/from"])
    key(ui, '/x": {"as": "')
    expect(offered(ui)).to_have_text(["datetime", "json", "multiset", "number", "set", "text"])


def test_nothing_is_offered_where_values_are_free(ui: Ui) -> None:
    with_trace(ui)
    write(ui, '[{"name": "search", "args": {"from": ')
    key(ui, '"se')
    expect(offered(ui)).to_have_count(0)


def test_a_mistake_is_underlined_at_its_word(ui: Ui) -> None:
    ui.put("expected", '[{"name": "a", "args": {"x": {"$expect": {"pattrn": "^a"}}}}]')
    expect(ui.find("#pane-expected .problem")).to_contain_text("did you mean 'pattern'?")
    expect(ui.find("#pane-expected .cm-lintRange-error")).to_have_text('"^a"')
    ui.put("expected", "[]")
    expect(ui.find("#pane-expected .cm-lintRange-error")).to_have_count(0)


def test_a_pattern_that_runs_away_is_cancelled(ui: Ui) -> None:
    ui.put("expected", '[{"name": "a", "args": {"x": {"$expect": {"pattern": "^(a+)+$"}}}}]')
    ui.put("trace", json.dumps([{"name": "a", "args": {"x": "a" * 64 + "b"}}]))
    ui.wait_read()
    ui.find("#evaluate").click()
    expect(ui.find("#run-busy-text")).to_have_text("Evaluating")
    ui.find("#cancel").click()
    expect(ui.find("#status")).to_have_text("Evaluation cancelled.")
    ui.wait_ready()
    assert ui.text("trace").endswith('b"}}]')
    ui.put("trace", json.dumps([{"name": "a", "args": {"x": "aaaa"}}]))
    assert ui.evaluate() == "Pass"
