"""Why a test fails: the reasons, each with a code for machines and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .calls import ExpectedCall, ToolCall
from .counting import CountMismatch
from .differences import ALLOWED, Difference
from .json_text import encode
from .names import matcher
from .options import Options
from .ordering import OutOfOrder
from .repetition import Repeated
from .scores import Ratio, Scores

TITLES = {
    "missing_call": "Missing call",
    "wrong_arguments": "Wrong arguments",
    "unexpected_call": "Unexpected call",
    "forbidden_call": "Forbidden call",
    "too_many_calls": "Too many calls",
    "count_mismatch": "Wrong number of calls",
    "order_rule": "Wrong order",
    "wrong_result": "Wrong result",
    "threshold_not_met": "Threshold not met",
    "parameter_problem": "Parameter problem",
    "repeated_call": "Repeated call",
}
"""Reason code → its name for people."""

_LONGEST = 60


class Reason(NamedTuple):
    """One reason for which a test fails."""

    code: str
    message: str
    expected: int | None = None
    """Index of the expected call it is about."""
    actual: int | None = None
    """Index of the actual call it is about."""


class Judged(NamedTuple):
    """What the reasons are drawn from: who met whom, and what was wrong. Indices are those of all actual calls."""

    expected: Sequence[ExpectedCall]
    actual: Sequence[ToolCall]
    kept: Sequence[int]
    """The actual calls that are compared; the others are left out by an option."""
    actual_of: Sequence[int | None]
    expected_of: Sequence[int | None]
    choices: dict[int, ExpectedCall]
    """For each paired `any_of` entry the call that was made."""
    differences: Sequence[Sequence[Difference]]
    wrong: Sequence[bool]
    wrong_results: Sequence[int]
    """Expected calls whose pair's result is not marked as expected."""
    forbidden: Sequence[int]
    repeated: Sequence[Repeated]
    nearest: dict[int, str]
    """For a missing expected call, a sentence on the call that comes closest."""
    mismatches: Sequence[CountMismatch]
    out_of_order: Sequence[OutOfOrder]
    scores: Scores
    in_any_order: Judged | None = None
    """In strict order, where the right calls were made at wrong positions only: the same, paired in any order."""


def reasons(judged: Judged, options: Options, decisive: Mapping[str, Mapping[str, Any]] | None = None) -> list[Reason]:
    """All reasons that stand, the most severe kinds first; none means the test passes.

    `decisive` are the named evaluators that decide in place of all-or-nothing, as long as one of them has a score.
    """
    found = [
        Reason("forbidden_call", f"{judged.actual[index].name} must never be called (call {index + 1})", None, index)
        for index in judged.forbidden
    ]
    if decisive and any(result["score"] is not None for result in decisive.values()):
        found += [
            Reason("threshold_not_met", f"{name}: {result['reason']}")
            for name, result in decisive.items()
            if result["passed"] is False
        ]
    elif options.thresholds:
        found += _not_met(judged.scores, options.thresholds)
    elif judged.in_any_order is not None:
        found.append(_order_reason(judged))
        found += _wrong_arguments(judged.in_any_order)
    else:
        found += _missing(judged)
        found += _wrong_arguments(judged)
        if not options.allow_extra or options.no_extra_of:
            found += _unexpected(judged, options)
    found += _wrong_results(judged.in_any_order or judged)
    if options.max_calls is not None and len(judged.kept) > options.max_calls:
        made, most = len(judged.kept), options.max_calls
        found.append(Reason("too_many_calls", f"{made} calls were made; at most {most} are allowed"))
    found += [
        Reason("count_mismatch", f"{name} was called {_times(actual)}, expected {expected}")
        for name, expected, actual in judged.mismatches
    ]
    found += [
        Reason("order_rule", f"{then} was called (call {index + 1}) without {first} in an earlier message", None, index)
        for first, then, index in judged.out_of_order
    ]
    if options.repeated == "fail":
        for group in judged.repeated:
            times = f"{len(group.calls)} times with equal arguments"
            found.append(Reason("repeated_call", f"{group.name} was called {times}", None, group.calls[1]))
    return found


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _not_met(scores: Scores, thresholds: Mapping[str, float]) -> list[Reason]:
    """The thresholds that a ratio does not reach; a ratio without a value has nothing to reach."""
    found = []
    for name, least in thresholds.items():
        score = getattr(scores, name)
        value = score.value if isinstance(score, Ratio) else score
        if value is not None and value < least:
            parts = f" ({score.part} of {score.whole})" if isinstance(score, Ratio) else ""
            title = name.replace("_", " ")
            found.append(Reason("threshold_not_met", f"{title} is {value:.4g}{parts}, at least {least:g} is asked for"))
    return found


def _wrong_results(judged: Judged) -> list[Reason]:
    found = []
    for index in judged.wrong_results:
        call, made = judged.expected[index], judged.actual_of[index]
        failed = None if made is None else judged.actual[made].failed
        marked = "is not marked" if failed is None else "is marked as an error" if failed else "is marked as ok"
        found.append(
            Reason("wrong_result", f"{call.name}: the result {marked}, expected {call.expect_result}", index, made)
        )
    return found


def _missing(judged: Judged) -> list[Reason]:
    return [
        Reason("missing_call", _missing_sentence(call, judged.nearest.get(index)), index)
        for index, call in enumerate(judged.expected)
        if judged.actual_of[index] is None and not call.optional
    ]


def _missing_sentence(call: ExpectedCall, nearest: str | None) -> str:
    sentence = f"{call.name} was expected and not called"
    return f"{sentence}: {nearest}" if nearest else sentence


def _wrong_arguments(judged: Judged) -> list[Reason]:
    return [
        Reason("wrong_arguments", f"{call.name}: {describe(judged.differences[index])}", index, judged.actual_of[index])
        for index, call in enumerate(judged.expected)
        if judged.wrong[index]
    ]


def _unexpected(judged: Judged, options: Options) -> list[Reason]:
    named = matcher(options.no_extra_of) if options.allow_extra else None
    repeats = {index: group for group in judged.repeated for index in group.calls[1:]}
    found = []
    for index in judged.kept:
        call = judged.actual[index]
        if judged.expected_of[index] is None and (named is None or named.match(call.name)):
            again = f", the same call as call {repeats[index].calls[0] + 1} again" if index in repeats else ""
            message = f"{call.name} was called and not expected (call {index + 1}{again})"
            found.append(Reason("unexpected_call", message, None, index))
    return found


def _order_reason(judged: Judged) -> Reason:
    first = next(index for index, found in enumerate(judged.actual_of) if found is None)
    place = next(index for index in judged.kept if judged.expected_of[index] is None)
    return Reason(
        "order_rule",
        "every expected call was made, but not at its position (strict order): "
        f"{judged.expected[first].name} is expected call {first + 1}, and call {place + 1} was "
        f"{judged.actual[place].name}",
        first,
        place,
    )


def describe(differences: Sequence[Difference], *, most: int = 3) -> str:
    """The differences of a pair in a sentence: `$.passengers expected 1, actual 2`."""
    counted = [difference for difference in differences if difference.kind != ALLOWED]
    parts = [_describe(difference) for difference in counted[:most]]
    if len(counted) > most:
        parts.append(f"and {len(counted) - most} more")
    return "; ".join(parts)


def _describe(difference: Difference) -> str:
    path = difference.path
    if difference.rule is not None and difference.expected == difference.rule.words:
        rule = short(difference.rule.words)
        return f"{path} must satisfy {rule}, " + (
            "not given" if difference.kind == "missing" else f"actual {short(difference.actual)}"
        )
    if difference.kind == "missing":
        return f"{path} expected {short(difference.expected)}, not given"
    if difference.kind == "extra":
        return f"{path} not expected, actual {short(difference.actual)}"
    if difference.kind == "length":
        return f"{path} expected {len(difference.expected)} items, actual {len(difference.actual)}"
    return f"{path} expected {short(difference.expected)}, actual {short(difference.actual)}"


def short(value: object) -> str:
    """A value as JSON text, cut where it is long."""
    text = encode(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
