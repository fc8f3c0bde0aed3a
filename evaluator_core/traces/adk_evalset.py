"""Google ADK evaluation: eval sets and results, whose invocations hold bare function calls (`tool_uses`)."""

from __future__ import annotations

from typing import Any

from .gemini import content_entry, function_call, function_response
from .google_adk import event_entry
from .records import Entry, dicts, first
from .scan import Format, Scan, list_of_dicts

_USER = ("user_content", "userContent")
_DATA = ("intermediate_data", "intermediateData")
_FINAL = ("final_response", "finalResponse")
_RESULTS = ("eval_metric_result_per_invocation", "evalMetricResultPerInvocation")


def _is_invocation(node: Any) -> bool:
    return isinstance(node, dict) and isinstance(first(node, *_USER), dict) and "author" not in node


def claims(node: dict[str, Any]) -> bool:
    """An eval case, its result, or an invocation."""
    if list_of_dicts(first(node, *_RESULTS)):
        return True
    if "conversation" in node:
        return isinstance(node["conversation"], list) and any(map(_is_invocation, node["conversation"]))
    return _is_invocation(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Every case is a run. A result holds what was expected too, and the session again."""
    if list_of_dicts(first(node, *_RESULTS)):
        key = next(key for key in _RESULTS if node.get(key) is not None)
        scan.new_run()
        scan.thread(
            [
                entry
                for item, place in dicts(node[key], f"{where}/{key}")
                for actual in ("actual_invocation", "actualInvocation")
                if isinstance(item.get(actual), dict)
                for entry in _entries(item[actual], f"{place}/{actual}")
            ]
        )
    elif "conversation" in node:
        scan.new_run()
        invocations = dicts(node["conversation"], f"{where}/conversation")
        scan.thread([entry for item, place in invocations for entry in _entries(item, place)])
    else:
        for entry in _entries(node, where):
            scan.entry(entry)


def _entries(node: dict[str, Any], where: str) -> list[Entry]:
    """What the user said, the calls and results on the way, the answer."""
    entries: list[Entry | None] = [_said(node, where, _USER)]
    for key in _DATA:
        data = node.get(key)
        if isinstance(data, dict):
            entries += _events(data, f"{where}/{key}") or _tool_uses(data, f"{where}/{key}")
    entries.append(_said(node, where, _FINAL))
    return [entry for entry in entries if entry is not None]


def _said(node: dict[str, Any], where: str, keys: tuple[str, ...]) -> Entry | None:
    for key in keys:
        content = node.get(key)
        if isinstance(content, dict) and list_of_dicts(content.get("parts")):
            entry = content_entry(content, f"{where}/{key}")
            entry.role = "user" if keys is _USER else "assistant"
            return entry
    return None


def _events(data: dict[str, Any], where: str) -> list[Entry | None]:
    return [
        event_entry(event, place)
        for key in ("invocation_events", "invocationEvents")
        for event, place in dicts(data.get(key), f"{where}/{key}")
    ]


def _tool_uses(data: dict[str, Any], where: str) -> list[Entry | None]:
    entries: list[Entry | None] = []
    for key in ("tool_uses", "toolUses"):
        calls = [function_call(use, place) for use, place in dicts(data.get(key), f"{where}/{key}")]
        if calls:
            entries.append(Entry("assistant", f"{where}/{key}", None, [call for call in calls if call is not None]))
    for key in ("tool_responses", "toolResponses"):
        results = [function_response(response) for response, _ in dicts(data.get(key), "")]
        if results:
            entries.append(Entry("tool", f"{where}/{key}", None, None, results))
    for key in ("intermediate_responses", "intermediateResponses"):
        said = data.get(key)
        for position, item in enumerate(said if isinstance(said, list) else ()):
            if isinstance(item, list) and len(item) == 2 and isinstance(item[1], list):
                entries.append(Entry("assistant", f"{where}/{key}/{position}", item[1]))
    return entries


FORMAT = Format("adk-evalset", "Google ADK eval set", ("conversation", *_RESULTS, *_USER), claims, read)
