"""ReAct: `Action: NAME` and `Action Input: …`, or a fenced object with `action` and `action_input`."""

from __future__ import annotations

import re
from typing import Any

from ...salvage.reading import value_at
from ...salvage.scanning import Scanner
from .marks import Block, TextCall, TextFormat, after, call, json_calls, skip_blank

_NAMED = re.compile(
    r"[ \t]*+(?P<name>[^\n{`]{1,200}?)[ \t]*+(?:\n[ \t>*]*+(?P<given>Action Input(?: \d+)?:(?:\*\*)?)|(?=\n|\Z))"
)
_QUOTED = re.compile(
    r"[ \t]*+`(?P<name>[^\n`]{1,200})`[ \t]*+(?:\n[ \t>*]*+(?P<given>Action Input(?: \d+)?:(?:\*\*)?)|(?=\n|\Z))"
)
_BRACKETS = re.compile(r"(?P<name>[^\W\d][\w.\-]*)\[(?P<input>.*)\]\Z")
_ALONE = re.compile(r"[^\W\d][\w.\-/:]*\Z")
_FENCE = re.compile(r"\s*```[ \t]*(?:\w*)[ \t]*\n?")
_NEXT = re.compile(r"^[ \t>*]*(?:Observation|Thought|Action|Final Answer|Question|AI|Human)(?: \d+)?:", re.MULTILINE)
_NO_TOOL = ("final answer", "none", "n/a")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """One action."""
    body = _behind_number(scanner.text, body) if not mark.endswith(":") else body
    if body < 0:
        return None
    return _blob(scanner, start, body) or _named(scanner, start, body, end)


_NUMBER = re.compile(r" ?\d{1,4}:")


def _behind_number(text: str, position: int) -> int:
    number = _NUMBER.match(text, position)
    return number.end() if number else -1


def _named(scanner: Scanner, start: int, body: int, end: int) -> Block | None:
    text = scanner.text
    head = _NAMED.match(text, body, end) or _QUOTED.match(text, body, end)
    if head is None:
        return None
    name = head["name"].strip().strip("*\"'").strip()
    if name.lower() in _NO_TOOL:
        return Block(head.end())
    if head["given"] is None:
        bracketed = _BRACKETS.match(name)
        if bracketed:
            found = call(bracketed["name"], bracketed["input"], start, head.end(), free_text="input")
            return Block(head.end(), (found,))
        return Block(head.end(), (call(name, None, start, head.end()),)) if _ALONE.match(name) else None
    arguments, last, free = _input(scanner, head.end(), end)
    return Block(last, (call(name, arguments, start, last, free_text=free),))


def _input(scanner: Scanner, start: int, end: int) -> tuple[Any, int, str | None]:
    """The action's input: JSON, which may span lines, else free text (rule A6) up to the next label."""
    text = scanner.text
    fence = _FENCE.match(text, start)
    begin = skip_blank(text, fence.end() if fence else start)
    if text[begin : begin + 1] in ("{", "["):
        found = value_at(scanner, begin)
        if found is not None and found.cut is None and not _rest_of_line(text, found.end):
            return found.value, after(scanner, found.end, "```") if fence else found.end, None
    label = _NEXT.search(text, start, end)
    last = label.start() if label else end
    written = text[begin:last].strip() if begin < last else ""
    written = written.removesuffix("```").rstrip() if fence else written
    return written, last, None if _is_json(written) else "input"


def _rest_of_line(text: str, position: int) -> str:
    line_end = text.find("\n", position, position + 200)
    return text[position : line_end if line_end >= 0 else position + 200].strip(" \t\r`")


def _is_json(written: str) -> bool:
    found = Scanner(written).json_at(0)
    return written in ("", "None", "null") or (found is not None and found[1] == len(written))


def _blob(scanner: Scanner, start: int, body: int) -> Block | None:
    """A fenced object (or bare, or a list of Command R's) in place of the name."""
    fence = _FENCE.match(scanner.text, body)
    begin = skip_blank(scanner.text, fence.end() if fence else body)
    if scanner.text[begin : begin + 1] not in ("{", "["):
        return None
    found = value_at(scanner, begin)
    if found is None or found.cut is not None:
        return None
    last = after(scanner, found.end, "```") if fence else found.end
    action = blob_call(found.value, start, last)
    if action is not None:
        return action
    listed = json_calls(scanner, begin)
    return None if listed is None else Block(last, tuple(listed[0]))


def blob_call(value: Any, start: int, end: int) -> Block | None:
    """`{"action": …, "action_input": …}` as a block; the final answer is no call."""
    items = value if isinstance(value, list) else [value]
    calls: list[TextCall] = []
    for item in items:
        if not isinstance(item, dict) or not isinstance(item.get("action"), str) or not item.keys() <= _BLOB_KEYS:
            return None
        if item["action"].strip().lower() not in _NO_TOOL:
            given = item.get("action_input")
            calls.append(call(item["action"].strip(), given, start, end, free_text=_free(given)))
    return Block(end, tuple(calls)) if items else None


_BLOB_KEYS = {"action", "action_input", "thought"}


def _free(given: Any) -> str | None:
    return "input" if isinstance(given, str) and not _is_json(given.strip()) else None


def read_fenced_blob(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """A fenced blob without the label before it. Any other fenced block is passed by: it shows, it does not call."""
    text = scanner.text
    line_end = text.find("\n", body, body + 100)
    begin = skip_blank(text, line_end if line_end >= 0 else body)
    if text[begin : begin + 1] in ("{", "["):
        found = value_at(scanner, begin)
        if found is not None and found.cut is None and text.startswith("```", skip_blank(text, found.end)):
            action = blob_call(found.value, start, after(scanner, found.end, "```"))
            if action is not None:
                return action
    closing = scanner.find("\n```", body, end)
    return Block(closing + 4) if closing >= 0 else None


FORMAT = TextFormat("react-text", "ReAct text", ("Action:", "Action ", "**Action:**", "**Action**:"), read)
FENCED = TextFormat("react-text", "ReAct text", ("```",), read_fenced_blob)
