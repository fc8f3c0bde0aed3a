"""DSPy ReAct: a trajectory with numbered keys (`tool_name_0`, `tool_args_0`, `observation_0`)."""

from __future__ import annotations

import re
from typing import Any

from .records import CallRecord, Entry, ResultRecord
from .scan import Format, Scan

_NAME = re.compile(r"tool_name_(\d{1,6})\Z")
_QUESTION = ("question", "query", "input", "task", "request", "user_input", "user_request", "prompt", "instruction")


def _numbers(trajectory: Any) -> list[int]:
    """Numbers of the steps that name a tool, in order. Long trajectories have lost their first steps."""
    if not isinstance(trajectory, dict):
        return []
    found = (_NAME.match(key) for key in trajectory if isinstance(trajectory[key], str))
    return sorted(int(match[1]) for match in found if match)


def claims(node: dict[str, Any]) -> bool:
    """A prediction that holds a trajectory, or the trajectory."""
    return bool(_numbers(node.get("trajectory", node)))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit question, steps and answer; every prediction is a run. Words of an observation mark no error."""
    trajectory, place = (node["trajectory"], f"{where}/trajectory") if "trajectory" in node else (node, where)
    question = next((key for key in _QUESTION if isinstance(node.get(key), str)), None)
    entries = [Entry("user", f"{where}/{question}", node[question])] if question else []
    for number in _numbers(trajectory):
        name = trajectory[f"tool_name_{number}"]
        call = CallRecord(name, trajectory.get(f"tool_args_{number}"), f"{place}/tool_name_{number}")
        entries.append(Entry("assistant", call.where, None, [call]))
        seen = trajectory.get(f"observation_{number}")
        entries.append(
            Entry("tool", f"{place}/observation_{number}", seen, None, [ResultRecord(None, name, None, seen)])
        )
    if isinstance(node.get("answer"), str):
        entries.append(Entry("assistant", f"{where}/answer", node["answer"]))
    scan.new_run()
    scan.thread(entries)


FORMAT = Format("dspy", "DSPy ReAct", ("trajectory", "tool_name_0"), claims, read)
