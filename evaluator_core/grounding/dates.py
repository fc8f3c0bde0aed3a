"""The dates and times of a folded text, in digits, month names, Chinese, Japanese and Korean, and relative words.

A date has a year, a month and a day, of which a text may leave some out; a time has hour, minute, second. Where a
spelling can mean two days (03/04/2026) or two hours (8:00), both are found.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from .number_words import CHINESE_DIGITS, chinese_number


class Day(NamedTuple):
    """A date, or the parts of it that are said."""

    year: int | None
    month: int | None
    day: int | None
    start: int
    end: int
    how: str = "date"


class Time(NamedTuple):
    """A time of day."""

    hour: int
    minute: int
    second: int
    start: int
    end: int
    how: str = "time"


_MONTH_NAMES = "january february march april may june july august september october november december".split()
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_NTH = r"(?:st|nd|rd|th)?"
_TO = r"\s*(?:-|to|and|through|&)\s*"
_MONTH_WORD = re.compile(rf"(?<![a-z])({_MONTH})(?![a-z])\.?")
_DAYS_BEFORE = re.compile(rf"(?<![\d:.])(\d{{1,2}}){_NTH}(?:{_TO}(\d{{1,2}}){_NTH})?(?:\sof)?(?:\sthis)?[\s-]*\Z")
_DAYS_BEHIND = re.compile(
    rf"(?:[\s-]*(?:the\s)?(\d{{1,2}})(?!\d){_NTH}(?:{_TO}(\d{{1,2}})(?!\d){_NTH}(?![\d:]))?(?![:\d]))?(?:(?:\s?,?\s?(?:of\s)?|-)(\d{{4}})(?!\d))?"
)
_N = rf"(?:\d{{1,4}}|[{CHINESE_DIGITS}]{{1,4}})"
_ASIAN = re.compile(rf"(?:({_N})\s?[年년]\s?)?({_N})\s?[月월](?!间)\s?(?:({_N})\s?[日号號일])?")
_YEAR_FIRST = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_YEAR_LAST = re.compile(r"(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-]\d)(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)")
_YEAR_MONTH = re.compile(r"(?<![\d-])(\d{4})-(\d{1,2})(?![\d-])")
_MONTH_DAY = re.compile(r"(?<![\d/.-])(\d{1,2})/(\d{1,2})(?![\d/.-])")
_YEAR = re.compile(r"(?<![\d.,$a-z])((?:1[5-9]|20)\d{2})(?![.,]?\d)")


def days_in(text: str) -> Iterator[Day]:
    """All dates of a folded text. A place that one spelling explains is not read again by a weaker one."""
    used = bytearray(len(text))

    def take(found: re.Match[str]) -> bool:
        start, end = found.span()
        if used.find(1, start, end) >= 0:
            return False
        used[start:end] = b"\1" * (end - start)
        return True

    for found in _YEAR_FIRST.finditer(text):
        year, month, day = int(found[1]), int(found[3]), int(found[4])
        if _exists(year, month, day) and take(found):
            yield Day(year, month, day, *found.span())
    if not text.isascii():
        for found in _ASIAN.finditer(text):
            years, months, days = (None if part is None else _whole(part) for part in found.groups())
            if years is not None and years < 100:
                years = years + 2000
            if _exists(years, months or 0, days or 1) and take(found):
                yield Day(years, months, days, *found.span())
    for found in _MONTH_WORD.finditer(text):
        yield from _named(text, found, used)
    for found in _YEAR_LAST.finditer(text):
        one, other, year = int(found[1]), int(found[3]), int(found[4])
        year += 2000 if year < 100 else 0
        both = [(m, d) for m, d in dict.fromkeys([(one, other), (other, one)]) if _exists(year, m, d)]
        if both and take(found):
            how = "date" if len(both) == 1 else "date, day and month in either order"
            yield from (Day(year, month, day, *found.span(), how) for month, day in both)
    for found in _COMPACT.finditer(text):
        year, month, day = int(found[1]), int(found[2]), int(found[3])
        if _exists(year, month, day) and take(found):
            yield Day(year, month, day, *found.span())
    for found in _YEAR_MONTH.finditer(text):
        if _exists(int(found[1]), int(found[2]), 1) and take(found):
            yield Day(int(found[1]), int(found[2]), None, *found.span())
    for found in _MONTH_DAY.finditer(text):
        one, other = int(found[1]), int(found[2])
        both = [(m, d) for m, d in dict.fromkeys([(one, other), (other, one)]) if _exists(None, m, d)]
        if both and take(found):
            yield from (Day(None, month, day, *found.span()) for month, day in both)
    for found in _YEAR.finditer(text):
        if take(found):
            yield Day(int(found[1]), None, None, *found.span())


def _named(text: str, found: re.Match[str], used: bytearray) -> Iterator[Day]:
    """The date around the name of a month: 5 to 7 March 2026, Mar 5, 2026, March."""
    month = _MONTHS[found[1]]
    before = _DAYS_BEFORE.search(text[max(0, found.start() - 30) : found.start()])
    behind = _DAYS_BEHIND.match(text, found.end())
    start = found.start() - (len(before.group()) if before else 0)
    end = behind.end() if behind else found.end()
    days = [*(before.groups() if before else ()), *(behind.groups()[:2] if behind else ())]
    year = int(behind[3]) if behind and behind[3] else None
    said = [int(day) for day in days if day and _exists(year, month, int(day))]
    if not said and year is None and found[1] in ("may", "mar", "dec"):
        return  # most often no month
    used[start:end] = b"\1" * (end - start)
    for day in said:
        yield Day(year, month, day, start, end)
    if not said:
        yield Day(year, month, None, start, end)


def _whole(written: str) -> int:
    return int(written) if written.isdecimal() else int(chinese_number(written))


def _exists(year: int | None, month: int, day: int) -> bool:
    if not 1 <= month <= 12:
        return False
    return 1 <= day <= (calendar.monthrange(year, month)[1] if year and 1 <= year <= 9999 else 31)


_CLOCK = re.compile(r"(?<![\d:+.])(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:\.\d+)?)?)(?:\s?([ap]\.?m\b\.?))?(?![\d:])")
_TWELVE = re.compile(r"(?<![\d:.])(\d{1,2})(?:\.(\d{2}))?\s?([ap])\.?m(?![a-z])")
_O_CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2})(?::(\d{2}))?\s?(?:o'?\s?clock(?:\s?in the (morning|afternoon|evening))?"
    r"|in the (morning|afternoon|evening))"
)
_NAMED_TIME = re.compile(r"\b(?:noon|midday|midnight)\b|正午|午夜")
_H = rf"(?:\d{{1,2}}|[{CHINESE_DIGITS}]{{1,3}})"
_ASIAN_TIME = re.compile(
    rf"(凌晨|早上|上午|中午|下午|傍晚|晚上|오전|오후|午前|午後)?\s?({_H})\s?[点點时時시](?!间)"
    rf"(?:\s?({_H})\s?[分분]?|(半)|(一刻))?"
)
_AFTERNOON = ("下午", "傍晚", "晚上", "오후", "午後")


def times_in(text: str) -> Iterator[Time]:
    """All times of a folded text; without a half of the day said, an hour below 12 may mean either."""
    for found in _CLOCK.finditer(text):
        hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
        if hour > 24 or minute > 59 or second > 59:
            continue
        if found[4]:
            yield Time(_of_half(hour, found[4][0]), minute, second, *found.span())
            continue
        yield Time(hour % 24, minute, second, *found.span())
        if hour < 12 and not found[1].startswith("0"):
            yield Time(hour + 12, minute, second, *found.span(), "time, either half of the day")
    for found in _TWELVE.finditer(text):
        if int(found[1]) <= 12:
            yield Time(_of_half(int(found[1]), found[3]), int(found[2] or 0), 0, *found.span())
    for found in _O_CLOCK.finditer(text):
        hour, half = int(found[1]), found[3] or found[4]
        hours = {hour, hour + 12} if not half else {hour if half == "morning" else hour % 12 + 12}
        if hour <= 12:
            yield from (Time(h % 24, int(found[2] or 0), 0, *found.span()) for h in sorted(hours))
    for found in _NAMED_TIME.finditer(text):
        yield Time(0 if found.group() in ("midnight", "午夜") else 12, 0, 0, *found.span())
    if not text.isascii():
        for found in _ASIAN_TIME.finditer(text):
            yield from _asian_time(found)


def _of_half(hour: int, half: str) -> int:
    return hour % 12 + (12 if half == "p" else 0)


def _asian_time(found: re.Match[str]) -> Iterator[Time]:
    part, hour = found[1], _whole(found[2])
    minute = 30 if found[4] else 15 if found[5] else _whole(found[3]) if found[3] else 0
    if hour > 24 or minute > 59:
        return
    if part in _AFTERNOON or (part == "中午" and hour < 10):
        hours = [hour + 12 if hour < 12 else hour]
    elif part or hour >= 12:
        hours = [0 if part == "凌晨" and hour == 12 else hour]
    else:
        hours = [hour, hour + 12]
    yield from (Time(h % 24, minute, 0, *found.span()) for h in hours)


_WEEKDAYS = {name: n for n, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
RELATIVE = re.compile(
    r"\b(?:day before yesterday|day after tomorrow|today|tonight|tomorrow|yesterday|now|current(?:ly)?"
    r"|(?:next|last|this|past|coming|previous)\s(?:\w+\s)?(?:day|week|weekend|month|year|quarter|mon|tues|wednes|thurs|fri|satur|sun)\w*"
    r"|\d{1,4}\s(?:day|week|month|year|hour|minute)s?\s(?:ago|from now|later)|in\s\w+\s(?:day|week|month|year|hour)s?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|new year|easter|thanksgiving|halloween|valentine\w*"
    r"|hoy|mañana|demain|aujourd|heute|morgen|hari ini|besok|bukas)\b"
    r"|今天|今日|明天|明日|昨天|昨日|后天|前天|大后天|今晚|明晚|现在|上周|下周|本周|这周|上个?月|下个?月|本月|今年|明年|去年"
    r"|周[一二三四五六日天末]|星期[一二三四五六日天]|\d{1,4}天[前后]|오늘|내일|어제|모레|지금|현재"
)
"""Words that name a day only to who knows when they were said."""
_SHIFTS = {
    "today": 0, "tonight": 0, "今天": 0, "今日": 0, "今晚": 0, "오늘": 0, "heute": 0, "hoy": 0,
    "tomorrow": 1, "明天": 1, "明日": 1, "明晚": 1, "내일": 1, "demain": 1, "morgen": 1, "yesterday": -1,
    "昨天": -1, "昨日": -1, "어제": -1,
    "day before yesterday": -2, "day after tomorrow": 2, "后天": 2, "모레": 2, "前天": -2, "大后天": 3,
}  # fmt: skip
_AGO = re.compile(r"(\d+)\s(day|week)s?\s(ago|from now|later)")
_WEEKDAY = re.compile(r"(?:(next|last|this|coming|previous|past)\s)?(\w+day)\Z")
_TODAY = re.compile(
    r"(?:today(?:'s date)?(?:\sis)?|current date(?:\sand time)?(?:\sis)?|the date is|今天是|今天日期[是为]?"
    r"|当前日期[是为]?)[\s:,(]*(?:\w+day,?\s)?"
)


def reference_day(text: str) -> tuple[dt.date, int] | None:
    """The day that a text says is today, and where that ends."""
    for found in _TODAY.finditer(text):
        for day in days_in(text[found.end() : found.end() + 30]):
            if day.start <= 2 and day.year and day.month and day.day:
                return dt.date(day.year, day.month, day.day), found.end() + day.end
    return None


def relative_days(text: str, today: dt.date) -> Iterator[Day]:
    """The days that words such as tomorrow mean when it is `today`."""
    for found in RELATIVE.finditer(text):
        for shift in _shifts(found.group(), today):
            try:
                day = today + dt.timedelta(days=shift)
            except OverflowError:
                continue
            yield Day(day.year, day.month, day.day, *found.span(), "relative to the day the text gives")


def _shifts(words: str, today: dt.date) -> tuple[int, ...]:
    if words in _SHIFTS:
        return (_SHIFTS[words],)
    ago = _AGO.match(words)
    if ago:
        return (int(ago[1]) * (7 if ago[2] == "week" else 1) * (-1 if ago[3] == "ago" else 1),)
    named = _WEEKDAY.match(words)
    if named is None or named[2] not in _WEEKDAYS:
        return ()
    ahead = (_WEEKDAYS[named[2]] - today.weekday()) % 7
    if named[1] in ("last", "previous", "past"):
        return (ahead - 7,)
    return ((ahead or 7), (ahead or 7) + 7) if named[1] == "next" else tuple(dict.fromkeys((ahead or 7, ahead)))
