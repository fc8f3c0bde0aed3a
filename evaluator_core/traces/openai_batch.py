"""OpenAI batches (also Azure's and Mistral's): a record with `custom_id` for each request or answer."""

from __future__ import annotations

from typing import Any

from .scan import Format, Scan


def claims(node: dict[str, Any]) -> bool:
    """An answer (`response.body`, or null and an `error`) or a request (`body`) with a `custom_id`."""
    if not isinstance(node["custom_id"], str):
        return False
    response = node.get("response")
    if isinstance(response, dict):
        return "body" in response
    return ("response" in node and "error" in node) or ("body" in node and "url" in node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Every record is a run of its own. The body is an answer or a request in any format, or its text."""
    scan.new_run()
    response = node.get("response")
    holders = ((node, where), (response if isinstance(response, dict) else {}, f"{where}/response"))
    for holder, place in holders:
        body = holder.get("body")
        if isinstance(body, str):
            scan.visit_text(body, f"{place}/body")
        else:
            scan.visit(body, f"{place}/body")


FORMAT = Format("openai-batch", "OpenAI Batch", ("custom_id",), claims, read)
