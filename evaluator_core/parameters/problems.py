"""Problems of a call's parameters: their codes, and the sentences that name them in English and Chinese."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..json_text import encode, finite
from ..pointers import dollar_path, pointer
from .schema_check import Fault, hint_for

_CODES = {
    "required": "missing_parameter",
    "additionalProperties": "unknown_parameter",
    "type": "type",
    "enum": "enum",
    "const": "enum",
    "format": "format",
    "pattern": "pattern",
    "propertyNames": "pattern",
    "anyOf": "combinator",
    "oneOf": "combinator",
    "allOf": "combinator",
    "not": "combinator",
    "if": "combinator",
    "contains": "combinator",
}
_RANGES = {
    "minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than", "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of", "minLength": "a length of at least", "maxLength": "a length of at most",
    "minItems": "a number of items of at least", "maxItems": "a number of items of at most",
    "minProperties": "a number of properties of at least", "maxProperties": "a number of properties of at most",
    "uniqueItems": "items that are all different:",
}  # fmt: skip
_CHINESE = {
    "unknown_tool": "工具未定义",
    "missing_parameter": "缺少必需参数",
    "unknown_parameter": "参数不在工具定义中",
    "type": "类型不符",
    "enum": "不是允许的取值",
    "format": "格式不符",
    "range": "超出允许范围",
    "pattern": "不符合规定的模式",
    "combinator": "不符合任何允许的形式",
    "null": "不允许为 null",
    "unreadable_arguments": "参数无法解析",
    "ungrounded": "值在上下文中没有依据",
}


class Problem(NamedTuple):
    """Something wrong with a call's parameters."""

    code: str
    path: tuple[str | int, ...]
    expected: Any
    actual: Any
    message: str
    """One sentence without the path."""
    hint: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The problem as the report has it."""
        return {
            "code": self.code,
            "path": dollar_path(self.path),
            "pointer": pointer(self.path),
            "message": self.message,
            "expected": finite(self.expected),
            "actual": finite(self.actual),
            "hint": self.hint,
        }

    @property
    def english(self) -> str:
        """The sentence with its path."""
        return self.message if not self.path else f"{dollar_path(self.path)}: {self.message}"

    @property
    def chinese(self) -> str:
        """The same in Chinese."""
        where = f"{dollar_path(self.path)}：" if self.path else ""
        value = "" if self.code in ("missing_parameter", "unknown_tool") else f"（实际值 {brief(self.actual)}）"
        return f"{where}{_CHINESE[self.code]}{value}"


def of_fault(fault: Fault) -> Problem:
    """What the schema check found, as a problem."""
    code = _CODES.get(fault.keyword, "range")
    expected, actual = fault.expected, fault.actual
    if fault.keyword == "const":
        expected = [expected]
    if actual is None and code in ("type", "enum"):
        return Problem("null", fault.path, expected, None, f"null is not allowed, expected {_wanted(code, expected)}")
    if code == "range":
        expected = {fault.keyword: expected}
        words = _RANGES.get(fault.keyword, fault.keyword)
        said = f"{words} {brief(fault.expected)}" if fault.keyword != "uniqueItems" else "items that are all different"
        return Problem(code, fault.path, expected, actual, f"expected {said}, actual {brief(actual)}")
    if code == "missing_parameter":
        return Problem(code, fault.path, expected, None, "required and not given")
    if code == "unknown_parameter":
        return unknown_parameter(fault.path, actual, [])
    if code == "combinator":
        return Problem(code, fault.path, None, actual, fault.message or f"the rule {fault.keyword} does not hold")
    message = f"expected {_wanted(code, expected)}, actual {brief(actual)}"
    return Problem(code, fault.path, expected, actual, message, hint_for(fault))


def unknown_parameter(path: tuple[str | int, ...], actual: Any, near: list[str]) -> Problem:
    """A parameter that the schema does not name."""
    hinted = f"; did you mean {near[0]}?" if near else ""
    return Problem(
        "unknown_parameter", path, None, actual, f"the tool has no such parameter{hinted}, actual {brief(actual)}"
    )


def ungrounded(path: tuple[str | int, ...], actual: Any, how: str) -> Problem:
    """A value without a source."""
    return Problem("ungrounded", path, None, actual, f"{brief(actual)} has no source in the context: {how}")


def _wanted(code: str, expected: Any) -> str:
    if code == "type":
        return " or ".join(map(str, expected)) if isinstance(expected, list) else str(expected)
    if code == "enum":
        return "one of " + brief(expected)
    return f"the {code} {expected}"


def brief(value: Any) -> str:
    """A value as JSON text, cut where it is long."""
    text = encode(value)
    return text if len(text) <= 80 else text[:79] + "…"
