"""Gemini Interactions: steps or contents, whole or streamed. Calls have an `id`, results a `call_id`."""

from __future__ import annotations

from typing import Any

from .fragments import Fragments, Streams
from .records import CallRecord, Entry, ResultRecord, call_id, marked_failed
from .scan import Format, Scan

_NAMED = {"function_call": False, "mcp_server_tool_call": True}
"""Step type → whether the provider runs the call."""
_BUILT_IN = (
    "google_search_call",
    "google_maps_call",
    "code_execution_call",
    "url_context_call",
    "file_search_call",
)
_RESULTS = (
    "function_result", "mcp_server_tool_result", "google_search_result", "google_maps_result",
    "code_execution_result", "url_context_result", "file_search_result",
)  # fmt: skip
_SAID = {"user_input": "user", "model_output": "assistant"}
_EVENTS = ("interaction.", "step.", "content.")


def claims(node: dict[str, Any]) -> bool:
    """An interaction, a turn with such steps, one step, or an event of its stream."""
    event = node.get("event_type")
    if isinstance(event, str):
        return event.startswith(_EVENTS) and any(isinstance(node.get(key), dict) for key in _HOLDERS)
    if node.get("object") == "interaction":
        return True
    if "role" in node:
        content = node.get("content")
        return node["role"] in ("user", "model") and isinstance(content, list) and any(map(_is_step, content))
    kind = node.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _SAID:
        return isinstance(node.get("content"), list | str)
    if kind in _RESULTS:
        return "result" in node or "call_id" in node
    return _is_call(node) and isinstance(node.get("arguments"), dict) and "call_id" not in node


def _is_step(node: Any) -> bool:
    return isinstance(node, dict) and (_is_call(node) or node.get("type") in _RESULTS)


_HOLDERS = ("step", "delta", "content", "interaction")


def _is_call(node: dict[str, Any]) -> bool:
    kind = node.get("type")
    if kind in _BUILT_IN:
        return True
    return isinstance(kind, str) and kind in _NAMED and isinstance(node.get("name"), str)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the interaction's input and steps, one step, or take an event of a stream."""
    if isinstance(node.get("event_type"), str):
        _read_event(node, where, scan)
    elif node.get("object") == "interaction":
        scan.visit_children({key: node[key] for key in ("input", "tools") if key in node}, where)
        for key in ("steps", "outputs"):
            if isinstance(node.get(key), list):
                scan.visit_list(node[key], f"{where}/{key}", output=True)
    elif "role" in node:
        steps = [_step(part, f"{where}/content/{i}") for i, part in enumerate(node["content"]) if _is_step(part)]
        calls = [call for step in steps for call in step.calls]
        results = [result for step in steps for result in step.results]
        scan.entry(Entry("assistant" if node["role"] == "model" else "user", where, node["content"], calls, results))
    else:
        scan.entry(_step(node, where))


def _step(node: dict[str, Any], where: str) -> Entry:
    kind = node["type"]
    if kind in _SAID:
        return Entry(_SAID[kind], where, node.get("content"), continues=True)
    if kind in _RESULTS:
        return Entry("tool", where, node.get("result"), None, [_result(node)])
    name = node["name"] if kind in _NAMED else kind.removesuffix("_call")
    identity = call_id(node.get("id"))
    call = CallRecord(name, node.get("arguments"), where, identity, None, _NAMED.get(kind, True))
    return Entry("assistant", where, None, [call], continues=True)


def _result(node: dict[str, Any]) -> ResultRecord:
    name = node.get("name")
    identity = call_id(node.get("call_id") or node.get("tool_call_id"))
    return ResultRecord(identity, name if isinstance(name, str) else None, marked_failed(node), node.get("result"))


def _read_event(node: dict[str, Any], where: str, scan: Scan) -> None:
    streams: Streams = scan.collector("gemini-interactions", Streams)
    event = node["event_type"]
    if event in ("interaction.start", "interaction.created"):
        streams.forget(None)
    message = streams.message(None, lambda: scan.open_answer(where))
    if event.startswith("interaction."):
        whole = node.get("interaction")
        if isinstance(whole, dict) and not message:  # the whole interaction repeats what was streamed
            scan.visit_children(
                {key: whole[key] for key in ("steps", "outputs") if key in whole}, f"{where}/interaction"
            )
        return
    for key in ("step", "content", "delta"):
        part = node.get(key)
        if isinstance(part, dict):
            _take(message, part, node.get("index"), f"{where}/{key}")


def _take(message: Fragments, part: dict[str, Any], index: Any, where: str) -> None:
    kind = part.get("type")
    if kind == "text":
        message.say(part.get("text"))
    elif kind in ("arguments_delta", "arguments"):
        message.add(where, key=index, arguments=part.get("arguments", part.get("partial_arguments")))
    elif isinstance(kind, str) and kind in _RESULTS:
        message.entry.results.append(_result(part))
    elif _is_call(part):
        message.add(
            where,
            key=index,
            id=call_id(part.get("id")),
            name=part["name"] if kind in _NAMED else str(kind).removesuffix("_call"),
            arguments=part.get("arguments"),
            provider=_NAMED.get(str(kind), True),
        )


FORMAT = Format("gemini-interactions", "Gemini Interactions", ("type", "object", "event_type", "role"), claims, read)
