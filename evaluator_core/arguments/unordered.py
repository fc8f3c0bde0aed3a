"""Compares lists whose order does not matter: as multisets, or as sets.

Equal items find each other by their keys; only those left over are compared one by one, with the items that share a
scalar with them (`SharedValues`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..differences import plain
from ..list_matching import equal_partners, largest_matching
from ..pointers import Path
from ..values import key_of
from .guide import Guide
from .shared_values import SharedValues

if TYPE_CHECKING:
    from .walk import Walk

MOST_TRIED = 300_000
"""So many pairs of unlike items of two lists are compared at most (some seconds); `Walk.bounded` says so."""

Compare = Callable[["Walk", Any, Any, Path, Guide], None]
"""How two items are compared: a method of `Walk`, or a selection of their paths."""


def compare_as_multisets(
    walk: Walk,
    wanted: list[Any],
    given: list[Any],
    path: Path,
    guide: Guide,
    compare: Compare | None = None,
    telling: Callable[[Any], Any] | None = None,
) -> None:
    """Lists of one length: the most items find one that fits; what is left over is compared in its order.

    `compare` and `telling`: where not all of an item counts, how two items are compared, and what of it counts.
    """
    items = _Items(walk, given, compare, telling)
    partner: list[int | None]
    begin = equal_partners(wanted, given)
    if guide.trees:  # rules may ask for more than equality
        begin = {place: other for place, other in begin.items() if items.fits(wanted[place], other, guide.at(place))}
    if len(begin) == len(wanted):
        return
    partner = largest_matching(len(wanted), lambda place: items.fitting(wanted[place], guide.at(place)), begin)
    taken = set(partner)
    free = (place for place in range(len(given)) if place not in taken)
    for place, value in enumerate(wanted):
        other = partner[place]
        items.compare(walk, value, given[next(free) if other is None else other], (*path, place), guide.at(place))


def compare_items(walk: Walk, reading: str, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
    """What `as: multiset` and `as: set` demand."""
    if wanted.__class__ is not list or given.__class__ is not list:
        walk.changed(plain(wanted), given, path)
    elif reading == "set":
        _compare_as_sets(walk, wanted, given, path, guide.at("*"))
    elif len(wanted) != len(given):
        walk.differ("length", path, plain(wanted), given)
    else:
        compare_as_multisets(walk, wanted, given, path, guide)


def _compare_as_sets(walk: Walk, wanted: list[Any], given: list[Any], path: Path, item: Guide) -> None:
    """Each item must fit one of the other side; repetition does not count. `item`: the guide of any item."""
    items = _Items(walk, given)
    ours, theirs = [key_of(value) for value in wanted], [key_of(value) for value in given]
    found = set() if item.trees else {*ours} & {*theirs}
    met = set(found)
    distinct = {key: place for place, key in reversed([*enumerate(theirs)])}
    open_places = {place for key, place in distinct.items() if key not in met}
    for key, value in dict(zip(ours, wanted, strict=True)).items():
        for place in items.candidates(value, item) if key not in found or open_places else ():
            if (key not in found or place in open_places) and items.fits(value, place, item):
                found.add(key)
                met.add(theirs[place])
                open_places.discard(place)
    for place, value in enumerate(wanted):
        if ours[place] not in found:
            walk.differ("missing", (*path, place), plain(value), None)
    for place, other in enumerate(given):
        if theirs[place] not in met:
            walk.differ("extra", (*path, place), None, other)


class _Items:
    """The items that were given, and which of them fit an expected one."""

    def __init__(
        self,
        walk: Walk,
        given: list[Any],
        compare: Compare | None = None,
        telling: Callable[[Any], Any] | None = None,
    ) -> None:
        self._walk = walk
        self._given = given
        self._compare = compare
        self._telling = telling
        self._left = MOST_TRIED
        self._shared = SharedValues(walk.scalars, dict(enumerate(given)), list_order=walk.list_order)

    def compare(self, walk: Walk, wanted: Any, given: Any, path: Path, guide: Guide) -> None:
        (self._compare or type(walk).compare)(walk, wanted, given, path, guide)

    def candidates(self, wanted: Any, guide: Guide) -> Any:
        """The places that may hold an item that fits; fewer once too many were tried."""
        listed = self._shared.candidates(self._telling(wanted) if self._telling else wanted, guide)
        places = range(len(self._given)) if listed is None else listed
        if len(places) > self._left:
            self._walk.bounded = True
            places = places[: self._left]
        self._left -= len(places)
        return places

    def fits(self, wanted: Any, place: int, guide: Guide) -> bool:
        """Whether the item at a place would be right where another is expected."""
        other, compare = self._given[place], self._compare
        if compare is None:
            return self._walk.fits(wanted, other, guide)
        return self._walk.trial(lambda trial: compare(trial, wanted, other, (), guide))

    def fitting(self, wanted: Any, guide: Guide) -> list[int]:
        """The places of all items that fit."""
        return [place for place in self.candidates(wanted, guide) if self.fits(wanted, place, guide)]
