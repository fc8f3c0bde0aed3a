"""The stand-in for `rpds` against the real package: the same verdicts and messages, on schemas of three drafts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema

from evaluator_core import evaluate_case

from . import test_parameters as parameters

ROOT = Path(__file__).parent.parent
TREE = {
    "$id": "https://example.org/tree",
    "$defs": {
        "node": {
            "$anchor": "node",
            "type": "object",
            "properties": {"next": {"$ref": "#node"}, "v": {"type": "integer"}},
        }
    },
    "$ref": "#/$defs/node",
}
SCHEMAS: list[Any] = [
    True,
    False,
    {"type": ["integer", "null"]},
    {"enum": [1, "a", [True]]},
    {"const": {"a": [0]}},
    {"allOf": [{"minimum": 1}, {"maximum": 3}]},
    {"anyOf": [{"type": "string"}, {"required": ["a"]}]},
    {"oneOf": [{"type": "integer"}, {"multipleOf": 1.5}]},
    {"not": {"type": "object"}},
    {"if": {"type": "integer"}, "then": {"minimum": 2}, "else": {"type": "string"}},
    {
        "properties": {"a": {"type": "integer"}},
        "patternProperties": {"^x": {"type": "string"}},
        "additionalProperties": False,
    },
    {"propertyNames": {"maxLength": 1}, "minProperties": 1},
    {"items": {"type": "integer"}, "uniqueItems": True, "maxItems": 2},
    {"contains": {"const": 1}},
    {"dependencies": {"a": ["v"]}, "items": [{"type": "integer"}], "additionalItems": False},
    {"dependentRequired": {"a": ["v"]}, "prefixItems": [{"type": "integer"}]},
    {"dependentSchemas": {"a": {"required": ["v"]}}},
    {"unevaluatedProperties": False, "allOf": [{"properties": {"a": True}}]},
    {"unevaluatedItems": False, "prefixItems": [True]},
    {"definitions": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/definitions/n"}}},
    {"$ref": "#/$defs/none"},
    {"$ref": "https://json-schema.org/draft/2020-12/schema"},
    {"$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x", "type": "integer"}}},
    TREE,
]
INSTANCES: list[Any] = [
    None, True, 0, 1, 1.0, 1.5, 3, 4, "", "a", "ab", [], [1], [1, 1], ["a", 1], [1, 2, 3], {}, {"a": 1}, {"a": "x"},
    {"xa": "b"}, {"xa": 1}, {"a": 1, "v": 2}, {"v": 1, "next": {"v": "x"}}, {"type": 5},
]  # fmt: skip
PROGRAM = """
import json, sys
import jsonschema, referencing, rpds
found = []
for dialect in (jsonschema.Draft7Validator, jsonschema.Draft201909Validator, jsonschema.Draft202012Validator):
    for schema, instances in json.load(sys.stdin):
        validator = dialect(schema, registry=referencing.Registry())
        for instance in instances:
            try:
                found.append(sorted([e.message, list(e.absolute_path), list(map(str, e.absolute_schema_path))] for e in validator.iter_errors(instance)))
            except Exception as problem:
                found.append([type(problem).__name__])
    sys.stdin.seek(0) if sys.stdin.seekable() else None
print(json.dumps([rpds.__file__, found]))
"""


def run(program: str, given: Any, folder: Path, *, stand_in: bool) -> Any:
    file = folder / "given.json"
    file.write_text(json.dumps(given))
    path = [str(ROOT / "stand_in")] * stand_in + [str(ROOT)]
    with file.open() as stdin:
        done = subprocess.run(
            [sys.executable, "-c", program],
            stdin=stdin, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        )  # fmt: skip
    return json.loads(done.stdout)


def test_the_same_errors_as_with_the_real_package(tmp_path: Path) -> None:
    given = [[schema, INSTANCES] for schema in SCHEMAS]
    real, seen = run(PROGRAM, given, tmp_path, stand_in=False)
    other, also = run(PROGRAM, given, tmp_path, stand_in=True)
    assert Path(other) == ROOT / "stand_in/rpds.py" != Path(real)
    assert len(seen) == 3 * len(SCHEMAS) * len(INSTANCES)
    assert also == seen


def test_the_reports_are_the_same(tmp_path: Path) -> None:
    cases = [
        {
            "expected": [],
            "trace": [{"name": "f", "args": args}],
            "tools": [{"name": "f", "parameters": schema}],
            "context": "x",
        }
        for schema, args, _ in parameters.test_the_schema.pytestmark[0].args[1]
    ] + [parameters.request(parameters.ARGUMENTS)]
    program = "import json, sys\nfrom evaluator_core import evaluate_case\nprint(json.dumps([evaluate_case(c) for c in json.load(sys.stdin)]))"
    assert run(program, cases, tmp_path, stand_in=True) == json.loads(
        json.dumps([evaluate_case(case) for case in cases])
    )


def test_in_cpython_the_real_package_is_used() -> None:
    import rpds

    assert Path(rpds.__file__).parent.name == "rpds"
    assert jsonschema.Draft202012Validator({"type": "integer"}).is_valid(1)
