"""The worker's life: work waits for it, cancel restarts it, a failed start says why and can be tried again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Route, expect

from .conftest import STARTED, Ui, sample


def test_work_queued_while_python_loads_runs_when_it_is_ready(fresh: Callable[..., Ui]) -> None:
    held: list[Route] = []

    def hold(context: BrowserContext) -> None:
        context.route("**/pyodide.asm.wasm", lambda route: held.append(route))

    ui = fresh(hold, ready=False)
    expect(ui.find("#engine-text")).to_have_text(re.compile(r"^Loading Python, \d+\.\d of \d+\.\d MB$"))
    ui.load(sample("booking-fail.json"))
    expect(ui.found("trace")).to_have_text("Will be read when Python is ready.")
    ui.find("#evaluate").click()
    expect(ui.find("#run-busy")).to_be_visible()
    expect(ui.find("#run-busy-text")).to_contain_text("Waiting")
    for route in held:
        route.continue_()
    assert ui.verdict() == "Fail"
    expect(ui.found("trace")).to_have_text("OpenAI Chat Completions, 3 calls")
    expect(ui.find("#engine-text")).to_have_text("Python is ready")


def test_a_failed_start_says_why_keeps_the_texts_and_can_be_retried(fresh: Callable[..., Ui]) -> None:
    broken = True

    def prepare(context: BrowserContext) -> None:
        context.route("**/python_stdlib.zip", lambda route: route.abort() if broken else route.continue_())

    ui = fresh(prepare, ready=False)
    expect(ui.find("#engine-failed")).to_be_visible(timeout=STARTED)
    expect(ui.find("#engine-failed-why")).to_contain_text("python_stdlib.zip")
    ui.load(sample("booking-pass.json"))
    ui.find("#evaluate").click()
    broken = False
    ui.find("#engine-retry").click()
    expect(ui.find("#engine-failed")).to_be_hidden()
    assert ui.verdict() == "Pass", "what was asked for before the retry was done after it"


def test_a_missing_worker_script_is_a_failed_start(fresh: Callable[..., Ui]) -> None:
    ui = fresh(lambda context: context.route("**/js/worker.js", lambda route: route.abort()), ready=False)
    expect(ui.find("#engine-failed")).to_be_visible()
    expect(ui.find("#engine-retry")).to_be_visible()


def test_cancel_restarts_python_and_keeps_everything(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    ui.wait_read()
    [worker] = ui.page.workers
    # Python that is busy for long, as a huge case would keep it.
    worker.evaluate(
        "() => { const until = Date.now() + 4000; self.setTimeout(() => { while (Date.now() < until); }, 0); }"
    )
    expect(ui.find("#run-busy")).to_be_hidden()
    ui.find("#evaluate").click()
    expect(ui.find("#cancel")).to_be_visible()
    ui.find("#cancel").click()
    expect(ui.find("#status")).to_have_text("Evaluation cancelled.")
    expect(ui.find("#run-busy")).to_be_hidden()
    expect(ui.find("#engine")).to_have_attribute("data-state", "loading")
    ui.wait_ready()
    assert ui.page.workers != [worker]
    assert ui.evaluate() == "Pass"


def test_a_dead_interpreter_is_replaced_and_no_old_verdict_stays(ui: Ui) -> None:
    ui.load(sample("booking-pass.json"))
    assert ui.evaluate() == "Pass"
    ui.wait_read()
    [worker] = ui.page.workers
    worker.evaluate(
        """() => {
            const read = JSON.parse;
            JSON.parse = () => { JSON.parse = read; };
            const write = JSON.stringify;
            JSON.stringify = () => { JSON.stringify = write; throw new RangeError("Maximum call stack size exceeded"); };
        }"""
    )
    ui.find("#evaluate").click()
    expect(ui.find("#results-trouble-why")).to_contain_text("Maximum call stack size exceeded")
    expect(ui.find("#verdict")).to_be_hidden()
    expect(ui.find("#run-last")).to_be_hidden()
    ui.wait_ready()
    assert ui.evaluate() == "Pass"
    expect(ui.find("#results-trouble")).to_be_hidden()
