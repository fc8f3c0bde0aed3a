"""LangChain's AgentExecutor: actions with what was observed. Their logs repeat the calls."""

from __future__ import annotations

from typing import Any

from .langchain import ID, TITLE, class_name, message, message_entry
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, free_input
from .scan import Format, Scan


def _action(node: Any, where: str) -> tuple[dict[str, Any], str] | None:
    """An action out of its wrapper."""
    if isinstance(node, dict) and "AgentAction" in class_name(node):
        node, where = node.get("kwargs"), f"{where}/kwargs"
    if isinstance(node, dict) and isinstance(node.get("tool"), str) and "tool_input" in node:
        return node, where
    return None


def _step(item: Any, where: str) -> tuple[dict[str, Any], str, Any] | None:
    """An action, its place and what was observed."""
    if isinstance(item, list) and item:
        found = _action(item[0], f"{where}/0")
        return (*found, item[1] if len(item) > 1 else None) if found else None
    if isinstance(item, dict) and "action" in item:
        found = _action(item["action"], f"{where}/action")
        return (*found, item.get("observation")) if found else None
    return None


def claims(node: dict[str, Any]) -> bool:
    """The result of a run with its steps, or what a streamed run told of one step."""
    for key in ("intermediate_steps", "steps"):
        listed = node.get(key)
        if isinstance(listed, list) and any(_step(item, "") for item in listed):
            return True
    listed = node.get("actions")
    return isinstance(listed, list) and any(_action(item, "") for item in listed)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the steps. A streamed step repeats its actions, which came before."""
    listed = node.get("intermediate_steps")
    if isinstance(listed, list):
        if "output" in node:
            scan.new_run()
        scan.thread(_run(node, listed, where))
        return
    for item, place in dicts(node.get("actions"), f"{where}/actions"):
        found = _action(item, place)
        if found is not None:
            scan.answer(Entry("assistant", found[1], None, [_call(*found)], continues=not place.endswith("/0")))
    listed = node.get("steps")
    for position, item in enumerate(listed if isinstance(listed, list) else ()):
        step = _step(item, f"{where}/steps/{position}")
        if step is not None:
            scan.execution(_call(step[0], step[1])._replace(result=step[2]))


def _run(node: dict[str, Any], listed: list[Any], where: str) -> list[Entry]:
    entries = [Entry("user", f"{where}/input", node["input"])] if isinstance(node.get("input"), str) else []
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    said: Any = None

    def close() -> None:
        if calls:
            entries.append(Entry("assistant", calls[0].where, None, list(calls)))
            entries.append(Entry("tool", calls[0].where, None, None, list(results)))
        calls.clear()
        results.clear()

    for position, item in enumerate(listed):
        step = _step(item, f"{where}/intermediate_steps/{position}")
        if step is None:
            continue
        action, place, seen = step
        if not action.get("message_log") or action["message_log"] != said:
            close()
        said = action.get("message_log")
        call = _call(action, place)
        calls.append(call)
        results.append(ResultRecord(call.id, call.name, None, seen))
    close()
    if isinstance(node.get("output"), str):
        entries.append(Entry("assistant", f"{where}/output", node["output"]))
    return entries


def _call(action: dict[str, Any], where: str) -> CallRecord:
    """The call, with the id that it has in the model's message."""
    given = action["tool_input"]
    identity = call_id(action.get("tool_call_id"))
    if identity is None:
        for item, _ in dicts(action.get("message_log"), ""):
            found = message(item, "")
            calls = message_entry(found).calls if found is not None else []
            same = [call.id for call in calls if call.name == action["tool"]]
            identity = same[0] if len(same) == 1 else None
    return CallRecord(action["tool"], given, where, identity, free_text=free_input(given))


FORMAT = Format(ID, TITLE, ("intermediate_steps", "actions", "steps"), claims, read)
