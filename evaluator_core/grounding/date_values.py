"""The source of a date, a time, or both."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence

from .dates import Day, Time, days_in, times_in
from .sources import View
from .values import DERIVED, UNGROUNDED, UNVERIFIED, Ground

_OFFSET = re.compile(r"(?<=\d)(?:z|[+-]\d\d:?\d\d)\Z")
_FILLING = re.compile(r"[\s,.:\-+/tzut()'~]|gmt|on|at|of|to|from|until|between|and|through|至|到|00")
_PART_OF_DAY = re.compile(r"\b(?:morning|afternoon|evening|night|noon|tonight)\b|早上|上午|下午|晚上")
_WHOLE_DAY = {(0, 0, 0), (23, 59, 59), (23, 59, 0)}


def date_ground(view: View, written: str) -> Ground | None:
    """The source of a folded text that is a date, a time or both, or two dates; None for other text."""
    written = _OFFSET.sub("", written)
    days, times = list(days_in(written)), list(times_in(written))
    if not days and not times:
        return None
    if _FILLING.sub("", _without(written, [*days, *times])):
        return None
    spans = sorted({(day.start, day.end) for day in days if day.month})
    if len(spans) > 1:
        parts = [date_ground(view, written[start:end]) or Ground(UNGROUNDED, "date") for start, end in spans]
        return next((part for state in (UNGROUNDED, UNVERIFIED) for part in parts if part.state == state), parts[0])
    if days and not times and all(day.month is None for day in days):
        return None  # a year by itself is a number
    found = _day(view, days) if days else None
    if found and found.state in (UNVERIFIED, UNGROUNDED):
        return found
    exact = [time for time in times if time.how == "time"]
    return _time(view, exact[0], found) if exact else found


def _without(text: str, found: Sequence[Day | Time]) -> str:
    covered = bytearray(len(text))
    for item in found:
        covered[item.start : item.end] = b"\1" * (item.end - item.start)
    return "".join(character for character, hidden in zip(text, covered, strict=True) if not hidden)


def _day(view: View, readings: Sequence[Day]) -> Ground:
    grounds = [ground for day in readings for ground in [_one_day(view, day)] if ground]
    for state in (DERIVED, UNVERIFIED):
        for ground in grounds:
            if ground.state == state:
                return ground
    sources = view.sources
    relative = view.sees(sources.relative)
    if relative and not sources.today and not view.sees(sources.whole_day):
        return Ground(UNVERIFIED, "relative date without a reference date", relative)
    return Ground(UNGROUNDED, "no such date in the text")


def _one_day(view: View, day: Day) -> Ground | None:
    days = view.sources.days
    year, month, number = day[:3]

    def said(*parts: int | None) -> tuple[tuple[int, int], str] | None:
        found = days.get((parts[0], parts[1], parts[2]))
        return found if found and view.sees(found[0]) else None

    found = said(year, month, number)
    if found:
        return Ground(DERIVED, found[1], found[0])
    if year is None:
        found = view.sources.month_days.get((month, number))
        return Ground(DERIVED, found[1], found[0]) if found and view.sees(found[0]) else None
    found = said(None, month, number)
    if found:
        if view.sees(view.sources.years.get(year)):
            return Ground(DERIVED, "date, its year said elsewhere", found[0])
        today = view.sources.today
        if today and today[1] <= view.limit and abs(today[0].year - year) <= 1:
            return Ground(DERIVED, "date, its year from the day the text gives", found[0])
        return Ground(UNVERIFIED, "the year is not in the text", found[0])
    if month is None or number is None:
        return None
    last = calendar.monthrange(year, month)[1] if 1 <= year <= 9999 else 31
    found = said(year, month, None)
    if found and number in (1, last):
        return Ground(DERIVED, "first or last day of the month", found[0])
    found = said(year, None, None)
    if found and (month, number) in ((1, 1), (12, 31)):
        return Ground(DERIVED, "first or last day of the year", found[0])
    return _after_a_while(view, year, month, number)


def _after_a_while(view: View, year: int, month: int, number: int) -> Ground | None:
    """A day that lies a number of days, said in the text, before or after another day of the text."""
    sources = view.sources
    try:
        wanted = dt.date(year, month, number)
    except ValueError:
        return None
    for (kind, length), mention in list(sources.numbers.durations.items())[:500]:
        if kind != "days" or length == 0 or length != int(length) or not view.sees((mention.start, mention.end)):
            continue
        for sign in (-1, 1):
            try:
                base = wanted + dt.timedelta(days=sign * int(length))
            except OverflowError:
                continue
            for key in ((base.year, base.month, base.day), (None, base.month, base.day)):
                found = sources.days.get(key)
                if found and view.sees(found[0]):
                    return Ground(DERIVED, "date and duration", found[0])
    return None


def _time(view: View, time: Time, day: Ground | None) -> Ground:
    times = view.sources.times
    wanted = (time.hour, time.minute, time.second)
    found = times.get(wanted)
    if found and view.sees(found[0]):
        if day is None:
            return Ground(DERIVED, found[1], found[0])
        return Ground(DERIVED, f"{day.how} and {found[1]}", _around(day.span, found[0]))
    for (kind, length), _ in list(view.sources.numbers.durations.items())[:500]:
        if kind == "minutes" and length == int(length):
            for sign in (-1, 1):
                minutes = time.hour * 60 + time.minute + sign * int(length)
                found = times.get((minutes // 60, minutes % 60, 0))
                if found and view.sees(found[0]):
                    return Ground(DERIVED, "time and duration", found[0])
    first = min((span for span, _ in times.values()), default=None)
    if day and wanted in _WHOLE_DAY and not view.sees(first):
        return Ground(DERIVED, f"{day.how}, its beginning or end", day.span)
    part = _PART_OF_DAY.search(view.sources.text, 0, view.limit)
    if part:
        return Ground(UNVERIFIED, "the text names only a part of the day", part.span())
    return Ground(UNGROUNDED, "no such time in the text")


def _around(one: tuple[int, int] | None, other: tuple[int, int]) -> tuple[int, int]:
    """Both places when they stand side by side, else the first."""
    if one is None:
        return other
    start, end = min(one[0], other[0]), max(one[1], other[1])
    return (start, end) if end - start <= (one[1] - one[0]) + (other[1] - other[0]) + 12 else one
