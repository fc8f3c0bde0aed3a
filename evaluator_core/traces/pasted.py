"""Pasted text to a trace: strict JSON first, then one way of reading damaged text after the other.

What is surely the whole paste comes before what is found in it, marks of models before JSON in prose, plain lists of
calls last. Each way takes linear time, and there are a dozen of them.
"""

from __future__ import annotations

import re
from typing import Protocol

from ..calls import Finding
from ..errors import TextError
from ..json_text import decode, line_column
from ..salvage import (
    CUT_OFF,
    Document,
    Reading,
    Scanner,
    Tidied,
    fences,
    read_events,
    read_fenced,
    read_json_lines,
    read_pieces,
    read_table,
    read_whole,
    without_backslashes,
    without_entities,
)
from . import csv_calls, python_calls
from .merge import calls_of
from .records import Entry
from .text import may_hold_calls, read_text
from .trace import Trace
from .vercel_data_stream import read_data_stream

_MOST_LAYERS = 3
"""How often a text may be packed into a text."""

_SURE = (read_whole, read_data_stream, read_json_lines, read_events, read_fenced)
_ESCAPES = (
    ("html_escaped", "read with its HTML entities", without_entities),
    ("backslash_escaped", "read as text that was escaped once too often", without_backslashes),
)
_PLACE = re.compile(r"text:(\d+)-(\d+)")


class ReadValue(Protocol):
    """Reads documents in the known formats, or (`plain`) as a plain list of calls; None when they are none."""

    def __call__(self, reading: Reading, *, plain: bool) -> Trace | None: ...


class Unrecognised(Exception):
    """Nothing is recognised in the paste; `reading` is what could be decoded of it."""

    def __init__(self, reading: Reading | None, problem: TextError | None) -> None:
        super().__init__()
        self.reading = reading
        self.problem = problem


def read_pasted(paste: str, read: ReadValue) -> Trace | None:
    """The trace that a text holds; None when the text is blank. Raises `InputError` and `Unrecognised`."""
    return _Paste(read, 0).read(paste)


class _Paste:
    """Reads one text, or (with a higher `layer`) a text inside it."""

    def __init__(self, read: ReadValue, layer: int) -> None:
        self._read_value = read
        self._layer = layer
        self._seen: Reading | None = None
        """The first documents that could be decoded, to say what was not recognised."""

    def read(self, text: str) -> Trace | None:
        """The trace; None for blank text."""
        try:
            decoded = decode(text)
        except TextError as problem:
            return self._damaged(text, problem)
        if not decoded.documents or decoded.documents == [None]:
            return None
        documents = [Document(value, 0, len(text)) for value in decoded.documents]
        reading = Reading(documents, [], None, (), decoded.duplicate_keys, decoded.not_finite)
        if isinstance(reading.value, str):
            trace = self._inner(
                reading.value, "", Finding("double_encoded", "read from a JSON string that holds the trace")
            )
        else:
            trace = self._read_value(reading, plain=False) or self._read_value(reading, plain=True)
        if trace is None:
            raise Unrecognised(reading, None)
        return trace

    def _damaged(self, text: str, problem: TextError) -> Trace | None:
        if problem.code == "number_too_long":
            raise problem
        tidied = Tidied(text)
        if tidied.text != text:
            return self._tidied(text, tidied)
        trace = self._salvaged(text)
        if trace is not None:
            return trace
        if problem.code == "too_deep":
            raise problem
        raise Unrecognised(self._seen, problem)

    def _tidied(self, text: str, tidied: Tidied) -> Trace | None:
        trace = self.read(tidied.text)

        def moved(where: str) -> str:
            if not where.startswith("text:"):
                return f"text:0-{len(text)}#{where}"
            return _PLACE.sub(
                lambda span: f"text:{tidied.place(int(span[1]))}-{tidied.place(int(span[2]))}", where, count=1
            )

        note = Finding("tidied", "colours, carriage returns and invisible characters are taken out")
        return None if trace is None else trace.moved(moved).warned(note)

    def _salvaged(self, text: str) -> Trace | None:
        scanner = Scanner(text)
        kept: list[Reading] = []
        for way in _SURE:
            reading = way(scanner)
            if reading is None:
                continue
            self._seen = self._seen or reading
            if isinstance(reading.value, str):
                found = reading.documents[0]
                note = Finding("double_encoded", "read from a string that holds the trace")
                trace = self._inner(found.value, f"text:{found.start}-{found.end}", note)
            elif _are_tools(reading.names):
                continue
            else:
                trace = self._documents(reading, text, plain=False)
                kept.append(reading)
            if trace is not None:
                return trace
        return self._spoken(scanner) or self._escaped(text) or self._plain(kept, scanner) or self._found(scanner)

    def _spoken(self, scanner: Scanner) -> Trace | None:
        entries = read_text(scanner)
        return None if entries is None else _of_entries(entries)

    def _escaped(self, text: str) -> Trace | None:
        for code, words, way in _ESCAPES:
            inner = way(text)
            trace = self._inner(inner, f"text:0-{len(text)}", Finding(code, words)) if inner and inner != text else None
            if trace is not None:
                return trace
        return None

    def _plain(self, kept: list[Reading], scanner: Scanner) -> Trace | None:
        for reading in kept:
            trace = self._documents(reading, scanner.text, plain=True)
            if trace is not None:
                return trace
        calls = python_calls.python_calls(scanner)
        if calls is None:
            return None
        entry = Entry("assistant", f"text:0-{len(scanner.text)}", None, [
            call.record(f"text:{call.start}-{call.end}") for call in calls
        ])  # fmt: skip
        entry.format = python_calls.ID
        return _of_entries([entry])

    def _found(self, scanner: Scanner) -> Trace | None:
        """What stands inside other text: a table, pieces of JSON, fenced text that is no JSON."""
        rows = read_table(scanner.text)
        if rows is not None:
            entries = csv_calls.read_rows(rows)
            if entries is not None:
                return _of_entries(entries).warned(Finding("csv", f"read as a table of {len(rows)} rows"))
            table = Reading(csv_calls.documents(rows), [Finding("csv", f"read as a table of {len(rows)} rows")])
            trace = self._documents(table, scanner.text, plain=False)
            if trace is not None:
                return trace
        for fence in fences(scanner):
            body = scanner.text[fence.start : fence.end]
            if not (may_hold_calls(body) or python_calls.may_be_calls(body)):
                continue
            trace = self._inner(body, f"text:{fence.start}-{fence.end}", Finding("fenced", "read from a fenced block"))
            if trace is not None and trace.calls:
                return trace
        pieces = read_pieces(scanner)
        if pieces is not None:
            self._seen = self._seen or pieces
            trace = self._documents(pieces, scanner.text, plain=False)
            if trace is None and pieces.alone and not _are_tools(pieces.names):
                trace = self._documents(pieces, scanner.text, plain=True)
            if trace is not None:
                return trace
        return None

    def _inner(self, text: str, place: str, *notes: Finding) -> Trace | None:
        """Read a text inside the text; its places are written behind the place of the whole."""
        if self._layer >= _MOST_LAYERS:
            return None
        try:
            trace = _Paste(self._read_value, self._layer + 1).read(text)
        except Unrecognised as inner:
            self._seen = self._seen or inner.reading
            return None
        except TextError:
            return None
        return None if trace is None else trace.within([place]).warned(*notes)

    def _documents(self, reading: Reading, text: str, *, plain: bool) -> Trace | None:
        trace = self._read_value(reading, plain=plain)
        if trace is None:
            return None
        trace = trace.within([f"text:{found.start}-{found.end}" for found in reading.documents])
        notes = [note if note.code != CUT_OFF else _cut_off(trace, text) for note in reading.notes]
        return trace.warned(*notes)


def _cut_off(trace: Trace, text: str) -> Finding:
    line, column = line_column(text, len(text.rstrip()))
    after = f"after call {len(trace.calls)}" if trace.calls else "before its first call is complete"
    return Finding(
        CUT_OFF, f"the paste is cut off {after} (line {line}, column {column}); only complete calls are kept"
    )


_CONTAINERS = frozenset("defaultdict deque mappingproxy namespace dict list tuple set dict_values dict_items".split())


def _are_tools(names: tuple[str, ...]) -> bool:
    """Whether what looks like printed objects are calls: classes begin with a capital letter."""
    return any(name.rpartition(".")[2][:1].islower() and name not in _CONTAINERS for name in names)


def _of_entries(entries: list[Entry]) -> Trace:
    calls, findings = calls_of(entries)
    known = next((entry.format for entry in entries if entry.calls), "")
    return Trace(known, tuple(calls), tuple(findings), entries=tuple(entries))
