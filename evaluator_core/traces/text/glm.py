"""GLM 4.5 and later: `<tool_call>NAME`, then `<arg_key>` and `<arg_value>` in turn."""

from __future__ import annotations

import re
from typing import Any

from ...salvage.scanning import Scanner
from .marks import Block, TextFormat, after, call, untyped

_NAME = re.compile(r"\s*(?P<name>[^\W\d][\w.\-/:]*)\s*(?=<arg_key>|</tool_call>)")
_KEY = re.compile(r"\s*<arg_key>(?P<key>[^<]{1,200})</arg_key>\s*<arg_value>")


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """One call."""
    name = _NAME.match(scanner.text, body)
    if name is None:
        return None
    arguments: dict[str, Any] = {}
    position = name.end()
    while True:
        key = _KEY.match(scanner.text, position)
        if key is None:
            break
        value_end = scanner.find("</arg_value>", key.end(), end)
        if value_end < 0:
            return None
        arguments[key["key"].strip()] = untyped(scanner.text[key.end() : value_end])
        position = value_end + len("</arg_value>")
    position = after(scanner, position, "</tool_call>")
    return Block(position, (call(name["name"], arguments, start, position),))


FORMAT = TextFormat("glm-text", "Text with <arg_key> tags (GLM)", ("<tool_call>",), read)
