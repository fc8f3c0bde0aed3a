"""Vercel AI SDK UI messages: parts of type `tool-NAME` (version 5), and `toolInvocations` (version 4)."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, first, some_text
from .scan import Format, Scan, list_of_dicts

_PLAIN = {"text", "reasoning", "step-start", "file", "source", "source-url", "source-document"}
_FAILED = {"output-error": True, "output-available": False}
_STATES = {"partial-call", "call", "result"}


def _is_invocation(value: Any) -> bool:
    return value.__class__ is dict and isinstance(value.get("toolName"), str) and "toolCallId" in value


def _is_tool(part: Any) -> bool:
    """A tool's part: of version 5, which has a state, or of version 4, which wraps an invocation."""
    if part.__class__ is not dict:
        return False
    kind = part.get("type")
    if kind.__class__ is not str:
        return False
    if kind == "tool-invocation" and _is_invocation(part.get("toolInvocation")):
        return True
    if not isinstance(part.get("state"), str) or call_id(part.get("toolCallId")) is None:
        return False
    return isinstance(part.get("toolName"), str) if kind == "dynamic-tool" else len(kind) > 5 and kind[:5] == "tool-"


def _is_plain(part: Any) -> bool:
    kind = part.get("type") if part.__class__ is dict else None
    if kind.__class__ is not str:
        return False
    return isinstance(part.get("text"), str) if kind == "text" else kind in _PLAIN or kind.startswith("data-")


def _body(node: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Where a message has its parts: in itself, or in its content (Mastra)."""
    content = node.get("content")
    return (content, "/content") if content.__class__ is dict else (node, "")


def claims(node: dict[str, Any]) -> bool:
    """A message with parts or invocations, a tool's part, or an invocation with a state."""
    if not isinstance(node.get("role"), str):
        return _is_tool(node) or ("type" not in node and _is_invocation(node) and _known_state(node))
    body, _ = _body(node)
    parts, listed = body.get("parts"), body.get("toolInvocations")
    if list_of_dicts(listed) and _is_invocation(listed[0]):
        return True
    return list_of_dicts(parts) and (any(map(_is_tool, parts)) or all(map(_is_plain, parts)))


def _known_state(node: dict[str, Any]) -> bool:
    return isinstance(node.get("state"), str) and node["state"] in _STATES


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the steps of a message: what the model said and called, and what came back."""
    if not isinstance(node.get("role"), str):
        scan.entries(_step([(node, where)], "assistant", where))
        return
    body, inner = _body(node)
    steps = _steps(body, where + inner)
    if not any(_is_tool(part) for step in steps for part, _ in step):
        text = body.get("content") if not steps else [part for step in steps for part, _ in step]
        invoked = _by_step(body.get("toolInvocations"), f"{where}{inner}/toolInvocations")
        entries = [entry for step in invoked for entry in _step(step, "assistant", where)]
        scan.entries([*entries, Entry(node["role"], where, text, continues=True)])
        return
    scan.entries([entry for step in steps for entry in _step(step, node["role"], where)])


Parts = list[tuple[dict[str, Any], str]]


def _steps(body: dict[str, Any], where: str) -> list[Parts]:
    """The parts of a message, a list for each answer of the model that it gathers."""
    steps: list[Parts] = [[]]
    number: Any = None
    for part, place in dicts(body.get("parts"), f"{where}/parts"):
        inner = part.get("toolInvocation")
        step = inner.get("step") if inner.__class__ is dict else None
        if part.get("type") == "step-start" or (type(step) is int and type(number) is int and step > number):
            steps.append([])
            number = None
        number = number if step is None else step
        steps[-1].append((part, place))
    return [step for step in steps if step]


def _by_step(listed: Any, where: str) -> list[Parts]:
    steps: dict[int, Parts] = {}
    for item, place in dicts(listed, where):
        if _is_invocation(item):
            number = item.get("step")
            steps.setdefault(number if isinstance(number, int) else -1, []).append((item, place))
    return list(steps.values())


def _step(parts: Parts, role: str, where: str) -> list[Entry]:
    calls, results, texts = [], [], []
    for part, place in parts:
        kind = part.get("type")
        if kind == "text":
            texts.append(part)
        if kind == "tool-invocation" and part.get("toolInvocation").__class__ is dict:
            part, place = part["toolInvocation"], f"{place}/toolInvocation"
        elif not (_is_tool(part) or _is_invocation(part)):
            continue
        name = some_text(part.get("toolName"))
        if name is None and isinstance(kind, str):
            name = kind.removeprefix("tool-")
        if name is None:
            continue
        identity, state = call_id(part.get("toolCallId")), part.get("state")
        provider = part.get("providerExecuted") is True
        calls.append(CallRecord(name, first(part, "input", "args", "rawInput"), place, identity, provider=provider))
        failed = _FAILED.get(state) if isinstance(state, str) else None
        content = first(part, "output", "result", "errorText")
        if failed is not None or content is not None:
            results.append(ResultRecord(identity, name, failed, content))
    entries = [Entry(role, where, texts, calls, same_ids=True)] if calls or texts else []
    return [*entries, Entry("tool", where, None, None, results)] if results else entries


FORMAT = Format(
    "vercel-ui-messages", "Vercel AI SDK UI messages",
    ("parts", "toolInvocations", "toolCallId", "toolInvocation", "content"), claims, read,
)  # fmt: skip
