"""OpenAI Responses, streamed: `response.*` events. One call is seen up to five times; here it becomes one.

Items are gathered by call id, item id or place (`output_index`). What an event leaves empty never replaces
what is known; the text of deltas counts only where no later event brings it whole.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .openai_responses import item_entry
from .records import Entry
from .scan import Format, Scan

_TEXT_FIELDS = {
    "function_call": "arguments",
    "mcp_call": "arguments",
    "custom_tool_call": "input",
    "code_interpreter_call": "code",
}
_JOINED = (
    "function_call_arguments", "mcp_call_arguments", "mcp_call.arguments", "custom_tool_call_input",
    "code_interpreter_call_code", "code_interpreter_call.code", "output_text", "text", "audio_transcript",
    "output_audio_transcript",
)  # fmt: skip
"""Events `response.NAME.delta` and `response.NAME.done` that bring an item's text."""


class Item:
    """One output item in the making."""

    def __init__(self, where: str, rank: int) -> None:
        self.where = where
        self.rank = rank
        self.known: dict[str, Any] = {}
        self.pieces: list[str] = []
        self.whole: str | None = None

    def learn(self, node: dict[str, Any], where: str) -> None:
        """What an event says of the item; empty values replace nothing."""
        if not self.known:
            self.where = where
        for key, value in node.items():
            if key not in self.known or value not in (None, "", [], {}):
                self.known[key] = value

    def may_be(self, node: dict[str, Any]) -> bool:
        """Whether the item can be the one that has this call id and type."""
        return all(not node.get(key) or self.known.get(key) in (None, "", node[key]) for key in ("call_id", "type"))

    def add(self, kind: str, node: dict[str, Any]) -> None:
        """A delta of the item's text, or its end with the whole text."""
        if kind.endswith(".delta"):
            if isinstance(node.get("delta"), str):
                self.pieces.append(node["delta"])
            return
        for field in ("arguments", "input", "code", "text", "transcript"):
            if isinstance(node.get(field), str):
                self.whole = node[field]

    def entry(self, scan: Scan) -> Entry | None:
        """The item as far as it is known."""
        node = self.known
        if not isinstance(node.get("type"), str):
            return None
        text = self.whole if self.whole is not None else "".join(self.pieces)
        field = _TEXT_FIELDS.get(node["type"], "")
        if field and not node.get(field):
            node[field] = text
        entry = item_entry(node, self.where, scan)
        if entry is not None and node["type"] == "message" and text:
            entry.content = text
        return entry


class Items:
    """The items of one answer, or of a whole session."""

    in_order_of_place = True
    """Sort by `output_index`, where given; else items stand in the order in which they were met."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._items: list[Item] = []
        self._places: list[Entry] = []
        self._known: dict[Hashable, Item] = {}

    def item(
        self,
        node: dict[str, Any],
        where: str,
        index: Any = None,
        scope: Any = None,
        *,
        continues: bool = True,
    ) -> Item:
        """The item that has the ids or the place of `node`, else a new one, announced as an entry.

        Ids go before the place: some servers give every item the same one.
        """
        output = str(node.get("type")).endswith("_output")
        names: list[Hashable] = [
            (key, node[key], output) for key in ("call_id", "id") if isinstance(node.get(key), str) and node[key]
        ]
        if isinstance(index, int):
            names.append(("index", scope if isinstance(scope, str) else None, index))
        found = next((self._known[n] for n in names if n in self._known and self._known[n].may_be(node)), None)
        if found is None:
            ranked = self.in_order_of_place and isinstance(index, int)
            found = Item(where, index if ranked else len(self._items))
            self._items.append(found)
            self._places.append(Entry("assistant", where, continues=continues and len(self._items) > 1))
            self._scan.answer(self._places[-1])
        self._known |= dict.fromkeys(names, found)
        return found

    def finish(self) -> None:
        """Fill the announced entries, in order of rank."""
        for place, item in zip(self._places, sorted(self._items, key=lambda item: item.rank), strict=True):
            entry = item.entry(self._scan)
            if entry is not None:
                place.role, place.where, place.content = entry.role, entry.where, entry.content
                place.calls, place.results = entry.calls, entry.results


class _Answers:
    """All streamed answers of a paste."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._all: list[Items] = []
        self._response: Any = None
        self._number = -1

    def current(self, node: dict[str, Any]) -> Items:
        """The answer an event belongs to: a new one where it is created, or where the events count anew."""
        response = node.get("response")
        identity = response.get("id") if isinstance(response, dict) else None
        number = node.get("sequence_number")
        number = number if isinstance(number, int) else self._number
        if (
            not self._all
            or node["type"] == "response.created"
            or (identity is not None and self._response is not None and identity != self._response)
            or number < self._number
        ):
            self._all.append(Items(self._scan))
            self._response = None
        self._response = identity if identity is not None else self._response
        self._number = number
        return self._all[-1]

    def finish(self) -> None:
        for items in self._all:
            items.finish()


def claims(node: dict[str, Any]) -> bool:
    """An event whose type starts with `response.`."""
    kind = node["type"]
    if not isinstance(kind, str) or not kind.startswith("response."):
        return False
    return any(key in node for key in ("response", "item", "item_id", "output_index", "sequence_number"))


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the event to its answer."""
    answers: _Answers = scan.collector("openai-responses-stream", lambda: _Answers(scan))
    take(answers.current(node), node, where)


def take(items: Items, node: dict[str, Any], where: str, scope: Any = None, *, continues: bool = True) -> None:
    """Add an event to the items. `scope` tells the places (`output_index`) of several answers apart."""
    kind = node["type"].removeprefix("response.")
    index = node.get("output_index")
    item = node.get("item")
    response = node.get("response")
    if isinstance(item, dict):
        below = f"{where}/item"
        items.item(item, below, index, scope, continues=continues).learn(item, below)
    elif isinstance(response, dict) and isinstance(response.get("output"), list):
        for position, item in enumerate(response["output"]):
            if isinstance(item, dict):
                below = f"{where}/response/output/{position}"
                items.item(item, below, position, scope, continues=continues).learn(item, below)
    elif kind.rpartition(".")[0] in _JOINED or kind == "mcp_call.failed":
        named = {"id": node.get("item_id"), "call_id": node.get("call_id")}
        found = items.item(named, where, index, scope, continues=continues)
        if kind == "mcp_call.failed":
            found.learn({"status": "failed"}, where)
            return
        found.add(kind, node)
        if kind.startswith("function_call") and isinstance(node.get("name"), str) and not found.known:
            found.learn({"type": "function_call", "name": node["name"], "call_id": node.get("call_id")}, where)


FORMAT = Format("openai-responses-stream", "OpenAI Responses (stream)", ("type",), claims, read)
