"""Agents for Bedrock: trace events with inputs and observations, and calls returned to the caller."""

from __future__ import annotations

from typing import Any

from .argument_text import decode_arguments
from .records import CallRecord, Entry, ResultRecord, call_id
from .scan import Format, Scan, list_of_dicts

_TRACES = (
    "orchestrationTrace", "preProcessingTrace", "postProcessingTrace", "routingClassifierTrace",
    "customOrchestrationTrace", "guardrailTrace", "failureTrace",
)  # fmt: skip
_INPUTS = (
    "actionGroupInvocationInput", "knowledgeBaseLookupInput", "agentCollaboratorInvocationInput",
    "codeInterpreterInvocationInput",
)  # fmt: skip
_OUTPUTS = {
    "actionGroupInvocationOutput": "text",
    "knowledgeBaseLookupOutput": "retrievedReferences",
    "agentCollaboratorInvocationOutput": "output",
    "codeInterpreterInvocationOutput": "executionOutput",
}


class _Names:
    """Which call a step of the trace made: an observation tells only the `traceId` of its step."""

    def __init__(self) -> None:
        self.of_step: dict[Any, str] = {}

    def finish(self) -> None:
        """Nothing is left to do."""


_CLASSES = {
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
}
_RETURNED = ("functionInvocationInput", "apiInvocationInput")


def claims(node: dict[str, Any]) -> bool:
    """A trace, the part of a trace event that names its agent, or calls returned to the caller."""
    listed = node.get("invocationInputs")
    if listed is not None:
        return list_of_dicts(listed) and any(key in listed[0] for key in _RETURNED)
    trace = node.get("trace", node)
    return isinstance(trace, dict) and any(isinstance(trace.get(key), dict) for key in _TRACES)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit calls and results of the trace, or the returned calls."""
    if "invocationInputs" in node:
        _read_returned(node, where, scan)
        return
    agent = node.get("collaboratorName")
    agent = agent if isinstance(agent, str) and agent else None
    if "trace" in node:
        node, where = node["trace"], f"{where}/trace"
    for kind in _TRACES:
        steps = node.get(kind)
        if isinstance(steps, dict):
            _read_input(steps.get("invocationInput"), f"{where}/{kind}/invocationInput", agent, scan)
            _read_observation(steps.get("observation"), f"{where}/{kind}/observation", scan)


def _read_input(node: Any, where: str, agent: str | None, scan: Scan) -> None:
    for key in _INPUTS:
        inner = node.get(key) if isinstance(node, dict) else None
        if not isinstance(inner, dict):
            continue
        call = _invocation(key, inner, f"{where}/{key}")
        if call is None:
            continue
        call = call._replace(agent=agent)
        names: _Names = scan.collector("bedrock-agents", _Names)
        names.of_step[call_id(node.get("traceId"))] = call.name
        if inner.get("executionType") == "RETURN_CONTROL":
            scan.execution(call)  # the same call comes again as it is returned
        else:
            scan.answer(Entry("assistant", where, None, [call]))


def _invocation(key: str, inner: dict[str, Any], where: str) -> CallRecord | None:
    identity = call_id(inner.get("invocationId"))
    if key == "actionGroupInvocationInput":
        return _action(inner, where, identity)
    if key == "knowledgeBaseLookupInput":
        return CallRecord("knowledge_base_lookup", inner, where, identity, None, True)
    if key == "codeInterpreterInvocationInput":
        return CallRecord("code_interpreter", {"code": inner.get("code")}, where, identity, None, True)
    name, given = inner.get("agentCollaboratorName"), inner.get("input")
    if not isinstance(name, str):
        return None
    text = given.get("text") if isinstance(given, dict) else given
    return CallRecord(name, {"input": text}, where, identity)


def _action(inner: dict[str, Any], where: str, identity: str | None) -> CallRecord | None:
    """A function by its name, an API operation as `VERB path`."""
    name = inner.get("function")
    if not isinstance(name, str) or not name:
        path = inner.get("apiPath")
        if not isinstance(path, str):
            return None
        verb = inner.get("verb") or inner.get("httpMethod")
        name = f"{verb} {path}" if isinstance(verb, str) else path
    body = inner.get("requestBody")
    content = body.get("content") if isinstance(body, dict) else None
    fields = [inner.get("parameters"), *(content.values() if isinstance(content, dict) else ())]
    return CallRecord(name, {key: value for field in fields for key, value in _fields(field)}, where, identity)


def _fields(listed: Any) -> list[tuple[str, Any]]:
    """Names and values of parameters, the values by their declared types."""
    if isinstance(listed, dict):
        listed = listed.get("properties")
    if not isinstance(listed, list):
        return []
    return [
        (item["name"], _typed(item.get("type"), item.get("value")))
        for item in listed
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    ]


def _typed(kind: Any, value: Any) -> Any:
    if not isinstance(value, str) or not isinstance(kind, str) or kind.lower() == "string":
        return value
    decoded = decode_arguments(value.strip().lower() if kind.lower() == "boolean" else value)
    fits = decoded.value.__class__ in _CLASSES.get(kind.lower(), ()) and not decoded.unreadable
    return decoded.value if fits else value


def _read_observation(node: Any, where: str, scan: Scan) -> None:
    if not isinstance(node, dict):
        return
    for key, field in _OUTPUTS.items():
        inner = node.get(key)
        if isinstance(inner, dict):
            content = inner.get(field)
            failed = True if inner.get("executionError") else None
            names: _Names = scan.collector("bedrock-agents", _Names)
            name = names.of_step.get(call_id(node.get("traceId")))
            result = ResultRecord(None, name, failed, content)
            scan.answer(Entry("tool", f"{where}/{key}", content, None, [result]))
    final = node.get("finalResponse")
    if isinstance(final, dict):
        scan.answer(Entry("assistant", f"{where}/finalResponse", final.get("text")))


def _read_returned(node: dict[str, Any], where: str, scan: Scan) -> None:
    identity = call_id(node.get("invocationId"))
    calls = []
    for position, item in enumerate(node["invocationInputs"]):
        for key in _RETURNED:
            inner = item.get(key) if isinstance(item, dict) else None
            if isinstance(inner, dict):
                call = _action(inner, f"{where}/invocationInputs/{position}/{key}", identity)
                if call is not None:
                    agent = inner.get("collaboratorName")
                    calls.append(call._replace(agent=agent if isinstance(agent, str) and agent else None))
    scan.answer(Entry("assistant", where, None, calls))


FORMAT = Format("bedrock-agents", "Agents for Bedrock", ("trace", "invocationInputs", *_TRACES), claims, read)
