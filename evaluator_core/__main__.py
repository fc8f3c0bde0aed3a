"""The evaluator in a terminal: `python -m evaluator_core --expected F --trace F [options]`, or `--case F`.

The report goes to stdout or to a file. Exit code 0: pass, 1: fail, 2: could not be judged.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .errors import InputError, Place
from .evaluation import evaluate_case
from .json_text import decode, decode_value, encode
from .options import specifications
from .report import error_report
from .version import __version__

EXIT_CODES = {"pass": 0, "fail": 1, "error": 2}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    chosen = _parser().parse_args(arguments)
    if chosen.time_limit and not hasattr(signal, "setitimer"):
        return _in_a_process_of_its_own(sys.argv[1:] if arguments is None else arguments, chosen.time_limit)
    try:
        with _limited(chosen.time_limit):
            report = evaluate_case(_case(chosen))
    except InputError as problem:
        report = error_report([problem], None, None).to_dict()
    text = encode(report, indent=None if chosen.compact else 2) + "\n"
    try:
        if chosen.output is None:
            sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
            sys.stdout.buffer.flush()
        else:
            Path(chosen.output).write_text(text, "utf-8", "backslashreplace")
    except OSError as problem:
        print(f"the report could not be written: {problem}", file=sys.stderr)
        return EXIT_CODES["error"]
    for error in report["errors"]:
        print(f"could not be judged: {_sentence(error)}", file=sys.stderr)
    return EXIT_CODES[report["verdict"]]


def _too_long(seconds: float) -> InputError:
    message = f"not judged within {seconds:g} seconds; a pattern may run away, or raise --time-limit"
    return InputError("time_limit", message)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise `InputError` (`time_limit`) in what runs longer; the pattern engine heeds signals."""

    def stop(*_: object) -> None:
        raise _too_long(seconds)

    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_a_process_of_its_own(arguments: Sequence[str], seconds: float) -> int:
    """The same where the system has no timer: a child that is ended when its time is over."""
    command = [sys.executable, "-m", __package__, *arguments, "--time-limit", "0"]
    try:
        return subprocess.run(command, timeout=seconds, check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"could not be judged: {_too_long(seconds).message}", file=sys.stderr)
        return EXIT_CODES["error"]


def _sentence(error: dict[str, Any]) -> str:
    where = f"{error['where']}: " if error["where"] else ""
    excerpt = f"\n{error['excerpt']}" if error["excerpt"] else ""
    return f"{where}{error['message']}{excerpt}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m evaluator_core",
        description="Compare the tool calls an agent made with the calls a test expects.",
        epilog="exit code 0: pass, 1: fail, 2: could not be judged",
    )
    parser.add_argument("--version", action="version", version=f"evaluator_core {__version__}")
    inputs = parser.add_argument_group("input (- reads from standard input)")
    inputs.add_argument("--expected", metavar="FILE", help="the expected calls")
    inputs.add_argument("--trace", metavar="FILE", help="the agent's trace, in any format that is read")
    inputs.add_argument(
        "--case", metavar="FILE", help="one case: {expected, trace, options, …}; the options below win over its own"
    )
    outputs = parser.add_argument_group("output")
    outputs.add_argument("--output", metavar="FILE", help="write the report there instead of to standard output")
    outputs.add_argument(
        "--time-limit", type=float, default=60, metavar="SECONDS", help="give up after so long; 0: never"
    )
    outputs.add_argument("--compact", action="store_true", help="the report on one line")
    options = parser.add_argument_group("options")
    for option in specifications():
        _add_option(options, option)
    return parser


def _add_option(group: Any, option: dict[str, Any]) -> None:
    flag = "--" + option["name"].replace("_", "-")
    help = option["help"].replace("%", "%%")
    if option["kind"] == "boolean":
        group.add_argument(flag, action=argparse.BooleanOptionalAction, default=None, help=help)
    elif option["kind"] == "choice":
        group.add_argument(flag, choices=[choice["value"] for choice in option["choices"]], help=help)
    elif option["kind"] == "json":
        group.add_argument(
            flag, type=_json, metavar="JSON", help=f"{help}; such as {option['example']}".replace("%", "%%")
        )
    elif option["kind"] in ("number", "integer"):
        kind = float if option["kind"] == "number" else int
        group.add_argument(flag, type=kind, metavar="N", help=help)
    else:
        group.add_argument(flag, action="append", metavar="TEXT", help=f"{help}; may be given several times")


def _json(text: str) -> Any:
    try:
        return decode_value(text).value
    except ValueError as problem:
        raise argparse.ArgumentTypeError(f"not JSON: {problem}") from None


def _case(chosen: argparse.Namespace) -> dict[str, Any]:
    case: dict[str, Any] = {}
    if chosen.case is not None:
        documents = _decoded(_text("case", chosen.case))
        if len(documents) != 1 or not isinstance(documents[0], dict):
            raise InputError("bad_case", "the case file must hold one JSON object", place=Place(where="case"))
        case = documents[0]
    elif chosen.expected is None or chosen.trace is None:
        raise InputError("bad_case", "give --expected and --trace, or --case", place=Place(where="case"))
    for side in ("expected", "trace"):
        if getattr(chosen, side) is not None:
            case = {**case, side: _text(side, getattr(chosen, side))}
    given = {
        option["name"]: getattr(chosen, option["name"])
        for option in specifications()
        if getattr(chosen, option["name"]) is not None
    }
    if given and isinstance(case.get("options") or {}, dict):
        case = {**case, "options": {**(case.get("options") or {}), **given}}
    return case


def _decoded(text: str) -> list[Any]:
    try:
        return decode(text).documents
    except InputError as problem:
        raise problem.within("case") from None


def _text(where: str, path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as problem:
        message = f"{path} cannot be read: {problem.strerror or problem}"
        raise InputError("unreadable_file", message, place=Place(where=where)) from None
    try:
        return data.decode(_encoding(data))
    except UnicodeDecodeError as problem:
        message = f"{path} is not UTF-8 text (byte {problem.start + 1:,})"
        raise InputError("not_text", message, place=Place(where=where)) from None


def _encoding(data: bytes) -> str:
    return "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"


if __name__ == "__main__":
    sys.exit(main())
