"""The assignment problem: rows to columns, each at most once, with the largest sum of worths."""

from __future__ import annotations

from collections.abc import Sequence


def best_assignment(worth: Sequence[Sequence[int | None]], columns: int) -> list[int | None]:
    """For each row its column, or None.

    `worth[row][column]` is what the pair adds; None = not allowed. A row without a column adds nothing. Rows come in
    one at a time along a shortest augmenting path (Jonker and Volgenant), kept short by prices; a path may
    also end by leaving a row without column. Exact; at most rows² × columns steps. Ties go to earlier rows
    and columns.
    """
    row_of: list[int] = [-1] * columns
    column_of: list[int | None] = [None] * len(worth)
    price: list[int] = [0] * columns
    for start in range(len(worth)):
        distance: list[int | None] = [None] * columns
        came_from = [-1] * columns
        open_columns = list(range(columns))
        closed: list[int] = []
        row, base = start, 0
        # A path may end at a row that gives up its column; the best such end so far:
        exit_row, exit_distance = start, 0
        while True:
            gains = worth[row]
            best: int | None = None
            best_column = -1
            offset = base
            if row != start:
                own = column_of[row]
                assert own is not None
                own_worth = gains[own]
                assert own_worth is not None
                offset = base + own_worth + price[own]
                if offset < exit_distance:
                    exit_row, exit_distance = row, offset
            for column in open_columns:
                known = distance[column]
                gain = gains[column]
                if gain is not None:
                    length = offset - gain - price[column]
                    if known is None or length < known:
                        distance[column] = known = length
                        came_from[column] = row
                if known is not None and (best is None or known < best):
                    best, best_column = known, column
            if best is None or best >= exit_distance:
                end_distance = exit_distance
                if exit_row == start:
                    target = -1
                else:
                    own = column_of[exit_row]
                    assert own is not None
                    column_of[exit_row] = None
                    target = own
                break
            if row_of[best_column] < 0:
                end_distance, target = best, best_column
                break
            open_columns.remove(best_column)
            closed.append(best_column)
            row, base = row_of[best_column], best
        for column in closed:
            known = distance[column]
            assert known is not None
            price[column] += known - end_distance
        while target >= 0:
            row = came_from[target]
            row_of[target] = row
            previous = column_of[row]
            column_of[row] = target
            target = -1 if row == start or previous is None else previous
    return column_of
