"""ToolBench: answer files of an inference (`answer_generation`) and converted ones (`answer_details`)."""

from __future__ import annotations

from typing import Any

from .argument_text import decode_arguments
from .openai_chat import message_entry
from .records import CallRecord, Entry, ResultRecord, dicts
from .scan import Format, Scan, list_of_dicts


def claims(node: dict[str, Any]) -> bool:
    """One of the two kinds of files."""
    if "answer_details" in node:
        details = node["answer_details"]
        return list_of_dicts(details) and "role" in details[0] and "message" in details[0]
    inner = node["answer_generation"]
    return isinstance(inner, dict) and isinstance(inner.get("train_messages"), list)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the messages of the path that led to the answer, or the tree of what was tried, branch by branch."""
    scan.new_run()
    if "answer_details" in node:
        entries: list[Entry] = []
        _gather(node["answer_details"], f"{where}/answer_details", entries)
        scan.thread(entries)
        return
    place = f"{where}/answer_generation/train_messages"
    for position, messages in enumerate(node["answer_generation"]["train_messages"]):
        scan.thread([message_entry(message, at) for message, at in dicts(messages, f"{place}/{position}")])


def _gather(nodes: Any, where: str, entries: list[Entry]) -> None:
    for node, place in dicts(nodes, where):
        role, message = node.get("role"), node.get("message")
        called = decode_arguments(message).value if role == "tool" and isinstance(message, str) else message
        if role == "tool" and isinstance(called, dict) and isinstance(called.get("name"), str):
            call = CallRecord(called["name"], called.get("arguments"), f"{place}/message")
            result = ResultRecord(None, call.name, None, called.get("response"))
            entries += [
                Entry("assistant", place, None, [call]),
                Entry("tool", f"{place}/message", called.get("response"), None, [result]),
            ]
        elif isinstance(role, str):
            entries.append(Entry(role, place, message))
        _gather(node.get("next"), f"{place}/next", entries)


FORMAT = Format("toolbench", "ToolBench", ("answer_generation", "answer_details"), claims, read)
