"""Where the values of a call come from: the text that stands before it, the schema, or nowhere.

Presence is decided, not role: a departure and a destination that are swapped both stand in the text. For each value a
state: `grounded` (it stands there), `derived` (a named rule leads from the text or the schema to it), `unverified`
(no rule can decide) or `ungrounded` (of a kind that rules decide, and without evidence).

    folding ─ words ─ number_words ─ units ─ numbers ─ dates ─ aliases     what a text holds
    sources                                                               the index, and what each call sees of it
    number_values, date_values, text_values                               the decision for each kind of value
"""

from __future__ import annotations

from typing import Any

from .number_values import number_ground
from .sources import Evidence, Source, Sources, View
from .text_values import text_ground
from .values import DERIVED, GROUNDED, UNGROUNDED, UNVERIFIED, Ground, Parameter
from .words import STOP, words_of

__all__ = [
    "DERIVED",
    "GROUNDED",
    "UNGROUNDED",
    "UNVERIFIED",
    "Evidence",
    "Ground",
    "Parameter",
    "Source",
    "Sources",
    "View",
    "ground",
]

_FLAG_WORDS = STOP | {"has", "include", "get", "use", "show", "enable", "flag", "model"}


def ground(view: View, value: Any, parameter: Parameter) -> Ground:
    """Where a leaf value, that is text, a number, a boolean or null, comes from."""
    if value is None:
        return Ground(DERIVED, "null")
    if isinstance(value, bool):
        return _flag(view, value, parameter)
    if isinstance(value, int | float):
        if value != value or value in (float("inf"), float("-inf")):
            return Ground(UNVERIFIED, "no finite number")
        if isinstance(value, int) and abs(value) >= 10**300:
            return text_ground(view, str(value), parameter) if abs(value) < 10**4000 else _TOO_LONG
        return number_ground(view, value, parameter)
    return text_ground(view, str(value), parameter)


_TOO_LONG = Ground(UNVERIFIED, "a number too long to look for")


def _flag(view: View, value: bool, parameter: Parameter) -> Ground:
    if parameter.is_default(value):
        return Ground(DERIVED, "default of the schema")
    for word in words_of(parameter.name.lower().replace("_", " ")):
        named = None if word in _FLAG_WORDS else view.word(word)
        if named:
            return Ground(DERIVED, "named in the text", named[1])
    return Ground(UNVERIFIED, "a boolean that the text does not name")
