"""smolagents: the steps of an agent's memory."""

from __future__ import annotations

from typing import Any

from .openai_chat import read_tool_calls
from .records import CallRecord, Entry, ResultRecord, call_id, dicts
from .scan import Format, Scan

_STEP_SIGNS = ("tool_calls", "model_output", "model_output_message", "observations", "action_output", "code_action")


def claims(node: dict[str, Any]) -> bool:
    """An action step, a planning step or the task."""
    if "task" in node:
        return isinstance(node["task"], str) and node.keys() == {"task", "task_images"}
    if "plan" in node:
        return isinstance(node["plan"], str) and "model_output_message" in node
    number = node.get("step_number", node.get("step"))
    return isinstance(number, int) and sum(sign in node for sign in _STEP_SIGNS) > 1 and "steps" not in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the step's calls; what the model got and gave repeats them. The step's error is the calls' error."""
    if "task" in node:
        scan.entry(Entry("user", f"{where}/task", node["task"]))
        return
    if "plan" in node:
        scan.entry(Entry("assistant", f"{where}/plan", node["plan"]))
        return
    calls = _calls(node, where)
    failed = True if node.get("error") else None
    text = node.get("model_output")
    scan.entry(Entry("assistant", where, text if isinstance(text, str) else None, calls))
    seen = node.get("observations")
    results = [ResultRecord(call.id, call.name, failed, seen if len(calls) == 1 else None) for call in calls]
    if results:
        scan.entry(Entry("tool", where, seen, None, results))


def _calls(node: dict[str, Any], where: str) -> list[CallRecord]:
    """The step's own list; where it broke off before that was filled, the list in the model's message."""
    message = node.get("model_output_message")
    inner = message.get("tool_calls") if isinstance(message, dict) else None
    for listed, place in ((node.get("tool_calls"), "tool_calls"), (inner, "model_output_message/tool_calls")):
        if isinstance(listed, list) and listed:
            return read_tool_calls(listed, f"{where}/{place}") or _flat(listed, f"{where}/{place}")
    single = node.get("tool_call")
    return _flat([single], f"{where}/tool_call") if isinstance(single, dict) else []


def _flat(listed: list[Any], where: str) -> list[CallRecord]:
    """Calls of old versions: `tool_name` and `tool_arguments`."""
    return [
        CallRecord(item["tool_name"], item.get("tool_arguments"), place, call_id(item.get("id")))
        for item, place in dicts(listed, where)
        if isinstance(item.get("tool_name"), str)
    ]


FORMAT = Format("smolagents", "smolagents", ("step_number", "step", "task_images", "plan"), claims, read)
