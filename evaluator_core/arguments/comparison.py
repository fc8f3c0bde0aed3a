"""Compares the arguments of calls under one set of options: which mode, which rules, which schema, which paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from ..calls import ExpectedCall, ToolCall
from ..differences import ALLOWED, Difference
from ..options import Options
from ..pointers import escape, read_path, steps_in
from ..readings import as_json
from ..rules import ABSENT, IGNORE, RuleTree, Source, read_rules
from ..values import surely_equal
from .guide import NO_GUIDE, Guide, Schema
from .scalars import Scalars
from .selection import compare_selected, selection
from .walk import Walk

_NESTED = (dict, list)


class Comparison:
    """Compares arguments under one set of options. A comparison changes no state but `bounded`."""

    def __init__(
        self, options: Options, actual: Sequence[ToolCall] = (), schemas: Mapping[str, Any] | None = None
    ) -> None:
        """`actual`: the calls that were made, for rules that take a value from an earlier result.

        `schemas`: the JSON Schema of arguments by tool, for the option `ignore_defaults`.
        """
        self.scalars = Scalars(options)
        self.list_order = not options.ignore_list_order
        self.bounded = False
        """Lists had so many unlike items that not every pairing of them was tried."""
        self._mode = options.args
        self._actual = actual
        self._trees = _option_trees(options)
        self._schemas = (schemas or {}) if options.ignore_defaults else {}
        self._counts = not self._trees and not self._schemas and self.list_order

    def mode(self, expected: ExpectedCall) -> str:
        """How the call's arguments are compared: its own `match`, else the test's `args`."""
        return expected.match or self._mode

    def guide(self, expected: ExpectedCall, tool: str) -> Guide:
        """The rules of a call, its own before its tool's and those before the rules for every tool; the tool's schema.

        `tool`: the name under which the call was made.
        """
        own = () if expected.rules is None else (expected.rules,)
        named = [self._trees[name] for name in ("", expected.name, "*") if name in self._trees] if self._trees else []
        schema = self._schemas.get(tool)
        if not own and not named and schema is None:
            return NO_GUIDE
        return Guide((*own, *named), None if schema is None else Schema(schema, schema))

    def is_plain(self, expected: ExpectedCall) -> bool:
        """No rule touches the call, so equal arguments are right ones."""
        return not expected.ruled and (not self._trees or not self.guide(expected, "").trees)

    def differing(self, expected: ExpectedCall, actual: ToolCall, position: int = 0) -> int:
        """Number of differing paths of a pair; 0 when its arguments are right."""
        wanted, mode = expected.args, expected.match or self._mode
        if self._counts and not expected.ruled and wanted is not None and mode in ("subset", "exact"):
            return 1 if actual.unreadable else self._count(wanted, actual.args, mode == "exact")
        found = self.differences(expected, actual, position, hints=False)
        return sum(difference.kind != ALLOWED for difference in found)

    def differences(
        self, expected: ExpectedCall, actual: ToolCall, position: int = 0, *, hints: bool = True
    ) -> list[Difference]:
        """All differences of a pair, in the order of the expected arguments, then the extra ones.

        `position` is the index of the actual call, for rules that take a value `from` an earlier result. Without
        `hints` it is quicker, for those who only count.
        """
        wanted, given = expected.template, actual.args
        mode = expected.match or self._mode
        guide = self.guide(expected, actual.name)
        if mode == "ignore" or (wanted is None and not guide.trees):
            return []
        if actual.unreadable:
            return [Difference((), "type", expected.args, given)]
        if not guide.trees and not expected.ruled and surely_equal(wanted, given):
            return []
        results = partial(self._taken_from, position)
        walk = Walk(self.scalars, mode, list_order=self.list_order, results=results, hints=hints)
        if wanted is None:
            wanted = ABSENT
        if expected.compare is not None:
            walk.names_only = walk.names_only or wanted is ABSENT
            compare_selected(walk, selection(expected.compare), wanted, given, (), guide)
        else:
            walk.compare_all(wanted, given, guide)
        self.bounded = self.bounded or walk.bounded
        return walk.found

    def _count(self, wanted: Any, given: Any, exact: bool) -> int:
        """The number of `differences` where no rule is about, without making them: pairing asks for it often."""
        if wanted.__class__ is dict and given.__class__ is dict:
            number = len(given.keys() - wanted.keys()) if exact else 0
            for key, value in wanted.items():
                if key not in given:
                    number += 1
                    continue
                other = given[key]
                if value.__class__ is not other.__class__ or value != other or value.__class__ in _NESTED:
                    number += self._count(value, other, exact)
            return number
        if wanted.__class__ is list and given.__class__ is list:
            if len(wanted) != len(given):
                return 1
            return sum([self._count(value, other, exact) for value, other in zip(wanted, given, strict=True)])
        return int(not self.scalars.equal(wanted, given))

    def _taken_from(self, position: int, source: Source) -> Any:
        """What the latest earlier call of a tool gave back, at the path; ABSENT when there is no such value."""
        for call in reversed(self._actual[:position]):
            if call.name == source.tool and call.result is not None:
                return steps_in(as_json(call.result), source.path, ABSENT)
        return ABSENT


def _option_trees(options: Options) -> dict[str, RuleTree]:
    """The rules of the options by tool name; `*` for every tool, the blank name for `ignore_paths`."""
    trees: dict[str, RuleTree] = {}
    for written in options.ignore_paths:
        trees.setdefault("", RuleTree()).put(read_path(written), IGNORE)
    for tool, rules in options.rules.items():
        for path, rule in read_rules(rules, f"/rules/{escape(tool)}"):
            trees.setdefault(tool, RuleTree()).put(path, rule)
    return trees
