"""OpenLLMetry (Traceloop): numbered prompts and completions; and AgentOps, which writes the same, nested."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, chosen
from .scan import Scan
from .span_attributes import Tree, unfolded
from .spans import MODEL, OTHER, TOOL, Span, passed
from .telemetry import Raw

ID = "openllmetry"
_PROMPTS = (("gen_ai", "prompt"), ("llm", "prompts"))
_COMPLETIONS = (("gen_ai", "completion"), ("llm", "completions"))
_ENTITIES = ("traceloop.entity", "agentops.entity")


def span(raw: Raw, scan: Scan) -> Span | None:
    """The span of a tool or of a model request; workflows, tasks and agents only enclose them."""
    found = raw.attributes
    kind = found.text("traceloop.span.kind", "agentops.span.kind")
    special = any(key == "agentops" or key.startswith("agentops.") for key in found)
    base = Span(
        "agentops" if special else ID, OTHER, raw.where, raw.start, raw.trace, raw.id, raw.parent,
        agent=found.text("gen_ai.agent.name", "agent.name"),
        session=found.text("gen_ai.conversation.id", "traceloop.association.properties.session_id"),
    )  # fmt: skip
    given = found.find(*(f"{entity}.input" for entity in _ENTITIES))
    answered = found.find(*(f"{entity}.output" for entity in _ENTITIES))
    if kind is not None and kind.lower() == "tool":
        name = found.text("tool.name", *(f"{entity}.name" for entity in _ENTITIES), "operation.name")
        answered = answered or found.find("tool.result")
        call = CallRecord(
            name or raw.name.removesuffix(".tool"),
            passed(given or found.find("tool.parameters", "gen_ai.tool.call.arguments")),
            raw.where,
            call_id(found.text("gen_ai.tool.call.id", "tool.call_id")),
            raw.failed,
            result=None if answered is None else unfolded(answered).value,
        )
        return base._replace(kind=TOOL, call=call)
    tree = found.tree(*(".".join(path) for path in (*_PROMPTS, *_COMPLETIONS)))
    prompts = [_message(item, "user") for path in _PROMPTS for item in tree.numbered(*path)]
    completions = [item for path in _COMPLETIONS for item in tree.numbered(*path)]
    answers = [_message(item, "assistant") for item in completions]
    if len(answers) > 1 and all(item.get("finish_reason") for item in completions):
        number = chosen([bool(answer.calls) for answer in answers])
        scan.note_alternatives(len(answers), number, raw.where)
        answers = [answers[number]]
    if prompts or answers:
        return base._replace(kind=MODEL, before=(prompts,) if prompts else (), after=(answers,) if answers else ())
    if kind is None:
        return None
    return base._replace(
        before=() if given is None else (given,), after=() if answered is None else (answered,)
    )  # fmt: skip


def _message(item: Tree, otherwise: str) -> Entry:
    role: Any = item.get("role")
    role = role if isinstance(role, str) and role else otherwise
    content = item.get("content")
    if role in ("tool", "function"):
        return Entry(
            "tool",
            item.where,
            content,
            None,
            [ResultRecord(call_id(item.get("tool_call_id")), None, None, content)],
        )
    calls = [call for listed in item.numbered("tool_calls") if (call := _call(listed)) is not None]
    legacy = item.get("function_call")
    if not calls and isinstance(legacy, Tree) and (call := _call(legacy)) is not None:
        calls = [call]
    return Entry(role, item.where, content, calls)


def _call(item: Tree) -> CallRecord | None:
    inner = item.get("function")
    inner = inner if isinstance(inner, Tree) else item
    name = inner.get("name")
    if not isinstance(name, str) or not name:
        return None
    arguments = inner.get("arguments")
    return CallRecord(name, arguments, item.where, call_id(item.get("id")))
