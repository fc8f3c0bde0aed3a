"""Gemini Live: `toolCall`, `toolResponse` and `toolCallCancellation` messages."""

from __future__ import annotations

from typing import Any

from .gemini import function_call, function_response
from .records import Entry
from .scan import Format, Scan

_CALLS = (("toolCall", "functionCalls"), ("tool_call", "function_calls"))
_RESPONSES = (("toolResponse", "functionResponses"), ("tool_response", "function_responses"))
_CANCELLED = (("toolCallCancellation", "ids"), ("tool_call_cancellation", "ids"))


def _listed(node: dict[str, Any], keys: tuple[tuple[str, str], ...]) -> tuple[str, list[Any]] | None:
    for outer, inner in keys:
        value = node.get(outer)
        if isinstance(value, dict) and isinstance(value.get(inner), list):
            return f"{outer}/{inner}", value[inner]
    return None


def claims(node: dict[str, Any]) -> bool:
    """A message with one of these lists."""
    return any(_listed(node, keys) is not None for keys in (_CALLS, _RESPONSES, _CANCELLED))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit calls and responses. A cancelled call was made all the same."""
    found = _listed(node, _CALLS)
    if found is not None:
        path, items = found
        calls = [function_call(item, f"{where}/{path}/{i}") for i, item in enumerate(items) if isinstance(item, dict)]
        scan.answer(Entry("assistant", where, None, [call for call in calls if call is not None]))
    found = _listed(node, _RESPONSES)
    if found is not None:
        results = [function_response(item) for item in found[1] if isinstance(item, dict)]
        scan.answer(Entry("tool", where, None, None, results))
    found = _listed(node, _CANCELLED)
    if found is not None and found[1]:
        scan.note("cancelled", "the trace cancels calls after they were made; they count as made")


FORMAT = Format(
    "gemini-live",
    "Gemini Live",
    tuple(outer for outer, _ in (*_CALLS, *_RESPONSES, *_CANCELLED)),
    claims,
    read,
)
