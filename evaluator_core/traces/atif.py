"""ATIF (Harbor): a trajectory of steps with `function_name` and `tool_call_id`."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan

_ROLES = {"user": "user", "system": "system", "agent": "assistant"}


def _is_step(node: dict[str, Any]) -> bool:
    source = node.get("source")
    return isinstance(source, str) and source in _ROLES and ("message" in node or "tool_calls" in node)


def claims(node: dict[str, Any]) -> bool:
    """A trajectory, or a step of one."""
    if "schema_version" in node:
        version = node["schema_version"]
        return isinstance(version, str) and version.upper().startswith("ATIF") and isinstance(node.get("steps"), list)
    return _is_step(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the steps, but those copied from another trajectory, and the trajectories of sub-agents."""
    if "schema_version" not in node:
        scan.entries(_entries([(node, where)], None, scan))
        return
    agent = node.get("agent")
    name = some_text(agent.get("name")) if isinstance(agent, dict) else None
    scan.thread(_entries(list(dicts(node["steps"], f"{where}/steps")), name, scan))
    scan.visit(node.get("subagent_trajectories"), f"{where}/subagent_trajectories")


def _entries(steps: list[tuple[dict[str, Any], str]], agent: str | None, scan: Scan) -> list[Entry]:
    entries: list[Entry] = []
    for step, where in steps:
        if not _is_step(step):
            continue
        calls = [
            CallRecord(
                item["function_name"], item.get("arguments"), place, call_id(item.get("tool_call_id")), agent=agent
            )
            for item, place in dicts(step.get("tool_calls"), f"{where}/tool_calls")
            if isinstance(item.get("function_name"), str)
        ]
        if step.get("is_copied_context") is True:
            if calls:
                scan.note_left_out("copied context", len(calls), where)
            continue
        entries.append(Entry(_ROLES[step["source"]], where, step.get("message"), calls))
        observation = step.get("observation")
        seen = dicts(observation.get("results"), "") if isinstance(observation, dict) else ()
        results = [
            ResultRecord(call_id(item.get("source_call_id")), None, None, item.get("content")) for item, _ in seen
        ]
        if results:
            entries.append(Entry("tool", f"{where}/observation", None, None, results))
    return entries


FORMAT = Format("atif", "ATIF (Harbor)", ("schema_version", "step_id"), claims, read)
