"""The page in a browser: one started page shared by most tests, and fresh ones for those that need their own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

STARTED = 90_000
"""Milliseconds that a start of Python may take on a busy machine."""
expect.set_options(timeout=30_000)  # a loaded machine answers late; no test is about time

SAMPLES = Path(__file__).parents[2] / "web" / "samples"


def sample(file: str) -> dict[str, Any]:
    return json.loads((SAMPLES / file).read_text(encoding="utf-8"))


PANES = ("expected", "trace", "tools", "context")


class Ui:
    """What a person does on the page, in one word each."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def find(self, selector: str, **how: Any) -> Locator:
        return self.page.locator(selector, **how)

    def wait_ready(self) -> None:
        expect(self.find("#engine")).to_have_attribute("data-state", "ready", timeout=STARTED)

    def wait_read(self) -> None:
        """Until Python has nothing left to do for the panes."""
        for pane in ("expected", "trace"):
            expect(self.found(pane)).to_have_attribute("data-state", "calls", timeout=STARTED)

    def put(self, pane: str, text: str) -> None:
        """Opens `text` as a file in a pane: quick for any size, and a text without calls is put there all the same."""
        self.find(f"#pane-{pane} input[type=file]").set_input_files(
            {"name": "input.json", "mimeType": "application/json", "buffer": text.encode("utf-8", "surrogatepass")}
        )
        expect(self.find("#notice-text")).to_contain_text("opened")
        self.find("#notice-close").click()

    def type(self, pane: str, text: str) -> None:
        """Types at the end of a pane."""
        self.editor(pane).click()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def editor(self, pane: str) -> Locator:
        return self.find(f"#pane-{pane} .cm-content")

    def found(self, pane: str) -> Locator:
        """The line that says what was recognised."""
        return self.find(f"#pane-{pane} .pane-found:visible")

    def option(self, name: str) -> Locator:
        return self.find(f"#options [name='{name}']")

    def load(self, case: dict[str, Any]) -> None:
        """The panes and the options of a case in the form of the samples."""
        for pane in PANES:
            if pane in case:
                self.put(pane, case[pane])
        for name, value in case.get("options", {}).items():
            self.set_option(name, value)

    def set_option(self, name: str, value: Any) -> None:
        field = self.option(name)
        if not field.first.is_visible():
            field.first.locator("xpath=ancestor::details/summary").click()
        if isinstance(value, bool):
            field.set_checked(value)
        elif field.first.get_attribute("type") == "radio":
            self.find(f"#options [name={name}][value={value}]").check()
        else:
            field.fill("\n".join(value) if isinstance(value, list) else str(value))

    def unfold(self, unfolded: bool = True) -> None:
        """Opens, or closes, all groups of options."""
        self.find("details.options-group").evaluate_all(
            "(all, open) => all.forEach((one) => { one.open = open; })", unfolded
        )

    def unfold_pane(self, pane: str, unfolded: bool = True) -> None:
        """Opens, or closes, a pane that folds."""
        self.find(f"details#pane-{pane}").evaluate_all(
            "(all, open) => all.forEach((one) => { one.open = open; })", unfolded
        )

    def evaluate(self) -> str:
        """Presses Evaluate and gives the verdict's word."""
        self.find("#evaluate").click()
        return self.verdict()

    def verdict(self) -> str:
        expect(self.find("#results")).to_have_attribute("aria-busy", "false", timeout=STARTED)
        expect(self.find("#verdict-title")).to_be_visible(timeout=STARTED)
        expect(self.find("#results-stale")).to_be_hidden(timeout=STARTED)
        return self.find(".verdict-word").inner_text()

    def reasons(self) -> list[tuple[str, str]]:
        """Title and sentence of each reason."""
        return [
            (one.locator("strong").inner_text(), one.locator(".verdict-reason-text").inner_text())
            for one in self.find(".verdict-reason").all()
        ]

    def scores(self) -> dict[str, str]:
        return {
            one.locator("dt").inner_text(): " ".join(one.locator("dd").inner_text().split())
            for one in self.find(".verdict-score").all()
        }

    def selected(self, pane: str) -> str:
        """The text selected in a pane, as Copy would take it."""
        return self.editor(pane).evaluate(
            """(content) => {
                const clipboard = new DataTransfer();
                content.dispatchEvent(new ClipboardEvent("copy", {clipboardData: clipboard, bubbles: true, cancelable: true}));
                return clipboard.getData("text/plain");
            }"""
        )

    def text(self, pane: str) -> str:
        """All text of a pane. Selects it."""
        self.editor(pane).click()
        self.page.keyboard.press("Control+a")
        return self.selected(pane)

    def report(self) -> str:
        with self.page.expect_download() as download:
            self.find("#report-download").click()
        return Path(download.value.path()).read_text(encoding="utf-8")

    def reset(self) -> None:
        """Back to empty panes and default options, without starting Python again."""
        if self.find("dialog[open]").count():
            self.page.keyboard.press("Escape")
        self.wait_ready()
        if self.find("#options-reset").is_enabled():
            self.find("#options-reset").click()
        self.unfold(False)
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.find("#theme [value=system]").check()
        for pane in PANES:
            self.unfold_pane(pane)
            self.find(f"#pane-{pane} [data-clear]").click()
            self.unfold_pane(pane, False)
        if self.find("#notice").is_visible():
            self.find("#notice-close").click()


@pytest.fixture(scope="session")
def trouble() -> list[str]:
    """Errors and refusals that the shared page wrote to its console."""
    return []


@pytest.fixture(scope="session")
def asked() -> list[str]:
    """The address of every request of the shared page and its workers since it was opened."""
    return []


@pytest.fixture(scope="session")
def _started(browser: Browser, site: str, trouble: list[str], asked: list[str]) -> Iterator[Ui]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("console", lambda message: trouble.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(site)
    ui = Ui(page)
    ui.wait_ready()
    expect(ui.find(".options-group summary").first).to_contain_text(re.compile(r"\d"))
    yield ui
    context.close()


@pytest.fixture
def ui(_started: Ui, trouble: list[str]) -> Iterator[Ui]:
    """The shared page with empty panes. A test fails when the page wrote an error to the console meanwhile."""
    _started.reset()
    trouble.clear()
    yield _started
    assert trouble == []


@pytest.fixture
def fresh(browser: Browser, site: str) -> Iterator[Callable[..., Ui]]:
    """Opens pages of their own; `prepare` gets the context before anything is loaded."""
    contexts: list[BrowserContext] = []

    def open_page(prepare: Callable[[BrowserContext], None] | None = None, *, ready: bool = True, **how: Any) -> Ui:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **how})
        contexts.append(context)
        if prepare:
            prepare(context)
        page = context.new_page()
        page.goto(site)
        opened = Ui(page)
        if ready:
            opened.wait_ready()
        return opened

    yield open_page
    for context in contexts:
        context.close()
