"""Takes out what a paste holds that nobody wrote: colours of terminals, carriage returns, invisible characters."""

from __future__ import annotations

import re
from bisect import bisect_right

_DUST = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])|\r(?=\n)|[\u200b\u2060\ufeff\x00]")
_COLOUR = re.compile(r"\[\d{1,3}(?:;\d{1,3}){0,4}m")
"""A colour whose escape character was lost on the way."""


class Tidied:
    """The text without them, and the way back to places in the paste."""

    def __init__(self, paste: str) -> None:
        self._places: list[int] = []
        self._removed: list[int] = []
        parts: list[str] = []
        dust = re.compile(f"{_DUST.pattern}|{_COLOUR.pattern}") if "[0m" in paste and "\x1b" not in paste else _DUST
        kept = gone = 0
        for found in dust.finditer(paste):
            parts.append(paste[kept : found.start()])
            gone += found.end() - found.start()
            kept = found.end()
            self._places.append(kept - gone)
            self._removed.append(gone)
        self.text = "".join((*parts, paste[kept:])) if gone else paste

    def place(self, offset: int) -> int:
        """Where in the paste a place of the text is."""
        known = bisect_right(self._places, offset)
        return offset + self._removed[known - 1] if known else offset
