"""The longest common subsequence of two lists of names."""

from __future__ import annotations

from collections.abc import Sequence


def common_length(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence.

    Bit-parallel (Hyyrö): a row of the table is one Python integer, so 10,000 × 10,000 names take milliseconds.
    """
    if one == other:
        return len(one)
    places: dict[str, int] = {}
    for position, name in enumerate(one):
        places[name] = places.get(name, 0) | (1 << position)
    full = (1 << len(one)) - 1
    row = full
    for name in other:
        matches = row & places.get(name, 0)
        row = ((row + matches) | (row - matches)) & full
    return len(one) - row.bit_count()
