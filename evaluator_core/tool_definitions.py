"""Tool definitions in any usual wrapping, as one table from name to JSON Schema.

OpenAI Chat (`function.parameters`), OpenAI Responses (`parameters`), Messages API (`input_schema`), Gemini
(`functionDeclarations`, upper-case types), MCP (`inputSchema`, a whole `tools/list` answer), `input_parameters`,
Bedrock (`toolSpec.inputSchema.json`), LangChain and pydantic (`title` and `properties`, `args_schema`), BFCL's type
names, a map from name to schema, and built-in tools without a schema. Every rewrite of a schema is noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .errors import InputError, Place
from .json_text import check_value, decode

_TYPES = {
    "dict": "object", "hashmap": "object", "map": "object",
    "float": "number", "double": "number",
    "int": "integer", "long": "integer",
    "list": "array", "tuple": "array", "arraylist": "array",
    "str": "string", "char": "string",
    "bool": "boolean",
    "none": "null",
}  # fmt: skip
_JSON_TYPES = {"string", "number", "integer", "boolean", "array", "object", "null"}
_SCHEMA = {
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "additionalItems",
}  # fmt: skip
_SCHEMA_LISTS = {"anyOf", "oneOf", "allOf", "prefixItems"}
_SCHEMA_MAPS = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
_NUMBERS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}
_DROPPED = {"nullable", "optional", "example", "examples", "propertyOrdering", "property_ordering", "xml",
            "discriminator", "externalDocs"}  # fmt: skip
_LISTS = ("tools", "functionDeclarations", "function_declarations", "functions", "tool_list", "available_tools",
          "tool_definitions")  # fmt: skip
_SCHEMA_KEYS = ("parameters", "parametersJsonSchema", "parameters_json_schema", "input_schema", "inputSchema",
                "input_parameters", "inputParameters", "args_schema", "parameter_definitions")  # fmt: skip


class ToolDefinition(NamedTuple):
    """A tool that the agent could call."""

    name: str
    schema: Any
    """JSON Schema of the arguments; None when the definition gives none (built-in tools)."""
    notes: tuple[str, ...] = ()
    """What was rewritten to make it JSON Schema."""


def read_tools(written: Any) -> dict[str, ToolDefinition]:
    """The tools of a JSON value or a pasted text, by name; the first of a name counts. Raises `InputError`."""
    if isinstance(written, str):
        documents = decode(written).documents
        value: Any = documents[0] if len(documents) == 1 else documents
    else:
        check_value(written)
        value = written
    found: dict[str, ToolDefinition] = {}
    for tool in _tools(value):
        found.setdefault(tool.name, tool)
    return found


def _tools(value: Any) -> Iterator[ToolDefinition]:
    if isinstance(value, list):
        for item in value:
            yield from _tools(item)
    elif isinstance(value, str) and value.strip():
        yield ToolDefinition(value, None)
    elif isinstance(value, dict):
        yield from _of_object(value)
    elif value is not None:
        raise InputError(
            "bad_tools",
            'tool definitions are a list such as [{"name": "search", "parameters": {"type": "object"}}]',
            place=Place(where="tools"),
        )


def _of_object(node: dict[str, Any]) -> Iterator[ToolDefinition]:
    for key in _LISTS:
        if isinstance(node.get(key), list | dict) and key != node.get("name"):
            yield from _tools(node[key])
            return
    for key in ("toolConfig", "tool_config", "result"):
        if isinstance(node.get(key), dict):
            yield from _of_object(node[key])
            return
    single = _definition(node)
    if single is not None:
        yield single
    elif node and all(isinstance(child, dict) for child in node.values()):
        for name, child in node.items():
            yield _made(name, child.get("parameters", child))


def _definition(node: dict[str, Any]) -> ToolDefinition | None:
    inner = node.get("function") or node.get("toolSpec") or node.get("tool_spec")
    if isinstance(inner, dict):
        return _definition(inner)
    name = node.get("name")
    if not isinstance(name, str):
        if isinstance(node.get("title"), str) and isinstance(node.get("properties"), dict):
            return _made(node["title"], {key: child for key, child in node.items() if key != "title"})
        kind = node.get("type")
        if isinstance(kind, str) and "properties" not in node and kind not in _JSON_TYPES:
            return ToolDefinition(kind, None)
        return None
    for key in _SCHEMA_KEYS:
        schema = node.get(key)
        if isinstance(schema, dict):
            if key in ("inputSchema", "input_schema") and isinstance(schema.get("json"), dict):
                schema = schema["json"]
            if key == "parameter_definitions":
                schema = _from_definitions(schema)
            return _made(name, schema)
    return ToolDefinition(name, None)


def _from_definitions(written: dict[str, Any]) -> dict[str, Any]:
    """Cohere's `{name: {type, required, description}}`."""
    named = {name: about for name, about in written.items() if isinstance(about, dict)}
    return {
        "type": "object",
        "properties": {name: {k: v for k, v in about.items() if k != "required"} for name, about in named.items()},
        "required": [name for name, about in named.items() if about.get("required") is True],
    }


def _made(name: str, schema: Any) -> ToolDefinition:
    notes: list[str] = []
    return ToolDefinition(name, to_json_schema(schema, notes), tuple(notes))


def to_json_schema(schema: Any, notes: list[str], path: str = "#") -> Any:
    """A schema of Gemini, OpenAPI or BFCL as JSON Schema; what was rewritten is added to `notes`."""
    if not isinstance(schema, dict):
        return schema
    made: dict[str, Any] = {}
    for key, value in schema.items():
        place = f"{path}/{key}"
        if key == "type":
            made |= _types(value, notes, path)
        elif key in _SCHEMA_MAPS and isinstance(value, dict):
            made[key] = {name: to_json_schema(child, notes, f"{place}/{name}") for name, child in value.items()}
        elif (key in _SCHEMA_LISTS or key == "items") and isinstance(value, list):
            made[key] = [to_json_schema(child, notes, f"{place}/{index}") for index, child in enumerate(value)]
        elif key in _SCHEMA:
            made[key] = to_json_schema(value, notes, place)
        elif key == "required" and isinstance(value, bool):
            notes.append(f"{place}: true or false is no list of names; left out")
        elif key in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool):
            plain = key.replace("exclusiveM", "m")
            if value and plain in schema:
                made[key] = schema[plain]
            notes.append(f"{place}: read as in JSON Schema draft 4")
        elif key in _NUMBERS and isinstance(value, str) and value.isdigit():
            made[key] = int(value)
            notes.append(f"{place}: text read as a number")
        elif key not in _DROPPED:
            made[key] = value
    if schema.get("nullable") is True:
        notes.append(f"{path}: nullable read as null allowed")
        made = _nullable(made)
    return made


def _types(value: Any, notes: list[str], path: str) -> dict[str, Any]:
    written = value if isinstance(value, list) else [value]
    read: list[Any] = []
    for name in written:
        lowered = name.lower() if isinstance(name, str) else name
        known = lowered if lowered in _JSON_TYPES else _TYPES.get(lowered) if isinstance(lowered, str) else None
        if lowered == "any":
            notes.append(f"{path}/type: {name} accepts every type")
            return {}
        if known is not None and known != name:
            notes.append(f"{path}/type: {name} read as {known}")
        read.append(known or name)
    return {"type": read if isinstance(value, list) else read[0]}


def _nullable(made: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in made:
        return {"anyOf": [made, {"type": "null"}]}
    if "type" in made:
        kinds = made["type"] if isinstance(made["type"], list) else [made["type"]]
        made = made | {"type": [*kinds, "null"] if "null" not in kinds else kinds}
    if isinstance(made.get("enum"), list) and None not in made["enum"]:
        made = made | {"enum": [*made["enum"], None]}
    return made
