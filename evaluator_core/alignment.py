"""Which actual call stands for which expected call: the pairing engine, fed with calls and options."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from .arguments import Comparison
from .calls import ExpectedCall, ToolCall
from .matching import Problem, pair
from .options import Options
from .values import key_of, surely_equal


class Alignment(NamedTuple):
    """The pairing of a test."""

    actual_of: list[int | None]
    """For each expected call the index of its actual call."""
    equal_to: dict[int, int]
    """Expected call → actual call whose arguments were found plainly equal, so that nobody compares them again."""
    bounded: bool
    """The pairs are as many and as right as can be, but which wrong ones meet was not searched to the end."""


def align(
    expected: Sequence[ExpectedCall], actual: Sequence[ToolCall], options: Options, comparison: Comparison
) -> Alignment:
    """Pair the calls by the rules of design section 5."""
    index = _ArgumentIndex(actual, comparison)
    equal_to: dict[int, int] = {}

    def differing(i: int, j: int) -> int:
        wanted, given = expected[i], actual[j]
        if wanted.args is None or (not given.unreadable and surely_equal(wanted.args, given.args)):
            equal_to[i] = j
            return 0
        return comparison.differing(wanted, given)

    found = pair(
        Problem(
            required=[not call.optional for call in expected],
            expected_names=[(call.name,) for call in expected],
            actual_names=[call.name for call in actual],
            differing=differing,
            expected_keys=lambda i: _expected_key(expected[i]),
            actual_keys=lambda j: _actual_key(actual[j]),
            right_candidates=lambda i: index.candidates(expected[i]),
            messages=None,
        ),
        options.order,
        options.pairing,
    )
    return Alignment(found.actual_of, equal_to, found.bounded)


def _expected_key(call: ExpectedCall) -> Hashable:
    return (call.name, call.match, key_of(call.args))


def _actual_key(call: ToolCall) -> Hashable:
    return (call.name, call.unreadable, key_of(call.args))


class _ArgumentIndex:
    """Finds the actual calls that can be right for an expected call, by one argument they must share.

    Any top-level text, boolean, null or (without tolerance) number that is compared must be equal in a right call,
    so the calls that hold it are a superset of the right ones. The rarest such argument is used.
    """

    def __init__(self, actual: Sequence[ToolCall], comparison: Comparison) -> None:
        self._actual = actual
        self._comparison = comparison
        self._places: dict[tuple[str, str], dict[Any, list[int]]] = {}
        self._calls_of: dict[str, list[int]] | None = None

    def candidates(self, expected: ExpectedCall) -> Sequence[int] | None:
        """Indices, ascending, that include every right call; None when no argument tells."""
        if expected.args is None or self._comparison.mode(expected) in ("keys", "ignore"):
            return None
        best: Sequence[int] | None = None
        for name, value in expected.args.items():
            key = self._key(value)
            if key is _UNUSABLE or not self._comparison.compares_path(name):
                continue
            found = self._table(expected.name, name).get(key, ())
            if best is None or len(found) < len(best):
                best = found
                if len(best) <= 1:
                    break
        return best

    def _key(self, value: Any) -> Any:
        kind = value.__class__
        if kind is str:
            return self._comparison.folded(value) if self._comparison.folds_text else value
        if kind is bool or value is None:
            return (kind, value)
        if kind in (int, float) and not self._comparison.tolerant and value == value:
            return value
        return _UNUSABLE

    def _table(self, tool: str, name: str) -> dict[Any, list[int]]:
        table = self._places.get((tool, name))
        if table is None:
            table = self._places[tool, name] = {}
            for index in self._calls(tool):
                args = self._actual[index].args
                if args.__class__ is dict and name in args:
                    table.setdefault(self._key(args[name]), []).append(index)
        return table

    def _calls(self, tool: str) -> list[int]:
        if self._calls_of is None:
            self._calls_of = {}
            for index, call in enumerate(self._actual):
                self._calls_of.setdefault(call.name, []).append(index)
        return self._calls_of.get(tool, [])


_UNUSABLE = object()
