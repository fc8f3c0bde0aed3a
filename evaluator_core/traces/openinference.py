"""OpenInference (Phoenix, Arize) and UiPath's spans, which follow it."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id
from .scan import Scan
from .span_attributes import Attributes, Content, Tree, unfolded
from .spans import MODEL, OTHER, TOOL, Payload, Span, passed
from .telemetry import Raw

ID = "openinference"
_KINDS = {
    "LLM",
    "TOOL",
    "AGENT",
    "CHAIN",
    "RETRIEVER",
    "EMBEDDING",
    "RERANKER",
    "GUARDRAIL",
    "EVALUATOR",
    "PROMPT",
}
_HANDOFF = "handoff to "


def span(raw: Raw, scan: Scan) -> Span | None:
    """The span of a tool or of a model request; agents and chains only enclose them."""
    found = raw.attributes
    kind = (found.text("openinference.span.kind") or raw.kind).upper()
    if kind not in _KINDS:
        if found.find("tool.name") is None or found.find("input.value") is None:
            return None
        kind = "TOOL"
    special = found.find("tool.synthesized") is not None or any(key.startswith("uipath") for key in found)
    base = Span(
        "uipath" if special else ID, OTHER, raw.where, raw.start, raw.trace, raw.id, raw.parent,
        agent=found.text("agent.name"), session=found.text("session.id"),
    )  # fmt: skip
    if kind == "TOOL":
        synthesized = found.find("tool.synthesized")
        if synthesized is not None and synthesized.value in (True, 1, "true", "True"):
            return base
        return base._replace(kind=TOOL, call=_execution(raw), unsure_id=True)
    given, answered = found.find("input.value"), found.find("output.value")
    before: list[Payload] = [given] if given is not None else []
    after: list[Payload] = [answered] if answered is not None else []
    if kind != "LLM":
        return base._replace(before=tuple(before), after=tuple(after))
    tree = found.tree("llm.input_messages", "llm.output_messages")
    history = [_message(message) for message in tree.numbered("llm", "input_messages")]
    output = [_message(message) for message in tree.numbered("llm", "output_messages")]
    if history:
        before = [history]
    if not (history or output or before or after):
        return None  # another convention's messages
    if output:
        after = [output[:1] if _several_choices(found) else output]
    if len(output) > 1 and _several_choices(found):
        scan.note_alternatives(len(output), 0, output[0].where)
    return base._replace(kind=MODEL, before=tuple(before), after=tuple(after))


def _several_choices(found: Attributes) -> bool:
    """Whether the request asked for several choices (`n`); else several messages are items of one answer."""
    parameters = found.value("llm.invocation_parameters")
    number = parameters.get("n") if isinstance(parameters, dict) else None
    return isinstance(number, int) and number > 1


def _execution(raw: Raw) -> CallRecord:
    found = raw.attributes
    name = found.text("tool.name", "tool_call.function.name") or raw.name
    asked = "transfer_to_" + _as_function(name.removeprefix(_HANDOFF)) if name.startswith(_HANDOFF) else None
    arguments = found.find("input.value", "tool_call.function.arguments")
    if arguments is None:
        arguments = _if_no_schema(found.find("tool.parameters"))
    output = found.find("output.value")
    return CallRecord(
        name,
        passed(arguments),
        raw.where,
        call_id(found.text("tool_call.id", "tool.id")),
        raw.failed,
        result=None if output is None else unfolded(output).value,
        asked_as=asked,
    )


def _as_function(name: str) -> str:
    """An agent's name as OpenAI's SDK puts it into the name of its handoff tool."""
    return "".join(letter if letter.isalnum() else "_" for letter in name).lower()


def _if_no_schema(found: Content | None) -> Content | None:
    held = None if found is None else unfolded(found).value
    if not isinstance(held, dict) or "properties" in held:
        return None
    described = [
        value for value in held.values() if isinstance(value, dict) and ("type" in value or "description" in value)
    ]
    return None if held and len(described) == len(held) else found


def _message(message: Tree) -> Entry:
    inner = message.get("message")
    inner = inner if isinstance(inner, Tree) else message
    role = inner.get("role")
    content = inner.get("content")
    if content in (None, ""):
        content = [{"text": part.below("message_content", "text")} for part in inner.numbered("contents")]
    if role in ("tool", "function"):
        name = inner.get("name")
        result = ResultRecord(
            call_id(inner.get("tool_call_id")), name if isinstance(name, str) else None, None, content
        )
        return Entry("tool", inner.where, content, None, [result])
    calls = [call for item in inner.numbered("tool_calls") if (call := _call(item)) is not None]
    legacy = inner.get("function_call_name")
    if not calls and isinstance(legacy, str) and legacy:
        calls = [CallRecord(legacy, inner.get("function_call_arguments_json"), inner.where)]
    role = role if isinstance(role, str) and role not in ("", "model", "ai") else "assistant"
    return Entry(role, inner.where, content, calls)


def _call(item: Tree) -> CallRecord | None:
    inner: Any = item.get("tool_call")
    inner = inner if isinstance(inner, Tree) else item
    name = inner.below("function", "name")
    if not isinstance(name, str) or not name:
        return None
    return CallRecord(name, inner.below("function", "arguments"), inner.where, call_id(inner.get("id")))
