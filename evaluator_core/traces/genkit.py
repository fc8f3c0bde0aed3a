"""Genkit: messages whose content parts have `toolRequest` or `toolResponse`; responses and their requests."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, chosen, dicts, marked_failed, some_text
from .scan import Format, Scan, list_of_dicts


def _is_request(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str)


def _is_part(part: Any) -> bool:
    return isinstance(part, dict) and (_is_request(part.get("toolRequest")) or _is_request(part.get("toolResponse")))


def _is_message(node: Any) -> bool:
    if not isinstance(node, dict) or not isinstance(node.get("role"), str):
        return False
    content = node.get("content")
    return list_of_dicts(content) and (
        (node["role"] == "model" and not any("type" in part for part in content if isinstance(part, dict)))
        or any(map(_is_part, content))
    )


def _candidates(node: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The messages of a response: one, or those of the candidates that old versions list."""
    if _is_message(node.get("message")):
        return [(node["message"], "message")]
    return [
        (item["message"], f"{place}/message")
        for item, place in dicts(node.get("candidates"), "candidates")
        if _is_message(item.get("message"))
    ]


def claims(node: dict[str, Any]) -> bool:
    """A message, a response, or a bare part."""
    if "role" in node:
        return _is_message(node) and (node["role"] == "model" or any(map(_is_part, node["content"])))
    if "message" in node or "candidates" in node:
        return bool(_candidates(node)) and any(key in node for key in ("finishReason", "request", "candidates"))
    return _is_part(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message or part; of a response its request's messages and its answer (`raw` repeats that)."""
    if "role" in node:
        scan.entry(_message(node, where))
        return
    found = _candidates(node)
    if not found:
        entry = _content([node], [where], "model")
        entry.continues = True
        scan.entry(entry)
        return
    request = node.get("request")
    messages = request.get("messages") if isinstance(request, dict) else None
    if isinstance(messages, list):
        scan.thread([_message(item, place) for item, place in dicts(messages, f"{where}/request/messages")])
    entries = [_message(message, f"{where}/{place}") for message, place in found]
    number = chosen([bool(entry.calls) for entry in entries])
    if len(entries) > 1:
        scan.note_alternatives(len(entries), number, f"{where}/candidates")
    scan.answer(entries[number])


def _message(node: dict[str, Any], where: str) -> Entry:
    content = node.get("content")
    content = content if isinstance(content, list) else []
    role = node.get("role")
    entry = _content(
        content, [f"{where}/content/{i}" for i in range(len(content))], role if isinstance(role, str) else ""
    )
    entry.where = where
    return entry


def _content(content: list[Any], places: list[str], role: str) -> Entry:
    calls, results = [], []
    for part, place in zip(content, places, strict=True):
        if not isinstance(part, dict):
            continue
        request, response = part.get("toolRequest"), part.get("toolResponse")
        if isinstance(request, dict) and _is_request(request) and request.get("partial") is not True:
            calls.append(
                CallRecord(request["name"], request.get("input"), f"{place}/toolRequest", call_id(request.get("ref")))
            )
        if isinstance(response, dict):
            results.append(
                ResultRecord(call_id(response.get("ref")), some_text(response.get("name")), marked_failed(response),
                             response.get("output"))
            )  # fmt: skip
    if role == "model":
        role = "tool" if results and not calls else "assistant"
    return Entry(role, places[0] if places else "", content, calls, results)


FORMAT = Format("genkit", "Genkit", ("content", "message", "candidates", "toolRequest", "toolResponse"), claims, read)
