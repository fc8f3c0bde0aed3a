"""Ragas: samples of several turns (`user_input` with human, ai and tool messages)."""

from __future__ import annotations

from typing import Any

from .openai_chat import read_tool_calls
from .records import Entry, ResultRecord, dicts
from .scan import Format, Scan, list_of_dicts

_ROLES = {"human": "user", "ai": "assistant", "tool": "tool"}


def claims(node: dict[str, Any]) -> bool:
    """A sample whose input is a list of such messages."""
    messages = node["user_input"]
    return list_of_dicts(messages) and all(
        isinstance(message, dict) and message.get("type") in tuple(_ROLES) and "content" in message
        for message in messages
    )


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the messages; every sample is a run. Results have neither ids nor names: they follow their calls."""
    scan.new_run()
    entries = []
    for message, place in dicts(node["user_input"], f"{where}/user_input"):
        role = _ROLES[message["type"]]
        listed = message.get("tool_calls")
        calls = read_tool_calls(listed, f"{place}/tool_calls") if isinstance(listed, list) else None
        results = [ResultRecord(None, None, None, message["content"])] if role == "tool" else None
        entries.append(Entry(role, place, message["content"], calls, results))
    scan.thread(entries)


FORMAT = Format("ragas", "Ragas", ("user_input",), claims, read)
