"""UiPath's tool-call evaluators, value by value, quirks included; never mixed into our own rules.

For people whose numbers come from there. Each function takes calls as `{"name", "args", "id"?}` dicts or plain names
and returns `{"score": 0..1, "details": {…}}`. The rules are those of the evaluators named `uipath-tool-call-args`,
`-count`, `-order` and `-output`, written anew from their observed behaviour:

- a call with an id matches only an expected call with that id, or whose *name* is that id; without one, names match
  when they are alike after cleaning;
- expected calls take actual calls greedily, in order; unexpected calls never matter;
- Python's own `==` compares values, so true equals 1;
- both sides empty scores 1, one side empty scores 0.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .errors import InputError

_BOTH_EMPTY = "Both expected and actual tool calls are empty"
_ONE_EMPTY = "Either expected or actual tool calls are empty"
_COMPARATORS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
}


class _Call(NamedTuple):
    name: str
    args: Any
    id: str | None
    output: str


def tool_call_args(
    expected: Sequence[Any], actual: Sequence[Any], *, strict: bool = False, subset: bool = False
) -> dict[str, Any]:
    """Share of expected calls that find an unused call with at least their arguments.

    Extra arguments never matter, with or without `subset`. `strict`: all or nothing.
    """
    del subset  # it never changes the score
    wanted, made = _calls(expected), _made(actual)
    explained: dict[str, str] = {}
    if not wanted or not made:
        return _empty(wanted, made, "explained_tool_calls_args", explained)
    found = 0
    used: set[int] = set()
    comparisons: Counter[str] = Counter()
    for call in wanted:
        for index, candidate in enumerate(made):
            if index in used or not _matches(call, candidate):
                continue
            right = all(key in candidate.args and candidate.args[key] == value for key, value in call.args.items())
            _explain(explained, comparisons, candidate.name, candidate.args, call.args, right)
            if right:
                found += 1
                used.add(index)
                break
    score = float(found == len(wanted)) if strict else found / len(wanted)
    return _result(score, wanted, made, "explained_tool_calls_args", explained)


def tool_call_count(
    expected_counts: Mapping[str, Sequence[Any]], actual: Sequence[Any], *, strict: bool = False
) -> dict[str, Any]:
    """Share of expected names whose number of calls satisfies its comparator, `{name: [comparator, n]}`.

    A call with an id is counted under its id. `strict`: the first name that fails scores 0.
    """
    made = _made(actual)
    counts = Counter(call.name if call.id is None else call.id for call in made)
    explained: dict[str, str] = {}
    if not expected_counts or not counts:
        return _empty(expected_counts, counts, "explained_tool_calls_count", explained)
    points = 0
    for name, (comparator, number) in expected_counts.items():
        if comparator not in _COMPARATORS:
            known = " ".join(_COMPARATORS)
            raise InputError("bad_comparator", f"{comparator!r} is no comparator; known are {known}")
        seen = counts[name] if name in counts else counts.get(_clean(name), 0)
        right = _COMPARATORS[comparator](seen, number)
        line = _line(seen, number, right)
        if strict and not right:
            return _result(0.0, expected_counts, counts, "explained_tool_calls_count", {name: line})
        explained[name] = line
        points += right
    return _result(points / len(expected_counts), expected_counts, counts, "explained_tool_calls_count", explained)


def tool_call_order(expected: Sequence[Any], actual: Sequence[Any], *, strict: bool = False) -> dict[str, Any]:
    """Longest common subsequence of names ÷ expected names. `strict`: the very same sequence, or 0."""
    wanted, made = _calls(expected), _made(actual)
    names = [call.name for call in wanted]
    if not wanted or not made:
        score = float(not wanted and not made)
        return {"score": score, "details": {"expected": str(names), "actual": str(_shown(made)), "lcs": []}}
    if strict:
        same = len(wanted) == len(made) and all(map(_matches, wanted, made))
        shared = names if same else []
        score = float(same)
    else:
        shared = _common(wanted, made)
        score = len(shared) / len(wanted)
    return {"score": score, "details": {"expected": str(names), "actual": str(_shown(made)), "lcs": shared}}


def tool_call_output(expected: Sequence[Any], actual: Sequence[Any], *, strict: bool = False) -> dict[str, Any]:
    """Share of expected `{"name", "output"}` that find an unused call with that output, compared as text.

    `strict`: the first mismatch met while scanning scores 0, so swapped outputs of one tool fail.
    """
    wanted, made = _calls(expected), _made(actual)
    explained: dict[str, str] = {}
    if not wanted or not made:
        return _empty(wanted, made, "explained_tool_calls_outputs", explained)
    found = 0
    used: set[int] = set()
    comparisons: Counter[str] = Counter()
    for call in wanted:
        matched = False
        for index, candidate in enumerate(made):
            if index in used or not _matches(call, candidate):
                continue
            matched = candidate.output == call.output
            line = f"Actual: {candidate.output}, Expected: {call.output}, Score: {float(matched)}"
            explained[f"{candidate.name}_{comparisons[candidate.name]}"] = line
            comparisons[candidate.name] += 1
            if matched:
                found += 1
                used.add(index)
                break
            if strict:
                return _result(0.0, wanted, made, "explained_tool_calls_outputs", explained)
        if strict and not matched:
            explained["_result"] = f"No matching actual tool call found for expected {call.name}"
            return _result(0.0, wanted, made, "explained_tool_calls_outputs", explained)
    return _result(found / len(wanted), wanted, made, "explained_tool_calls_outputs", explained)


def _calls(written: Sequence[Any]) -> list[_Call]:
    return [_call(item) for item in written]


def _made(written: Sequence[Any]) -> list[_Call]:
    """Actual calls; one without a name is no call there."""
    return [call for call in _calls(written) if call.name]


def _call(item: Any) -> _Call:
    if isinstance(item, str):
        return _Call(item, {}, None, "")
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        raise InputError("bad_call", 'a call is a name or an object such as {"name": "search", "args": {}}')
    args = item.get("args")
    identity = item.get("id")
    output = item.get("output")
    return _Call(
        item["name"],
        args if isinstance(args, Mapping) else {},
        None if identity is None else str(identity),
        "" if not output else str(output),
    )


def _clean(name: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]", "", "_".join(name.split()))[:64]


def _matches(expected: _Call, actual: _Call) -> bool:
    if actual.id is not None:
        return actual.id == (expected.name if expected.id is None else expected.id)
    return _clean(expected.name) == _clean(actual.name)


def _common(expected: list[_Call], actual: list[_Call]) -> list[str]:
    """A longest common subsequence, rebuilt from the end as UiPath does: ties move in the expected list."""
    table = [[0] * (len(actual) + 1) for _ in range(len(expected) + 1)]
    for i, one in enumerate(expected, 1):
        for j, other in enumerate(actual, 1):
            longest = max(table[i - 1][j], table[i][j - 1])
            table[i][j] = table[i - 1][j - 1] + 1 if _matches(one, other) else longest
    shared: list[str] = []
    i, j = len(expected), len(actual)
    while i and j:
        if _matches(expected[i - 1], actual[j - 1]):
            shared.append(expected[i - 1].name)
            i, j = i - 1, j - 1
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return shared[::-1]


def _line(actual: Any, expected: Any, right: bool) -> str:
    return f"Actual: {actual}, Expected: {expected}, Score: {float(right)}"


def _explain(
    explained: dict[str, str], comparisons: Counter[str], name: str, actual: Any, expected: Any, right: bool
) -> None:
    explained[f"{name}_{comparisons[name]}"] = _line(dict(actual), dict(expected), right)
    comparisons[name] += 1


def _empty(expected: Any, actual: Any, key: str, explained: dict[str, str]) -> dict[str, Any]:
    both = not expected and not actual
    explained["_result"] = _BOTH_EMPTY if both else _ONE_EMPTY
    return _result(float(both), expected, actual, key, explained)


def _shown(side: Any) -> Any:
    if isinstance(side, list):
        return [call.name if call.id is None else call.id for call in side]
    return dict(side)


def _result(score: float, expected: Any, actual: Any, key: str, explained: dict[str, str]) -> dict[str, Any]:
    return {
        "score": score,
        "details": {"expected": str(_shown(expected)), "actual": str(_shown(actual)), key: explained},
    }
