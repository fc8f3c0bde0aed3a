"""Reads the expected calls of a test (design section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from .calls import ExpectedCall
from .errors import ExpectedError, Place
from .json_text import check_value, decode, decode_value
from .options import MATCH_MODES
from .pointers import dollar_path, escape, read_path

NAME_KEYS = ("name", "tool", "tool_name", "toolName", "function", "function_name", "action")
ARGS_KEYS = ("args", "arguments", "input", "parameters", "params", "tool_input", "toolInput", "tool_args",
             "input_parameters", "inputParameters", "kwargs", "action_input")  # fmt: skip
LIST_KEYS = ("expected", "expected_tool_calls", "expected_tools", "expectedTools", "expected_calls", "calls",
             "tool_calls", "reference_tool_calls")  # fmt: skip
_OWN_KEYS = ("optional", "match")
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
        return Expected(_read_value(value), decoded.not_finite)
    if written is None:
        raise no_expected()
    not_finite = check_value(written)
    return Expected(_read_value(written), not_finite)


def _read_value(written: Any) -> list[ExpectedCall]:
    if isinstance(written, dict):
        listed = [key for key in LIST_KEYS if isinstance(written.get(key), list)]
        if listed and not any(isinstance(written.get(key), str) for key in NAME_KEYS):
            return _read_list(written[listed[0]], f"/{listed[0]}")
        return [_read_call(written, "")]
    if not isinstance(written, list):
        raise _wrong('the expected calls are a list such as [{"name": "search", "args": {"q": "x"}}]', "")
    return _read_list(written, "")


def no_expected() -> ExpectedError:
    """Nothing at all stands where the expected calls should."""
    return ExpectedError(
        "no_expected",
        "no expected calls are given; write [] when the agent should call nothing",
        place=Place(where="expected"),
    )


def _wrong(message: str, where: str) -> ExpectedError:
    path = dollar_path(tuple(int(step) if step.isdecimal() else step for step in read_path(where)))
    return ExpectedError("bad_expected", f"{path}: {message}", place=Place(where="expected", path=path))


def _read_list(written: list[Any], where: str) -> list[ExpectedCall]:
    return [_read_call(item, f"{where}/{index}") for index, item in enumerate(written)]


def _read_call(item: Any, where: str) -> ExpectedCall:
    if item.__class__ is dict:
        if len(item) == 2 and "name" in item and "args" in item:  # the form nearly all tests are written in
            name, args = item["name"], item["args"]
            if args.__class__ is dict and name.__class__ is str and name:
                return ExpectedCall(name, args, False, None, where)
    elif isinstance(item, str):
        if item.strip():
            return ExpectedCall(item, source=where)
        raise _wrong("a tool name is expected, not blank text", where)
    else:
        raise _wrong('an expected call is an object such as {"name": "search"}', where)
    item = _unwrapped(item)
    name = _name(item, where)
    match = item.get("match")
    if match is not None and (not isinstance(match, str) or match not in MATCH_MODES):
        hint = _did_you_mean(str(match), MATCH_MODES)
        raise _wrong(f"match must be one of {', '.join(MATCH_MODES)}, not {match!r}{hint}", f"{where}/match")
    optional = item.get("optional", False)
    if not isinstance(optional, bool):
        raise _wrong(f"optional must be true or false, not {optional!r}", f"{where}/optional")
    for key in item:
        if key not in _KNOWN and key not in _PASSED_OVER:
            hint = _did_you_mean(key, _KNOWN) or "; an expected call has name, args, optional and match"
            raise _wrong(f"there is no field {key!r}{hint}", f"{where}/{escape(key)}")
    return ExpectedCall(name, _args(item, where), optional, match, where)


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


def _args(item: dict[str, Any], where: str) -> Any:
    given = [key for key in ARGS_KEYS if key in item]
    if len(given) > 1:
        raise _wrong(f"arguments are given twice, as {given[0]} and {given[1]}", f"{where}/{given[1]}")
    if not given:
        return None
    args = item[given[0]]
    if isinstance(args, str):
        try:
            args = decode_value(args).value if args.strip() else {}
        except ValueError as problem:
            raise _wrong(f"the arguments text is not JSON ({problem})", f"{where}/{given[0]}") from None
    if args is None:
        return None
    if not isinstance(args, dict):
        raise _wrong('arguments are an object such as {"city": "Oslo"}', f"{where}/{given[0]}")
    return args
