"""Numbers written as words, in English and with Chinese numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_ONES = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen".split()
    )
}
_TENS = {
    word: 10 * number for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
_SINGLE: dict[str, float] = {
    "half": 0.5, "quarter": 0.25, "dozen": 12, "couple": 2, "pair": 2, "both": 2, "single": 1, "double": 2, "triple": 3,
    "once": 1, "twice": 2, "thrice": 3, "sole": 1, "zeroth": 0,
}  # fmt: skip

_NUMBER = "|".join([*_TENS, *sorted(_ONES, key=len, reverse=True)])
_SCALE = "|".join(_SCALES)
_ENGLISH = re.compile(
    rf"\b(?:(?:{_NUMBER}|an?(?=[\s-]+(?:{_SCALE})\b))(?:(?:[\s,-]+(?:and[\s-]+)?|)(?:{_NUMBER}|{_SCALE})\b)*"
    rf"(?:\s+point(?:\s+(?:{'|'.join(list(_ONES)[:10])})\b)+)?(?:\s+dozen)?"
    rf"|{'|'.join(_SINGLE)}|{'|'.join(_ORDINALS)}|an?)\b"
)
_NOT_A_COUNT = re.compile(r"\s*,|\s+(?:of all|i\b|one is|one was)")
_WORD = re.compile("[a-z]+")


class Spoken(NamedTuple):
    """A number found in a text."""

    value: float
    start: int
    end: int
    how: str


def english_numbers(text: str) -> Iterator[Spoken]:
    """English number words of a folded text; `a` and `an` are marked `article`."""
    for found in _ENGLISH.finditer(text):
        first = found.group()
        start, end = found.span()
        if first in ("a", "an"):
            yield Spoken(1, start, end, "article")
        elif first in _SINGLE:
            yield Spoken(_SINGLE[first], start, end, "number word")
        elif first in _ORDINALS:
            if not _NOT_A_COUNT.match(text, end):
                yield Spoken(_ORDINALS[first], start, end, "ordinal")
        else:
            for value, begin, stop in _said([(w.group(), *w.span()) for w in _WORD.finditer(text, start, end)]):
                yield Spoken(value, begin, stop, "number word")


def _said(words: list[tuple[str, int, int]]) -> Iterator[tuple[float, int, int]]:
    """The numbers of a run of number words: `twenty five thousand`, but `one two` are two numbers."""
    total: float = 0
    section: float = 0
    place = begin = 0
    before = ""
    while place < len(words):
        word = words[place][0]
        if word == "point":
            digits = "".join(str(_ONES[digit]) for digit, *_ in words[place + 1 :] if digit in _ONES)
            yield total + section + float("0." + digits), words[begin][1], words[-1][2]
            return
        if word == "dozen":
            yield (total + section) * 12, words[begin][1], words[place][2]
            return
        if word == "and":
            if before not in _SCALES:  # five and six
                yield total + section, words[begin][1], words[place - 1][2]
                total = section = 0
                begin, before = place + 1, ""
            place += 1
            continue
        clash = (word in _ONES and (before in _ONES or (before in _TENS and _ONES[word] > 9))) or (
            word in _TENS and (before in _TENS or before in _ONES)
        )
        if clash:
            yield total + section, words[begin][1], words[place - 1][2]
            total = section = 0
            begin = place
        if word in _ONES:
            section += _ONES[word]
        elif word in _TENS:
            section += _TENS[word]
        elif word in ("a", "an"):
            section = 1
        elif word == "hundred":
            section = (section or 1) * 100
        elif word in _SCALES:
            total += (section or 1) * _SCALES[word]
            section = 0
        before = word
        place += 1
    yield total + section, words[begin][1], words[-1][2]


_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")}
_DIGITS |= dict(zip("壹贰叁肆伍陆柒捌玖", range(1, 10), strict=True)) | {"〇": 0, "两": 2, "兩": 2}
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "万": 10**4, "萬": 10**4}
_UNITS |= {"亿": 10**8, "億": 10**8}
CHINESE_DIGITS = "".join(_DIGITS) + "".join(_UNITS)
_CHINESE = re.compile(rf"(百分之)?([{CHINESE_DIGITS}]+(?:点[{''.join(_DIGITS)}]+)?半?)(折)?")


def chinese_number(written: str) -> float:
    """The value of Chinese numerals: 三万五千, 二〇二六, 三点五, 两半."""
    if written.endswith("半") and len(written) > 1:
        return chinese_number(written[:-1]) + 0.5
    whole, point, digits = written.partition("点")
    if point:
        return float(f"{chinese_number(whole):.0f}." + "".join(str(_DIGITS[digit]) for digit in digits))
    if all(character in _DIGITS for character in written):
        return int("".join(str(_DIGITS[character]) for character in written[:15]))
    total = section = number = 0
    for character in written:
        unit = _UNITS.get(character)
        if unit is None:
            number = _DIGITS[character]
        elif unit < 10**4:
            section += (number or 1) * unit
            number = 0
        else:
            below = section + number
            total = (total + below) * unit if unit > 10**4 else total + below * unit
            section = number = 0
    return total + section + number


def chinese_numbers(text: str) -> Iterator[Spoken]:
    """Numbers in Chinese numerals; 百分之五 is both 5 and 0.05, 八折 is 0.8."""
    for found in _CHINESE.finditer(text):
        percent, written, discount = found.groups()
        if written[0] in "万萬亿億":
            continue
        value = chinese_number(written)
        start, end = found.span()
        yield Spoken(value, start, end, "Chinese numeral")
        if percent:
            yield Spoken(value / 100, start, end, "percent")
        if discount:
            yield Spoken(value / 10 if value < 10 else value / 100, start, end, "discount")
