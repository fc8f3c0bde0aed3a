"""LangChain's `astream_events`: starts, pieces and ends of runs, which become spans (rules M4 and M7)."""

from __future__ import annotations

from typing import Any

from .fragments import Fragments
from .langchain import ID, TITLE, message, message_entry, messages, tool_result
from .langchain_stream import add_pieces
from .records import CallRecord, Entry, some_text
from .scan import Format, Scan
from .span_attributes import Content, unfolded
from .spans import MODEL, OTHER, TOOL, Payload, Span, Spans, observed, some_id

_KINDS = dict.fromkeys(("chain", "retriever", "prompt", "parser"), OTHER)
_KINDS |= {"chat_model": MODEL, "llm": MODEL, "tool": TOOL}
_STAGES = ("start", "stream", "end", "error")


def _event(node: dict[str, Any]) -> tuple[str, str] | None:
    """What ran, and how far it is."""
    written = node.get("event")
    if not isinstance(written, str) or not written.startswith("on_"):
        return None
    what, _, stage = written[3:].rpartition("_")
    return (what, stage) if stage in _STAGES and what in _KINDS else None


def claims(node: dict[str, Any]) -> bool:
    """An event of a run."""
    if node.get("event") == "on_custom_event":
        return "run_id" in node
    return _event(node) is not None and isinstance(node.get("data"), dict)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to its run."""
    event = _event(node)
    if event is None:
        return
    runs: _Runs = scan.collector("langchain events", lambda: _Runs(scan))
    run = runs.run(node, event[0], where)
    data, place = node["data"], f"{where}/data"
    if "input" in data and (run.given is None or run.given.value in (None, {}, "")):
        run.given = Content(data["input"], f"{place}/input")
    if event[1] == "end" and "output" in data:
        run.answered = Content(data["output"], f"{place}/output")
    elif event[1] == "stream" and run.kind == MODEL:
        found = message(data.get("chunk"), f"{place}/chunk")
        if found is not None:
            run.add(found.fields, found.where)
    if event[1] == "error" or data.get("error"):
        run.failed = True


class _Run:
    """One run with what its events told."""

    def __init__(self, node: dict[str, Any], kind: str, where: str) -> None:
        self.kind = kind
        self.where = where
        name, above = node.get("name"), node.get("parent_ids")
        self.name = name if isinstance(name, str) else ""
        self.id = some_id(node.get("run_id"))
        self.parent = some_id(above[-1]) if isinstance(above, list) and above else ""
        more = node.get("metadata")
        self.agent = some_text(more.get("lc_agent_name")) if isinstance(more, dict) else None
        self.given: Content | None = None
        self.answered: Content | None = None
        self.failed: bool | None = None
        self._pieces: Fragments | None = None

    def add(self, fields: dict[str, Any], where: str) -> None:
        if self._pieces is None:
            self._pieces = Fragments(Entry("assistant", where))
        add_pieces(self._pieces, fields, where)

    def span(self) -> Span:
        """The run as a span. The pieces of an answer count where its end was not written."""
        base = Span(ID, OTHER, self.where, None, "", self.id, self.parent, agent=self.agent)
        found = observed(base, self.kind, self.name, self.given, self.answered, self.failed)
        if found.call is not None:
            return found._replace(call=with_result(found.call, self.answered))
        before = messages(*unfolded(self.given)) if self.given is not None else None
        if before is not None:
            found = found._replace(before=(before,))
        if self.answered is None and self._pieces is not None:
            self._pieces.finish()
            found = found._replace(after=([self._pieces.entry],))
        elif self.kind == MODEL and self.answered is not None:
            found = found._replace(after=answer(self.answered))
        return found


def answer(answered: Content) -> tuple[Payload, ...]:
    """What a chat model answered: one message, or a result in any shape."""
    found = message(*unfolded(answered))
    return (answered,) if found is None else ([message_entry(found)],)


def with_result(call: CallRecord, answered: Content | None) -> CallRecord:
    """A tool's run with the id and the mark of the message it gave back."""
    result = tool_result(unfolded(answered).value) if answered is not None else None
    if result is None:
        return call
    failed = True if call.failed or result.failed else result.failed
    return call._replace(id=result.id, failed=failed, result=result.content)


class _Runs:
    """All runs in the order in which they started: a collector."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._runs: dict[Any, _Run] = {}

    def run(self, node: dict[str, Any], what: str, where: str) -> _Run:
        key = some_id(node.get("run_id")) or len(self._runs)
        found = self._runs.get(key)
        if found is None:
            found = self._runs[key] = _Run(node, _KINDS[what], where)
        return found

    def finish(self) -> None:
        """Hand the runs over as spans."""
        spans: Spans = self._scan.collector("spans", lambda: Spans(self._scan))
        for run in self._runs.values():
            spans.add(run.span())


FORMAT = Format(ID, TITLE, ("event",), claims, read)
