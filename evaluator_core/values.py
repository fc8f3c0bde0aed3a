"""When two JSON values are equal: the one rule for comparison, repetition, enum and const.

Numbers are equal by value (89 = 89.0, exactly, at any size); booleans never equal numbers, text never equals
numbers; lists keep their order; the order of object keys never matters (design section 5).
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

_NUMBERS = (int, float)


def equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal. NaN equals NaN, as both were written alike."""
    kind = one.__class__
    if kind is not other.__class__:
        return kind in _NUMBERS and other.__class__ in _NUMBERS and bool(one == other)
    if kind is dict:
        if len(one) != len(other):
            return False
        for key, value in one.items():
            try:
                counterpart = other[key]
            except KeyError:
                return False
            if value.__class__ is str:
                if value != counterpart:
                    return False
            elif not equal(value, counterpart):
                return False
        return True
    if kind is list:
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other) or (kind is float and one != one and other != other)


def surely_equal(one: Any, other: Any) -> bool:
    """A fast `equal` for objects and lists: Python's own comparison in C, then a look at the kinds it mixes up.

    True only when the two are equal; it may miss that where NaN is inside.
    """
    return bool(one == other) and _kinds_agree(one, other)


def _kinds_agree(one: Any, other: Any) -> bool:
    """Whether no boolean meets a number in two values that Python calls equal."""
    if one.__class__ is dict:
        for key, value in one.items():
            kind = value.__class__
            if kind is str:
                continue
            counterpart = other[key]
            if kind is dict or kind is list:
                if not _kinds_agree(value, counterpart):
                    return False
            elif (kind is bool) is not (counterpart.__class__ is bool):
                return False
        return True
    if one.__class__ is list:
        return all(map(_kinds_agree, one, other))
    return (one.__class__ is bool) is (other.__class__ is bool)


def key_of(value: Any) -> Hashable:
    """A hashable stand-in: two values have equal keys exactly when they are `equal`."""
    kind = value.__class__
    if kind is str or kind is int:
        return value  # type: ignore[no-any-return]
    if kind is dict:
        return frozenset([(name, key_of(child)) for name, child in value.items()])
    if kind is list:
        return (list, *map(key_of, value))
    if kind is bool:
        return (bool, value)
    if kind is float and value != value:
        return (float, "NaN")
    return value  # type: ignore[no-any-return]


def json_type(value: Any) -> str:
    """JSON's name for the type of a value: `object`, `array`, `string`, `number`, `boolean` or `null`."""
    return _TYPE_NAMES.get(value.__class__, "number")


_TYPE_NAMES = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}
