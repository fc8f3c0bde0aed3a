"""The words of expected calls with a line of help each, and the formats' names: what the page's editor offers."""

from __future__ import annotations

from typing import Any

from .expected import RESULTS
from .options import MATCH_MODES
from .rules import READINGS, TYPES
from .traces import TITLES

FIELDS = {
    "name": "the tool's name",
    "args": "expected arguments; left out = any",
    "optional": "counts when present, is never missing",
    "match": "how the arguments of this call are compared",
    "compare": "compare only the arguments at these paths",
    "rules": "rules by JSON Pointer",
    "any_of": "calls, one of which satisfies this entry",
    "expect_result": "how the call's result must be marked",
}
"""The fields of an expected call."""

RULE_WORDS = {
    "any": "any value that is there",
    "absent": "the key must not be there",
    "optional": "the key may be missing",
    "equals": "this very value",
    "one_of": "one of these values",
    "pattern": "a Python regular expression, searched",
    "contains": "text or a list that holds this",
    "gte": "this or more",
    "lte": "this or less",
    "gt": "more than this",
    "lt": "less than this",
    "type": "a JSON type",
    "tolerance": "how far a number may be off",
    "as": "how both sides are read before they are compared",
    "ignore": "is not compared",
    "from": "the value an earlier call gave back: TOOL.result.PATH",
}
"""The words of a rule."""


def vocabulary() -> dict[str, Any]:
    """Everything the editor's completion and the choice of a format offer."""
    return {
        "fields": _listed(FIELDS),
        "rule_words": _listed(RULE_WORDS),
        "match": _listed({value: help for value, (_, help) in MATCH_MODES.items()}),
        "expect_result": list(RESULTS),
        "types": list(TYPES),
        "readings": list(READINGS),
        "formats": [{"id": id, "title": title} for id, title in sorted(TITLES.items(), key=_by_title) if id],
    }


def _listed(words: dict[str, str]) -> list[dict[str, str]]:
    return [{"word": word, "help": help} for word, help in words.items()]


def _by_title(named: tuple[str, str]) -> str:
    return named[1].casefold()
