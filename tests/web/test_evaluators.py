"""Named evaluators, another system's numbers beside ours, and rules named where a value differs."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from .conftest import Ui, sample


def row(ui: Ui, evaluator: str) -> list[str]:
    return [cell.replace("\n", " ") for cell in ui.find(f"[data-evaluator={evaluator}] > *").all_inner_texts()]


def test_every_result_shows_the_named_evaluators(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    report = json.loads(ui.report())["evaluators"]
    assert ui.find("[data-evaluator]").count() == len(report)
    assert row(ui, "tool_call_order")[1:3] == ["50 %", "Fail"]
    assert row(ui, "tool_call_order")[3] == report["tool_call_order"]["reason"]
    assert row(ui, "tool_parameter_correctness")[1:3] == ["n/a", "Not judged"]
    expect(ui.find("#evaluators .results-part-note")).to_have_text("They do not change the verdict.")
    assert ui.find("[data-compared]").count() == 0


def test_uipaths_numbers_stand_beside_ours_with_the_rule_that_differs(ui: Ui) -> None:
    ui.put("expected", '[{"name": "pay", "args": {"id": 1}}]')
    ui.put("trace", '[{"name": "pay", "args": {"id": 1, "note": "x"}}]')
    ui.set_option("compatibility", True)
    ui.evaluate()
    cells = ui.find("[data-compared=tool_call_args] > *").all_inner_texts()
    assert cells[1:3] == ["100 %", "0 %"] and "UiPath allows extra arguments" in cells[3]
    assert ui.find("[data-compared=tool_call_order] > td").last.inner_text() == "the same"
    assert json.loads(ui.report())["options"]["compatibility"] == ["uipath"]


def test_a_difference_names_the_rule_that_applied(ui: Ui) -> None:
    ui.put("expected", '[{"name": "book", "args": {"date": {"$expect": {"pattern": "^2026-"}}, "seat": 1}}]')
    ui.put("trace", '[{"name": "book", "args": {"date": "2025-01-01", "seat": 2}}]')
    assert ui.evaluate() == "Fail"
    rows = ui.find("#aligned .differences tbody tr")
    assert rows.nth(0).locator(".differences-rule").inner_text() == 'Rule {"pattern": "^2026-"}'
    assert rows.nth(1).locator(".differences-rule").count() == 0
