"""The rules as data: `tests/cases/*.json`, run here and, by `test_in_pyodide.py`, inside Pyodide."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from evaluator_core import evaluate_case, report_schema

CASES = Path(__file__).parent / "cases"
VALIDATOR = jsonschema.Draft202012Validator(report_schema())


def cases() -> list[Any]:
    return [
        pytest.param(item, id=f"{path.stem}: {item['title']}")
        for path in sorted(CASES.glob("*.json"))
        for item in json.loads(path.read_text("utf-8"))
    ]


def holds(right: Any, seen: Any, where: str = "$") -> None:
    """`right` is a part of what was seen: its keys, and its list items one by one."""
    if isinstance(right, dict):
        assert isinstance(seen, dict), f"{where}: {seen!r}"
        for key, value in right.items():
            assert key in seen, f"{where}.{key} is absent"
            holds(value, seen[key], f"{where}.{key}")
    elif isinstance(right, list):
        assert isinstance(seen, list) and len(seen) == len(right), f"{where}: {seen!r}"
        for index, value in enumerate(right):
            holds(value, seen[index], f"{where}[{index}]")
    elif isinstance(right, float):
        assert seen == pytest.approx(right), where
    else:
        assert seen == right and isinstance(seen, bool) == isinstance(right, bool), (
            f"{where}: {seen!r}, right {right!r}"
        )


@pytest.mark.parametrize("item", cases())
def test_case(item: dict[str, Any]) -> None:
    report = evaluate_case(item["case"])
    holds(item["right"], report)
    VALIDATOR.validate(report)
    json.dumps(report, allow_nan=False)
