"""OpenHands: events of old versions (`tool_call_metadata`) and of the SDK (`kind: ActionEvent`)."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, marked_failed, some_text
from .scan import Format, Scan

_KINDS = ("ActionEvent", "ObservationEvent", "AgentErrorEvent", "MessageEvent", "UserRejectObservation",
          "SystemPromptEvent")  # fmt: skip
_ACTIONS = ("run", "run_ipython", "read", "write", "edit", "browse", "browse_interactive", "delegate", "call_tool_mcp",
            "think", "finish")  # fmt: skip
_OTHER_ACTIONS = ("message", "system", "recall", "change_agent_state", "condensation", "null")
_NOT_SENT = ("thought", "confirmation_state", "is_confirmed", "security_risk")


def claims(node: dict[str, Any]) -> bool:
    """An event of the SDK, or an action, observation or message of an old version."""
    if "kind" in node:
        return node["kind"] in _KINDS and isinstance(node.get("source"), str)
    metadata = node.get("tool_call_metadata")
    if isinstance(metadata, dict):
        return isinstance(metadata.get("function_name"), str)
    return (
        isinstance(node.get("source"), str)
        and isinstance(node.get("id"), int)
        and isinstance(node.get("args"), dict)
        and node.get("action") in (*_ACTIONS, *_OTHER_ACTIONS)
    )


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the event: every call has an event of its own, though each repeats the whole answer of the model."""
    entry = _sdk_event(node, where) if "kind" in node else _old_event(node, where)
    if entry is not None:
        scan.entry(entry)


def _sdk_event(node: dict[str, Any], where: str) -> Entry | None:
    kind, identity, name = node["kind"], call_id(node.get("tool_call_id")), some_text(node.get("tool_name"))
    if kind == "ActionEvent":
        call = node.get("tool_call")
        call = call if isinstance(call, dict) else {}
        inner = call["function"] if isinstance(call.get("function"), dict) else call
        name = name or some_text(inner.get("name"))
        identity = identity or call_id(call.get("id"))
        arguments = inner.get("arguments")
        record = CallRecord(name, arguments, f"{where}/tool_call", identity) if name else None
        return Entry("assistant", where, node.get("thought"), [record], continues=True) if record else None
    if kind == "MessageEvent":
        message = node.get("llm_message")
        content = message.get("content") if isinstance(message, dict) else None
        return Entry("user" if node["source"] == "user" else "assistant", where, content)
    if kind in ("AgentErrorEvent", "ObservationEvent", "UserRejectObservation"):
        seen = node.get("observation")
        failed = kind == "AgentErrorEvent" or (marked_failed(seen) if isinstance(seen, dict) else None)
        content = node.get("error") if kind == "AgentErrorEvent" else seen
        return Entry("tool", where, None, None, [ResultRecord(identity, name, failed, content)])
    return None


def _old_event(node: dict[str, Any], where: str) -> Entry | None:
    metadata = node.get("tool_call_metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    identity, name = call_id(metadata.get("tool_call_id")), some_text(metadata.get("function_name"))
    action, given = node.get("action"), node.get("args")
    if "observation" in node and not isinstance(action, str):
        failed = True if node["observation"] == "error" else None
        result = ResultRecord(identity, name, failed, node.get("content"))
        return Entry("tool", where, node.get("content"), None, [result]) if name else None
    given = given if isinstance(given, dict) else {}
    if name is not None:
        sent = _sent(metadata, identity)
        arguments = sent if sent is not None else {k: v for k, v in given.items() if k not in _NOT_SENT}
        call = CallRecord(name, arguments, where, identity)
        return Entry("assistant", where, given.get("thought"), [call], continues=True)
    if action in ("message", "system"):
        role = "user" if node.get("source") == "user" else "system" if action == "system" else "assistant"
        return Entry(role, where, given.get("content"))
    if isinstance(action, str) and action in _ACTIONS and node.get("source") == "agent":
        call = CallRecord(action, {k: v for k, v in given.items() if k not in _NOT_SENT}, where)
        return Entry("assistant", where, given.get("thought"), [call], continues=True)
    return None


def _sent(metadata: dict[str, Any], identity: str | None) -> Any:
    """The arguments of this call in the model's answer."""
    response = metadata.get("model_response")
    for choice, _ in dicts(response.get("choices") if isinstance(response, dict) else None, ""):
        message = choice.get("message")
        for call, _ in dicts(message.get("tool_calls") if isinstance(message, dict) else None, ""):
            inner = call.get("function")
            if isinstance(inner, dict) and call_id(call.get("id")) == identity:
                return inner.get("arguments")
    return None


FORMAT = Format("openhands", "OpenHands", ("kind", "tool_call_metadata", "action"), claims, read)
