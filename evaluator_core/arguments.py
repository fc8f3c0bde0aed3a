"""Compares the arguments of an expected call with those of an actual one, and says where they differ.

A comparison yields differences; no difference (apart from keys that `subset` allows) means the arguments are right.
There is no second code path for "are they equal?", only a short cut for the plainest cases.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from .calls import ExpectedCall, ToolCall
from .json_text import decode_value
from .options import Options
from .pointers import Path, dollar_path, pointer, read_path
from .values import equal, json_type, key_of, surely_equal

ALLOWED = "allowed_extra"
"""The kind of difference that does not make arguments wrong."""


class Difference(NamedTuple):
    """One place where the arguments differ. `expected` and `actual` are meaningless for the side that is absent."""

    steps: Path
    kind: str
    """`changed` `missing` `extra` `type` `length` `allowed_extra`"""
    expected: Any
    actual: Any
    hint: str | None = None
    """`type` `case` `whitespace` `unicode_form` `number_text` `json_text` `same_instant` `list_order`"""

    @property
    def path(self) -> str:
        return dollar_path(self.steps)

    @property
    def pointer(self) -> str:
        return pointer(self.steps)


class PathTree:
    """Paths that are not compared, as a tree that is walked along with the values."""

    __slots__ = ("below", "ends")

    def __init__(self) -> None:
        self.ends = False
        self.below: dict[str, PathTree] = {}

    @classmethod
    def of(cls, paths: Sequence[str]) -> PathTree | None:
        """The tree of the written paths; None when there are none."""
        root = cls()
        for written in paths:
            node = root
            for step in read_path(written):
                node = node.below.setdefault(step, cls())
            node.ends = True
        return root if root.below or root.ends else None


class _Here(NamedTuple):
    """Where in the values a comparison stands: the path, and the branches of the tree that are still possible."""

    path: Path
    trees: tuple[PathTree, ...]

    def at(self, step: str | int) -> _Here | None:
        """One step down; None when that place is not compared."""
        if not self.trees:
            return _Here((*self.path, step), ())
        key = str(step)
        trees = tuple(
            tree.below[name]
            for tree in self.trees
            for name in ((key, "*") if key != "*" else (key,))
            if name in tree.below
        )
        if any(tree.ends for tree in trees):
            return None
        return _Here((*self.path, step), trees)


class Comparison:
    """Compares arguments under one set of options. Holds no state that a comparison changes."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._ignored = PathTree.of(options.ignore_paths)
        self._absolute = Fraction(str(options.numeric_tolerance))
        self._relative = Fraction(str(options.relative_tolerance))
        self.tolerant = bool(options.numeric_tolerance or options.relative_tolerance)
        self.folds_text = options.ignore_case or options.ignore_whitespace or options.normalize_unicode

    def mode(self, expected: ExpectedCall) -> str:
        """How the call's arguments are compared: its own `match`, else the test's `args`."""
        return expected.match or self._options.args

    def differing(self, expected: ExpectedCall, actual: ToolCall) -> int:
        """Number of differing paths of a pair; 0 when its arguments are right."""
        return sum(difference.kind != ALLOWED for difference in self.differences(expected, actual))

    def differences(self, expected: ExpectedCall, actual: ToolCall) -> list[Difference]:
        """All differences of a pair, in the order of the expected arguments, then the extra ones."""
        wanted, given = expected.args, actual.args
        mode = expected.match or self._options.args
        if wanted is None or mode == "ignore":
            return []
        if actual.unreadable:
            return [Difference((), "type", wanted, given)]
        if surely_equal(wanted, given):
            return []
        here = _Here((), (self._ignored,) if self._ignored else ())
        if self._ignored is not None and self._ignored.ends:
            return []
        found: list[Difference] = []
        if mode == "keys":
            self._compare_keys(wanted, given, here, found)
        else:
            self._compare(wanted, given, here, mode == "exact", found)
        return found

    def _compare_keys(self, wanted: Any, given: Any, here: _Here, found: list[Difference]) -> None:
        if not isinstance(given, dict):
            found.append(self._changed(wanted, given, here))
            return
        for key, value in wanted.items():
            if key not in given and here.at(key) is not None:
                found.append(Difference((key,), "missing", value, None))

    def _compare(self, wanted: Any, given: Any, here: _Here, exact: bool, found: list[Difference]) -> None:
        kind = wanted.__class__
        if kind is dict and given.__class__ is dict:
            self._compare_objects(wanted, given, here, exact, found)
        elif kind is list and given.__class__ is list:
            self._compare_lists(wanted, given, here, exact, found)
        elif not self.scalars_equal(wanted, given):
            found.append(self._changed(wanted, given, here))

    def _compare_objects(
        self, wanted: dict[str, Any], given: dict[str, Any], here: _Here, exact: bool, found: list[Difference]
    ) -> None:
        for key, value in wanted.items():
            if key in given:
                other = given[key]
                if value.__class__ is other.__class__ is str and value == other:
                    continue
                below = here.at(key)
                if below is not None:
                    self._compare(value, other, below, exact, found)
            else:
                below = here.at(key)
                if below is not None:
                    found.append(Difference(below.path, "missing", value, None))
        if len(given) > len(wanted) or any(key not in wanted for key in given):
            for key, other in given.items():
                if key not in wanted:
                    below = here.at(key)
                    if below is not None:
                        found.append(Difference(below.path, "extra" if exact else ALLOWED, None, other))

    def _compare_lists(
        self, wanted: list[Any], given: list[Any], here: _Here, exact: bool, found: list[Difference]
    ) -> None:
        if self._options.ignore_list_order:
            self._compare_multisets(wanted, given, here, exact, found)
        elif len(wanted) != len(given):
            found.append(Difference(here.path, "length", wanted, given))
        else:
            before = len(found)
            for position, (value, other) in enumerate(zip(wanted, given, strict=True)):
                below = here.at(position)
                if below is not None:
                    self._compare(value, other, below, exact, found)
            wrong = [index for index in range(before, len(found)) if found[index].kind != ALLOWED]
            if wrong and same_items(wanted, given):
                for index in wrong:
                    found[index] = found[index]._replace(hint="list_order")

    def _compare_multisets(
        self, wanted: list[Any], given: list[Any], here: _Here, exact: bool, found: list[Difference]
    ) -> None:
        """Lists as multisets: the most items find an equal one; what is left over differs."""
        partner = self._match_items(wanted, given, here, exact)
        if len(wanted) != len(given):
            found.append(Difference(here.path, "length", wanted, given))
            return
        taken = set(partner)
        free = iter([position for position in range(len(given)) if position not in taken])
        for position, value in enumerate(wanted):
            below = here.at(position)
            if below is None:
                continue
            other = partner[position]
            if other is None:
                self._compare(value, given[next(free)], below, exact, found)
            else:
                self._compare(value, given[other], below, exact, found)  # yields allowed extra keys only

    def _match_items(self, wanted: list[Any], given: list[Any], here: _Here, exact: bool) -> list[int | None]:
        """For each wanted item the position of its equal: a largest matching."""
        if same_items(wanted, given):
            places: dict[Any, list[int]] = {}
            for position in range(len(given) - 1, -1, -1):
                places.setdefault(key_of(given[position]), []).append(position)
            return [places[key_of(value)].pop() for value in wanted]
        fits: list[list[int]] = []
        for value in wanted:
            row = []
            for position, other in enumerate(given):
                trial: list[Difference] = []
                self._compare(value, other, here, exact, trial)
                if all(difference.kind == ALLOWED for difference in trial):
                    row.append(position)
            fits.append(row)
        return largest_matching(fits)

    def scalars_equal(self, wanted: Any, given: Any) -> bool:
        """Whether two values, not both objects nor both lists, are equal under the options."""
        kind, other = wanted.__class__, given.__class__
        if kind is str and other is str:
            return wanted == given or (self.folds_text and self.folded(wanted) == self.folded(given))
        if kind in (int, float) and other in (int, float):
            if wanted == given or (wanted != wanted and given != given):
                return True
            return self.tolerant and self._close(wanted, given)
        return kind is other and equal(wanted, given)

    def _close(self, wanted: float, given: float) -> bool:
        """Within a tolerance, inclusive, reckoned on the numbers as they are written (so 1.1 is 0.1 from 1.0)."""
        try:
            expected, actual = Fraction(str(wanted)), Fraction(str(given))
        except ValueError:  # NaN or an infinity is close to nothing but itself
            return False
        distance = abs(expected - actual)
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

    def _changed(self, wanted: Any, given: Any, here: _Here) -> Difference:
        kind = "changed" if json_type(wanted) == json_type(given) else "type"
        return Difference(here.path, kind, wanted, given, hint(wanted, given))

    def compares_path(self, key: str) -> bool:
        """Whether anything below the top-level argument `key` is left to compare."""
        return self._ignored is None or _Here((), (self._ignored,)).at(key) is not None


def same_items(one: list[Any], other: list[Any]) -> bool:
    """Whether two lists hold equal items, as often."""
    return len(one) == len(other) and Counter(map(key_of, one)) == Counter(map(key_of, other))


def largest_matching(fits: Sequence[Sequence[int]]) -> list[int | None]:
    """A largest one-to-one matching of a bipartite graph given by rows; for each row its column or None.

    Augmenting paths, found breadth-first: no recursion, so long chains are safe.
    """
    row_of: dict[int, int] = {}
    column_of: list[int | None] = [None] * len(fits)
    for start in range(len(fits)):
        came_from: dict[int, int] = {}
        queue = [start]
        free = None
        for row in queue:
            for column in fits[row]:
                if column not in came_from:
                    came_from[column] = row
                    if column not in row_of:
                        free = column
                        break
                    queue.append(row_of[column])
            if free is not None:
                break
        while free is not None:
            row = came_from[free]
            row_of[free] = row
            column_of[row], free = free, column_of[row]
    return column_of


def hint(wanted: Any, given: Any) -> str | None:
    """What makes two unequal values nearly equal, if anything does."""
    if isinstance(wanted, str) and isinstance(given, str):
        return _text_hint(wanted, given)
    for text, other in ((wanted, given), (given, wanted)):
        if isinstance(text, str):
            try:
                value = decode_value(text).value
            except ValueError:
                continue
            if isinstance(other, dict | list):
                return "json_text" if equal(value, other) else None
            if isinstance(other, int | float) and not isinstance(other, bool) and equal(value, other):
                return "number_text"
            if equal(value, other):
                return "type"
    if {wanted.__class__, given.__class__} in ({bool, int}, {bool, float}) and wanted == given:
        return "type"
    return None


def _text_hint(wanted: str, given: str) -> str | None:
    if wanted.casefold() == given.casefold():
        return "case"
    if "".join(wanted.split()) == "".join(given.split()):
        return "whitespace"
    if unicodedata.normalize("NFKC", wanted) == unicodedata.normalize("NFKC", given):
        return "unicode_form"
    one, other = _instant(wanted), _instant(given)
    if one is not None and other is not None and (one.tzinfo is None) == (other.tzinfo is None) and one == other:
        return "same_instant"
    return None


def _instant(text: str) -> datetime | None:
    if not 10 <= len(text) <= 40 or not text[:4].isdecimal():
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
