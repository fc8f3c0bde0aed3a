"""Spans of the Vercel AI SDK: `ai.*` attributes."""

from __future__ import annotations

from . import vercel_ai_sdk, vercel_parts
from .records import CallRecord, Entry, call_id, dicts
from .scan import Scan
from .span_attributes import Content, unfolded
from .spans import AGENT, MODEL, TOOL, Payload, Span, passed
from .telemetry import Raw


def span(raw: Raw, scan: Scan) -> Span | None:
    """A tool's span, a model request (`….doGenerate`, `….doStream`), or the run around them, which repeats them."""
    found = raw.attributes
    work = found.text("ai.operationId") or raw.name
    if not work.startswith("ai."):
        return None
    base = Span(
        vercel_ai_sdk.ID, AGENT, raw.where, raw.start, raw.trace, raw.id, raw.parent,
        agent=found.text("ai.telemetry.functionId"), session=found.text("ai.telemetry.metadata.sessionId"),
    )  # fmt: skip
    name = found.text("ai.toolCall.name")
    if name is not None:
        output = found.find("ai.toolCall.result")
        call = CallRecord(
            name,
            passed(found.find("ai.toolCall.args", "ai.toolCall.input")),
            raw.where,
            call_id(found.text("ai.toolCall.id")),
            raw.failed,
            result=None if output is None else unfolded(output).value,
        )
        return base._replace(kind=TOOL, call=call)
    calls = found.find("ai.response.toolCalls", "ai.result.toolCalls")
    text = found.find("ai.response.text", "ai.result.text", "ai.response.object", "ai.result.object")
    given = found.find("ai.prompt.messages", "ai.prompt")
    after: tuple[Payload, ...] = ()
    if calls is not None or text is not None:
        where = (calls or text or Content(None, raw.where)).where
        after = ([Entry("assistant", where, None if text is None else text.value, _calls(calls))],)
    inner = work.partition(".")[2].partition(".")[2].startswith("do")
    return base._replace(kind=MODEL if inner else AGENT, before=() if given is None else (given,), after=after)


def _calls(found: Content | None) -> list[CallRecord]:
    listed, where = unfolded(found) if found is not None else Content(None, "")
    read = [vercel_parts.call(item, place) for item, place in dicts(listed, where)]
    return [call for call in read if call is not None]
