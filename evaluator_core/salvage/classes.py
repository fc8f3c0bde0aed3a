"""What the printed form of an SDK's object leaves out and its class name says.

`AIMessage(content='')` is the message that the SDK would write as `{"type": "ai", "content": ""}`.
"""

from __future__ import annotations

from typing import Any

_FIELDS: dict[str, tuple[str, str]] = {
    # LangChain
    "HumanMessage": ("type", "human"),
    "HumanMessageChunk": ("type", "human"),
    "AIMessage": ("type", "ai"),
    "AIMessageChunk": ("type", "AIMessageChunk"),
    "SystemMessage": ("type", "system"),
    "ToolMessage": ("type", "tool"),
    "FunctionMessage": ("type", "function"),
    # Pydantic AI, whose printed form leaves defaults out
    "ModelRequest": ("kind", "request"),
    "ModelResponse": ("kind", "response"),
    "SystemPromptPart": ("part_kind", "system-prompt"),
    "UserPromptPart": ("part_kind", "user-prompt"),
    "TextPart": ("part_kind", "text"),
    "ThinkingPart": ("part_kind", "thinking"),
    "ToolCallPart": ("part_kind", "tool-call"),
    "BuiltinToolCallPart": ("part_kind", "builtin-tool-call"),
    "ToolReturnPart": ("part_kind", "tool-return"),
    "BuiltinToolReturnPart": ("part_kind", "builtin-tool-return"),
    "RetryPromptPart": ("part_kind", "retry-prompt"),
    # Messages API
    "ToolUseBlock": ("type", "tool_use"),
    "ServerToolUseBlock": ("type", "server_tool_use"),
    "ToolResultBlock": ("type", "tool_result"),
    "TextBlock": ("type", "text"),
    "AssistantMessage": ("role", "assistant"),
    "UserMessage": ("role", "user"),
    # AutoGen
    "ToolCallRequestEvent": ("type", "ToolCallRequestEvent"),
    "ToolCallExecutionEvent": ("type", "ToolCallExecutionEvent"),
    "ToolCallSummaryMessage": ("type", "ToolCallSummaryMessage"),
}
_CONTENTS = {"ToolCall": "tool_call", "ToolCallResult": "tool_call_result"}
"""Haystack's content parts: class → the key that its export has instead."""

_WRAPPERS = (
    "OrderedDict",
    "defaultdict",
    "mappingproxy",
    "SimpleNamespace",
    "frozenset",
    "set",
    "dict",
    "list",
    "tuple",
)


def as_object(name: str, fields: dict[str, Any], positional: list[Any]) -> Any:
    """The JSON value that `Name(positional…, field=…)` stands for.

    A single value in the brackets is what counts (`Decimal('1.5')`, `protos.Content({…})`).
    """
    name = name.rpartition(".")[2]
    if positional and not fields:
        last = positional[-1]
        if name in _WRAPPERS or len(positional) == 1:
            return _pairs(last) if name == "OrderedDict" else last
        return positional
    if not fields and name in _WRAPPERS:
        return [] if name in ("set", "frozenset", "list", "tuple") else {}
    if name in _FIELDS:
        key, value = _FIELDS[name]
        fields.setdefault(key, value)
    elif name in _CONTENTS and ("tool_name" in fields or "origin" in fields):
        origin = fields.get("origin")
        if isinstance(origin, dict) and "tool_call" in origin:
            fields["origin"] = origin["tool_call"]
        return {_CONTENTS[name]: fields}
    return fields


def _pairs(value: Any) -> Any:
    """`OrderedDict([('a', 1)])` as an object."""
    if isinstance(value, list) and all(isinstance(item, list) and len(item) == 2 for item in value):
        return {str(key): child for key, child in value}
    return value


def without_class(fields: dict[str, Any]) -> dict[str, Any]:
    """The object that `print(message)` writes as fields without a class: LangChain's messages are told by them."""
    if "type" not in fields and "additional_kwargs" in fields:
        if "tool_call_id" in fields:
            fields["type"] = "tool"
        elif "tool_calls" in fields or "usage_metadata" in fields or "invalid_tool_calls" in fields:
            fields["type"] = "ai"
        else:
            fields["type"] = "human"
    return fields
