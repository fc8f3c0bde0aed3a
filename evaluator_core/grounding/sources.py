"""The texts a value may come from, indexed once, and what each call may see of them.

The texts are folded and joined in the order in which they become visible, so that what a call sees is a beginning of
the whole. Every table keeps the *first* place of a word, a number, a date: whether a call sees any such place is then
one comparison. Tables are made when first asked for, each in one pass over the text.
"""

from __future__ import annotations

import datetime as dt
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from .aliases import ALIASES
from .dates import RELATIVE, days_in, reference_day, relative_days, times_in
from .folding import Folded
from .numbers import ARTICLE, Measure, Mention, numbers_in
from .words import HAS_CJK, WORD, one_edit, same_family, scripts_of, squeezed, stem

Span = tuple[int, int]


class Source(NamedTuple):
    """A text that values may come from."""

    name: str
    """Which input, and the JSON Pointer to the text in it: `context/0`, `trace/messages/0`, `calls/2/result`."""
    text: str
    since: int = 0
    """Index of the first call that may use it."""


class Evidence(NamedTuple):
    """A place in the raw text of a source."""

    source: str
    start: int
    end: int
    text: str


_WEAK = (ARTICLE, "part of a word")
_DURATION = re.compile(r"[\s-]*(days?|nights?|weeks?|months?|hours?|hrs?|minutes?|mins?|天|晚|周|小时|分钟)")
_NOT_PLAIN_DOLLAR = re.compile(r"(?:canadian|australian|singapore|hong kong|new zealand|taiwan|mexican)\s*\Z")


def number_key(value: float) -> str:
    """What two computed numbers have in common when they are the same."""
    return f"{value:.9g}"


class Sources:
    """The index over all sources of a conversation."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = sorted(sources, key=lambda source: source.since)
        self._folded = [Folded(source.text) for source in self._sources]
        self._starts: list[int] = []
        self._ends: list[int] = []
        place = 0
        for folded in self._folded:
            self._starts.append(place)
            place += len(folded.text) + 1
            self._ends.append(place - 1)
        self.text = "\0".join(folded.text for folded in self._folded)
        self._found: dict[str, Span | None] = {}

    def seen_by(self, call: int) -> View:
        """What the call with this index may use."""
        number = bisect_right([source.since for source in self._sources], call)
        return View(self, self._ends[number - 1] if number else 0, number)

    def evidence(self, span: Span) -> Evidence:
        """A place of the joined text in its source."""
        number = max(0, bisect_right(self._starts, span[0]) - 1)
        offset = self._starts[number]
        raw = self._sources[number]
        start, end = self._folded[number].raw_span(span[0] - offset, min(span[1], self._ends[number]) - offset)
        return Evidence(raw.name, start, end, raw.text[start:end])

    def find(self, needle: str) -> Span | None:
        """The first place where a folded text stands as a whole."""
        if needle not in self._found:
            self._found[needle] = self._find(needle)
        return self._found[needle]

    def _find(self, needle: str) -> Span | None:
        text = self.text
        start = text.find(needle) if needle else -1
        while start >= 0:
            end = start + len(needle)
            if not (_joined(text, start - 1, start, start - 2) or _joined(text, end - 1, end, end + 1)):
                return start, end
            start = text.find(needle, start + 1)
        return None

    @cached_property
    def words(self) -> dict[str, Span]:
        """Word → its first place."""
        found: dict[str, Span] = {}
        for word in WORD.finditer(self.text):
            text = word.group()
            if text not in found:
                found[text] = word.span()
                if text.endswith("'s"):
                    found.setdefault(text[:-2], (word.start(), word.end() - 2))
        return found

    @cached_property
    def stems(self) -> dict[str, Span]:
        """Stem → the first place of a word with it."""
        found: dict[str, Span] = {}
        for word, span in self.words.items():
            if not word[0].isdigit():
                found.setdefault(stem(word), span)
        return found

    @cached_property
    def families(self) -> dict[str, list[str]]:
        """The first four letters → words that begin with them."""
        found: dict[str, list[str]] = {}
        for word in self.words:
            if len(word) >= 4 and word[0].isalpha():
                found.setdefault(word[:4], []).append(word)
        return found

    @cached_property
    def shapes(self) -> dict[tuple[str, int], list[str]]:
        """First letter and length → words."""
        found: dict[tuple[str, int], list[str]] = {}
        for word in self.words:
            if len(word) >= 4 and word.isalpha():
                found.setdefault((word[0], len(word)), []).append(word)
        return found

    @cached_property
    def initials(self) -> tuple[str, list[Span]]:
        """The first letters of all words in a row, and where the words stand."""
        places = [word.span() for word in re.finditer(r"[a-z]+", self.text)]
        return "".join(self.text[start] for start, _ in places), places

    @cached_property
    def squeezed(self) -> str:
        """The text without blanks and punctuation."""
        return squeezed(self.text)

    @cached_property
    def squeezed_runs(self) -> tuple[list[int], list[int]]:
        """For each run without blanks and punctuation where it begins in the squeezed text and in the text."""
        there, here = [], []
        length = 0
        for run in re.finditer(r"\w+", self.text):
            there.append(length)
            here.append(run.start())
            length += run.end() - run.start()
        return there, here

    @cached_property
    def digit_runs(self) -> dict[str, list[tuple[str, Span]]]:
        """The last seven digits → telephone-like numbers that end with them."""
        found: dict[str, list[tuple[str, Span]]] = {}
        for run in re.finditer(r"\+?\d[\d\s().\-]{5,30}\d", self.text):
            digits = re.sub(r"\D", "", run.group())
            if len(digits) >= 7:
                found.setdefault(digits[-7:], []).append((digits, run.span()))
        return found

    @cached_property
    def numbers(self) -> Numbers:
        """All numbers."""
        found = Numbers({}, {}, {}, {}, {})
        for item in numbers_in(self.text):
            if isinstance(item, Measure):
                found.measures.setdefault((item.dimension, number_key(item.amount)), (item.start, item.end))
            elif item.how in _WEAK:
                found.weak.setdefault(item.value, item)
            elif item.how:
                found.derived.setdefault(number_key(item.value), item)
            else:
                found.literal.setdefault(item.value, item)
            if isinstance(item, Mention) and item.how in ("", "number word", "Chinese numeral", ARTICLE):
                for length in _durations(item.value, _DURATION.match(self.text, item.end)):
                    found.durations.setdefault(length, item)
        return found

    @cached_property
    def today(self) -> tuple[dt.date, int] | None:
        """The day that the text says is today, and where that ends."""
        return reference_day(self.text)

    @cached_property
    def days(self) -> dict[tuple[int | None, int | None, int | None], tuple[Span, str]]:
        """Year, month and day, as far as they are said → the first place."""
        found: dict[tuple[int | None, int | None, int | None], tuple[Span, str]] = {}
        for day in days_in(self.text):
            found.setdefault((day.year, day.month, day.day), ((day.start, day.end), day.how))
        if self.today:
            for day in relative_days(self.text, self.today[0]):
                found.setdefault((day.year, day.month, day.day), ((day.start, day.end), day.how))
        return found

    @cached_property
    def whole_day(self) -> Span | None:
        """The first date with year, month and day, against which relative words can be understood."""
        return min((span for parts, (span, _) in self.days.items() if None not in parts), default=None)

    @cached_property
    def years(self) -> dict[int, Span]:
        """Year → the first date or place that says it."""
        found: dict[int, Span] = {}
        for (year, _, _), (span, _) in self.days.items():
            if year is not None:
                found.setdefault(year, span)
        return found

    @cached_property
    def month_days(self) -> dict[tuple[int | None, int | None], tuple[Span, str]]:
        """Month and day of whatever year → the first place."""
        found: dict[tuple[int | None, int | None], tuple[Span, str]] = {}
        for (_, month, day), place in self.days.items():
            found.setdefault((month, day), place)
        return found

    @cached_property
    def day_parts(self) -> dict[int, Span]:
        """Numbers that are the year, the month or the day of a date."""
        found: dict[int, Span] = {}
        for parts, (span, _) in self.days.items():
            for part in parts:
                if part is not None:
                    found.setdefault(part, span)
        return found

    @cached_property
    def times(self) -> dict[tuple[int, int, int], tuple[Span, str]]:
        """Hour, minute and second → the first place."""
        found: dict[tuple[int, int, int], tuple[Span, str]] = {}
        for time in times_in(self.text):
            found.setdefault((time.hour, time.minute, time.second), ((time.start, time.end), time.how))
        return found

    @cached_property
    def relative(self) -> Span | None:
        """The first word that names a day only to who knows when it was said."""
        found = RELATIVE.search(self.text)
        return found.span() if found else None

    @cached_property
    def letters(self) -> list[tuple[set[str], int, int]]:
        """Of each source: its scripts, how many letters it has, and how many of them are not Latin."""
        found = []
        for folded in self._folded:
            plain = len(re.findall(r"[a-z]", folded.text))
            other = 0 if folded.text.isascii() else len(re.findall(r"[^\W\d_a-z\u00c0-\u024f]", folded.text))
            found.append((scripts_of(set(folded.text)), plain + other, other))
        return found


class Numbers(NamedTuple):
    """First places of numbers, by the rule that reads them."""

    literal: dict[float, Mention]
    derived: dict[str, Mention]
    weak: dict[float, Mention]
    measures: dict[tuple[int, str], Span]
    durations: dict[tuple[str, float], Mention]
    """`days` or `minutes` and how many → where that is said."""


def _durations(value: float, unit: re.Match[str] | None) -> list[tuple[str, float]]:
    if unit is None:
        return []
    name = unit[1].rstrip("s")
    if name in ("day", "night", "天", "晚"):
        return [("days", value), ("days", value - 1)]
    if name in ("week", "周"):
        return [("days", 7 * value)]
    if name == "month":
        return [("days", days * value) for days in (30, 31, 28)]
    return [("minutes", 60 * value if name in ("hour", "hr", "小时") else value)]


def _wordy(character: str) -> bool:
    return (character.isalnum() or character == "_") and not HAS_CJK.match(character)


def _joined(text: str, left: int, right: int, beyond: int) -> bool:
    """Whether the characters at two neighbouring places belong to one word or one number.

    `beyond` is the place behind the outer one: 18 is no part of 18.5 or 1,800 that stands by itself.
    """
    if left < 0 or right >= len(text):
        return False
    one, other = text[left], text[right]
    if _wordy(one) and _wordy(other):
        return True
    far = text[beyond] if 0 <= beyond < len(text) else ""
    inner, outer = (other, one) if beyond < left else (one, other)
    if not (inner.isdecimal() and far.isdecimal()):
        return False
    return outer == "." or (outer == "," and _thousands(text, left, right))


def _thousands(text: str, left: int, right: int) -> bool:
    comma = left if text[left] == "," else right
    group = text[comma + 1 : comma + 5]
    return len(group) >= 3 and group[:3].isdecimal() and not group[3:].isdecimal()


class View:
    """What one call may see of the sources."""

    def __init__(self, sources: Sources, limit: int, number: int) -> None:
        self.sources = sources
        self.limit = limit
        self._number = number

    def sees(self, span: Span | None) -> Span | None:
        """The place, if the call may see it."""
        return span if span is not None and span[1] <= self.limit else None

    def find(self, needle: str) -> Span | None:
        """The first place where a folded text stands as a whole."""
        return self.sees(self.sources.find(needle))

    def find_alias(self, name: str) -> Span | None:
        """The first place of another name of something; a single letter is none, and not every dollar is American."""
        if len(name) == 1 and name.isascii() and name.isalpha():
            return None
        span = self.find(name)
        if span and name in ("dollar", "dollars", "pound", "pounds", "$"):
            before = self.sources.text[max(0, span[0] - 20) : span[0]]
            return None if _NOT_PLAIN_DOLLAR.search(before) else span
        return span

    def any_alias(self, name: str) -> Span | None:
        """The first place of any name that means the same."""
        return next((span for other in ALIASES.get(name, ()) if (span := self.find_alias(other))), None)

    def word(self, word: str) -> tuple[str, Span] | None:
        """How and where a word is named: itself, its stem, an alias, a word of its family, a number."""
        sources = self.sources
        span = self.sees(sources.words.get(word))
        if span:
            return "words", span
        if word[0].isdigit():
            plain = word.replace(",", "")
            number = sources.numbers.literal.get(float(plain)) if plain.count(".") < 2 and len(plain) < 300 else None
            span = self.sees(number and (number.start, number.end))
            return ("number", span) if span else None
        span = self.sees(sources.stems.get(stem(word)))
        if span:
            return "word stem", span
        span = self.any_alias(word)
        if span:
            return "alias", span
        if len(word) >= 5:
            for other in sources.families.get(word[:4], ()):
                if same_family(other, word):
                    span = self.sees(sources.words[other])
                    if span:
                        return "word family", span
        return None

    def nearly(self, word: str) -> bool:
        """Whether a word one letter away is named."""
        if len(word) < 5 or not word.isalpha():
            return False
        shapes, words = self.sources.shapes, self.sources.words
        return any(
            other != word and one_edit(other, word) and self.sees(words[other])
            for length in (len(word), len(word) - 1, len(word) + 1)
            for other in shapes.get((word[0], length), ())
        )

    def initials(self, letters: str) -> Span | None:
        """The first place of words with these first letters."""
        row, places = self.sources.initials
        start = row.find(letters)
        return self.sees((places[start][0], places[start + len(letters) - 1][1])) if start >= 0 else None

    def squeezed(self, letters: str) -> Span | None:
        """The first place of a text, whatever blanks and punctuation stand in it."""
        start = self.sources.squeezed.find(letters)
        if start < 0:
            return None
        there, here = self.sources.squeezed_runs
        first, last = (bisect_right(there, place) - 1 for place in (start, start + len(letters) - 1))
        end = here[last] + start + len(letters) - there[last]
        return self.sees((here[first] + start - there[first], end))

    def telephone(self, digits: str) -> Span | None:
        """The first place of a telephone number, with or without its prefix."""
        for other, span in self.sources.digit_runs.get(digits[-7:], ()):
            if (other.endswith(digits) or digits.endswith(other)) and self.sees(span):
                return span
        return None

    @property
    def scripts(self) -> set[str]:
        """The scripts of all that the call sees."""
        return set().union(*(found for found, _, _ in self.sources.letters[: self._number]))

    @property
    def mostly_not_latin(self) -> bool:
        """Whether a good part of the letters are of another script."""
        seen = self.sources.letters[: self._number]
        return sum(other for *_, other in seen) > 0.3 * sum(all_of for _, all_of, _ in seen)
