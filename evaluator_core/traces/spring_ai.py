"""Spring AI: messages with a `messageType`, and chat responses (`results[].output`)."""

from __future__ import annotations

from typing import Any

from .openai_chat import read_tool_calls
from .records import Entry, ResultRecord, call_id, chosen, dicts, first, some_text
from .scan import Format, Scan, list_of_dicts

_SIGNS = ("text", "textContent", "content", "toolCalls", "responses")
_ROLES = ("user", "assistant", "system", "tool")


def _role(node: Any) -> str | None:
    kind = node.get("messageType") if isinstance(node, dict) else None
    return kind.lower() if isinstance(kind, str) and kind.lower() in _ROLES else None


def _is_generation(node: Any) -> bool:
    output = node.get("output") if isinstance(node, dict) else None
    return isinstance(output, dict) and (_role(output) is not None or isinstance(output.get("toolCalls"), list))


def claims(node: dict[str, Any]) -> bool:
    """A message, a response, or the one generation that a response repeats as its `result`."""
    if "messageType" in node:
        return _role(node) is not None and any(sign in node for sign in _SIGNS)
    if "results" in node:
        return list_of_dicts(node["results"]) and _is_generation(node["results"][0])
    return _is_generation(node.get("result"))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message, or the one generation that counts."""
    if "messageType" in node:
        scan.entry(_message(node, where))
        return
    if "results" in node:
        found = [item for item in dicts(node["results"], f"{where}/results") if _is_generation(item[0])]
    else:
        found = [(node["result"], f"{where}/result")]
    messages = [_message(item["output"], f"{place}/output") for item, place in found]
    number = chosen([bool(message.calls) for message in messages])
    if len(messages) > 1:
        scan.note_alternatives(len(messages), number, f"{where}/results")
    scan.answer(messages[number])


def _message(node: dict[str, Any], where: str) -> Entry:
    text = first(node, "text", "textContent", "content")
    results = [
        ResultRecord(call_id(item.get("id")), some_text(item.get("name")), None, item.get("responseData"))
        for item, _ in dicts(node.get("responses"), "")
    ]
    listed = node.get("toolCalls")
    calls = read_tool_calls(listed, f"{where}/toolCalls") if isinstance(listed, list) else None
    return Entry(_role(node) or "assistant", where, text, calls, results)


FORMAT = Format("spring-ai", "Spring AI", ("messageType", "results", "result"), claims, read)
