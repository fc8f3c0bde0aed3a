"""The most right pairs: augmenting paths in the graph of right pairs, and what other choices would free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .right_pairs import Alike, RightPairs


class RightMatching:
    """A matching of right pairs that grows row by row (a row = an expected call, a column = an actual call).

    A row once matched stays matched, so that rows offered first are served first. That is the greedy rule of a
    transversal matroid: offering the required rows first gives the most right pairs and, among those, the most
    required ones.
    """

    def __init__(self, pairs: RightPairs) -> None:
        self.pairs = pairs
        self.column_of: dict[int, int] = {}
        self.row_of: dict[int, int] = {}
        self._dead: set[int] = set()

    def match(self, row: int, column: int) -> None:
        """Take a pair that is known to be right and free."""
        self.column_of[row] = column
        self.row_of[column] = row

    def match_simply(self, rows: Iterable[int], all_rows: Sequence[int], columns: Sequence[int]) -> list[int]:
        """Match rows with free right columns and return the rows left.

        The first guess goes as far from the row's own place as the last match did, so that calls that only moved
        along are found without a search.
        """
        left = []
        row_place = {row: place for place, row in enumerate(all_rows)}
        column_place = {column: place for place, column in enumerate(columns)}
        shift = 0
        for row in rows:
            place = row_place[row] + shift
            guess = columns[place] if 0 <= place < len(columns) else None
            column = self.pairs.free_right(row, self.row_of, guess)
            if column is None:
                left.append(row)
            else:
                self.match(row, column)
                shift = column_place[column] - row_place[row]
        return left

    def augment(self, row: int, *, apply: bool = True) -> bool:
        """Match one more row along an augmenting path; False when there is none.

        What a failed search has seen can never be part of a later path and is not looked at again, so all failed
        searches together cost no more than the right pairs they see.
        """
        came_from: dict[int, int] = {}
        expanded: set[Alike] = set()
        queue = [row]
        for current in queue:
            alike = self.pairs.alike(current)
            if alike in expanded:
                continue
            expanded.add(alike)
            for column in self.pairs.rights(alike):
                if column in came_from or column in self._dead:
                    continue
                came_from[column] = current
                owner = self.row_of.get(column)
                if owner is not None:
                    queue.append(owner)
                    continue
                if apply:
                    self._flip(row, column, came_from)
                return True
        self._dead.update(came_from)
        return False

    def _flip(self, row: int, column: int, came_from: dict[int, int]) -> None:
        while True:
            current = came_from[column]
            previous = self.column_of.get(current)
            self.match(current, column)
            if current == row:
                return
            assert previous is not None
            column = previous

    def exchangeable_rows(self, free: Sequence[int]) -> list[list[int]]:
        """The free rows in clusters, each with the rows that could be free instead, by alternating paths."""

        def freed_by(alike: Alike) -> list[int]:
            return [self.row_of[column] for column in self.pairs.rights(alike) if column in self.row_of]

        return _clusters(free, lambda row: [self.pairs.alike(row)], freed_by)

    def exchangeable_columns(self, free: Sequence[int], rows: Sequence[int]) -> list[list[int]]:
        """The free columns in clusters, each with the columns that could be free instead."""

        def freed_by(alike: Alike) -> list[int]:
            return [self.column_of[row] for row in alike.rows if row in self.column_of]

        return _clusters(free, lambda column: self.pairs.right_with(column, rows), freed_by)


def _clusters(
    free: Sequence[int], classes_of: Callable[[int], list[Alike]], freed_by: Callable[[Alike], list[int]]
) -> list[list[int]]:
    """All that can be reached from `free`, where what is reached from two starts joins them in one cluster."""
    leader = {start: start for start in free}

    def find(node: int) -> int:
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    first_seen_by: dict[Alike, int] = {}
    waiting = list(free)
    while waiting:
        node = waiting.pop()
        for alike in classes_of(node):
            if alike in first_seen_by:
                leader[find(node)] = find(first_seen_by[alike])
                continue
            first_seen_by[alike] = node
            for reached in freed_by(alike):
                if reached in leader:
                    leader[find(reached)] = find(node)
                else:
                    leader[reached] = node
                    waiting.append(reached)
    clusters: dict[int, list[int]] = {}
    for node in leader:
        clusters.setdefault(find(node), []).append(node)
    return list(clusters.values())
