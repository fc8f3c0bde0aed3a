"""Pydantic AI: messages of `parts` with a `part_kind`, bare parts, and the events of a streamed run."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_ROLES = {"system-prompt": "system", "user-prompt": "user", "text": "assistant"}
_EVENTS = {"part_start": "part", "part_delta": "delta", "part_end": "part"}
_TOOL_EVENTS = {
    "function_tool_call": "part",
    "builtin_tool_call": "part",
    "function_tool_result": "result",
    "builtin_tool_result": "result",
    "final_result": "tool_name",
}
_FAILED = ("failed", "retried")


def claims(node: dict[str, Any]) -> bool:
    """A message, a part, or an event."""
    if "event_kind" in node:
        kind = node["event_kind"]
        return isinstance(kind, str) and (kind in _TOOL_EVENTS or isinstance(node.get(_EVENTS.get(kind, "")), dict))
    if "part_kind" in node:
        return isinstance(node["part_kind"], str) and ("content" in node or "tool_name" in node)
    parts = node.get("parts")
    return list_of_dicts(parts) and isinstance(parts[0].get("part_kind"), str)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the entries of a message or part; add an event to the answer that is being streamed."""
    if "event_kind" in node:
        _read_event(node, where, scan)
        return
    parts = [(node, where)] if "part_kind" in node else list(dicts(node["parts"], f"{where}/parts"))
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    entries = []
    for part, place in parts:
        kind = part.get("part_kind")
        if not isinstance(kind, str):
            continue
        call, result = _call(part, place), _result(part)
        if call is not None:
            calls.append(call)
        elif result is not None:
            results.append(result)
        elif kind in _ROLES:
            entries.append(Entry(_ROLES[kind], place, part.get("content"), continues=True))
    if calls:
        entries.append(Entry("assistant", where, None, calls, continues=True))
    if results:
        entries.insert(0, Entry("tool", where, None, None, results))
    scan.entries(entries)


def _call(part: dict[str, Any], where: str) -> CallRecord | None:
    kind, name = part.get("part_kind"), some_text(part.get("tool_name"))
    if name is None or not (isinstance(kind, str) and kind.endswith("tool-call")):
        return None
    return CallRecord(name, _args(part), where, call_id(part.get("tool_call_id")), provider=kind != "tool-call")


def _args(part: dict[str, Any]) -> Any:
    """The arguments; versions before 0.1 wrapped them in `args_json` or `args_dict`."""
    args = part.get("args")
    if isinstance(args, dict) and len(args) == 1:
        return args.get("args_json", args.get("args_dict", args))
    return args


def _result(part: dict[str, Any]) -> ResultRecord | None:
    """What a tool returned; a request to try again says that the call failed."""
    kind, name = part.get("part_kind"), some_text(part.get("tool_name"))
    if kind == "retry-prompt":
        identity = call_id(part.get("tool_call_id"))
        return ResultRecord(identity, name, True, part.get("content")) if name else None
    if not (isinstance(kind, str) and kind.endswith("tool-return")):
        return None
    failed = part.get("outcome") in _FAILED if isinstance(part.get("outcome"), str) else None
    return ResultRecord(call_id(part.get("tool_call_id")), name, failed, part.get("content"))


def _read_event(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Parts start, grow and end by index; a tool event repeats the whole call, whose id it has."""
    kind = node["event_kind"]
    streams: Streams = scan.collector("pydantic-ai", Streams)
    if kind.endswith("tool_result"):
        streams.forget(None)
        found = node.get("result") or node.get("part")
        result = _result(found) if isinstance(found, dict) else None
        if result is not None:
            scan.answer(Entry("tool", where, None, None, [result]))
        return
    if kind == "final_result":
        return
    index = node.get("index")
    if kind == "part_start" and index == 0:
        streams.forget(None)
    part = node.get("delta" if kind == "part_delta" else "part")
    if not isinstance(part, dict):
        return
    if kind == "part_delta":
        if part.get("part_delta_kind") == "tool_call":
            streams.message(None, lambda: scan.open_answer(where)).add(
                where, key=index, id=call_id(part.get("tool_call_id")), name=part.get("tool_name_delta"),
                arguments=part.get("args_delta"),
            )  # fmt: skip
        elif part.get("part_delta_kind") == "text":
            streams.message(None, lambda: scan.open_answer(where)).say(part.get("content_delta"))
        return
    call = _call(part, f"{where}/part")
    if call is not None:
        whole = kind != "part_start"
        streams.message(None, lambda: scan.open_answer(where)).add(
            call.where, key=index, id=call.id, name=call.name, provider=call.provider,
            final=call.arguments if whole else None, arguments=None if whole else call.arguments,
        )  # fmt: skip
    elif part.get("part_kind") == "text" and kind == "part_start":
        streams.message(None, lambda: scan.open_answer(where)).say(part.get("content"))


FORMAT = Format("pydantic-ai", "Pydantic AI", ("parts", "part_kind", "event_kind"), claims, read)
