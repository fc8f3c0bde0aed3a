"""The report: what was found, as Python values and as strict JSON (design section 7, `report.schema.json`).

Same input, same bytes out: a report holds no time and no random id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, cast

from .calls import Finding
from .differences import Difference
from .errors import InputError
from .json_text import decode, encode, finite
from .nearest import Nearest
from .options import Options
from .scores import Counts, Scores
from .traces import Trace
from .verdict import Judged, Reason
from .version import __version__

SCHEMA = "tool-call-report/1"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of one evaluation."""

    id: str | None
    judged: Judged
    nearest: dict[int, Nearest]
    counts: Counts
    scores: Scores
    reasons: list[Reason]
    warnings: list[Finding]
    trace: Trace
    options: Options
    evaluators: dict[str, dict[str, Any]]
    """The named evaluators by id."""
    compatibility: dict[str, Any]
    """Other evaluators' numbers, where an option asks for them."""
    not_finite: bool = False
    """NaN or an infinity stands in a value; the JSON report writes it as text."""
    errors: Sequence[InputError] = ()
    """What a part of the test could not be judged for, when no other part fails it."""

    @property
    def verdict(self) -> str:
        """`pass`, `fail`, or `error` when a part that must decide could not be judged.

        Input that cannot be read at all raises `InputError`, or is an `error_report`.
        """
        return "fail" if self.reasons else "error" if self.errors else "pass"

    def to_dict(self) -> dict[str, Any]:
        """The JSON report."""
        report = {
            **_head(self.id, self.verdict),
            "reasons": [reason._asdict() for reason in self.reasons],
            "scores": _scores(self.scores),
            "counts": _counts(self.counts),
            "expected_calls": self._expected_calls(),
            "actual_calls": self._actual_calls(),
            "repeated": [
                {"name": group.name, "args": group.args, "count": len(group.calls), "calls": list(group.calls)}
                for group in self.judged.repeated
            ],
            "evaluators": self.evaluators,
            "compatibility": self.compatibility,
            "trace": {
                "format": self.trace.format,
                "calls": len(self.trace.calls),
                "run": self.trace.run,
                "runs": self.trace.runs,
                "left_out": [left_out._asdict() for left_out in self.trace.left_out],
            },
            "warnings": [warning._asdict() for warning in self.warnings],
            "errors": [error.to_dict() for error in self.errors],
            "options": self.options.to_dict(),
        }
        return cast(dict[str, Any], finite(report)) if self.not_finite else report

    def to_json(self, *, indent: int | None = 2) -> str:
        """The report as strict JSON text."""
        return encode(self.to_dict(), indent=indent)

    def _expected_calls(self) -> list[dict[str, Any]]:
        judged, default = self.judged, self.options.args
        rows = []
        for index, (call, found) in enumerate(zip(judged.expected, judged.actual_of, strict=True)):
            if found is None:
                status = "not_called" if call.optional else "missing"
            else:
                status = "wrong_arguments" if judged.wrong[index] else "right"
            nearest = self.nearest.get(index) if found is None else None
            chosen = judged.choices.get(index, call) if judged.choices else call
            rows.append(
                {
                    "index": index,
                    "name": chosen.name,
                    "status": status,
                    "optional": call.optional,
                    "match": chosen.match or default,
                    "args": chosen.args,
                    "actual": found,
                    "differences": _differences(judged.differences[index]) if judged.differences[index] else [],
                    "nearest": None if nearest is None else _nearest(nearest),
                }
            )
        return rows

    def _actual_calls(self) -> list[dict[str, Any]]:
        forbidden = set(self.judged.forbidden)
        kept = self.judged.kept
        left_out = (
            frozenset() if len(kept) == len(self.judged.actual) else frozenset(range(len(self.judged.actual))) - {*kept}
        )
        return [
            {
                "index": index,
                "name": call.name,
                "status": "paired" if found is not None else "left_out" if index in left_out else "unexpected",
                "expected": found,
                "args": call.args,
                "id": call.id,
                "turn": call.turn,
                "failed": call.failed,
                "forbidden": index in forbidden,
                "source": call.source,
                "arguments_text": call.args if call.unreadable else None,
            }
            for index, (call, found) in enumerate(zip(self.judged.actual, self.judged.expected_of, strict=True))
        ]


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """What is said when a case could not be judged."""

    id: str | None
    errors: list[InputError]
    options: Options | None
    verdict: str = "error"

    def to_dict(self) -> dict[str, Any]:
        """The JSON report: the same fields, empty."""
        nothing = Counts(*[0] * len(Counts._fields))
        return {
            **_head(self.id, self.verdict),
            "reasons": [],
            "scores": dict.fromkeys(Scores._fields),
            "counts": _counts(nothing),
            "expected_calls": [],
            "actual_calls": [],
            "repeated": [],
            "evaluators": {},
            "compatibility": {},
            "trace": None,
            "warnings": [],
            "errors": [error.to_dict() for error in self.errors],
            "options": None if self.options is None else self.options.to_dict(),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """The report as strict JSON text."""
        return encode(self.to_dict(), indent=indent)


def error_report(errors: list[InputError], identity: str | None, options: Options | None) -> ErrorReport:
    """The report of a case that could not be judged."""
    return ErrorReport(identity, errors, options)


def report_schema() -> dict[str, Any]:
    """The JSON Schema of the report."""
    text = resources.files(__package__).joinpath("report.schema.json").read_text("utf-8")
    return cast(dict[str, Any], decode(text).documents[0])


def _head(identity: str | None, verdict: str) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "evaluator": {"name": "evaluator_core", "version": __version__},
        "id": identity,
        "verdict": verdict,
    }


def _scores(scores: Scores) -> dict[str, float | None]:
    return {
        name: value if value is None or isinstance(value, float) else value.value
        for name, value in scores._asdict().items()
    }


def _counts(counts: Counts) -> dict[str, int]:
    return counts._asdict()


def _nearest(nearest: Nearest) -> dict[str, Any]:
    return {
        "actual": nearest.actual,
        "message": nearest.message,
        "differences": _differences(nearest.differences),
    }


def _differences(differences: Sequence[Difference]) -> list[dict[str, Any]]:
    return [
        {
            "path": difference.path,
            "pointer": difference.pointer,
            "kind": difference.kind,
            "expected": difference.expected,
            "actual": difference.actual,
            "hint": difference.hint,
            "rule": None if difference.rule is None else difference.rule.words,
        }
        for difference in differences
    ]
