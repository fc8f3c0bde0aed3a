"""Ollama's own chat API: `message` at top level with `done`; a stream has a line for each piece."""

from __future__ import annotations

from typing import Any

from .fragments import Streams
from .records import call_id
from .scan import Format, Scan


def claims(node: dict[str, Any]) -> bool:
    """An answer or a piece of one: a `message` beside a true or false `done`."""
    return isinstance(node["done"], bool) and isinstance(node.get("message"), dict) and "choices" not in node


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the piece to its answer, which ends with `done`. Every piece brings whole calls."""
    streams: Streams = scan.collector("ollama", Streams)
    answer = streams.message(None, lambda: scan.open_answer(where))
    message = node["message"]
    answer.say(message.get("content"))
    listed = message.get("tool_calls")
    for position, item in enumerate(listed if isinstance(listed, list) else ()):
        inner = item.get("function") if isinstance(item, dict) else None
        if isinstance(inner, dict):
            place = f"{where}/message/tool_calls/{position}"
            identity = call_id(item.get("id"))
            answer.add(place, key=place, id=identity, name=inner.get("name"), arguments=inner.get("arguments"))
    if node["done"]:
        streams.forget(None)


FORMAT = Format("ollama", "Ollama", ("done",), claims, read)
