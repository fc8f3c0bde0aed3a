"""The pipeline: read, align, score, judge, report. Every stage is a pure function of its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from .alignment import align
from .arguments import ALLOWED, Comparison
from .calls import ExpectedCall, Finding, ToolCall
from .errors import InputError, Place
from .expected import Expected, read_expected
from .locate import placed
from .names import matcher, resembles
from .nearest import nearest_misses
from .options import Options
from .repetition import repeated_calls
from .report import Report, error_report
from .scores import Counts, scores_of
from .traces import Trace, read_trace
from .verdict import Judged, reasons

_CASE_FIELDS = ("id", "expected", "trace", "options", "tools", "context", "run", "tags")


def evaluate(
    expected: Any,
    trace: Any,
    options: Options | dict[str, Any] | None = None,
    *,
    tools: Any = None,
    context: Any = None,
    id: str | None = None,
) -> Report:
    """Compare the calls a test expects with the calls a trace records.

    `expected` and `trace` are JSON values, or text holding the pasted JSON; `options` an `Options` or its JSON
    object. Raises `InputError` when anything given cannot be read: an error is never a verdict about the agent.
    """
    chosen = Options.read(options)
    wanted = _within("expected", _read_expected, expected)
    read = trace if isinstance(trace, Trace) else _within("trace", read_trace, trace)
    return _judge(wanted, read, chosen, id)


def evaluate_case(case: Any) -> dict[str, Any]:
    """Evaluate one case: dict in, report dict out. Never raises for bad input: verdict `error` with `errors[]`.

    A case is `{"id", "expected", "trace", "options", …}` (design section 2). Picklable and free of state, so that an
    engine can map it over many cases.
    """
    identity: str | None = None
    try:
        fields = _read_case(case)
        identity = fields.get("id")
        problems: list[InputError] = []
        read: dict[str, Any] = {}
        for where, reader in (("options", Options.read), ("expected", _read_expected), ("trace", read_trace)):
            try:
                read[where] = _within(where, reader, fields.get(where))
            except InputError as problem:
                problems.append(problem)
        if problems:
            return error_report(problems, identity, read.get("options")).to_dict()
        return _judge(read["expected"], read["trace"], read["options"], identity).to_dict()
    except InputError as problem:
        return error_report([problem], identity, None).to_dict()


def _read_case(case: Any) -> dict[str, Any]:
    if not isinstance(case, dict):
        raise InputError(
            "bad_case",
            'a case is a JSON object such as {"expected": […], "trace": …}',
            place=Place(where="case", path="$"),
        )
    for key in case:
        if key not in _CASE_FIELDS:
            near = get_close_matches(str(key), _CASE_FIELDS, n=1, cutoff=0.8)
            if near:
                raise InputError(
                    "unknown_field",
                    f"a case has no field {key!r}; did you mean {near[0]!r}?",
                    place=Place(where="case", path=f"$.{key}"),
                )
    identity = case.get("id")
    return {**case, "id": None if identity is None else str(identity)}


def _within(where: str, reader: Any, value: Any) -> Any:
    try:
        return reader(value)
    except InputError as problem:
        if isinstance(value, str):
            problem = placed(problem, value)
        raise problem.within(where) from None


def _read_expected(written: Any) -> Expected:
    if isinstance(written, list) and written and all(isinstance(item, ExpectedCall) for item in written):
        return Expected(written)
    return read_expected(written)


def _judge(wanted: Expected, trace: Trace, options: Options, identity: str | None) -> Report:
    expected, actual = wanted.calls, trace.calls
    comparison = Comparison(options)
    actual_of, equal_to, bounded = align(expected, actual, options, comparison)
    expected_of: list[int | None] = [None] * len(actual)
    differences: list[Any] = []
    wrong: list[bool] = []
    required = required_paired = required_right = paired = right = missing = 0
    for index, call in enumerate(expected):
        found = actual_of[index]
        needed = not call.optional
        required += needed
        if found is None:
            missing += needed
            differences.append(())
            wrong.append(False)
            continue
        expected_of[found] = index
        paired += 1
        required_paired += needed
        differing = [] if equal_to.get(index) == found else comparison.differences(call, actual[found])
        differences.append(differing)
        bad = bool(differing) and any(difference.kind != ALLOWED for difference in differing)
        wrong.append(bad)
        if not bad:
            right += 1
            required_right += needed
    banned = matcher(options.forbidden)
    forbidden = [i for i, call in enumerate(actual) if banned.match(call.name)] if banned else []
    repeated = repeated_calls(actual)
    nearest = nearest_misses(expected, actual, actual_of, expected_of, comparison) if missing else {}
    counts = Counts(
        len(expected), required, len(actual), paired, required_paired, right, required_right,
        missing, len(actual) - paired, len(forbidden),
    )  # fmt: skip
    judged = Judged(
        expected, actual, actual_of, expected_of, differences, wrong, forbidden, repeated,
        {index: found.message for index, found in nearest.items()},
    )  # fmt: skip
    warnings = [*trace.warnings, *_warnings(expected, actual, options, set(forbidden))]
    if bounded:
        warnings.append(_BOUNDED)
    not_finite = wanted.not_finite or trace.not_finite
    if not_finite:
        warnings.append(_NOT_FINITE)
    return Report(
        identity, judged, nearest, counts, scores_of(counts), reasons(judged, options), warnings, trace, options,
        not_finite,
    )  # fmt: skip


_BOUNDED = Finding(
    "pairing_bounded",
    "so many calls of one tool are wrong that which of them meet was not searched to the end; all counts are exact",
)
_NOT_FINITE = Finding("not_finite", "NaN or an infinity stands in a value; the report writes it as text")


def _warnings(
    expected: Sequence[ExpectedCall], actual: Sequence[ToolCall], options: Options, forbidden: set[int]
) -> list[Finding]:
    """What is worth knowing of forbidden tools beyond the calls of them."""
    found: list[Finding] = []
    banned = matcher(options.forbidden)
    if banned is None:
        return found
    both = sorted({call.name for call in expected if banned.match(call.name)})
    if both:
        found.append(Finding("expected_and_forbidden", f"both expected and forbidden: {', '.join(both)}"))
    plain = [name for name in options.forbidden if "*" not in name]
    for index, call in enumerate(actual):
        near = None if index in forbidden else next((name for name in plain if resembles(call.name, name)), None)
        if near is not None:
            found.append(Finding("similar_to_forbidden", f"{call.name} resembles the forbidden tool {near}", index))
    return found
