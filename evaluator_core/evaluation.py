"""The pipeline: read, align, score, judge, report. Every stage is a pure function of its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from .alignment import Alignment, align, result_fits
from .arguments import Comparison, stands
from .calls import ExpectedCall, Finding, ToolCall
from .cases import read_case, read_evaluators
from .compatibility import uipath_results
from .counting import explicit_mismatches
from .differences import ALLOWED, Difference
from .errors import InputError, Place
from .expected import Expected, read_expected
from .filtering import kept_calls
from .locate import placed
from .named import NamedInput, named_evaluators
from .names import Naming, matcher, resembles
from .nearest import nearest_misses
from .options import Options
from .ordering import out_of_order
from .pointers import asked_path
from .repetition import repeated_calls
from .report import Report, error_report
from .scores import Counts, scores_of
from .tool_definitions import ToolDefinition, read_tools
from .traces import Trace, read_trace
from .verdict import Judged, Reason, reasons

if TYPE_CHECKING:
    from .parameters import Parameters, Said


def evaluate(
    expected: Any,
    trace: Any,
    options: Options | dict[str, Any] | None = None,
    *,
    tools: Any = None,
    context: Any = None,
    evaluators: Sequence[str] | None = None,
    id: str | None = None,
) -> Report:
    """Compare the calls a test expects with the calls a trace records.

    `expected` and `trace` are JSON values, or text holding the pasted JSON; `options` an `Options` or its JSON
    object. `evaluators` are named evaluators that decide in place of the options. Raises `InputError` when anything
    given cannot be read: an error is never a verdict about the agent.
    """
    chosen = Options.read(options)
    wanted = _within("expected", _read_expected, expected)
    read = trace if isinstance(trace, Trace) else _within("trace", read_trace, trace)
    known = _within("tools", _read_tools, tools)
    said = _within("context", _read_context, context)
    return _judge(_Test(wanted, read, chosen, known, said, read_evaluators(evaluators)), id)


def evaluate_case(case: Any) -> dict[str, Any]:
    """Evaluate one case: dict in, report dict out. Never raises for bad input: verdict `error` with `errors[]`.

    A case is `{"id", "expected", "trace", "options", …}` (design section 2), or an evaluation request
    `{"evaluators", "tool_calls", "expected_tool_calls"}`. Picklable and free of state, so that an engine can map it
    over many cases.
    """
    try:
        parts = read_case(case)
    except InputError as problem:
        return error_report([problem], None, None).to_dict()
    problems: list[InputError] = []
    read: dict[str, Any] = {}
    readers: dict[str, Callable[[Any], Any]] = {
        "options": Options.read,
        "expected": _read_expected,
        "trace": read_trace,
        "tools": _read_tools,
        "context": _read_context,
    }
    for where, reader in readers.items():
        try:
            read[where] = _within(where, reader, getattr(parts, where))
        except InputError as problem:
            problems.append(problem)
    if problems:
        return error_report(problems, parts.id, read.get("options")).to_dict()
    test = _Test(read["expected"], read["trace"], read["options"], read["tools"], read["context"], parts.evaluators)
    return _judge(test, parts.id).to_dict()


def _read_tools(written: Any) -> Mapping[str, ToolDefinition]:
    return {} if written is None else read_tools(written)


def _read_context(written: Any) -> Sequence[Said]:
    if written is None:
        return ()
    from .parameters import read_context  # only now: the main path does without

    return read_context(written)


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


class _Test(NamedTuple):
    """All that is judged, read."""

    expected: Expected
    trace: Trace
    options: Options
    tools: Mapping[str, ToolDefinition]
    context: Sequence[Said] = ()
    evaluators: tuple[str, ...] | None = None
    """The named evaluators that decide, in place of the options."""


def _judge(test: _Test, identity: str | None) -> Report:
    trace, options = test.trace, test.options
    expected = test.expected.calls
    naming = Naming(sanitized=options.name_match == "sanitized", prefixes=options.strip_name_prefix)
    kept = kept_calls(trace.calls, options)
    compared = trace.calls if kept is None else [trace.calls[index] for index in kept]
    comparison = Comparison(options, compared, _schemas(compared, test.tools, naming))
    aligned = align(expected, compared, options, comparison, naming)
    pairs = _judge_pairs(expected, compared, aligned, comparison)
    nearest = (
        nearest_misses(expected, compared, aligned.actual_of, pairs.expected_of, comparison, naming)
        if pairs.missing
        else {}
    )
    banned = matcher([*options.forbidden, *(naming.canonical(name) for name in options.forbidden if "*" not in name)])
    forbidden = (
        [i for i, c in enumerate(trace.calls) if banned.match(c.name) or banned.match(naming.canonical(c.name))]
        if banned
        else []
    )
    required = sum(not call.optional for call in expected)
    counts = Counts(
        len(expected), required, len(compared), pairs.paired, required - pairs.missing, pairs.right,
        pairs.required_right, pairs.missing, len(compared) - pairs.paired, len(forbidden),
    )  # fmt: skip
    scores = scores_of(counts)
    named = NamedInput(expected, compared, aligned, naming, options)
    repeated = repeated_calls(compared)
    judged = Judged(
        expected=expected,
        actual=trace.calls,
        kept=range(len(compared)) if kept is None else kept,
        actual_of=aligned.actual_of,
        expected_of=pairs.expected_of,
        choices=aligned.choices,
        differences=pairs.differences,
        wrong=pairs.wrong,
        wrong_results=pairs.wrong_results,
        forbidden=forbidden,
        repeated=repeated,
        nearest={index: found.message for index, found in nearest.items()},
        mismatches=explicit_mismatches(options.expected_counts, named.made) if options.expected_counts else (),
        out_of_order=out_of_order(list(_named(compared, naming)), options.before) if options.before else (),
        scores=scores,
    )
    if options.order == "strict" and pairs.missing and pairs.missing == len(compared) - pairs.paired:
        judged = judged._replace(in_any_order=_in_any_order(judged, compared, options, comparison, naming))
    if kept is not None:
        judged = _renumbered(judged, kept, len(trace.calls))
        nearest = {i: n._replace(actual=None if n.actual is None else kept[n.actual]) for i, n in nearest.items()}
    warnings = [*trace.warnings, *_warnings(expected, trace.calls, options, set(forbidden))]
    warnings += _compared_nowhere(judged, comparison)
    if aligned.bounded:
        warnings.append(_BOUNDED)
    if comparison.bounded:
        warnings.append(_LISTS_BOUNDED)
    not_finite = test.expected.not_finite or trace.not_finite
    if not_finite:
        warnings.append(_NOT_FINITE)
    evaluators = named_evaluators(named)
    parameters = _parameters(test, judged.kept, naming) if test.tools else None
    if parameters is not None:
        evaluators["tool_parameter_correctness"] = parameters.to_dict()
        warnings += parameters.warnings(decides=options.check_parameters)
    decisive = {name: evaluators[name] for name in test.evaluators or ()}
    compatibility = (
        {"uipath": uipath_results(expected, compared, options.expected_counts, evaluators)}
        if "uipath" in options.compatibility
        else {}
    )
    found = reasons(judged, options, decisive)
    errors: list[InputError] = []
    if options.check_parameters:
        found += [
            Reason("parameter_problem", said, None, i) for i, said in (parameters.reasons() if parameters else ())
        ]
        if not found and not (parameters.judged if parameters else not judged.kept):
            errors.append(_not_judged(evaluators["tool_parameter_correctness"]["reason"]))
    return Report(
        identity, judged, nearest, counts, scores, found, warnings, trace, options, evaluators, compatibility,
        not_finite, errors,
    )  # fmt: skip


def _parameters(test: _Test, kept: Sequence[int], naming: Naming) -> Parameters:
    from .parameters import check_parameters  # only now: the main path does without

    calls = [(index, test.trace.calls[index]) for index in kept]
    return check_parameters(calls, test.tools, naming, test.trace, test.context, test.options)


def _not_judged(why: str) -> InputError:
    """The test asks for a check of the parameters that its tool definitions do not allow."""
    return InputError("parameters_not_judged", f"check_parameters is set, but {why}", place=Place(where="tools"))


class _Pairs(NamedTuple):
    """What the pairs of an alignment are worth."""

    expected_of: list[int | None]
    differences: list[Sequence[Difference]]
    wrong: list[bool]
    wrong_results: list[int]
    paired: int
    right: int
    required_right: int
    missing: int


def _judge_pairs(
    expected: Sequence[ExpectedCall], actual: Sequence[ToolCall], aligned: Alignment, comparison: Comparison
) -> _Pairs:
    expected_of: list[int | None] = [None] * len(actual)
    differences: list[Sequence[Difference]] = []
    wrong: list[bool] = []
    wrong_results: list[int] = []
    paired = right = required_right = missing = 0
    equal_to = aligned.equal_to
    for index, call in enumerate(expected):
        found = aligned.actual_of[index]
        if found is None:
            missing += not call.optional
            differences.append(())
            wrong.append(False)
            continue
        expected_of[found] = index
        paired += 1
        if equal_to.get(index) == found:
            differing: Sequence[Difference] = ()
            bad = False
        else:
            chosen = aligned.choices.get(index, call)
            differing = comparison.differences(chosen, actual[found], found)
            bad = any(difference.kind != ALLOWED for difference in differing)
        differences.append(differing)
        wrong.append(bad)
        if not bad:
            right += 1
            required_right += not call.optional
        if call.expect_result is not None and not result_fits(call, actual[found]):
            wrong_results.append(index)
    return _Pairs(expected_of, differences, wrong, wrong_results, paired, right, required_right, missing)


def _in_any_order(
    judged: Judged, compared: Sequence[ToolCall], options: Options, comparison: Comparison, naming: Naming
) -> Judged | None:
    """The calls paired in any order, where in strict order each pair is right and only positions are wrong."""
    if any(judged.wrong):
        return None
    aligned = align(judged.expected, compared, replace(options, order="any_order"), comparison, naming)
    pairs = _judge_pairs(judged.expected, compared, aligned, comparison)
    if pairs.missing or pairs.paired < len(compared):
        return None
    return judged._replace(
        actual_of=aligned.actual_of,
        expected_of=pairs.expected_of,
        choices=aligned.choices,
        differences=pairs.differences,
        wrong=pairs.wrong,
        wrong_results=pairs.wrong_results,
    )


def _schemas(calls: Sequence[ToolCall], tools: Mapping[str, ToolDefinition], naming: Naming) -> dict[str, Any]:
    """The schema of arguments by the name under which a tool was called."""
    if not tools:
        return {}
    canonical = {naming.canonical(name): tool for name, tool in tools.items()}
    found = {call.name: tools.get(call.name) or canonical.get(naming.canonical(call.name)) for call in calls}
    return {name: tool.schema for name, tool in found.items() if tool is not None}


def _compared_nowhere(judged: Judged, comparison: Comparison) -> list[Finding]:
    """Paths of `compare` that stand in neither side of any pair: probably misspelt, as nothing is compared there."""
    found: dict[tuple[str, tuple[str, ...]], bool] = {}
    for index, call in enumerate(judged.expected):
        made = judged.actual_of[index]
        call = judged.choices.get(index, call)
        if call.compare and made is not None and comparison.mode(call) != "ignore":
            given = judged.actual[made].args
            for path in call.compare:
                here = stands(call.template, path) or stands(given, path)
                found[call.name, path] = found.get((call.name, path), False) or here
    return [
        Finding(
            "compare_path_not_found",
            f"{name}: nothing was compared at {asked_path(path)}, as neither the expected nor the actual arguments"
            " have it",
        )
        for (name, path), here in found.items()
        if not here
    ]


def _named(calls: Sequence[ToolCall], naming: Naming) -> Iterator[tuple[int, str, ToolCall]]:
    for index, call in enumerate(calls):
        yield index, naming.canonical(call.name), call


def _renumbered(judged: Judged, kept: Sequence[int], calls: int) -> Judged:
    """The same, with the indices of all calls of the trace in place of those that were compared."""
    expected_of: list[int | None] = [None] * calls
    for place, index in enumerate(kept):
        expected_of[index] = judged.expected_of[place]
    return judged._replace(
        actual_of=[None if found is None else kept[found] for found in judged.actual_of],
        expected_of=expected_of,
        repeated=[group._replace(calls=tuple(kept[i] for i in group.calls)) for group in judged.repeated],
        out_of_order=[fault._replace(actual=kept[fault.actual]) for fault in judged.out_of_order],
        in_any_order=None if judged.in_any_order is None else _renumbered(judged.in_any_order, kept, calls),
    )


_BOUNDED = Finding(
    "pairing_bounded",
    "so many calls of one tool differ that not every pairing was tried; a better one may exist",
)
_LISTS_BOUNDED = Finding(
    "list_items_bounded",
    "lists without order hold so many unlike items that not every pairing of them was tried; a better one may exist",
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
