"""OpenTelemetry's own conventions for generative AI: messages made of parts, tool spans, events of every version.

Also what Logfire, Google ADK, Strands, Azure AI and Sentry write beside or instead of them.
"""

from __future__ import annotations

from typing import Any

from .openai_chat import read_tool_calls
from .records import CallRecord, Entry, ResultRecord, call_id, chosen, marked_failed
from .scan import Scan
from .span_attributes import Attributes, Content, unfolded
from .spans import AGENT, MODEL, TOOL, Payload, Span, passed
from .telemetry import Event, Raw

ID = "otel-genai"

_ARGUMENTS = ("gen_ai.tool.call.arguments", "tool_arguments", "gcp.vertex.agent.tool_call_args", "gen_ai.tool.input",
              "gen_ai.tool.arguments", "spring.ai.tool.call.arguments")  # fmt: skip
_RESULTS = ("gen_ai.tool.call.result", "tool_response", "gcp.vertex.agent.tool_response", "gen_ai.tool.output",
            "gen_ai.tool.message", "spring.ai.tool.call.result")  # fmt: skip
_TOOL_IDS = ("gen_ai.tool.call.id", "tool_call_id")
_INPUTS = ("gen_ai.input.messages", "gen_ai.request.messages", "gen_ai.prompt", "gcp.vertex.agent.llm_request",
           "request_data")  # fmt: skip
_OUTPUTS = ("gen_ai.output.messages", "gen_ai.response.tool_calls", "gen_ai.completion",
            "gcp.vertex.agent.llm_response", "response_data")  # fmt: skip
_WHOLE = ("pydantic_ai.all_messages", "all_messages")
_EVENT_LISTS = ("all_messages_events", "events")
_AGENT_WORK = ("invoke_agent", "create_agent", "invoke_workflow", "agent")
_MERGED = "(merged tools)"
"""Google ADK's span around parallel calls."""


def is_message(node: dict[str, Any]) -> bool:
    """A message whose `parts` are typed in the way of the conventions."""
    parts = node.get("parts")
    return isinstance(node.get("role"), str) and parts.__class__ is list and any(map(_is_part, parts))


def _is_part(part: Any) -> bool:
    if part.__class__ is not dict:
        return False
    kind = part.get("type")
    if kind in ("tool_call", "server_tool_call"):
        return isinstance(part.get("name"), str)
    return kind in ("tool_call_response", "server_tool_call_response") or (kind == "text" and "content" in part)


def read_message(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit a message made of parts."""
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    said: list[str] = []
    for position, part in enumerate(node["parts"]):
        if not _is_part(part):
            continue
        kind, identity = part["type"], call_id(part.get("id"))
        place = f"{where}/parts/{position}"
        if kind == "tool_call":
            arguments = part["arguments"] if "arguments" in part else part.get("input")
            calls.append(CallRecord(part["name"], arguments, place, identity))
        elif kind == "server_tool_call":
            held = part.get("server_tool_call", part.get("arguments"))
            if isinstance(held, dict):
                held = {key: value for key, value in held.items() if key != "type"}
            calls.append(CallRecord(part["name"], held, place, identity, None, True))
        elif kind == "text":
            if isinstance(part["content"], str):
                said.append(part["content"])
        else:
            keys = ("response", "result", "content", "server_tool_call_response")
            content = next((part[key] for key in keys if key in part), None)
            name = part.get("name")
            results.append(
                ResultRecord(identity, name if isinstance(name, str) else None, marked_failed(part), content)
            )
    text = "\n".join(said)
    role = "tool" if results and not calls and not text else "assistant" if node["role"] == "model" else node["role"]
    scan.entry(Entry(role, where, text, calls, results))


def span(raw: Raw, scan: Scan) -> Span | None:
    """The span of a tool, of a model request, or of an agent's run."""
    found = raw.attributes
    work = found.text("gen_ai.operation.name") or ""
    tool = found.text("gen_ai.tool.name")
    base = Span(
        ID, MODEL, raw.where, raw.start, raw.trace, raw.id, raw.parent,
        agent=found.text("gen_ai.agent.name", "agent_name"),
        session=found.text("gen_ai.conversation.id", "session.id", "gcp.vertex.agent.session_id"),
    )  # fmt: skip
    if work == "execute_tool" or (tool and (not work or found.find(*_ARGUMENTS, *_TOOL_IDS) is not None)):
        call = _execution(raw, tool or raw.name.removeprefix("execute_tool "))
        return base._replace(kind=TOOL, call=None if call.name == _MERGED else call)
    before, after = _of_events([*raw.events, *_listed_events(found)], scan)
    given = [content for content in map(found.find, _INPUTS) if content is not None]
    answered = [content for content in map(found.find, _OUTPUTS) if content is not None]
    whole = found.find(*_WHOLE)
    if whole is not None:
        given, answered = [whole], []
    agent = work in _AGENT_WORK or whole is not None or found.find(_EVENT_LISTS[0]) is not None
    if given[:1]:
        before = [given[0]]
    if answered[:1]:
        after = [answered[0] if agent else _one_choice(answered[0], scan)]
    if not (before or after or work or base.agent or base.session):
        return None
    return base._replace(kind=AGENT if agent else MODEL, before=tuple(before), after=tuple(after))


def _execution(raw: Raw, name: str) -> CallRecord:
    found = raw.attributes
    arguments, result = found.find(*_ARGUMENTS), found.find(*_RESULTS)
    for event in raw.events:  # Strands writes both as events
        if arguments is None and event.name == "gen_ai.tool.message":
            arguments = event.body.find("content")
        elif result is None and event.name == "gen_ai.choice":
            result = event.body.find("message")
    identity = call_id(found.text(*_TOOL_IDS))
    output = unfolded(result).value if result is not None else None
    return CallRecord(name, passed(arguments), raw.where, identity, raw.failed, result=output)


def _one_choice(output: Content, scan: Scan) -> Content:
    """Several finished messages in one answer are alternatives: the one that counts."""
    listed, where = unfolded(output)
    if not isinstance(listed, list) or len(listed) < 2:
        return Content(listed, where)
    if not all(
        isinstance(item, dict) and item.get("finish_reason") and item.get("role") == "assistant" for item in listed
    ):
        return Content(listed, where)
    number = chosen([
        any(isinstance(part, dict) and part.get("type") == "tool_call" for part in item["parts"])
        if isinstance(item.get("parts"), list) else False
        for item in listed
    ])  # fmt: skip
    scan.note_alternatives(len(listed), number, where)
    return Content([listed[number]], where) if number == 0 else Content(listed[number], f"{where}/{number}")


def _listed_events(found: Attributes) -> list[Event]:
    """Events that stand in an attribute (Logfire)."""
    held = found.find(*_EVENT_LISTS)
    if held is None:
        return []
    listed, where = unfolded(held)
    return [
        Event(item["event.name"], Attributes(item, f"{where}/{position}"))
        for position, item in enumerate(listed if isinstance(listed, list) else ())
        if isinstance(item, dict) and isinstance(item.get("event.name"), str)
    ]


def _of_events(events: list[Event], scan: Scan) -> tuple[list[Payload], list[Payload]]:
    """History and answer out of the events of older conventions, and of the one event of the newest."""
    history: list[Entry] = []
    before: list[Payload] = []
    after: list[Payload] = []
    alternatives = 1
    for event in events:
        body = _body(event.body)
        kind = event.name.removeprefix("gen_ai.")
        if kind == "choice":
            if str(body.value("index") or 0) == "0":
                after.append(_choice(body))
            else:
                alternatives += 1
        elif kind in ("system.message", "user.message", "assistant.message", "tool.message"):
            history.append(_message(body, kind.removesuffix(".message")))
        else:
            given, answered = body.find(*_INPUTS), body.find(*_OUTPUTS)
            if given is not None:
                before.append(given)
            if answered is not None:
                after.append(_one_choice(answered, scan))
    if alternatives > 1 and after:
        scan.note_alternatives(alternatives, 0, "")
    return [history, *before] if history else before, after


def _body(body: Attributes) -> Attributes:
    held = body.find("gen_ai.event.content")  # Azure AI
    if held is not None:
        inner, where = unfolded(held)
        if isinstance(inner, dict):
            return Attributes(inner, where)
    return body


def _choice(body: Attributes) -> Payload:
    held = body.find("message")
    if held is None:
        return [_message(body, "assistant")]
    inner, where = unfolded(held)
    if isinstance(inner, dict) and not ("parts" in inner and is_message(inner)):
        message = _message(Attributes(inner, where), "assistant")
        if not message.calls:
            message.calls = _tool_calls(body)
        return [message]
    if isinstance(inner, str):
        return [Entry("assistant", where, inner, _tool_calls(body))]
    return Content(inner, where)


def _message(body: Attributes, role: str) -> Entry:
    where = next((found.where for found in (body.find("content"), body.find("tool_calls")) if found is not None), "")
    content = body.value("content")
    if role == "tool":
        identity, name = body.find("id", "tool_call_id"), body.text("name")
        result = ResultRecord(call_id(identity.value) if identity else None, name, None, content)
        return Entry("tool", where, content, None, [result])
    return Entry(role, where, content, _tool_calls(body))


def _tool_calls(body: Attributes) -> list[CallRecord]:
    held = body.find("tool_calls", "gen_ai.response.tool_calls")
    if held is None:
        return []
    listed, where = unfolded(held)
    return read_tool_calls(listed, where) if isinstance(listed, list) else []
