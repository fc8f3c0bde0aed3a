"""Rules for argument values: the words of `$expect`, `rules` and the `rules` option (design section 3).

A rule is read once, with all its mistakes named, into a `Rule`. `RuleTree` holds rules by path and is walked along
with the values that are compared. What a rule demands of a value is decided in `arguments.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from .errors import ExpectedError, InputError, Place
from .json_text import encode
from .pointers import escape, read_path, shown

ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT", "__bool__": lambda self: False})()
"""Stands where a value or a key is not there; JSON's null is a value."""

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
READINGS = ("text", "number", "datetime", "json", "set", "multiset")
WORDS = ("any absent optional equals one_of pattern contains gte lte gt lt type tolerance as ignore from").split()
_FLAGS = ("any", "absent", "optional", "ignore")
_DECIDING = {"any", "equals", "one_of", "pattern", "contains", "gte", "lte", "gt", "lt", "type", "from"}


class Rule:
    """A rule that was read and found sound. Two rules are equal when they were written alike."""

    __slots__ = ("decides", "pattern", "source", "text", "words")

    def __init__(self, words: dict[str, Any], pattern: re.Pattern[str] | None, source: Source | None) -> None:
        self.words = words
        self.pattern = pattern
        self.source = source
        self.text = encode(words)
        self.decides = not _DECIDING.isdisjoint(words)
        """A word of the rule says which values are right, so a literal at the same place is not compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rule) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def flag(self, word: str) -> bool:
        """Whether `any`, `absent`, `optional` or `ignore` is set."""
        return bool(self.words.get(word))

    @property
    def may_be_missing(self) -> bool:
        return self.flag("optional") or self.flag("absent") or self.flag("ignore")


class Source:
    """Where `from` takes its value: `TOOL.result.PATH`, the result of an earlier call of that tool."""

    __slots__ = ("path", "tool")

    def __init__(self, tool: str, path: tuple[str, ...]) -> None:
        self.tool = tool
        self.path = path


IGNORE = Rule({"ignore": True}, None, None)


class RuleTree:
    """Rules by path; `*` stands for every key or item."""

    __slots__ = ("below", "rule")

    def __init__(self) -> None:
        self.rule: Rule | None = None
        self.below: dict[str, RuleTree] = {}

    def put(self, path: tuple[str, ...], rule: Rule) -> None:
        """Add the rule of a path; the first one put there stays."""
        node = self
        for step in path:
            node = node.below.setdefault(step, RuleTree())
        if node.rule is None:
            node.rule = rule

    def next_steps(self) -> list[str]:
        """The next steps of its paths; `*` when the tree's own root has a rule."""
        return list(self.below) if self.rule is None else ["*"]

    def __bool__(self) -> bool:
        return self.rule is not None or bool(self.below)


def read_rule(written: Any, where: str) -> Rule:
    """A rule out of its JSON object. Raises `InputError` (`bad_rule`) that names what is wrong and what is known."""
    if not isinstance(written, dict):
        raise _bad('a rule is an object such as {"pattern": "^2026-"}', where)
    for word in written:
        if word not in WORDS:
            near = get_close_matches(word, WORDS, n=1, cutoff=0.6)
            hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(WORDS)
            raise _bad(f"there is no rule word {word!r}; {hint}", f"{where}/{word}")
    if not written:
        raise _bad("the rule is empty; known words are " + ", ".join(WORDS), where)
    for word, value in written.items():
        problem = _problem(word, value)
        if problem:
            raise _bad(f"{word} {problem}", f"{where}/{word}")
    if written.get("absent") and not set(written) <= {"absent", "ignore"}:
        raise _bad("absent stands alone: a value that is not there can satisfy nothing else", where)
    return Rule(written, _pattern(written, where), _source(written, where))


def _problem(word: str, value: Any) -> str | None:
    """What is wrong with the value of a rule word, if anything."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if word in _FLAGS:
        return None if isinstance(value, bool) else "must be true or false"
    if word == "one_of":
        return None if isinstance(value, list) else "must be a list of values"
    if word in ("pattern", "from"):
        return None if isinstance(value, str) else "must be text"
    if word in ("gte", "lte", "gt", "lt"):
        return None if number or isinstance(value, str) else "must be a number or text"
    if word == "tolerance":
        return None if number and value >= 0 else "must be a number of 0 or more"
    if word == "type":
        names = value if isinstance(value, list) else [value]
        return None if names and all(name in TYPES for name in names) else "must be one of " + ", ".join(TYPES)
    if word == "as":
        return None if value in READINGS else "must be one of " + ", ".join(READINGS)
    return None


def _pattern(written: Mapping[str, Any], where: str) -> re.Pattern[str] | None:
    if "pattern" not in written:
        return None
    try:
        return re.compile(written["pattern"])
    except (re.error, RecursionError, OverflowError) as problem:
        raise _bad(f"the pattern cannot be read: {problem}", f"{where}/pattern") from None


def _source(written: Mapping[str, Any], where: str) -> Source | None:
    if "from" not in written:
        return None
    found = re.fullmatch(r"(?P<tool>.+?)\.result(?P<path>[.\[/].*)?", written["from"], re.DOTALL)
    if found is None:
        raise _bad('from is written TOOL.result.PATH, such as "search.result.items[0].id"', f"{where}/from")
    path = found["path"] or ""
    try:
        return Source(found["tool"], read_path("$" + path if path.startswith((".", "[")) else path))
    except InputError as problem:
        raise _bad(str(problem), f"{where}/from") from None


def _bad(message: str, where: str) -> ExpectedError:
    path = shown(where)
    return ExpectedError("bad_rule", f"{path}: {message}", place=Place(path=path))


def read_rules(written: Any, where: str) -> list[tuple[tuple[str, ...], Rule]]:
    """`{pointer: rule}` as paths and rules; `where` is a JSON Pointer. Raises `InputError` (`bad_rule`)."""
    if not isinstance(written, dict):
        raise _bad('rules are an object from JSON Pointer to rule, such as {"/id": {"any": true}}', where)
    found = []
    for pointer, rule in written.items():
        place = f"{where}/{escape(pointer)}"
        try:
            path = read_path(pointer)
        except InputError as problem:
            raise _bad(str(problem), place) from None
        found.append((path, read_rule(rule, place)))
    return found


def is_inline(value: Any) -> bool:
    """Whether a value in expected arguments is an inline matcher: the single key `$expect`."""
    return value.__class__ is dict and len(value) == 1 and "$expect" in value


def with_rules(args: Any, where: str) -> Any:
    """Expected arguments with each inline matcher replaced by its `Rule`; nesting is bounded."""
    if is_inline(args):
        return read_rule(args["$expect"], f"{where}/$expect")
    if isinstance(args, dict):
        return {key: with_rules(value, f"{where}/{escape(key)}") for key, value in args.items()}
    if isinstance(args, list):
        return [with_rules(value, f"{where}/{index}") for index, value in enumerate(args)]
    return args
