"""Calls of which a log tells twice: when they start, and when they end."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from .records import CallRecord, Entry
from .scan import Scan


class Started:
    """Calls that have started and not ended: a collector for `Scan.collector`."""

    def __init__(self) -> None:
        self._open: dict[Hashable, deque[tuple[int, Entry]]] = {}
        self._ended: set[int] = set()
        self._count = 0

    def start(self, call: CallRecord, keys: list[Hashable], scan: Scan) -> None:
        """Emit a call as it starts; each of the keys may tell its end, the surest first."""
        entry = Entry("assistant", call.where, None, [call], execution=True)
        scan.answer(entry)
        self._count += 1
        for key in keys:
            self._open.setdefault(key, deque()).append((self._count, entry))

    def end(self, call: CallRecord, keys: list[Hashable], scan: Scan) -> None:
        """Complete the first open call that one of the keys tells; a call that nobody saw start is emitted now."""
        for key in keys:
            line = self._open.get(key)
            while line:
                number, entry = line.popleft()
                if number in self._ended:
                    continue
                self._ended.add(number)
                began = entry.calls[0]
                entry.calls = [
                    began._replace(arguments=began.arguments or call.arguments, failed=call.failed, result=call.result)
                ]
                return
        scan.execution(call)

    def finish(self) -> None:
        """A call that never ended stays without a result."""
