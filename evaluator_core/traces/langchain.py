"""LangChain and LangGraph: messages in every wrapper, states, and what a chat model returned.

A message is written flat (`{type, content, …}`), by `messages_to_dict` (`{type, data}`) or by `dumps`
(`{lc, type: "constructor", id: […, "AIMessage"], kwargs}`). `langchain_steps.py` and `langchain_events.py` read the
rest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from . import anthropic_messages, openai_responses
from .langchain_stream import Writings, add_chunk
from .openai_chat import read_tool_calls
from .records import CallRecord, Entry, ResultRecord, call_id, chosen, dicts, first, marked_failed, some_text
from .scan import Format, Scan

ID, TITLE = "langchain", "LangChain"

_ROLES = {
    "human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "tool", "chat": "assistant",
}  # fmt: skip
_STARTS = {"Human": "human", "AI": "ai", "System": "system", "Tool": "tool", "Function": "function", "Chat": "chat"}
_CLASSES = {f"{start}Message{end}": (kind, bool(end)) for start, kind in _STARTS.items() for end in ("", "Chunk")}
_KINDS = {kind: (kind, False) for kind in _ROLES} | _CLASSES
_BARE = {"type", "content", "id", "name", "example"}
_MORE = ("additional_kwargs", "response_metadata")


class Message(NamedTuple):
    """A message out of its wrapper."""

    kind: str
    chunk: bool
    fields: dict[str, Any]
    where: str


def message(node: Any, where: str) -> Message | None:
    """The message that a value is, if it is one."""
    if node.__class__ is not dict:
        return None
    kind = node.get("type")
    if kind.__class__ is not str:
        return None
    if kind == "constructor":
        name, inner = class_name(node), node.get("kwargs")
        if name not in _CLASSES or not isinstance(inner, dict):
            return None
        return Message(*_CLASSES[name], inner, f"{where}/kwargs")
    if kind not in _KINDS:
        return None
    inner = node.get("data")
    if isinstance(inner, dict) and ("content" in inner or "tool_calls" in inner):
        return Message(*_KINDS[kind], inner, f"{where}/data")
    return Message(*_KINDS[kind], node, where) if _has_signs(_KINDS[kind][0], node) else None


def class_name(node: dict[str, Any]) -> str:
    """The class of a constructor that `dumps` wrote; nothing when the value is none."""
    path = node.get("id")
    if node.get("type") != "constructor" or "lc" not in node or not isinstance(path, list) or not path:
        return ""
    return path[-1] if isinstance(path[-1], str) else ""


def _has_signs(kind: str, node: dict[str, Any]) -> bool:
    if kind == "ai":
        return "content" in node or "tool_calls" in node
    if "content" not in node:
        return False
    if kind == "tool":
        return "tool_call_id" in node
    return kind == "human" or any(key in node for key in _MORE) or node.keys() <= _BARE


def claims(node: dict[str, Any]) -> bool:
    """A message, what one step of a graph added, a snapshot of a state, or a chat model's result."""
    if message(node, "") is not None:
        return True
    return _is_update(node) or _is_snapshot(node) or _is_result(node)


def _is_update(node: dict[str, Any]) -> bool:
    """What a node of a graph added: an answer of the model, or results. A whole state begins with a human's words."""
    listed = node.get("messages")
    if listed.__class__ is not list or not 0 < len(listed) < 64:
        return False
    kinds = []
    for item in listed:
        found = message(item, "")
        if found is None or found.kind not in ("ai", "tool"):
            return False
        kinds.append(found.kind)
    return kinds.count("ai") < 2


def _is_snapshot(node: dict[str, Any]) -> bool:
    if isinstance(node.get("values"), dict):
        return isinstance(node.get("next"), list) and any(key in node for key in ("config", "checkpoint", "tasks"))
    return (
        "step" in node
        and isinstance(node.get("payload"), dict)
        and node.get("type") in ("task", "task_result", "checkpoint")
    )


def _is_result(node: dict[str, Any]) -> bool:
    """A result's alternatives, for each prompt a list."""
    listed = node.get("generations")
    if not isinstance(listed, list) or not listed:
        return False
    inner = listed[0][0] if isinstance(listed[0], list) and listed[0] else listed[0]
    return isinstance(inner, dict) and (
        isinstance(inner.get("message"), dict) or (isinstance(listed[0], list) and isinstance(inner.get("text"), str))
    )


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the messages."""
    found = message(node, where)
    if found is not None:
        read_message(found, scan)
    elif "messages" in node and _is_update(node):
        writings: Writings = scan.collector(ID, Writings)
        known = any(writings.knows(item.get("id")) for item, _ in dicts(node["messages"], ""))
        scan.visit_list(node["messages"], f"{where}/messages", output=not known)
        scan.visit_children({key: child for key, child in node.items() if key != "messages"}, where)
    elif _is_snapshot(node):
        inner, place = (node, where) if "values" in node else (node["payload"], f"{where}/payload")
        scan.visit(inner.get("values"), f"{place}/values")  # `tasks` and `metadata` repeat the messages
    elif _is_result(node):
        _read_result(node["generations"], f"{where}/generations", scan)


def _read_result(listed: list[Any], where: str, scan: Scan) -> None:
    prompts = [(listed, where)]
    if isinstance(listed[0], list):
        prompts = [(item, f"{where}/{place}") for place, item in enumerate(listed)]
    for prompt, place in prompts:
        answers = [_generation(item, at) for item, at in dicts(prompt, place)]
        if not answers:
            continue
        number = chosen([bool(answer.calls) for answer in answers])
        if len(answers) > 1:
            scan.note_alternatives(len(answers), number, place)
        scan.answer(answers[number])


def _generation(node: dict[str, Any], where: str) -> Entry:
    found = message(node.get("message"), f"{where}/message")
    return Entry("assistant", where, some_text(node.get("text"))) if found is None else message_entry(found)


def read_message(found: Message, scan: Scan) -> None:
    """Emit a message, or add a chunk to its message."""
    writings: Writings = scan.collector(ID, Writings)
    if found.chunk and found.kind == "ai":
        add_chunk(writings, found.fields, found.where, scan)
        return
    entry = message_entry(found)
    writings.whole(found.fields.get("id") if entry.role == "assistant" else None, entry)
    scan.entry(entry)


def messages(value: Any, where: str) -> list[Entry] | None:
    """A list of messages, perhaps in the list of prompts, as entries; None when it is none."""
    while isinstance(value, dict) and isinstance(value.get("messages"), list):
        value, where = value["messages"], f"{where}/messages"
    if isinstance(value, list) and value and isinstance(value[0], list):
        value, where = value[0], f"{where}/0"
    found = [message(item, place) for item, place in dicts(value, where)]
    return [message_entry(item) for item in found if item is not None] if found and None not in found else None


def message_entry(found: Message) -> Entry:
    """A message as an entry."""
    kind, _, fields, where = found
    content = fields.get("content")
    if _ROLES[kind] == "tool":
        return Entry("tool", where, content, None, [_result(fields)])
    written = fields.get("role")
    role = written if kind == "chat" and isinstance(written, str) else _ROLES[kind]
    if role != "assistant":
        return Entry(role, where, content)
    results = [_block_result(block) for block, _ in dicts(content, "") if _is_block_result(block)]
    return Entry(role, where, content, _calls(fields, where), results)


def _result(fields: dict[str, Any]) -> ResultRecord:
    identity = call_id(fields.get("tool_call_id"))
    return ResultRecord(identity, some_text(fields.get("name")), marked_failed(fields), fields.get("content"))


def tool_result(value: Any) -> ResultRecord | None:
    """The tool message that a tool's run gave back, also where it was only printed."""
    if isinstance(value, dict) and len(value) == 1 and "output" in value:
        value = value["output"]
    found = message(value, "")
    if found is not None and found.kind == "tool":
        return _result(found.fields)
    if isinstance(value, str) and value.startswith("content="):
        _, mark, rest = value.rpartition(" tool_call_id='")
        if mark:
            return ResultRecord(call_id(rest.partition("'")[0]), None, "status='error'" in rest or None, value)
    return None


def _calls(fields: dict[str, Any], where: str) -> list[CallRecord]:
    """The calls of an answer. `tool_calls` is the only source where it holds any (rule M2), but for the provider's
    own tools, which stand in the content alone."""
    more = fields.get("additional_kwargs")
    more = more if isinstance(more, dict) else {}
    calls = [
        call
        for key in ("tool_calls", "invalid_tool_calls")
        if isinstance(fields.get(key), list)
        for call in read_tool_calls(fields[key], f"{where}/{key}")
    ]
    said = [
        call
        for listed, place in (
            (fields.get("content"), "content"),
            (more.get("tool_outputs"), "additional_kwargs/tool_outputs"),
        )
        for block, at in dicts(listed, f"{where}/{place}")
        if (call := _block_call(block, at)) is not None
    ]
    raw = more.get("tool_calls")
    others = read_tool_calls(raw, f"{where}/additional_kwargs/tool_calls") if isinstance(raw, list) else []
    if calls:
        known = {call.id for call in calls}
        order = {call.id: place for place, call in reversed(list(enumerate(others or said)))}
        if fields.get("invalid_tool_calls"):
            calls.sort(key=lambda call: order.get(call.id, len(order)))
        return [call for call in said if call.provider and call.id not in known] + calls
    if said and not all(call.provider for call in said):
        return said
    legacy = more.get("function_call")
    if not others and isinstance(legacy, dict) and isinstance(legacy.get("name"), str):
        others = [CallRecord(legacy["name"], legacy.get("arguments"), f"{where}/additional_kwargs/function_call")]
    return said + others


def _block_call(block: dict[str, Any], where: str) -> CallRecord | None:
    """The call in a block of content: LangChain's own blocks, or a provider's."""
    kind, name = block.get("type"), some_text(block.get("name"))
    if not isinstance(kind, str):
        return None
    if kind in ("tool_call", "invalid_tool_call", "server_tool_call"):
        identity, server = call_id(block.get("id")), kind == "server_tool_call"
        return None if name is None else CallRecord(name, block.get("args"), where, identity, provider=server)
    if kind in anthropic_messages.CALLS:
        identity, server = call_id(block.get("id")), anthropic_messages.CALLS[kind]
        return None if name is None else CallRecord(name, block.get("input"), where, identity, provider=server)
    if kind == "executable_code":
        code = {"language": block.get("language"), "code": block.get("executable_code")}
        return CallRecord("code_execution", code, where, call_id(block.get("id")), provider=True)
    return openai_responses.item_call(kind, block, where) if kind.endswith("_call") else None


def _is_block_result(block: dict[str, Any]) -> bool:
    kind = block.get("type")
    return (
        isinstance(kind, str) and kind.endswith("tool_result") and ("tool_call_id" in block or "tool_use_id" in block)
    )


def _block_result(block: dict[str, Any]) -> ResultRecord:
    if "tool_use_id" in block:
        return anthropic_messages.block_result(block)
    return ResultRecord(call_id(block["tool_call_id"]), None, marked_failed(block), first(block, "output", "content"))


FORMAT = Format(ID, TITLE, ("type", "messages", "values", "generations"), claims, read)
