"""The page by keyboard, and what screen readers are told."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Ui, sample


def test_control_enter_evaluates_from_a_pane_and_leaves_the_keyboard_there(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    before = ui.text("trace")
    ui.editor("trace").click()
    ui.page.keyboard.press("Control+Enter")
    assert ui.verdict() == "Fail"
    assert ui.page.evaluate("() => document.activeElement.closest('#pane-trace') !== null")
    expect(ui.find("#status")).to_contain_text("Fail 3 reasons")
    assert ui.text("trace") == before


def test_command_enter_evaluates_from_a_field(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.option("max_calls").focus()
    ui.page.keyboard.press("Meta+Enter")
    assert ui.verdict() == "Pass"


def test_the_button_leads_the_keyboard_to_the_verdict(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.evaluate()
    expect(ui.find("#verdict-title")).to_be_focused()


def test_question_mark_opens_help_but_not_while_typing(ui: Ui) -> None:
    ui.editor("trace").click()
    ui.page.keyboard.type("?")
    expect(ui.find("#help")).to_be_hidden()
    ui.option("forbidden").focus()
    ui.page.keyboard.type("?")
    expect(ui.find("#help")).to_be_hidden()
    ui.option("forbidden").fill("")
    ui.find("#help-open").focus()
    ui.page.keyboard.press("?")
    expect(ui.find("#help")).to_be_visible()
    assert "Ctrl" in ui.find("#help-keys tr").first.inner_text()
    ui.page.keyboard.press("Escape")
    expect(ui.find("#help")).to_be_hidden()
    expect(ui.find("#help-open")).to_be_focused()


def test_tab_leaves_a_pane(ui: Ui) -> None:
    ui.editor("expected").click()
    ui.page.keyboard.press("Tab")
    assert ui.page.evaluate("() => document.activeElement.closest('#pane-expected .pane-editor') === null")


def test_the_samples_open_and_close_by_keyboard(ui: Ui) -> None:
    ui.find("#samples-open").focus()
    ui.page.keyboard.press("Enter")
    expect(ui.find("#samples-open")).to_have_attribute("aria-expanded", "true")
    ui.page.keyboard.press("Tab")
    expect(ui.find(".samples-item").first).to_be_focused()
    ui.page.keyboard.press("Escape")
    expect(ui.find("#samples-list")).to_be_hidden()
    expect(ui.find("#samples-open")).to_be_focused()


def test_status_changes_are_said(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.evaluate()
    expect(ui.find("#status")).to_have_text("Pass 3 of 3 pairs right. The result follows the inputs.")
    ui.set_option("order", "strict")
    expect(ui.find("#status")).to_have_text("The result is out of date.")
    assert ui.page.locator("[role=status]").count() == 1
