"""What build.py makes, how it is served, and that it keeps its promises: pinned, reproducible, nothing half-made."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import build
from tests.conftest import SUB_PATH, Site

NOWHERE = "http://127.0.0.1:9"
"""An address of this machine where nobody listens."""


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def files(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


# ---- What is in dist/


AT_START = [
    "wheels/evaluator_core-0.1.0-py3-none-any.whl",
    "wheels/jsonpointer-3.12-py3-none-any.whl",
    "wheels/micropip-0.11.1-py3-none-any.whl",
]
FOR_TOOLS = [
    "wheels/attrs-26.1.0-py3-none-any.whl",
    "wheels/jsonschema-4.26.0-py3-none-any.whl",
    "wheels/jsonschema_specifications-2025.9.1-py3-none-any.whl",
    "wheels/referencing-0.37.0-py3-none-any.whl",
    "wheels/rpds_stand_in-1.0-py3-none-any.whl",
]


def test_dist_holds_the_page_the_runtime_the_wheels_and_nothing_else(dist: Path) -> None:
    page = [name for name in files(build.ROOT / "web") if not name.startswith("vendor/")]
    wheels = [*AT_START, *FOR_TOOLS]
    runtime = [f"pyodide/{name}" for name in (*build.PYODIDE_FILES, "pyodide-lock.json")]
    made = ["LICENSE.txt", "THIRD-PARTY-NOTICES.txt", "data/build.json", "data/options.json", "vendor/codemirror.js"]
    assert files(dist) == sorted([*page, *wheels, *runtime, *made])


def test_build_json_tells_versions_wheels_and_true_sizes(dist: Path) -> None:
    about = json.loads((dist / "data/build.json").read_text(encoding="utf-8"))
    assert about["version"] == "0.1.0"
    assert about["pyodide"] == "314.0.7"
    assert about["wheels"] == AT_START
    assert about["schema_wheels"] == FOR_TOOLS
    assert set(about["sizes"]) == {*AT_START, *FOR_TOOLS, *(f"pyodide/{name}" for name in build.PYODIDE_FILES)}
    for name, size in about["sizes"].items():
        assert (dist / name).stat().st_size == size


def test_options_json_is_what_the_core_declares(dist: Path) -> None:
    options = json.loads((dist / "data/options.json").read_text(encoding="utf-8"))
    assert [option["name"] for option in options][:2] == ["order", "args"]


def test_pyodide_knows_micropip_by_hash_and_no_other_package(dist: Path) -> None:
    lock = json.loads((dist / "pyodide/pyodide-lock.json").read_text(encoding="utf-8"))
    assert list(lock["packages"]) == ["micropip"]
    micropip = lock["packages"]["micropip"]
    assert sha256(dist / "pyodide" / micropip["file_name"]) == micropip["sha256"]


@pytest.mark.parametrize(
    "name", ["micropip", "jsonpointer", "attrs", "jsonschema", "jsonschema_specifications", "referencing"]
)
def test_a_wheel_of_others_is_the_one_in_the_lock_file(dist: Path, name: str) -> None:
    (wheel,) = (dist / "wheels").glob(f"{name}-*.whl")
    assert f"sha256:{sha256(wheel)}" in (build.ROOT / "requirements/web.txt").read_text(encoding="utf-8")


def test_the_runtime_is_unchanged(dist: Path) -> None:
    for name in build.PYODIDE_FILES:
        assert sha256(dist / "pyodide" / name) == sha256(build.MODULES / "pyodide" / name)


def test_our_wheel_is_reproducible_typed_and_needs_jsonpointer_only(dist: Path, tmp_path: Path) -> None:
    again = build.build_wheel(tmp_path)
    assert sha256(again) == sha256(dist / "wheels" / again.name)
    with zipfile.ZipFile(again) as packed:
        names = packed.namelist()
        metadata = packed.read("evaluator_core-0.1.0.dist-info/METADATA").decode()
    assert {"evaluator_core/py.typed", "evaluator_core/report.schema.json"} <= set(names)
    assert re.findall(r"^Requires-Dist: (.*)", metadata, re.MULTILINE) == [
        "jsonpointer>=3.0",
        "jsonschema>=4.26; extra == 'schema'",
    ]
    assert "License-Expression: MIT" in metadata
    assert {name.split("/")[0] for name in names} == {"evaluator_core", "evaluator_core-0.1.0.dist-info"}


def test_notices_name_all_that_is_shipped_and_hold_the_licenses(dist: Path) -> None:
    notices = (dist / "THIRD-PARTY-NOTICES.txt").read_text(encoding="utf-8")
    titled = set(notices.splitlines())
    assert {"Pyodide", "CPython", "Emscripten", "musl", "micropip 0.11.1", "jsonpointer 3.12"} <= titled
    packages = {name.rsplit(" ", 1)[0] for name in titled}
    assert {"@codemirror/state", "@codemirror/view", "@lezer/common", "@lezer/lr", "crelt", "style-mod"} <= packages
    for words in ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", "Stefan K"):
        assert words in notices


def test_the_editor_is_one_module_without_imports(dist: Path) -> None:
    code = (dist / "vendor/codemirror.js").read_text(encoding="utf-8")
    assert not re.search(r"""(^|[;}])import[\s{*"']""", code)
    exported = re.search(r"export\{([^}]*)\};?\s*$", code)
    assert exported
    names = {part.split(" as ")[-1].strip() for part in exported[1].split(",")}
    entry = (build.ROOT / "web/vendor/codemirror-entry.js").read_text(encoding="utf-8")
    wanted = {name for group in re.findall(r"export \{([^}]*)\}", entry) for name in re.findall(r"\w+", group)}
    assert names == wanted


# ---- Nothing twice, nothing half-made, no network once all is there


def test_a_second_build_changes_nothing_and_asks_nobody(dist: Path) -> None:
    before = dist.stat()
    offline = {
        "PIP_INDEX_URL": NOWHERE,
        "PIP_NO_INDEX": "1",
        "npm_config_registry": NOWHERE,
        "http_proxy": NOWHERE,
        "https_proxy": NOWHERE,
    }
    done = subprocess.run(
        [sys.executable, "build.py", "build"],
        cwd=build.ROOT,
        env={**os.environ, **offline},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("dist is ready.\n", "", 0)
    assert dist.stat().st_ino == before.st_ino


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A place of its own for stamps and what is being made."""
    monkeypatch.setattr(build, "WORK", tmp_path / "work")
    return tmp_path / "work"


def test_what_is_made_takes_the_place_of_the_old_when_it_is_whole(work: Path, tmp_path: Path) -> None:
    place = tmp_path / "made"
    for key in ("first", "second"):
        with build.replacing(place, key) as fresh:
            assert not build.is_current(place, key)
            (fresh / key).write_text(key, encoding="utf-8")
        assert files(place) == [key]
        assert build.is_current(place, key)
    assert not build.is_current(place, "first")
    assert files(work) == ["stamps/made"]


def test_what_fails_half_way_leaves_the_old_and_no_rest(work: Path, tmp_path: Path) -> None:
    place = tmp_path / "made"
    with build.replacing(place, "first") as fresh:
        (fresh / "whole").touch()
    with suppress(KeyboardInterrupt), build.replacing(place, "second") as fresh:
        (fresh / "half").touch()
        raise KeyboardInterrupt
    assert files(place) == ["whole"]
    assert build.is_current(place, "first")
    assert files(work) == ["stamps/made"]


def test_what_a_tool_leaves_half_made_is_removed(work: Path, tmp_path: Path) -> None:
    place = tmp_path / "made"
    with build.making(place, "first"):
        place.mkdir()
    assert build.is_current(place, "first")
    with suppress(KeyboardInterrupt), build.making(place, "second"):
        raise KeyboardInterrupt
    assert not place.exists()
    assert files(work) == []


def test_a_digest_follows_names_and_bytes_but_not_caches(tmp_path: Path) -> None:
    seen = [build.digest([tmp_path])]

    def changed() -> bool:
        seen.append(build.digest([tmp_path]))
        return seen[-1] != seen[-2]

    (tmp_path / "a").write_text("1", encoding="utf-8")
    assert changed()
    (tmp_path / "a").write_text("2", encoding="utf-8")
    assert changed()
    (tmp_path / "a").rename(tmp_path / "b")
    assert changed()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__/a.pyc").touch()
    (tmp_path / ".hidden").touch()
    assert not changed()
    assert build.digest([tmp_path], "more") != seen[-1]


# ---- Pins


def test_every_requirement_is_pinned_and_hashed() -> None:
    for lock in (build.ROOT / "requirements").glob("*.txt"):
        text = re.sub(r"^#.*\n", "", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for requirement in text.replace("\\\n", " ").splitlines():
            assert re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", requirement), (lock.name, requirement)


def test_every_npm_package_is_pinned_by_hash_and_no_registry_is_named() -> None:
    lock = json.loads((build.ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for name, package in lock["packages"].items():
        assert not name or package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_no_file_of_the_project_names_a_registry_or_this_machines_folders() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=build.ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    hosts = "|".join(["registry[.]npm" + "js", "npm" + "js[.]com", "pypi[.]" + "org", "python" + "hosted[.]org"])
    folder = re.escape(str(build.ROOT))
    for name in filter(None, listed.stdout.split("\0")):
        path = build.ROOT / name
        if path.is_file():
            found = re.search(rf"{hosts}|{folder}/", path.read_text(encoding="utf-8", errors="replace"))
            assert not found, f"{name}: {found}"


# ---- One clear sentence


def test_build_py_can_be_read_by_old_pythons_so_that_it_can_tell_them() -> None:
    source = (build.ROOT / "build.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    told = next(place for place, node in enumerate(tree.body) if isinstance(node, ast.If))
    assert [ast.unparse(node) for node in tree.body[1:told]] == ["import sys"]


def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(build.Stop, match=rf"^Port {port} cannot be used \(.+\); choose another, or none"):
            build.server(tmp_path, port)
    with pytest.raises(build.Stop, match=r"^Port 70000 cannot be used .*0 to 65535"):
        build.server(tmp_path, 70000)


def test_a_program_that_is_missing_is_told() -> None:
    with pytest.raises(build.Stop, match=r"^Could not make tea: no-such-program cannot be run \(.+\)\.$"):
        build.run(["no-such-program"], "make tea")


def test_a_program_that_fails_is_told_with_its_last_words() -> None:
    with pytest.raises(build.Stop, match=r"^Could not make tea: the tool said\nno water$"):
        build.run([sys.executable, "-c", "import sys; sys.exit('no water')"], "make tea")


def test_a_missing_network_is_told(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(f"no-such-project==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    with pytest.raises(build.Stop, match=r"^Could not fetch it: the network was not reached\. A first run must fetch"):
        build.pip("download", lock, "fetch it", "--index-url", f"{NOWHERE}/simple", "--retries", "1", "-d", tmp_path)


def test_the_options_table_in_a_readme_is_checked_and_rewritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    readme = tmp_path / "README.md"
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "run", lambda *_: "| a |\n")
    monkeypatch.setattr(build, "python_tools", lambda: build.PYTHON)
    assert build.options_table(fix=True).startswith("README.md has no <!-- options -->")
    readme.write_text("Before\n<!-- options -->\nold\n<!-- /options -->\nAfter\n", encoding="utf-8")
    assert (
        build.options_table(fix=False) == "The options table is out of date: python build.py check --fix rewrites it."
    )
    assert build.options_table(fix=True) == ""
    assert build.options_table(fix=False) == ""
    assert readme.read_text(encoding="utf-8") == "Before\n<!-- options -->\n| a |\n<!-- /options -->\nAfter\n"


# ---- Serving


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html; charset=utf-8"),
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("css/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("data/options.json", "application/json"),
        ("pyodide/pyodide.mjs", "text/javascript; charset=utf-8"),
        ("pyodide/pyodide.asm.wasm", "application/wasm"),
        ("wheels/jsonpointer-3.12-py3-none-any.whl", "application/zip"),
        ("THIRD-PARTY-NOTICES.txt", "text/plain; charset=utf-8"),
    ],
)
def test_files_are_served_with_their_types_and_asked_for_anew(server: Site, path: str, kind: str) -> None:
    with urllib.request.urlopen(server.url + path) as answer:
        assert answer.headers["Content-Type"] == kind
        assert answer.headers["Cache-Control"] == "no-cache"
        answer.read()
    assert server.requests[-1] == SUB_PATH + path


@pytest.mark.parametrize("path", ["js/", "no-such-file", "%2e%2e/build.py", "../../../../build.py"])
def test_what_is_not_a_file_of_the_page_is_not_found(server: Site, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as problem:
        urllib.request.urlopen(server.url + path)
    problem.value.close()
    assert problem.value.code == 404


@pytest.mark.parametrize(
    ("problem", "told"), [(BrokenPipeError, False), (ConnectionResetError, False), (ValueError, True)]
)
def test_a_browser_that_goes_away_is_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], problem: type[Exception], told: bool
) -> None:
    with build.server(tmp_path) as listening:
        try:
            raise problem
        except problem:
            listening.handle_error(None, ("127.0.0.1", 1))
    assert ("Traceback" in capsys.readouterr().err) is told


@pytest.fixture
def serve_command() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "build.py", "serve", "--no-open"]
    with subprocess.Popen(
        command, cwd=build.ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_serve_tells_its_address_serves_and_ends_cleanly(dist: Path, serve_command: subprocess.Popen[str]) -> None:
    assert serve_command.stdout
    line = serve_command.stdout.readline()
    address = re.fullmatch(r"Serving dist at (http://127\.0\.0\.1:\d+/) \(Ctrl\+C ends it\)\n", line)
    assert address, line
    with urllib.request.urlopen(address[1]) as answer:
        assert answer.read() == (dist / "index.html").read_bytes()
    serve_command.send_signal(signal.SIGINT)
    rest, errors = serve_command.communicate(timeout=60)
    assert (rest, errors, serve_command.returncode) == ("\nStopped.\n", "", 0)
