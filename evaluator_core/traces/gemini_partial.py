"""Arguments that Vertex AI streams in parts: `partialArgs` with JSON paths, until `willContinue` is gone."""

from __future__ import annotations

import re
from typing import Any

_STEP = re.compile(r"""\.?([^.\[\]'"]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]""")
_VALUES = (
    ("stringValue", "string_value"),
    ("numberValue", "number_value"),
    ("boolValue", "bool_value"),
    ("nullValue", "null_value"),
)
_MOST_ITEMS = 10_000


def has_partial(call: dict[str, Any]) -> bool:
    """Whether a function call brings its arguments in parts."""
    return isinstance(_either(call, "partialArgs", "partial_args"), list)


def continues(call: dict[str, Any]) -> bool:
    """Whether a function call without a name goes on with the call before it."""
    return not call.get("name") and (has_partial(call) or _either(call, "willContinue", "will_continue") is not None)


def add_partial(arguments: dict[str, Any], call: dict[str, Any]) -> None:
    """Put the parts into the arguments; a text that is there already goes on."""
    parts = _either(call, "partialArgs", "partial_args")
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, dict):
            continue
        path = _either(part, "jsonPath", "json_path")
        steps = _steps(path) if isinstance(path, str) else []
        key = next((names for names in _VALUES if _either(part, *names) is not None), None)
        if steps and key is not None:
            _put(arguments, steps, None if key[0] == "nullValue" else _either(part, *key))


def _either(node: dict[str, Any], camel: str, snake: str) -> Any:
    value = node.get(camel)
    return node.get(snake) if value is None else value


def _steps(path: str) -> list[str | int]:
    steps: list[str | int] = []
    for name, number, single, double in _STEP.findall(path.removeprefix("$")):
        steps.append(int(number) if number and len(number) < 6 else name or single or double or number)
    return steps


def _put(target: Any, steps: list[str | int], value: Any) -> None:
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        fresh: Any = value if following is None else [] if isinstance(following, int) else {}
        if isinstance(step, int) and isinstance(target, list) and step < _MOST_ITEMS:
            known = target[step] if step < len(target) else None
            target.extend([None] * (step + 1 - len(target)))
        elif isinstance(step, str) and isinstance(target, dict):
            known = target.get(step)
        else:
            return
        if following is None and isinstance(known, str) and isinstance(value, str):
            fresh = known + value
        elif following is not None and isinstance(known, list if isinstance(following, int) else dict):
            fresh = known
        target[step] = fresh
        target = fresh
