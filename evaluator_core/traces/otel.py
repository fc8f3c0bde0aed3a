"""Reads spans and log records of OpenTelemetry: chooses the convention of each span."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import langfuse, mlflow, openinference, openllmetry, otel_genai, vercel_spans
from .scan import Format, Scan
from .spans import OTHER, Span, Spans
from .telemetry import Event, Raw, is_log, is_span, log, span

_CONVENTIONS: tuple[Callable[[Raw, Scan], Span | None], ...] = (
    openinference.span,
    openllmetry.span,
    mlflow.span,
    vercel_spans.span,
    langfuse.span,
    otel_genai.span,
)
"""The more specific first. A span that is none of theirs only connects others."""


class _Telemetry(Spans):
    """Spans and the log records that belong to them."""

    def __init__(self, scan: Scan) -> None:
        super().__init__(scan)
        self.raw: list[Raw] = []
        self.logs: list[tuple[str, str, Event]] = []

    def finish(self) -> None:
        events: dict[tuple[str, str], list[Event]] = {}
        for number, (trace, of, event) in enumerate(self.logs):
            events.setdefault((trace, of or f"record {number}"), []).append(event)
        for raw in self.raw:
            logged = events.pop((raw.trace, raw.id), None)
            self.add(self._span(raw._replace(events=(*raw.events, *_in_order(logged))) if logged else raw))
        for (trace, of), logged in events.items():
            first, *_ = logged = _in_order(logged)
            self.add(self._span(Raw("", "", first.body, "", first.start, trace, of, events=tuple(logged))))
        super().finish()

    def _span(self, raw: Raw) -> Span:
        for convention in _CONVENTIONS:
            found = convention(raw, self.scan)
            if found is not None:
                return found
        return Span(otel_genai.ID, OTHER, raw.where, raw.start, raw.trace, raw.id, raw.parent)


def _in_order(events: list[Event]) -> list[Event]:
    return sorted(events, key=lambda event: event.start or 0)


def claims(node: dict[str, Any]) -> bool:
    """A span, a log record of a `gen_ai` event, or a message as those hold it."""
    return ("parts" in node and otel_genai.is_message(node)) or is_span(node) or is_log(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the span or record; emit the message."""
    if "parts" in node and otel_genai.is_message(node):
        otel_genai.read_message(node, where, scan)
        return
    telemetry: _Telemetry = scan.collector("telemetry", lambda: _Telemetry(scan))
    if is_log(node):
        telemetry.logs.append(log(node, where))
    else:
        telemetry.raw.append(span(node, where))


def _never(node: dict[str, Any]) -> bool:
    return False


FORMAT = Format(
    otel_genai.ID,
    "OpenTelemetry GenAI",
    ("attributes", "span_attributes", "SpanAttributes", "tags", "span_kind", "body", "eventName", "parts"),
    claims,
    read,
)
CONVENTIONS = tuple(
    Format(known, title, (), _never, read)
    for known, title in (
        (openinference.ID, "OpenInference (Phoenix, Arize)"),
        ("uipath", "UiPath spans"),
        (openllmetry.ID, "OpenLLMetry (Traceloop)"),
        ("agentops", "AgentOps"),
        (mlflow.ID, "MLflow"),
    )
)
"""Names of what the spans of one container may follow: `read` meets them all."""
