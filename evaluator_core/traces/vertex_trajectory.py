"""Vertex AI evaluation: rows with a `predicted_trajectory`, also by columns and as the API takes them."""

from __future__ import annotations

from typing import Any

from ..pointers import escape
from .argument_text import decode_arguments
from .records import CallRecord, Entry, dicts, first, free_input, some_text
from .scan import Format, Scan

_KEYS = ("predicted_trajectory", "predictedTrajectory")
_NAMES = ("tool_name", "toolName")
_INPUTS = ("tool_input", "toolInput")
_LISTS = ("tool_calls", "toolCalls")


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and some_text(first(value, *_NAMES)) is not None


def _rows(value: Any, where: str) -> list[tuple[list[Any], str]]:
    """The trajectories under the key: one, a column of them as list or by number, or the API's object."""
    if isinstance(value, str):
        value, where = decode_arguments(value).value, f"{where}#"
    if isinstance(value, dict):
        listed = next(((value[key], f"{where}/{key}") for key in _LISTS if isinstance(value.get(key), list)), None)
        if listed is not None:
            return [listed] if all(map(_is_call, listed[0])) else []
        if not all(key.isdecimal() for key in value):
            return []
        numbered = [(value[key], f"{where}/{escape(key)}") for key in sorted(value, key=lambda key: (len(key), key))]
    elif isinstance(value, list):
        if all(map(_is_call, value)):
            return [(value, where)]
        numbered = [(row, f"{where}/{position}") for position, row in enumerate(value)]
    else:
        return []
    if not all(isinstance(row, list | str) for row, _ in numbered):
        return []
    return [found for row, place in numbered for found in _rows(row, place)]


def claims(node: dict[str, Any]) -> bool:
    """A row or table with a predicted trajectory, which may be empty."""
    value = first(node, *_KEYS)
    return value == [] or bool(_rows(value, ""))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the calls; every row is a run. What is expected stands beside them."""
    key = next(key for key in _KEYS if node.get(key) is not None)
    rows = _rows(node[key], f"{where}/{key}")
    for listed, place in rows:
        scan.new_run()
        entries = []
        if len(rows) == 1 and isinstance(node.get("prompt"), str):
            entries.append(Entry("user", f"{where}/prompt", node["prompt"]))
        for item, at in dicts(listed, place):
            name, given = some_text(first(item, *_NAMES)), first(item, *_INPUTS)
            if name is not None:
                entries.append(Entry("assistant", at, None, [CallRecord(name, given, at, free_text=free_input(given))]))
        if len(rows) == 1 and isinstance(node.get("response"), str):
            entries.append(Entry("assistant", f"{where}/response", node["response"]))
        scan.thread(entries)


FORMAT = Format("vertex-trajectory", "Vertex AI trajectories", _KEYS, claims, read)
