"""What was typed survives a reload, in this tab only."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from .conftest import Ui, sample


def test_texts_options_and_colours_survive_a_reload_and_stay_in_the_tab(fresh: Callable[..., Ui]) -> None:
    def no_python(context: BrowserContext) -> None:
        # Python is not needed here; without it the test is quick.
        context.route("**/*.wasm", lambda route: route.abort())

    ui = fresh(no_python, ready=False)
    expect(ui.find("#engine-failed")).to_be_visible(timeout=30_000)
    case = sample("booking-fail.json")
    ui.load({**case, "options": {"order": "any_order", "forbidden": ["a", "b"], "ignore_case": True}})
    ui.find("#theme [value=dark]").check()
    ui.page.reload()
    expect(ui.option("forbidden")).to_have_value("a\nb")
    assert ui.text("expected") == case["expected"]
    assert ui.text("trace") == case["trace"]
    assert ui.find("#options [name=order]:checked").get_attribute("value") == "any_order"
    assert ui.option("ignore_case").is_checked()
    assert ui.find("#theme [value=dark]").is_checked()
    assert ui.page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert ui.page.evaluate("() => [localStorage.length, document.cookie]") == [0, ""]

    other = ui.page.context.new_page()
    other.goto(ui.page.url)
    assert Ui(other).text("trace") == ""


def test_a_text_too_big_to_keep_is_said_to_be_so(ui: Ui) -> None:
    ui.put("trace", '["' + "x" * 1_000_100 + '"]')
    expect(ui.find("#pane-trace .pane-size")).to_contain_text("not kept over a reload")
    assert ui.page.evaluate("() => sessionStorage.getItem('draft.trace')") is None
    ui.put("trace", "[1]")
    expect(ui.find("#pane-trace .pane-size")).to_be_hidden()
