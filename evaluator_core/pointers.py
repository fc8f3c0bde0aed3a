"""Paths into JSON values, written in the two usual ways.

`$.items[0].name` for people, `/items/0/name` (RFC 6901, by the `jsonpointer` package) for machines. A path inside
the core is a tuple of keys and positions.
"""

from __future__ import annotations

import re
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from .errors import InputError

Path = tuple[str | int, ...]

_PLAIN_KEY = re.compile(r"[^\W\d]\w*\Z")
_STEP = re.compile(
    r"\.(?P<name>[^.\[\]]+)|\[(?P<index>\d+)\]|\[(?P<star>\*)\]"
    r"|\[(?P<quoted>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')\]"
)


def dollar_path(path: Path) -> str:
    """`$.items[0].name`; keys that are no plain word stand in brackets and quotes, so that no two paths look alike."""
    parts = ["$"]
    for step in path:
        if step.__class__ is int:
            parts.append(f"[{step}]")
        elif _PLAIN_KEY.match(step):  # type: ignore[arg-type]
            parts.append(f".{step}")
        else:
            escaped = str(step).replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f'["{escaped}"]')
    return "".join(parts)


def asked_path(steps: tuple[str, ...]) -> str:
    """A path that was read, `$.items[*].name`: whole numbers as positions."""
    path = tuple(int(step) if step.isdecimal() else step for step in steps)
    return dollar_path(path).replace('["*"]', "[*]")


def pointer(path: Path) -> str:
    """The JSON Pointer of a path."""
    return str(JsonPointer.from_parts(path).path) if path else ""


def escape(key: str) -> str:
    """One key as it stands in a JSON Pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def read_path(text: str) -> tuple[str, ...]:
    """Read `$.a.b[0]`, `a.b` or `/a/b/0` into steps; `*` stands for every item. Raises `InputError` (`bad_path`)."""
    written = text.strip()
    if written in ("", "$"):
        return ()
    if written.startswith("/"):
        try:
            return tuple(str(part) for part in JsonPointer(written).parts)
        except JsonPointerException as problem:
            raise InputError("bad_path", f"{text!r} is no JSON Pointer: {problem}") from None
    if written.startswith("$"):
        written = written[1:]
    elif not written.startswith("["):
        written = "." + written
    steps: list[str] = []
    position = 0
    while position < len(written):
        found = _STEP.match(written, position)
        if found is None:
            raise InputError("bad_path", f"{text!r} is no path; write $.a.b, $.list[0], $.list[*] or /a/b")
        quoted = found["quoted"]
        steps.append(
            re.sub(r"\\(.)", r"\1", quoted[1:-1]) if quoted else found["name"] or found["index"] or found["star"]
        )
        position = found.end()
    return tuple(steps)


def shown(pointer: str) -> str:
    """A JSON Pointer as `$.path`, whole numbers as positions."""
    return asked_path(tuple(JsonPointer(pointer).parts))


def steps_in(value: Any, steps: tuple[str, ...], absent: Any) -> Any:
    """The value at a path below a value; `absent` where there is none."""
    for step in steps:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return absent
    return value
