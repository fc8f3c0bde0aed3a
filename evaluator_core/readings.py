"""Reads values as text, numbers, dates or JSON, so that a rule's `as` can compare them across spellings."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from .json_text import decode_value, encode

UNREADABLE: Any = object()
"""What a reading gives for a value that cannot be read so."""

_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:([,'_\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:\.\d+)?\Z")
_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z")
_LONGEST_DATE = 80


def as_text(value: Any) -> Any:
    """Text itself; a number, boolean or null as JSON writes it (5.0 as 5)."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return encode(value)


def as_number(value: Any) -> Any:
    """A number, or text that holds one: `1,234.50`, `1 234`, `-5e3`. Booleans are none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return UNREADABLE
    text = value.strip()
    if len(text) > 400:
        return UNREADABLE
    if _THOUSANDS.match(text):
        text = re.sub(r"[,'_\u00a0\u202f ]", "", text)
    if not _PLAIN.match(text):
        return UNREADABLE
    return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)


class Moment(NamedTuple):
    """A date, or a date with a time; instants with an offset are in UTC."""

    at: datetime
    has_time: bool
    has_offset: bool


def as_datetime(value: Any) -> Any:
    """A whole date in a usual spelling, with a time and an offset or not, as a `Moment`.

    Read: ISO 8601, `2026/11/05`, `20261105`, `5 Nov 2026`, `Nov 5, 2026`, `05.11.2026` (day first), `2026年11月5日`,
    each with a time such as `08:00`, `8:00:30 PM`, `T08:00Z`, `08:00 +01:00`. `03/04/2026` could mean two days and
    cannot be read; `13/04/2026` can.
    """
    if not isinstance(value, str) or len(value) > _LONGEST_DATE:
        return UNREADABLE
    found = _DATE_TIME.fullmatch(value.strip())
    if found is None:
        return UNREADABLE
    date, time = _date(found), _time(found)
    if date is None or time is None:
        return UNREADABLE
    try:
        moment = datetime(*date, *time, tzinfo=UTC)
        offset = found["offset"]
        if offset and offset.upper() not in _UTC:
            sign = -1 if offset[0] in "-\u2212" else 1
            digits = re.sub(r"\D", "", offset).ljust(4, "0")
            moment -= sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:4]))
    except (ValueError, OverflowError):
        return UNREADABLE
    return Moment(moment, found["hour"] is not None, bool(offset))


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
            "sep sept september", "oct october", "nov november", "dec december",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_UTC = ("Z", "UTC", "GMT")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}"
_DATE_TIME = re.compile(
    rf"""(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{{0,6}}\.?,?\s+)?
    (?:(?P<y1>\d{{4}})(?P<sep>[-/.])(?P<m1>\d{{1,2}})(?P=sep)(?P<d1>\d{{1,2}})
      |(?P<y2>\d{{4}})(?P<m2>\d\d)(?P<d2>\d\d)
      |(?P<y3>\d{{4}})\s?年\s?(?P<m3>\d{{1,2}})\s?月\s?(?P<d3>\d{{1,2}})\s?[日号]
      |(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?[\s-](?:of\s)?(?P<m4>{_MONTH})\.?,?[\s-](?P<y4>\d{{4}})
      |(?P<m5>{_MONTH})\.?\s(?P<d5>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y5>\d{{4}})
      |(?P<d6>\d{{1,2}})\.\s?(?P<m6>\d{{1,2}})\.\s?(?P<y6>\d{{4}})
      |(?P<a7>\d{{1,2}})/(?P<b7>\d{{1,2}})/(?P<y7>\d{{4}}))
    (?:(?:[tT]|,?\s+(?:at\s+)?)
      (?P<hour>\d{{1,2}})(?::?(?P<minute>\d\d)(?::?(?P<second>\d\d)(?:[.,](?P<fraction>\d{{1,9}}))?)?)?
      \s?(?P<half>[ap]\.?m\.?)?
      \s?(?P<offset>[zZ]|UTC|GMT|[+\-\u2212]\d\d(?::?\d\d)?)?)?""",
    re.VERBOSE | re.IGNORECASE,
)


def _date(found: re.Match[str]) -> tuple[int, int, int] | None:
    for number in "12346":
        if found["y" + number]:
            month = found["m" + number].lower()
            return int(found["y" + number]), _MONTHS.get(month) or _number(month), int(found["d" + number])
    if found["y5"]:
        return int(found["y5"]), _MONTHS.get(found["m5"].lower(), 0), int(found["d5"])
    one, two = int(found["a7"]), int(found["b7"])
    if one != two and one <= 12 and two <= 12:
        return None
    day, month = (one, two) if one > 12 else (two, one)
    return int(found["y7"]), month, day


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _time(found: re.Match[str]) -> tuple[int, int, int, int] | None:
    if found["hour"] is None:
        return (0, 0, 0, 0)
    hour = int(found["hour"])
    half = (found["half"] or "").lower()
    if not half and found["minute"] is None:
        return None
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    fraction = (found["fraction"] or "").ljust(6, "0")[:6]
    return hour, int(found["minute"] or 0), int(found["second"] or 0), int(fraction)


def as_json(value: Any) -> Any:
    """Text that holds JSON, decoded; everything else as it is."""
    if isinstance(value, str):
        try:
            return decode_value(value).value
        except ValueError:
            return value
    return value
