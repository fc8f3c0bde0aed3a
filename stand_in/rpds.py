"""A stand-in for the part of `rpds` that `jsonschema` and `referencing` use, in pure Python.

`rpds-py` is compiled, and no build of it exists for Pyodide. `build.py` packs this file into a wheel that the page
alone installs; in CPython the real package is used. Copy on write: every change gives a new value, and for maps of the
size of a tool's schema that is no slower than the real thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any


class HashTrieMap(Mapping[Any, Any]):
    """A map whose changes give a new map."""

    __slots__ = ("_items",)

    def __init__(self, value: Any = (), **named: Any) -> None:
        self._items: dict[Any, Any] = dict(value._items if isinstance(value, HashTrieMap) else value, **named)

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:
        """The value itself if it is one, else a map of it."""
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def _of(cls, items: dict[Any, Any]) -> HashTrieMap:
        made = object.__new__(cls)
        made._items = items
        return made

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: object) -> bool:
        return key in self._items

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self._items.get(key, default)

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """The map with one value more."""
        return self._of({**self._items, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """The map without a key; `KeyError` if it is not there."""
        items = dict(self._items)
        del items[key]
        return self._of(items)

    def discard(self, key: Any) -> HashTrieMap:
        """The map without a key, if it is there."""
        return self.remove(key) if key in self._items else self

    def update(self, *maps: Any, **named: Any) -> HashTrieMap:
        """The map with the items of others."""
        items = dict(self._items)
        for other in maps:
            items.update(other._items if isinstance(other, HashTrieMap) else other)
        items.update(named)
        return self._of(items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({self._items!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieMap, (self._items,)


class HashTrieSet(AbstractSet[Any]):
    """A set whose changes give a new set."""

    __slots__ = ("_members",)

    def __init__(self, value: Iterable[Any] = ()) -> None:
        self._members = frozenset(value)

    def __contains__(self, member: object) -> bool:
        return member in self._members

    def __iter__(self) -> Iterator[Any]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def insert(self, member: Any) -> HashTrieSet:
        """The set with one member more."""
        return HashTrieSet(self._members | {member})

    def remove(self, member: Any) -> HashTrieSet:
        """The set without a member; `KeyError` if it is not there."""
        if member not in self._members:
            raise KeyError(member)
        return HashTrieSet(self._members - {member})

    def discard(self, member: Any) -> HashTrieSet:
        """The set without a member, if it is there."""
        return HashTrieSet(self._members - {member})

    def update(self, *others: Iterable[Any]) -> HashTrieSet:
        """The set with the members of others."""
        return HashTrieSet(self._members.union(*others))

    def __hash__(self) -> int:
        return hash(self._members)

    def __repr__(self) -> str:
        return f"HashTrieSet({set(self._members)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return HashTrieSet, (tuple(self._members),)


class List:
    """A list that grows at its front; changes give a new list."""

    __slots__ = ("_elements",)

    def __init__(self, *elements: Any) -> None:
        one = len(elements) == 1 and hasattr(elements[0], "__iter__")
        self._elements: tuple[Any, ...] = tuple(elements[0]) if one else elements

    @classmethod
    def _of(cls, elements: tuple[Any, ...]) -> List:
        made = object.__new__(cls)
        made._elements = elements
        return made

    @property
    def first(self) -> Any:
        """The first element; `IndexError` in an empty list."""
        if not self._elements:
            raise IndexError("empty list has no first element")
        return self._elements[0]

    @property
    def rest(self) -> List:
        """All but the first."""
        return self._of(self._elements[1:])

    def push_front(self, element: Any) -> List:
        """The list with one element more."""
        return self._of((element, *self._elements))

    def drop_first(self) -> List:
        """All but the first; `IndexError` in an empty list."""
        if not self._elements:
            raise IndexError("empty list has no first element")
        return self.rest

    def __iter__(self) -> Iterator[Any]:
        return iter(self._elements)

    def __reversed__(self) -> Iterator[Any]:
        return iter(self._elements[::-1])

    def __len__(self) -> int:
        return len(self._elements)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._elements == other._elements

    def __hash__(self) -> int:
        return hash(self._elements)

    def __repr__(self) -> str:
        return f"List({list(self._elements)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return List, (self._elements,)
