"""`python -m evaluator_core`: reports, files, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluator_core.__main__ import main


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "expected.json").write_text('[{"name": "a", "args": {"s": "X"}}]', "utf-8")
    (tmp_path / "trace.json").write_text('[{"name": "a", "args": {"s": "x"}}, {"name": "b"}]', "utf-8")
    return tmp_path


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: object) -> tuple[int, dict[str, Any], str]:
    code = main([str(argument) for argument in arguments])
    captured = capsysbinary.readouterr()
    return code, json.loads(captured.out), captured.err.decode()


def test_exit_codes_say_pass_fail_and_error(files: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    both = ("--expected", files / "expected.json", "--trace", files / "trace.json")
    code, report, error = run(capsysbinary, *both)
    assert (code, report["verdict"], error) == (1, "fail", "")
    code, report, _ = run(capsysbinary, *both, "--ignore-case", "--allow-extra", "--forbidden", "c", "--forbidden", "d")
    assert (code, report["verdict"]) == (0, "pass")
    assert report["options"]["forbidden"] == ["c", "d"]
    code, report, error = run(capsysbinary, "--expected", files / "none.json", "--trace", files / "trace.json")
    assert (code, report["errors"][0]["code"]) == (2, "unreadable_file")
    assert "none.json cannot be read" in error


def test_a_case_file_and_options_over_it(files: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    case = {"id": "k", "expected": ["a"], "trace": [{"name": "a"}, {"name": "b"}], "options": {"allow_extra": True}}
    (files / "case.json").write_text(json.dumps(case), "utf-8")
    assert run(capsysbinary, "--case", files / "case.json")[0] == 0
    code, report, _ = run(capsysbinary, "--case", files / "case.json", "--no-allow-extra", "--compact")
    assert (code, report["id"]) == (1, "k")


def test_the_report_goes_to_a_file(files: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    target = files / "report.json"
    code = main(
        ["--expected", str(files / "expected.json"), "--trace", str(files / "trace.json"), "--output", str(target)]
    )
    assert code == 1 and capsysbinary.readouterr().out == b""
    assert json.loads(target.read_text("utf-8"))["verdict"] == "fail"
    assert main(["--case", str(target), "--output", str(files / "no" / "such" / "place")]) == 2


def test_broken_text_shows_its_place(files: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    (files / "expected.json").write_text('[{"name": "a",}]', "utf-8")
    code, _, error = run(capsysbinary, "--expected", files / "expected.json", "--trace", files / "trace.json")
    assert code == 2
    assert "line 1, column 15" in error and "^" in error
    (files / "trace.json").write_bytes(b"\xff\xfa\x00")
    assert run(capsysbinary, "--expected", files / "expected.json", "--trace", files / "trace.json")[0] == 2


def test_files_in_utf_16_and_with_a_byte_order_mark_are_read(
    files: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    for encoding in ("utf-16", "utf-8-sig"):
        (files / "trace.json").write_text('[{"name": "a", "args": {"s": "X"}}]', encoding)
        assert run(capsysbinary, "--expected", files / "expected.json", "--trace", files / "trace.json")[0] == 0


def test_a_pattern_that_runs_away_is_stopped(files: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    case = {
        "expected": [{"name": "a", "args": {"s": {"$expect": {"pattern": "^(a+)+$"}}}}],
        "trace": [{"name": "a", "args": {"s": "a" * 60 + "b"}}],
    }
    (files / "case.json").write_text(json.dumps(case), "utf-8")
    code, report, error = run(capsysbinary, "--case", files / "case.json", "--time-limit", 0.5)
    assert (code, report["errors"][0]["code"]) == (2, "time_limit")
    assert "not judged within 0.5 seconds; a pattern may run away" in error


def test_it_runs_as_a_module_and_reads_standard_input(files: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "evaluator_core",
        "--expected",
        "-",
        "--trace",
        str(files / "trace.json"),
        "--compact",
    ]
    done = subprocess.run(command, input='["a", "b"]', capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdict"] == "pass"
