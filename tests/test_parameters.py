"""Tool parameter correctness: the schema, the source of values, the score, the reason and the verdict."""

from __future__ import annotations

import builtins
import copy
import json
import subprocess
import sys
import time
from typing import Any

import jsonschema
import pytest

from evaluator_core import evaluate, evaluate_case, report_schema

VALIDATOR = jsonschema.Draft202012Validator(report_schema())
CONTEXT = ["用户昨天预订了北京到上海的航班，航班号是CA1830，起飞时间是2026-02-01 08:00。"]
ARGUMENTS = {
    "departure": "北京",
    "destination": "上海",
    "flight_number": "CA1830",
    "departure_time": "2026-02-01T08:00:00",
}
SCHEMA = {
    "type": "object",
    "properties": {
        "departure": {"type": "string"},
        "destination": {"type": "string"},
        "flight_number": {"type": "string"},
        "departure_time": {"type": "string", "format": "date-time"},
    },
    "required": ["departure", "destination", "flight_number", "departure_time"],
}


def request(arguments: Any) -> dict[str, Any]:
    """The request of seed 003 with other arguments."""
    return {
        "context": CONTEXT,
        "tools_called": [{"name": "book_flight", "arguments": arguments}],
        "tool_list": [{"name": "book_flight", "description": "预订航班的工具", "input_parameters": SCHEMA}],
    }


def judged(case: dict[str, Any]) -> dict[str, Any]:
    """The evaluator's result in a report that its schema allows."""
    report = evaluate_case(case)
    VALIDATOR.validate(report)
    result: dict[str, Any] = report["evaluators"]["tool_parameter_correctness"]
    return result | {"verdict": report["verdict"], "warnings": report["warnings"], "errors": report["errors"]}


def check(schema: Any, args: Any, context: Any = "x", **options: Any) -> dict[str, Any]:
    return judged(
        {
            "expected": [],
            "trace": [{"name": "f", "args": args}],
            "tools": [{"name": "f", "parameters": schema}],
            "context": context,
            "options": {"allow_extra": True, "check_parameters": True, **options},
        }
    )


def problems(schema: Any, args: Any, **options: Any) -> list[tuple[str, str, str]]:
    """The problems of a call, but for those of the sources."""
    calls = check(schema, args, **options)["calls"]
    return [(p["code"], p["path"], p["message"]) for p in calls[0]["problems"] if p["code"] != "ungrounded"]


def test_the_seeds_example() -> None:
    result = judged(request(ARGUMENTS))
    assert (result["score"], result["label"], result["passed"], result["verdict"]) == (1.0, "pass", True, "pass")
    assert result["reason"] == (
        "the parameters fit the tools' definitions, and every value has a source: 3 of 4 stand in the context, 1 follow by rule"
    )
    assert (
        result["reason_zh"]
        == "所有参数均符合工具定义，且全部 4 个值都有依据：3 个直接出现在上下文中，1 个按规则推导得出"
    )
    assert result["note"] == "A source proves that a value stands in the text, not its role: swapped cities pass."
    evidence = {item["path"]: (item["state"], item["span"]) for item in result["calls"][0]["evidence"]}
    assert evidence["$.departure"] == ("grounded", {"source": "context/0", "start": 7, "end": 9, "text": "北京"})
    assert evidence["$.departure_time"] == (
        "derived", {"source": "context/0", "start": 32, "end": 48, "text": "2026-02-01 08:00"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "path", "code", "reason", "reason_zh"),
    [
        ({"flight_number": "CA1831"}, "$.flight_number", "ungrounded", '"CA1831" has no source in the context: no such code in the text', '值在上下文中没有依据（实际值 "CA1831"）'),
        ({"departure": "广州"}, "$.departure", "ungrounded", '"广州" has no source in the context: no such text', '值在上下文中没有依据（实际值 "广州"）'),
        ({"departure_time": "2026-02-02T08:00:00"}, "$.departure_time", "ungrounded", '"2026-02-02T08:00:00" has no source in the context: no such date in the text', '值在上下文中没有依据（实际值 "2026-02-02T08:00:00"）'),
        ({"departure_time": "2026-02-01 08:00"}, "$.departure_time", "format", 'expected the format date-time, actual "2026-02-01 08:00"', '格式不符（实际值 "2026-02-01 08:00"）'),
        ({"destination": None}, "$.destination", "null", "null is not allowed, expected string", "不允许为 null（实际值 null）"),
        ({"flight_number": 1830}, "$.flight_number", "type", "expected string, actual 1830", "类型不符（实际值 1830）"),
        ({"seat": "12A"}, "$.seat", "unknown_parameter", 'the tool has no such parameter, actual "12A"', '参数不在工具定义中（实际值 "12A"）'),
        ("destination", "$.destination", "missing_parameter", "required and not given", "缺少必需参数"),
    ],
)  # fmt: skip
def test_each_change_of_the_example_scores_zero(change: Any, path: str, code: str, reason: str, reason_zh: str) -> None:
    arguments = {k: v for k, v in ARGUMENTS.items() if k != change} if isinstance(change, str) else ARGUMENTS | change
    result = judged(request(arguments))
    assert (result["score"], result["verdict"]) == (0.0, "fail")
    assert [(p["code"], p["path"]) for p in result["calls"][0]["problems"]] == [(code, path)]
    assert result["reason"] == f"book_flight (call 1): {path}: {reason}"
    assert result["reason_zh"] == f"book_flight（第 1 个调用）：{path}：{reason_zh}"


def test_every_changed_digit_of_the_example_scores_zero() -> None:
    for name in ("flight_number", "departure_time"):
        text = ARGUMENTS[name]
        for place, character in enumerate(text):
            for digit in "0123456789" if character.isdigit() else "":
                if digit != character:
                    changed = text[:place] + digit + text[place + 1 :]
                    assert judged(request(ARGUMENTS | {name: changed}))["score"] == 0.0, changed


@pytest.mark.parametrize(
    ("unverified", "score", "label", "verdict"),
    [("review", None, "review", "pass"), ("pass", 1.0, "pass", "pass"), ("fail", 0.0, "fail", "fail")],
)
def test_another_script_is_undecided(unverified: str, score: float | None, label: str, verdict: str) -> None:
    result = judged(request(ARGUMENTS | {"departure": "Beijing"}) | {"options": {"unverified": unverified}})
    assert (result["score"], result["label"], result["verdict"]) == (score, label, verdict)
    assert result["calls"][0]["evidence"][0]["state"] == "unverified"
    if unverified == "review":
        assert result["reason"] == (
            "the parameters fit the tools' definitions; 1 of 4 values cannot be decided by rule, the first is book_flight"
            " $.departure (another script than the text's)"
        )
        assert result["reason_zh"] == (
            "参数符合工具定义，但 4 个值中有 1 个无法按规则判定来源，需人工复核，首个为 book_flight $.departure"
        )
        assert [warning["code"] for warning in result["warnings"]] == ["parameters_unverified"]


def test_the_request_can_bring_its_own_options() -> None:
    case = request(ARGUMENTS | {"seat": "CA1830"}) | {"options": {"allow_unknown_parameters": True}}
    assert judged(case)["score"] == 1.0


OBJECT = {"type": "object"}
NESTED = {
    "type": "object",
    "properties": {
        "trip": {"$ref": "#/$defs/trip"},
        "tags": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
        "open": {"type": "object", "properties": {"a": {}}, "additionalProperties": True},
        "free": {"type": "object"},
        "way": {"anyOf": [{"type": "object", "properties": {"x": {"type": "integer"}}}, {"type": "null"}]},
    },
    "$defs": {"trip": {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}},
}


@pytest.mark.parametrize(
    ("schema", "args", "expected"),
    [
        (NESTED, {"trip": {"to": "x"}, "tags": [{"name": "x"}], "open": {"b": "x"}, "free": {"c": "x"}, "way": None}, []),
        (NESTED, {"trip": {"two": "x", "to": "x"}}, [("unknown_parameter", "$.trip.two", 'the tool has no such parameter; did you mean to?, actual "x"')]),
        (NESTED, {"tags": [{"nam": "x"}]}, [("unknown_parameter", "$.tags[0].nam", 'the tool has no such parameter; did you mean name?, actual "x"')]),
        (NESTED, {"trip": {}}, [("missing_parameter", "$.trip.to", "required and not given")]),
        (NESTED, {"way": {"x": "a"}}, [("type", "$.way.x", 'expected integer, actual "a"')]),
        (NESTED, {"way": 5}, [("type", "$.way", "expected object or null, actual 5")]),
        ({"type": "object", "properties": {}}, {"a": "x"}, [("unknown_parameter", "$.a", 'the tool has no such parameter, actual "x"')]),
        (OBJECT, {"a": "x"}, []),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"b": "x"}, [("unknown_parameter", "$.b", 'the tool has no such parameter, actual "x"')]),
        ({"properties": {"a": {"enum": ["Red", "blue"]}}}, {"a": "red"}, [("enum", "$.a", 'expected one of ["Red", "blue"], actual "red"')]),
        ({"properties": {"a": {"const": 1}}}, {"a": True}, [("enum", "$.a", "expected one of [1], actual true")]),
        ({"properties": {"a": {"enum": [1]}}}, {"a": 1.0}, []),
        ({"properties": {"a": {"minimum": 1, "type": "integer"}}}, {"a": 0}, [("range", "$.a", "expected at least 1, actual 0")]),
        ({"properties": {"a": {"maxLength": 1}}}, {"a": "xyz"}, [("range", "$.a", 'expected a length of at most 1, actual "xyz"')]),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": ["x", "x"]}, [("range", "$.a", 'expected items that are all different, actual ["x", "x"]')]),
        ({"properties": {"a": {"pattern": "^x+$"}}}, {"a": "y"}, [("pattern", "$.a", 'expected the pattern ^x+$, actual "y"')]),
        ({"properties": {"a": {"pattern": "(?<n>x)"}}}, {"a": "x"}, []),
        ({"properties": {"a": {"format": "email"}}}, {"a": "x"}, [("format", "$.a", 'expected the format email, actual "x"')]),
        ({"properties": {"a": {"not": {"type": "string"}}}}, {"a": "x"}, [("combinator", "$.a", "the rule not does not hold")]),
        ({"properties": {"a": {"oneOf": [{"type": "string"}, {"minLength": 1}]}}}, {"a": "x"}, [("combinator", "$.a", "it fits more than one alternative")]),
        ({"properties": {"a": {"anyOf": [{"minLength": 5}, {"pattern": "^y"}]}}}, {"a": "x"}, [("combinator", "$.a", "it fits none of 2 alternatives; the nearest fails at a (minLength)")]),
        ({"type": "OBJECT", "properties": {"a": {"type": "INTEGER", "nullable": True}}}, {"a": None}, []),
        ({"properties": {"a": {"type": "integer"}}}, {"a": 5.0}, []),
        ({"properties": {"a b": {"type": "integer"}}}, {"a b": "x"}, [("type", '$["a b"]', 'expected integer, actual "x"')]),
        ({"properties": {"a": {"items": [{"type": "integer"}]}}}, {"a": ["x"]}, [("type", "$.a[0]", 'expected integer, actual "x"')]),
    ],
)  # fmt: skip
def test_the_schema(schema: Any, args: Any, expected: list[Any]) -> None:
    assert problems(schema, args) == expected


def test_unknown_parameters_may_be_allowed_but_not_against_the_schemas_word() -> None:
    schema: dict[str, Any] = {"properties": {"a": {}}}
    assert problems(schema, {"b": "x"}, allow_unknown_parameters=True) == []
    closed = schema | {"additionalProperties": False}
    assert [code for code, *_ in problems(closed, {"b": "x"}, allow_unknown_parameters=True)] == ["unknown_parameter"]


@pytest.mark.parametrize(
    ("kind", "value", "hint"),
    [
        ({"type": "array"}, '["x"]', "json_text"),
        ({"type": "object"}, "{}", "json_text"),
        ({"type": "integer"}, "5", "number_text"),
        ({"type": "boolean"}, "true", "type"),
        ({"type": "integer"}, "x", None),
        ({"enum": ["Red"]}, "red", "case"),
    ],
)
def test_hints(kind: Any, value: str, hint: str | None) -> None:
    found = check({"properties": {"a": kind}}, {"a": value})["calls"][0]["problems"]
    assert [problem["hint"] for problem in found] == [hint]


@pytest.mark.parametrize(
    ("schema", "args", "fault"),
    [
        ({"type": "objekt"}, {}, '"objekt" at /type is not allowed there'),
        ({"properties": {"a": {"$ref": "#/$defs/none"}}}, {"a": "x"}, "it cannot be used (PointerToNowhere: '/$defs/none' does not exist within {'properties': {'a': {'$ref': '#/$defs/none'}}}); references are never fetched"),
        ({"properties": {"a": {"$ref": "https://example.org/s.json"}}}, {"a": "x"}, "it cannot be used (Unresolvable: https://example.org/s.json); references are never fetched"),
        ({"$ref": "#"}, {"a": "x"}, '"#" refers to itself without end'),
        ({"properties": {"a": {"allOf": [{"$ref": "#/properties/a"}]}}}, {}, '{"allOf": [{"$ref": "#/properties/a"}]} refers to itself without end'),
    ],
)  # fmt: skip
def test_a_broken_definition_is_never_a_wrong_call(schema: Any, args: Any, fault: str) -> None:
    result = check(schema, args)
    assert (result["score"], result["label"], result["status"]) == (None, "n/a", "schema_error")
    assert result["calls"][0]["schema_error"] == fault
    assert result["calls"][0]["problems"] == []
    assert [(w["code"], w["message"]) for w in result["warnings"]] == [
        ("schema_error", f"the definition of f cannot be used: {fault}")
    ]
    assert result["reason"] == f"the definition of f cannot be used: {fault}"
    assert result["reason_zh"] == "工具 f 的定义有误，无法检查参数"
    assert result["verdict"] == "error"
    assert result["errors"][0]["code"] == "parameters_not_judged"


def test_no_reference_opens_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    monkeypatch.setattr("socket.socket.connect", refuse)
    schema = {"$schema": "https://example.org/dialect", "properties": {"a": {"$ref": "http://example.org/other"}}}
    assert check(schema, {"a": "x"})["status"] == "schema_error"


def test_recursive_schemas_that_go_deeper_are_fine() -> None:
    tree = {"type": "object", "properties": {"v": {"type": "string"}, "next": {"$ref": "#"}}}
    value: dict[str, Any] = {"v": "x"}
    for _ in range(40):
        value = {"v": "x", "next": value}
    assert problems(tree, value) == []
    for _ in range(40):
        value = {"v": "x", "next": value}
    assert check(tree, value)["calls"][0]["schema_error"] == "arguments that nest deeper than 64 are not checked"


@pytest.mark.parametrize("pattern", ["^(a+)+$", "(a*)*b", "(?:a|a)*b", "([a-z]+)*!", r"(\w+\s?)*$", r"\p{L}+", "(("])
def test_patterns_that_may_run_away_or_cannot_be_read_are_not_run(pattern: str) -> None:
    start = time.monotonic()
    result = check({"properties": {"a": {"type": "string", "pattern": pattern}}}, {"a": "a" * 60}, "a" * 60)
    assert time.monotonic() - start < 5
    assert result["score"] == 1.0
    assert [(w["code"], w["message"]) for w in result["warnings"]] == [
        ("pattern_not_checked", f"f: a pattern of its definition is not checked: {pattern}")
    ]


@pytest.mark.parametrize(
    "pattern", [r"^\d{4}-\d{2}$", r"^([a-z0-9-]+\.)+[a-z]{2,}$", "^(?:a|b)+$", r"^[\w.]+@[\w.]+$", "^(ab)+$"]
)
def test_plain_patterns_are_run(pattern: str) -> None:
    assert [code for code, *_ in problems({"properties": {"a": {"pattern": pattern}}}, {"a": "#"})] == ["pattern"]


def test_unknown_tools_unreadable_arguments_and_tools_without_a_schema() -> None:
    case = {
        "expected": [],
        "trace": [
            {"name": "serach", "args": {}},
            {"name": "search", "arguments": '{"q": '},
            {"name": "web_search", "args": {"q": "x"}},
        ],
        "tools": [{"name": "search", "parameters": OBJECT}, {"type": "web_search_1", "name": "web_search"}],
        "context": "x",
        "options": {"allow_extra": True},
    }
    calls = judged(case)["calls"]
    assert [[(p["code"], p["path"], p["message"]) for p in call["problems"]] for call in calls] == [
        [("unknown_tool", "$", "no tool of this name is defined; did you mean search?")],
        [("unreadable_arguments", "$", "the arguments cannot be read")],
        [],
    ]


def test_names_are_compared_as_the_options_say() -> None:
    case = {
        "expected": [],
        "trace": [{"name": "mcp__srv__find.it", "args": {"q": "x"}}],
        "tools": [{"name": "find_it", "parameters": {"properties": {"q": {"type": "string"}}}}],
        "context": "x",
    }
    assert judged(case)["score"] == 0.0
    options = {"name_match": "sanitized", "strip_name_prefix": ["mcp__*__"]}
    assert judged(case | {"options": options})["score"] == 1.0


def test_what_cannot_be_judged_is_no_pass_when_it_must_decide() -> None:
    case: dict[str, Any] = {
        "expected": [],
        "trace": [{"name": "f", "args": {"x": 1}}],
        "options": {"allow_extra": True},
    }
    result = judged(case)
    assert (result["status"], result["score"], result["verdict"]) == ("not_applicable", None, "pass")
    result = judged(case | {"options": {"allow_extra": True, "check_parameters": True}})
    assert (result["status"], result["score"], result["verdict"]) == ("not_applicable", None, "error")
    assert result["errors"][0]["message"] == "check_parameters is set, but no tool definitions are given"
    result = judged(case | {"options": {"check_parameters": True}})
    assert result["verdict"] == "fail"
    result = judged({"expected": [], "trace": [], "tools": [{"name": "f"}], "options": {"check_parameters": True}})
    assert (result["status"], result["reason"], result["verdict"]) == ("not_applicable", "no calls were made", "pass")


def test_without_the_library_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "jsonschema":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    result = evaluate_case(
        {"expected": [], "trace": [{"name": "g", "args": {"z": 1}}], "options": {"allow_extra": True, "check_parameters": True},
         "tools": [{"name": "g", "parameters": {"properties": {"z": {"title": "never seen before"}}}}]}
    )  # fmt: skip
    found = result["evaluators"]["tool_parameter_correctness"]
    assert (found["status"], found["score"]) == ("not_applicable", None)
    assert found["reason"] == "the package jsonschema is not installed: pip install evaluator-core[schema]"
    assert result["verdict"] == "error"


def test_without_tools_nothing_of_it_is_imported() -> None:
    program = (
        "import sys\nfrom evaluator_core import evaluate\nevaluate([], [])\n"
        "print([m for m in sys.modules if m.split('.')[0] == 'jsonschema' or 'grounding' in m or 'parameters' in m])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


MESSAGES: list[Any] = [
    {"role": "user", "content": "Cancel the last order of customer Kim."},
    {"role": "assistant", "content": "I think it is W-9", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "find", "arguments": '{"who": "Kim"}'}}]},
    {"role": "tool", "tool_call_id": "1", "content": '{"id": "W-5512"}'},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "2", "type": "function", "function": {"name": "cancel", "arguments": '{"id": "W-5512"}'}}]},
]  # fmt: skip
TOOLS = [
    {"name": "find", "parameters": {"properties": {"who": {"type": "string"}}}},
    {"name": "cancel", "parameters": {"properties": {"id": {"type": "string"}}}},
]


def test_values_may_come_from_earlier_results_only() -> None:
    case = {"expected": [], "trace": MESSAGES, "tools": TOOLS}
    result = judged(case)
    assert result["score"] == 1.0
    assert [item["span"] for call in result["calls"] for item in call["evidence"]] == [
        {"source": "trace/0", "start": 34, "end": 37, "text": "Kim"},
        {"source": "calls/0/result", "start": 8, "end": 14, "text": "W-5512"},
    ]
    messages = copy.deepcopy(MESSAGES)
    messages[1]["tool_calls"][0]["function"]["arguments"] = '{"who": "W-5512"}'
    assert judged(case | {"trace": messages})["score"] == 0.0
    messages[1]["tool_calls"][0]["function"]["arguments"] = '{"who": "W-9"}'
    assert judged(case | {"trace": messages})["score"] == 0.0  # said by the agent only


def test_calls_of_one_message_cannot_know_each_others_results() -> None:
    one, two = copy.deepcopy(MESSAGES[1]), copy.deepcopy(MESSAGES[3])
    both = [*one["tool_calls"], *two["tool_calls"]]
    trace = [
        MESSAGES[0],
        one | {"tool_calls": both},
        MESSAGES[2],
        {"role": "tool", "tool_call_id": "2", "content": "ok"},
    ]
    assert [call["score"] for call in judged({"expected": [], "trace": trace, "tools": TOOLS})["calls"]] == [1.0, 0.0]


def test_without_any_word_of_a_user_nothing_is_ungrounded() -> None:
    result = judged({"expected": [], "trace": [{"name": "find", "args": {"who": "Kim"}}], "tools": TOOLS})
    assert result["calls"][0]["evidence"][0]["state"] == "unverified"
    assert result["calls"][0]["evidence"][0]["how"] == "no text of a user is given"


@pytest.mark.parametrize(
    "context",
    [
        "Kim",
        ["Kim"],
        [[{"role": "user", "content": "Kim"}]],
        {
            "messages": [
                {"role": "system", "content": "Be kind"},
                {"role": "user", "content": [{"type": "text", "text": "Kim"}]},
            ]
        },
        '["Kim"]',
        "{Kim}",
        [{"role": "assistant", "content": "Tom"}, {"role": "user", "parts": [{"text": "Kim"}]}],
    ],
)
def test_contexts(context: Any) -> None:
    case = {"expected": [], "tools": TOOLS, "context": context}
    assert judged(case | {"trace": [{"name": "find", "args": {"who": "Kim"}}]})["score"] == 1.0
    assert judged(case | {"trace": [{"name": "find", "args": {"who": "Tom"}}]})["score"] == 0.0


def test_a_context_that_is_none() -> None:
    report = evaluate_case({"expected": [], "trace": [], "tools": TOOLS, "context": 5})
    assert [(e["code"], e["where"]) for e in report["errors"]] == [("bad_context", "context")]


def test_the_python_door_takes_tools_and_context() -> None:
    trace = json.dumps([{"name": "find", "args": {"who": "Kim"}}])
    report = evaluate(
        [], trace, {"allow_extra": True, "check_parameters": True}, tools=json.dumps(TOOLS), context="Tom"
    )
    assert [(r.code, r.message, r.actual) for r in report.reasons] == [
        ("parameter_problem", 'find: $.who: "Kim" has no source in the context: the text does not name: kim', 0)
    ]


def test_rewritten_definitions_are_noted() -> None:
    result = check({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}, {"a": "x"})
    assert result["definitions"] == [
        {"name": "f", "notes": ["#/type: OBJECT read as object", "#/properties/a/type: STRING read as string"]}
    ]


def test_200_calls_with_a_large_context_finish_soon() -> None:
    context = "".join(
        f"2026-02-{n % 28 + 1:02} order W-{n} of {n} items for Kim{n}, total {n}.50 USD. " for n in range(4_000)
    )
    trace = [
        {"name": "f", "args": {"id": f"W-{n}", "who": f"Kim{n}", "n": n, "on": "2026-02-03", "not": f"W-{n}x"}}
        for n in range(200)
    ]
    start = time.process_time()
    result = judged({"expected": [], "trace": trace, "tools": [{"name": "f"}], "context": context})
    assert result["score"] == 0.0 and len(result["calls"]) == 200
    assert time.process_time() - start < 20
