"""A2A: tasks, messages and artifacts of parts; ADK agents put their tool calls into data parts."""

from __future__ import annotations

from typing import Any

from .gemini import function_call, function_response
from .records import CallRecord, Entry, ResultRecord, dicts
from .scan import Format, Scan, list_of_dicts

_KINDS = ("text", "data", "file")
_OWNERS = ("messageId", "message_id", "artifactId", "artifact_id")


def claims(node: dict[str, Any]) -> bool:
    """A task, or a message or artifact: parts of A2A's kinds, or an owner's id."""
    if "parts" in node:
        parts = node["parts"]
        return list_of_dicts(parts) and (any(key in node for key in _OWNERS) or any(map(_is_part, parts)))
    status = node.get("status")
    return (
        isinstance(status, dict)
        and isinstance(status.get("state"), str)
        and (node.get("kind") in ("task", "status-update") or "contextId" in node or "context_id" in node)
    )


def _is_part(part: Any) -> bool:
    if not isinstance(part, dict):
        return False
    kind = part.get("kind", part.get("type"))
    return kind in _KINDS and kind in part if "kind" in part else _adk_type(part) is not None


def _adk_type(part: dict[str, Any]) -> str | None:
    metadata = part.get("metadata")
    found = metadata.get("adk_type") if isinstance(metadata, dict) else None
    return found if isinstance(found, str) and isinstance(part.get("data"), dict) else None


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message; of a task its history, then its status and artifacts."""
    if "parts" in node:
        scan.entry(_message(node, where))
        return
    scan.visit_children({key: node[key] for key in ("history", "status", "artifacts") if key in node}, where)


def _message(node: dict[str, Any], where: str) -> Entry:
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    for part, place in dicts(node["parts"], f"{where}/parts"):
        kind = _adk_type(part)
        if kind is None:
            continue
        data, place = part["data"], f"{place}/data"
        if data.keys() == {"data"} and isinstance(data["data"], dict):
            data, place = data["data"], f"{place}/data"
        call = function_call(data, place) if kind == "function_call" else None
        if call is not None:
            calls.append(call)
        elif kind == "function_response":
            results.append(function_response(data))
    role = node.get("role")
    is_user = isinstance(role, str) and role.lower().removeprefix("role_") == "user"
    role = "user" if is_user else "tool" if results and not calls else "assistant"
    return Entry(role, where, node["parts"], calls, results, same_ids=True)


FORMAT = Format("a2a", "A2A", ("parts", "status"), claims, read)
