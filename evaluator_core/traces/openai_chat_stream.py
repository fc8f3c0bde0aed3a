"""OpenAI Chat Completions, streamed: `chat.completion.chunk` objects whose deltas are joined."""

from __future__ import annotations

from typing import Any

from .fragments import Fragments
from .records import Entry, call_id, chosen
from .scan import Format, Scan, list_of_dicts


class _Answer:
    """One streamed completion with the fragments of its choices."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.choices: dict[int, Fragments] = {}
        self.finished = False

    def choice(self, index: Any) -> Fragments:
        index = index if isinstance(index, int) else 0
        if index not in self.choices:
            self.choices[index] = Fragments(Entry("assistant", self.entry.where))
        return self.choices[index]


class _Completions:
    """All streamed completions of a paste."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._last: dict[str | None, _Answer] = {}
        self._all: list[_Answer] = []

    def answer(self, key: str | None, where: str, more: bool) -> _Answer:
        """The completion with this id. Without ids, one ends where its choice is finished and more comes."""
        found = self._last.get(key)
        if found is None or (key is None and found.finished and more):
            found = self._last[key] = _Answer(Entry("assistant", where))
            self._all.append(found)
            self._scan.answer(found.entry)
        return found

    def finish(self) -> None:
        """Join the choices; of several, the one that counts goes into the entry."""
        for answer in self._all:
            choices = [answer.choices[index] for index in sorted(answer.choices)]
            if not choices:
                continue
            read = chosen([bool(choice) for choice in choices])
            if len(choices) > 1:
                self._scan.note_alternatives(len(choices), read, answer.entry.where)
            choices[read].finish()
            answer.entry.calls = choices[read].entry.calls
            answer.entry.content = choices[read].entry.content


def claims(node: dict[str, Any]) -> bool:
    """A chunk: it says so, or its choices have deltas and no message."""
    choices = node["choices"]
    if not list_of_dicts(choices):
        return choices == [] and node.get("object") == "chat.completion.chunk"
    return isinstance(choices[0].get("delta"), dict) and not isinstance(choices[0].get("message"), dict)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Add the fragments of the chunk to its completion."""
    completions: _Completions = scan.collector("openai-chat-stream", lambda: _Completions(scan))
    for position, choice in enumerate(node["choices"]):
        delta = choice.get("delta") if isinstance(choice, dict) else None
        if not isinstance(delta, dict):
            continue
        answer = completions.answer(call_id(node.get("id")), where, bool(delta))
        _add(answer.choice(choice.get("index")), delta, f"{where}/choices/{position}/delta")
        answer.finished = (bool(choice.get("finish_reason")) and len(answer.choices) == 1) or answer.finished


def _add(fragments: Fragments, delta: dict[str, Any], where: str) -> None:
    fragments.say(delta.get("content"))
    legacy = delta.get("function_call")
    if isinstance(legacy, dict):
        arguments = legacy.get("arguments")
        fragments.add(f"{where}/function_call", key="function_call", name=legacy.get("name"), arguments=arguments)
    key = "tool_calls" if delta.get("tool_calls") else "toolCalls"
    listed = delta.get(key)
    for position, item in enumerate(listed if isinstance(listed, list) else ()):
        if not isinstance(item, dict):
            continue
        custom = item.get("custom")
        inner = custom if isinstance(custom, dict) else item.get("function")
        if not isinstance(inner, dict):
            inner = {}
        fragments.add(
            f"{where}/{key}/{position}",
            key=item.get("index"),
            id=call_id(item.get("id")),
            name=inner.get("name"),
            free_text="input" if inner is custom else None,
            arguments=inner.get("input" if inner is custom else "arguments"),
        )


FORMAT = Format("openai-chat-stream", "OpenAI Chat Completions (stream)", ("choices",), claims, read)
