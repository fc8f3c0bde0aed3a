"""What a rule demands of one place in the arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..differences import plain
from ..pointers import Path
from ..readings import UNREADABLE
from ..rule_words import READERS, as_it_is, compares, has_type
from ..rules import ABSENT, Rule
from . import unordered
from .guide import NO_GUIDE, Guide

if TYPE_CHECKING:
    from .walk import Walk


def compares_literal(rule: Rule) -> bool:
    """Whether the rule only says how the literal at its place is compared (`as`, `tolerance`, `optional`)."""
    return not rule.decides and not rule.flag("absent")


def apply(walk: Walk, rule: Rule, literal: Any, given: Any, path: Path, guide: Guide) -> None:
    """Note how a value breaks the rule of its place; `literal` is the value expected there, or ABSENT.

    A rule without a deciding word compares the literal in its own way.
    """
    if rule.flag("ignore"):
        return
    if given is ABSENT:
        if not rule.may_be_missing:
            wanted = rule.words if literal is ABSENT or rule.decides else plain(literal)
            walk.differ("missing", path, wanted, None, rule)
        return
    if rule.flag("absent"):
        walk.differ("extra", path, None, given, rule)
        return
    below = guide.without_rule()
    if rule.decides:
        _decide(walk, rule, given, path, below)
    elif literal is not ABSENT:
        _compare_as(walk, rule, literal, given, path, below)


def _decide(walk: Walk, rule: Rule, given: Any, path: Path, guide: Guide) -> None:
    words = rule.words
    if "equals" in words:
        _compare_as(walk, rule, words["equals"], given, path, guide)
    if not _satisfies(walk, rule, given, guide):
        kind = "type" if "type" in words and not has_type(given, words["type"]) else "changed"
        walk.differ(kind, path, words, given, rule)


def _satisfies(walk: Walk, rule: Rule, given: Any, guide: Guide) -> bool:
    """Whether every deciding word but `equals` accepts the value."""
    words = rule.words
    if "one_of" in words and not any(_fits_as(walk, rule, value, given, guide) for value in words["one_of"]):
        return False
    if rule.source is not None:
        taken = walk.results(rule.source)
        if taken is ABSENT or not _fits_as(walk, rule, taken, given, guide):
            return False
    if "type" in words and not has_type(given, words["type"]):
        return False
    read = READERS.get(words.get("as", ""), as_it_is)
    value = read(given)
    if rule.pattern is not None and not (isinstance(value, str) and rule.pattern.search(value)):
        return False
    if "contains" in words and not _contains(walk, value, read(words["contains"])):
        return False
    return all(compares(word, value, read(words[word])) for word in ("gte", "lte", "gt", "lt") if word in words)


def _contains(walk: Walk, value: Any, part: Any) -> bool:
    if isinstance(value, str) and isinstance(part, str):
        return walk.scalars.folded(part) in walk.scalars.folded(value)
    return isinstance(value, list) and any(walk.fits(part, item, NO_GUIDE) for item in value)


def _fits_as(walk: Walk, rule: Rule, wanted: Any, given: Any, guide: Guide) -> bool:
    return walk.trial(lambda trial: _compare_as(trial, rule, wanted, given, (), guide))


def _compare_as(walk: Walk, rule: Rule, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
    """Compare two values in the way the rule's `as` and `tolerance` say."""
    reading = rule.words.get("as")
    before, tolerance = walk.scalars, rule.words.get("tolerance")
    if tolerance is not None:
        walk.scalars = before.within(tolerance)
    start = len(walk.found)
    if reading in ("set", "multiset"):
        unordered.compare_items(walk, reading, wanted, given, path, guide)
    elif reading is None or wanted.__class__ is Rule:
        walk.compare(wanted, given, path, guide)
    else:
        one, other = READERS[reading](plain(wanted)), READERS[reading](given)
        if one is UNREADABLE or other is UNREADABLE:
            if not walk.scalars.equal(wanted, given):
                walk.changed(wanted, given, path)
        elif reading == "datetime":
            if one != other:
                walk.changed(wanted, given, path)
        else:
            walk.compare(one, other, path, guide)
    walk.scalars = before
    for index in range(start, len(walk.found)):
        if walk.found[index].rule is None:
            walk.found[index] = walk.found[index]._replace(rule=rule)
