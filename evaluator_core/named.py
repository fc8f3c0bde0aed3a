"""The named evaluators of every report (design section 6): one score each, from 0 to 1, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

from .alignment import Alignment, accepted_names
from .arguments import Comparison
from .calls import ExpectedCall, ToolCall
from .counting import CountResult, count_tools
from .list_matching import largest_matching
from .names import Naming
from .options import Options
from .sequences import common_length
from .values import key_of

THRESHOLD = 1.0
"""An evaluator passes at this score."""


class NamedInput:
    """What the evaluators look at."""

    def __init__(
        self,
        expected: Sequence[ExpectedCall],
        actual: Sequence[ToolCall],
        aligned: Alignment,
        naming: Naming,
        options: Options,
    ) -> None:
        self.expected = expected
        self.actual = actual
        self.aligned = aligned
        self.naming = naming
        self.options = options

    @cached_property
    def made(self) -> Counter[str]:
        """How often each tool was called, by the name that is compared."""
        return Counter(self.naming.canonical(call.name) for call in self.actual)


def named_evaluators(given: NamedInput) -> dict[str, dict[str, Any]]:
    """All named evaluators, by id."""
    return {
        "tool_call_args": _args(given),
        "tool_call_count": _count(given),
        "tool_call_order": _order(given),
        "tool_parameter_correctness": {
            **_result(None, "no tool definitions are given"),
            "reason_zh": "未提供工具定义",
            "status": "not_applicable",
            "calls": [],
        },
    }


def _result(score: float | None, reason: str) -> dict[str, Any]:
    passed = None if score is None else score >= THRESHOLD
    label = "n/a" if passed is None else "pass" if passed else "fail"
    return {"score": score, "label": label, "passed": passed, "threshold": THRESHOLD, "reason": reason}


def _share(part: int, whole: int, made: int) -> float | None:
    """`part` of `whole`; nothing expected is right when nothing was made, and no question otherwise."""
    if whole:
        return part / whole
    return None if made else 1.0


def _args(given: NamedInput) -> dict[str, Any]:
    """Expected calls found with the same name and the very same arguments, in any order ÷ expected calls."""
    matched = _same_calls(given)
    expected = len(given.expected)
    reason = f"{matched}/{expected} expected calls were made with exactly these arguments"
    return {
        **_result(_share(matched, expected, len(given.actual)), reason),
        "matched": matched,
        "expected": expected,
    }


def _same_calls(given: NamedInput) -> int:
    """How many expected calls find a call of their own with equal arguments. Pairs found equal already are kept."""
    aligned = given.aligned
    equal = {
        i: j for i, j in aligned.equal_to.items() if aligned.actual_of[i] == j and given.expected[i].args is not None
    }
    if len(equal) == len(given.expected):
        return len(equal)
    taken = set(equal.values())
    left = [call for index, call in enumerate(given.expected) if index not in equal]
    free = [index for index in range(len(given.actual)) if index not in taken]
    literal = [call for call in left if not call.ruled and not call.any_of and call.args is not None]
    if len(literal) == len(left):
        made = Counter(_key(given.naming.canonical(given.actual[i].name), given.actual[i].args) for i in free)
        wanted = Counter(_key(given.naming.canonical(call.name), call.args) for call in left)
        return len(equal) + (made & wanted).total()
    comparison = Comparison(Options(args="exact"), given.actual)
    fits = [[index for index in free if _exactly(call, index, given, comparison)] for call in left]
    return len(equal) + sum(found is not None for found in largest_matching(len(left), fits.__getitem__))


def _key(name: str, args: Any) -> Hashable:
    return (name, key_of(args))


def _exactly(call: ExpectedCall, index: int, given: NamedInput, comparison: Comparison) -> bool:
    actual = given.actual[index]
    if given.naming.canonical(actual.name) not in accepted_names(call, given.naming):
        return False
    return any(
        given.naming.canonical(choice.name) == given.naming.canonical(actual.name)
        and comparison.differing(choice._replace(match=None), actual, index) == 0
        for choice in call.any_of or (call,)
    )


def _count(given: NamedInput) -> dict[str, Any]:
    """Tool names whose counts agree ÷ all tool names of both sides."""
    canonical = given.naming.canonical
    expected = (
        given.expected
        if given.naming.plain
        else [
            call._replace(
                name=canonical(call.name),
                any_of=tuple(choice._replace(name=canonical(choice.name)) for choice in call.any_of),
            )
            for call in given.expected
        ]
    )
    counted: CountResult = count_tools(expected, given.made, given.options.expected_counts)
    agree = counted.names - len(counted.mismatches)
    said = ", ".join(f"{m.name} called {m.actual} ×, expected {m.expected}" for m in counted.mismatches[:5])
    reason = f"{agree}/{counted.names} tool names have the expected count" + (f": {said}" if said else "")
    return {
        **_result(agree / counted.names if counted.names else 1.0, reason),
        "mismatches": [mismatch._asdict() for mismatch in counted.mismatches],
    }


def _order(given: NamedInput) -> dict[str, Any]:
    """Longest common subsequence of tool names ÷ expected calls."""
    expected, actual = given.expected, given.actual
    canonical = given.naming.canonical
    made = [canonical(call.name) for call in actual]
    wanted = [
        canonical(made_choice(index, given).name) if call.any_of else canonical(call.name)
        for index, call in enumerate(expected)
    ]
    common = common_length(wanted, made)
    reason = f"{common}/{len(expected)} expected tool names follow one another in the expected order"
    return {**_result(_share(common, len(expected), len(actual)), reason), "common": common, "expected": len(expected)}


def made_choice(index: int, given: NamedInput) -> ExpectedCall:
    """The call of an `any_of` entry that was made, else its first."""
    return given.aligned.choices.get(index, given.expected[index].any_of[0])
