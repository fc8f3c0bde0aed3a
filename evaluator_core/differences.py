"""What a comparison of arguments yields: the places where they differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from .pointers import Path, dollar_path, pointer
from .rules import Rule

ALLOWED = "allowed_extra"
"""The kind of difference that does not make arguments wrong."""


class Difference(NamedTuple):
    """One place where the arguments differ. `expected` and `actual` are meaningless for the side that is absent."""

    steps: Path
    kind: str
    """`changed` `missing` `extra` `type` `length` `allowed_extra`"""
    expected: Any
    actual: Any
    hint: str | None = None
    """`type` `case` `whitespace` `unicode_form` `number_text` `json_text` `same_instant` `list_order`"""
    rule: Rule | None = None
    """The rule that applied, if one did."""

    @property
    def path(self) -> str:
        return dollar_path(self.steps)

    @property
    def pointer(self) -> str:
        return pointer(self.steps)


def plain(value: Any) -> Any:
    """A value of the expected arguments as it was written, its rules as `$expect` objects."""
    if value.__class__ is Rule:
        return {"$expect": value.words}
    if value.__class__ is dict:
        return {key: plain(child) for key, child in value.items()}
    if value.__class__ is list:
        return [plain(child) for child in value]
    return value
