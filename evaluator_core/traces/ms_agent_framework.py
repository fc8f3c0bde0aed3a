"""Microsoft Agent Framework and Microsoft.Extensions.AI: messages with `contents`, from .NET and Python."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .microsoft_contents import fields, key_named, kind_of_content, role_of
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, first, folded, some_text
from .scan import Format, Scan, list_of_dicts

ID = "ms-agent-framework"

_CALLS = {"functioncall": False, "mcpservertoolcall": True, "codeinterpretertoolcall": True}
"""Kind of call → whether the provider runs it."""
_RESULTS = {"functionresult", "mcpservertoolresult", "codeinterpretertoolresult"}
_APPROVALS = {"functionapprovalrequest", "mcpservertoolapprovalrequest"}
_KNOWN = {
    *_CALLS, *_RESULTS, *_APPROVALS, "functionapprovalresponse", "mcpservertoolapprovalresponse", "text",
    "textreasoning", "reasoning", "data", "uri", "error", "usage", "hostedfile", "hostedvectorstore",
}  # fmt: skip
_RESPONSES = {"chatresponse", "agentresponse", "agentrunresponse"}


def _kind(content: Any) -> str:
    return kind_of_content(content, "$type", "type", "Type")


def _is_call(content: Any) -> bool:
    return _kind(content) in _CALLS or _kind(content) in _RESULTS


def claims(node: dict[str, Any]) -> bool:
    """A message or update with typed contents, a response with messages, or a content with `$type`."""
    key = next((key for key in ("contents", "Contents") if key in node), None)
    if key is None:
        if "$type" in node:
            return _is_call(node) and any(name in node for name in ("callId", "CallId", "call_id"))
        return _kind(node) in _RESPONSES and list_of_dicts(node.get("messages"))
    contents = node[key]
    if not list_of_dicts(contents):
        return False
    if "role" in node or "Role" in node:
        return any(_kind(content) in _KNOWN for content in contents)
    return any(map(_is_call, contents))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or add an update to the answer that is being streamed."""
    key = key_named(node, "contents")
    if key not in node and "$type" not in node:
        scan.visit_list(node["messages"], f"{where}/messages", output=True)
        return
    listed = list(dicts(node[key], f"{where}/{key}")) if key in node else [(node, where)]
    message = fields(node)
    agent = some_text(first(message, "authorname"))
    calls, results, said = [], [], []
    for item, place in listed:
        kind, content = _kind(item), fields(item)
        if kind in _CALLS:
            call = _call(kind, item, place)
            calls += [] if call is None else [call._replace(agent=agent)]
        elif kind in _RESULTS:
            failed = True if content.get("exception") or content.get("iserror") is True else None
            result = first(content, "result", "output", "outputs", "exception")
            results.append(ResultRecord(call_id(content.get("callid")), None, failed, result))
        elif kind == "text":
            said.append(content.get("text"))
        elif kind in _APPROVALS:
            scan.note_left_out("approval requests", 1, place)
    text = "\n".join(part for part in said if isinstance(part, str)) or None
    role = role_of(message.get("role")) or ("tool" if results and not calls else "assistant")
    update = message.get("type")
    streamed = isinstance(update, str) and folded(update).endswith("update")
    if streamed and role == "assistant" and not results:
        _stream(message, listed, where, text, scan)
        return
    if streamed:
        scan.collector(ID, Streams).forget(None)
    scan.entry(Entry(role, where, text, calls, results))


def _call(kind: str, item: dict[str, Any], where: str) -> CallRecord | None:
    content = fields(item)
    name = "code_interpreter" if kind.startswith("code") else some_text(first(content, "name", "toolname"))
    arguments = first(content, "arguments", "inputs")
    identity = call_id(first(content, "callid", "id"))
    return None if name is None else CallRecord(name, arguments, where, identity, provider=_CALLS[kind])


def _stream(
    message: dict[str, Any], listed: list[tuple[dict[str, Any], str]], where: str, text: str | None, scan: Scan
) -> None:
    """Fragments of a call have its id, or none after the first."""
    streams: Streams = scan.collector(ID, Streams)
    answer = streams.message(None, lambda: scan.open_answer(where, in_list=True))
    answer.say(text)
    for item, place in listed:
        kind, content = _kind(item), fields(item)
        if kind in _CALLS:
            answer.add(
                place, id=call_id(content.get("callid")), name=first(content, "name", "toolname"),
                arguments=first(content, "arguments", "inputs"), provider=_CALLS[kind],
            )  # fmt: skip


FORMAT = Format(ID, "Microsoft Agent Framework", ("contents", "Contents", "$type", "messages"), claims, read)
