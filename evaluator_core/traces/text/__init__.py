"""Calls that a model wrote as text: the marks of chat templates and prompts, one small file a family.

`read_text` reads a whole paste; `read_content` what an assistant message says when the server had no tool parser.
"""

from __future__ import annotations

from typing import Any

from ...salvage.scanning import Scanner
from ..records import CallRecord, Entry, ResultRecord
from . import harmony
from .blocks import FORMATS, Placed, blocks, may_hold_calls
from .llama import whole_calls
from .marks import Block
from .turns import Turn, turns, without_tokens

TITLES = {known.id: known.title for known in FORMATS if known.id} | {harmony.ID: harmony.TITLE}

__all__ = ["FORMATS", "TITLES", "may_hold_calls", "read_content", "read_text"]


def read_text(scanner: Scanner) -> list[Entry] | None:
    """The conversation that a text holds, when a mark in it makes a call. Places are `text:START-END`."""
    text = scanner.text
    if harmony.is_harmony(text):
        entries = [
            _placed(entry, entry.calls, start, end, harmony.ID)
            for entry, start, end in harmony.read_harmony(scanner) or ()
        ]
    elif may_hold_calls(text):
        entries = [entry for turn in turns(text) for entry in _turn(scanner, turn)]
    else:
        return None
    return entries if any(entry.format for entry in entries) else None


def read_content(content: Any) -> list[CallRecord]:
    """The calls in the content of an assistant message."""
    texts = content if isinstance(content, list) else [content]
    calls: list[CallRecord] = []
    for text in texts:
        if isinstance(text, dict):
            text = text.get("text") if not _is_reasoning(text) else None
        if isinstance(text, str):
            calls += _calls_in(text)
    return calls


def _is_reasoning(part: dict[str, Any]) -> bool:
    kind = str(part.get("type")).lower()
    return bool(part.get("thought")) or "think" in kind or "reason" in kind


def _calls_in(text: str) -> list[CallRecord]:
    if harmony.is_harmony(text):
        read = harmony.read_harmony(Scanner(text)) or ()
        return [call for entry, _, _ in read for call in entry.calls]
    if may_hold_calls(text):
        scanner = Scanner(text)
        return [call.record for found in blocks(scanner, 0, len(text)) for call in found.block.calls]
    return [call.record for call in whole_calls(text)]


def _turn(scanner: Scanner, turn: Turn) -> list[Entry]:
    text = scanner.text
    if turn.role != "assistant":
        words = without_tokens(text[turn.start : turn.end])
        if not words:
            return []
        if turn.role != "tool":
            if turn.role == "user" and "<tool_response>" in words:  # ChatML's templates have results there
                results = blocks(scanner, turn.start, turn.end)
                return [entry for block, _, start in results for entry in _results(block, start)]
            return [_placed(Entry(turn.role, "", words), [], turn.start, turn.end)]
        name, content = _printed_result(words) if turn.printed else (None, words)
        result = ResultRecord(None, name, None, content)
        return [_placed(Entry("tool", "", content, None, [result]), [], turn.start, turn.end)]
    found = list(blocks(scanner, turn.start, turn.end))
    return _spoken(scanner, turn, found)


def _printed_result(words: str) -> tuple[str | None, str]:
    """LangChain prints a tool's message as `Name: …` and, after an empty line, its content."""
    first, _, rest = words.partition("\n")
    return (first[5:].strip(), rest.strip()) if first.startswith("Name:") else (None, words)


def _results(block: Block, start: int) -> list[Entry]:
    where = f"text:{start}-{block.end}"
    return [Entry("tool", where, result.content, None, [result]) for result in block.results]


def _spoken(scanner: Scanner, turn: Turn, found: list[Placed]) -> list[Entry]:
    """What the assistant said and called, and the results between."""
    entries: list[Entry] = []
    said: list[str] = []
    calls: list[CallRecord] = []
    format_id = ""
    begin = position = turn.start

    def close(end: int) -> None:
        nonlocal said, calls, format_id
        words = "\n".join(filter(None, said))
        if words or calls:
            entry = Entry("assistant", f"text:{begin}-{end}", words, calls or None)
            entry.format = format_id
            entries.append(entry)
        said, calls, format_id = [], [], ""

    for block, known, start in found:
        said.append(without_tokens(scanner.text[position:start]))
        position = block.end
        if block.results:
            close(start)
            entries += _results(block, start)
            begin = block.end
        for call in block.calls:
            calls.append(call.record._replace(where=f"text:{call.start}-{call.end}"))
            format_id = known
    said.append(without_tokens(scanner.text[position : turn.end]))
    if not found and not entries:
        whole = whole_calls(without_tokens(scanner.text[turn.start : turn.end]))
        if whole:
            where = f"text:{turn.start}-{turn.end}"
            calls, format_id, said = [call.record._replace(where=where) for call in whole], "llama-text", []
    close(turn.end)
    return entries


def _placed(entry: Entry, calls: list[CallRecord], start: int, end: int, format_id: str = "") -> Entry:
    entry.where = f"text:{start}-{end}"
    if calls:
        entry.calls = [call._replace(where=entry.where) for call in calls]
        entry.format = format_id
    return entry
