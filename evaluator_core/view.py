"""A report as the page shows it: titles for people, free values as text, rows in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .json_text import encode
from .options import MATCH_MODES
from .report import Report
from .scores import Ratio, Scores
from .verdict import TITLES

_STATUS_TITLES = {
    "right": "Right",
    "wrong_arguments": "Wrong arguments",
    "missing": "Missing",
    "not_called": "Not called (optional)",
    "paired": "Expected",
    "unexpected": "Unexpected",
    "left_out": "Left out",
}
_KIND_TITLES = {
    "changed": "Changed",
    "missing": "Missing",
    "extra": "Not expected",
    "type": "Other type",
    "length": "Other length",
    "allowed_extra": "Extra, allowed",
}
_HINT_TITLES = {
    "type": "the same value in another JSON type",
    "case": "only upper and lower case differ",
    "whitespace": "only white space differs",
    "unicode_form": "the same letters in another Unicode form",
    "number_text": "a number written as text",
    "json_text": "the same value written as JSON text",
    "same_instant": "the same instant, written differently",
    "list_order": "the same items in another order",
}
_SCORES = (
    ("precision", "Precision", "paired calls ÷ calls made"),
    ("recall", "Recall", "required expected calls paired ÷ required expected calls"),
    ("f1", "F1", "harmonic mean of precision and recall"),
    ("argument_accuracy", "Argument accuracy", "pairs with right arguments ÷ pairs"),
    ("precision_with_arguments", "Precision with arguments", "pairs with right arguments ÷ calls made"),
    ("recall_with_arguments", "Recall with arguments", "required pairs with right arguments ÷ required expected calls"),
)
_EVALUATOR_TITLES = {
    "tool_call_args": "Arguments, exact",
    "tool_call_count": "Number of calls",
    "tool_call_order": "Order of calls",
    "tool_parameter_correctness": "Parameter correctness",
}
_WARNING_TITLES = {
    "arguments_not_json": "Unreadable arguments",
    "arguments_not_object": "Arguments are no object",
    "duplicate_key": "Duplicate key",
    "several_choices": "Several answers",
    "similar_to_forbidden": "Resembles a forbidden tool",
    "expected_and_forbidden": "Expected and forbidden",
    "pairing_bounded": "Pairing bounded",
    "list_items_bounded": "List items bounded",
    "compare_path_not_found": "Compared path not found",
    "not_finite": "NaN or infinity",
}


def percent(value: float | None) -> str:
    """A ratio for people: `67 %`; one more digit where rounding would claim all or nothing; `n/a` for none."""
    if value is None:
        return "n/a"
    rounded = round(value * 100)
    if value not in (0, 1) and rounded in (0, 100):
        return f"{min(max(value * 100, 0.1), 99.9):.1f} %"
    return f"{rounded} %"


def view_of(report: Report) -> dict[str, Any]:
    """The page's view of a verdict."""
    shown = report.to_dict()
    expected = [_expected_row(row) for row in shown["expected_calls"]]
    repeats = {index for group in report.judged.repeated for index in group.calls}
    return {
        "verdict": report.verdict,
        "headline": _headline(report),
        "reasons": [{**reason._asdict(), "title": TITLES[reason.code]} for reason in report.reasons],
        "errors": [error.to_dict() for error in report.errors],
        "warnings": [
            {**warning, "title": _WARNING_TITLES.get(warning["code"], warning["code"].replace("_", " ").capitalize())}
            for warning in shown["warnings"]
        ],
        "scores": _scores(report.scores),
        "counts": shown["counts"],
        "expected_calls": expected,
        "actual_calls": [_actual_row(row, row["index"] in repeats) for row in shown["actual_calls"]],
        "alignment": _alignment(report, *([row["status"] for row in shown[side]] for side in _SIDES)),
        "repeated": [
            {"name": g["name"], "args_text": encode(g["args"], indent=2), "count": g["count"], "calls": g["calls"]}
            for g in shown["repeated"]
        ],
        "evaluators": [
            {
                "id": name,
                "title": _EVALUATOR_TITLES[name],
                "value_text": percent(result["score"]),
                **{key: result[key] for key in ("score", "label", "passed", "threshold", "reason")},
            }
            for name, result in report.evaluators.items()
        ],
        "compatibility": [
            {
                "system": system,
                "id": name,
                "score": result["score"],
                "value_text": percent(result["score"]),
                "ours_text": percent(result["ours"]),
                "differs": result["differs"],
                "why": result["why"],
            }
            for system, results in report.compatibility.items()
            for name, result in results.items()
        ],
        "trace": {
            "format": report.trace.format,
            "title": report.trace.title,
            "calls": len(report.trace.calls),
            "run": report.trace.run,
            "runs": report.trace.runs,
        },
    }


def view_of_errors(errors: list[dict[str, Any]]) -> dict[str, Any]:
    """The page's view of what could not be judged."""
    return {
        "verdict": "error",
        "headline": "Could not be judged",
        "errors": errors,
        "counts": {},
        "trace": None,
        **{name: [] for name in _LISTS},
    }


_LISTS = ("reasons", "warnings", "scores", "expected_calls", "actual_calls", "alignment", "repeated",
          "evaluators", "compatibility")  # fmt: skip


def _headline(report: Report) -> str:
    number = len(report.reasons)
    if number:
        return f"Fail: {number:,} reason{'s' if number > 1 else ''}"
    if report.errors:
        return f"Not judged: {report.errors[0].message}"
    counts = report.counts
    if not counts.expected and not counts.calls:
        return "Pass: no call expected, none made"
    return f"Pass: {counts.right_arguments:,} of {counts.paired:,} pairs right"


def _scores(scores: Scores) -> list[dict[str, Any]]:
    rows = []
    for name, title, help in _SCORES:
        score = getattr(scores, name)
        value = score.value if isinstance(score, Ratio) else score
        fraction = f"{score.part:,} of {score.whole:,}" if isinstance(score, Ratio) else None
        rows.append(
            {
                "id": name,
                "title": title,
                "value": value,
                "value_text": percent(value),
                "fraction_text": fraction,
                "help": help,
            }
        )
    return rows


def _expected_row(row: dict[str, Any]) -> dict[str, Any]:
    nearest = row["nearest"]
    return {
        **{key: row[key] for key in ("index", "name", "status", "optional", "match", "actual")},
        "status_title": _STATUS_TITLES[row["status"]],
        "match_title": MATCH_MODES[row["match"]][0],
        "args_text": None if row["args"] is None else encode(row["args"], indent=2),
        "differences": _difference_rows(row["differences"]),
        "nearest": nearest and {**nearest, "differences": _difference_rows(nearest["differences"])},
    }


def _actual_row(row: dict[str, Any], repeated: bool) -> dict[str, Any]:
    kept = ("index", "name", "status", "expected", "id", "turn", "failed", "forbidden", "source")
    text = row["arguments_text"]
    return {
        **{key: row[key] for key in kept},
        "status_title": _STATUS_TITLES[row["status"]],
        "args_text": encode(row["args"], indent=2) if text is None else text,
        "repeated": repeated,
    }


def _difference_rows(differences: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            **{key: row[key] for key in ("path", "pointer", "kind", "hint")},
            "kind_title": _KIND_TITLES[row["kind"]],
            "expected_text": None if row["kind"] in ("extra", "allowed_extra") else encode(row["expected"]),
            "actual_text": None if row["kind"] == "missing" else encode(row["actual"]),
            "hint_title": row["hint"] and _HINT_TITLES[row["hint"]],
            "rule_text": None if row["rule"] is None else encode(row["rule"]),
        }
        for row in differences
    ]


_SIDES = ("expected_calls", "actual_calls")


def _alignment(report: Report, statuses: Sequence[str], of_actual: Sequence[str]) -> list[dict[str, Any]]:
    """Rows in reading order: the calls as made, each beside its expected call; a missing one where it was due."""
    judged = report.judged
    due: dict[int, list[int]] = {}
    place = 0
    for index, found in enumerate(judged.actual_of):
        if found is None:
            due.setdefault(place, []).append(index)
        else:
            place = max(place, found + 1) if report.options.order != "any_order" else found + 1
    rows: list[dict[str, Any]] = []
    for position in range(len(judged.actual) + 1):
        rows.extend({"expected": i, "actual": None, "status": statuses[i]} for i in due.get(position, ()))
        if position < len(judged.actual):
            partner = judged.expected_of[position]
            status = of_actual[position] if partner is None else statuses[partner]
            rows.append({"expected": partner, "actual": position, "status": status})
    return rows
