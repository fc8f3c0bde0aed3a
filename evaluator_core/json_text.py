"""Text to JSON values and back, with what Python's own `json` leaves out.

`decode` adds to it: nesting is counted before parsing (a parser that recurses too deep kills Pyodide's interpreter
for good), duplicate keys and NaN are noticed, integers may have any practical size, several documents may follow
one another (JSON Lines or concatenated), and errors carry line, column and a caret. `encode` writes strict JSON.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, NamedTuple

from .errors import InputError, Place, TextError

MAX_DEPTH = 200
"""Deepest nesting of arrays and objects that is read."""

MAX_DIGITS = 100_000
"""Longest integer that is read; longer ones would take minutes to convert."""

_NOT_STRUCTURE = bytes(code for code in range(256) if chr(code) not in '[]{}"')
_STEPS = bytes(1 if chr(code) in "[{" else 255 for code in range(256))  # +1 and -1 as signed bytes
_BLANK = re.compile(r"\s*")
_EXCERPT = 72


class Decoded(NamedTuple):
    """The documents that a text holds, and what was noticed on the way."""

    documents: list[Any]
    """One value for a plain JSON text; several for JSON Lines or concatenated documents; none for blank text."""
    duplicate_keys: tuple[str, ...] = ()
    """Keys that stand twice in one object, in order of appearance; the last value won."""
    not_finite: bool = False
    """NaN or Infinity stood in the text."""


def decode(text: str) -> Decoded:
    """Decode one or several JSON documents. Raises `TextError` with its place for anything else."""
    text = text.removeprefix("\ufeff")
    check_depth(text)
    try:
        documents = _documents(text, _EXACT)
    except _NotPlain:
        notices: list[str] = []
        with _any_digits():
            documents = _documents(text, _lenient(notices))
        return Decoded(documents, duplicate_keys(text, documents), bool(notices))
    return Decoded(documents, duplicate_keys(text, documents))


def _documents(text: str, decoder: json.JSONDecoder) -> list[Any]:
    documents = []
    position = blank_end(text, 0)
    while position < len(text):
        try:
            value, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as problem:
            raise _readable(text, problem) from None
        except InputError:
            raise
        except ValueError:
            raise _NotPlain from None  # an integer beyond Python's conversion limit
        documents.append(value)
        position = blank_end(text, end)
        if position < len(text) and text[position] in ",]}:":
            raise _error_at(text, position, "bad_json", "the JSON value ends before this; remove what follows it")
    return documents


class DecodedValue(NamedTuple):
    """One value out of a small text."""

    value: Any
    duplicate_keys: bool = False
    not_finite: bool = False


def decode_value(text: str) -> DecodedValue:
    """Decode text that holds exactly one value: the lean twin of `decode` for arguments.

    Control characters inside strings are accepted (nothing has to be guessed). Raises `ValueError` for anything
    else, without a place, as the caller keeps such text verbatim.
    """
    if len(text) > MAX_DEPTH:
        check_depth(text)
    notices: list[str] = []
    try:
        value, end = _SCAN(text, 0)
    except (StopIteration, ValueError, _NotPlain):
        with _any_digits():
            value, end = _lenient(notices, strict=False).raw_decode(text, blank_end(text, 0))
    if end != len(text) and blank_end(text, end) != len(text):
        raise ValueError("more than one value")
    if value.__class__ is dict:
        if text.count('":') == len(value) == text.count(":"):  # flat and without a colon elsewhere: nothing to count
            return DecodedValue(value, False, bool(notices))
    elif value.__class__ is not list:
        return DecodedValue(value, False, bool(notices))
    return DecodedValue(value, _counts_differ(text, value) and _has_duplicates(text), bool(notices))


def check_depth(text: str) -> None:
    """Raise `TextError` (`too_deep`) when arrays and objects nest deeper than `MAX_DEPTH`.

    All work is done by C loops over bytes: escapes and then whole strings are removed, so only real brackets count.
    """
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    structure = text.encode("utf-8", "surrogatepass")
    if b"\\" in structure:
        structure = structure.replace(b"\\\\", b"").replace(b'\\"', b"")
    structure = structure.translate(None, _NOT_STRUCTURE).replace(b'""', b"")
    if b'"' in structure:
        structure = b"".join(structure.split(b'"')[::2])
    for _ in range(8):  # takes the innermost level away each time: most texts are gone by then
        if not structure:
            return
        structure = structure.replace(b"{}", b"").replace(b"[]", b"")
    depth = max(accumulate(memoryview(structure.translate(_STEPS)).cast("b")), default=0)
    if depth + 2 * 8 > MAX_DEPTH:  # a round takes up to two levels away
        exact = _exact_depth(text)
        if exact > MAX_DEPTH:
            raise TextError(
                "too_deep",
                f"arrays and objects are nested {exact:,} deep; at most {MAX_DEPTH} levels are read",
            )


def _exact_depth(text: str) -> int:
    outside = re.sub(r'"[^"\\]*(?:\\.[^"\\]*)*"?', "", text, flags=re.DOTALL)
    depth = deepest = 0
    for character in outside:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}" and depth:
            depth -= 1
    return deepest


def check_value(value: Any) -> bool:
    """Whether NaN or an infinity stands in a Python value that claims to be JSON.

    Raises `InputError` when it is not JSON (`not_json`) or nests too deep (`too_deep`).
    """
    not_finite = False
    level: list[tuple[Any, str]] = [({"": value}, "$")]
    for depth in range(MAX_DEPTH + 2):
        below: list[tuple[Any, str]] = []
        for item, path in level:
            for key, child in item.items() if item.__class__ is dict else enumerate(item):
                if item.__class__ is dict and key.__class__ is not str:
                    raise InputError("not_json", f"the key {key!r} is not text", place=Place(path=path))
                kind = child.__class__
                if kind in _CONTAINERS:
                    below.append((child, f"{path}.{key}" if depth else "$"))
                elif kind not in _SCALARS:
                    raise InputError(
                        "not_json",
                        f"a value of type {kind.__name__} is not JSON; use dict, list, str, int, float, bool or None",
                        place=Place(path=f"{path}.{key}" if depth else "$"),
                    )
                elif kind is float and not math.isfinite(child):
                    not_finite = True
        if not below:
            return not_finite
        level = below
    raise InputError("too_deep", f"arrays and objects are nested more than {MAX_DEPTH} levels deep")


_CONTAINERS = {dict, list}
_SCALARS = {str, int, float, bool, type(None)}


def encode(value: Any, *, indent: int | None = None) -> str:
    """Strict JSON text of a value; NaN and infinities become text, integers of any size are written out."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    except ValueError:
        with _any_digits():
            return json.dumps(finite(value), ensure_ascii=False, allow_nan=False, indent=indent)


def finite(value: Any) -> Any:
    """The value with NaN and infinities, at any depth, written as text (`"NaN"`, `"Infinity"`, `"-Infinity"`)."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: finite(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [finite(child) for child in value]
    return value


class _NotPlain(Exception):
    """NaN, an infinity or a very long integer: decode again, slower, with eyes open."""


def _finite_float(text: str) -> float:
    number = float(text)
    if number in (math.inf, -math.inf):
        raise _NotPlain
    return number


def _no_constant(name: str) -> float:
    raise _NotPlain


_EXACT = json.JSONDecoder(parse_float=_finite_float, parse_constant=_no_constant)
_SCAN = _EXACT.scan_once  # type: ignore[attr-defined]


def _lenient(notices: list[str], *, strict: bool = True) -> json.JSONDecoder:
    """A decoder that accepts NaN, infinities and long integers, and notes them."""

    def constant(name: str) -> float:
        notices.append(name)
        return float(name.replace("Infinity", "inf"))

    def real(text: str) -> float:
        number = float(text)
        if number in (math.inf, -math.inf):
            notices.append(text)
        return number

    def integer(text: str) -> int:
        if len(text) > MAX_DIGITS:
            raise TextError("number_too_long", f"an integer has {len(text):,} digits; at most {MAX_DIGITS:,} are read")
        return int(text)

    return json.JSONDecoder(parse_constant=constant, parse_float=real, parse_int=integer, strict=strict)


@contextmanager
def _any_digits() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def blank_end(text: str, position: int) -> int:
    """The next place that is no white space."""
    found = _BLANK.match(text, position)
    return found.end() if found else position


def duplicate_keys(text: str, documents: list[Any]) -> tuple[str, ...]:
    """The keys that stand twice in one object. Counting comes first; parsing again only when the counts differ."""
    if not _counts_differ(text, documents):
        return ()
    found: list[str] = []

    def notice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen and key not in found:
                    found.append(key)
                seen.add(key)
        return result

    decoder = json.JSONDecoder(object_pairs_hook=notice, strict=False, parse_int=len, parse_float=len)
    position = blank_end(text, 0)
    while position < len(text):
        _, end = decoder.raw_decode(text, position)
        position = blank_end(text, end)
    return tuple(found)


def _has_duplicates(text: str) -> bool:
    return bool(duplicate_keys(text, []))


def _counts_differ(text: str, value: Any) -> bool:
    """Whether the keys written and the keys kept may differ in number; a difference is never missed."""
    if " :" in text or "\n:" in text or "\t:" in text or "\r:" in text:
        return True
    written = text.count('":')
    if "\\" in text:
        if '\\\\":' in text:
            return True
        written -= text.count('\\":')
    return written != (_keys_in_small(value) if len(text) < _SMALL else _keys_in(value))


_SMALL = 1_000


def _keys_in_small(value: Any) -> int:
    """Keys of all objects in a small object or list, by recursion: for a few values quicker than level by level."""
    total = len(value) if value.__class__ is dict else 0
    for child in value.values() if value.__class__ is dict else value:
        if child.__class__ is dict or child.__class__ is list:
            total += _keys_in_small(child)
    return total


def _keys_in(value: Any) -> int:
    """Keys of all objects in an object or a list, level by level."""
    total = 0
    level = [value]
    while level:
        objects = [item for item in level if item.__class__ is dict]
        total += sum(map(len, objects))
        below = [child for item in objects for child in item.values() if child.__class__ in _CONTAINERS]
        if len(objects) < len(level):
            lists = [item for item in level if item.__class__ is list]
            below += [child for item in lists for child in item if child.__class__ in _CONTAINERS]
        level = below
    return total


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of a place in the text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _error_at(text: str, offset: int, code: str, message: str) -> TextError:
    line, column = line_column(text, offset)
    return TextError(
        code,
        f"line {line}, column {column}: {message}",
        place=Place(line=line, column=column, offset=offset, excerpt=excerpt_at(text, offset)),
    )


def excerpt_at(text: str, offset: int) -> str:
    """The line of a place, cut where it is long, and a caret below the place."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end].rstrip("\r")
    column = offset - start
    if len(line) > _EXCERPT:
        cut = max(0, min(column - _EXCERPT // 2, len(line) - _EXCERPT))
        behind = cut + _EXCERPT < len(line)
        line = line[cut : cut + _EXCERPT] + ("…" if behind else "")
        column -= cut
        if cut:
            line, column = "…" + line, column + 1
    return line.replace("\t", " ") + "\n" + " " * column + "^"


def _readable(text: str, problem: json.JSONDecodeError) -> TextError:
    """The parser's complaint in words that say what to do."""
    offset = problem.pos
    here = text[offset : offset + 1]
    before = text[:offset].rstrip()[-1:]
    if offset >= len(text.rstrip()):
        message = "the JSON text ends here before it is complete"
    elif here == "'" or (problem.msg.startswith("Expecting property name") and here == "'"):
        message = "JSON strings stand in double quotes, not single ones"
    elif before == "," and here in "]}":
        message = "remove the comma before this bracket"
    elif problem.msg.startswith("Illegal trailing comma"):
        message = "remove the comma before the closing bracket"
    elif problem.msg.startswith("Expecting property name"):
        message = "a key in double quotes is expected here"
    elif problem.msg.startswith("Expecting ',' delimiter"):
        message = "a comma or a closing bracket is expected here"
    elif problem.msg.startswith("Expecting ':' delimiter"):
        message = "a colon is expected here after the key"
    elif problem.msg.startswith("Invalid control character"):
        message = "a line break or other control character inside a string must be written as an escape such as \\n"
    elif problem.msg.startswith("Invalid \\"):
        message = "a backslash here starts no valid escape; write \\\\ for a backslash"
    elif problem.msg.startswith("Unterminated string"):
        message = "the string that starts here is not closed"
    elif here in ("T", "F", "N") and text[offset : offset + 5].startswith(("True", "False", "None")):
        message = "JSON writes true, false and null, not Python's True, False and None"
    else:
        message = "a JSON value is expected here"
    return _error_at(text, offset, "bad_json", message)
