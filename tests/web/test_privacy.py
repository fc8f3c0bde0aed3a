"""Nothing leaves the page's own origin: neither by what the page does, nor by what its policy would let code do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

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


def test_no_request_leaves_the_origin(ui: Ui, site: str, asked: list[str]) -> None:
    ui.load(sample("booking-fail.json"))
    assert ui.evaluate() == "Fail"
    ui.find("#aligned .call-link").first.click()
    expect(ui.find("#notice-text")).to_contain_text("selected")
    ui.report()
    ui.find("#make-expected").click()
    expect(ui.find("#notice-text")).to_contain_text("made from the trace")

    # The record holds the worker's downloads too, or this test would prove nothing.
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)
    assert any(urlsplit(url).path.endswith(".whl") for url in asked)
    origin = "{0.scheme}://{0.netloc}/".format(urlsplit(site))
    for url in asked:
        assert url.startswith((site, f"blob:{origin}")), url


def test_the_policy_binds_the_page_and_the_worker(ui: Ui, elsewhere: tuple[str, list[str]], trouble: list[str]) -> None:
    address, reached = elsewhere
    [worker] = ui.page.workers
    assert worker.url.startswith("blob:")
    for where in (worker, ui.page):
        for name, attempt in TRIES.items():
            assert where.evaluate(attempt, address) != "sent", name
    assert reached == []
    assert any("Content Security Policy" in line for line in trouble)
    trouble.clear()


def test_what_the_policy_refuses_would_otherwise_get_through(
    browser: Browser, elsewhere: tuple[str, list[str]]
) -> None:
    address, reached = elsewhere
    with browser.new_page() as page:
        page.goto(f"{address}/page")
        for name in ("fetch", "post", "request", "import"):
            assert page.evaluate(TRIES[name], address) == "sent", name
    assert {"/fetch", "/post", "/xhr", "/import.js"} <= set(reached)


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
