"""Reads the expected calls of a test (design section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from .calls import ExpectedCall
from .errors import ExpectedError, InputError, Place
from .json_text import check_value, decode, decode_value
from .options import MATCH_MODES
from .pointers import escape, read_path, shown
from .rules import Rule, RuleTree, read_rules, with_rules

NAME_KEYS = ("name", "tool", "tool_name", "toolName", "function", "function_name", "action")
ARGS_KEYS = ("args", "arguments", "input", "parameters", "params", "tool_input", "toolInput", "tool_args",
             "input_parameters", "inputParameters", "kwargs", "action_input")  # fmt: skip
LIST_KEYS = ("expected", "expected_tool_calls", "expected_tools", "expectedTools", "expected_calls", "calls",
             "tool_calls", "reference_tool_calls")  # fmt: skip
RESULTS = ("ok", "error")
_OWN_KEYS = ("optional", "match", "compare", "rules", "any_of", "expect_result")
_PASSED_OVER = {"id", "call_id", "tool_call_id", "toolCallId", "type", "description", "index"}
_KNOWN = {*NAME_KEYS, *ARGS_KEYS, *_OWN_KEYS}


class Expected(NamedTuple):
    """The expected calls of a test."""

    calls: list[ExpectedCall]
    not_finite: bool = False
    """NaN or an infinity stands in them."""


def read_expected(written: Any) -> Expected:
    """The expected calls of a JSON value or of pasted text. Raises `InputError` with the place of what is wrong."""
    if isinstance(written, str):
        decoded = decode(written)
        if not decoded.documents:
            raise no_expected()
        value = decoded.documents[0] if len(decoded.documents) == 1 else decoded.documents
        return Expected(_Reader("$expect" in written or "\\u00" in written).read_value(value), decoded.not_finite)
    if written is None:
        raise no_expected()
    not_finite = check_value(written)
    return Expected(_Reader(True).read_value(written), not_finite)


def no_expected() -> ExpectedError:
    """Nothing at all stands where the expected calls should."""
    return ExpectedError(
        "no_expected",
        "no expected calls are given; write [] when the agent should call nothing",
        place=Place(where="expected"),
    )


def _wrong(message: str, where: str) -> ExpectedError:
    path = shown(where)
    return ExpectedError("bad_expected", f"{path}: {message}", place=Place(where="expected", path=path))


class _Reader:
    """Reads expected calls; `matchers` says whether inline matchers may stand in the arguments at all."""

    def __init__(self, matchers: bool) -> None:
        self._matchers = matchers

    def read_value(self, written: Any) -> list[ExpectedCall]:
        if isinstance(written, dict):
            listed = [key for key in LIST_KEYS if isinstance(written.get(key), list)]
            if listed and not any(isinstance(written.get(key), str) for key in NAME_KEYS):
                return self._read_list(written[listed[0]], f"/{listed[0]}")
            return [self._read_call(written, "")]
        if not isinstance(written, list):
            raise _wrong('the expected calls are a list such as [{"name": "search", "args": {"q": "x"}}]', "")
        return self._read_list(written, "")

    def _read_list(self, written: list[Any], where: str) -> list[ExpectedCall]:
        return [self._read_call(item, f"{where}/{index}") for index, item in enumerate(written)]

    def _read_call(self, item: Any, where: str) -> ExpectedCall:
        if item.__class__ is dict:
            if len(item) == 2 and "name" in item and "args" in item:  # the form nearly all tests are written in
                name, args = item["name"], item["args"]
                if args.__class__ is dict and name.__class__ is str and name and not self._matchers:
                    return ExpectedCall(name, args, False, None, where)
        elif isinstance(item, str):
            if item.strip():
                return ExpectedCall(item, source=where)
            raise _wrong("a tool name is expected, not blank text", where)
        else:
            raise _wrong('an expected call is an object such as {"name": "search"}', where)
        item = _unwrapped(item)
        self._check_keys(item, where)
        match = self._word(item, "match", MATCH_MODES, where)
        optional = item.get("optional", False)
        if not isinstance(optional, bool):
            raise _wrong(f"optional must be true or false, not {optional!r}", f"{where}/optional")
        expect_result = self._word(item, "expect_result", RESULTS, where)
        if "any_of" in item:
            choices = self._choices(item, where)
            name = " | ".join(dict.fromkeys(choice.name for choice in choices))
            return ExpectedCall(name, None, optional, None, where, any_of=choices, expect_result=expect_result)
        name = _name(item, where)
        key, args = _args(item, where)
        ruled = with_rules(args, f"{where}/{key}") if self._matchers and args is not None else args
        if isinstance(ruled, Rule):
            raise _wrong("a matcher stands for one value, not for all arguments", f"{where}/{key}")
        rules = _rules(item, where)
        return ExpectedCall(
            name, args, optional, match, where,
            None if ruled == args else ruled, rules, _compare(item, args, where), (), expect_result,
        )  # fmt: skip

    def _check_keys(self, item: dict[str, Any], where: str) -> None:
        for key in item:
            if key not in _KNOWN and key not in _PASSED_OVER:
                hint = _did_you_mean(key, _KNOWN) or f"; an expected call has name, args, {', '.join(_OWN_KEYS)}"
                raise _wrong(f"there is no field {key!r}{hint}", f"{where}/{escape(key)}")

    def _word(self, item: dict[str, Any], key: str, known: Iterable[str], where: str) -> str | None:
        """The value of a field that holds one of a few words."""
        word = item.get(key)
        if word is None or (isinstance(word, str) and word in known):
            return word
        hint = _did_you_mean(str(word), known)
        raise _wrong(f"{key} must be one of {', '.join(known)}, not {word!r}{hint}", f"{where}/{key}")

    def _choices(self, item: dict[str, Any], where: str) -> tuple[ExpectedCall, ...]:
        for key in item:
            if key not in ("any_of", "optional", "expect_result") and key not in _PASSED_OVER:
                raise _wrong("this stands in each of the calls of any_of, not beside it", f"{where}/{escape(key)}")
        choices = item["any_of"]
        if not isinstance(choices, list) or not choices:
            raise _wrong("any_of is a list of expected calls", f"{where}/any_of")
        read = self._read_list(choices, f"{where}/any_of")
        for index, choice in enumerate(read):
            if choice.any_of or choice.optional or choice.expect_result:
                message = "a call of any_of has a name, args, match, compare and rules only"
                raise _wrong(message, f"{where}/any_of/{index}")
        return tuple(read)


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""


def _unwrapped(item: dict[str, Any]) -> dict[str, Any]:
    """The call without OpenAI's wrapping: `{"type": "function", "function": {"name", "arguments"}}`."""
    inner = item.get("function")
    if isinstance(inner, dict):
        return {**{key: value for key, value in item.items() if key != "function"}, **inner}
    return item


def _name(item: dict[str, Any], where: str) -> str:
    for key in NAME_KEYS:
        if key in item:
            name = item[key]
            if isinstance(name, str) and name.strip():
                return name
            raise _wrong(f"{key} must be the tool's name", f"{where}/{key}")
    raise _wrong("the expected call has no name", where)


def _args(item: dict[str, Any], where: str) -> tuple[str, Any]:
    """The key under which arguments are given, and the arguments; None for any."""
    given = [key for key in ARGS_KEYS if key in item]
    if len(given) > 1:
        raise _wrong(f"arguments are given twice, as {given[0]} and {given[1]}", f"{where}/{given[1]}")
    if not given:
        return "args", None
    args = item[given[0]]
    if isinstance(args, str):
        try:
            args = decode_value(args).value if args.strip() else {}
        except ValueError as problem:
            raise _wrong(f"the arguments text is not JSON ({problem})", f"{where}/{given[0]}") from None
    if args is None or isinstance(args, dict):
        return given[0], args
    raise _wrong('arguments are an object such as {"city": "Oslo"}', f"{where}/{given[0]}")


def _rules(item: dict[str, Any], where: str) -> RuleTree | None:
    if item.get("rules") is None:
        return None
    tree = RuleTree()
    for path, rule in read_rules(item["rules"], f"{where}/rules"):
        tree.put(path, rule)
    return tree or None


def _compare(item: dict[str, Any], args: Any, where: str) -> tuple[tuple[str, ...], ...] | None:
    listed = item.get("compare")
    if listed is None:
        return None
    if not isinstance(listed, list) or not all(isinstance(path, str) for path in listed):
        raise _wrong('compare is a list of argument paths such as ["id", "$.items[0].sku"]', f"{where}/compare")
    try:
        return tuple((path,) if args and path in args else read_path(path) for path in listed)
    except InputError as problem:
        raise _wrong(str(problem), f"{where}/compare") from None
