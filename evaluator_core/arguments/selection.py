"""Compares only some paths of the arguments (`compare` of an expected call)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..pointers import Path, steps_in
from ..rules import ABSENT, Rule
from . import unordered
from .guide import Guide

if TYPE_CHECKING:
    from .walk import Walk

Selection: TypeAlias = "dict[str, Selection] | None"
"""The next steps of the selected paths, `*` for every key or item; None = all that is here."""


def selection(paths: Sequence[tuple[str, ...]]) -> Selection:
    """The paths as one tree."""
    if () in paths:
        return None
    below: dict[str, list[tuple[str, ...]]] = {}
    for first, *rest in paths:
        below.setdefault(first, []).append(tuple(rest))
    return {step: selection(rest) for step, rest in below.items()}


def compare_selected(walk: Walk, selected: Selection, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
    """Note where two values differ at the selected paths; what neither side has there is equal."""
    if selected is None or wanted.__class__ is Rule:
        (walk.compare_presence if walk.names_only else walk.compare_member)(wanted, given, path, guide)
        return
    for step, below in selected.items():
        if step == "*":
            _compare_each(walk, below, wanted, given, path, guide)
            continue
        listed = wanted.__class__ is list or (wanted is ABSENT and given.__class__ is list)
        at = int(step) if listed and step.isdecimal() else step
        one, other = steps_in(wanted, (step,), ABSENT), steps_in(given, (step,), ABSENT)
        compare_selected(walk, below, one, other, (*path, at), guide.at(at))


def _compare_each(walk: Walk, below: Selection, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
    """What is selected of every item, or of every key: the expected ones, and in `exact` the others too."""
    lists = wanted.__class__ is list and given.__class__ is list
    if lists and not walk.list_order and len(wanted) == len(given) and not walk.names_only:
        unordered.compare_as_multisets(
            walk, wanted, given, path, guide,
            lambda walk, one, other, at, there: compare_selected(walk, below, one, other, at, there),
            lambda value: _selected(value, below),
        )  # fmt: skip
        return
    ours, theirs = _members(wanted), _members(given)
    for step in ours | theirs:
        if step in ours or step.__class__ is int or walk.exact:
            one, other = ours.get(step, ABSENT), theirs.get(step, ABSENT)
            compare_selected(walk, below, one, other, (*path, step), guide.at(step))


def _members(value: Any) -> dict[str | int, Any]:
    if value.__class__ is list:
        return dict(enumerate(value))
    return value if value.__class__ is dict else {}


def _selected(value: Any, selected: Selection) -> Any:
    """The selected part of an expected value; every item of a list counts as nothing."""
    if selected is None or value.__class__ is Rule:
        return value
    if value.__class__ is not dict:
        return {}
    return {step: _selected(value[step], below) for step, below in selected.items() if step in value}


def stands(value: Any, path: Sequence[str]) -> bool:
    """Whether there is a value at a path; in an empty list or object, every item or key of it is there."""
    if not path or value.__class__ is Rule:
        return value is not ABSENT
    if path[0] != "*":
        return stands(steps_in(value, (path[0],), ABSENT), path[1:])
    members = _members(value)
    if members or value.__class__ not in (dict, list):
        return any(stands(child, path[1:]) for child in members.values())
    return True
