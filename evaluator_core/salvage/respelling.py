"""Spells what is nearly JSON as JSON, in one pass of one regular expression: the fast way to read large pastes.

What is more than another spelling (tuples, printed objects) is left to `loose.py`.
"""

from __future__ import annotations

import re

from ..json_text import encode
from .strings import unescaped

_ODD = re.compile(
    r"""
      (?P<plain>"(?:[^"\\]++|\\[^'xUNav0-7\n])*+")
    | (?P<double>"(?:[^"\\]++|\\.)*+")
    | (?P<single>'(?:[^'\\]++|\\.)*+')
    | (?P<comment>//[^\n]*+|\#[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/|\Z)|[^\S \t\r\n]++|[\u200b-\u200d\u2060\ufeff]++)
    | (?P<comma>,(?=\s*+[\]}]))
    | (?P<name>[A-Za-z_$][\w$]*+)
    | (?P<stranger>[^\[\]{}:,.+\-\w\s])
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS = {"None": "null", "True": "true", "False": "false", "undefined": "null", "nan": "NaN", "inf": "Infinity"}
_KEPT = frozenset(("null", "true", "false", "NaN", "Infinity", "e", "E"))
_KEY = re.compile(r"\s*+:")


class Stranger(Exception):
    """Something that is not just spelled otherwise."""


def respelled(text: str) -> tuple[str, bool] | None:
    """The text as JSON, and whether it looked like Python; None when it holds more than other spellings."""
    python = False

    def spelled(found: re.Match[str]) -> str:
        nonlocal python
        kind = found.lastgroup
        written = found[0]
        if kind == "plain":
            return written
        if kind == "single":
            inner = written[1:-1]
            return f'"{inner}"' if '"' not in inner and "\\" not in inner else encode(unescaped(inner))
        if kind == "double":
            return encode(unescaped(written[1:-1]))
        if kind == "name":
            if _KEY.match(text, found.end()):
                return f'"{written}"'
            if written in _WORDS:
                python = python or written[0] in "NTF"
                return _WORDS[written]
            if written in _KEPT:
                return written
            raise Stranger
        if kind == "stranger":
            raise Stranger
        return " " if kind == "comment" else ""

    try:
        return _ODD.sub(spelled, text), python
    except Stranger:
        return None
