"""The form is the options: the same names, defaults and choices, wrong values explained at the field."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from .conftest import Ui, sample


def shown(ui: Ui) -> dict[str, Any]:
    """Every field of the form with the value it shows, in the shape of the options."""
    texts: dict[str, Any] = ui.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#options [name]")]
            .filter((field) => field.type !== "radio" || field.checked)
            .map((field) => [field.name.split(".")[0], field.type === "checkbox" ? field.checked : field.value]))"""
    )
    kinds = {option["name"]: option["kind"] for option in declared(ui)}
    for name, value in texts.items():
        if value is False and kinds[name] == "json":
            texts[name] = None
        elif kinds[name] in ("names", "paths"):
            texts[name] = value.split()
        elif kinds[name] not in ("choice", "boolean"):
            texts[name] = json.loads(value or "null")
    return texts


def declared(ui: Ui) -> list[dict[str, Any]]:
    return ui.page.request.get(ui.page.url + "data/options.json").json()


def test_the_form_has_exactly_the_options_with_their_defaults(ui: Ui) -> None:
    # A field for JSON is empty while it is at its default, whose kind of brackets would say nothing.
    assert shown(ui) == {
        option["name"]: None if option["kind"] == "json" else option["default"] for option in declared(ui)
    }


def test_every_option_is_explained(ui: Ui) -> None:
    ui.unfold()
    for option in declared(ui):
        field = ui.find(f"#options [name={option['name']}], #options [name^='{option['name']}.']").first
        described = (field.get_attribute("aria-describedby") or "").split()
        assert ui.find(f"#{described[0]}").inner_text().strip(), option["name"]
        for choice in option["choices"]:
            ui.find(f"#options [name={option['name']}][value={choice['value']}]").check()
            assert choice["help"] in ui.find(f"#{described[0]}").inner_text()


def test_common_options_are_seen_and_the_rest_is_folded(ui: Ui) -> None:
    common = ui.find("#options-common [name]").evaluate_all("(fields) => [...new Set(fields.map((f) => f.name))]")
    assert common == ["order", "args", "allow_extra", "forbidden", "max_calls"]
    assert not ui.option("ignore_case").is_visible()
    assert [title.split(" (")[0] for title in ui.find(".options-group > summary").all_inner_texts()] == [
        "Values",
        "Calls",
        "Verdict",
    ]
    ui.find(".options-group[data-group=Values] > summary").click()
    ui.option("ignore_case").check()
    expect(ui.find(".options-group[data-group=Values] > summary")).to_contain_text(", 1 changed")
    assert not ui.option("ignore_failed").is_visible()


def test_options_reach_the_report(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    chosen = {
        "order": "any_order",
        "args": "exact",
        "allow_extra": True,
        "forbidden": ["drop_table", "delete_*"],
        "max_calls": 3,
        "numeric_tolerance": 0.5,
        "ignore_case": True,
        "repeated": "fail",
        "ignore_paths": ["$.meta.id"],
    }
    for name, value in chosen.items():
        ui.set_option(name, value)
    expect(ui.find("#options-changed")).to_have_text(f"{len(chosen)} changed")
    ui.evaluate()
    options = json.loads(ui.report())["options"]
    assert {name: options[name] for name in chosen} == chosen


def test_names_may_be_separated_by_commas_or_lines(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.option("forbidden").fill("one, two\n three ,,\n")
    ui.evaluate()
    assert json.loads(ui.report())["options"]["forbidden"] == ["one", "two", "three"]


def test_a_wrong_value_is_explained_at_its_field_and_nothing_is_evaluated(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.option("max_calls").fill("many")
    expect(ui.find("#option-max_calls-error")).to_have_text("Type a whole number, such as 5.")
    expect(ui.option("max_calls")).to_have_attribute("aria-invalid", "true")
    ui.find("#evaluate").click()
    expect(ui.option("max_calls")).to_be_focused()
    expect(ui.find("#status")).to_have_text("Not evaluated. Most calls: Type a whole number, such as 5.")
    ui.option("max_calls").fill("-1")
    expect(ui.find("#option-max_calls-error")).to_have_text("The least is 0.")
    ui.option("max_calls").fill("0")
    expect(ui.find("#option-max_calls-error")).to_be_empty()
    assert ui.evaluate() == "Fail"


def test_a_value_that_only_python_can_refuse_leads_to_its_field(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.set_option("ignore_paths", "$[[")
    assert ui.evaluate() == "Could not be judged"
    assert ui.find("#verdict .problem").inner_text().startswith("Options:")
    ui.unfold(False)
    ui.find("#verdict .problem button").click()
    expect(ui.option("ignore_paths")).to_be_focused()


def test_an_option_in_json_reaches_python_as_it_was_typed(ui: Ui) -> None:
    ui.put("expected", '[{"name": "pay", "args": {}}]')
    ui.put("trace", '[{"name": "pay", "args": {"order": 107505301260286110}}]')
    ui.set_option("rules", '{"pay": {"/order": {"equals": 107505301260286111}}}')
    assert ui.evaluate() == "Fail"
    assert json.loads(ui.report())["options"]["rules"] == {"pay": {"/order": {"equals": 107505301260286111}}}
    assert ui.find("#aligned .differences-path").inner_text() == "$.order"
    ui.option("rules").fill('{"pay": ')
    expect(ui.find("#option-rules-error")).to_contain_text("This is not JSON yet. It ends too early")
    ui.option("rules").fill('{"pay":\n {"/order": oops}}')
    expect(ui.find("#option-rules-error")).to_contain_text("Line 2, column 13")
    line, caret = (ui.find("#option-rules-error code").text_content() or "").split("\n")
    assert line[caret.index("^")] == "o"
    ui.find("#evaluate").click()
    expect(ui.option("rules")).to_be_focused()
    assert ui.option("rules").evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)") == "o"
    ui.option("rules").fill("[]")
    expect(ui.find("#option-rules-error")).to_contain_text('This must be an object such as {"book_flight"')


def test_thresholds_have_a_field_each_and_decide(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    ui.set_option("thresholds.recall", "0,6")
    ui.set_option("thresholds.precision", "2")
    expect(ui.find("#option-thresholds-error")).to_have_text("Precision must be a number from 0 to 1.")
    ui.find("#evaluate").click()
    expect(ui.find("#status")).to_contain_text("Not evaluated. Thresholds: Precision")
    ui.set_option("thresholds.precision", "0.6")
    assert ui.evaluate() == "Pass"
    assert json.loads(ui.report())["options"]["thresholds"] == {"precision": 0.6, "recall": 0.6}


def test_reset_can_be_undone(ui: Ui) -> None:
    before = shown(ui)
    ui.set_option("order", "strict")
    ui.set_option("forbidden", ["rm"])
    changed = shown(ui)
    ui.find("#options-reset").click()
    assert shown(ui) == before
    ui.find("#notice-action").click()
    assert shown(ui) == changed
