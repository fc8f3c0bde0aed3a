"""AG-UI: events of a run, in which tool calls are streamed by `toolCallId`."""

from __future__ import annotations

from typing import Any

from .fragments import Fragments, Streams
from .openai_chat import message_entry
from .records import Entry, ResultRecord, call_id, dicts, first, marked_failed
from .scan import Format, Scan

_IDS = ("toolCallId", "tool_call_id")
_NAMES = ("toolCallName", "tool_call_name", "toolName")
_PARENTS = ("parentMessageId", "parent_message_id")
_MESSAGES = ("messageId", "message_id")
_SNAPSHOT, _STARTED, _RESULT = "MESSAGES_SNAPSHOT", "RUN_STARTED", "TOOL_CALL_RESULT"
_CALL_EVENTS = ("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_CHUNK", "TOOL_CALL_END", _RESULT)
_TEXT_EVENTS = ("TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK", "TEXT_MESSAGE_END")
_OTHER = ("RUN_FINISHED", "RUN_ERROR", "STATE_SNAPSHOT", "STATE_DELTA", "ACTIVITY_SNAPSHOT", "ACTIVITY_DELTA", "RAW")


def claims(node: dict[str, Any]) -> bool:
    """An event, told by its type and what that type must have."""
    kind = node["type"]
    if not isinstance(kind, str):
        return False
    if kind in _CALL_EVENTS:
        return kind == "TOOL_CALL_CHUNK" or call_id(first(node, *_IDS)) is not None
    if kind == _SNAPSHOT:
        return isinstance(node.get("messages"), list)
    return kind == _STARTED or kind in _TEXT_EVENTS or kind in _OTHER


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to its message. A snapshot repeats whole messages: the same id is the same call."""
    kind = node["type"]
    streams: Streams = scan.collector("ag-ui", Streams)
    if kind == _SNAPSHOT:
        _read_messages(node["messages"], f"{where}/messages", scan)
    elif kind == _STARTED:
        given = node.get("input")
        if isinstance(given, dict):
            _read_messages(given.get("messages"), f"{where}/input/messages", scan)
    elif kind == _RESULT:
        streams.forget(None)
        result = ResultRecord(call_id(first(node, *_IDS)), None, marked_failed(node), node.get("content"))
        scan.answer(Entry("tool", where, node.get("content"), None, [result]))
    elif kind in _CALL_EVENTS:
        identity, owner = call_id(first(node, *_IDS)), call_id(first(node, *_PARENTS))
        if identity is None and owner is None:  # a chunk that goes on with the last call
            owner = scan.collector("ag-ui calls", _Owners).last
        _message(streams, owner, identity, where, scan).add(
            where, key=identity, id=identity, name=first(node, *_NAMES), text=node.get("delta"), final=node.get("input")
        )
    elif kind in ("TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK"):
        _message(streams, call_id(first(node, *_MESSAGES)), None, where, scan).say(node.get("delta"))


def _message(streams: Streams, key: str | None, identity: str | None, where: str, scan: Scan) -> Fragments:
    """The message an event belongs to: the call's, the one named, or the one without a name."""
    owners: _Owners = scan.collector("ag-ui calls", _Owners)
    if identity is not None:
        key = owners.last = owners.of.setdefault(identity, key)
    message = streams.message(key, lambda: scan.open_answer(where))
    message.entry.same_ids = True
    return message


class _Owners:
    """The message of each call: only a call's first event names it."""

    def __init__(self) -> None:
        self.of: dict[str, str | None] = {}
        self.last: str | None = None

    def finish(self) -> None:
        """Nothing is open at the end."""


def _read_messages(messages: Any, where: str, scan: Scan) -> None:
    entries = [message_entry(message, place) for message, place in dicts(messages, where) if "role" in message]
    for entry in entries:
        entry.same_ids = True
    scan.thread(entries)


FORMAT = Format("ag-ui", "AG-UI", ("type",), claims, read)
