"""OpenAI Assistants and Azure AI Agents: runs, run steps, messages and their stream.

Lists are newest first as a rule: steps and messages are put in order of `created_at`. A step that is seen
again (in progress, completed, as deltas) is one step; the latest state that holds calls counts.
"""

from __future__ import annotations

from typing import Any

from .fragments import Fragments
from .records import CallRecord, Entry, ResultRecord, call_id
from .scan import Format, Scan, list_of_dicts

_OBJECTS = ("thread.run.step", "thread.run.step.delta", "thread.run", "thread.message")
_NOT_ARGUMENTS = ("output", "outputs", "results", "response_metadata")
_TEXTS = {"function": "arguments", "code_interpreter": "input"}


class _Steps:
    """The steps and messages of a paste, in order of time."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._places: list[Entry] = []
        self._found: list[tuple[float | None, Entry]] = []
        self._step_of: dict[str, int] = {}
        self._deltas: dict[int, Fragments] = {}

    def step(self, node: dict[str, Any], where: str) -> int:
        """The number of a step or message; it is announced when first met."""
        created = node.get("created_at")
        time = created if isinstance(created, int | float) else None
        identity = call_id(node.get("id"))
        number = self._step_of.get(identity) if identity is not None else None
        if number is None:
            number = len(self._found)
            self._places.append(Entry("assistant", where, same_ids=True))
            self._scan.answer(self._places[-1])
            self._found.append((time, Entry("assistant", where)))
            if identity is not None:
                self._step_of[identity] = number
        elif time is not None:
            self._found[number] = (time, self._found[number][1])
        return number

    def put(self, node: dict[str, Any], where: str, entry: Entry) -> None:
        """A state of a step: it replaces the one before unless it is empty."""
        number = self.step(node, where)
        if entry.calls or entry.content is not None:
            self._found[number] = (self._found[number][0], entry)
            self._deltas.pop(number, None)

    def delta(self, node: dict[str, Any], where: str, items: list[Any]) -> None:
        """Fragments of a step's calls."""
        number = self.step(node, where)
        fragments = self._deltas.setdefault(number, Fragments(self._found[number][1]))
        for position, item in enumerate(items):
            if not isinstance(item, dict):
                continue
            place = f"{where}/delta/step_details/tool_calls/{position}"
            call = _call(item, place)
            text_of = _TEXTS.get(str(item.get("type")))
            inner = item.get(str(item.get("type")))
            fragments.add(
                place,
                key=item.get("index"),
                id=call_id(item.get("id")),
                name=call.name if call else None,
                text=inner.get(text_of) if text_of and isinstance(inner, dict) else None,
                final=call.arguments if call and not text_of else None,
                provider=item.get("type") != "function",
                free_text="input" if item.get("type") == "code_interpreter" else None,
            )

    def finish(self) -> None:
        """Fill the announced entries in order of time; where one is missing, the order of the paste stays."""
        for fragments in self._deltas.values():
            fragments.finish()
        found = self._found
        times = [time for time, _ in found if time is not None]
        if len(times) == len(found) and times:
            if times[0] > times[-1]:
                found = found[::-1]
            found = sorted(found, key=lambda pair: pair[0] or 0.0)
        for place, (_, entry) in zip(self._places, found, strict=True):
            place.role, place.where, place.content = entry.role, entry.where, entry.content
            place.calls, place.results = entry.calls, entry.results


def claims(node: dict[str, Any]) -> bool:
    """An object of the API, or the outputs that are handed in for a run."""
    if "object" in node:
        return node["object"] in _OBJECTS
    outputs = node["tool_outputs"]
    return list_of_dicts(outputs) and "tool_call_id" in outputs[0] and "output" in outputs[0]


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the step, the calls a run waits for, or the message."""
    if "object" not in node:
        results = [
            ResultRecord(call_id(item.get("tool_call_id")), None, None, item.get("output"))
            for item in node["tool_outputs"]
            if isinstance(item, dict)
        ]
        scan.answer(Entry("tool", where, None, None, results))
        return
    steps: _Steps = scan.collector("openai-assistants", lambda: _Steps(scan))
    kind = node["object"]
    if kind == "thread.message":
        role = node.get("role")
        steps.put(
            node,
            where,
            Entry(role if isinstance(role, str) else "assistant", where, _texts(node.get("content"))),
        )
    elif kind == "thread.run":
        waiting = _listed(node, "required_action", "submit_tool_outputs")
        if waiting:
            path = f"{where}/required_action/submit_tool_outputs/tool_calls"
            scan.answer(Entry("assistant", where, None, _calls(waiting, path), same_ids=True))
        if isinstance(node.get("tools"), list) and node["tools"]:
            scan.note_left_out("definitions", len(node["tools"]), f"{where}/tools")
    elif kind == "thread.run.step":
        path = f"{where}/step_details/tool_calls"
        steps.put(node, where, Entry("assistant", where, None, _calls(_listed(node, "step_details"), path)))
    else:
        steps.delta(node, where, _listed(node, "delta", "step_details"))


def _listed(node: Any, *path: str) -> list[Any]:
    for key in (*path, "tool_calls"):
        node = node.get(key) if isinstance(node, dict) else None
    return node if isinstance(node, list) else []


def _calls(items: list[Any], where: str) -> list[CallRecord]:
    found = [_call(item, f"{where}/{position}") for position, item in enumerate(items) if isinstance(item, dict)]
    return [call for call in found if call is not None]


def _call(item: dict[str, Any], where: str) -> CallRecord | None:
    """A function with its own name; MCP calls carry theirs too; any other tool is named after its type."""
    kind = item.get("type")
    identity = call_id(item.get("id"))
    inner = item.get("function")
    if isinstance(inner, dict) and kind in ("function", None):
        if not isinstance(inner.get("name"), str):
            return None
        return CallRecord(inner["name"], inner.get("arguments"), where, identity, result=inner.get("output"))
    if not isinstance(kind, str) or kind == "function":
        return None
    if isinstance(item.get("name"), str) and "arguments" in item:
        return CallRecord(item["name"], item["arguments"], where, identity, None, True, result=item.get("output"))
    inner = item.get(kind)
    inner = inner if isinstance(inner, dict) else {}
    arguments = {key: value for key, value in inner.items() if key not in _NOT_ARGUMENTS}
    result = next((inner[key] for key in _NOT_ARGUMENTS[:3] if key in inner), None)
    return CallRecord(kind, arguments, where, identity, None, True, result=result)


def _texts(content: Any) -> Any:
    """The texts of a message, whose text parts are objects with a `value`."""
    if not isinstance(content, list):
        return content
    texts = [part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), dict)]
    return "\n".join(text["value"] for text in texts if isinstance(text.get("value"), str))


FORMAT = Format("openai-assistants", "OpenAI Assistants", ("object", "tool_outputs"), claims, read)
