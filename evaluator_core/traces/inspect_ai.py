"""Inspect: samples of an evaluation log, messages whose calls have the function's name as text, and events."""

from __future__ import annotations

from typing import Any

from .openai_chat import message_entry
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, some_text
from .scan import Format, Scan, list_of_dicts

_SAMPLE = ("epoch", "target", "scores", "events")


def _is_server_use(part: Any) -> bool:
    """A tool that the provider ran stands in the content."""
    return (
        isinstance(part, dict)
        and part.get("type") == "tool_use"
        and "tool_type" in part
        and isinstance(part.get("name"), str)
    )


def _is_message(node: Any) -> bool:
    if not isinstance(node, dict) or not isinstance(node.get("role"), str):
        return False
    content, listed = node.get("content"), node.get("tool_calls")
    if isinstance(content, list) and any(map(_is_server_use, content)):
        return True
    if list_of_dicts(listed):
        return isinstance(listed[0].get("function"), str)
    return node["role"] == "tool" and isinstance(node.get("function"), str)


def claims(node: dict[str, Any]) -> bool:
    """A sample, an event, or a message that only Inspect writes so."""
    if "event" in node:
        event = node["event"]
        if event == "tool":
            return isinstance(node.get("function"), str)
        output = node.get("output")
        return event == "model" and isinstance(output, dict) and isinstance(output.get("choices"), list)
    if isinstance(node.get("messages"), list):
        return sum(sign in node for sign in _SAMPLE) > 1 and ("epoch" in node or "events" in node)
    return _is_message(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit a sample's messages and what its tools ran; model events repeat the messages where there are any."""
    if "event" in node:
        _read_event(node, where, scan, with_models=True)
    elif "messages" not in node:
        scan.entry(_message(node, where))
    else:
        scan.new_run()
        scan.thread([_message(message, place) for message, place in dicts(node["messages"], f"{where}/messages")])
        for event, place in dicts(node.get("events"), f"{where}/events"):
            if claims(event):
                _read_event(event, place, scan, with_models=not node["messages"])


def _message(node: dict[str, Any], where: str) -> Entry:
    if not _is_message(node):
        return message_entry(node, where)
    role = node.get("role")
    calls = [
        CallRecord(
            part["name"], part.get("arguments"), place, call_id(part.get("id")), True if part.get("error") else None,
            provider=True, result=part.get("result"),
        )
        for part, place in dicts(node.get("content"), f"{where}/content")
        if _is_server_use(part)
    ]  # fmt: skip
    calls += [
        CallRecord(item["function"], item.get("arguments"), place, call_id(item.get("id")))
        for item, place in dicts(node.get("tool_calls"), f"{where}/tool_calls")
        if isinstance(item.get("function"), str)
    ]
    results = None
    if role == "tool":
        failed = True if node.get("error") else None
        results = [
            ResultRecord(
                call_id(node.get("tool_call_id")), some_text(node.get("function")), failed, node.get("content")
            )
        ]
    return Entry(role if isinstance(role, str) else "assistant", where, node.get("content"), calls, results)


def _read_event(node: dict[str, Any], where: str, scan: Scan, *, with_models: bool) -> None:
    if node.get("event") == "tool":
        failed = True if node.get("error") or node.get("failed") is True else None
        scan.execution(
            CallRecord(
                node["function"], node.get("arguments"), where, call_id(node.get("id")), failed,
                agent=some_text(node.get("agent")), result=node.get("result"),
            )
        )  # fmt: skip
        for event, place in dicts(node.get("events"), f"{where}/events"):
            if claims(event):
                _read_event(event, place, scan, with_models=with_models)
    elif with_models and "output" in node:
        scan.thread([_message(message, place) for message, place in dicts(node.get("input"), f"{where}/input")])
        for choice, place in dicts(node["output"]["choices"], f"{where}/output/choices"):
            if isinstance(choice.get("message"), dict):
                scan.answer(_message(choice["message"], f"{place}/message"))
                return


FORMAT = Format("inspect-ai", "Inspect", ("event", "messages", "role"), claims, read)
