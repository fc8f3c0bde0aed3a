"""Messages API, batches: a record with `custom_id` for each request or result."""

from __future__ import annotations

from typing import Any

from .scan import Format, Scan


def claims(node: dict[str, Any]) -> bool:
    """A result (`result.type`) or a request (`params`) with a `custom_id`."""
    if not isinstance(node["custom_id"], str):
        return False
    result = node.get("result")
    if isinstance(result, dict):
        return result.get("type") in ("succeeded", "errored", "canceled", "expired")
    return isinstance(node.get("params"), dict) and "messages" in node["params"]


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Every record is a run of its own; one that failed has no message."""
    scan.new_run()
    for key in ("params", "result"):
        if isinstance(node.get(key), dict):
            scan.visit_children(node[key], f"{where}/{key}")


FORMAT = Format("anthropic-batch", "Messages API (batch)", ("custom_id",), claims, read)
