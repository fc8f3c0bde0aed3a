"""The assignment problem: rows to columns, each at most once, with the largest sum of worths."""

from __future__ import annotations

from collections.abc import Sequence


def best_assignment(worth: Sequence[Sequence[int | None]], columns: int) -> list[int | None]:
    """For each row its column, or None.

    `worth[row][column]` is what the pair adds, more than 0; None = not allowed. A row without a column adds nothing.
    Rows come in one at a time along a shortest augmenting path, kept short by prices (Jonker and Volgenant);
    a path may also end at a row that goes without. Exact; at most rows² × columns steps. Ties go to earlier
    rows and columns.
    """
    most = max((gain for gains in worth for gain in gains if gain is not None), default=0)
    far = 4 * (most + 1) * (len(worth) + 1)
    costs = [[far if gain is None else -gain for gain in gains] for gains in worth]
    row_of = [-1] * columns
    column_of = [-1] * len(worth)
    price = [0] * columns
    for start in range(len(worth)):
        distance = [far] * columns
        came_from = [start] * columns
        waiting = list(range(columns))
        settled: list[int] = []
        row, base, offset = start, 0, 0
        end_row, end = start, 0
        while True:
            # The shortest way on from here, and from all rows seen before.
            nearest, target = far, -1
            row_costs = costs[row]
            for column in waiting:
                length = offset + row_costs[column] - price[column]
                if length < distance[column]:
                    distance[column] = length
                    came_from[column] = row
                else:
                    length = distance[column]
                if length < nearest:
                    nearest, target = length, column
                elif length == nearest and row_of[column] < 0 <= row_of[target]:
                    target = column
            if nearest >= end:
                # No way is shorter than letting `end_row` go without a column.
                target = column_of[end_row]
                column_of[end_row] = -1
                break
            if row_of[target] < 0:
                end = nearest
                break
            waiting.remove(target)
            settled.append(target)
            row, base = row_of[target], nearest
            offset = base - costs[row][target] + price[target]
            if offset < end:
                end_row, end = row, offset
        for column in settled:
            price[column] += distance[column] - end
        while target >= 0:
            row = came_from[target]
            row_of[target] = row
            column_of[row], target = target, column_of[row]
            if row == start:
                break
    return [column if column >= 0 else None for column in column_of]
