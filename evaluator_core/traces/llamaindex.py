"""LlamaIndex: chat messages of blocks, events of an agent's workflow, sources of an answer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .openai_chat import read_tool_calls
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, first, marked_failed, some_text
from .scan import Format, Scan, list_of_dicts
from .started import Started

_NAMES, _ARGUMENTS, _IDS = ("tool_name", "toolName"), ("tool_kwargs", "toolKwargs"), ("tool_id", "toolId")
_OUTPUTS = ("tool_output", "toolOutput")
_AGENTS = ("current_agent_name", "currentAgentName")
_ROLES = {"user": "user", "system": "system", "developer": "developer", "tool": "tool", "function": "tool"}


def claims(node: dict[str, Any]) -> bool:
    """A message, an event of a tool, of the model, or an answer's source."""
    if "role" in node:
        return _is_message(node)
    if "raw" in node and _is_message(node.get("message")):
        return True
    if _is_event(node):
        return True
    if isinstance(node.get("tool_name"), str):
        return _raw_arguments(node) is not None
    return isinstance(first(node, *_AGENTS), str) and ("delta" in node or isinstance(node.get("response"), dict))


def _is_message(node: Any) -> bool:
    return (
        isinstance(node, dict)
        and isinstance(node.get("role"), str)
        and (_has_blocks(node) or ("content" in node and isinstance(node.get("additional_kwargs"), dict)))
    )


def _has_blocks(node: dict[str, Any]) -> bool:
    blocks = node.get("blocks")
    return isinstance(blocks, list) and (
        ("additional_kwargs" in node and not blocks) or (list_of_dicts(blocks) and "block_type" in blocks[0])
    )


def _is_event(node: dict[str, Any]) -> bool:
    return isinstance(first(node, *_NAMES), str) and any(key in node for key in _ARGUMENTS) and any(
        key in node for key in (*_IDS, *_OUTPUTS)
    )  # fmt: skip


def _raw_arguments(node: dict[str, Any]) -> Any:
    """The arguments that a tool's output (a source) remembers."""
    raw = node.get("raw_input")
    if not isinstance(raw, dict) or not ("raw_output" in node or "content" in node or "is_error" in node):
        return None
    if "kwargs" not in raw and "args" not in raw:
        return raw
    named, positional = raw.get("kwargs"), raw.get("args")
    return named if named or not positional else positional


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit what the record holds. Events repeat the model's calls by id; fragments of its words are passed by."""
    if "role" in node:
        scan.entry(message_entry(node, where))
    elif "raw" in node and _is_message(node.get("message")):
        scan.answer(message_entry(node["message"], f"{where}/message"))
    elif _is_event(node):
        _read_event(node, where, scan)
    elif isinstance(node.get("tool_name"), str):
        failed = marked_failed(node)
        result = first(node, "raw_output", "content")
        scan.execution(CallRecord(node["tool_name"], _raw_arguments(node), where, None, failed, result=result))
    elif isinstance(node.get("response"), dict):
        _read_output(node, where, scan)


def _read_event(node: dict[str, Any], where: str, scan: Scan) -> None:
    identity = call_id(first(node, *_IDS))
    output = first(node, *_OUTPUTS)
    call = CallRecord(first(node, *_NAMES), first(node, *_ARGUMENTS), where, identity)
    keys: list[Hashable] = [identity if identity is not None else ("name", call.name)]
    started: Started = scan.collector("llamaindex", Started)
    if output is None:
        started.start(call, keys, scan)
        return
    if isinstance(output, dict):
        call = call._replace(failed=marked_failed(output), result=first(output, "raw_output", "content", "result"))
    started.end(call, keys, scan)


def _read_output(node: dict[str, Any], where: str, scan: Scan) -> None:
    """What the model answered: its message, whose calls the event repeats."""
    message = message_entry(node["response"], f"{where}/response")
    agent = some_text(first(node, *_AGENTS))
    key = "tool_calls" if "tool_calls" in node else "toolCalls"
    selected = [
        CallRecord(first(item, *_NAMES), first(item, *_ARGUMENTS), place, call_id(first(item, *_IDS)))
        for item, place in dicts(node.get(key), f"{where}/{key}")
        if isinstance(first(item, *_NAMES), str)
    ]
    message.calls = [call._replace(agent=agent) for call in message.calls or selected]
    scan.answer(message)


def message_entry(node: dict[str, Any], where: str) -> Entry:
    """A chat message as an entry."""
    written = node.get("role")
    role = _ROLES.get(written, "assistant") if isinstance(written, str) else "assistant"
    more = node.get("additional_kwargs")
    more = more if isinstance(more, dict) else {}
    content = node["blocks"] if node.get("blocks") else node.get("content")
    if role == "tool":
        result = ResultRecord(
            call_id(more.get("tool_call_id")), some_text(more.get("name")), marked_failed(more), content
        )
        return Entry("tool", where, content, None, [result])
    return Entry(role, where, content, _calls(node, more, where) if role == "assistant" else None)


def _calls(node: dict[str, Any], more: dict[str, Any], where: str) -> list[CallRecord]:
    """The blocks' calls; else the provider's own, which old versions had alone (rule M2)."""
    calls = [
        CallRecord(block["tool_name"], block.get("tool_kwargs"), place, call_id(block.get("tool_call_id")))
        for block, place in dicts(node.get("blocks"), f"{where}/blocks")
        if block.get("block_type") == "tool_call" and isinstance(block.get("tool_name"), str)
    ]
    place = f"{where}/additional_kwargs"
    listed, legacy = more.get("tool_calls"), more.get("function_call")
    if not calls and isinstance(listed, list):
        calls = read_tool_calls(listed, f"{place}/tool_calls")
        calls = [_with_input(call, listed[int(call.where.rpartition("/")[2])]) for call in calls]
    if not calls and isinstance(legacy, dict) and isinstance(legacy.get("name"), str):
        calls = [CallRecord(legacy["name"], legacy.get("arguments"), f"{place}/function_call")]
    return calls


def _with_input(call: CallRecord, item: dict[str, Any]) -> CallRecord:
    return call._replace(arguments=item["input"]) if call.arguments is None and "input" in item else call


FORMAT = Format(
    "llamaindex",
    "LlamaIndex",
    ("blocks", "additional_kwargs", "raw", *_NAMES, *_AGENTS),
    claims,
    read,
)
