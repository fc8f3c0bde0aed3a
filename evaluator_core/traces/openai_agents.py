"""OpenAI Agents SDK: items of a run (Python and JavaScript), its result or saved state, its stream of events.

An item wraps an item of the Responses API (`raw_item`); in JavaScript that has `callId`, and the tools that OpenAI
runs are `hosted_tool_call`. Traces of the SDK are read in `openai_agents_spans.py`.
"""

from __future__ import annotations

from typing import Any

from .openai_responses import item_call, item_entry
from .records import CallRecord, Entry, ResultRecord, call_id, first, marked_failed, some_text
from .scan import Format, Scan

ID, TITLE = "openai-agents-sdk", "OpenAI Agents SDK"

_ITEMS = (
    "tool_call_item", "tool_call_output_item", "handoff_call_item", "handoff_output_item", "message_output_item",
    "reasoning_item", "mcp_list_tools_item", "mcp_approval_request_item", "mcp_approval_response_item",
    "tool_search_call_item", "tool_search_output_item", "compaction_item", "tool_approval_item",
)  # fmt: skip
_LISTS = ("new_items", "newItems", "generated_items", "generatedItems", "_generated_items", "_generatedItems")
_ANY_LIST = frozenset(_LISTS)
_GIVEN = ("input", "original_input", "originalInput", "_originalInput", "_original_input")
_ASIDE = ("mcp_list_tools", "mcp_approval_request", "mcp_approval_response")


def _raw(node: dict[str, Any]) -> tuple[Any, str]:
    return (node["raw_item"], "raw_item") if "raw_item" in node else (node.get("rawItem"), "rawItem")


def _is_item(node: Any) -> bool:
    if node.__class__ is not dict:
        return False
    kind = node.get("type")
    return kind.__class__ is str and kind in _ITEMS and _raw(node)[0].__class__ is dict


def _is_script(node: dict[str, Any]) -> bool:
    """An item as the SDK for JavaScript writes it."""
    kind = node.get("type")
    if kind.__class__ is not str:
        return False
    if kind == "hosted_tool_call":
        return isinstance(node.get("name"), str)
    return kind.endswith(("_call", "_call_result", "_call_output")) and "callId" in node and "call_id" not in node


def _items_key(node: dict[str, Any]) -> str | None:
    if _ANY_LIST.isdisjoint(node):
        return None
    return next((key for key in _LISTS if isinstance(node.get(key), list) and any(map(_is_item, node[key]))), None)


def claims(node: dict[str, Any]) -> bool:
    """A result or state with items, an item, or a raw event beside the items of a stream."""
    if "type" in node and (_is_item(node) or _is_script(node)):
        return True
    if node.get("type") == "raw_response_event":
        return isinstance(node.get("data"), dict)
    return _items_key(node) is not None


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the item, or the items of a result (its raw responses and its history repeat them)."""
    if node.get("type") == "raw_response_event":
        scan.collector(ID, lambda: _Raw(scan)).events.append((node["data"], f"{where}/data"))
    elif _is_item(node):
        scan.collector(ID, lambda: _Raw(scan)).repeated = True
        if node["type"] != "tool_approval_item":
            raw, key = _raw(node)
            _emit(raw, f"{where}/{key}", _agent(node.get("agent")), scan)
    elif "type" in node and _is_script(node):
        _emit(node, where, None, scan)
    else:
        key = _items_key(node) or ""
        scan.visit_children({name: node[name] for name in _GIVEN if isinstance(node.get(name), list)}, where)
        scan.visit_list(node[key], f"{where}/{key}", output=True)


def _agent(written: Any) -> str | None:
    return some_text(written.get("name")) if isinstance(written, dict) else some_text(written)


def _emit(raw: dict[str, Any], where: str, agent: str | None, scan: Scan) -> None:
    entry = _entry(raw, where, scan)
    if entry is not None:
        entry.calls = [call._replace(agent=agent) for call in entry.calls]
        scan.entry(entry)


def _entry(raw: dict[str, Any], where: str, scan: Scan) -> Entry | None:
    kind = raw.get("type")
    if not isinstance(kind, str):  # a message of Chat Completions
        return Entry("assistant", where, raw.get("content"), continues=True) if "content" in raw else None
    if kind == "hosted_tool_call":
        call = _hosted(raw, where)
        return Entry("assistant", where, None, [call], continues=True) if call is not None else None
    if kind.endswith("_result"):
        identity = call_id(first(raw, "callId", "call_id"))
        failed = True if marked_failed(raw) else None
        result = ResultRecord(identity, some_text(raw.get("name")), failed, raw.get("output"))
        return Entry("tool", where, raw.get("output"), None, [result])
    return item_entry(raw, where, scan)


def _hosted(raw: dict[str, Any], where: str) -> CallRecord | None:
    """A tool that OpenAI ran: what is special to it stands in `providerData`."""
    name = raw.get("name")
    if not isinstance(name, str) or not name or name in _ASIDE:
        return None
    data = raw.get("providerData")
    data = data if isinstance(data, dict) else {}
    kind = data.get("type", name)
    call = item_call(kind, {**raw, **data}, where) if isinstance(kind, str) else None
    failed = True if marked_failed(raw) else None
    written = CallRecord(name.removesuffix("_call"), raw.get("arguments"), where, call_id(raw.get("id")), failed, True)
    if call is not None:
        written = call._replace(arguments=call.arguments or raw.get("arguments"), provider=True)
    return written._replace(result=raw.get("output"))


class _Raw:
    """The raw events of a stream. The items repeat them, so they are read only where there are none."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.events: list[tuple[dict[str, Any], str]] = []
        self.repeated = False

    def finish(self) -> None:
        if not self.repeated:
            for event, where in self.events:
                self.scan.visit(event, where)


FORMAT = Format(ID, TITLE, ("type", *_LISTS), claims, read)
