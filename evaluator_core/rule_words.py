"""What single words of a rule demand of a value: its reading, its type, its limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .readings import UNREADABLE, as_datetime, as_json, as_number, as_text
from .values import json_type

READERS: Mapping[str, Callable[[Any], Any]] = {
    "text": as_text,
    "number": as_number,
    "datetime": as_datetime,
    "json": as_json,
}
"""The word `as` → how both sides are read before they are compared."""


def as_it_is(value: Any) -> Any:
    return value


def has_type(value: Any, names: Any) -> bool:
    """Whether a value has one of the JSON types named; 2.0 is an integer."""
    kind = json_type(value)
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    accepted = names if isinstance(names, list) else [names]
    return kind in accepted or ("integer" in accepted and kind == "number" and whole)


def compares(word: str, value: Any, limit: Any) -> bool:
    """`gte` and its kin: numbers with numbers, text with text, moments with moments; anything else is false."""
    if value is UNREADABLE or limit is UNREADABLE or json_type(value) != json_type(limit):
        return False
    if isinstance(value, bool) or (value.__class__ is not limit.__class__ and json_type(value) != "number"):
        return False
    if not isinstance(value, int | float | str | tuple):
        return False
    if word == "gte":
        return bool(value >= limit)
    if word == "lte":
        return bool(value <= limit)
    return bool(value > limit if word == "gt" else value < limit)
