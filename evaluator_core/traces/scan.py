"""Walks through decoded documents and lets the readers pick out what they know.

A dict is offered to the readers of the format table; the first (most specific) that claims it reads it whole and may
send parts back. What nobody claims is searched on, except where calls never are (`NEVER`): definitions and
expectations. Results and arguments are inside claimed records, so nobody looks there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeGuard

from ..calls import Finding, LeftOut
from ..errors import InputError
from ..json_text import decode
from ..pointers import escape
from .records import CallRecord, Entry, ResultRecord, Thread


class Format(NamedTuple):
    """One trace format: a line in the table."""

    id: str
    """Empty for an envelope that carries other formats and is none itself."""
    title: str
    keys: tuple[str, ...]
    """A dict is offered to the reader only when it has one of these."""
    claims: Callable[[dict[str, Any]], bool]
    """Whether the dict has this format's structure."""
    read: Callable[[dict[str, Any], str, Scan], None]
    """Emit the dict's entries into the scan; the text is its JSON Pointer."""


class Collector(Protocol):
    """Gathers fragments of a stream until everything is read."""

    def finish(self) -> None:
        """Complete the entries that were announced."""


DEFINITIONS = frozenset(
    "tools functions tool_list tool_definitions tooldefinitions toolconfig tool_config functiondeclarations"
    " function_declarations available_tools availabletools tool_schemas".split()
)
EXPECTATIONS = frozenset(
    "ground_truth groundtruth golden gold possible_answer evaluation_criteria reward_info answer_key".split()
)
_FIRST = frozenset(("request", "prompt", "input", "inputs", "messages", "contents", "history"))


def never_calls(key: str) -> str | None:
    """What stands under a key where calls never are: `definitions`, `expectations`, or None."""
    lowered = key.lower()
    if lowered in DEFINITIONS:
        return "definitions"
    if lowered in EXPECTATIONS or lowered.startswith(("expected", "reference")):
        return "expectations"
    return None


class _Candidates:
    """The formats that may claim a dict, by its keys. Dicts of one shape are many, so each shape is looked up once."""

    def __init__(self, formats: Iterable[Format]) -> None:
        self._by_key: dict[str, list[tuple[int, Format]]] = {}
        for rank, known in enumerate(formats):
            for key in known.keys:
                self._by_key.setdefault(key, []).append((rank, known))
        self._by_shape: dict[tuple[str, ...], list[Format]] = {}

    def of(self, node: dict[str, Any]) -> list[Format]:
        """The candidates, the more specific first."""
        shape = tuple(node)
        found = self._by_shape.get(shape)
        if found is None:
            ranked = {rank: known for key in shape for rank, known in self._by_key.get(key, ())}
            found = self._by_shape[shape] = [ranked[rank] for rank in sorted(ranked)]
        return found


class Scan:
    """What was found so far. Readers call `visit`, `entry`, `answer` and the `note_…` methods."""

    def __init__(self, formats: Iterable[Format], only: frozenset[str] = frozenset()) -> None:
        """`only`: of the records that stand in no other, those of these formats alone are claimed."""
        self.threads: list[Thread] = []
        self.findings: list[Finding] = []
        self.left_out: list[LeftOut] = []
        self.recognised: dict[str, int] = {}
        """Format id → number of records it claimed."""
        every = tuple(formats)
        self._any = _Candidates(every)
        self._outer = self._any
        if only:
            self._outer = _Candidates(known for known in every if not known.id or known.id in only)
        self.run = 0
        """Number of the run that is being read (several in one paste)."""
        self._open: list[list[Entry]] = []
        self._label: str | None = None
        self._collectors: dict[str, Collector] = {}

    def visit(self, value: Any, where: str) -> None:
        """Search a value. Lists of messages become threads."""
        if value.__class__ is dict:
            self._visit_dict(value, where)
        elif value.__class__ is list:
            self.visit_list(value, where)

    def visit_list(self, items: list[Any], where: str, *, output: bool = False) -> None:
        """Search a list; the entries that stand directly in it are one thread."""
        entries: list[Entry] = []
        self._open.append(entries)
        for position, item in enumerate(items):
            if item.__class__ is dict:
                self._visit_dict(item, f"{where}/{position}")
            elif item.__class__ is list:
                self.visit_list(item, f"{where}/{position}")
        self._open.pop()
        if entries:
            self.threads.append(Thread(entries, output))

    def _visit_dict(self, node: dict[str, Any], where: str) -> None:
        known = self._claimed(node)
        if known is None:
            self.visit_children(node, where)
            return
        if not known.id:  # an envelope: what is in it counts as what it is
            known.read(node, where, self)
            return
        self.recognised[known.id] = self.recognised.get(known.id, 0) + 1
        outer, self._label = self._label, self._label or known.id
        known.read(node, where, self)
        self._label = outer

    def _claimed(self, node: dict[str, Any]) -> Format | None:
        candidates = self._outer if self._label is None else self._any
        for known in candidates.of(node):
            if known.claims(node):
                return known
        return None

    def visit_children(self, node: dict[str, Any], where: str) -> None:
        """Search the values of a dict nobody claims; what a request holds comes before its answer."""
        keys = node if _FIRST.isdisjoint(node) else sorted(node, key=lambda key: key not in _FIRST)
        for key in keys:
            child = node[key]
            if child.__class__ is not dict and child.__class__ is not list:
                continue
            kind = never_calls(key)
            if kind is None:
                self.visit(child, f"{where}/{escape(key)}")
            elif child:
                self.note_left_out(kind, len(child), f"{where}/{escape(key)}")

    def entry(self, entry: Entry) -> None:
        """Add an entry to the list it stands in."""
        self._place(entry)
        if self._open:
            self._open[-1].append(entry)
        else:
            self.threads.append(Thread([entry], False))

    def entries(self, entries: list[Entry]) -> None:
        """Add entries to the list they stand in, or together as one list."""
        if self._open:
            for entry in entries:
                self.entry(entry)
        else:
            self.thread(entries)

    def answer(self, entry: Entry) -> None:
        """Add an entry that is an answer of the model, apart from any list around it."""
        self._place(entry)
        self.threads.append(Thread([entry], True))

    def open_answer(self, where: str, *, in_list: bool = False) -> Entry:
        """An answer of the model that is filled later, as its stream goes on; `in_list`: among whole messages."""
        entry = Entry("assistant", where)
        entry.results = []
        if in_list:
            self.entry(entry)
        else:
            self.answer(entry)
        return entry

    def thread(self, entries: list[Entry], *, output: bool = False) -> None:
        """Add entries that stand together: a message list, or (`output`) an answer of several messages."""
        for entry in entries:
            self._place(entry)
        if entries:
            self.threads.append(Thread(entries, output))

    def visit_answer(self, value: Any, where: str) -> None:
        """Search what a model answered, in any format: all messages in it are new."""
        first = len(self.threads)
        entries: list[Entry] = []
        self._open.append(entries)
        self.visit(value, where)
        self._open.pop()
        if entries:
            self.threads.append(Thread(entries, True))
        self.threads[first:] = [thread._replace(output=True) for thread in self.threads[first:]]

    def _place(self, entry: Entry) -> None:
        entry.format = self._label or ""
        entry.run = self.run

    def plain(self, entry: Entry) -> None:
        """Add an entry of a plain list: all plain calls of a paste are one conversation."""
        if self.threads:
            self.threads[0].entries.append(entry)
        else:
            self.threads.append(Thread([entry], True))

    def execution(self, record: CallRecord) -> None:
        """Add a call that was seen as it ran; the merger finds the model's call it belongs to (rule M4)."""
        self.answer(Entry("assistant", record.where, None, [record], execution=True))

    def new_run(self) -> None:
        """What follows is another run: it never repeats or continues what came before."""
        self.run += 1

    def relabel(self, format_id: str) -> None:
        """What follows in this record counts as this format (for containers that hold several)."""
        self._label = format_id
        self.recognised.setdefault(format_id, 0)

    def collector(self, name: str, make: Callable[[], Collector]) -> Any:
        """The one collector of this name, made when first asked for; `finish` is called when all is read."""
        found = self._collectors.get(name)
        if found is None:
            found = self._collectors[name] = make()
        return found

    def finish(self) -> None:
        """Let the collectors complete their entries. What they read may call for further collectors."""
        self._outer = self._any
        while self._collectors:
            collectors, self._collectors = self._collectors, {}
            for collector in collectors.values():
                self._label = None
                collector.finish()

    def visit_text(self, text: str, where: str) -> bool:
        """Search JSON that stands in a string. False when the text is none; then nothing was searched.

        Places inside it are written `WHERE#POINTER`.
        """
        if text.lstrip()[:1] not in ("{", "["):
            return False
        try:
            decoded = decode(text)
        except InputError:
            return False
        documents = decoded.documents
        self.visit(documents[0] if len(documents) == 1 else documents, where + "#")
        return True

    def note_left_out(self, what: str, count: int, where: str) -> None:
        self.left_out.append(LeftOut(what, count, where))

    def note_alternatives(self, count: int, read: int, where: str) -> None:
        """An answer had several choices, of which only one (numbered from 0) was read."""
        which = "the first is read" if read == 0 else f"only number {read + 1} has calls and is read"
        self.note("several_choices", f"the answer has {count} choices, alternatives of one turn; {which}")
        self.note_left_out("alternatives", count - 1, where)

    def note(self, code: str, message: str) -> None:
        """A finding about the trace as a whole, once."""
        finding = Finding(code, message)
        if finding not in self.findings:
            self.findings.append(finding)


def list_of_dicts(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list that begins with a dict."""
    return value.__class__ is list and bool(value) and value[0].__class__ is dict


__all__ = ["CallRecord", "Entry", "Format", "ResultRecord", "Scan", "list_of_dicts", "never_calls"]
