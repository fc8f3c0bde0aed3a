"""Plain lists of calls with the usual key names: what home-grown exports look like.

Asked only when no other format is recognised, as nearly anything could be a plain list.
"""

from __future__ import annotations

from typing import Any

from ..pointers import escape
from .records import CallRecord, Entry, call_id, marked_failed
from .scan import Scan, never_calls

ID = "plain-list"
TITLE = "Plain list of calls"

NAME_KEYS = ("name", "tool", "tool_name", "toolName", "function", "function_name", "action", "api_name")
ARGS_KEYS = ("args", "arguments", "input", "parameters", "params", "tool_input", "toolInput", "tool_args",
             "input_parameters", "inputParameters", "kwargs", "action_input", "param_dict")  # fmt: skip
ID_KEYS = ("id", "call_id", "tool_call_id", "toolCallId")
LIST_KEYS = ("calls", "tool_calls", "toolCalls", "tools_called", "toolsCalled", "trajectory", "steps", "actions",
             "apis")  # fmt: skip
_NAMES_ONLY = "trajectory"


def read_plain(value: Any, where: str, scan: Scan) -> bool:
    """Emit the calls of a plain list, or of the lists under the usual keys. False when there is none."""
    if isinstance(value, list):
        return _read_list(value, where, scan, whole=True)
    if not isinstance(value, dict):
        return False
    call = _call(value, where, sure=False)
    if call is not None:
        _emit([call], scan)
        return True
    return _search(value, where, scan)


def _search(node: dict[str, Any], where: str, scan: Scan) -> bool:
    found = False
    for key, child in node.items():
        if child.__class__ is not dict and child.__class__ is not list:
            continue
        kind = never_calls(key)
        below = f"{where}/{escape(key)}"
        if kind is not None:
            if child:
                scan.note_left_out(kind, len(child), below)
        elif key in LIST_KEYS and isinstance(child, list):
            found = _read_list(child, below, scan, whole=True, names_only=key == _NAMES_ONLY) or found
        elif isinstance(child, dict):
            found = _search(child, below, scan) or found
        else:
            for position, item in enumerate(child):
                if isinstance(item, dict):
                    found = _search(item, f"{below}/{position}", scan) or found
    return found


def _read_list(items: list[Any], where: str, scan: Scan, *, whole: bool, names_only: bool = False) -> bool:
    """The calls of a list. An empty list is a trace without calls."""
    calls = []
    for position, item in enumerate(items):
        place = f"{where}/{position}"
        if isinstance(item, dict):
            call = _call(item, place, sure=True)
            if call is not None:
                calls.append(call)
        elif isinstance(item, str) and names_only and item.strip():
            calls.append(CallRecord(item, None, place))
    if calls:
        _emit(calls, scan)
        return True
    found = not items
    for position, item in enumerate(items):
        if isinstance(item, dict):
            found = _search(item, f"{where}/{position}", scan) or found
        elif isinstance(item, list):
            found = _read_list(item, f"{where}/{position}", scan, whole=False) or found
    if found:
        scan.recognised.setdefault(ID, 0)
    return found


def _emit(calls: list[CallRecord], scan: Scan) -> None:
    scan.recognised[ID] = scan.recognised.get(ID, 0) + 1
    for call in calls:
        entry = Entry("assistant", call.where, None, [call])
        entry.format = ID
        scan.plain(entry)


def _call(item: dict[str, Any], where: str, *, sure: bool) -> CallRecord | None:
    inner = item.get("function")
    if isinstance(inner, dict):
        item = {**item, **inner}
        if not isinstance(inner.get("name"), str):
            return None
    asked = item.get("request")
    if isinstance(asked, dict) and isinstance(asked.get("api_name"), str):
        item = {**item, **asked}
    if _is_definition(item):
        return None
    key = next((k for k in NAME_KEYS if isinstance(item.get(k), str) and item[k].strip()), None)
    if key is None:
        return _single_key(item, where)
    given = next((k for k in ARGS_KEYS if k in item and k != key), None)
    if given is None and not sure:
        return None
    identity = next((call_id(item[k]) for k in ID_KEYS if k in item), None)
    return CallRecord(
        item[key],
        item[given] if given else None,
        where,
        identity,
        True if item.get("exception") else marked_failed(item),
        result=item.get("output", item.get("result", item.get("response"))),
    )


def _single_key(item: dict[str, Any], where: str) -> CallRecord | None:
    """`{"search": {"q": "x"}}`: a map of one name to its arguments."""
    if len(item) != 1:
        return None
    name, args = next(iter(item.items()))
    if isinstance(args, dict) and name not in LIST_KEYS and never_calls(name) is None:
        return CallRecord(name, args, f"{where}/{escape(name)}")
    return None


def _is_definition(item: dict[str, Any]) -> bool:
    """A tool definition: its parameters are a JSON schema."""
    for key in (
        "parameters",
        "input_parameters",
        "inputParameters",
        "input_schema",
        "inputSchema",
        "parametersJsonSchema",
    ):
        schema = item.get(key)
        if (
            isinstance(schema, dict)
            and str(schema.get("type")).lower() == "object"
            and ("properties" in schema or "required" in schema or len(schema) == 1 or "description" in item)
        ):
            return True
    return False
