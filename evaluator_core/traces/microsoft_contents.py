"""What Microsoft's agent libraries share: contents with a type, and keys spelt in the way of each language."""

from __future__ import annotations

from typing import Any

from .records import folded, some_text

Fields = dict[str, Any]


def fields(node: dict[str, Any]) -> Fields:
    """An object by its keys without case and underscores."""
    return {folded(key): value for key, value in node.items()}


def key_named(node: dict[str, Any], name: str) -> str:
    """How an object spells a key."""
    return next((key for key in node if folded(key) == name), name)


def kind_of_content(content: Any, *keys: str) -> str:
    """The type of a content (`function_call`, `functionCall`, `FunctionCallContent`), as `functioncall`."""
    if content.__class__ is not dict:
        return ""
    found = next((content[key] for key in keys if isinstance(content.get(key), str)), "")
    return folded(found.partition(",")[0].rpartition(".")[2]).removesuffix("content")


def role_of(written: Any) -> str | None:
    """A role: text, or an object with a label (.NET) or a value (Python)."""
    if isinstance(written, dict):
        inner = fields(written)
        written = inner.get("label", inner.get("value"))
    role = some_text(written)
    return None if role is None else role.lower()
