"""Letta: messages with a `message_type`, whole or streamed in pieces."""

from __future__ import annotations

from typing import Any

from .argument_text import decode_arguments
from .fragments import Streams
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, marked_failed, some_text
from .scan import Format, Scan

_ROLES = {"user_message": "user", "system_message": "system", "assistant_message": "assistant"}
_CALLS = ("tool_call_message", "approval_request_message")
"""A call that waits for approval is told in the request for it only."""
_OTHER = (
    "reasoning_message",
    "hidden_reasoning_message",
    "approval_response_message",
    "stop_reason",
    "usage_statistics",
)


def claims(node: dict[str, Any]) -> bool:
    """A message whose type is one of Letta's, with the part such a message has."""
    kind = node["message_type"]
    if not isinstance(kind, str):
        return False
    if kind in _CALLS:
        return isinstance(node.get("tool_call"), dict) or isinstance(node.get("tool_calls"), list)
    if kind == "tool_return_message":
        return "tool_return" in node or "tool_returns" in node
    return kind in _OTHER or (kind in _ROLES and "content" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message. `tool_call` and `tool_calls` hold the same call."""
    kind = node["message_type"]
    if kind in _CALLS:
        _read_calls(node, where, scan)
    elif kind == "tool_return_message":
        returned = [item for item, _ in dicts(node.get("tool_returns"), "")] or [node]
        results = [
            ResultRecord(call_id(item.get("tool_call_id")), some_text(item.get("name")), marked_failed(item),
                         item.get("tool_return"))
            for item in returned
        ]  # fmt: skip
        scan.entry(Entry("tool", where, None, None, results))
    elif kind in _ROLES:
        scan.entry(Entry(_ROLES[kind], where, node["content"], continues=kind == "assistant_message"))


def _read_calls(node: dict[str, Any], where: str, scan: Scan) -> None:
    found = list(dicts(node.get("tool_calls"), f"{where}/tool_calls"))
    if not found and isinstance(node.get("tool_call"), dict):
        found = [(node["tool_call"], f"{where}/tool_call")]
    if not all(_is_whole(item) for item, _ in found):
        _read_pieces(node, found, scan)
        return
    calls = [
        CallRecord(item["name"], item.get("arguments"), place, call_id(item.get("tool_call_id")))
        for item, place in found
    ]
    scan.entry(Entry("assistant", where, None, calls, continues=True, same_ids=True))


def _is_whole(call: dict[str, Any]) -> bool:
    """Whether a call stands in one piece: with a name, and arguments that are no cut-off text."""
    arguments = call.get("arguments")
    if isinstance(arguments, str) and arguments.lstrip()[:1] == "{" and decode_arguments(arguments).unreadable:
        return False
    return isinstance(call.get("name"), str) and arguments != ""


def _read_pieces(node: dict[str, Any], found: list[tuple[dict[str, Any], str]], scan: Scan) -> None:
    streams: Streams = scan.collector("letta", Streams)
    for item, place in found:
        message = streams.message(call_id(node.get("id")), lambda: scan.open_answer(place, in_list=True))  # noqa: B023
        message.entry.same_ids = True
        identity = call_id(item.get("tool_call_id"))
        message.add(place, key=identity, id=identity, name=item.get("name"), arguments=item.get("arguments"))


FORMAT = Format("letta", "Letta", ("message_type",), claims, read)
