"""The public face, and the direction of imports."""

from __future__ import annotations

import ast
from pathlib import Path

import evaluator_core

PACKAGE = Path(evaluator_core.__file__).parent
LAYERS = (
    ("errors", "version"),
    ("json_text", "values", "scores", "sequences"),
    ("pointers", "names", "readings", "list_matching"),
    ("rules", "rule_words", "hints"),
    ("calls", "options", "salvage", "grounding", "differences"),
    (
        "locate",
        "expected",
        "traces",
        "arguments",
        "repetition",
        "filtering",
        "counting",
        "ordering",
        "tool_definitions",
    ),
    ("matching", "parameters"),
    ("alignment", "verdict"),
    ("nearest", "named"),
    ("report",),
    ("uipath", "cases"),
    ("compatibility",),
    ("evaluation", "view", "vocabulary"),
    ("bridge", "__main__"),
)
"""A module imports from its own layer and those above it, never from those below."""


def test_all_lists_the_public_names() -> None:
    assert evaluator_core.__all__ == sorted(evaluator_core.__all__)
    for name in evaluator_core.__all__:
        assert getattr(evaluator_core, name).__module__.startswith("evaluator_core"), name


def imports(path: Path) -> set[str]:
    """The modules of the package that a file imports, by the first part of their name."""
    found = set()
    inside = path.relative_to(PACKAGE).parts
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == len(inside):
            found.update([node.module.split(".")[0]] if node.module else [alias.name for alias in node.names])
    return found


def test_imports_point_one_way() -> None:
    rank = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if name == "__init__":
            continue
        assert name in rank, f"{name} has no layer"
        for other in imports(path):
            assert rank[other] <= rank[name], f"{name} imports {other}"
