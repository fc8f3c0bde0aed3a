"""Reads traces: from a pasted text or a JSON value to the calls an agent made.

The table of formats is below; `README.md` in this folder says how to add one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from ..errors import InputError, Place, TraceError
from ..json_text import check_value
from ..salvage import Document, Reading
from . import (
    a2a,
    adk_evalset,
    ag_ui,
    agno,
    anthropic_batch,
    anthropic_messages,
    anthropic_stream,
    atif,
    autogen,
    azure_ai_eval,
    bedrock_agents,
    bedrock_converse,
    bedrock_converse_stream,
    bfcl,
    braintrust,
    claude_code,
    codex_cli,
    codex_exec,
    cohere,
    cohere_stream,
    crewai,
    csv_calls,
    deepeval,
    dify,
    dspy,
    elevenlabs,
    envelopes,
    flowise,
    gemini,
    gemini_cli,
    gemini_interactions,
    gemini_live,
    genkit,
    google_adk,
    goose,
    haystack,
    inspect_ai,
    langchain,
    langchain4j,
    langchain_events,
    langchain_steps,
    langfuse,
    langsmith,
    letta,
    llamaindex,
    mcp,
    mistral,
    ms_agent_framework,
    n8n,
    ollama,
    openai_agents,
    openai_agents_spans,
    openai_assistants,
    openai_batch,
    openai_chat,
    openai_chat_stream,
    openai_realtime,
    openai_responses,
    openai_responses_stream,
    opencode,
    openhands,
    opik,
    otel,
    plain_list,
    pydantic_ai,
    python_calls,
    ragas,
    retell,
    semantic_kernel,
    smolagents,
    spring_ai,
    swe_agent,
    tau_bench,
    toolbench,
    vercel_ai_sdk,
    vercel_stream,
    vercel_ui_messages,
    vertex_trajectory,
    weave,
)
from .history import conversation
from .merge import NOT_FINITE, calls_of
from .pasted import Unrecognised, read_pasted
from .records import Entry
from .scan import Format, Scan
from .text import TITLES as TEXT_TITLES
from .threads import complete_texts, drop_incomplete
from .trace import TITLES, Trace

__all__ = ["FORMATS", "TITLES", "Trace", "read_trace"]

FORMATS: tuple[Format, ...] = (
    braintrust.FORMAT,
    weave.FORMAT,
    langfuse.FORMAT,
    opik.FORMAT,
    openai_agents_spans.FORMAT,
    otel.FORMAT,
    *otel.CONVENTIONS,
    langsmith.FORMAT,
    langchain_events.FORMAT,
    langchain_steps.FORMAT,
    langchain.FORMAT,
    llamaindex.FORMAT,
    crewai.FORMAT,
    autogen.FORMAT,
    openai_agents.FORMAT,
    semantic_kernel.FORMAT,
    ms_agent_framework.FORMAT,
    vercel_ai_sdk.FORMAT,
    vercel_stream.FORMAT,
    vercel_stream.FULL,
    pydantic_ai.FORMAT,
    smolagents.FORMAT,
    haystack.FORMAT,
    dspy.FORMAT,
    google_adk.FORMAT,
    adk_evalset.FORMAT,
    letta.FORMAT,
    agno.FORMAT,
    langchain4j.FORMAT,
    spring_ai.FORMAT,
    genkit.FORMAT,
    n8n.FORMAT,
    flowise.FORMAT,
    dify.FORMAT,
    retell.FORMAT,
    elevenlabs.FORMAT,
    mcp.FORMAT,
    a2a.FORMAT,
    ag_ui.FORMAT,
    claude_code.FORMAT,
    codex_cli.FORMAT,
    codex_exec.FORMAT,
    gemini_cli.FORMAT,
    opencode.FORMAT,
    goose.FORMAT,
    atif.FORMAT,
    swe_agent.FORMAT,
    openhands.FORMAT,
    vercel_ui_messages.FORMAT,
    inspect_ai.FORMAT,
    tau_bench.FORMAT,
    bfcl.FORMAT,
    toolbench.FORMAT,
    vertex_trajectory.FORMAT,
    deepeval.FORMAT,
    ragas.FORMAT,
    openai_realtime.FORMAT,
    openai_responses_stream.FORMAT,
    openai_assistants.FORMAT,
    gemini_interactions.FORMAT,
    mistral.FORMAT,
    openai_responses.FORMAT,
    anthropic_stream.FORMAT,
    anthropic_batch.FORMAT,
    openai_batch.FORMAT,
    anthropic_messages.FORMAT,
    azure_ai_eval.FORMAT,
    bedrock_agents.FORMAT,
    bedrock_converse.FORMAT,
    bedrock_converse_stream.FORMAT,
    gemini_live.FORMAT,
    gemini.FORMAT,
    ollama.FORMAT,
    cohere.FORMAT,
    cohere_stream.FORMAT,
    openai_chat_stream.FORMAT,
    openai_chat.FORMAT,
    envelopes.FORMAT,
)
"""All formats, the more specific first: where two claim the same record, the earlier one reads it."""

TITLES.update({known.id: known.title for known in FORMATS} | TEXT_TITLES)
TITLES.update({other.ID: other.TITLE for other in (plain_list, python_calls, csv_calls)})


def read_trace(written: Any, *, format: str | None = None, run: int | None = None) -> Trace:
    """Read a trace from pasted text, or from a JSON value. Raises `InputError`.

    `format` (an id of `TITLES`) is the format to read it as, in place of the one that would be recognised; `run`,
    counted from 1, keeps one run of a paste that holds several.

    An answer without calls, `[]` included, is a trace without calls. Nothing at all (blank text, null) is
    `no_trace`; a value in which no format is recognised is `not_recognised`.
    """
    if format is not None and format not in TITLES:
        raise _unknown_format(format)
    try:
        trace = _read(written, format)
    except TraceError as problem:
        if format is None or problem.code != "not_recognised":
            raise
        raise _other_format(format) from None
    if format is not None and trace.format != format:
        raise _other_format(format)
    if run is not None:
        return trace.of_run(run)
    runs = len(trace.run_numbers())
    return trace if runs == 1 else replace(trace, runs=runs)


def _read(written: Any, format: str | None) -> Trace:
    read = partial(_read_documents, format=format)
    if isinstance(written, str):
        try:
            trace = read_pasted(written, read)
        except Unrecognised as unknown:
            raise _why(unknown, written) from None
    elif written is None:
        trace = None
    else:
        reading = Reading([Document(written, 0, 0)], [], not_finite=check_value(written))
        trace = read(reading, plain=False) or read(reading, plain=True)
        if trace is None:
            raise _not_recognised(written)
    if trace is None:
        raise TraceError(
            "no_trace",
            "no trace is given; paste the agent's messages, answer or list of calls ([] when it made none)",
            place=Place(where="trace"),
        )
    return trace


def _unknown_format(format: str) -> TraceError:
    near = get_close_matches(format, TITLES, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return TraceError("unknown_format", f"there is no trace format {format!r}{hint}", place=Place(where="trace"))


def _other_format(format: str) -> TraceError:
    return TraceError(
        "not_recognised",
        f"nothing in this is recognised as {TITLES[format]}; choose another format, or let it be recognised",
        place=Place(where="trace"),
    )


_IN_SPANS = frozenset(known.id for known in otel.CONVENTIONS) | {"vercel-ai-sdk", "langfuse"}
"""Formats that may stand in the spans and log records of OpenTelemetry."""


def _read_documents(reading: Reading, *, plain: bool, format: str | None = None) -> Trace | None:
    if format is not None and plain != (format == plain_list.ID):
        return None
    wanted = () if format is None else (format, otel.FORMAT.id) if format in _IN_SPANS else (format,)
    scan = Scan(() if plain else FORMATS, frozenset(wanted))
    if plain:
        plain_list.read_plain(reading.value, "", scan)
    else:
        scan.visit(reading.value, "")
        scan.finish()
    if not scan.recognised:
        return None
    complete_texts(scan.threads)
    if reading.cut is not None:
        drop_incomplete(scan.threads, reading.cut)
    entries, repeated = conversation(scan.threads) if scan.threads else ([], 0)
    calls, findings = calls_of(entries)
    if reading.duplicates:
        listed = ", ".join(reading.duplicates[:5])
        scan.note("duplicate_key", f"these keys stand twice in one object of the trace; the last one counts: {listed}")
    if repeated:
        scan.note_left_out("history", repeated, "")
    return Trace(
        _main_format(entries, scan),
        tuple(calls),
        (*scan.findings, *findings),
        tuple(scan.left_out),
        reading.not_finite or any(finding.code == NOT_FINITE for finding in findings),
        tuple(entries),
    )


def _main_format(entries: list[Entry], scan: Scan) -> str:
    votes = Counter(entry.format for entry in entries if entry.calls and entry.format)
    votes = votes or Counter(scan.recognised)
    return votes.most_common(1)[0][0]


def _why(unknown: Unrecognised, text: str) -> InputError:
    """What to tell a person: what was seen, or what is wrong with text that is clearly meant as JSON."""
    if unknown.problem is not None and (unknown.reading is None or not _has_object(unknown.reading.value)):
        if text.lstrip()[:1] in ("{", "[", '"'):
            return unknown.problem
        return TraceError(
            "not_recognised",
            "no trace is recognised in this text: no JSON and none of the marks that models put around calls."
            f" Paste {_WHAT_TO_PASTE}",
            place=Place(where="trace"),
        )
    return _not_recognised(unknown.reading.value if unknown.reading else None)


_WHAT_TO_PASTE = 'an API answer, a message list, or a list such as [{"name": "search", "args": {"q": "x"}}]'


def _has_object(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


def _nearest(value: Any) -> str:
    """The format that has most of its keys in the value, where one has at least two."""
    keys = _keys(value)
    found = [
        (len(keys.intersection(known.keys)) / len(known.keys) ** 0.5, known)
        for known in FORMATS
        if known.id and known.keys
    ]
    best, nearest = max(found, key=lambda pair: pair[0])
    return f"; the nearest known format is {nearest.title}" if best >= 1 else ""


def _keys(value: Any) -> set[str]:
    keys: set[str] = set()
    level = [value]
    for _ in range(4):
        below: list[Any] = []
        for item in level[:1_000]:
            keys.update(item if isinstance(item, dict) else ())
            below += item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        level = below
    return keys


def _not_recognised(value: Any) -> TraceError:
    if isinstance(value, dict):
        seen = "an object with the keys " + ", ".join(map(repr, list(value)[:8])) if value else "an empty object"
    elif isinstance(value, list):
        first = next((item for item in value if isinstance(item, dict)), None)
        seen = (
            "a list of objects with the keys " + ", ".join(map(repr, list(first)[:8]))
            if first
            else f"a list of {len(value)} values without any object"
        )
    else:
        seen = f"a single {type(value).__name__} value"
    return TraceError(
        "not_recognised",
        f"no known trace format is recognised in this: {seen}{_nearest(value)}. Paste {_WHAT_TO_PASTE}",
        place=Place(where="trace"),
    )
