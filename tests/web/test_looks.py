"""What is painted: colours, widths, what is on the screen, and what axe finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Ui, sample

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def colour(ui: Ui, selector: str, property: str) -> tuple[int, ...]:
    painted = ui.find(selector).first.evaluate(
        """(element, property) => {
            const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
            canvas.fillStyle = getComputedStyle(element).getPropertyValue(property);
            canvas.fillRect(0, 0, 1, 1);
            return [...canvas.getImageData(0, 0, 1, 1).data];
        }""",
        property,
    )
    return tuple(painted[:3])


def luminance(rgb: tuple[int, ...]) -> float:
    parts = [value / 255 for value in rgb]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("file", "channel"), [("booking-pass.json", 1), ("booking-fail.json", 0)])
def test_the_verdict_is_painted_in_its_colour_with_contrast(ui: Ui, theme: str, file: str, channel: int) -> None:
    ui.find(f"#theme [value={theme}]").check()
    ui.load(sample(file))
    ui.evaluate()
    word, behind = colour(ui, ".verdict-word", "color"), colour(ui, ".verdict-title", "background-color")
    assert max(range(3), key=lambda i: word[i]) == channel
    light, dark = sorted((luminance(word), luminance(behind)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) > 4.5
    page = luminance(colour(ui, "body", "background-color"))
    assert page > 0.8 if theme == "light" else page < 0.05
    editor = luminance(colour(ui, "#pane-trace .cm-editor", "background-color"))
    assert editor > 0.8 if theme == "light" else editor < 0.05


def test_the_systems_colours_are_followed_until_one_is_chosen(ui: Ui) -> None:
    ui.page.emulate_media(color_scheme="dark")
    assert luminance(colour(ui, "body", "background-color")) < 0.05
    ui.find("#theme [value=light]").check()
    assert luminance(colour(ui, "body", "background-color")) > 0.8
    ui.find("#theme [value=system]").check()
    ui.page.emulate_media(color_scheme="light")
    assert luminance(colour(ui, "body", "background-color")) > 0.8


def test_the_three_verdicts_differ_in_word_icon_and_colour(ui: Ui) -> None:
    seen = []
    for case in (sample("booking-pass.json"), sample("booking-fail.json"), {"expected": "[", "trace": "["}):
        ui.load(case)
        word = ui.evaluate()
        icon = ui.find(".verdict-icon use").get_attribute("href")
        seen.append(
            (
                word,
                icon,
                colour(ui, ".verdict-icon", "color"),
                ui.find("#verdict").evaluate("(v) => getComputedStyle(v).borderStyle"),
            )
        )
    for column in zip(*[one[:3] for one in seen], strict=True):
        assert len(set(column)) == 3
    assert seen[2][0] == "Could not be judged" and seen[2][3] == "dashed" != seen[1][3]


@pytest.mark.parametrize("width", [360, 768])
def test_a_narrow_screen_needs_no_sideways_scrolling(ui: Ui, width: int) -> None:
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    ui.page.set_viewport_size({"width": width, "height": 740})
    ui.unfold()
    assert ui.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for selector in (
        "#evaluate",
        "#options [name=args][value=ignore]",
        "#report-download",
        "#samples-open",
        "#help-open",
    ):
        box = ui.find(selector).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width, selector


def test_the_verdict_is_on_a_laptops_screen_after_evaluate(ui: Ui) -> None:
    ui.page.set_viewport_size({"width": 1366, "height": 700})
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    for selector in (".verdict-word", ".verdict-reason >> nth=2", ".verdict-score >> nth=3"):
        expect(ui.find(selector)).to_be_in_viewport(ratio=1)


def test_the_print_sheet_shows_the_result_without_controls(ui: Ui) -> None:
    ui.find("#theme [value=dark]").check()
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    ui.page.emulate_media(media="print")
    try:
        assert ui.find("#verdict").is_visible() and ui.find("#aligned").is_visible()
        assert ui.find("#inputs").is_hidden() and ui.find("#report-download").is_hidden()
        assert luminance(colour(ui, ".verdict-title", "background-color")) > 0.8
    finally:
        ui.page.emulate_media(media="screen")


def test_people_who_asked_for_less_motion_get_none(ui: Ui) -> None:
    ui.page.emulate_media(reduced_motion="reduce")
    duration = ui.find(".run-spinner").evaluate("(spinner) => getComputedStyle(spinner).animationDuration")
    assert float(duration.rstrip("s")) < 0.001
    ui.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(ui: Ui, theme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed; build.py installs it")
    ui.page.evaluate(AXE.read_text(encoding="utf-8"))
    ui.find(f"#theme [value={theme}]").check()

    def check(what: str) -> None:
        found = ui.page.evaluate("() => axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations)")
        told = [
            f"{v['id']} ({v['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
            for v in found
            for node in v["nodes"]
        ]
        assert not told, f"{what}: " + "\n".join(told)

    check("empty page")
    ui.unfold()
    ui.load({**sample("booking-fail.json"), "options": {"forbidden": ["book_*"], "order": "strict"}})
    ui.evaluate()
    check("failing case")
    ui.set_option("allow_extra", True)
    check("out of date")
    ui.load(sample("booking-pass.json"))
    ui.find("#options-reset").click()
    ui.evaluate()
    check("passing case")
    ui.put("trace", "[oops")
    expect(ui.find("#pane-trace .problem")).to_be_visible()
    ui.evaluate()
    check("problems")
    ui.option("rules").fill("{")
    case = {"evaluators": ["tool_call_args"], "expected": [{"name": "a"}], "trace": [{"name": "a", "args": {}}]}
    ui.put("trace", json.dumps({**case, "options": {"compatibility": ["uipath"]}}))
    expect(ui.find("#run-given")).to_be_visible()
    ui.evaluate()
    ui.type("expected", "[{")
    ui.page.keyboard.type('"na')
    expect(ui.find("#pane-expected .cm-tooltip-autocomplete")).to_be_visible()
    check("case with evaluators, completion")
    ui.page.keyboard.press("Escape")
    ui.find("#help-open").click()
    check("help")
