"""DeepEval: test cases and turns with `toolsCalled` (`tools_called`)."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, dicts, first
from .scan import Format, Scan, list_of_dicts

_KEYS = ("toolsCalled", "tools_called")
_INPUTS = ("inputParameters", "input_parameters")
_ANSWERS = ("actualOutput", "actual_output")


def claims(node: dict[str, Any]) -> bool:
    """A test case or turn: calls with DeepEval's own key, or beside DeepEval's keys."""
    listed = first(node, *_KEYS)
    if not list_of_dicts(listed) or not isinstance(listed[0].get("name"), str):
        return False
    own = any(key in item for item in listed if isinstance(item, dict) for key in _INPUTS)
    return own or any(key in node for key in _ANSWERS)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit input, calls and answer. A test case is a run; a turn has a role and belongs to one."""
    key = next(key for key in _KEYS if node.get(key) is not None)
    calls = [
        CallRecord(item["name"], first(item, *_INPUTS), place, result=item.get("output"))
        for item, place in dicts(node[key], f"{where}/{key}")
        if isinstance(item.get("name"), str)
    ]
    if isinstance(node.get("role"), str):
        scan.entry(Entry(node["role"], where, node.get("content"), calls))
        return
    scan.new_run()
    entries = [Entry("user", f"{where}/input", node["input"])] if isinstance(node.get("input"), str) else []
    entries.append(Entry("assistant", f"{where}/{key}", None, calls))
    answer = next((key for key in _ANSWERS if isinstance(node.get(key), str)), None)
    if answer is not None:
        entries.append(Entry("assistant", f"{where}/{answer}", node[answer]))
    scan.thread(entries)


FORMAT = Format("deepeval", "DeepEval", _KEYS, claims, read)
