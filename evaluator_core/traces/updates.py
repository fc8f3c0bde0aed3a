"""Records that a log writes again as they grow: the last writing counts, at the place of the first."""

from __future__ import annotations

from collections.abc import Hashable

from .records import Entry
from .scan import Scan


class Updates:
    """Entries by the record they were read from: a collector for `Scan.collector`."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, Entry] = {}

    def put(self, key: Hashable, entry: Entry, scan: Scan) -> None:
        """Emit an entry, or write it over the one of the same key. Without a key nothing is written again."""
        known = self._entries.get(key) if key is not None else None
        if known is None:
            self._entries[key] = entry
            scan.entry(entry)
        else:
            known.calls, known.results, known.content = entry.calls, entry.results, entry.content

    def forget(self) -> None:
        """What follows counts its records anew."""
        self._entries.clear()

    def finish(self) -> None:
        """Nothing is open at the end."""
