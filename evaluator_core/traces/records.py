"""What readers emit: entries of a conversation, with the calls and results in them, still undecoded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class CallRecord(NamedTuple):
    """A call as it stands in the trace."""

    name: str
    arguments: Any
    """Raw: a JSON value, JSON text, or nothing."""
    where: str
    """JSON Pointer to it."""
    id: str | None = None
    failed: bool | None = None
    """What the call itself says of its result; results found elsewhere are added by the merger."""
    provider: bool = False
    free_text: str | None = None
    """The argument name for a text that is free by design (`input`, `code`), else None."""
    result: Any = None
    agent: str | None = None
    asked_as: str | None = None
    """Of a call seen as it ran: the name in the model's call, where the two differ."""


class ResultRecord(NamedTuple):
    """What a tool gave back: for the call with this id, else for the next open call of this name."""

    id: str | None
    name: str | None
    failed: bool | None
    content: Any


class Entry:
    """One message, or one item that stands where messages stand."""

    __slots__ = (
        "calls", "content", "continues", "copy", "execution", "format", "results", "role", "run", "same_ids", "where",
    )  # fmt: skip

    def __init__(
        self,
        role: str,
        where: str,
        content: Any = None,
        calls: list[CallRecord] | None = None,
        results: list[ResultRecord] | None = None,
        *,
        continues: bool = False,
        execution: bool = False,
        same_ids: bool = False,
    ) -> None:
        self.role = role
        self.where = where
        self.content = content
        self.calls = calls or _NONE
        self.results = results or _NO_RESULTS
        self.format = ""
        self.continues = continues
        """Part of the same message of the model as the entry before, if that is the model's too."""
        self.execution = execution
        """The calls were seen as they ran (a tool span, an event), apart from the model's message (rule M4)."""
        self.same_ids = same_ids
        """Ids name calls for good: an id met before in such an entry is the same call again (rule M6)."""
        self.copy = 0
        """Number of the record that repeats what others hold (an agent's span): its calls count only if no other
        has them."""
        self.run = 0


_NONE: list[CallRecord] = []
_NO_RESULTS: list[ResultRecord] = []


class Thread(NamedTuple):
    """Entries that stand together: one message list, or what one answer of the model holds."""

    entries: list[Entry]
    output: bool
    """An answer of the model: new by nature, while a message list may repeat what is known already."""


def call_id(value: Any) -> str | None:
    """An id as it counts: text or a number; nothing for blank, null or the text `null`."""
    if isinstance(value, str):
        return value if value.strip() and value != "null" else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return None


def marked_failed(node: dict[str, Any]) -> bool | None:
    """What an explicit mark on a result says: true, false, or nothing. Words in the result are no mark."""
    for key in ("is_error", "isError", "tool_call_error"):
        flag = node.get(key)
        if isinstance(flag, bool):
            return flag
    error = node.get("error")
    if isinstance(error, bool):
        return error
    if error:
        return True
    status = node.get("status")
    if isinstance(status, str):
        if status.lower() in ("error", "failed", "failure"):
            return True
        if status.lower() in ("success", "ok", "completed"):
            return False
    return None


def first(node: dict[str, Any], *keys: str) -> Any:
    """The value of the first of these keys that holds something: one thing spelt in several ways."""
    return next((node[key] for key in keys if node.get(key) is not None), None)


def some_text(value: Any) -> str | None:
    """A text that is not blank, else nothing."""
    return value if isinstance(value, str) and value.strip() else None


def dicts(value: Any, where: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects of a list with their places; none for what is no list."""
    if value.__class__ is list:
        for position, item in enumerate(value):
            if item.__class__ is dict:
                yield item, f"{where}/{position}"


def folded(name: str) -> str:
    """A name without case and underscores: .NET, Python and JavaScript spell one field in several ways."""
    return name.replace("_", "").lower()


def free_input(value: Any) -> str | None:
    """The argument name `input` for a tool's input that is plain text and no JSON object or list (rule A6)."""
    return "input" if isinstance(value, str) and value.strip() and value.lstrip()[0] not in "{[" else None


def chosen(alternatives: list[bool]) -> int:
    """Which of several answers to one request counts, given whether each has calls: the first, or the only one."""
    return alternatives.index(True) if alternatives.count(True) == 1 else 0


def plain_text(content: Any) -> str:
    """The readable text of a message's content: text itself, or the text parts of a list."""
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, list):
        parts = []
        for part in content:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, dict) and isinstance(part.get("text"), str) and not part.get("thought"):
                parts.append(part["text"])
        return "\n".join(parts).strip()
    return ""
