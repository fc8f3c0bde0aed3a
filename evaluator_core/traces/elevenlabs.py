"""ElevenLabs agents: turns of a transcript with `tool_calls` and `tool_results`, and the events of a live talk."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_LIVE_CALLS = ("client_tool_call", "mcp_tool_call")
_LIVE_RESULTS = ("client_tool_result", "agent_tool_response")


def _is_call(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("tool_name"), str)
        and ("params_as_json" in value or "request_id" in value)
    )


def claims(node: dict[str, Any]) -> bool:
    """A turn of the transcript, or an event."""
    kind = node.get("type")
    if isinstance(kind, str) and kind in (*_LIVE_CALLS, *_LIVE_RESULTS):
        return kind == "client_tool_result" or isinstance(node.get(kind), dict)
    if node.get("role") not in ("agent", "user"):
        return False
    listed = next((node[key] for key in ("tool_calls", "tool_results") if node.get(key)), None)
    if listed is not None:
        return list_of_dicts(listed) and _is_call(listed[0])
    return isinstance(node.get("message"), str) and "time_in_call_secs" in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the turn: what was said, the calls, their results."""
    if "role" not in node:
        _read_event(node, where, scan)
        return
    calls = [
        CallRecord(item["tool_name"], _arguments(item), place, call_id(item.get("request_id")))
        for item, place in dicts(node.get("tool_calls"), f"{where}/tool_calls")
        if isinstance(item.get("tool_name"), str)
    ]
    results = [_result(item, "request_id", "result_value") for item, _ in dicts(node.get("tool_results"), "")]
    role = "user" if node["role"] == "user" else "assistant"
    scan.entry(Entry(role, where, node.get("message"), calls))
    if results:
        scan.entry(Entry("tool", where, None, None, results))


def _arguments(item: dict[str, Any]) -> Any:
    """The parameters, or, where they are not told, those among the details of how the tool was called."""
    if item.get("params_as_json") is not None:
        return item["params_as_json"]
    details = item.get("tool_details")
    return details.get("parameters") if isinstance(details, dict) else None


def _result(item: dict[str, Any], id_key: str, value_key: str) -> ResultRecord:
    failed = item.get("is_error")
    return ResultRecord(
        call_id(item.get(id_key)), some_text(item.get("tool_name")),
        failed if isinstance(failed, bool) else None, item.get(value_key),
    )  # fmt: skip


def _read_event(node: dict[str, Any], where: str, scan: Scan) -> None:
    kind = node["type"]
    inner = node.get(kind)
    if kind in _LIVE_RESULTS:
        found = inner if isinstance(inner, dict) else node
        scan.entry(Entry("tool", where, None, None, [_result(found, "tool_call_id", "result")]))
    elif isinstance(inner, dict) and isinstance(inner.get("tool_name"), str):
        place, identity = f"{where}/{kind}", call_id(inner.get("tool_call_id"))
        failed = True if inner.get("state") in ("failure", "failed") else None
        call = CallRecord(inner["tool_name"], inner.get("parameters"), place, identity, failed)
        scan.entry(Entry("assistant", where, None, [call], continues=True, same_ids=True))


FORMAT = Format("elevenlabs", "ElevenLabs Agents", ("role", "type"), claims, read)
