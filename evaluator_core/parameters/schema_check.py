"""Checks arguments against a tool's JSON Schema with `jsonschema`, and never lets a schema do harm.

The library is imported only when tools are given. References are resolved in the schema itself and nowhere else: the
registry is empty, so nothing is ever fetched. A schema that is broken, refers to itself for ever, or to something that
is not there, is a fault of the definition and never of the call.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..hints import hint
from ..json_text import encode
from ..values import equal
from .formats import FORMATS
from .patterns import LONGEST_VALUE, usable
from .shape import Shape, target

DEEPEST = 64
"""Deeper arguments and schemas are not checked: the library recurses."""
MOST = 100
"""Most faults of one call that are listed."""


class NoLibraryError(Exception):
    """`jsonschema` is not installed."""


class SchemaFault(Exception):
    """The definition cannot be used; the message says where and why."""


class Fault(NamedTuple):
    """What the library found wrong with the arguments at one place."""

    path: tuple[str | int, ...]
    keyword: str
    expected: Any
    actual: Any
    message: str = ""


class Checker(NamedTuple):
    """A schema that is ready to check arguments."""

    schema: Any
    """The schema as it is used."""
    validator: Any
    not_checked: tuple[str, ...]
    """Patterns that are not run."""


def checker_of(schema: Any) -> Checker:
    """The checker of a schema. Raises `SchemaFault`, and `NoLibraryError` where `jsonschema` is missing."""
    made = _checker(json.dumps(schema, sort_keys=True, ensure_ascii=False, default=str))
    if isinstance(made, str):
        raise SchemaFault(made)
    return made


@lru_cache(maxsize=256)
def _checker(written: str) -> Checker | str:
    try:
        import jsonschema
        import referencing
    except ImportError as problem:
        raise NoLibraryError(str(problem)) from None
    schema = json.loads(written)
    if _depth(schema) > DEEPEST:
        return f"it nests deeper than {DEEPEST}"
    not_checked: list[str] = []
    ready = _ready(schema, not_checked)
    dialect = _dialect(schema, jsonschema)
    if isinstance(ready, dict):
        ready.pop("$schema", None)
    try:
        dialect.check_schema(ready, format_checker=None)
    except jsonschema.exceptions.SchemaError as problem:
        place = "".join(f"/{step}" for step in problem.absolute_path)
        return f"{_short(problem.instance)} at {place or 'its root'} is not allowed there"
    loop = _loop(ready)
    if loop is not None:
        return f"{loop} refers to itself without end"
    formats = jsonschema.FormatChecker(formats=())
    for name, check in FORMATS.items():
        formats.checks(name)(lambda value, check=check: not isinstance(value, str) or check(value))
    words = {"pattern": _pattern, "enum": _enum, "const": _const}
    made: Any = jsonschema.validators.extend(dialect, words)  # type: ignore[no-untyped-call]
    return Checker(ready, made(ready, registry=referencing.Registry(), format_checker=formats), tuple(not_checked))


def _dialect(schema: Any, library: Any) -> Any:
    default = library.Draft7Validator if _is_old(schema) else library.Draft202012Validator
    named = isinstance(schema, dict) and isinstance(schema.get("$schema"), str)
    return library.validators.validator_for(schema, default=default) if named else default


def _is_old(schema: Any) -> bool:
    """Whether words stand in a schema that only draft 7 and older know."""
    return any(isinstance(node.get("items"), list) or "dependencies" in node for node in _nodes(schema))


_DATA = ("enum", "const", "default", "examples", "example")
_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")


def _children(schema: dict[str, Any]) -> Iterator[Any]:
    for key, child in schema.items():
        if key in _MAPS and isinstance(child, dict):
            yield from child.values()
        elif isinstance(child, list) and key not in _DATA:
            yield from child
        elif key not in _DATA:
            yield child


def _nodes(schema: Any) -> Iterator[dict[str, Any]]:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += _children(node)


def _depth(value: Any) -> int:
    deepest = 0
    level = [value]
    while level:
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
        ]
        deepest += 1
    return deepest


def _ready(schema: Any, not_checked: list[str]) -> Any:
    """The schema with its patterns respelled; those that are not to be run are left out and listed."""
    if not isinstance(schema, dict):
        return schema
    made: dict[str, Any] = {}
    for key, child in schema.items():
        if key == "pattern" and isinstance(child, str):
            pattern = usable(child)
            if pattern is None:
                not_checked.append(child)
            else:
                made[key] = pattern
        elif key == "patternProperties" and isinstance(child, dict):
            known = {pattern: usable(pattern) for pattern in child}
            not_checked += [pattern for pattern, found in known.items() if found is None]
            made[key] = {found: _ready(child[pattern], not_checked) for pattern, found in known.items() if found}
            if None in known.values():
                made.setdefault("additionalProperties", True)
        elif key in _MAPS and isinstance(child, dict):
            made[key] = {name: _ready(below, not_checked) for name, below in child.items()}
        elif key in _DATA:
            made[key] = child
        elif isinstance(child, list):
            made[key] = [_ready(below, not_checked) for below in child]
        else:
            made[key] = _ready(child, not_checked)
    return made


_IN_PLACE = ("allOf", "anyOf", "oneOf")
_IN_PLACE_ONE = ("not", "if", "then", "else")


def _loop(root: Any) -> str | None:
    """A reference that leads back to where it stands without going deeper into the arguments."""
    done: set[int] = set()
    for start in _nodes(root):
        way: dict[int, Any] = {}
        waiting: list[tuple[Any, bool]] = [(start, False)]
        while waiting:
            node, leaving = waiting.pop()
            if leaving:
                way.pop(id(node), None)
                done.add(id(node))
                continue
            if not isinstance(node, dict) or id(node) in done:
                continue
            if id(node) in way:
                return _short(node.get("$ref", node))
            way[id(node)] = node
            waiting.append((node, True))
            waiting += [(child, False) for child in _same_place(root, node)]
    return None


def _same_place(root: Any, node: dict[str, Any]) -> Iterator[Any]:
    if isinstance(node.get("$ref"), str):
        yield target(root, node["$ref"])
    for key in _IN_PLACE:
        if isinstance(node.get(key), list):
            yield from node[key]
    for key in _IN_PLACE_ONE:
        yield node.get(key)


def _pattern(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[Any]:
    import re

    from jsonschema import ValidationError

    if isinstance(instance, str) and len(instance) <= LONGEST_VALUE and not re.search(pattern, instance):
        yield ValidationError("pattern")


def _enum(validator: Any, choices: Any, instance: Any, schema: Any) -> Iterator[Any]:
    from jsonschema import ValidationError

    if not any(equal(choice, instance) for choice in choices):
        yield ValidationError("enum")


def _const(validator: Any, constant: Any, instance: Any, schema: Any) -> Iterator[Any]:
    from jsonschema import ValidationError

    if not equal(constant, instance):
        yield ValidationError("const")


def faults(checker: Checker, args: Any) -> list[Fault]:
    """Everything that is wrong with the arguments. Raises `SchemaFault` when the schema does not let us see."""
    if _depth(args) > DEEPEST:
        raise SchemaFault(f"arguments that nest deeper than {DEEPEST} are not checked")
    found: list[Fault] = []
    try:
        for error in checker.validator.iter_errors(args):
            found += _faults(error, checker)
            if len(found) >= MOST:
                break
    except RecursionError:
        raise SchemaFault("it refers to itself without end") from None
    except Exception as problem:  # noqa: BLE001 (a schema may be wrong in ways that only its use shows)
        said = str(problem).splitlines()[0][:200] if str(problem) else type(problem).__name__
        raise SchemaFault(f"it cannot be used ({said}); references are never fetched") from None
    return found


def _faults(error: Any, checker: Checker) -> Iterator[Fault]:
    path = tuple(error.absolute_path)
    keyword, wanted, actual = error.validator, error.validator_value, error.instance
    if keyword == "required":
        name = next((name for name in wanted if repr(name) in error.message and name not in actual), None)
        yield Fault((*path, name) if name is not None else path, "required", _types(checker, path, name), None)
    elif keyword in ("dependentRequired", "dependencies") and not error.context:
        missing = error.message.split("'")[1] if "'" in error.message else None
        yield Fault((*path, missing) if missing else path, "required", None, None)
    elif keyword in ("additionalProperties", "unevaluatedProperties") and wanted is False:
        shape = shape_at(checker.schema, path)
        extra = [name for name in actual if not shape.names_it(name)]
        yield from (Fault((*path, name), "additionalProperties", None, actual[name]) for name in extra)
        if not extra:
            yield Fault(path, "not", None, actual, "a property is not allowed here")
    elif keyword in ("anyOf", "oneOf"):
        yield from _alternatives(error, checker)
    elif keyword is None:
        yield Fault(path, "not", None, actual, "nothing is allowed here")
    else:
        yield Fault(path, keyword, wanted, actual)


def _alternatives(error: Any, checker: Checker) -> Iterator[Fault]:
    """Why no alternative fits: that of the one which is of the right type, or that none is."""
    path, actual = tuple(error.absolute_path), error.instance
    if not error.context:
        yield Fault(path, error.validator, None, actual, "it fits more than one alternative")
        return
    branches: dict[Any, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    of_type = [
        inner for inner in branches.values() if not any(e.validator == "type" and not e.relative_path for e in inner)
    ]
    if len(of_type) == 1:
        for inner in of_type[0]:
            yield from _faults(inner, checker)
    elif not of_type:
        types = [
            t for inner in branches.values() for e in inner if e.validator == "type" for t in _listed(e.validator_value)
        ]
        yield Fault(path, "type", list(dict.fromkeys(types)), actual)
    else:
        nearest = min(of_type, key=len)
        first = next((fault for inner in nearest for fault in _faults(inner, checker)), None)
        where = f"; the nearest fails at {'/'.join(map(str, first.path))} ({first.keyword})" if first else ""
        yield Fault(path, error.validator, None, actual, f"it fits none of {len(branches)} alternatives{where}")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def shape_at(schema: Any, path: tuple[str | int, ...]) -> Shape:
    """What the schema says of a place in the arguments."""
    shape = Shape(schema, [schema])
    for step in path:
        shape = shape.item(step) if isinstance(step, int) else shape.property(step)
    return shape


def _types(checker: Checker, path: tuple[str | int, ...], name: str | None) -> Any:
    if name is None:
        return None
    types = shape_at(checker.schema, path).property(name).types
    return types[0] if len(types) == 1 else types or None


def _short(value: Any) -> str:
    text = encode(value)
    return text if len(text) <= 60 else text[:59] + "…"


def hint_for(fault: Fault) -> str | None:
    """What makes a value nearly right: JSON or a number written as text, another case of a choice."""
    if fault.keyword == "enum":
        return next((found for choice in fault.expected if (found := hint(choice, fault.actual))), None)
    if fault.keyword != "type" or not isinstance(fault.actual, str):
        return None
    try:
        value = json.loads(fault.actual)
    except (ValueError, RecursionError):
        return None
    kinds = _listed(fault.expected)
    if (isinstance(value, list) and "array" in kinds) or (isinstance(value, dict) and "object" in kinds):
        return "json_text"
    if isinstance(value, bool) or value is None:
        return "type" if ("boolean" if isinstance(value, bool) else "null") in kinds else None
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return "number_text" if "number" in kinds or ("integer" in kinds and whole) else None
