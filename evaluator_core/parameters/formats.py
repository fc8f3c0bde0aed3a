"""Checks of JSON Schema's `format` with the standard library alone.

As RFC 3339, 5321, 3986, 6570, 6901 and ISO 8601 have them, but for one thing: a date-time or a time without an offset
is accepted, as agents are asked for local times (seed 003).
"""

from __future__ import annotations

import calendar
import ipaddress
import re
from collections.abc import Callable
from urllib.parse import urlsplit

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))?", re.ASCII)
_DURATION = re.compile(
    r"P(?!\Z)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)",
    re.ASCII,
)
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_EMAIL = re.compile(rf'(?:"(?:[^"\\\r\n]|\\.)+"|{_ATOM}(?:\.{_ATOM})*)@(.+)')
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!\Z)|\Z)){4}", re.ASCII)
_URI_CHARACTERS = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*", re.DOTALL)
_RELATIVE_POINTER = re.compile(r"(?:0|[1-9]\d*)(?:#|((?:/(?:[^~/]|~[01])*)*))", re.ASCII | re.DOTALL)
_VARIABLES = r"\{[+#./;?&=,!@|]?[A-Za-z0-9_%.]+(?:\*|:[1-9]\d{0,3})?(?:,[A-Za-z0-9_%.]+(?:\*|:[1-9]\d{0,3})?)*\}"
_URI_TEMPLATE = re.compile(rf"(?:[^{{}}\"'<>\\^`| ]|{_VARIABLES})*")


def is_date(text: str) -> bool:
    """2026-02-01."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    return 1 <= month <= 12 and 1 <= day <= (calendar.monthrange(year, month)[1] if year else 31)


def is_time(text: str) -> bool:
    """08:00:00, with an offset or without; a leap second only at the end of a day in UTC."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second = map(int, found.group(1, 2, 3))
    offset_hour, offset_minute = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or offset_hour > 23 or offset_minute > 59:
        return False
    offset = (offset_hour * 60 + offset_minute) * (-1 if found[4] == "-" else 1)
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439


def is_date_time(text: str) -> bool:
    """2026-02-01T08:00:00, with an offset or without."""
    return len(text) > 11 and text[10] in "tT" and is_date(text[:10]) and is_time(text[11:])


def is_hostname(text: str) -> bool:
    """Labels of letters, digits and hyphens."""
    return 0 < len(text) <= 253 and all(_LABEL.fullmatch(label) for label in text.split("."))


def is_email(text: str) -> bool:
    """A local part and a host name or an address in brackets."""
    found = _EMAIL.fullmatch(text)
    if found is None:
        return False
    host = found[1]
    if host.startswith("[") and host.endswith("]"):
        inside = host[1:-1]
        return is_ipv6(inside[5:]) if inside.lower().startswith("ipv6:") else is_ipv4(inside)
    return is_hostname(host)


def is_ipv4(text: str) -> bool:
    """Four numbers up to 255."""
    return _IPV4.fullmatch(text) is not None


def is_ipv6(text: str) -> bool:
    """An IPv6 address without a zone."""
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return text.isascii() and "%" not in text


def is_uri_reference(text: str) -> bool:
    """A URI or a part of one."""
    if not _URI_CHARACTERS.fullmatch(text) or text.count("#") > 1:
        return False
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    if re.search(r"[\[\]]", parts.path + parts.query + parts.fragment):
        return False
    return bool(parts.scheme) or ":" not in re.split(r"[/?#]", text)[0]


def is_uri(text: str) -> bool:
    """A URI with its scheme."""
    return bool(_SCHEME.match(text)) and is_uri_reference(text) and not re.fullmatch(r"https?:///?", text)


def is_iri_reference(text: str) -> bool:
    """A URI reference in any script."""
    return not re.search(r'[ \\<>"{}|^`]', text)


def is_regex(text: str) -> bool:
    """A regular expression that can be read as one of ECMAScript."""
    try:
        re.compile(re.sub(r"\\[pP]\{[^}]*\}", "x", re.sub(r"\(\?<(?=[A-Za-z])", "(?P<", text)))
    except (re.error, RecursionError, OverflowError):
        return False
    return not re.search(r"\\Z|\\a(?![a-z])|\(\?P<", text)


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": is_date,
    "time": is_time,
    "date-time": is_date_time,
    "duration": lambda text: bool(_DURATION.fullmatch(text)),
    "email": is_email,
    "idn-email": lambda text: "@" in text[1:-1] and " " not in text,
    "hostname": is_hostname,
    "ipv4": is_ipv4,
    "ipv6": is_ipv6,
    "uri": is_uri,
    "uri-reference": is_uri_reference,
    "iri": lambda text: bool(_SCHEME.match(text)) and is_iri_reference(text),
    "iri-reference": is_iri_reference,
    "uuid": lambda text: bool(_UUID.fullmatch(text)),
    "json-pointer": lambda text: bool(_POINTER.fullmatch(text)),
    "relative-json-pointer": lambda text: bool(_RELATIVE_POINTER.fullmatch(text)),
    "regex": is_regex,
    "uri-template": lambda text: bool(_URI_TEMPLATE.fullmatch(text)),
}
"""Format → whether a text has it. Formats that are not here are not checked."""
