"""The panes for tool definitions and for the context: folded, read while they are typed, kept, judged."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from .conftest import Ui, sample

TOOLS = (
    '[{"name": "pay", "parameters": {"type": "dict", "properties": {"id": {"type": "integer"}}, "required": ["id"]}}]'
)


def test_the_panes_are_folded_until_they_are_wanted_and_unfold_from_the_keyboard(ui: Ui) -> None:
    for pane in ("tools", "context"):
        expect(ui.find(f"#pane-{pane} .pane-editor")).to_be_hidden()
        expect(ui.find(f"#pane-{pane} [data-brief]")).to_contain_text("none")
        ui.find(f"#pane-{pane} summary.pane-header").focus()
        ui.page.keyboard.press("Enter")
        expect(ui.editor(pane)).to_be_visible()


def test_what_was_read_stands_beside_the_title_and_below(ui: Ui) -> None:
    ui.put("tools", TOOLS)
    expect(ui.find("#pane-tools [data-brief]")).to_have_text("1 tool")
    assert ui.find("#pane-tools .pane-call-name").all_inner_texts() == ["pay"]
    assert ui.find("#pane-tools .pane-call-args").all_inner_texts() == ["(id)"]
    expect(ui.find("#pane-tools .pane-notes")).to_contain_text("dict read as object")
    ui.put("context", '[{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Pay 7."}]')
    expect(ui.find("#pane-context [data-brief]")).to_have_text("2 texts, 14 characters")
    ui.find("#pane-context .pane-call").nth(1).click()
    expect(ui.find("#notice-text")).to_contain_text("selected")
    assert ui.selected("context") == '"Pay 7."'
    ui.put("tools", "{}")
    expect(ui.find("#pane-tools [data-brief]")).to_have_text("No tool definition in it")


def test_broken_definitions_are_shown_in_their_pane_and_are_an_error(ui: Ui) -> None:
    ui.put("expected", "[]")
    ui.put("trace", '[{"name": "pay", "args": {"id": 7}}]')
    ui.put("tools", '[{"name": ')
    expect(ui.find("#pane-tools .problem")).to_contain_text("Line 1")
    assert ui.evaluate() == "Could not be judged"
    expect(ui.find("#verdict-why .problem")).to_contain_text("Tool definitions:")
    ui.unfold_pane("tools", False)
    ui.find("#verdict-why [data-goto]").click()
    expect(ui.editor("tools")).to_be_focused()


def test_both_panes_take_part_in_the_evaluation_and_in_what_is_out_of_date(ui: Ui) -> None:
    ui.load({"expected": "[]", "trace": '[{"name": "pay", "args": {"id": 7}}]', "tools": TOOLS, "context": "Pay 7."})
    ui.set_option("allow_extra", True)
    ui.evaluate()
    given = json.loads(ui.report())["evaluators"]["tool_parameter_correctness"]
    assert given["score"] == 1.0 and given["calls"][0]["evidence"][0]["span"]["text"] == "7"
    ui.put("context", "Pay 8.")
    expect(ui.find("#results-stale")).to_contain_text("The context changed since this evaluation.")
    ui.evaluate()
    assert json.loads(ui.report())["evaluators"]["tool_parameter_correctness"]["score"] == 0.0
    ui.put("tools", " \n")
    expect(ui.find("#results-stale")).to_contain_text("The tool definitions changed since this evaluation.")
    ui.evaluate()
    assert json.loads(ui.report())["evaluators"]["tool_parameter_correctness"]["score"] is None


def test_a_request_fills_all_panes_and_undo_empties_them(ui: Ui) -> None:
    case = sample("parameters-flight.json")
    request = {
        "context": json.loads(case["context"]),
        "tools_called": json.loads(case["trace"]),
        "tool_list": json.loads(case["tools"]),
    }
    ui.put("trace", json.dumps(request, ensure_ascii=False))
    expect(ui.find("#notice-text")).to_contain_text("The case was spread")
    for pane in ("tools", "context"):
        expect(ui.editor(pane)).to_be_visible()
    expect(ui.find("#pane-tools [data-brief]")).to_have_text("1 tool")
    ui.find("#notice-action").click()
    expect(ui.find("#pane-tools [data-brief]")).to_contain_text("none")
    assert ui.text("trace") == json.dumps(request, ensure_ascii=False)


def test_what_was_typed_in_them_survives_a_reload(fresh: Callable[..., Ui]) -> None:
    def no_python(context: BrowserContext) -> None:
        context.route("**/*.wasm", lambda route: route.abort())

    ui = fresh(no_python, ready=False)
    expect(ui.find("#engine-failed")).to_be_visible(timeout=30_000)
    ui.unfold_pane("tools")
    ui.type("tools", TOOLS)
    ui.put("context", "Pay 7.")
    ui.page.reload()
    expect(ui.editor("context")).to_have_text("Pay 7.")
    assert ui.text("tools") == TOOLS
    assert ui.text("context") == "Pay 7."
