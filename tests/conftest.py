"""What many tests stand on: the built page, a server of it, a real browser, and the shared material."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

import build

settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")

SUB_PATH = "/some/sub/path/"
"""Where the tests serve the page: a page that works here works at the root too, but not the other way round."""


@pytest.fixture(scope="session")
def dist() -> Path:
    """The built page; it is built when a source changed since."""
    return build.build()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The material beside the repository, which a plain clone does not have."""
    folder = build.ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("there is no folder 'shared' beside the repository")
    return folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The page on a server of its own."""

    url: str
    requests: list[str] = field(default_factory=list)
    """The path of every request so far."""


@contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """Serves a folder under SUB_PATH; any other path is not found."""
    requests: list[str] = []

    class Handler(build.StaticHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path("/" + path.removeprefix(SUB_PATH))

        def send_head(self) -> Any:
            requests.append(self.path)
            if urlsplit(self.path).path.startswith(SUB_PATH):
                return super().send_head()
            self.send_error(HTTPStatus.NOT_FOUND)
            return None

        def log_message(self, *_: object) -> None:
            pass

    with build.server(folder, handler=Handler) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield Site(url=f"http://127.0.0.1:{listening.server_port}{SUB_PATH}", requests=requests)
        listening.shutdown()


@pytest.fixture(scope="session")
def server(dist: Path) -> Iterator[Site]:
    with serving(dist) as site:
        yield site


@pytest.fixture(scope="session")
def site(server: Site) -> str:
    """The address of the page, a folder under a sub-path."""
    return server.url


CHROMIUM_FLAGS = [
    # Nothing of the browser's own goes to the network, so that what is recorded is the page's.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium. Without one the tests fail: a page that was not tried has not passed."""
    try:
        program = build.chromium()
    except build.Stop as stop:
        pytest.fail(str(stop), pytrace=False)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=program, args=CHROMIUM_FLAGS, chromium_sandbox=not build.is_root()
        )
        with closing(launched):
            yield launched
