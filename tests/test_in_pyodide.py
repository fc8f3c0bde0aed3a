"""The wheel as it is shipped, inside the Pyodide as it is shipped: every report is the one CPython gives, to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import build
from evaluator_core import evaluate_case
from evaluator_core.json_text import encode

CASES = Path(__file__).parent / "cases"
SAMPLES = Path(__file__).parent / "traces"


def _rules() -> dict[str, Any]:
    """The cases that `test_cases.py` holds CPython to."""
    return {
        f"{path.stem}: {item['title']}": item["case"]
        for path in sorted(CASES.glob("*.json"))
        for item in json.loads(path.read_text(encoding="utf-8"))
    }


def _hard() -> dict[str, Any]:
    """Input that kills an interpreter, or is rounded by JavaScript, unless somebody cared."""
    call = {"name": "pay", "args": {"id": 107505301260286111, "tiny": 5e-324, "note": "\u2028 \U0001f600 \x00 ñ"}}
    other = {"name": "pay", "args": {"id": 107505301260286112, "tiny": 0.1, "note": "\ud800"}}
    nested: list[Any] = []
    for _ in range(150):
        nested = [nested]
    return {
        "text nested 100,000 deep": {"expected": [], "trace": "[" * 100_000},
        "text nested 100,000 deep, closed": {"expected": [], "trace": "[" * 100_000 + "]" * 100_000},
        "objects nested 100,000 deep": {"expected": '{"a":' * 100_000, "trace": []},
        "arguments nested 100,000 deep": {"expected": [], "trace": [{"name": "f", "arguments": "[" * 100_000}]},
        "arguments as deep as is allowed": {
            "expected": [{"name": "f", "args": {"x": nested}}],
            "trace": [{"name": "f", "arguments": {"x": [nested]}}],
        },
        "big integers, odd characters": {"expected": [call], "trace": [other]},
        "an integer of 5,000 digits": {"expected": f'[{{"name": "f", "args": {{"x": {"9" * 5000}}}}}]', "trace": []},
        "1,000 calls": {"expected": [call] * 1000, "trace": [call, other] * 500, "options": {"order": "any_order"}},
    }


def _samples() -> dict[str, Any]:
    """Every trace sample, read and reported."""
    return {
        f"{path.parent.name}/{path.name}": {
            "expected": [],
            "trace": path.read_text(encoding="utf-8"),
            "options": {"allow_extra": True},
        }
        for path in sorted(SAMPLES.glob("*/*"))
        if not path.name.endswith(".expected.json")
    }


ALL = {**_rules(), **_hard(), **_samples()}


@pytest.fixture(scope="module")
def in_pyodide(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The report text of every case, all from one interpreter."""
    folder = tmp_path_factory.mktemp("pyodide")
    cases, reports = folder / "cases.json", folder / "reports.json"
    cases.write_text(json.dumps([json.dumps(case) for case in ALL.values()]), encoding="utf-8")
    build.run(
        [build.node_tools().node, "tests/in_pyodide.cjs", build.npm_packages(), dist, cases, reports],
        "run the cases in Pyodide",
    )
    return dict(zip(ALL, json.loads(reports.read_text(encoding="utf-8")), strict=True))


@pytest.mark.parametrize("title", ALL)
def test_pyodide_gives_the_report_of_cpython(title: str, in_pyodide: dict[str, str]) -> None:
    assert in_pyodide[title] == encode(evaluate_case(json.loads(json.dumps(ALL[title]))))
