"""n8n: items of an AI agent with its intermediate steps, and executions, in which tools are nodes that ran."""

from __future__ import annotations

from typing import Any

from ..pointers import escape
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, free_input, some_text
from .scan import Format, Scan


def _is_step(node: Any) -> bool:
    action = node.get("action") if isinstance(node, dict) else None
    return isinstance(action, dict) and isinstance(action.get("tool"), str) and "toolInput" in action


def claims(node: dict[str, Any]) -> bool:
    """A step, or what all nodes of an execution did."""
    if "runData" in node:
        runs = node["runData"]
        return isinstance(runs, dict) and any(isinstance(listed, list) for listed in runs.values())
    return _is_step(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the step; its log and message log repeat the call."""
    if "runData" in node:
        _read_execution(node["runData"], f"{where}/runData", scan)
        return
    action, place = node["action"], f"{where}/action"
    given = action["toolInput"]
    identity = call_id(action.get("toolCallId"))
    call = CallRecord(action["tool"], given, place, identity, free_text=free_input(given))
    scan.entry(Entry("assistant", place, None, [call]))
    if "observation" in node:
        seen = node["observation"]
        result = ResultRecord(identity, action["tool"], None, seen)
        scan.entry(Entry("tool", f"{where}/observation", seen, None, [result]))


def _read_execution(runs: dict[str, Any], where: str, scan: Scan) -> None:
    """What the agents' items tell of their steps; where they tell nothing, the tools that ran, in order of time."""
    before = len(scan.threads)
    for name, listed in runs.items():
        for run, place in dicts(listed, f"{where}/{escape(name)}"):
            data = run.get("data")
            if isinstance(data, dict):
                scan.visit(data.get("main"), f"{place}/data/main")
    if any(entry.calls for thread in scan.threads[before:] for entry in thread.entries):
        return
    tools = [
        (run, place, name)
        for name, listed in runs.items()
        for run, place in dicts(listed, f"{where}/{escape(name)}")
        if _lists(run.get("inputOverride"))
    ]
    for run, place, name in sorted(tools, key=lambda tool: _time(tool[0])):
        item = _first_json(run["inputOverride"])
        given = item.get("query", item) if item.keys() <= {"query", "toolCallId"} and "query" in item else item
        if isinstance(given, dict):
            given = {key: value for key, value in given.items() if key != "toolCallId"}
        failed = True if run.get("error") or run.get("executionStatus") == "error" else None
        result = _first_json(run.get("data"))
        call = CallRecord(name, given, f"{place}/inputOverride/ai_tool", call_id(item.get("toolCallId")), failed)
        got = some_text(result.get("response")) or result or None
        scan.execution(call._replace(free_text=free_input(given), result=got))


def _lists(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("ai_tool"), list)


def _first_json(data: Any) -> dict[str, Any]:
    """The first item of the first output that a tool node got or gave."""
    outputs = data["ai_tool"] if _lists(data) else []
    for output in outputs:
        for item, _ in dicts(output, ""):
            if isinstance(item.get("json"), dict):
                return dict(item["json"])
    return {}


def _time(run: dict[str, Any]) -> float:
    start = run.get("startTime")
    return float(start) if isinstance(start, int | float) else 0.0


FORMAT = Format("n8n", "n8n", ("action", "runData"), claims, read)
