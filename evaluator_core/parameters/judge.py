"""Judges the parameters of calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from ..calls import ToolCall
from ..grounding import DERIVED, UNGROUNDED, UNVERIFIED, Ground, Sources, View, ground
from ..names import Naming, nearest_name
from ..options import Options
from ..tool_definitions import ToolDefinition
from ..traces import Trace
from ..values import equal
from .conversation import Said, sources_of
from .problems import Problem, of_fault, ungrounded, unknown_parameter
from .results import CallResult, Leaf, Parameters, Path
from .schema_check import Checker, NoLibraryError, SchemaFault, checker_of, faults
from .shape import Shape

NO_TEXT = "no text of a user is given"


def check_parameters(
    calls: Sequence[tuple[int, ToolCall]],
    tools: Mapping[str, ToolDefinition],
    naming: Naming,
    trace: Trace,
    context: Sequence[Said],
    options: Options,
) -> Parameters:
    """Judge the parameters of calls, given with their index in the trace."""
    texts, by_user = sources_of(context, trace)
    judge = _Judge(tools, naming, Sources(texts), by_user, options)
    try:
        results = [judge.call(index, call) for index, call in calls]
    except NoLibraryError:
        missing = "the package jsonschema is not installed: pip install evaluator-core[schema]"
        return Parameters(
            [], "not_applicable", options.unverified, missing, "未安装 jsonschema，无法检查参数", judged=False
        )
    broken = any(result.fault is not None for result in results)
    if not results:
        return Parameters([], "not_applicable", options.unverified, "no calls were made", "没有工具调用")
    return Parameters(
        results,
        "schema_error" if broken else "ok",
        options.unverified,
        notes={name: tool.notes for name, tool in judge.used.items() if tool.notes},
        not_checked=judge.not_checked,
        judged=not broken,
    )


class _Judge:
    """Judges calls one after the other, with what they have in common."""

    def __init__(
        self, tools: Mapping[str, ToolDefinition], naming: Naming, sources: Sources, by_user: bool, options: Options
    ) -> None:
        self._tools = tools
        self._canonical = {} if naming.plain else {naming.canonical(name): tool for name, tool in tools.items()}
        self._naming = naming
        self._sources = sources
        self._by_user = by_user
        self._options = options
        self.used: dict[str, ToolDefinition] = {}
        self.not_checked: dict[str, tuple[str, ...]] = {}

    def call(self, index: int, call: ToolCall) -> CallResult:
        tool = self._tools.get(call.name) or self._canonical.get(self._naming.canonical(call.name))
        if tool is None and not call.provider:
            return CallResult(index, call.name, [_unknown_tool(call.name, list(self._tools))], [])
        if call.unreadable:
            message = "the arguments cannot be read"
            return CallResult(index, call.name, [Problem("unreadable_arguments", (), None, call.args, message)], [])
        if tool is None or tool.schema is None:
            shape = Shape({}, [])
            leaves = self._leaves(call.args, shape, self._sources.seen_by(index))
            return CallResult(index, call.name, self._without_source(leaves, []), leaves, checked=False)
        self.used[tool.name] = tool
        view = self._sources.seen_by(index)
        try:
            checker = checker_of(tool.schema)
            problems = _problems(checker, call.args, allow_unknown=self._options.allow_unknown_parameters)
        except SchemaFault as fault:
            leaves = self._leaves(call.args, Shape({}, []), view)
            return CallResult(index, call.name, [], leaves, str(fault))
        if checker.not_checked:
            self.not_checked[tool.name] = checker.not_checked
        leaves = self._leaves(call.args, Shape(checker.schema, [checker.schema]), view)
        return CallResult(index, call.name, problems + self._without_source(leaves, problems), leaves)

    def _leaves(self, args: Any, shape: Shape, view: View) -> list[Leaf]:
        found = []
        for path, value, at, as_default in _walk(args, shape, ()):
            result = Ground(DERIVED, "default of the schema") if as_default else ground(view, value, at.parameter)
            if result.state == UNGROUNDED and not self._by_user:
                result = Ground(UNVERIFIED, NO_TEXT)
            evidence = None if result.span is None else view.sources.evidence(result.span)
            found.append(Leaf(path, value, result, evidence))
        return found

    def _without_source(self, leaves: Sequence[Leaf], problems: Sequence[Problem]) -> list[Problem]:
        """The values without a source, but for those that are wrong already."""
        wrong = {problem.path for problem in problems}
        return [
            ungrounded(leaf.path, leaf.value, leaf.ground.how)
            for leaf in leaves
            if leaf.ground.state == UNGROUNDED
            and not any(leaf.path[:length] in wrong for length in range(len(leaf.path) + 1))
        ]


def _unknown_tool(name: str, known: list[str]) -> Problem:
    near = nearest_name(name, known)
    hinted = f"; did you mean {near}?" if near else ""
    return Problem("unknown_tool", (), None, name, f"no tool of this name is defined{hinted}")


def _problems(checker: Checker, args: Any, *, allow_unknown: bool) -> list[Problem]:
    found: dict[Path, Problem] = {}
    for fault in faults(checker, args):
        found.setdefault(fault.path, of_fault(fault))
    if not allow_unknown:
        for problem in _unknown(args, Shape(checker.schema, [checker.schema]), ()):
            found.setdefault(problem.path, problem)
    return list(found.values())


def _unknown(value: Any, shape: Shape, path: Path) -> Iterator[Problem]:
    """Parameters that the schema does not name, at any depth."""
    if isinstance(value, dict):
        for name, child in value.items():
            if not shape.knows(name):
                yield unknown_parameter((*path, name), child, get_close_matches(name, shape.names, n=1, cutoff=0.75))
            elif isinstance(child, dict | list):
                yield from _unknown(child, shape.property(name), (*path, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            if isinstance(child, dict | list):
                yield from _unknown(child, shape.item(index), (*path, index))


def _walk(value: Any, shape: Shape, path: Path) -> Iterator[tuple[Path, Any, Shape, bool]]:
    """The leaf values, each with what the schema says of it, and whether it is part of a default as a whole."""
    if isinstance(value, dict | list) and path and any(equal(value, d) for d in shape.parameter.defaults):
        for below, leaf, at, _ in _walk_below(value, shape, path):
            yield below, leaf, at, True
    elif isinstance(value, dict | list):
        yield from _walk_below(value, shape, path)
    else:
        yield path, value, shape, False


def _walk_below(value: Any, shape: Shape, path: Path) -> Iterator[tuple[Path, Any, Shape, bool]]:
    if isinstance(value, dict):
        for name, child in value.items():
            yield from _walk(child, shape.property(name), (*path, name))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _walk(child, shape.item(index), (*path, index))
