"""What is known of a value's parameter, and what is found about its source."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from .folding import fold
from .sources import Span

GROUNDED, DERIVED, UNVERIFIED, UNGROUNDED = "grounded", "derived", "unverified", "ungrounded"


class Parameter(NamedTuple):
    """What the tool's schema says of a value."""

    name: str = ""
    description: str = ""
    defaults: tuple[Any, ...] = ()
    """Values of `default` and `const`."""
    choices: tuple[Any, ...] = ()
    """Members of `enum`."""

    @property
    def about(self) -> str:
        """Its description and name, folded."""
        return fold(self.description + " " + self.name.replace("_", " "))

    def is_default(self, value: Any) -> bool:
        """Whether a value is the parameter's default, as the schema or its description gives it."""
        if any(same(value, default) for default in self.defaults):
            return True
        return any(same(value, found[2]) for found in _DEFAULT.finditer(self.description[:2_000]))

    def is_choice(self, value: Any) -> bool:
        """Whether a value is one of the enum's."""
        return any(same(value, choice) for choice in self.choices)


_DEFAULT = re.compile(
    r"default(?:s)?(?:\s+(?:value|unit|is|to|of|as|will|be|set|if|not|provided|specified|which))*\s*[:=]?\s*(?:\()?"
    r"(['\"`]?)(.{1,80}?)\1(?=$|[\s.,;)])",
    re.IGNORECASE,
)


class Ground(NamedTuple):
    """Where a value comes from."""

    state: str
    """`grounded`, `derived`, `unverified` or `ungrounded`."""
    how: str
    """The rule that says so."""
    span: Span | None = None
    """The evidence in the joined, folded text."""


def same(one: Any, other: Any) -> bool:
    """Whether a value is what a schema or its description writes: `5` and `"5"`, `True` and `"true"`."""
    if isinstance(one, bool) or isinstance(other, bool):
        return str(one).lower() == str(other).lower()
    if isinstance(one, str) and isinstance(other, str) and one == other:
        return True
    try:
        return math.isclose(float(one), float(other), rel_tol=1e-12)
    except (TypeError, ValueError, OverflowError):
        pass
    return isinstance(one, str) and isinstance(other, str) and fold(one) == fold(other)
