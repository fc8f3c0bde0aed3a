"""Compares the arguments of an expected call with those of an actual one, and says where they differ.

A comparison yields differences; no difference (apart from keys that `subset` allows) means the arguments are right.
There is no second code path for "are they equal?", only a short cut for the plainest cases. Rules are walked along
with the values: `_apply` decides what a rule demands of one place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .calls import ExpectedCall, ToolCall
from .differences import ALLOWED, Difference
from .hints import hint
from .list_matching import largest_matching, same_items
from .options import Options
from .pointers import Path, escape, read_path, steps_in
from .readings import UNREADABLE, as_json
from .rule_words import READERS, as_it_is, compares, has_type
from .rules import ABSENT, IGNORE, Rule, RuleTree, Source, read_rules
from .values import equal, json_type, key_of, surely_equal

_NESTED = (dict, list)


class _Here(NamedTuple):
    """Where in the values a comparison stands: the path, and the branches of the rule trees that reach it."""

    path: Path
    trees: tuple[RuleTree, ...]

    def at(self, step: str | int) -> _Here:
        """One step down."""
        if not self.trees:
            return _Here((*self.path, step), ())
        key = str(step)
        names = (key, "*") if key != "*" else (key,)
        trees = tuple(tree.below[name] for tree in self.trees for name in names if name in tree.below)
        return _Here((*self.path, step), trees)

    @property
    def rule(self) -> Rule | None:
        """The rule of this very place; an `ignore` wins, then the first tree's."""
        found: Rule | None = None
        for tree in self.trees:
            if tree.rule is not None:
                if tree.rule.flag("ignore"):
                    return tree.rule
                found = found or tree.rule
        return found

    def named(self) -> list[str]:
        """The keys that rules below name."""
        return list(dict.fromkeys(key for tree in self.trees for key in tree.below if key != "*"))


class Comparison:
    """Compares arguments under one set of options. Holds no state that a comparison changes."""

    def __init__(
        self, options: Options, actual: Sequence[ToolCall] = (), schemas: Mapping[str, Any] | None = None
    ) -> None:
        self._options = options
        self._actual = actual
        self._absolute = Fraction(str(options.numeric_tolerance))
        self._relative = Fraction(str(options.relative_tolerance))
        self.tolerant = bool(options.numeric_tolerance or options.relative_tolerance)
        self.folds_text = options.ignore_case or options.ignore_whitespace or options.normalize_unicode
        self._trees = _option_trees(options)
        self._schemas = schemas if options.ignore_defaults else None
        self._counts = not self._trees and self._schemas is None and not options.ignore_list_order

    def mode(self, expected: ExpectedCall) -> str:
        """How the call's arguments are compared: its own `match`, else the test's `args`."""
        return expected.match or self._options.args

    def trees(self, expected: ExpectedCall) -> tuple[RuleTree, ...]:
        """The rules of a call: its own before the tool's, those before the rules for every tool."""
        own = () if expected.rules is None else (expected.rules,)
        if not self._trees:
            return own
        named = [self._trees[name] for name in ("", expected.name, "*") if name in self._trees]
        return (*own, *named)

    def is_plain(self, expected: ExpectedCall) -> bool:
        """No rule touches the call, so equal arguments are right ones."""
        return not expected.ruled and (not self._trees or not self.trees(expected))

    def differing(self, expected: ExpectedCall, actual: ToolCall, position: int = 0) -> int:
        """Number of differing paths of a pair; 0 when its arguments are right."""
        wanted, mode = expected.args, expected.match or self._options.args
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
        mode = expected.match or self._options.args
        trees = self.trees(expected) if self._trees or expected.rules is not None else ()
        if mode == "ignore" or (wanted is None and not trees):
            return []
        if actual.unreadable:
            return [Difference((), "type", expected.args, given)]
        if not trees and not expected.ruled and surely_equal(wanted, given):
            return []
        task = _Task(self, mode, position, hints)
        if self._schemas is not None:
            wanted, given = _without_defaults(wanted, given, self._schemas.get(actual.name))
        here = _Here((), trees)
        if expected.compare is not None:
            task.compare_some(wanted, given, here, expected.compare)
        else:
            task.compare_all({} if wanted is None else wanted, given, here, free=wanted is None)
        return task.found

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
        return int(not self.scalars_equal(wanted, given))

    def scalars_equal(self, wanted: Any, given: Any, tolerance: Fraction | None = None) -> bool:
        """Whether two values, not both objects nor both lists, are equal under the options."""
        kind, other = wanted.__class__, given.__class__
        if kind is str and other is str:
            return bool(wanted == given) or (self.folds_text and self.folded(wanted) == self.folded(given))
        if kind in (int, float) and other in (int, float):
            if wanted == given or (wanted != wanted and given != given):
                return True
            return (self.tolerant or tolerance is not None) and self._close(wanted, given, tolerance)
        return kind is other and equal(wanted, given)

    def _close(self, wanted: float, given: float, tolerance: Fraction | None) -> bool:
        """Within a tolerance, inclusive, reckoned on the numbers as they are written (so 1.1 is 0.1 from 1.0)."""
        try:
            expected, actual = Fraction(str(wanted)), Fraction(str(given))
        except ValueError:  # NaN or an infinity is close to nothing but itself
            return False
        distance = abs(expected - actual)
        if tolerance is not None:
            return distance <= tolerance
        return distance <= self._absolute or distance <= self._relative * abs(expected)

    def folded(self, text: str) -> str:
        """The text in the form in which the options compare it."""
        options = self._options
        if options.normalize_unicode:
            text = unicodedata.normalize("NFC", text)
        if options.ignore_case:
            text = text.casefold()
            if options.normalize_unicode:
                text = unicodedata.normalize("NFC", text)
        if options.ignore_whitespace:
            text = " ".join(text.split())
        return text

    @property
    def ignores_list_order(self) -> bool:
        return self._options.ignore_list_order

    def taken_from(self, source: Source, position: int) -> Any:
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


class _Task:
    """One comparison of two argument values, gathering differences."""

    __slots__ = ("comparison", "exact", "found", "hints", "mode", "position", "tolerance")

    def __init__(self, comparison: Comparison, mode: str, position: int, hints: bool = False) -> None:
        self.comparison = comparison
        self.mode = mode
        self.exact = mode == "exact"
        self.position = position
        self.hints = hints
        self.tolerance: Fraction | None = None
        self.found: list[Difference] = []

    def _changed(self, wanted: Any, given: Any, here: _Here) -> Difference:
        kind = "changed" if json_type(wanted) == json_type(given) else "type"
        return Difference(here.path, kind, plain(wanted), given, hint(wanted, given) if self.hints else None)

    def compare_all(self, wanted: Any, given: Any, here: _Here, *, free: bool) -> None:
        """The whole arguments. `free`: no literal was given, so only rules are looked at."""
        if here.rule is not None and here.rule.flag("ignore"):
            return
        if self.mode == "keys":
            self._compare_keys(wanted, given, here)
        elif free:
            self._rules_only(given, here)
        else:
            self.compare(wanted, given, here)

    def compare_some(self, wanted: Any, given: Any, here: _Here, paths: Sequence[tuple[str, ...]]) -> None:
        """Only the values at some paths; what neither side has there is equal."""
        for path in paths:
            place, one, other = here, wanted, given
            for step in path:
                listed = one.__class__ is list or (one is ABSENT and other.__class__ is list)
                place = place.at(int(step) if listed and step.isdecimal() else step)
                one, other = steps_in(one, (step,), ABSENT), steps_in(other, (step,), ABSENT)
            self._compare_member(one, other, place)

    def _compare_keys(self, wanted: Any, given: Any, here: _Here) -> None:
        if not isinstance(given, dict):
            self.found.append(self._changed(wanted, given, here))
            return
        for key, value in wanted.items():
            below = here.at(key)
            rule = value if value.__class__ is Rule else below.rule
            if rule is not None:
                self._apply(rule, ABSENT, given.get(key, ABSENT), below)
            elif key not in given:
                self.found.append(Difference(below.path, "missing", plain(value), None))
            elif below.trees:
                self._rules_only(given[key], below)
        self._named_by_rules(wanted, given, here)

    def compare(self, wanted: Any, given: Any, here: _Here) -> None:
        """Two values that are both there."""
        if here.trees or wanted.__class__ is Rule:
            rule = wanted if wanted.__class__ is Rule else here.rule
            if rule is not None:
                self._apply(rule, ABSENT if wanted.__class__ is Rule else wanted, given, here)
                return
        kind = wanted.__class__
        if kind is dict and given.__class__ is dict:
            self._compare_objects(wanted, given, here)
        elif kind is list and given.__class__ is list:
            self._compare_lists(wanted, given, here)
        elif not self.comparison.scalars_equal(wanted, given, self.tolerance):
            self.found.append(self._changed(wanted, given, here))

    def _compare_member(self, wanted: Any, given: Any, here: _Here) -> None:
        """Two values either of which may be absent."""
        if wanted is not ABSENT and given is not ABSENT:
            self.compare(wanted, given, here)
            return
        rule = wanted if wanted.__class__ is Rule else here.rule
        if rule is not None:
            self._apply(rule, ABSENT if wanted.__class__ is Rule else wanted, given, here)
        elif wanted is not ABSENT:
            if not _may_be_missing(wanted):
                self.found.append(Difference(here.path, "missing", plain(wanted), None))
        elif given is not ABSENT:
            self.found.append(Difference(here.path, "extra", None, given))

    def _compare_objects(self, wanted: dict[str, Any], given: dict[str, Any], here: _Here) -> None:
        for key, value in wanted.items():
            other = given.get(key, ABSENT)
            if not here.trees and value.__class__ is other.__class__ is str and value == other:
                continue
            self._compare_member(value, other, here.at(key))
        covered = self._named_by_rules(wanted, given, here) if here.trees else _NOTHING
        if len(given) > len(wanted) or any(key not in wanted for key in given):
            kind = "extra" if self.exact else ALLOWED
            for key, other in given.items():
                if key in wanted or key in covered:
                    continue
                below = here.at(key)
                if below.rule is not None:
                    self._apply(below.rule, ABSENT, other, below)
                elif below.trees:
                    self._rules_only(other, below)
                else:
                    self.found.append(Difference(below.path, kind, None, other))

    def _named_by_rules(self, wanted: Any, given: dict[str, Any], here: _Here) -> set[str]:
        """Apply the rules for keys that the expected arguments do not hold; those keys are not extra."""
        covered = set()
        for key in here.named():
            if key not in wanted:
                below = here.at(key)
                if below.rule is not None:
                    self._apply(below.rule, ABSENT, given.get(key, ABSENT), below)
                elif key in given:
                    self._rules_only(given[key], below)
                covered.add(key)
        return covered

    def _rules_only(self, given: Any, here: _Here) -> None:
        """Apply the rules in a value that has no expected counterpart."""
        rule = here.rule
        if rule is not None:
            self._apply(rule, ABSENT, given, here)
        elif isinstance(given, dict):
            for key in dict.fromkeys(
                [*here.named(), *(given if any("*" in tree.below for tree in here.trees) else ())]
            ):
                below = here.at(key)
                if below.rule is not None:
                    self._apply(below.rule, ABSENT, given.get(key, ABSENT), below)
                elif key in given:
                    self._rules_only(given[key], below)
        elif isinstance(given, list):
            for position, item in enumerate(given):
                below = here.at(position)
                if below.trees:
                    self._rules_only(item, below)

    def _compare_lists(self, wanted: list[Any], given: list[Any], here: _Here) -> None:
        if self.comparison.ignores_list_order:
            self._compare_multisets(wanted, given, here)
        elif len(wanted) != len(given):
            self.found.append(Difference(here.path, "length", plain(wanted), given))
        else:
            before = len(self.found)
            for position, (value, other) in enumerate(zip(wanted, given, strict=True)):
                self.compare(value, other, here.at(position))
            if self.hints and len(self.found) > before:
                self._hint_at_order(wanted, given, before)

    def _hint_at_order(self, wanted: list[Any], given: list[Any], start: int) -> None:
        wrong = [index for index in range(start, len(self.found)) if self.found[index].kind != ALLOWED]
        if wrong and same_items(wanted, given):
            for index in wrong:
                self.found[index] = self.found[index]._replace(hint="list_order")

    def _compare_multisets(self, wanted: list[Any], given: list[Any], here: _Here) -> None:
        """Lists as multisets: the most items find an equal one; what is left over differs."""
        if len(wanted) != len(given):
            self.found.append(Difference(here.path, "length", plain(wanted), given))
            return
        partner = self._match_items(wanted, given, here)
        taken = set(partner)
        free = iter([position for position in range(len(given)) if position not in taken])
        for position, value in enumerate(wanted):
            other = partner[position]
            self.compare(value, given[next(free) if other is None else other], here.at(position))

    def _match_items(self, wanted: list[Any], given: list[Any], here: _Here) -> list[int | None]:
        """For each wanted item the position of its equal: a largest matching."""
        if not here.trees and same_items(wanted, given):
            places: dict[Any, list[int]] = {}
            for position in range(len(given) - 1, -1, -1):
                places.setdefault(key_of(given[position]), []).append(position)
            return [places[key_of(value)].pop() for value in wanted]
        below = [here.at(position) for position in range(len(wanted))]
        return largest_matching(
            [
                [position for position, other in enumerate(given) if self._fits(value, other, place)]
                for value, place in zip(wanted, below, strict=True)
            ]
        )

    def _fits(self, wanted: Any, given: Any, here: _Here) -> bool:
        trial = _Task(self.comparison, self.mode, self.position)
        trial.tolerance = self.tolerance
        trial.compare(wanted, given, here)
        return all(difference.kind == ALLOWED for difference in trial.found)

    def _apply(self, rule: Rule, literal: Any, given: Any, here: _Here) -> None:
        """What a rule demands of one place. A rule without a deciding word compares the literal in its own way."""
        if rule.flag("ignore"):
            return
        if given is ABSENT:
            if not rule.may_be_missing:
                wanted = rule.words if literal is ABSENT or rule.decides else plain(literal)
                self.found.append(Difference(here.path, "missing", wanted, None, None, rule))
            return
        if rule.flag("absent"):
            self.found.append(Difference(here.path, "extra", None, given, None, rule))
            return
        below = _Here(here.path, tuple(_without_rule(tree) for tree in here.trees))
        if rule.decides:
            self._decide(rule, given, below)
        elif literal is not ABSENT:
            self._compare_as(rule, literal, given, below)

    def _decide(self, rule: Rule, given: Any, here: _Here) -> None:
        words = rule.words
        if "equals" in words:
            self._compare_as(rule, words["equals"], given, here)
        if not self._satisfies(rule, given, here):
            kind = "type" if "type" in words and not has_type(given, words["type"]) else "changed"
            self.found.append(Difference(here.path, kind, words, given, None, rule))

    def _satisfies(self, rule: Rule, given: Any, here: _Here) -> bool:
        """Whether every deciding word but `equals` accepts the value."""
        words = rule.words
        if "one_of" in words and not any(self._fits_as(rule, value, given, here) for value in words["one_of"]):
            return False
        if rule.source is not None:
            taken = self.comparison.taken_from(rule.source, self.position)
            if taken is ABSENT or not self._fits_as(rule, taken, given, here):
                return False
        if "type" in words and not has_type(given, words["type"]):
            return False
        read = READERS.get(words.get("as", ""), as_it_is)
        value = read(given)
        if rule.pattern is not None and not (isinstance(value, str) and rule.pattern.search(value)):
            return False
        if "contains" in words and not self._contains(value, read(words["contains"])):
            return False
        return all(compares(word, value, read(words[word])) for word in ("gte", "lte", "gt", "lt") if word in words)

    def _contains(self, value: Any, part: Any) -> bool:
        if isinstance(value, str) and isinstance(part, str):
            fold = self.comparison.folded
            return fold(part) in fold(value)
        if isinstance(value, list):
            return any(self._fits(part, item, _Here((), ())) for item in value)
        return False

    def _fits_as(self, rule: Rule, wanted: Any, given: Any, here: _Here) -> bool:
        trial = _Task(self.comparison, self.mode, self.position)
        trial._compare_as(rule, wanted, given, here)
        return all(difference.kind == ALLOWED for difference in trial.found)

    def _compare_as(self, rule: Rule, wanted: Any, given: Any, here: _Here) -> None:
        """Compare two values in the way the rule's `as` and `tolerance` say."""
        reading = rule.words.get("as")
        before, self.tolerance = self.tolerance, self._tolerance_of(rule)
        start = len(self.found)
        if reading in ("set", "multiset"):
            self._compare_items(reading, wanted, given, here)
        elif reading is not None and wanted.__class__ is not Rule:
            one, other = READERS[reading](plain(wanted)), READERS[reading](given)
            if one is UNREADABLE or other is UNREADABLE:
                if not self.comparison.scalars_equal(wanted, given):
                    self.found.append(self._changed(plain(wanted), given, here))
            elif reading == "datetime":
                if one != other:
                    self.found.append(self._changed(wanted, given, here))
            else:
                self.compare(one, other, here)
        else:
            self.compare(wanted, given, here)
        self.tolerance = before
        for index in range(start, len(self.found)):
            if self.found[index].rule is None:
                self.found[index] = self.found[index]._replace(rule=rule)

    def _tolerance_of(self, rule: Rule) -> Fraction | None:
        written = rule.words.get("tolerance")
        return self.tolerance if written is None else Fraction(str(written))

    def _compare_items(self, reading: str, wanted: Any, given: Any, here: _Here) -> None:
        if wanted.__class__ is not list or given.__class__ is not list:
            self.found.append(self._changed(plain(wanted), given, here))
        elif reading == "multiset":
            self._compare_multisets(wanted, given, here)
        else:
            item = here.at("*")
            for position, value in enumerate(wanted):
                if not any(self._fits(value, other, item) for other in given):
                    self.found.append(Difference((*here.path, position), "missing", plain(value), None))
            for position, other in enumerate(given):
                if not any(self._fits(value, other, item) for value in wanted):
                    self.found.append(Difference((*here.path, position), "extra", None, other))


_NOTHING: set[str] = set()


def _without_defaults(wanted: Any, given: Any, schema: Any) -> tuple[Any, Any]:
    """Both sides without what stands on one side only and is the schema's default there, at every depth."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(wanted, dict) or not isinstance(given, dict):
        return wanted, given
    one, other = dict(wanted), dict(given)
    for name, about in properties.items():
        if not isinstance(about, dict):
            continue
        if name in one and name in other:
            one[name], other[name] = _without_defaults(one[name], other[name], about)
        elif "default" in about:
            for side in (one, other):
                if name in side and equal(side[name], about["default"]):
                    del side[name]
    return one, other


def plain(value: Any) -> Any:
    """A value of the expected arguments as it was written, its rules as `$expect` objects."""
    if value.__class__ is Rule:
        return {"$expect": value.words}
    if value.__class__ is dict:
        return {key: plain(child) for key, child in value.items()}
    if value.__class__ is list:
        return [plain(child) for child in value]
    return value


def _without_rule(tree: RuleTree) -> RuleTree:
    """The branch below a place whose own rule has been applied."""
    if tree.rule is None:
        return tree
    below = RuleTree()
    below.below = tree.below
    return below


def _may_be_missing(wanted: Any) -> bool:
    return wanted.__class__ is Rule and wanted.may_be_missing
