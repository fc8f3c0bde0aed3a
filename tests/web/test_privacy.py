"""Nothing leaves the page's own origin: neither by what the page does, nor by what its policy would let code do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from .conftest import Ui, sample


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Another origin that would answer anybody, and the list of what reached it."""
    reached: list[str] = []

    class Open(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reached.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()
            self.wfile.write(b"export default 1")

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Open)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", reached
    server.shutdown()
    server.server_close()


TRIES = {
    "fetch": "(to) => fetch(to + '/fetch').then(() => 'sent', (error) => String(error))",
    "post": "(to) => fetch(to + '/post', {method: 'POST', mode: 'no-cors', body: 'x'}).then(() => 'sent', (error) => String(error))",
    "request": """(to) => new Promise((done) => {
        const request = new XMLHttpRequest();
        request.onload = () => done("sent");
        request.onerror = () => done("refused");
        try { request.open("GET", to + "/xhr"); request.send(); } catch (error) { done(String(error)); }
    })""",
    "socket": """(to) => new Promise((done) => {
        try {
            const socket = new WebSocket(to.replace("http", "ws") + "/socket");
            socket.onopen = () => done("sent");
            socket.onerror = () => done("refused");
        } catch (error) { done(String(error)); }
    })""",
    "import": "(to) => import(to + '/import.js').then(() => 'sent', (error) => String(error))",
}


def test_no_request_leaves_the_origin_and_the_policy_binds_page_and_worker(
    fresh: Callable[..., Ui], site: str, elsewhere: tuple[str, list[str]]
) -> None:
    address, reached = elsewhere
    asked: list[str] = []
    refusals: list[str] = []

    def prepare(context: BrowserContext) -> None:
        context.on("request", lambda request: asked.append(request.url))
        context.on("console", lambda message: refusals.append(message.text) if message.type == "error" else None)

    ui = fresh(prepare)
    ui.load(sample("booking-fail.json"))
    assert ui.evaluate() == "Fail"
    ui.find("#aligned .call-link").first.click()
    expect(ui.find("#notice-text")).to_contain_text("selected")
    ui.report()
    ui.find("#make-expected").click()
    expect(ui.find("#notice-text")).to_contain_text("made from the trace")
    assert refusals == [], "the page itself is within its policy"

    # The recorder sees the worker's downloads too, or this test would prove nothing.
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)
    assert any(urlsplit(url).path.endswith(".whl") for url in asked)
    own = urlsplit(site)
    for url in asked:
        assert url.startswith(site) or url.startswith(f"blob:{own.scheme}://{own.netloc}/"), url

    [worker] = ui.page.workers
    assert worker.url.startswith("blob:")
    for where in (worker, ui.page):
        for name, attempt in TRIES.items():
            assert where.evaluate(attempt, address) != "sent", name
    assert reached == []

    # The same attempt gets through where no policy stands in the way: it was the policy that refused.
    free = ui.page.context.new_page()
    free.goto(f"{address}/plain")
    assert free.evaluate(TRIES["fetch"], address) == "sent"
    assert reached == ["/plain", "/fetch"] or set(reached) == {"/plain", "/fetch", "/favicon.ico"}


def test_python_cannot_reach_another_origin_either(ui: Ui, elsewhere: tuple[str, list[str]]) -> None:
    address, reached = elsewhere
    [worker] = ui.page.workers
    outcome = worker.evaluate(
        """(to) => {
            const image = typeof importScripts === "function" ? "" : "";
            try { importScripts(to + "/script.js"); return "sent"; } catch (error) { return String(error); }
        }""",
        address,
    )
    assert outcome != "sent"
    assert reached == []


def test_markup_in_the_policy_is_strict(ui: Ui) -> None:
    policy = ui.find("meta[http-equiv=Content-Security-Policy]").get_attribute("content") or ""
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["connect-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert rules["base-uri"] == rules["form-action"] == "'none'"
    assert ui.page.evaluate("() => document.querySelectorAll('style, [onclick], [onload]').length") == 0
    assert ui.page.get_by_text("Nothing you paste leaves it").is_visible()
    assert ui.find("a[href='THIRD-PARTY-NOTICES.txt']").is_visible()
    assert ui.page.request.get(ui.page.url + "THIRD-PARTY-NOTICES.txt").ok
