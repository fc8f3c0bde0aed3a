"""Strings as Python, JavaScript and JSON write them: what stands between the quotes."""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    r"\\(?:u\{(?P<braced>[0-9A-Fa-f]{1,6})\}|u(?P<four>[0-9A-Fa-f]{4})|U(?P<eight>[0-9A-Fa-f]{8})|x(?P<two>[0-9A-Fa-f]{2})"
    r"|(?P<octal>[0-7]{1,3})|(?P<line>\r?\n)|(?P<other>.))",
    re.DOTALL,
)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_PLAIN = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "a": "\a", "v": "\v",
    "\\": "\\", "'": "'", '"': '"', "/": "/", "`": "`",
}  # fmt: skip


def unescaped(inner: str) -> str:
    """The text that is written between quotes. An escape that nobody knows stays as it is."""
    if "\\" not in inner:
        return inner
    text = _ESCAPE.sub(_meaning, inner)
    if "\\u" in inner:
        text = _PAIR.sub(_joined, text)
    return text


def _joined(pair: re.Match[str]) -> str:
    """One character out of the two escapes that UTF-16 needs for it."""
    return pair[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _meaning(found: re.Match[str]) -> str:
    other = found["other"]
    if other is not None:
        return _PLAIN.get(other, "\\" + other)
    if found["line"] is not None:
        return ""
    if found["octal"] is not None:
        return chr(int(found["octal"], 8))
    code = int(found["braced"] or found["four"] or found["eight"] or found["two"], 16)
    return chr(code) if code < 0x110000 else found[0]
