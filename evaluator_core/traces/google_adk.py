"""Google ADK: events of a session, each with an author and a Gemini content."""

from __future__ import annotations

from typing import Any

from .gemini import content_entry
from .records import Entry
from .scan import Format, Scan, list_of_dicts

_SIGNS = ("invocationId", "invocation_id", "longRunningToolIds", "long_running_tool_ids", "timestamp")


def claims(node: dict[str, Any]) -> bool:
    """An event: an author beside a content with parts, or beside what only events have."""
    if not isinstance(node["author"], str):
        return False
    content = node.get("content")
    if isinstance(content, dict):
        return list_of_dicts(content.get("parts"))
    return content is None and isinstance(node.get("actions"), dict) and any(sign in node for sign in _SIGNS)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the event's content, unless it is a part of one that follows whole."""
    entry = event_entry(node, where)
    if entry is not None:
        scan.entry(entry)


def event_entry(node: dict[str, Any], where: str) -> Entry | None:
    """The content of an event as an entry, its calls by the author."""
    content = node.get("content")
    if node.get("partial") is True or not isinstance(content, dict) or not list_of_dicts(content.get("parts")):
        return None
    entry = content_entry(content, f"{where}/content")
    author = node.get("author")
    if isinstance(author, str):
        entry.calls = [call._replace(agent=author) for call in entry.calls]
    return entry


FORMAT = Format("google-adk", "Google ADK", ("author",), claims, read)
