"""What a JSON Schema says of one place in the arguments: names, descriptions, defaults, choices.

A place may be described by several subschemas at once (`$ref`, `allOf`, the branches of `anyOf`, …). References are
followed only inside the schema itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from jsonpointer import JsonPointer, JsonPointerException

from ..grounding import Parameter

_ALL = ("allOf",)
_BRANCHES = ("anyOf", "oneOf")
_SINGLE = ("then", "else")
_LONGEST_NAME = 200


class Shape:
    """One place of the arguments."""

    def __init__(self, root: Any, schemas: list[Any], name: str = "") -> None:
        self._root = root
        self._name = name
        self._schemas: list[dict[str, Any]] = []
        self._branches: list[dict[str, Any]] = []
        """Those of the subschemas that are a branch of `anyOf` or `oneOf`."""
        seen: set[int] = set()
        for schema in schemas:
            self._take(schema, seen, branch=False)

    def _take(self, schema: Any, seen: set[int], *, branch: bool) -> None:
        waiting = [(schema, branch)]
        while waiting:
            schema, branch = waiting.pop(0)
            if not isinstance(schema, dict) or id(schema) in seen:
                continue
            seen.add(id(schema))
            self._schemas.append(schema)
            if branch:
                self._branches.append(schema)
            reference = schema.get("$ref")
            if isinstance(reference, str):
                waiting.append((target(self._root, reference), branch))
            waiting += [(child, branch) for key in _ALL for child in _list(schema.get(key))]
            waiting += [(child, True) for key in _BRANCHES for child in _list(schema.get(key))]
            waiting += [(schema.get(key), branch) for key in _SINGLE]
            waiting += [(child, branch) for child in _dict(schema.get("dependentSchemas")).values()]

    def property(self, name: str) -> Shape:
        """The place of a named value below."""
        found: list[Any] = []
        for schema in self._schemas:
            properties = _dict(schema.get("properties"))
            if name in properties:
                found.append(properties[name])
            else:
                found += [child for pattern, child in _patterns(schema) if _matches(pattern, name)]
                found.append(schema.get("additionalProperties"))
        return Shape(self._root, found, name)

    def item(self, position: int) -> Shape:
        """The place of an item of a list below; it keeps the list's name."""
        found: list[Any] = []
        for schema in self._schemas:
            first = schema.get("prefixItems")
            items = schema.get("items")
            listed = first if isinstance(first, list) else items if isinstance(items, list) else []
            if position < len(listed):
                found.append(listed[position])
            else:
                found.append(items if isinstance(items, dict) else schema.get("additionalItems"))
        return Shape(self._root, found, self._name)

    def names_it(self, name: str) -> bool:
        """Whether some subschema names a property."""
        return any(
            name in _dict(schema.get("properties")) or any(_matches(pattern, name) for pattern, _ in _patterns(schema))
            for schema in self._schemas
        )

    def knows(self, name: str) -> bool:
        """Whether some subschema names a property, or leaves room for others."""
        return self.open or self.names_it(name)

    @cached_property
    def open(self) -> bool:
        """Whether names that stand nowhere are allowed: by the schema's word, or because it names none at all."""
        declared = False
        for schema in self._schemas:
            for key in ("additionalProperties", "unevaluatedProperties"):
                if key in schema and schema[key] is not False:
                    return True
            declared = declared or "properties" in schema
        free = any(
            "properties" not in schema and schema.get("type") == "object" and "additionalProperties" not in schema
            for schema in self._branches
        )
        return free or not declared

    @cached_property
    def names(self) -> list[str]:
        """All properties that are named."""
        return list(dict.fromkeys(name for schema in self._schemas for name in _dict(schema.get("properties"))))

    @cached_property
    def types(self) -> list[str]:
        """The types that are named."""
        written = (schema.get("type") for schema in self._schemas)
        return list(
            dict.fromkeys(t for w in written for t in (w if isinstance(w, list) else [w]) if isinstance(t, str))
        )

    @cached_property
    def parameter(self) -> Parameter:
        """What is known of the value for the search of its source."""
        descriptions = (schema.get("description") for schema in self._schemas)
        return Parameter(
            self._name[:_LONGEST_NAME],
            " ".join(text for text in descriptions if isinstance(text, str)),
            tuple(schema[key] for schema in self._schemas for key in ("default", "const") if key in schema),
            tuple(choice for schema in self._schemas for choice in _list(schema.get("enum"))),
        )


def target(root: Any, reference: str) -> Any:
    """What a reference inside the schema leads to; None for every other reference."""
    if reference == "#":
        return root
    if not reference.startswith("#/"):
        return _named(root, reference[1:]) if reference.startswith("#") else None
    try:
        return JsonPointer(reference[1:]).resolve(root, None)
    except JsonPointerException:
        return None


def _named(root: Any, anchor: str) -> Any:
    definitions = [*_dict(_dict(root).get("$defs")).values(), *_dict(_dict(root).get("definitions")).values()]
    return next((child for child in definitions if _dict(child).get("$anchor") == anchor), None)


def _patterns(schema: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield from _dict(schema.get("patternProperties")).items()


def _matches(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name[:_LONGEST_NAME]) is not None
    except re.error:
        return False


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
