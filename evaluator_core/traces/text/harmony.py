"""Harmony (gpt-oss): messages with a header, `to=functions.NAME` in it for a call."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...salvage.scanning import Scanner
from ..records import CallRecord, Entry, ResultRecord

ID = "harmony-text"
TITLE = "Harmony text (gpt-oss)"

_BODY = "<|message|>"
_BEGINS = re.compile(r"(?:^|\n|<\|(?:end|call|return)\|>)[ \t]*(?=<\|start\|>|<\|channel\|>)")
_END = re.compile(r"<\|(?:end|call|return|start|channel)\|>|\Z")
_RECIPIENT = re.compile(r"(?:^|[\s>])to=(?P<to>[^\s<]+)")
_ROLE = re.compile(r"(?:.*<\|start\|>)?\s*(?P<role>[^\s<]*)", re.DOTALL)
_ROLES = frozenset(("assistant", "user", "system", "developer"))


class Message(NamedTuple):
    """One message."""

    role: str
    to: str | None
    analysis: bool
    body: str
    start: int
    end: int


def is_harmony(text: str) -> bool:
    """Whether the text begins a line, or follows a message, with Harmony's tokens."""
    return _BODY in text and _BEGINS.search(text) is not None


def read_harmony(scanner: Scanner) -> list[tuple[Entry, int, int]] | None:
    """The entries of all messages, with their places; None when there is no message."""
    found = [
        (entry, message.start, message.end) for message in _messages(scanner) if (entry := _entry(message)) is not None
    ]
    return found or None


def _messages(scanner: Scanner) -> list[Message]:
    text = scanner.text
    messages: list[Message] = []
    position = 0
    while True:
        body = scanner.find(_BODY, position)
        if body < 0:
            return messages
        end = _END.search(text, body + len(_BODY))
        body_end = end.start() if end else len(text)
        position = end.end() if end and end[0] in ("<|end|>", "<|call|>", "<|return|>") else body_end
        header_start = messages[-1].end if messages else 0
        header = text[max(header_start, body - 500) : body]
        begun = header.rfind("<|start|>")
        header = header[begun:] if begun >= 0 else header
        recipient = _RECIPIENT.search(header)
        role = _ROLE.match(header)
        messages.append(
            Message(
                (role["role"] if role else "") or "assistant",
                recipient["to"] if recipient else None,
                "<|channel|>analysis" in header,
                text[body + len(_BODY) : body_end].strip(),
                body - len(header),
                position,
            )
        )


def _entry(message: Message) -> Entry | None:
    role = message.role if message.role in _ROLES else "tool"
    if role == "tool" and not message.role.startswith("to="):
        name = message.role.removeprefix("functions.")
        return Entry("tool", "", message.body, None, [ResultRecord(None, name, None, message.body)])
    if message.to and message.to not in ("user", "assistant", "all") and role in ("assistant", "tool"):
        name = message.to.removeprefix("functions.")
        free = "code" if name == "python" else None
        return Entry("assistant", "", None, [CallRecord(name, message.body, "", free_text=free)])
    return None if message.analysis else Entry("assistant" if role == "tool" else role, "", message.body)
