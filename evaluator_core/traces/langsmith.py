"""LangSmith: runs as a list, as a tree of child runs, or as they are sent (`post` and `patch`)."""

from __future__ import annotations

from typing import Any

from .langchain import messages
from .langchain_events import answer, with_result
from .records import dicts
from .scan import Format, Scan
from .span_attributes import Content, unfolded
from .spans import MODEL, OTHER, Span, Spans, kind_of, nanoseconds, observed, some_id

_TYPES = {"tool", "llm", "chain", "retriever", "embedding", "prompt", "parser", "agent"}
_SESSIONS = ("session_id", "thread_id", "conversation_id")


def claims(node: dict[str, Any]) -> bool:
    """A run, or what a later report adds to one."""
    kind = node.get("run_type")
    if isinstance(kind, str):
        return kind in _TYPES and any(key in node for key in ("inputs", "outputs", "child_runs"))
    return isinstance(node.get("dotted_order"), str) and ("outputs" in node or "inputs" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the run and the runs beneath it."""
    runs: _Runs = scan.collector("langsmith", lambda: _Runs(scan))
    below = [(node, where, "", "")]
    while below:
        run, place, parent, trace = below.pop()
        identity = runs.add(run, place, parent, trace)
        trace = trace or some_id(run.get("trace_id")) or identity
        children = list(dicts(run.get("child_runs"), f"{place}/child_runs"))
        below += [(child, at, identity, trace) for child, at in reversed(children)]


class _Run:
    """One run with all that was reported of it, each field with its place."""

    def __init__(self, where: str, parent: str, trace: str) -> None:
        self.where, self.parent, self.trace = where, parent, trace
        self.fields: dict[str, Any] = {}
        self.places: dict[str, str] = {}

    def content(self, key: str) -> Content | None:
        return Content(self.fields[key], self.places[key]) if key in self.fields else None

    def span(self) -> Span:
        fields = self.fields
        order = fields.get("dotted_order")
        path = order.split(".") if isinstance(order, str) and len(order) < 20_000 else []
        start = nanoseconds(fields.get("start_time"))
        kind = kind_of(fields.get("run_type"))
        name = fields.get("name")
        base = Span(
            "langsmith", OTHER, self.where, _time(path[-1]) if start is None and path else start,
            some_id(fields.get("trace_id"), self.trace) or (path[0][-36:] if path else ""),
            some_id(fields.get("id")),
            some_id(fields.get("parent_run_id"), self.parent) or (path[-2][-36:] if len(path) > 1 else ""),
            session=_session(fields.get("extra")),
        )  # fmt: skip
        given, answered = self.content("inputs"), self.content("outputs")
        failed = True if fields.get("error") or fields.get("status") == "error" else None
        found = observed(base, kind, name if isinstance(name, str) else "", given, answered, failed)
        if found.call is not None:
            return found._replace(call=with_result(found.call, answered))
        before = messages(*unfolded(given)) if given is not None else None
        if before is not None:
            found = found._replace(before=(before,))
        return found._replace(after=answer(answered)) if kind == MODEL and answered is not None else found


def _time(segment: str) -> int | None:
    """The start in a segment of the dotted order: `20260501T100003000000Z…`."""
    day, mark, time = segment[:22].partition("T")
    if not mark or len(day) != 8 or len(time) < 12:
        return None
    return nanoseconds(f"{day[:4]}-{day[4:6]}-{day[6:]}T{time[:2]}:{time[2:4]}:{time[4:6]}.{time[6:12]}")


def _session(extra: Any) -> str | None:
    more = extra.get("metadata") if isinstance(extra, dict) else None
    return some_id(*(more.get(key) for key in _SESSIONS)) or None if isinstance(more, dict) else None


class _Runs:
    """All runs by id: a collector."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._runs: dict[Any, _Run] = {}

    def add(self, node: dict[str, Any], where: str, parent: str, trace: str) -> str:
        """Add a run, or to what is known of it; its id."""
        identity = some_id(node.get("id"))
        run = self._runs.setdefault(identity or len(self._runs), _Run(where, parent, trace))
        for key, value in node.items():
            if value is not None and key != "child_runs":
                run.fields[key], run.places[key] = value, f"{where}/{key}"
        return identity

    def finish(self) -> None:
        """Hand the runs over as spans."""
        spans: Spans = self._scan.collector("spans", lambda: Spans(self._scan))
        for run in self._runs.values():
            spans.add(run.span())


FORMAT = Format("langsmith", "LangSmith", ("run_type", "dotted_order"), claims, read)
