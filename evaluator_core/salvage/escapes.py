"""Pastes that were escaped once too often: HTML entities, or backslashes without the quotes around."""

from __future__ import annotations

import html
import json
import re

_ENTITIES = re.compile(r"&(?:amp;)*+(?:quot|apos|lt|gt|#0*3[49]|#[xX]0*2[27]);")
_ESCAPED = re.compile(r'\s*+[\[{](?:[\[{]|\\[nrt]|\s)*+\\"')
_BARE_QUOTE = re.compile(r'(?<!\\)(?:\\\\)*+"')


def without_entities(text: str) -> str | None:
    """The text with its HTML entities read; None when it has none."""
    return html.unescape(text) if _ENTITIES.search(text) else None


def without_backslashes(text: str) -> str | None:
    """The text that stands escaped, as in a JSON string without its quotes; None when it is not escaped so."""
    if not _ESCAPED.match(text) or _BARE_QUOTE.search(text):
        return None
    try:
        inner = json.loads(f'"{text}"', strict=False)
    except ValueError:
        return None
    return inner if isinstance(inner, str) else None
