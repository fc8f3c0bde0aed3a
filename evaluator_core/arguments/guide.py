"""What is known of a place in the arguments beyond the two values: the rules that reach it, and the tool's schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..pointers import steps_in
from ..rules import ABSENT, Rule, RuleTree
from ..values import equal


class Schema(NamedTuple):
    """The schema of a place, and the whole one that its `$ref`s point into."""

    here: Any
    root: Any

    def parts(self) -> Iterator[Mapping[str, Any]]:
        """All schemas that a value here must meet: `$ref`s, `allOf`, and a choice of one thing or null."""
        waiting, seen = [self.here], 0
        while waiting and seen < _MOST_PARTS:
            part = waiting.pop(0)
            seen += 1
            if not isinstance(part, dict):
                continue
            yield part
            target = part.get("$ref")
            if isinstance(target, str) and target.startswith("#"):
                steps = tuple(step.replace("~1", "/").replace("~0", "~") for step in target[1:].split("/")[1:])
                waiting.append(steps_in(self.root, steps, None))
            if isinstance(part.get("allOf"), list):
                waiting += part["allOf"]
            for word in ("anyOf", "oneOf"):
                choices = part.get(word)
                if isinstance(choices, list):
                    some = [choice for choice in choices if choice != {"type": "null"}]
                    waiting += some if len(some) == 1 else []

    def at(self, step: str | int) -> Schema | None:
        """The schema of a member or an item; `*` is an item."""
        for part in self.parts():
            found = _item(part, step) if step.__class__ is int or step == "*" else _member(part, step)
            if isinstance(found, dict):
                return Schema(found, self.root)
        return None

    @property
    def default(self) -> Any:
        """The value that counts where none is given; ABSENT without one."""
        return next((part["default"] for part in self.parts() if "default" in part), ABSENT)


_MOST_PARTS = 50
"""So many schemas of one place are looked at, as `$ref`s may go round in circles."""


def _member(part: Mapping[str, Any], step: Any) -> Any:
    properties = part.get("properties")
    if isinstance(properties, dict) and step in properties:
        return properties[step]
    return part.get("additionalProperties")


def _item(part: Mapping[str, Any], step: Any) -> Any:
    first = part.get("prefixItems")
    if isinstance(first, list) and step.__class__ is int and step < len(first):
        return first[step]
    return part.get("items")


class Guide(NamedTuple):
    """The branches of the rule trees that reach a place, and its schema where defaults count."""

    trees: tuple[RuleTree, ...] = ()
    schema: Schema | None = None

    def at(self, step: str | int) -> Guide:
        """One step down."""
        if self is NO_GUIDE:
            return self
        key = str(step)
        names = (key, "*") if key != "*" else (key,)
        trees = tuple(tree.below[name] for tree in self.trees for name in names if name in tree.below)
        schema = None if self.schema is None else self.schema.at(step)
        return NO_GUIDE if not trees and schema is None else Guide(trees, schema)

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

    @property
    def names_all(self) -> bool:
        """Whether a rule below is for every key or item."""
        return any("*" in tree.below for tree in self.trees)

    def is_default(self, value: Any) -> bool:
        """Whether a value is what counts here anyway, so that it may be left out."""
        return self.schema is not None and (default := self.schema.default) is not ABSENT and equal(value, default)

    def without_rule(self) -> Guide:
        """The same place once its own rule has been applied."""
        if all(tree.rule is None for tree in self.trees):
            return self
        return Guide(tuple(_below(tree) for tree in self.trees), self.schema)


NO_GUIDE = Guide()
"""Nothing is known of a place and all that is below."""


def _below(tree: RuleTree) -> RuleTree:
    """The branch below a place without the place's own rule."""
    if tree.rule is None:
        return tree
    below = RuleTree()
    below.below = tree.below
    return below
