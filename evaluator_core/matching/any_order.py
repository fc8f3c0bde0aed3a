"""Pairing where order does not count: any one-to-one pairing of calls whose names fit.

Groups of names that share no call are paired one by one, since all that is counted adds up over them. Where all
calls of a group share one name, everything fits everything, and then:

* The most required pairs are min(required, actual), the most pairs min(expected, actual): any right pairs can be
  completed to that, as long as optional calls take no more than what the required ones leave (`spare`).
* So the right pairs come first, by themselves, as a matching in the sparse graph of right pairs.
* Every best pairing has a largest right matching in it. A call that no alternating path from a free call reaches is
  in every largest right matching, together with its like (Dulmage and Mendelsohn); its pair may be kept. What is
  left, usually a handful, is solved as an assignment, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from .assignment import best_assignment
from .comparisons import Comparisons
from .gains import Gains
from .name_groups import NameGroup, name_groups
from .problem import Pairing, Problem, leading_right
from .right_matching import RightMatching
from .right_pairs import FittingPairs, RightPairs

MOST_CELLS = 125_000
"""The largest assignment, rows × columns, that is solved exactly."""
_FEW_CELLS = 12
"""So small an assignment is solved at once."""


def pair_any_order(problem: Problem) -> Pairing:
    """The best of all one-to-one pairings.

    Time: near-linear where names are distinct or most calls are right; otherwise comparing and an assignment,
    cubic in what is wrong. Beyond `MOST_CELLS` the fewest differing paths are approximated (and, where calls accept
    several names, the most right pairs).
    """
    leading = leading_right(problem)
    if leading == len(problem.required):
        return Pairing(list(range(leading)), False)
    actual_of: list[int | None] = [None] * len(problem.required)
    bounded = False
    comparisons = Comparisons(problem)
    for group in name_groups(problem):
        if len(group.rows) == 1 == len(group.columns):
            actual_of[group.rows[0]] = group.columns[0]
            continue
        solver = _GroupSolver(problem, comparisons, group)
        for row, column in solver.solve(leading).items():
            actual_of[row] = column
        bounded = bounded or solver.bounded
    return Pairing(actual_of, bounded)


class _GroupSolver:
    """Pairs the calls of one group of names."""

    def __init__(self, problem: Problem, comparisons: Comparisons, group: NameGroup) -> None:
        self._problem = problem
        self._comparisons = comparisons
        self._rows = group.rows
        self._columns = group.columns
        self._one_name = group.one_name
        self.bounded = False

    def solve(self, leading: int) -> dict[int, int]:
        """The pairs; `leading`: so many calls are known to be right with the call at the same place."""
        rows, columns = self._rows, self._columns
        if not self._one_name:
            if len(rows) * len(columns) > MOST_CELLS:
                return self._solve_name_by_name(leading)
            return self._assign(rows, columns)
        required = [row for row in rows if self._problem.required[row]]
        if len(required) >= len(columns):
            rows = required
        of = self._comparisons.of
        if len(rows) <= len(columns) and all(
            (row == column and row < leading) or of(row, column) == 0
            for row, column in zip(rows, columns, strict=False)
        ):
            return dict(zip(rows, columns, strict=False))
        right_is_perfect = self._problem.path == 1
        if len(rows) * len(columns) <= (_FEW_CELLS if right_is_perfect else MOST_CELLS):
            return self._assign(rows, columns)
        pairs = self._solve_by_right_pairs(rows, required, leading)
        if not right_is_perfect:  # of right pairs any will do there
            self.bounded = self.bounded or any(of(row, column) for row, column in pairs.items())
        return pairs

    def _solve_name_by_name(self, leading: int) -> dict[int, int]:
        """Choose a name for each expected call that accepts several, then pair within each name.

        The names are chosen by a largest matching, required calls first, so the most required calls and the most
        calls are paired; whether the most are right is not searched to the end.
        """
        names = self._problem.actual_names
        matching = RightMatching(FittingPairs(self._problem, self._comparisons, self._columns))
        for need in (True, False):
            rows = [row for row in self._rows if self._problem.required[row] is need]
            for row in matching.match_simply(rows, self._rows, self._columns):
                matching.augment(row)
        rows_of: dict[str, list[int]] = {}
        for row in sorted(matching.column_of):
            rows_of.setdefault(names[matching.column_of[row]], []).append(row)
        pairs: dict[int, int] = {}
        for name, rows in rows_of.items():
            columns = [column for column in self._columns if names[column] == name]
            part = _GroupSolver(self._problem, self._comparisons, NameGroup(rows, columns, True))
            pairs.update(part.solve(leading))
        self.bounded = True
        return pairs

    def _solve_by_right_pairs(self, rows: list[int], required: list[int], leading: int) -> dict[int, int]:
        columns = self._columns
        spare = len(columns) - len(required)
        optional = [row for row in rows if not self._problem.required[row]] if len(rows) > len(required) else []
        matching = RightMatching(RightPairs(self._problem, self._comparisons, columns))
        scarce = len(columns) < len(rows)
        for row in self._match_leading(required, leading, matching):
            matching.augment(row)
        if not scarce or not optional:
            for row in self._match_leading(optional, leading, matching):
                matching.augment(row)
            return self._complete(rows, matching)
        matched = 0
        for row in optional:
            if matched < spare:
                matched += matching.augment(row)
            elif matching.augment(row, apply=False):
                # Optional calls would take what required ones need: no right pair can be fixed beforehand.
                return self._assign(rows, columns, matching)
        return self._complete(rows, matching)

    def _match_leading(self, rows: list[int], leading: int, matching: RightMatching) -> list[int]:
        """Match rows without revising a pair, those known to be right at once; return the rows left."""
        held = set(self._columns) if leading else set()
        rest = []
        for row in rows:
            if row < leading and row in held and row not in matching.row_of:
                matching.match(row, row)
            else:
                rest.append(row)
        return matching.match_simply(rest, self._rows, self._columns)

    def _complete(self, rows: list[int], matching: RightMatching) -> dict[int, int]:
        """Pair what has no right partner, revising right pairs only where that could bring something."""
        columns = self._columns
        free_rows = [row for row in rows if row not in matching.column_of]
        free_columns = [column for column in columns if column not in matching.row_of]
        if not free_rows or not free_columns:
            return dict(matching.column_of)
        comparisons = self._comparisons
        loose_rows, loose_columns = set(free_rows), set(free_columns)
        for cluster in matching.exchangeable_rows(free_rows):
            if not _all_equal(cluster, comparisons.row_key):
                loose_rows.update(cluster)
                loose_columns.update(matching.column_of[row] for row in cluster if row in matching.column_of)
        for cluster in matching.exchangeable_columns(free_columns, rows):
            if not _all_equal(cluster, comparisons.column_key):
                loose_columns.update(cluster)
                loose_rows.update(matching.row_of[column] for column in cluster if column in matching.row_of)
        pairs = {row: column for row, column in matching.column_of.items() if row not in loose_rows}
        pairs.update(self._assign(sorted(loose_rows), sorted(loose_columns), matching))
        return pairs

    def _assign(
        self, rows: Sequence[int], columns: Sequence[int], fallback: RightMatching | None = None
    ) -> dict[int, int]:
        """The best assignment of these calls; beyond `MOST_CELLS` the right pairs of `fallback`, completed."""
        if len(rows) * len(columns) > MOST_CELLS and fallback is not None:
            return self._complete_greedily(rows, columns, fallback)
        problem, comparisons = self._problem, self._comparisons
        required = problem.required
        gains = Gains([required[row] for row in rows], problem.path)
        scale = len(rows) * max(columns) + 1
        names = problem.actual_names
        order = sorted(range(len(rows)), key=lambda place: (not required[rows[place]], place))
        few = len(rows) * len(columns) <= _FEW_CELLS
        table: list[list[int | None]] = []
        rows_seen: dict[Hashable, list[int]] = {}
        for place in order:
            row = rows[place]
            if not self._one_name:
                accepted = problem.expected_names[row]
                table.append(
                    [
                        gains.of(place, comparisons.of(row, column)) * scale - column
                        if names[column] in accepted
                        else None
                        for column in columns
                    ]
                )
                continue
            if few:
                paths = [comparisons.of(row, column) for column in columns]
            else:
                key = comparisons.row_key(row)
                if key not in rows_seen:
                    rows_seen[key] = comparisons.row(row, columns)
                paths = rows_seen[key]
            table.append(
                [gains.of(place, differing) * scale - column for differing, column in zip(paths, columns, strict=True)]
            )
        found = best_assignment(table, len(columns))
        return {rows[order[place]]: columns[column] for place, column in enumerate(found) if column is not None}

    def _complete_greedily(
        self, rows: Sequence[int], columns: Sequence[int], matching: RightMatching
    ) -> dict[int, int]:
        """Keep the right pairs; give each expected call left, required ones first, the nearest call still free.

        As many and as right pairs as can be. Also the fewest differing paths when every new pair differs in one only.
        """
        pairs = {row: matching.column_of[row] for row in rows if row in matching.column_of}
        free_columns = [column for column in columns if column not in matching.row_of]
        free_rows = [row for row in rows if row not in pairs]
        free_rows.sort(key=lambda row: not self._problem.required[row])
        for row in free_rows:
            if not free_columns:
                break
            best, best_paths = 0, -1
            for place, column in enumerate(free_columns[:_LOOK_AT]):
                paths = self._comparisons.of(row, column)
                if best_paths < 0 or paths < best_paths:
                    best, best_paths = place, paths
                    if paths <= self._problem.path:
                        break
            pairs[row] = free_columns.pop(best)
            self.bounded = self.bounded or best_paths > self._problem.path
        return pairs


_LOOK_AT = 50
"""So many free calls are compared with an expected call when an assignment would be too large."""


def _all_equal(members: Sequence[int], key: Callable[[int], Hashable]) -> bool:
    first = key(members[0])
    return all(key(member) == first for member in members)
