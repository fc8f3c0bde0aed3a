"""Goose: messages whose content has `toolRequest` and `toolResponse` parts."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id, dicts, marked_failed
from .scan import Format, Scan

_PARTS = {"toolRequest": "toolCall", "frontendToolRequest": "toolCall", "toolResponse": "toolResult"}


def _outcome(part: Any) -> dict[str, Any] | None:
    """What a part holds: a status with a value or an error."""
    kind = part.get("type") if isinstance(part, dict) else None
    held = part.get(_PARTS[kind]) if isinstance(kind, str) and kind in _PARTS else None
    return held if isinstance(held, dict) else None


def claims(node: dict[str, Any]) -> bool:
    """A message with such a part."""
    return (
        isinstance(node.get("role"), str) and isinstance(node["content"], list) and any(map(_outcome, node["content"]))
    )


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the message. A request that could not be read has no call."""
    calls, results = [], []
    for part, place in dicts(node["content"], f"{where}/content"):
        held = _outcome(part)
        if held is None:
            continue
        value, identity = held.get("value", held.get("Ok")), call_id(part.get("id"))
        if part["type"] == "toolResponse":
            failed = marked_failed(held)
            if isinstance(value, dict) and isinstance(value.get("isError"), bool):
                failed = value["isError"] or failed
            results.append(ResultRecord(identity, None, True if "Err" in held else failed, value))
        elif isinstance(value, dict) and isinstance(value.get("name"), str):
            calls.append(CallRecord(value["name"], value.get("arguments"), f"{place}/toolCall", identity))
    role = "tool" if results and not calls else node["role"]
    scan.entry(Entry(role, where, node["content"], calls, results))


FORMAT = Format("goose", "Goose", ("content",), claims, read)
