"""The numbers of a folded text: digits in any usual spelling, words, percents, powers, fractions, measures.

A number counts only as a whole token: the 184 of XY184 and the 3 of 3x are none. Every number that is not written
literally says by which rule it was read (`how`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from .number_words import chinese_numbers, english_numbers
from .units import UNIT, dimensions_of, is_unit

ARTICLE = "article"
"""`how` of a or an, which is one only by chance."""


class Mention(NamedTuple):
    """A number in a text."""

    value: float
    start: int
    end: int
    how: str = ""
    """The rule by which it was read; nothing where it stands literally."""


class Measure(NamedTuple):
    """A number with a unit, in the base unit of a dimension."""

    dimension: int
    amount: float
    start: int
    end: int
    unit: str


_DIGITS = re.compile(
    r"(?<![a-z0-9_])(?<!\d\.)((?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,300})(?:\.\d{1,300})?(?:e[-+]?\d{1,3}(?![a-z0-9]))?|\.\d{1,300})"
)
_SCALE = re.compile(
    r"\s*(?:(%|percent\b|per cent\b)|(basis points|bps\b)"
    r"|(thousand|million|billion|trillion|hundred|dozen|lakh|crore|mn|bn|[kmb](?![a-z])|[万萬亿億千百만천]))"
)
_SCALES: dict[str, float] = {
    "k": 10**3, "thousand": 10**3, "m": 10**6, "mn": 10**6, "million": 10**6, "b": 10**9, "bn": 10**9, "billion": 10**9,
    "trillion": 10**12, "hundred": 100, "dozen": 12, "lakh": 10**5, "crore": 10**7,
    "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "千": 1000, "百": 100, "만": 10**4, "천": 1000,
}  # fmt: skip
_LETTERS = re.compile(r"[a-z_]+")
_ENDINGS = frozenset(("st", "nd", "rd", "th", "x", "percent", "bps", "am", "pm", *_SCALES))
"""What may follow the digits of a whole number without a blank, besides units."""
_COMMA_DECIMAL = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d+)?(?![\w.])|\d+,\d{1,2}(?![\d,]))")
_POWER = re.compile(r"(?<![\d.])10(?:\s*(?:\^|\*\*)\s*\(?([-+]?\d{1,3})\)?|(?<=[x× ]10)([-+]\d{1,3}))")
_TIMES = re.compile(r"(?<![\d.])(\d{1,20}(?:\.\d{1,20})?)\s*[x×*·]\s*\Z")
_FRACTION = re.compile(r"(?<![\d/.])(\d{1,15})\s*[/⁄]\s*(\d{1,15})(?![\d/])")
_PI = re.compile(r"(?:(?<![a-z])pi(?![a-z])|π)(?:\s*/\s*(\d{1,15}))?")
_BEFORE_PI = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*\*?\s*\Z")
_PERIOD = re.compile(
    r"\b(?:(semi-?annual(?:ly)?|annual(?:ly)?|yearly|quarterly|monthly|weekly|daily|hourly)"
    r"|(?:next|this|last|past|coming|upcoming|previous|per|an?|one|every|each)\s(day|week|fortnight|month|quarter|year))\b"
)
_PERIODS = {
    "semiannual": (2,), "semiannually": (2,), "annual": (1,), "annually": (1,), "yearly": (1, 12, 365),
    "quarterly": (4,), "monthly": (12, 30), "weekly": (52, 7), "daily": (365, 1), "hourly": (24,), "day": (1,),
    "week": (7, 1), "fortnight": (14,), "month": (30, 1, 31), "quarter": (3, 90), "year": (365, 12, 1),
}  # fmt: skip
_BOUND = re.compile(
    r"\b(?:(less than|fewer than|under|below)|more than|over|above|greater than|exceed\w*)\s(\d{1,15})\b(?![.,]\d)"
)
_FEET = re.compile(r"(?<!\d)(\d{1,6})\s*(?:'|ft\b|feet\b|foot\b)\s*(\d{1,6})\s*(?:\"|''|in\b|inch\b|inches\b)?")


def numbers_in(text: str) -> Iterator[Mention | Measure]:
    """All numbers of a folded text, and the measures that stand behind them."""
    for found in _DIGITS.finditer(text):
        yield from _digits(text, found)
    for spoken in english_numbers(text):
        if spoken.how != ARTICLE:
            yield Mention(*spoken)
            yield from _followed(text, spoken.value, spoken.start, spoken.end)
        else:
            yield Mention(*spoken)
            yield from _measures(text, 1, spoken.start, spoken.end)
    if not text.isascii():
        for spoken in chinese_numbers(text):
            yield Mention(*spoken)
            yield from _followed(text, spoken.value, spoken.start, spoken.end)
    yield from _written_otherwise(text)


def _digits(text: str, found: re.Match[str]) -> Iterator[Mention | Measure]:
    written = found[1]
    start, end = found.span()
    letters = _LETTERS.match(text, end)
    if letters is not None:
        word = letters.group()
        if word not in _ENDINGS and not is_unit(word):
            yield Mention(_value(written), start, end, "part of a word")
            return
    value = _value(written)
    if math.isinf(value):
        return
    if start and text[start - 1] == "-" and not (start > 1 and text[start - 2].isalnum()):
        yield Mention(value, start, end, "without its sign")
        value, start = -value, start - 1
    yield Mention(value, start, end)
    yield from _followed(text, value, start, end)
    if "," in written and "." not in written:
        for item in re.finditer(r"\d+", written):
            yield Mention(int(item.group()), found.start() + item.start(), found.start() + item.end(), "list item")


def _value(written: str) -> float:
    plain = written.replace(",", "")
    return int(plain) if plain.isdecimal() else float(plain)


def _followed(text: str, value: float, start: int, end: int) -> Iterator[Mention | Measure]:
    """What the words behind a number make of it."""
    found = _SCALE.match(text, end)
    if found is not None:
        percent, points, scale = found.groups()
        if percent:
            yield Mention(value / 100, start, found.end(), "percent")
        elif points:
            yield Mention(value / 10_000, start, found.end(), "percent")
        else:
            yield Mention(value * _SCALES[scale], start, found.end(), "scale")
            yield from _measures(text, value * _SCALES[scale], start, found.end())
    yield from _measures(text, value, start, end)


def _measures(text: str, value: float, start: int, end: int) -> Iterator[Measure]:
    found = UNIT.match(text, end)
    if found is not None:
        for dimension, size in dimensions_of(found[1]):
            yield Measure(dimension, value * size, start, found.end(), found[1])


def _written_otherwise(text: str) -> Iterator[Mention | Measure]:
    """Numbers in rarer spellings; a pattern is run only where the sign that it needs is in the text."""
    for found in _COMMA_DECIMAL.finditer(text) if "," in text else ():
        value = float(found.group().replace(".", "").replace(",", "."))
        yield Mention(value, *found.span(), "comma as decimal point")
    for found in _POWER.finditer(text) if any(sign in text for sign in ("^", "**", "x10", "x 10", "×")) else ():
        yield from _power(text, found)
    for found in _PI.finditer(text):
        times = _BEFORE_PI.search(text[max(0, found.start() - 40) : found.start()])
        start = found.start() - len(times.group() if times else "")
        value = float(times[1] if times else 1) * math.pi / (float(found[1] or 1) or 1)
        for digits in (2, 3, 4, 5, 6, 15):
            yield Mention(round(value, digits), start, found.end(), "pi")
    for found in _PERIOD.finditer(text):
        for number in _PERIODS[(found[1] or found[2]).replace("-", "")]:
            yield Mention(number, *found.span(), "period word")
    for found in _BOUND.finditer(text):
        yield Mention(int(found[2]) + (-1 if found[1] else 1), *found.span(), "bound")
    for found in _FEET.finditer(text) if any(sign in text for sign in ("'", "ft", "feet", "foot")) else ():
        yield Mention(int(found[1]) * 12 + int(found[2]), *found.span(), "feet and inches")
    for found in _FRACTION.finditer(text) if "/" in text or "⁄" in text else ():
        if int(found[2]):
            yield Mention(int(found[1]) / int(found[2]), *found.span(), "fraction")


def _power(text: str, found: re.Match[str]) -> Iterator[Mention | Measure]:
    """A power of ten with the factor before it: 3 x 10^-2."""
    times = _TIMES.search(text[max(0, found.start() - 45) : found.start()])
    if found[2] and not times:
        return
    start = found.start() - len(times.group() if times else "")
    value = float(f"{times[1] if times else 1}e{int(found[1] or found[2])}")
    if math.isfinite(value):
        yield Mention(value, start, found.end(), "power of ten")
        yield from _measures(text, value, start, found.end())
