"""Pasted text reaches the page as text only, whole and unchanged, however odd it is."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from .conftest import Ui, sample

BIG = 107505301260286111
MARKUP = "<img src=x onerror=\"document.title='broken in'\"></script><script>document.title='broken in'</script>"


def test_markup_in_names_and_arguments_runs_nothing(ui: Ui) -> None:
    title = ui.page.title()
    call = {"name": MARKUP, "args": {MARKUP: [MARKUP]}}
    other = {"name": MARKUP, "args": {MARKUP: ["other" + MARKUP]}, "id": MARKUP}
    ui.put("expected", json.dumps([call, {"name": "<b>gone</b>"}]))
    ui.put("trace", json.dumps([other, other, {"name": f"x{MARKUP}", "args": {}}]))
    ui.set_option("forbidden", [f"x{MARKUP}".replace(",", "")])
    assert ui.evaluate() == "Fail"
    assert MARKUP in ui.find("#expected-table").inner_text()
    assert "<img src=x onerror=" in ui.find("#aligned .differences-actual").first.inner_text()
    assert MARKUP in ui.find("#findings").inner_text()
    assert MARKUP in ui.find("#pane-trace .pane-call").first.inner_text()
    ui.find(".results-report > summary").click()
    assert ui.page.locator("main img:not(.cm-widgetBuffer), main script, main b").count() == 0
    ui.page.wait_for_timeout(200)
    assert ui.page.title() == title


def test_markup_in_what_cannot_be_read_runs_nothing(ui: Ui) -> None:
    ui.put("trace", f"[{MARKUP}")
    expect(ui.find("#pane-trace .problem")).to_be_visible()
    ui.put("expected", json.dumps([{"name": "a", MARKUP: 1, "match": MARKUP}]))
    assert ui.evaluate() == "Could not be judged"
    assert "<img" in ui.find("#verdict").inner_text()
    assert ui.page.locator("main img:not(.cm-widgetBuffer), main script").count() == 0


def test_a_big_id_survives_to_the_screen_and_to_the_report(ui: Ui) -> None:
    ui.put("expected", f'[{{"name": "pay", "args": {{"order": {BIG}}}}}]')
    ui.put("trace", f'[{{"name": "pay", "args": {{"order": {BIG - 1}}}}}]')
    assert ui.evaluate() == "Fail"
    assert ui.find("#aligned .differences-expected").inner_text() == str(BIG)
    assert ui.find("#aligned .differences-actual").inner_text() == str(BIG - 1)
    report = ui.report()
    assert str(BIG) in report and str(BIG - 1) in report
    [call] = json.loads(report)["expected_calls"]
    assert call["args"] == {"order": BIG}
    assert str(BIG - 1) in ui.find("#pane-trace .pane-call").inner_text()


def test_the_report_is_what_python_wrote(ui: Ui) -> None:
    ui.load(sample("booking-fail.json"))
    ui.evaluate()
    ui.find(".results-report > summary").click()
    report = ui.report()
    assert ui.find(".results-report-text").text_content() == report
    ui.find("#report-copy").click()
    expect(ui.find("#notice-text")).to_have_text("Report copied.")
    assert ui.page.evaluate("() => navigator.clipboard.readText()") == report
    assert json.loads(report)["schema"] == "tool-call-report/1"
    assert json.loads(report)["verdict"] == "fail"
    assert report.startswith("{\n")


def test_deep_nesting_gives_a_message_and_the_page_still_works(ui: Ui) -> None:
    [worker] = ui.page.workers
    deep = "[" * 100_000 + "]" * 100_000
    ui.put("trace", deep)
    expect(ui.find("#pane-trace .problem-message")).to_contain_text("nest")
    ui.put("expected", '[{"name": "a", "args": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}]")
    expect(ui.find("#pane-expected .problem-message")).to_contain_text("nest")
    assert ui.evaluate() == "Could not be judged"
    assert json.loads(ui.report())["errors"][0]["code"] == "too_deep"

    ui.load(sample("booking-pass.json"))
    assert ui.evaluate() == "Pass"
    assert ui.page.workers == [worker], "the interpreter lived on"


def test_text_from_right_to_left_is_shown_in_its_own_direction(ui: Ui) -> None:
    ui.put("expected", '[{"name": "ابحث_عن_رحلة", "args": {"من": "الرياض"}}]')
    ui.put("trace", '[{"name": "ابحث_عن_رحلة", "args": {"من": "جدة"}}]')
    assert ui.evaluate() == "Fail"
    assert ui.find("#aligned bdi.call-name").first.inner_text() == "ابحث_عن_رحلة"
    assert ui.find("#aligned .differences-actual bdi").inner_text() == '"جدة"'


def test_a_file_that_is_no_text_is_refused_with_a_sentence(ui: Ui) -> None:
    ui.put("trace", "[]")
    ui.find("#pane-trace input[type=file]").set_input_files(
        {"name": "photo.json", "mimeType": "application/json", "buffer": b"\x89PNG\r\n\xff\xfe\x00\x00"}
    )
    expect(ui.find("#notice-text")).to_have_text("“photo.json” is not text in UTF-8 or UTF-16.")
    assert ui.text("trace") == "[]"
