"""tau-bench: results and messages of both versions. In tau2 the simulated user calls tools too."""

from __future__ import annotations

from typing import Any

from .openai_chat import message_entry
from .records import Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_RUN = ("reward_info", "termination_reason", "task_id")


def _is_message(node: dict[str, Any]) -> bool:
    if not isinstance(node.get("role"), str):
        return False
    listed = node.get("tool_calls")
    return (
        "turn_idx" in node
        or ("requestor" in node and "content" in node)
        or (list_of_dicts(listed) and "requestor" in listed[0])
        or list_of_dicts(node.get("tool_messages"))
    )


def claims(node: dict[str, Any]) -> bool:
    """A results file, a simulation, a row of version 1, or a message."""
    if "simulations" in node:
        return list_of_dicts(node["simulations"]) and "messages" in node["simulations"][0]
    if "traj" in node:
        return isinstance(node["traj"], list) and any(key in node for key in ("task_id", "reward", "trial"))
    if "messages" in node:
        return isinstance(node["messages"], list) and sum(key in node for key in _RUN) > 1
    return _is_message(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit messages; every simulation is a run. Tasks and rewards tell what was expected."""
    if "simulations" in node:
        for simulation, place in dicts(node["simulations"], f"{where}/simulations"):
            _read_messages(simulation.get("messages"), f"{place}/messages", scan)
    elif "traj" in node:
        _read_messages(node["traj"], f"{where}/traj", scan)
    elif "messages" in node:
        _read_messages(node["messages"], f"{where}/messages", scan)
    else:
        for entry in _entries(node, where):
            scan.entry(entry)


def _read_messages(messages: Any, where: str, scan: Scan) -> None:
    scan.new_run()
    scan.thread([entry for message, place in dicts(messages, where) for entry in _entries(message, place)])


def _entries(node: dict[str, Any], where: str) -> list[Entry]:
    """A message, or the results that one gathers. A result has its call's id as its own."""
    gathered = list(dicts(node.get("tool_messages"), f"{where}/tool_messages"))
    if gathered:
        return [entry for message, place in gathered for entry in _entries({**message, "tool_messages": None}, place)]
    entry = message_entry(node, where)
    if entry.role == "tool" and not call_id(node.get("tool_call_id")):
        failed = node["error"] if isinstance(node.get("error"), bool) else None
        entry.results = [
            ResultRecord(call_id(node.get("id")), some_text(node.get("name")), failed, node.get("content"))
        ]
    listed = node.get("tool_calls")
    if list_of_dicts(listed) and "requestor" in listed[0]:
        found = dicts(listed, f"{where}/tool_calls")
        actors = {place: some_text(item.get("requestor")) for item, place in found}
        entry.calls = [call._replace(agent=actors.get(call.where)) for call in entry.calls]
    return [entry]


FORMAT = Format("tau-bench", "tau-bench", ("simulations", "traj", "messages", "role"), claims, read)
