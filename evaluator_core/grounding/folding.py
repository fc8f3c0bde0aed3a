"""Folds text so that spellings which mean the same compare equal, and finds the way back to the raw text.

Folded are: compatibility forms (NFKC: full-width letters and digits, ligatures, superscripts), case, quotes, dashes and
Chinese punctuation, and runs of white space (one blank). Folding may change lengths, so a folded text keeps a table of
pieces; evidence always points into the raw text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache

_SAME = str.maketrans({
    "’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "、": ",",
    "。": ".", "，": ",", "：": ":", "；": ";", "（": "(", "）": ")", "\0": " ",
})  # fmt: skip
_MARKS = r"\u0300-\u036f\u3099\u309a"
_PIECES = re.compile(
    rf"[!-~]+(?: [!-~]+)*(?![{_MARKS}])"  # ASCII, with single blanks
    r"|[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+(?![\u3099\u309a])"  # letters that stay as they are
    r"|\s+"
    r"|[\u1100-\u11ff]+"  # Korean letters that make syllables together
    rf"|[^\s][{_MARKS}]*"
)


class Folded:
    """A folded text and the table from its places to those of the raw text."""

    __slots__ = ("_folded", "_raw", "_same", "_spans", "text")

    def __init__(self, raw: str) -> None:
        self._folded: list[int] = []
        self._raw: list[int] = []
        self._spans: list[int] = []
        self._same: list[bool] = []
        """Of each piece: where it begins on both sides, its raw length, and whether both sides have equal lengths."""
        parts: list[str] = []
        place = 0
        for found in _PIECES.finditer(raw):
            piece = found.group()
            made = " " if piece.isspace() else piece.lower() if piece.isascii() else _fold(piece)
            parts.append(made)
            self._add(place, found.start(), len(piece), len(made) == len(piece))
            place += len(made)
        self.text = "".join(parts).translate(_SAME)

    def _add(self, folded: int, raw: int, length: int, same: bool) -> None:
        if same and self._same and self._same[-1] and self._raw[-1] + self._spans[-1] == raw:
            self._spans[-1] += length  # one piece with the one before
            return
        self._folded.append(folded)
        self._raw.append(raw)
        self._spans.append(length)
        self._same.append(same)

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """The raw place of a folded one; whole raw characters, even where a part of what one became is meant."""
        if end <= start:
            return 0, 0
        first, last = (bisect_right(self._folded, place) - 1 for place in (start, end - 1))
        begin = self._raw[first] + (start - self._folded[first] if self._same[first] else 0)
        stop = self._raw[last] + (end - self._folded[last] if self._same[last] else self._spans[last])
        return begin, stop


@lru_cache(maxsize=4096)
def _fold(piece: str) -> str:
    return unicodedata.normalize("NFKC", piece).casefold()


def fold(text: str) -> str:
    """The folded text, trimmed."""
    return Folded(text).text.strip()
