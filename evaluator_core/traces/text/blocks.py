"""Finds the blocks of calls in what an assistant wrote.

A mark counts only when it stands as its own block: where a line begins, or right behind another block. In a sentence
it is a word like any other. Everything a block holds is passed over at once, so that what stands inside reasoning,
results or arguments is never a call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...salvage.scanning import Scanner
from . import (
    crewai,
    deepseek,
    gemma,
    glm,
    hermes,
    invoke,
    json_lists,
    kimi,
    langchain,
    lfm2,
    llama,
    mistral,
    passed_by,
    qwen3_coder,
    react,
)
from .marks import Block, TextFormat

FORMATS: tuple[TextFormat, ...] = (
    passed_by.PASSED,
    passed_by.RESULTS,
    passed_by.OBSERVATION,
    hermes.FORMAT,
    qwen3_coder.FORMAT,
    glm.FORMAT,
    llama.FORMAT,
    llama.TAGS,
    mistral.FORMAT,
    deepseek.FORMAT,
    kimi.FORMAT,
    invoke.CLAUDE,
    invoke.MINIMAX,
    json_lists.GRANITE,
    json_lists.PHI,
    json_lists.NEMOTRON,
    json_lists.COHERE,
    lfm2.FORMAT,
    gemma.FORMAT,
    gemma.TOOL_CODE,
    react.FORMAT,
    react.FENCED,
    langchain.INVOKING,
    langchain.PRINTED,
    crewai.FORMAT,
)
"""All text formats. Where two share a mark, the first that finds a block behind it reads it."""

_BY_MARK: dict[str, list[TextFormat]] = {}
for _format in FORMATS:
    for _mark in _format.marks:
        _BY_MARK.setdefault(_mark, []).append(_format)

_MARKS = "|".join(re.escape(mark) for mark in sorted(_BY_MARK, key=len, reverse=True))
_FIRST = re.escape("".join(sorted({mark[0] for mark in _BY_MARK})))
_MARK = re.compile(rf"(?P<lead>^[ \t>*]*+)?(?=[{_FIRST}])(?P<mark>{_MARKS})", re.MULTILINE)
_LINE_ENDS = re.compile(r"[ \t\r]*(?:\n|\Z|<[|｜/]|\[/|\[TOOL)")
_TOKEN = re.compile(r"\s*(?:<[|｜][^|｜<>\n]{1,60}[|｜]>\s*|<s>\s*|\[/INST\]\s*)*+")
_LONGEST_GAP = 400
_THOUGHT = "</think>"


class Placed(NamedTuple):
    """A block, the format it is of (empty for blocks without calls) and where it begins."""

    block: Block
    format: str
    start: int


def may_hold_calls(text: str) -> bool:
    """Whether a text has any mark at all; most have none, and this is quick."""
    return any(sign in text for sign in _SIGNS)


_SIGNS = (
    "<tool", "<func", "<invoke", "<|tool", "<|python_", "<|START_ACTION", "<｜", "<TOOLCALL", "[TOOL_CALLS]",
    "<start_function", "Action:", "Action ", "functools[", "```", "Invoking:", "Tool Calls:", "## Using tool:",
    "<seed:tool", "<minimax:tool", "**Action", "<" + "antml:func",
)  # fmt: skip


def blocks(scanner: Scanner, start: int, end: int) -> Iterator[Placed]:
    """The blocks between two places, in order."""
    text = scanner.text
    thought = scanner.find(_THOUGHT, start, end)
    if thought >= 0 and scanner.find("<think>", start, thought) < 0:
        start = thought + len(_THOUGHT)  # the template wrote the opening tag
    position = behind = start
    while position < end:
        found = _MARK.search(text, position, end)
        if found is None:
            return
        at, body = found.start("mark"), found.end()
        position = body
        free = found["lead"] is not None or _follows(text, behind, at)
        for known in _BY_MARK[found["mark"]]:
            if not free and not known.token:
                continue
            block = known.read(scanner, found["mark"], at, body, end)
            if block is None:
                continue
            position = max(block.end, body)
            if free or _ends_line(text, block.end):
                yield Placed(block, known.id, at)
                behind = position
            break


def _follows(text: str, behind: int, at: int) -> bool:
    """Whether only tokens and white space stand between two places."""
    gap = _TOKEN.match(text, behind, at) if at - behind <= _LONGEST_GAP else None
    return gap is not None and gap.end() == at


def _ends_line(text: str, position: int) -> bool:
    return _LINE_ENDS.match(text, position) is not None
