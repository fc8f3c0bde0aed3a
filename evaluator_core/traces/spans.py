"""Reads spans and observations of any tracing product in their true order, each call once.

Spans are exported in any order, so they are gathered first and read by start time (rule M7), one trace after the
other. A model span gives its input as history and its output as an answer (M3); a tool span is an execution, joined
to the model's call (M4). A span above another model span (an agent's run, a wrapper around the client) repeats it: its
calls are a copy, which adds only what no other span has.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from .argument_text import python_literal
from .records import CallRecord, Entry
from .scan import Scan
from .span_attributes import Content, unfolded

TOOL, MODEL, AGENT, OTHER = "tool", "model", "agent", "other"
Payload = Content | list[Entry]

_KINDS = dict.fromkeys(("llm", "generation", "chat_model", "chat", "completion", "model"), MODEL) | {"tool": TOOL}
_SPECIAL = {"uipath": "openinference", "agentops": "openllmetry"}
"""Products that use another's conventions: where one span tells, all are theirs."""


class Span(NamedTuple):
    """One span as its convention reads it."""

    format: str
    kind: str
    """`tool`, `model`, `agent` (repeats its children), or `other` (read only when nothing else holds a call)."""
    where: str
    start: int | None = None
    trace: str = ""
    id: str = ""
    parent: str = ""
    call: CallRecord | None = None
    """Of a tool span."""
    before: tuple[Payload, ...] = ()
    """What the model was given: history."""
    after: tuple[Payload, ...] = ()
    """What the model answered."""
    agent: str | None = None
    session: str | None = None
    unsure_id: bool = False
    """The call's id may be the tool's own: it counts only if a model's call has it."""


def kind_of(written: Any) -> str:
    """The kind of span that a product's own word means."""
    return _KINDS.get(written.lower(), OTHER) if isinstance(written, str) else OTHER


def some_id(*written: Any) -> str:
    """The first of these that is an id in use."""
    return next((str(value) for value in written if isinstance(value, str | int) and value), "")


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9})\d*)?\s*(?:Z|UTC|([+-]\d\d):?(\d\d))?\Z")


def nanoseconds(written: Any) -> int | None:
    """A time as nanoseconds since 1970: ISO text, or a number of whichever unit its size tells."""
    if isinstance(written, str):
        text = written.strip()
        if text.isascii() and text.isdecimal() and len(text) < 25:
            return _scaled(int(text))
        found = _ISO.match(text)
        if found is None:
            return None
        day, time, fraction, hours, minutes = found.groups()
        try:
            moment = datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=UTC)
        except ValueError:
            return None
        away = (int(hours) * 60 + int(f"{hours[0]}{minutes}")) * 60 if hours else 0
        return (int(moment.timestamp()) - away) * 10**9 + int((fraction or "0").ljust(9, "0"))
    if isinstance(written, int) and not isinstance(written, bool):
        return _scaled(written)
    if isinstance(written, float) and 0 <= written < 1e20:
        return _scaled(written)
    if isinstance(written, list) and len(written) == 2 and all(type(part) is int for part in written):
        return int(written[0]) * 10**9 + int(written[1])  # JavaScript's [seconds, nanoseconds]
    return None


def _scaled(number: float) -> int:
    for limit, factor in ((10**11, 10**9), (10**14, 10**6), (10**17, 10**3)):
        if number < limit:
            return int(number * factor)
    return int(number)


def passed(found: Content | None) -> Any:
    """The arguments in what a tool span recorded as its input, out of the wrappers that instrumentations add."""
    if found is None:
        return None
    value = unfolded(found).value
    if isinstance(value, dict):
        named, positional = value.get("kwargs"), value.get("args")
        if isinstance(named, dict) and (isinstance(positional, list) or len(value) == 1):
            return named if named or not positional else positional
        if isinstance(value.get("input_str"), str):
            inputs = value.get("inputs")
            return inputs if isinstance(inputs, dict) and inputs else value["input_str"]
        inner = value.get("input")
        if len(value) == 1 and isinstance(inner, str):
            held = unfolded(Content(inner, "")).value
            return held if isinstance(held, dict) else value
    if isinstance(value, str):
        literal = python_literal(value.strip()) if value.lstrip()[:1] in ("{", "[") else None
        return value if literal is None else literal
    return value


def observed(
    base: Span, kind: str, name: str, given: Content | None, answered: Content | None, failed: bool | None
) -> Span:
    """A span of a product that records every step's name, kind, input and output."""
    output = None if answered is None else unfolded(answered).value
    if kind == TOOL:
        return base._replace(kind=TOOL, call=CallRecord(name, passed(given), base.where, None, failed, result=output))
    before: tuple[Payload, ...] = () if given is None or given.value is None else (given,)
    after: tuple[Payload, ...] = () if answered is None or answered.value is None else (answered,)
    return base._replace(kind=kind, before=before, after=after)


class Spans:
    """Gathers the spans of a paste: a collector for `Scan.collector`."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.spans: list[Span] = []
        self._ids: list[tuple[Entry, str]] = []

    def add(self, span: Span) -> None:
        self.spans.append(span)

    def finish(self) -> None:
        """Read all spans."""
        special = {_SPECIAL[span.format]: span.format for span in self.spans if span.format in _SPECIAL}
        spans = _ordered([span._replace(format=special.get(span.format, span.format)) for span in self.spans])
        tree = _Tree(spans)
        trace: str | None = None
        runs: dict[str, int] = {}
        for span in spans:
            self.scan.relabel(span.format)
            if span.trace != trace:
                trace = span.trace
                self._begin(tree.first_model.get(trace), runs)
            if span.kind == TOOL:
                if span.call is not None and not tree.repeats_tool(span):
                    self._execution(span, tree.agent(span))
            elif span.kind in (MODEL, AGENT):
                copy = len(self.scan.threads) + 1 if tree.repeats_model(span) else 0
                self._read(span.before, False, copy, tree.agent(span))
                self._read(span.after, True, copy, tree.agent(span))
        self._settle_ids()
        if not any(entry.calls for thread in self.scan.threads for entry in thread.entries):
            for span in spans:
                if span.kind == OTHER:
                    self.scan.relabel(span.format)
                    self._read(
                        tuple(p for p in (*span.before, *span.after) if _holds_messages(p)),
                        False,
                        False,
                        None,
                    )

    def _begin(self, first: Span | None, runs: dict[str, int]) -> None:
        """Begin a trace. It is another run when it says so by its session, or when its history is empty."""
        scan = self.scan
        if first is None:
            return
        if first.session is not None and first.session in runs:
            scan.run = runs[first.session]
        elif runs and (first.session is not None or not _continues(first)):
            scan.run = max(runs.values())
            scan.new_run()
        runs[first.session or f"trace {first.trace}"] = scan.run

    def _execution(self, span: Span, agent: str | None) -> None:
        assert span.call is not None
        entry = Entry("assistant", span.call.where, None, [_of_agent(span.call, agent)], execution=True)
        if span.unsure_id and span.call.id is not None:
            self._ids.append((entry, span.call.id))
        self.scan.answer(entry)

    def _settle_ids(self) -> None:
        if not self._ids:
            return
        known = {
            call.id
            for thread in self.scan.threads
            for entry in thread.entries
            if not entry.execution
            for call in entry.calls
        }
        for entry, identity in self._ids:
            if identity not in known:
                entry.calls = [call._replace(id=None) for call in entry.calls]

    def _read(self, payloads: tuple[Payload, ...], answer: bool, copy: int, agent: str | None) -> None:
        scan = self.scan
        first = len(scan.threads)
        for payload in payloads:
            if isinstance(payload, list):
                scan.thread(payload, output=answer)
                continue
            value, where = unfolded(payload)
            if isinstance(value, str):
                if value.strip():
                    scan.thread([Entry("assistant" if answer else "user", where, value)], output=answer)
            elif answer:
                scan.visit_answer(value, where)
            else:
                scan.visit(value, where)
        if copy or agent is not None:
            for thread in scan.threads[first:]:
                for entry in thread.entries:
                    entry.copy = entry.copy or copy
                    entry.calls = [_of_agent(call, agent) for call in entry.calls]


def _of_agent(call: CallRecord, agent: str | None) -> CallRecord:
    return call if call.agent is not None or agent is None else call._replace(agent=agent)


def _holds_messages(payload: Payload) -> bool:
    return isinstance(payload, list) or not isinstance(unfolded(payload).value, str)


_GOING_ON = {"assistant", "model", "ai", "tool", "function", "function_call", "function_call_output"}


def _continues(span: Span) -> bool:
    """Whether the model was given earlier answers or results (or nothing is known of what it was given)."""
    if not span.before:
        return True
    for payload in span.before:
        value = payload if isinstance(payload, list) else unfolded(payload).value
        if isinstance(value, dict):
            value = value.get("messages") or value.get("contents") or value.get("input")
        for item in value if isinstance(value, list) else ():
            role = (
                item.role
                if isinstance(item, Entry)
                else item.get("role", item.get("type"))
                if isinstance(item, dict)
                else ""
            )
            if isinstance(role, str) and role in _GOING_ON:
                return True
    return False


def _ordered(spans: list[Span]) -> list[Span]:
    """By start time, one trace after the other; a span without a time stays behind the one before it."""
    starts: list[int] = []
    begun: dict[str, int] = {}
    last: dict[str, int] = {}
    for span in spans:
        start = span.start if span.start is not None else last.get(span.trace, 0)
        last[span.trace] = start
        begun[span.trace] = min(start, begun.get(span.trace, start))
        starts.append(start)
    order = sorted(range(len(spans)), key=lambda i: (begun[spans[i].trace], spans[i].trace, starts[i], i))
    return [spans[index] for index in order]


class _Tree:
    """Which span lies above which."""

    def __init__(self, spans: list[Span]) -> None:
        self._spans = {(span.trace, span.id): span for span in spans if span.id}
        self.first_model: dict[str, Span] = {}
        """Trace → the first span whose messages are read."""
        for kind in (MODEL, AGENT):
            for span in spans:
                if span.kind == kind and (span.after or span.before):
                    self.first_model.setdefault(span.trace, span)
        self._above: set[tuple[str, str]] = set()
        for span in spans:
            first = self.first_model.get(span.trace)
            if first is not None and span.kind == first.kind and span.after:
                self._mark(span)
        self._agents: dict[tuple[str, str], str | None] = {}

    def _mark(self, span: Span) -> None:
        key = (span.trace, span.parent)
        while key in self._spans and key not in self._above:
            self._above.add(key)
            key = (span.trace, self._spans[key].parent)

    def repeats_model(self, span: Span) -> bool:
        """Whether the messages of a span are read from the spans beneath it."""
        first = self.first_model.get(span.trace)
        return (first is not None and span.kind != first.kind) or (
            bool(span.id) and (span.trace, span.id) in self._above
        )

    def repeats_tool(self, span: Span) -> bool:
        """Whether a tool span lies right beneath another of the same tool: two instrumentations saw one call."""
        above = self._spans.get((span.trace, span.parent)) if span.parent else None
        if above is None or above is span or above.call is None or span.call is None:
            return False
        mine, theirs = passed(Content(span.call.arguments, "")), passed(Content(above.call.arguments, ""))
        return above.call.name == span.call.name and (mine == theirs or not mine or not theirs)

    def agent(self, span: Span) -> str | None:
        """Who made the call: the agent that the span or the nearest span above it names."""
        path: list[tuple[str, str]] = []
        found: str | None = None
        while True:
            if span.agent is not None:
                found = span.agent
                break
            key = (span.trace, span.id)
            if key in self._agents:
                found = self._agents[key]
                break
            path.append(key)
            self._agents[key] = None
            above = self._spans.get((span.trace, span.parent)) if span.parent else None
            if above is None:
                break
            span = above
        for key in path:
            if key[1]:
                self._agents[key] = found
            else:
                self._agents.pop(key, None)
        return found
