"""Dify: messages with `agent_thoughts`, the events of a streamed answer, and logs of agent nodes."""

from __future__ import annotations

from typing import Any

from .argument_text import decode_arguments
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan
from .updates import Updates


def _is_thought(value: Any) -> bool:
    return isinstance(value, dict) and "tool_input" in value and isinstance(value.get("tool"), str | None)


def claims(node: dict[str, Any]) -> bool:
    """A message with thoughts, a thought that is an event, or the log of a call."""
    if "agent_thoughts" in node:
        listed = node["agent_thoughts"]
        return isinstance(listed, list) and all(map(_is_thought, listed)) and ("answer" in node or bool(listed))
    if node.get("event") == "agent_thought":
        return _is_thought(node)
    return _logged(node) is not None


def _logged(node: dict[str, Any]) -> dict[str, Any] | None:
    """The call that an `agent_log` event tells of, once it has ended."""
    data = node.get("data")
    output = data.get("data") if node.get("event") == "agent_log" and isinstance(data, dict) else None
    output = output.get("output") if isinstance(output, dict) else None
    return output if isinstance(output, dict) and isinstance(output.get("tool_call_name"), str) else None


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit question, calls by position, and answer. A thought's event is sent again as it grows: the last counts."""
    logged = _logged(node)
    if logged is not None:
        call = CallRecord(
            logged["tool_call_name"], logged.get("tool_call_input"), f"{where}/data/data/output",
            call_id(logged.get("tool_call_id")), result=logged.get("tool_response"),
        )  # fmt: skip
        scan.entry(Entry("assistant", where, None, [call]))
        return
    if "agent_thoughts" not in node:
        updates: Updates = scan.collector("dify", Updates)
        updates.put(call_id(node.get("id")), _thought(node, where), scan)
        return
    entries = [Entry("user", f"{where}/query", node["query"])] if isinstance(node.get("query"), str) else []
    thoughts = dicts(node["agent_thoughts"], f"{where}/agent_thoughts")
    entries += [_thought(thought, at) for thought, at in sorted(thoughts, key=lambda found: _position(found[0]))]
    if isinstance(node.get("answer"), str):
        entries.append(Entry("assistant", f"{where}/answer", node["answer"]))
    scan.entries(entries)


def _position(thought: dict[str, Any]) -> int:
    position = thought.get("position")
    return position if isinstance(position, int) else 0


def _thought(thought: dict[str, Any], where: str) -> Entry:
    """One turn: tools parted by `;`, their inputs and what was observed by tool name."""
    names = [name.strip() for name in (thought.get("tool") or "").split(";") if name.strip()]
    given = decode_arguments(thought.get("tool_input"))
    seen = decode_arguments(thought.get("observation")).value
    calls, results = [], []
    for name in names:
        by_name = isinstance(given.value, dict) and name in given.value and given.value.keys() <= set(names)
        raw = given.value[name] if by_name else thought.get("tool_input") if len(names) == 1 else None
        calls.append(CallRecord(name, raw, where))
        observed = seen[name] if isinstance(seen, dict) and name in seen else thought.get("observation")
        if some_text(thought.get("observation")):
            results.append(ResultRecord(None, name, None, observed))
    return Entry("assistant", where, None, calls, results)


FORMAT = Format("dify", "Dify", ("agent_thoughts", "event"), claims, read)
