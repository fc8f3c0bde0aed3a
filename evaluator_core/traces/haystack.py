"""Haystack: chat messages whose content parts have one key (`tool_call`, `tool_call_result`), and streamed chunks."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .records import CallRecord, Entry, ResultRecord, call_id, dicts
from .scan import Format, Scan, list_of_dicts


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("tool_name"), str) and "arguments" in value


def _is_result(value: Any) -> bool:
    return isinstance(value, dict) and "result" in value and _is_call(value.get("origin"))


def _is_part(part: Any) -> bool:
    return isinstance(part, dict) and (_is_call(part.get("tool_call")) or _is_result(part.get("tool_call_result")))


def _is_delta(value: Any) -> bool:
    return isinstance(value, dict) and "index" in value and "tool_name" in value and "arguments" in value


def _parts(node: dict[str, Any]) -> tuple[Any, str]:
    return (node["_content"], "_content") if "_content" in node else (node.get("content"), "content")


def claims(node: dict[str, Any]) -> bool:
    """A message (`_role` and `_content` in old dumps), or a chunk."""
    if "_role" in node:
        return isinstance(node["_role"], str) and list_of_dicts(node.get("_content"))
    if "role" in node:
        content = node.get("content")
        return (
            isinstance(node["role"], str)
            and isinstance(content, list)
            and (any(map(_is_part, content)) or ("meta" in node and "name" in node and all(map(_is_text, content))))
        )
    listed = node.get("tool_calls")
    return "component_info" in node and (
        isinstance(node.get("content"), str) or (list_of_dicts(listed) and _is_delta(listed[0]))
    )


def _is_text(part: Any) -> bool:
    return isinstance(part, dict) and list(part) == ["text"]


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message; a result's `origin` repeats its call and is not one."""
    role = node.get("role", node.get("_role"))
    if not isinstance(role, str):
        _read_chunk(node, where, scan)
        return
    content, key = _parts(node)
    calls, results = [], []
    for part, place in dicts(content, f"{where}/{key}"):
        call, result = part.get("tool_call"), part.get("tool_call_result")
        if isinstance(call, dict) and _is_call(call):
            calls.append(
                CallRecord(call["tool_name"], call["arguments"], f"{place}/tool_call", call_id(call.get("id")))
            )
        elif isinstance(result, dict) and _is_result(result):
            results.append(_result(result))
    scan.entry(Entry(role, where, content, calls, results))


def _result(result: dict[str, Any]) -> ResultRecord:
    origin = result["origin"]
    failed = result["error"] if isinstance(result.get("error"), bool) else None
    return ResultRecord(call_id(origin.get("id")), origin["tool_name"], failed, result["result"])


def _read_chunk(node: dict[str, Any], where: str, scan: Scan) -> None:
    streams: Streams = scan.collector("haystack", Streams)
    message = streams.message(None, lambda: scan.open_answer(where, in_list=True))
    message.say(node.get("content"))
    for delta, place in dicts(node.get("tool_calls"), f"{where}/tool_calls"):
        message.add(
            place, key=delta.get("index"), id=call_id(delta.get("id")), name=delta.get("tool_name"),
            arguments=delta.get("arguments"),
        )  # fmt: skip
    result = node.get("tool_call_result")
    if isinstance(result, dict) and _is_result(result):
        streams.forget(None)
        scan.entry(Entry("tool", where, None, None, [_result(result)]))
    if node.get("finish_reason"):
        streams.forget(None)


FORMAT = Format("haystack", "Haystack", ("content", "_content", "component_info"), claims, read)
