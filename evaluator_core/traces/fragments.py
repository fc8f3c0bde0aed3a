"""Joins the fragments of streamed calls (rule M5 of the format catalogue)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from .argument_text import decode_arguments
from .records import CallRecord, Entry


class _Growing:
    """One call in the making."""

    __slots__ = ("failed", "final", "free_text", "id", "key", "name", "pieces", "provider", "rank", "where")

    def __init__(self, key: Hashable, where: str, rank: Any) -> None:
        self.key = key
        self.where = where
        self.rank = rank
        self.name = ""
        self.id: str | None = None
        self.pieces: list[str] = []
        self.final: Any = None
        self.failed: bool | None = None
        self.provider = False
        self.free_text: str | None = None


class Fragments:
    """The calls of one streamed message. Give it every fragment; `finish` puts calls and text into the entry.

    A fragment belongs to the call of its key (index, item id, …). A fragment with a new id starts a new call,
    even if the key repeats or is missing; one without id continues the last call of its key, or the last call
    at all. Where servers give neither ids nor different keys, a name after a complete call starts the next.
    """

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self._calls: list[_Growing] = []
        self._by_id: dict[str, _Growing] = {}
        self._by_key: dict[Hashable, _Growing] = {}
        self._said: list[str] = []
        self._whole: list[CallRecord] | None = None

    def __bool__(self) -> bool:
        """Whether a call has been met."""
        return bool(self._calls or self._whole)

    def say(self, text: Any) -> None:
        """A fragment of the message's own text."""
        if isinstance(text, str):
            self._said.append(text)

    def add(
        self,
        where: str,
        *,
        key: Hashable = None,
        id: str | None = None,
        name: Any = None,
        text: Any = None,
        arguments: Any = None,
        final: Any = None,
        rank: Any = None,
        failed: bool | None = None,
        provider: bool = False,
        free_text: str | None = None,
    ) -> None:
        """One fragment: `text` is appended; `final`, when not empty, replaces whatever was joined.

        `arguments` is for servers that send either: text is appended, anything else is final.
        """
        if isinstance(arguments, str):
            text = arguments
        elif arguments is not None:
            final = arguments
        name = name if isinstance(name, str) else ""
        key = key if isinstance(key, str | int | tuple) else None
        call = self._of(key, id)
        if call is not None and name and id is None and _is_next(call, name, text or final):
            call = None
        if call is None:
            call = _Growing(key, where, rank if isinstance(rank, int) else len(self._calls))
            self._calls.append(call)
            self._by_key[key] = call
        if id is not None and call.id is None:
            call.id = id
            self._by_id[id] = call
        if name and name != call.name:
            call.name += name
        if isinstance(text, str) and text:
            call.pieces.append(text)
        if final not in (None, "", {}):
            call.final = final
        call.failed = failed if failed is not None else call.failed
        call.provider = call.provider or provider
        call.free_text = free_text or call.free_text

    def replace(self, calls: list[CallRecord]) -> None:
        """All calls of the message, whole: they replace what was joined."""
        self._whole = calls

    def _of(self, key: Hashable, id: str | None) -> _Growing | None:
        call = self._by_id.get(id) if id is not None else None
        if call is None and self._calls:
            call = self._calls[-1] if key is None else self._by_key.get(key)
            if call is not None and id is not None and call.id is not None:
                return None
        return call

    def finish(self) -> None:
        """Write the joined calls into the entry, in order of their rank, and the text."""
        self.entry.calls = self._whole or [
            CallRecord(
                call.name,
                call.final if call.final is not None else "".join(call.pieces),
                call.where,
                call.id,
                call.failed,
                call.provider,
                call.free_text,
            )
            for call in sorted(self._calls, key=lambda call: call.rank)
            if call.name
        ]
        if self._said:
            self.entry.content = "".join(self._said)


def _is_next(call: _Growing, name: str, arguments: Any) -> bool:
    """Whether a fragment with a name but no id begins the next call: the one before is complete."""
    if name == call.name and not arguments:
        return False
    if call.final is not None:
        return True
    if not call.pieces or not call.pieces[-1].rstrip().endswith("}"):
        return False
    return not decode_arguments("".join(call.pieces)).unreadable


class Streams:
    """All streamed messages of a paste, by message key: a collector for `Scan.collector`."""

    def __init__(self) -> None:
        self._open: dict[Hashable, Fragments] = {}

    def message(self, key: Hashable, announce: Callable[[], Entry]) -> Fragments:
        """The fragments of a message; `announce` makes and emits its entry when it is first met."""
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = Fragments(announce())
        return found

    def forget(self, key: Hashable) -> None:
        """The next fragment of this key starts another message."""
        done = self._open.pop(key, None)
        if done is not None:
            done.finish()

    def finish(self) -> None:
        for fragments in self._open.values():
            fragments.finish()
