"""What makes two unequal values nearly equal: a hint for the person who reads a difference."""

from __future__ import annotations

import unicodedata
from typing import Any

from .json_text import decode_value
from .readings import UNREADABLE, as_datetime
from .values import equal


def hint(wanted: Any, given: Any) -> str | None:
    """`type` `case` `whitespace` `unicode_form` `number_text` `json_text` `same_instant`, or nothing."""
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
    moment = as_datetime(wanted)
    if moment is not UNREADABLE and moment == as_datetime(given):
        return "same_instant"
    return None
