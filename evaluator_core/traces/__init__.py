"""Reads traces: from a pasted text or a JSON value to the calls an agent made.

The table of formats is below; `README.md` in this folder says how to add one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..calls import Finding, LeftOut, Message, ToolCall
from ..errors import Place, TraceError
from ..json_text import check_value, decode
from . import (
    a2a,
    adk_evalset,
    ag_ui,
    agno,
    anthropic_batch,
    anthropic_messages,
    anthropic_stream,
    atif,
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
    deepeval,
    dify,
    dspy,
    elevenlabs,
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
    langchain4j,
    langfuse,
    letta,
    mcp,
    mistral,
    n8n,
    ollama,
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
    ragas,
    retell,
    smolagents,
    spring_ai,
    swe_agent,
    tau_bench,
    toolbench,
    vertex_trajectory,
    weave,
)
from .history import conversation
from .merge import NOT_FINITE, calls_of
from .records import Entry, plain_text
from .scan import Format, Scan

FORMATS: tuple[Format, ...] = (
    braintrust.FORMAT,
    weave.FORMAT,
    langfuse.FORMAT,
    opik.FORMAT,
    otel.FORMAT,
    *otel.CONVENTIONS,
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
)
"""All formats, the more specific first: where two claim the same record, the earlier one reads it."""

TITLES = {known.id: known.title for known in FORMATS} | {plain_list.ID: plain_list.TITLE}


@dataclass(frozen=True, slots=True)
class Trace:
    """What was read out of a trace."""

    format: str
    """Id of the format most calls came from."""
    calls: tuple[ToolCall, ...]
    warnings: tuple[Finding, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    not_finite: bool = False
    """NaN or an infinity stood in it."""
    entries: tuple[Entry, ...] = ()
    """The conversation as read; `messages` is made from it."""

    @property
    def title(self) -> str:
        """The format's name for people."""
        return TITLES.get(self.format, self.format)

    @property
    def messages(self) -> tuple[Message, ...]:
        """User, system, assistant and tool messages with their text, in order."""
        found = []
        calls = 0
        of_model = any(entry.calls and not entry.execution for entry in self.entries)
        for entry in self.entries:
            if entry.copy:
                continue
            text = plain_text(entry.content)
            if text:
                found.append(Message(entry.role, text, entry.where, calls))
            if not (entry.execution and of_model):  # an execution is most often a call that the model made before
                calls += len(entry.calls)
        return tuple(found)


def read_trace(written: Any) -> Trace:
    """Read a trace from pasted text, or from a JSON value. Raises `InputError`.

    An answer without calls, `[]` included, is a trace without calls. Nothing at all (blank text, null) is
    `no_trace`; a value in which no format is recognised is `not_recognised`.
    """
    if isinstance(written, str):
        decoded = decode(written)
        documents = decoded.documents
        value = documents[0] if len(documents) == 1 else documents
        blank = not documents
        duplicates, not_finite = decoded.duplicate_keys, decoded.not_finite
    else:
        not_finite = check_value(written)
        value, blank, duplicates = written, False, ()
    if blank or value is None:
        raise TraceError(
            "no_trace",
            "no trace is given; paste the agent's messages, answer or list of calls ([] when it made none)",
            place=Place(where="trace"),
        )
    return _read_value(value, duplicates, not_finite)


def _read_value(value: Any, duplicates: tuple[str, ...], not_finite: bool) -> Trace:
    scan = Scan(FORMATS)
    scan.visit(value, "")
    scan.finish()
    if not scan.recognised:
        scan = Scan(())
        if not plain_list.read_plain(value, "", scan):
            raise _not_recognised(value)
    if not scan.threads:
        entries: list[Entry] = []
        repeated = 0
    else:
        entries, repeated = conversation(scan.threads)
    calls, findings = calls_of(entries)
    if duplicates:
        listed = ", ".join(duplicates[:5])
        scan.note("duplicate_key", f"these keys stand twice in one object of the trace; the last one counts: {listed}")
    if repeated:
        scan.note_left_out("history", repeated, "")
    return Trace(
        _main_format(entries, scan),
        tuple(calls),
        (*scan.findings, *findings),
        tuple(scan.left_out),
        not_finite or any(finding.code == NOT_FINITE for finding in findings),
        tuple(entries),
    )


def _main_format(entries: list[Entry], scan: Scan) -> str:
    votes = Counter(entry.format for entry in entries if entry.calls and entry.format)
    votes = votes or Counter(scan.recognised)
    return votes.most_common(1)[0][0]


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
        f"no known trace format is recognised in this: {seen}. Paste an API answer, a message list,"
        ' or a list such as [{"name": "search", "args": {"q": "x"}}]',
        place=Place(where="trace"),
    )
