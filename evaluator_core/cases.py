"""Reads a case, the one JSON object that holds a whole test, in our shape and in that of evaluation requests.

Requests are of two kinds: `expected_tool_calls` and `tool_calls`; and `context`, `tools_called` and `tool_list`, where
nothing is expected and only the parameters of the calls are judged.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple

from .errors import InputError, Place

FIELDS = ("id", "expected", "trace", "options", "tools", "context", "run", "tags", "evaluators")
EVALUATORS = ("tool_call_args", "tool_call_count", "tool_call_order", "tool_parameter_correctness")
_REQUEST = {"expected_tool_calls": "expected", "tool_calls": "trace"}
_PARAMETER_REQUEST = {"tools_called": "trace", "tool_list": "tools"}
"""A request's field → ours."""
_ONLY_PARAMETERS = {"allow_extra": True, "check_parameters": True}
"""The options of a request that expects no calls; its own win."""


class Case(NamedTuple):
    """The parts of a case, not yet read. None stands for what is not given."""

    id: str | None
    expected: Any
    trace: Any
    options: Any
    tools: Any
    context: Any
    evaluators: tuple[str, ...] | None
    """The named evaluators that decide, in place of the options."""


def is_case(value: Any) -> bool:
    """Whether a JSON value is a whole case or request rather than a trace or a list of expected calls."""
    if not isinstance(value, dict):
        return False
    pairs = (("expected", "trace"), ("expected_tool_calls", "tool_calls"), ("tool_list", "tools_called"))
    return any(one in value and other in value for one, other in pairs)


def read_case(written: Any) -> Case:
    """The parts of a case. Raises `InputError` for what is no case, or for a field that is nearly a known one."""
    if not isinstance(written, dict):
        raise InputError(
            "bad_case",
            'a case is a JSON object such as {"expected": […], "trace": …}',
            place=Place(where="case", path="$"),
        )
    fields = dict(written)
    if "expected" not in fields and "trace" not in fields:
        if "tools_called" in fields and "tool_list" in fields and "expected_tool_calls" not in fields:
            fields = _parameter_request(fields)
        for theirs, ours in _REQUEST.items():
            if theirs in fields:
                fields[ours] = fields.pop(theirs)
    for key in fields:
        if key not in FIELDS:
            near = get_close_matches(str(key), FIELDS, n=1, cutoff=0.8)
            if near:
                raise InputError(
                    "unknown_field",
                    f"a case has no field {key!r}; did you mean {near[0]!r}?",
                    place=Place(where="case", path=f"$.{key}"),
                )
    identity = fields.get("id")
    return Case(
        None if identity is None else str(identity),
        fields.get("expected"),
        fields.get("trace"),
        fields.get("options"),
        fields.get("tools"),
        fields.get("context"),
        read_evaluators(fields.get("evaluators")),
    )


def _parameter_request(fields: dict[str, Any]) -> dict[str, Any]:
    """A request to judge parameters as a case that expects nothing."""
    made = {_PARAMETER_REQUEST.get(key, key): value for key, value in fields.items()} | {"expected": []}
    options = made.get("options")
    if options is None or isinstance(options, dict):
        made["options"] = _ONLY_PARAMETERS | (options or {})
    return made


def read_evaluators(written: Any) -> tuple[str, ...] | None:
    """The names of evaluators, checked. Raises `InputError` that names the nearest known one."""
    if written is None:
        return None
    if not isinstance(written, list | tuple) or not written:
        raise _bad_evaluators("evaluators is a list of names")
    for name in written:
        if name not in EVALUATORS:
            near = get_close_matches(str(name), EVALUATORS, n=1, cutoff=0.8)
            hint = f"did you mean {near[0]!r}?" if near else "known are " + ", ".join(EVALUATORS)
            raise _bad_evaluators(f"there is no evaluator {name!r}; {hint}")
    return tuple(dict.fromkeys(written))


def _bad_evaluators(message: str) -> InputError:
    return InputError("bad_evaluators", message, place=Place(where="case", path="$.evaluators"))
