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
    """The text as JSON, and whether it looks like Python; None when it holds more than other spellings."""
    python = script = False

    def spelled(found: re.Match[str]) -> str:
        nonlocal python, script
        kind = found.lastgroup
        written = found[0]
        if kind == "plain":
            return written
        if kind == "single":
            python = True
            inner = written[1:-1]
            return f'"{inner}"' if '"' not in inner and "\\" not in inner else encode(unescaped(inner))
        if kind == "double":
            return encode(unescaped(written[1:-1]))
        if kind == "name":
            if _KEY.match(text, found.end()):
                script = True
                return f'"{written}"'
            if written in _WORDS:
                python = True
                return _WORDS[written]
            if written in _KEPT:
                return written
            raise Stranger
        if kind == "stranger":
            raise Stranger
        script = script or kind == "comment"
        return " " if kind == "comment" else ""

    try:
        return _ODD.sub(spelled, text), python and not script
    except Stranger:
        return None
