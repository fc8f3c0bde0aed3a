"""Messages of LangChain that a log writes in pieces, or again and again as they grow."""

from __future__ import annotations

from typing import Any

from .fragments import Fragments, Streams
from .records import Entry, call_id, dicts, plain_text
from .scan import Scan

_LASTING = 16
"""Ids of at least this length name a message for good; short ones are counted or made up."""


class Writings:
    """All writings of a paste's messages: a collector. The last writing of a message counts wherever it stands."""

    def __init__(self) -> None:
        self._streams = Streams()
        self._of: dict[str, list[Entry]] = {}
        self._joined: dict[tuple[str | None, str], str] = {}

    def knows(self, identity: Any) -> bool:
        """Whether a message with this id was met."""
        return isinstance(identity, str) and identity in self._of

    def whole(self, identity: Any, entry: Entry) -> None:
        """A message that is written whole."""
        self._streams.forget(None)
        if isinstance(identity, str) and len(identity) >= _LASTING:
            self._of.setdefault(identity, []).append(entry)

    def stream(self, identity: str | None, where: str, scan: Scan) -> Fragments:
        """The message that a chunk belongs to."""

        def announce() -> Entry:
            entry = scan.open_answer(where, in_list=True)
            if identity is not None:
                self._of.setdefault(identity, []).append(entry)
            return entry

        return self._streams.message(identity, announce)

    def grows(self, message: str | None, call: str, text: str) -> bool:
        """Whether a piece of a call is all that was written so far, and more (or the same again)."""
        before = self._joined.get((message, call), "")
        whole = bool(before) and text.startswith(before)
        self._joined[message, call] = text if whole else before + text
        return whole

    def finish(self) -> None:
        """Join the pieces; give each writing what the last one says."""
        self._streams.finish()
        for entries in self._of.values():
            last = next((entry for entry in reversed(entries) if entry.calls), None)
            for entry in entries if last is not None else ():
                entry.calls = last.calls if last is not None else []


def add_chunk(writings: Writings, fields: dict[str, Any], where: str, scan: Scan) -> None:
    """Add a chunk to its message. Its own `tool_calls` are guesses from the pieces; they count only without pieces."""
    identity = call_id(fields.get("id"))
    add_pieces(writings.stream(identity, where, scan), fields, where, writings, identity)


def add_pieces(
    joined: Fragments, fields: dict[str, Any], where: str, writings: Writings | None = None, message: str | None = None
) -> None:
    """Add what a chunk holds to a message."""
    content = fields.get("content")
    joined.say(content if isinstance(content, str) else plain_text(content))
    pieces = list(dicts(fields.get("tool_call_chunks"), f"{where}/tool_call_chunks"))
    if not pieces:
        pieces = [
            (block, place)
            for block, place in dicts(content, f"{where}/content")
            if block.get("type") in ("tool_call_chunk", "server_tool_call_chunk")
        ]
    if pieces:
        for piece, place in pieces:
            own, text, name = call_id(piece.get("id")), piece.get("args"), piece.get("name")
            whole = False
            if writings is not None and own is not None and isinstance(text, str):
                whole = writings.grows(message, own, text)
            joined.add(
                place, key=piece.get("index"), id=own, name=name,
                final=text if whole else None, arguments=None if whole else text,
                provider=piece.get("type") == "server_tool_call_chunk",
            )  # fmt: skip
        return
    more = fields.get("additional_kwargs")
    more = more if isinstance(more, dict) else {}
    for item, place in dicts(more.get("tool_calls"), f"{where}/additional_kwargs/tool_calls"):
        inner = item.get("function")
        if isinstance(inner, dict):
            joined.add(
                place, key=item.get("index"), id=call_id(item.get("id")), name=inner.get("name"),
                arguments=inner.get("arguments"),
            )  # fmt: skip
    legacy = more.get("function_call")
    if isinstance(legacy, dict):
        place = f"{where}/additional_kwargs/function_call"
        joined.add(place, key="function_call", name=legacy.get("name"), arguments=legacy.get("arguments"))
    if not more.get("tool_calls") and not legacy:
        for item, place in dicts(fields.get("tool_calls"), f"{where}/tool_calls"):
            own = call_id(item.get("id"))
            joined.add(place, key=own, id=own, name=item.get("name"), final=item.get("args"))
