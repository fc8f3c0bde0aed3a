"""The one decoder of arguments: rules A1 to A7 of the format catalogue.

Objects stay what they are; JSON text is decoded, twice where it was encoded twice; nothing, `""` and `null` are no
arguments; a Python literal is read as one; anything else stays verbatim and is marked unreadable. Nothing is repaired
by guessing.
"""

from __future__ import annotations

import ast
import math
from typing import Any, NamedTuple

from ..errors import InputError
from ..json_text import MAX_DEPTH, check_depth, decode_value

_LONGEST_LITERAL = 200_000


class Arguments(NamedTuple):
    """Decoded arguments, and what was noticed."""

    value: Any
    unreadable: bool = False
    duplicate_keys: bool = False
    not_finite: bool = False


def decode_arguments(raw: Any) -> Arguments:
    """Decode the raw arguments of a call. Never raises."""
    if raw.__class__ is dict:
        return Arguments(raw)
    if raw is None:
        return Arguments({})
    if not isinstance(raw, str):
        return Arguments(raw)
    try:
        value, duplicates, not_finite = decode_value(raw)
    except (InputError, ValueError):
        return _not_json(raw)
    if value.__class__ is str:
        if value.lstrip()[:1] in ("{", "["):
            try:
                inner = decode_value(value)
            except (InputError, ValueError):
                pass
            else:
                return Arguments(inner.value, False, inner.duplicate_keys, inner.not_finite)
        if not value.strip() or value == "null":
            return Arguments({})
    if value is None:
        return Arguments({})
    return Arguments(value, False, duplicates, not_finite)


def _not_json(raw: str) -> Arguments:
    stripped = raw.strip()
    if stripped in ("", "null", "None"):
        return Arguments({})
    if stripped[0] in "{[(":
        value = python_literal(stripped)
        if value is not None:
            return Arguments(value)
    return Arguments(raw, unreadable=True)


def python_literal(text: str) -> Any:
    """The value of a Python literal that is JSON but for its spelling; None when it is none. Tuples become lists."""
    if len(text) > _LONGEST_LITERAL:
        return None
    try:
        check_depth(text.replace("'", '"').replace("(", "["))
        if text.count("(") + text.count("[") + text.count("{") > MAX_DEPTH:
            check_depth(text.replace("(", "[").replace(")", "]"))
        return _as_json(ast.literal_eval(text))
    except (InputError, ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _as_json(value: Any) -> Any:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("a key is not text")
        return {key: _as_json(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(child) for child in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise ValueError("not JSON")
