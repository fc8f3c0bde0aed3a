"""Which actual call stands for which expected call: the pairing engine, fed with calls and options."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from .arguments import Comparison, SharedValues
from .calls import ExpectedCall, ToolCall
from .matching import Problem, pair
from .names import Naming
from .options import Options
from .ordering import message_numbers
from .values import key_of, surely_equal


class Alignment(NamedTuple):
    """The pairing of a test."""

    actual_of: list[int | None]
    """For each expected call the index of its actual call."""
    equal_to: dict[int, int]
    """Expected call → actual call whose arguments were found plainly equal, so that nobody compares them again."""
    choices: dict[int, ExpectedCall]
    """For each paired `any_of` entry the call that was made."""
    bounded: bool
    """So many calls differ that not every pairing was tried; a better one may exist (the report says so)."""


def align(
    expected: Sequence[ExpectedCall],
    actual: Sequence[ToolCall],
    options: Options,
    comparison: Comparison,
    naming: Naming,
) -> Alignment:
    """Pair the calls by the rules of design section 5."""
    equal_to: dict[int, int] = {}
    # One differing path outweighs the wrong results of all pairs together.
    path = 1 if all(call.expect_result is None for call in expected) else len(expected) + 1
    names = [call.name for call in actual] if naming.plain else [naming.canonical(call.name) for call in actual]
    plain = all(comparison.is_plain(call) and not call.any_of for call in expected)

    def differing(i: int, j: int) -> int:
        wanted, given = expected[i], actual[j]
        if wanted.any_of:
            number = _nearest_choice(wanted, given, names[j], j, comparison, naming)[1]
        elif (plain or comparison.is_plain(wanted)) and (
            wanted.args is None or (not given.unreadable and surely_equal(wanted.args, given.args))
        ):
            equal_to[i] = j
            number = 0
        else:
            number = comparison.differing(wanted, given, j)
        return number * path + (not result_fits(expected[i], given))

    index = _ArgumentIndex(actual, names, comparison, naming)
    found = pair(
        Problem(
            required=[not call.optional for call in expected],
            expected_names=[accepted_names(call, naming) for call in expected],
            actual_names=names,
            differing=differing,
            expected_keys=lambda i: _expected_key(expected[i]),
            actual_keys=lambda j: _actual_key(actual[j]) if plain else j,  # a rule may look at earlier results
            right_candidates=lambda i: index.candidates(expected[i]),
            messages=message_numbers(actual) if options.parallel_any_order else None,
            path=path,
        ),
        options.order,
        options.pairing,
    )
    choices = {
        i: _nearest_choice(expected[i], actual[j], names[j], j, comparison, naming)[0]
        for i, j in enumerate(found.actual_of)
        if j is not None and expected[i].any_of
    }
    return Alignment(found.actual_of, equal_to, choices, found.bounded)


def accepted_names(call: ExpectedCall, naming: Naming) -> tuple[str, ...]:
    """The names, as they are compared, that a call may have to stand for an expected call."""
    if call.any_of:
        return tuple(dict.fromkeys(naming.canonical(choice.name) for choice in call.any_of))
    return (naming.canonical(call.name),)


def result_fits(expected: ExpectedCall, actual: ToolCall) -> bool:
    """Whether the trace marks the call's result as the test expects."""
    if expected.expect_result is None:
        return True
    return actual.failed is (expected.expect_result == "error")


def _nearest_choice(
    expected: ExpectedCall, actual: ToolCall, name: str, position: int, comparison: Comparison, naming: Naming
) -> tuple[ExpectedCall, int]:
    """Of the calls of an `any_of` entry with this name the one that differs least, the first of equals."""
    scored = [
        (comparison.differing(choice, actual, position), index, choice)
        for index, choice in enumerate(expected.any_of)
        if naming.canonical(choice.name) == name
    ]
    number, _, choice = min(scored, key=lambda found: found[:2])
    return choice, number


def _expected_key(call: ExpectedCall) -> Hashable:
    if call.any_of or call.rules is not None or call.ruled_args is not None:
        return id(call)
    return (call.name, call.match, call.expect_result, call.compare, key_of(call.args))


def _actual_key(call: ToolCall) -> Hashable:
    return (call.name, call.unreadable, call.failed, key_of(call.args))


class _ArgumentIndex:
    """Finds the actual calls that can be right for an expected call, among those of its tool."""

    def __init__(
        self, actual: Sequence[ToolCall], names: Sequence[str], comparison: Comparison, naming: Naming
    ) -> None:
        self._actual = actual
        self._names = names
        self._comparison = comparison
        self._naming = naming
        self._arguments_of: dict[str, dict[int, Any]] | None = None
        self._shared: dict[str, SharedValues] = {}

    def candidates(self, expected: ExpectedCall) -> Sequence[int] | None:
        """Indices, ascending, that include every right call; None when no argument tells."""
        if expected.args is None or expected.any_of or expected.compare is not None:
            return None
        if self._comparison.mode(expected) in ("keys", "ignore"):
            return None
        tool = self._naming.canonical(expected.name)
        arguments = self._of_tool(tool)
        if not arguments:
            return ()
        first = self._actual[next(iter(arguments))].name
        return self._index(tool).candidates(expected.template, self._comparison.guide(expected, first))

    def _index(self, tool: str) -> SharedValues:
        if tool not in self._shared:
            comparison = self._comparison
            self._shared[tool] = SharedValues(comparison.scalars, self._of_tool(tool), list_order=comparison.list_order)
        return self._shared[tool]

    def _of_tool(self, tool: str) -> dict[int, Any]:
        """The arguments of the calls of a tool, by index."""
        if self._arguments_of is None:
            self._arguments_of = {}
            for index, name in enumerate(self._names):
                self._arguments_of.setdefault(name, {})[index] = self._actual[index].args
        return self._arguments_of.get(tool, {})
