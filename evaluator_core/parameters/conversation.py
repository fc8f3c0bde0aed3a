"""The texts that a call's values may come from: the context that is given, and what the trace held before the call.

User and system texts count, and results of *earlier* calls; what the agent itself said does not. A result is earlier
when its call stands in an earlier message: calls of one message cannot know each other's results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..calls import ToolCall
from ..errors import InputError, Place
from ..grounding import Source
from ..json_text import check_value, decode, decode_value, encode
from ..pointers import escape
from ..traces import Trace
from ..traces.records import plain_text

_ROLES = ("user", "system", "human", "developer", "tool", "function", "")
_OF_THE_AGENT = ("assistant", "model", "ai", "bot", "agent")


class Said(NamedTuple):
    """A text of the context."""

    name: str
    text: str
    role: str


def read_context(written: Any) -> list[Said]:
    """The texts of a context: a text, a list of texts, messages, or pasted JSON of these. Raises `InputError`."""
    if isinstance(written, str):
        if written.lstrip()[:1] in ("[", "{"):
            try:
                documents = decode(written).documents
            except InputError:
                documents = []
            if documents:
                value = documents[0] if len(documents) == 1 else documents
                return list(_said(value, "context"))
        return [Said("context", written, "user")] if written.strip() else []
    check_value(written)
    return list(_said(written, "context"))


def _said(value: Any, name: str, role: str = "user") -> Iterator[Said]:
    if isinstance(value, str):
        if value.strip():
            yield Said(name, value, role)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _said(item, f"{name}/{index}", role)
    elif isinstance(value, dict):
        yield from _of_object(value, name, role)
    elif value is not None:
        raise InputError(
            "bad_context",
            'the context is a text, a list of texts, or messages such as [{"role": "user", "content": "…"}]',
            place=Place(where="context", path="$"),
        )


def _of_object(value: dict[str, Any], name: str, role: str) -> Iterator[Said]:
    written = value.get("role", value.get("type"))
    own = written.lower() if isinstance(written, str) else role
    if own in _OF_THE_AGENT:
        return
    for key in ("messages", "content", "parts", "text", "value"):
        if key in value:
            inner = value[key]
            below = f"{name}/{escape(key)}"
            yield from _said(inner, below, own if own in _ROLES else role) if isinstance(inner, str | list) else ()
            return
    for key, child in value.items():
        if isinstance(child, str | list):
            yield from _said(child, f"{name}/{escape(key)}", role)


def sources_of(context: Sequence[Said], trace: Trace) -> tuple[list[Source], bool]:
    """The sources in the order of their appearance, and whether any word of a user is among them."""
    found = [Source(said.name, said.text) for said in context]
    by_user = any(said.role in ("user", "human", "") for said in context)
    known = {source.text for source in found}
    results = list(_results(trace.calls))
    for message in trace.messages:
        spoken = message.role in ("user", "system")
        if not spoken and not (message.role == "tool" and not results):
            continue
        by_user = by_user or message.role == "user"
        if message.text not in known:
            known.add(message.text)
            found.append(Source(f"trace{message.source or ''}", message.text, message.position))
    return found + results, by_user


def _results(calls: Sequence[ToolCall]) -> Iterator[Source]:
    since = _next_message(calls)
    for index, call in enumerate(calls):
        if call.result is not None and (text := _result_text(call.result)):
            yield Source(f"calls/{index}/result", text, since[index])


def _next_message(calls: Sequence[ToolCall]) -> list[int]:
    """For each call the index of the first call of a later message."""
    since = [0] * len(calls)
    for index in range(len(calls) - 1, -1, -1):
        same = (
            index + 1 < len(calls)
            and calls[index].turn is not None
            and (calls[index].turn, calls[index].run) == (calls[index + 1].turn, calls[index + 1].run)
        )
        since[index] = since[index + 1] if same else index + 1
    return since


def _result_text(result: Any) -> str:
    if isinstance(result, str):
        if "\\u" in result and result.lstrip()[:1] in ("{", "["):
            try:
                return encode(decode_value(result).value)
            except ValueError:
                return result
        return result
    return plain_text(result) or encode(result)
