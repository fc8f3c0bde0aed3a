"""The options of an evaluation: declared once, here.

`Options` is the only place with defaults. Validation, the page's form (`specifications`), the command line and the
README's table (`python -m evaluator_core.options --markdown`) are all made from the declarations below.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from difflib import get_close_matches
from functools import lru_cache
from math import isfinite
from typing import Any, Literal

from .errors import InputError, OptionError, Place
from .pointers import escape, read_path
from .rules import read_rules

Order = Literal["strict", "in_order", "any_order"]
Match = Literal["subset", "exact", "keys", "ignore"]

MATCH_MODES: dict[str, tuple[str, str]] = {
    "subset": ("Subset", "expected keys are present with equal values; extra keys are allowed, at every depth"),
    "exact": ("Exact", "the same keys and equal values, in both directions"),
    "keys": ("Keys only", "the expected argument names are present, whatever their values"),
    "ignore": ("Ignore", "arguments are not compared"),
}


def _choice(default: str, title: str, help: str, choices: dict[str, tuple[str, str]], group: str) -> Any:
    return field(
        default=default,
        metadata={"kind": "choice", "title": title, "help": help, "choices": choices, "group": group},
    )


def _option(default: Any, kind: str, title: str, help: str, group: str, minimum: float | None = None) -> Any:
    metadata = {"kind": kind, "title": title, "help": help, "group": group, "minimum": minimum}
    return field(default=default, metadata=metadata)


def _json(default: Any, title: str, help: str, example: str, group: str) -> Any:
    """An option that is written as JSON; `example` shows how."""
    metadata = {"kind": "json", "title": title, "help": help, "example": example, "group": group}
    kind: Any = {"default_factory": dict} if default == {} else {"default": default}
    return field(**kind, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How expected and actual calls are compared. Raises `OptionError` for a value that makes no sense."""

    order: Order = _choice(
        "in_order",
        "Order",
        "how the calls must follow one another",
        {
            "strict": ("Strict", "call n of the trace is expected call n"),
            "in_order": ("In order", "the expected calls in their order; others may come between"),
            "any_order": ("Any order", "the order does not matter"),
        },
        "Matching",
    )
    args: Match = _choice(
        "subset", "Arguments", "how arguments are compared; a call's own match wins", MATCH_MODES, "Matching"
    )
    allow_extra: bool = _option(
        False, "boolean", "Allow extra calls", "calls the test did not expect do not fail it", "Matching"
    )
    forbidden: tuple[str, ...] = _option(
        (),
        "names",
        "Forbidden tools",
        "tools that must never be called, * globs; wins over every other option",
        "Matching",
    )
    max_calls: int | None = _option(
        None, "integer", "Most calls", "the most calls the agent may make; 0 means none", "Matching", 0
    )
    numeric_tolerance: float = _option(
        0, "number", "Numeric tolerance", "largest difference between two numbers that still counts as equal",
        "Values", 0,
    )  # fmt: skip
    relative_tolerance: float = _option(
        0, "number", "Relative tolerance", "the same as a share of the expected number; either one suffices",
        "Values", 0,
    )  # fmt: skip
    ignore_case: bool = _option(
        False, "boolean", "Ignore case", "text values are compared without case; names and keys never", "Values"
    )
    ignore_whitespace: bool = _option(
        False, "boolean", "Ignore white space", "runs of blanks in text count as one, ends are trimmed", "Values"
    )
    normalize_unicode: bool = _option(
        False, "boolean", "Normalize Unicode", "composed and decomposed letters are the same (NFC)", "Values"
    )
    ignore_list_order: bool = _option(
        False, "boolean", "Ignore list order", "lists hold the same items, as often, in any order", "Values"
    )
    ignore_paths: tuple[str, ...] = _option(
        (), "paths", "Ignore paths", "argument paths that are not compared: $.meta.id, $.items[*].at", "Values"
    )
    rules: Mapping[str, Any] = _json(
        {}, "Rules", "rules by tool (* for every tool) and JSON Pointer",
        '{"book_flight": {"/date": {"as": "datetime"}}}', "Values",
    )  # fmt: skip
    ignore_defaults: bool = _option(
        False, "boolean", "Ignore defaults", "a value that is the tool schema's default may be left out", "Values"
    )
    expected_counts: Mapping[str, Any] = _json(
        {}, "Expected counts", "how often tools must be called: 2, \">=1\", \"<=2\", \"!=0\"; 0 means never",
        '{"search": ">=1", "delete_user": 0}', "Calls",
    )  # fmt: skip
    before: tuple[tuple[str, str], ...] = _json(
        (), "Before", "pairs of tools: every call of the second needs the first in an earlier message",
        '[["verify_identity", "issue_refund"]]', "Calls",
    )  # fmt: skip
    no_extra_of: tuple[str, ...] = _option(
        (), "names", "No extra calls of", "where extra calls are allowed, those of these tools still fail", "Calls"
    )
    ignore_tools: tuple[str, ...] = _option(
        (), "names", "Ignore tools", "calls of these tools (* globs) are left out; forbidden ones never", "Calls"
    )
    ignore_failed: bool = _option(
        False, "boolean", "Ignore failed calls", "calls whose result is marked as an error are left out", "Calls"
    )
    ignore_provider_calls: bool = _option(
        False, "boolean", "Ignore provider calls", "calls that the model's provider ran itself are left out", "Calls"
    )
    parallel_any_order: bool = _option(
        False, "boolean", "Parallel calls in any order", "calls of one message have no order among themselves", "Calls"
    )
    name_match: Literal["exact", "sanitized"] = _choice(
        "exact",
        "Tool names",
        "how tool names are compared",
        {
            "exact": ("Exact", "the same characters"),
            "sanitized": ("Sanitized", "blanks, dots and odd characters count as _, on both sides"),
        },
        "Calls",
    )
    strip_name_prefix: tuple[str, ...] = _option(
        (), "names", "Strip name prefix", "prefixes that do not count, such as mcp__*__", "Calls"
    )
    thresholds: Mapping[str, float] = _json(
        {}, "Thresholds", "least precision, recall, f1, argument_accuracy, in place of all-or-nothing",
        '{"recall": 0.9, "argument_accuracy": 0.8}', "Verdict",
    )  # fmt: skip
    check_parameters: bool = _option(
        False, "boolean", "Check parameters", "tool parameter correctness decides too; it needs tool definitions",
        "Verdict",
    )  # fmt: skip
    allow_unknown_parameters: bool = _option(
        False, "boolean", "Allow unknown parameters", "parameters that a tool's schema does not name are no problem",
        "Verdict",
    )  # fmt: skip
    unverified: Literal["review", "pass", "fail"] = _choice(
        "review",
        "Undecided values",
        "what a parameter value whose source no rule can decide does to the parameter score",
        {
            "review": ("Review", "there is no score; the values are listed for a person"),
            "pass": ("Pass", "they count as right"),
            "fail": ("Fail", "they count as wrong"),
        },
        "Verdict",
    )
    compatibility: tuple[str, ...] = _json(
        (), "Compatibility", "other evaluators whose numbers the report adds: uipath", '["uipath"]', "Verdict"
    )
    repeated: Literal["report", "fail"] = _choice(
        "report",
        "Repeated identical calls",
        "calls with the same name and equal arguments",
        {"report": ("Report", "they are listed"), "fail": ("Fail", "they fail the test")},
        "Calls",
    )
    pairing: Literal["best", "first"] = _choice(
        "best",
        "Pairing",
        "how expected and actual calls find each other",
        {
            "best": ("Best", "the pairing with the most calls found and the most arguments right"),
            "first": ("First fit", "each expected call takes the first that fits; simpler, may do worse"),
        },
        "Calls",
    )

    def __post_init__(self) -> None:
        for declared in _declared():
            object.__setattr__(self, declared.name, _checked(declared, getattr(self, declared.name)))

    @classmethod
    def read(cls, written: Any) -> Options:
        """Options from a JSON object. An unknown name is an error that names the nearest known one."""
        if isinstance(written, Options):
            return written
        if written is None:
            return cls()
        if not isinstance(written, dict):
            raise _bad("options", 'options are a JSON object such as {"order": "any_order"}', path="$")
        for name in written:
            if name not in _names():
                near = get_close_matches(str(name), _names(), n=1, cutoff=0.5)
                hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(sorted(_names()))
                raise _bad("unknown_option", f"there is no option {name!r}; {hint}", path=f"$.{name}")
        return cls(**written)

    def to_dict(self) -> dict[str, Any]:
        """The options as JSON, every one of them."""
        return {name: _listed(value) for name, value in _items(self)}


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if value.__class__ is tuple else value


def _items(options: Options) -> list[tuple[str, Any]]:
    return [(declared.name, getattr(options, declared.name)) for declared in _declared()]


@lru_cache(maxsize=1)
def _declared() -> tuple[Field[Any], ...]:
    return fields(Options)


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(declared.name for declared in _declared())


def _bad(code: str, message: str, *, path: str) -> OptionError:
    return OptionError(code, message, place=Place(where="options", path=path))


def _checked(declared: Field[Any], value: Any) -> Any:
    """The value of one option in its one form, or an `OptionError`."""
    if value is declared.default or (declared.default is MISSING and value == {}):
        return value
    return _CHECKS[declared.metadata["kind"]](declared, value)


def _wrong(declared: Field[Any], value: Any, wanted: str) -> OptionError:
    shown = json.dumps(value, ensure_ascii=False, default=str)[:80]
    return _bad("bad_option", f"{declared.name} must be {wanted}, not {shown}", path=f"$.{declared.name}")


def _check_choice(declared: Field[Any], value: Any) -> Any:
    choices = declared.metadata["choices"]
    if not isinstance(value, str) or value not in choices:
        near = get_close_matches(str(value), choices, n=1, cutoff=0.6)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise _bad(
            "bad_option",
            f"{declared.name} must be one of {', '.join(choices)}, not {value!r}{hint}",
            path=f"$.{declared.name}",
        )
    return value


def _check_boolean(declared: Field[Any], value: Any) -> Any:
    if not isinstance(value, bool):
        raise _wrong(declared, value, "true or false")
    return value


def _check_number(declared: Field[Any], value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value < 0:
        raise _wrong(declared, value, "a number of 0 or more")
    return value


def _check_integer(declared: Field[Any], value: Any) -> Any:
    if value is None:
        return None
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not whole or value < 0:
        raise _wrong(declared, value, "a whole number of 0 or more, or null for no limit")
    return int(value)


def _check_names(declared: Field[Any], value: Any) -> Any:
    if isinstance(value, str) or not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise _wrong(declared, value, "a list of names")
    return tuple(dict.fromkeys(v for v in value if v.strip()))


def _check_paths(declared: Field[Any], value: Any) -> Any:
    names = _check_names(declared, value)
    for name in names:
        try:
            read_path(name)
        except InputError as problem:
            raise _bad("bad_option", f"{declared.name}: {problem}", path=f"$.{declared.name}") from None
    return names


def _check_json(declared: Field[Any], value: Any) -> Any:
    return _SHAPES[declared.name](declared, value)


def _check_rules(declared: Field[Any], value: Any) -> Any:
    if not isinstance(value, dict) or not all(isinstance(tool, str) for tool in value):
        raise _wrong(declared, value, "an object from tool (or *) to rules by JSON Pointer")
    for tool, rules in value.items():
        try:
            read_rules(rules, f"/rules/{escape(tool)}")
        except InputError as problem:
            raise OptionError(problem.code, problem.message, place=problem.place).within("options") from None
    return value


def _check_counts(declared: Field[Any], value: Any) -> Any:
    if not isinstance(value, dict):
        raise _wrong(declared, value, 'an object from tool to count, such as {"search": ">=1"}')
    for tool, count in value.items():
        if read_count(count) is None:
            shown = json.dumps(count, ensure_ascii=False, default=str)[:80]
            raise _bad(
                "bad_option",
                f'the count of {tool} must be a whole number or text such as ">=1", "<=2", "!=0", not {shown}',
                path=f"$.{declared.name}",
            )
    return value


def read_count(written: Any) -> tuple[str, int] | None:
    """A count as comparator and number: `2` and `"2"` are `("==", 2)`; None when it cannot be read."""
    if isinstance(written, int) and not isinstance(written, bool) and written >= 0:
        return "==", written
    found = _COUNT.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        return None
    comparator = found[1] or "=="
    return ("==" if comparator == "=" else comparator), int(found[2])


_COUNT = re.compile(r"\s*(>=|<=|==|!=|=|>|<)?\s*(\d{1,9})\s*")


def _check_before(declared: Field[Any], value: Any) -> Any:
    pairs: Any = value if isinstance(value, list | tuple) else [None]
    for pair in pairs:
        if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            raise _wrong(declared, value, 'a list of pairs of tools, such as [["verify", "refund"]]')
    return tuple((first, second) for first, second in pairs)


def _check_thresholds(declared: Field[Any], value: Any) -> Any:
    known = ("precision", "recall", "f1", "argument_accuracy")
    if not isinstance(value, dict):
        raise _wrong(declared, value, 'an object such as {"recall": 0.9}')
    for name, least in value.items():
        if name not in known:
            raise _bad(
                "bad_option", f"there is no threshold {name!r}; known are {', '.join(known)}", path="$.thresholds"
            )
        if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 1:
            raise _bad("bad_option", f"the threshold of {name} must be a number from 0 to 1", path="$.thresholds")
    return value


def _check_compatibility(declared: Field[Any], value: Any) -> Any:
    names = _check_names(declared, value)
    if not set(names) <= {"uipath"}:
        raise _wrong(declared, value, 'a list of "uipath"')
    return names


_SHAPES = {
    "rules": _check_rules,
    "expected_counts": _check_counts,
    "before": _check_before,
    "thresholds": _check_thresholds,
    "compatibility": _check_compatibility,
}
_CHECKS = {
    "json": _check_json,
    "choice": _check_choice,
    "boolean": _check_boolean,
    "number": _check_number,
    "integer": _check_integer,
    "names": _check_names,
    "paths": _check_paths,
}


def specifications() -> list[dict[str, Any]]:
    """The options as the page's form needs them: name, title, help, kind, default, choices, minimum, group."""
    result = []
    for declared in _declared():
        about = dict(declared.metadata)
        choices = about.pop("choices", {})
        listed = [{"value": value, "title": title, "help": help} for value, (title, help) in choices.items()]
        default = _default(declared)
        about.setdefault("minimum", None)
        about.setdefault("example", None)
        result.append({"name": declared.name, **about, "default": default, "choices": listed})
    return result


def _default(declared: Field[Any]) -> Any:
    if declared.default is MISSING:
        return {}
    return list(declared.default) if isinstance(declared.default, tuple) else declared.default


def markdown() -> str:
    """The README's table of options."""
    rows = ["| option | default | meaning |", "|---|---|---|"]
    for option in specifications():
        default = json.dumps(option["default"]).strip('"')
        choices = "; ".join(f"`{choice['value']}`: {choice['help']}" for choice in option["choices"])
        meaning = option["help"] + (f". {choices}" if choices else "")
        rows.append(f"| `{option['name']}` | `{default}` | {meaning} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(markdown() if "--markdown" in sys.argv else json.dumps(specifications(), ensure_ascii=False, indent=1))
