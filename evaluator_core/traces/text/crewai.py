"""CrewAI's console: `## Using tool: NAME` and `## Tool Input:` with JSON in a JSON string."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from .marks import Block, TextFormat, call, skip_blank

_HEAD = re.compile(r"[ \t]*+(?P<name>[^\n]{1,200}?)[ \t]*+\n\s*+## Tool Input:[ \t]*+\n?")
_NEXT = re.compile(r"^[ \t]*#{1,2} ", re.MULTILINE)


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """One call."""
    head = _HEAD.match(scanner.text, body, end)
    if head is None:
        return None
    begin = skip_blank(scanner.text, head.end())
    found = scanner.json_at(begin)
    if found is not None:
        return Block(found[1], (call(head["name"], scanner.text[begin : found[1]], start, found[1]),))
    following = _NEXT.search(scanner.text, begin, end)
    last = following.start() if following else end
    written = scanner.text[begin:last].strip()
    return Block(last, (call(head["name"], written, start, last, free_text=None if written[:1] == "{" else "input"),))


FORMAT = TextFormat("crewai", "CrewAI", ("## Using tool:",), read)
