"""Semantic Kernel: messages with `items`, as Python and .NET write them, whole and streamed."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .microsoft_contents import Fields, fields, key_named, kind_of_content, role_of
from .records import CallRecord, Entry, ResultRecord, call_id, dicts, first, some_text
from .scan import Format, Scan, list_of_dicts

_CALLS = {"functioncall", "streamingfunctioncallupdate"}
_RESULT = "functionresult"
_KNOWN = {
    *_CALLS, _RESULT, "text", "streamingtext", "image", "audio", "binary", "filereference", "streamingfilereference",
    "annotation", "streamingannotation", "reasoning", "streamingreasoning", "action",
}  # fmt: skip


def _kind(item: Any) -> str:
    return kind_of_content(item, "content_type", "$type", "contentType", "ContentType")


def claims(node: dict[str, Any]) -> bool:
    """A message with typed items, or one such item that is a call or a result."""
    key = next((key for key in ("items", "Items") if key in node), None)
    if key is None:
        kind = _kind(node)
        return (kind in _CALLS or kind == _RESULT) and _name(fields(node)) is not None
    items = node[key]
    return list_of_dicts(items) and ("role" in node or "Role" in node) and any(_kind(item) in _KNOWN for item in items)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message or item, or add what is streamed to its message."""
    message = fields(node)
    key = key_named(node, "items")
    alone = key not in node
    listed = [(node, where)] if alone else list(dicts(node[key], f"{where}/{key}"))
    agent = some_text(first(message, "name", "authorname")) if not alone else None
    calls, results, said = [], [], []
    for item, place in listed:
        kind, content = _kind(item), fields(item)
        name = _name(content)
        if kind in _CALLS and name is not None:
            calls.append(CallRecord(name, content.get("arguments"), place, _id(content, "id", "callid"), agent=agent))
        elif kind == _RESULT:
            results.append(ResultRecord(_id(content, "callid", "id"), name, None, content.get("result")))
        elif kind in ("text", "streamingtext"):
            said.append(content.get("text"))
    text = "\n".join(part for part in said if isinstance(part, str)) or message.get("content")
    role = role_of(message.get("role")) or ("tool" if results else "assistant")
    if "choiceindex" in message and not results and role == "assistant":
        _stream(listed, where, text, scan)
        return
    if "choiceindex" in message:
        scan.collector("semantic-kernel", Streams).forget(None)
    scan.entry(Entry(role, where, text, calls, results))


def _id(content: Fields, *keys: str) -> str | None:
    return next((identity for key in keys if (identity := call_id(content.get(key)))), None)


def _name(content: Fields) -> str | None:
    """The name that the model saw: with its plugin before it."""
    name, function = some_text(content.get("name")), some_text(content.get("functionname"))
    plugin = some_text(content.get("pluginname"))
    return name or (f"{plugin}-{function}" if plugin and function else function)


def _stream(listed: list[tuple[dict[str, Any], str]], where: str, text: Any, scan: Scan) -> None:
    message = scan.collector("semantic-kernel", Streams).message(None, lambda: scan.open_answer(where, in_list=True))
    message.say(text)
    for item, place in listed:
        content = fields(item)
        if _kind(item) in _CALLS:
            message.add(
                place, key=first(content, "index", "functioncallindex"), id=_id(content, "id", "callid"),
                name=_name(content), arguments=content.get("arguments"),
            )  # fmt: skip


FORMAT = Format(
    "semantic-kernel", "Semantic Kernel", ("items", "Items", "content_type", "$type", "contentType", "ContentType"),
    claims, read,
)  # fmt: skip
