"""Tool names: globs, and names that are nearly the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def matcher(patterns: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that matches exactly the names and `*` globs given; None when there are none."""
    parts = [".*".join(map(re.escape, pattern.split("*"))) for pattern in patterns]
    return re.compile(r"(?:" + "|".join(parts) + r")\Z", re.DOTALL) if parts else None


class Naming:
    """How tool names are compared: as they are, or without prefixes and odd characters."""

    def __init__(self, *, sanitized: bool, prefixes: Sequence[str]) -> None:
        self._sanitized = sanitized
        parts = [".*?".join(map(re.escape, prefix.split("*"))) for prefix in prefixes]
        self._prefix = re.compile("(?:" + "|".join(parts) + ")", re.DOTALL) if parts else None
        self.plain = not sanitized and self._prefix is None

    def canonical(self, name: str) -> str:
        """The name in the form in which it is compared."""
        if self.plain:
            return name
        if self._prefix is not None:
            found = self._prefix.match(name)
            if found and found.end() < len(name):
                name = name[found.end() :]
        return re.sub(r"[^0-9A-Za-z_\-\u0080-\U0010ffff]", "_", name) if self._sanitized else name


def folded(name: str) -> str:
    """A name without what differs between spellings of one tool: case, dots, dashes, blanks, underscores."""
    return re.sub(r"[\W_]+", "_", name.casefold()).strip("_")


def resembles(name: str, other: str) -> bool:
    """Whether two different names may mean one tool: equal when folded, or one behind a server's prefix."""
    if name == other:
        return False
    one, two = folded(name), folded(other)
    return bool(one and two) and (one == two or one.endswith("_" + two) or two.endswith("_" + one))


def nearest_name(name: str, names: Sequence[str]) -> str | None:
    """The name that resembles this one most, if any does."""
    for other in names:
        if resembles(name, other):
            return other
    found = get_close_matches(name, names[:500], n=1, cutoff=0.75)
    return found[0] if found else None
