"""Joins the fragments of streamed calls (rule M5 of the format catalogue)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from .records import CallRecord, Entry


class _Growing:
    """One call in the making."""

    __slots__ = ("key", "where", "name", "id", "pieces", "final", "rank", "failed", "provider", "free_text")

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
    """The calls of one streamed message. Give it every fragment; `finish` puts the calls into the entry.

    A fragment belongs to the call of its key (index, item id, …). A fragment with a new id starts a new call even if
    the key repeats or is missing; one without id continues the last call of its key, or the last call at all.
    """

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self._calls: list[_Growing] = []

    def add(
        self,
        where: str,
        *,
        key: Hashable = None,
        id: str | None = None,
        name: str | None = None,
        text: str | None = None,
        final: Any = None,
        rank: Any = None,
        failed: bool | None = None,
        provider: bool = False,
        free_text: str | None = None,
    ) -> None:
        """One fragment: `text` is appended; `final`, when not empty, replaces whatever was joined."""
        call = self._of(key, id)
        if call is None:
            call = _Growing(key, where, len(self._calls) if rank is None else rank)
            self._calls.append(call)
        call.id = call.id or id
        if name and not call.name.endswith(name):
            call.name = name if not call.name else call.name + name
        if text:
            call.pieces.append(text)
        if final not in (None, "", {}):
            call.final = final
        call.failed = failed if failed is not None else call.failed
        call.provider = call.provider or provider
        call.free_text = free_text or call.free_text

    def _of(self, key: Hashable, id: str | None) -> _Growing | None:
        for call in reversed(self._calls):
            if id is not None and call.id == id:
                return call
        for call in reversed(self._calls):
            if key is None or call.key == key:
                return call if id is None or call.id is None else None
        return None

    def finish(self) -> None:
        """Write the joined calls into the entry, in order of their rank."""
        self.entry.calls = [
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
