"""Claude Code: session transcripts (a line for each block) and the stream of `--output-format stream-json`."""

from __future__ import annotations

from typing import Any

from .anthropic_messages import message_entry
from .records import some_text
from .scan import Format, Scan

_MARKS = ("uuid", "sessionId", "session_id", "parentUuid", "parent_tool_use_id", "isSidechain", "leafUuid")
_OTHER = {"summary": "leafUuid", "result": "subtype", "system": "subtype", "file-history-snapshot": "snapshot"}
"""Lines that hold no calls, with a key that they have."""


def claims(node: dict[str, Any]) -> bool:
    """A line of the transcript, a partial message, or another line of a session."""
    kind = node["type"]
    if kind in ("assistant", "user"):
        message = node.get("message")
        return isinstance(message, dict) and isinstance(message.get("content"), str | list) and _is_marked(node)
    if kind == "stream_event":
        return isinstance(node.get("event"), dict) and _is_marked(node)
    if not isinstance(kind, str) or kind not in _OTHER or _OTHER[kind] not in node:
        return False
    return _is_marked(node) or kind == "file-history-snapshot"


def _is_marked(node: dict[str, Any]) -> bool:
    return any(mark in node for mark in _MARKS)


class _Session:
    """Lines that were met, as streaming and resuming write some again, and partial messages.

    Whole messages follow their parts, so the parts are read only where there are no whole ones.
    """

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self.lines: set[str] = set()
        self.whole = False
        self.partial: list[tuple[dict[str, Any], str]] = []

    def finish(self) -> None:
        self._scan.relabel(FORMAT.id)
        for event, where in self.partial if not self.whole else ():
            self._scan.visit(event, where)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the line's message: ids name calls for good. A side chain is a sub-agent's."""
    session: _Session = scan.collector("claude-code", lambda: _Session(scan))
    kind = node["type"]
    if kind == "stream_event":
        session.partial.append((node["event"], f"{where}/event"))
        return
    if kind not in ("assistant", "user"):
        denied = node.get("permission_denials")
        if isinstance(denied, list) and denied:
            scan.note_left_out("approval requests", len(denied), f"{where}/permission_denials")
        return
    line = node.get("uuid")
    if isinstance(line, str):
        if line in session.lines:
            return
        session.lines.add(line)
    message = node["message"]
    role = message.get("role")
    entry = message_entry({**message, "role": role if isinstance(role, str) else kind}, f"{where}/message")
    entry.continues = entry.same_ids = True
    session.whole = session.whole or kind == "assistant"
    if node.get("isSidechain") is True or node.get("parent_tool_use_id"):
        agent = some_text(node.get("agentId")) or "subagent"
        entry.calls = [call._replace(agent=agent) for call in entry.calls]
    scan.entry(entry)


FORMAT = Format("claude-code", "Claude Code", ("type",), claims, read)
