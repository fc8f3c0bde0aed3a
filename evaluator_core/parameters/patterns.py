"""Regular expressions of schemas, made safe to run here, or set aside.

Schemas are written for ECMAScript. Named groups are respelled; what Python cannot compile, and repetition inside
repetition that may take for ever (`^(a+)+$`), is not checked, and said so.
"""

from __future__ import annotations

import re

LONGEST_VALUE = 5_000
"""Longer texts are not held against a pattern."""

_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]")
_GROUP = re.compile(r"\((?:\?(?:[:=!]|<[=!]|P?<\w+>))?([^()]*)\)(\*|\+|\{\d*,\d*\}|\{\d+\}|\?)?")
_REPEATED = re.compile(r"[*+]|\{\d*,\d*\}")
_SEPARATOR = re.compile(r"(?:\\[^\w]|[,:;/@_ -])(?![*?{])")


def usable(pattern: str) -> str | None:
    """The pattern as Python reads it, or None when it is not to be run."""
    translated = re.sub(r"\(\?<(?=[A-Za-z_])", "(?P<", pattern)
    try:
        re.compile(translated)
    except (re.error, RecursionError, OverflowError):
        return None
    return None if may_run_away(translated) else translated


def may_run_away(pattern: str) -> bool:
    """Whether something repeated is repeated again with nothing certain between its rounds."""
    rest = _CLASS.sub("C", pattern.replace(r"\\", "S").replace(r"\(", "S").replace(r"\)", "S").replace(r"\[", "S"))
    rest = re.sub(r"\\[*+{?]", ",", rest)
    while (found := _GROUP.search(rest)) is not None:
        inside, times = found[1], found[2]
        again = times is not None and (times in ("*", "+") or "," in times)
        parts = inside.split("|")
        if again and any(_REPEATED.search(part) and not _SEPARATOR.search(part) for part in parts):
            return True
        if again and len(parts) > 1 and len(set(parts)) < len(parts):
            return True
        rest = rest[: found.start()] + ("G*" if again or _REPEATED.search(inside) else "G") + rest[found.end() :]
    return False
