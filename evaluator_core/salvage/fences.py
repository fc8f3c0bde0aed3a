"""Fenced blocks, as chats and Markdown have them: ``` or ~~~ around the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..calls import Finding
from .lines import read_events, read_json_lines
from .reading import Document, Reading, merged
from .scanning import Scanner
from .whole import read_whole

_OPENING = re.compile(
    r"(?<![`~])(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?P<language>[\w+.#-]*+)[^\n`~{\[]*+(?P<rest>\n|(?=[\[{]))"
)


class Fence(NamedTuple):
    """A fenced block: its body's place, and where the block ends."""

    start: int
    end: int
    language: str
    after: int
    """Behind the closing fence."""
    closed: bool


def fences(scanner: Scanner) -> Iterator[Fence]:
    """All fenced blocks in order; one without an end reaches to the end of the paste."""
    text = scanner.text
    position = 0
    while True:
        opening = _OPENING.search(text, position) if "```" in text or "~~~" in text else None
        if opening is None:
            return
        fence = opening["fence"]
        end = scanner.find("\n" + fence, opening.end() - 1)
        if end < 0 or not opening["rest"]:
            end = scanner.find(fence, opening.end())
        else:
            end += 1
        closed = end >= 0
        end = end if closed else len(text)
        position = end + len(fence) if closed else len(text)
        yield Fence(opening.end(), end, opening["language"].lower(), position, closed)


def read_fenced(scanner: Scanner) -> Reading | None:
    """The documents of all fenced blocks that hold JSON, or what is nearly JSON."""
    documents: list[Document] = []
    notes: list[Finding] = []
    blocks = read = 0
    last: Reading | None = None
    for fence in fences(scanner):
        blocks += 1
        part = Scanner(scanner.text[fence.start : fence.end])
        found = read_whole(part) or read_json_lines(part) or read_events(part)
        if found is None:
            continue
        read += 1
        last = found.moved(fence.start)
        documents += last.documents
        notes += last.notes
    if last is None:
        return None
    which = "read from a fenced block" if blocks == 1 else f"read from {read} of {blocks} fenced blocks"
    cut = last.cut
    if cut is not None and len(documents) > len(last.documents):
        step, _, rest = cut[1:].partition("/") if len(last.documents) > 1 else ("0", "", cut[1:])
        first = len(documents) - len(last.documents)
        cut = f"/{first + int(step)}" + (f"/{rest}" if rest else "")
    return last._replace(documents=documents, notes=merged([Finding("fenced", which), *notes]), cut=cut)
