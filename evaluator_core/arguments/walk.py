"""Walks two argument values side by side and gathers where they differ.

No difference (apart from keys that `subset` allows) means the arguments are right: there is no second code path for
"are they equal?", only short cuts for the plainest cases. Rules are walked along with the values (`Guide`); what a rule
demands of a place stands in `ruling`, how lists without order are compared in `unordered`, how only some paths are in
`selection`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..differences import ALLOWED, Difference, plain
from ..hints import hint
from ..list_matching import same_items
from ..pointers import Path
from ..rules import ABSENT, Rule, Source
from ..values import json_type
from . import ruling, unordered
from .guide import NO_GUIDE, Guide
from .scalars import Scalars

_NESTED = (dict, list)


class Walk:
    """One comparison of two argument values."""

    __slots__ = ("bounded", "exact", "found", "hints", "list_order", "mode", "names_only", "results", "scalars")

    def __init__(
        self,
        scalars: Scalars,
        mode: str,
        *,
        list_order: bool,
        results: Callable[[Source], Any],
        hints: bool = False,
    ) -> None:
        """`list_order`: whether lists have an order. `results`: what an earlier call gave back, ABSENT for nothing."""
        self.scalars = scalars
        self.mode = mode
        self.exact = mode == "exact"
        self.names_only = mode == "keys"
        """Only the names of arguments count, and what rules say of their values."""
        self.list_order = list_order
        self.results = results
        self.hints = hints
        self.found: list[Difference] = []
        self.bounded = False
        """Lists had so many unlike items that not every pairing of them was tried."""

    @property
    def right(self) -> bool:
        """Whether nothing that was found makes the arguments wrong."""
        return all(difference.kind == ALLOWED for difference in self.found)

    def trial(self, compare: Callable[[Walk], None]) -> bool:
        """Whether a comparison would find everything right."""
        walk = Walk(self.scalars, self.mode, list_order=self.list_order, results=self.results)
        compare(walk)
        self.bounded = self.bounded or walk.bounded
        return walk.right

    def fits(self, wanted: Any, given: Any, guide: Guide) -> bool:
        """Whether a value would be right where another is expected."""
        if guide is NO_GUIDE and wanted.__class__ not in _NESTED and wanted.__class__ is not Rule:
            return self.scalars.equal(wanted, given)
        return self.trial(lambda walk: walk.compare(wanted, given, (), guide))

    def differ(self, kind: str, path: Path, wanted: Any, given: Any, rule: Rule | None = None) -> None:
        """Note a difference."""
        self.found.append(Difference(path, kind, wanted, given, None, rule))

    def changed(self, wanted: Any, given: Any, path: Path) -> None:
        """Note that two values that are both there are not equal."""
        kind = "changed" if json_type(wanted) == json_type(given) else "type"
        found = hint(wanted, given) if self.hints else None
        self.found.append(Difference(path, kind, plain(wanted), given, found))

    def compare_all(self, wanted: Any, given: Any, guide: Guide) -> None:
        """The whole arguments. ABSENT in place of the expected ones: only rules are looked at."""
        rule = guide.rule
        if rule is not None and rule.flag("ignore"):
            return
        if wanted is ABSENT:
            self.rules_only(given, (), guide)
        elif self.names_only:
            self._compare_keys(wanted, given, guide)
        else:
            self.compare(wanted, given, (), guide)

    def _compare_keys(self, wanted: Any, given: Any, guide: Guide) -> None:
        if not isinstance(given, dict):
            self.changed(wanted, given, ())
            return
        for key, value in wanted.items():
            self.compare_presence(value, given.get(key, ABSENT), (key,), guide.at(key))
        self._named_by_rules(wanted, given, (), guide)

    def compare_presence(self, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
        """Whether what is expected is there, whatever its value; rules look at the value."""
        rule = wanted if wanted.__class__ is Rule else guide.rule
        if rule is not None:
            ruling.apply(self, rule, ABSENT, given, path, guide)
        elif given is ABSENT:
            if wanted is not ABSENT and not guide.is_default(wanted):
                self.differ("missing", path, plain(wanted), None)
        elif guide.trees:
            self.rules_only(given, path, guide)

    def compare(self, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
        """Two values that are both there."""
        kind = wanted.__class__
        if guide.trees or kind is Rule:
            rule = wanted if kind is Rule else guide.rule
            if rule is not None:
                ruling.apply(self, rule, ABSENT if kind is Rule else wanted, given, path, guide)
                return
        if kind is dict and given.__class__ is dict:
            self._compare_objects(wanted, given, path, guide)
        elif kind is list and given.__class__ is list:
            self._compare_lists(wanted, given, path, guide)
        elif not self.scalars.equal(wanted, given):
            self.changed(wanted, given, path)

    def compare_member(self, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
        """Two values either of which may be absent."""
        if wanted is not ABSENT and given is not ABSENT:
            self.compare(wanted, given, path, guide)
            return
        rule = wanted if wanted.__class__ is Rule else guide.rule
        literal = rule is None or (wanted.__class__ is not Rule and ruling.compares_literal(rule))
        if literal and guide.is_default(given if wanted is ABSENT else wanted):
            return
        if rule is not None:
            ruling.apply(self, rule, ABSENT if wanted.__class__ is Rule else wanted, given, path, guide)
        elif wanted is not ABSENT:
            self.differ("missing", path, plain(wanted), None)
        elif given is not ABSENT:
            self.differ("extra", path, None, given)

    def _compare_objects(self, wanted: dict[str, Any], given: dict[str, Any], path: Path, guide: Guide) -> None:
        for key, value in wanted.items():
            other = given.get(key, ABSENT)
            if value.__class__ is other.__class__ is str and value == other and not guide.trees:
                continue
            self.compare_member(value, other, (*path, key), guide.at(key))
        covered = self._named_by_rules(wanted, given, path, guide) if guide.trees else _NOTHING
        if len(given) > len(wanted) or not given.keys() <= wanted.keys():
            kind = "extra" if self.exact else ALLOWED
            for key, other in given.items():
                if key in wanted or key in covered:
                    continue
                below = guide.at(key)
                rule = below.rule
                if rule is not None:
                    ruling.apply(self, rule, ABSENT, other, (*path, key), below)
                elif below.trees:
                    self.rules_only(other, (*path, key), below)
                elif not below.is_default(other):
                    self.differ(kind, (*path, key), None, other)

    def _named_by_rules(self, wanted: Any, given: dict[str, Any], path: Path, guide: Guide) -> set[str]:
        """Apply the rules for keys that the expected arguments do not hold; those keys are not extra."""
        covered = [key for key in guide.named() if key not in wanted]
        for key in covered:
            self._rules_of(given.get(key, ABSENT), (*path, key), guide.at(key))
        return set(covered)

    def _rules_of(self, given: Any, path: Path, guide: Guide) -> None:
        """Apply the rules at a place, or below it, where no value is expected."""
        rule = guide.rule
        if rule is not None:
            ruling.apply(self, rule, ABSENT, given, path, guide)
        elif given is not ABSENT:
            self.rules_only(given, path, guide)

    def rules_only(self, given: Any, path: Path, guide: Guide) -> None:
        """Apply the rules in a value that has no expected counterpart."""
        rule = guide.rule
        if rule is not None:
            ruling.apply(self, rule, ABSENT, given, path, guide)
        elif isinstance(given, dict):
            for key in dict.fromkeys([*guide.named(), *(given if guide.names_all else ())]):
                self._rules_of(given.get(key, ABSENT), (*path, key), guide.at(key))
        elif isinstance(given, list):
            for position, item in enumerate(given):
                below = guide.at(position)
                if below.trees:
                    self.rules_only(item, (*path, position), below)

    def _compare_lists(self, wanted: list[Any], given: list[Any], path: Path, guide: Guide) -> None:
        if len(wanted) != len(given):
            self.differ("length", path, plain(wanted), given)
        elif not self.list_order:
            unordered.compare_as_multisets(self, wanted, given, path, guide)
        else:
            before = len(self.found)
            for position, (value, other) in enumerate(zip(wanted, given, strict=True)):
                self.compare(value, other, (*path, position), guide.at(position))
            if self.hints and len(self.found) > before:
                self._hint_at_order(wanted, given, before)

    def _hint_at_order(self, wanted: list[Any], given: list[Any], start: int) -> None:
        wrong = [index for index in range(start, len(self.found)) if self.found[index].kind != ALLOWED]
        if wrong and same_items(wanted, given):
            for index in wrong:
                self.found[index] = self.found[index]._replace(hint="list_order")


_NOTHING: set[str] = set()
