"""Calls that can meet at all: the connected groups of names, which `any_order` may pair one by one."""

from __future__ import annotations

from typing import NamedTuple

from .problem import Problem


class NameGroup(NamedTuple):
    """Expected and actual calls linked by their names. No pair crosses the border of a group."""

    rows: list[int]
    """The expected calls, ascending."""
    columns: list[int]
    """The actual calls, ascending."""
    one_name: bool
    """All share one name, so that every expected call may meet every actual call."""


def name_groups(problem: Problem) -> list[NameGroup]:
    """The groups that have calls on both sides."""
    columns_of: dict[str, list[int]] = {}
    for j, name in enumerate(problem.actual_names):
        if name in columns_of:
            columns_of[name].append(j)
        else:
            columns_of[name] = [j]
    rows_of: dict[str, list[int]] = {}
    several: list[int] = []
    for i, accepted in enumerate(problem.expected_names):
        if len(accepted) != 1:
            several.append(i)
        elif accepted[0] in rows_of:
            rows_of[accepted[0]].append(i)
        else:
            rows_of[accepted[0]] = [i]
    if several:
        return _joined(problem, rows_of, columns_of, several)
    return [NameGroup(rows, columns_of[name], True) for name, rows in rows_of.items() if name in columns_of]


def _joined(
    problem: Problem, rows_of: dict[str, list[int]], columns_of: dict[str, list[int]], several: list[int]
) -> list[NameGroup]:
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while leader.get(name, name) != name:
            leader[name] = leader.get(leader[name], leader[name])
            name = leader[name]
        return name

    for i in several:
        names = [name for name in problem.expected_names[i] if name in columns_of]
        for name in names[1:]:
            leader[find(name)] = find(names[0])
    groups: dict[str, tuple[list[int], list[int], set[str]]] = {}
    for name, columns in columns_of.items():
        _, group_columns, names_here = groups.setdefault(find(name), ([], [], set()))
        group_columns += columns
        names_here.add(name)
    for name, rows in rows_of.items():
        if name in columns_of:
            groups[find(name)][0].extend(rows)
    for i in several:
        first = next((name for name in problem.expected_names[i] if name in columns_of), None)
        if first is not None:
            groups[find(first)][0].append(i)
    return [
        NameGroup(sorted(rows), sorted(columns), len(names) == 1) for rows, columns, names in groups.values() if rows
    ]
