"""Attributes of spans and log records, unwrapped: OTLP key lists, flat dicts, nested dicts, Jaeger tags.

Whatever the container, readers ask for dotted keys (`gen_ai.tool.name`) and get the value with its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..errors import InputError
from ..json_text import decode_value
from ..pointers import escape
from .argument_text import python_literal

_PAYLOADS = frozenset("arguments content input parameters value json_schema".split())
"""Names below which dots and numbers are the application's own."""


class Content(NamedTuple):
    """A value with its place."""

    value: Any
    where: str


def unfolded(found: Content) -> Content:
    """JSON text that holds an object or a list (or text that does), decoded; anything else as it is."""
    value, where = found
    for _ in range(2):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            break
        try:
            inner = decode_value(value).value
        except (InputError, ValueError):
            inner = python_literal(value.strip())
            if not isinstance(inner, dict | list):
                break
        value, where = inner, where if where.endswith("#") else where + "#"
    return Content(value, where)


class Tree(dict[str, Any]):
    """A nested object made of dotted keys; list positions are keys too."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def below(self, *path: str) -> Any:
        """What stands at the end of the path, or None."""
        found: Any = self
        for step in path:
            if not isinstance(found, Tree):
                return None
            found = found.get(step)
        return found

    def numbered(self, *path: str) -> list[Tree]:
        """The objects at the positions below the path, in numeric order."""
        listed = self.below(*path)
        if not isinstance(listed, Tree):
            return []
        places = [
            (int(key), child) for key, child in listed.items() if key.isascii() and key.isdecimal() and len(key) < 9
        ]
        return [child for _, child in sorted(places, key=lambda place: place[0]) if isinstance(child, Tree)]


class Attributes:
    """The attributes of one span, event or log record."""

    __slots__ = ("_base", "_nested", "_places", "_values")

    def __init__(self, values: dict[str, Any], where: str, places: dict[str, str] | None = None) -> None:
        self._values = values
        self._base = where
        self._places = places
        self._nested = any(value.__class__ is dict for value in values.values())

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def find(self, *keys: str) -> Content | None:
        """The first of these keys that has a value other than null and blank text."""
        for key in keys:
            found = self._find(key)
            if found is not None and found.value not in (None, ""):
                return found
        return None

    def text(self, *keys: str) -> str | None:
        """The first of these keys that has text."""
        found = self.find(*keys)
        return found.value if found is not None and isinstance(found.value, str) else None

    def value(self, *keys: str) -> Any:
        """The value of the first of these keys that has one, with JSON text decoded."""
        found = self.find(*keys)
        return None if found is None else unfolded(found).value

    def _find(self, key: str) -> Content | None:
        if key in self._values:
            return Content(self._values[key], self._place(key))
        if not self._nested:
            return None
        node, where, rest = self._values, self._base, key
        while True:
            head, tail = _longest_start(node, rest)
            if not head:
                return None
            where = self._place(head) if node is self._values else f"{where}/{escape(head)}"
            if not tail:
                return Content(node[head], where)
            node, rest = node[head], tail
            if node.__class__ is not dict:
                return None

    def _place(self, key: str) -> str:
        if self._places is not None:
            return self._places.get(key, self._base)
        return f"{self._base}/{escape(key)}"

    def tree(self, *starts: str) -> Tree:
        """All attributes below these dotted starts as one nested object."""
        root = Tree(self._base)
        for key, value in self._values.items():
            if any(key == s or key.startswith(s + ".") or s.startswith(key + ".") for s in starts):
                _grow(root, key, value, self._place(key))
        return root


def _longest_start(node: dict[str, Any], key: str) -> tuple[str, str]:
    """The longest start of a dotted key that a dict has, and what is left of the key."""
    end = len(key)
    while end > 0:
        if key[:end] in node:
            return key[:end], key[end + 1 :]
        end = key.rfind(".", 0, end)
    return "", key


def _grow(tree: Tree, key: str, value: Any, where: str) -> None:
    *steps, last = key.split(".")
    for step in steps:
        child = tree.get(step)
        if not isinstance(child, Tree):
            child = tree[step] = Tree(where)
        tree = child
    inner: Any = ()
    if last not in _PAYLOADS:
        if value.__class__ is dict:
            inner = value.items()
        elif value.__class__ is list and any(item.__class__ is dict for item in value):
            inner = ((str(position), item) for position, item in enumerate(value))
    if not inner:
        if not isinstance(tree.get(last), Tree):
            tree[last] = value
        return
    child = tree.get(last)
    if not isinstance(child, Tree):
        child = tree[last] = Tree(where)
    for name, item in inner:
        _grow(child, name, item, f"{where}/{escape(name)}")


_WRAPPED = {
    "stringValue": "", "string_value": "", "intValue": "int", "int_value": "int", "doubleValue": "", "double_value": "",
    "boolValue": "", "bool_value": "", "bytesValue": "", "bytes_value": "", "arrayValue": "list", "array_value": "list",
    "kvlistValue": "dict", "kvlist_value": "dict",
}  # fmt: skip
"""OTLP's wrappers of a value → how to unwrap it."""


def unwrapped(wrapped: Any, where: str) -> Content:
    """The value in an OTLP `AnyValue`; a value that is not wrapped as it is.

    Places in a list or object are counted as it is unwrapped: they stand after `#`, as those in JSON text do.
    """
    if wrapped.__class__ is not dict or len(wrapped) != 1:
        return Content(wrapped, where)
    key, value = next(iter(wrapped.items()))
    how = _WRAPPED.get(key)
    if how is None:
        return Content(wrapped, where)
    if how == "int" and isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 40:
        return Content(int(value), f"{where}/{key}")
    if how in ("list", "dict"):
        items = value.get("values") if isinstance(value, dict) else None
        items = items if isinstance(items, list) else []
        if how == "list":
            return Content([unwrapped(item, "").value for item in items], f"{where}#")
        pairs = {item["key"]: unwrapped(item.get("value"), "").value for item in items if _is_pair(item)}
        return Content(pairs, f"{where}#")
    return Content(value, f"{where}/{key}")


def _is_pair(item: Any) -> bool:
    return item.__class__ is dict and isinstance(item.get("key"), str)


def is_pairs(value: Any) -> bool:
    """Whether a value is a list of `{key, value}` pairs, as in OTLP and Jaeger (or empty)."""
    return value.__class__ is list and all(_is_pair(item) for item in value[:3])


def attributes(value: Any, where: str) -> Attributes:
    """Attributes out of whatever holds them: pairs, a dict, JSON text of a dict."""
    if is_pairs(value):
        values, places = {}, {}
        for position, item in enumerate(value):
            if _is_pair(item):
                values[item["key"]], places[item["key"]] = unwrapped(item.get("value"), f"{where}/{position}/value")
        return Attributes(values, where, places)
    held = unfolded(Content(value, where))
    return Attributes(held.value if isinstance(held.value, dict) else {}, held.where)
