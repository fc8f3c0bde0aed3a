"""The worth of a pair as one integer, so that sums of pairs compare as the rules of design section 5 say.

From the most weighty: required expected calls paired, right pairs, required right pairs, pairs, and the fewest
differing paths. Each level has room for its largest sum, so levels never spill into each other.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_PATHS = 1 << 20
"""More differing paths of one pair than this count as this many."""


class Gains:
    """Worth of right and wrong pairs for required and optional expected calls."""

    __slots__ = ("_right", "_wrong", "pairs_level", "required")

    def __init__(self, required: Sequence[bool]) -> None:
        size = len(required) + 1
        pair = size * MOST_PATHS
        required_right = pair * size
        right = required_right * size
        need = right * size
        self.required = required
        self.pairs_level = pair
        """Sums are compared without the differing paths after division by this, rounded up."""
        self._right = (right + pair, need + right + required_right + pair)
        self._wrong = (pair, need + pair)

    def right(self, expected: int) -> int:
        """The worth of a right pair with this expected call."""
        return self._right[self.required[expected]]

    def wrong(self, expected: int) -> int:
        """The worth of a pair with this expected call before its differing paths are taken off."""
        return self._wrong[self.required[expected]]

    def of(self, expected: int, differing: int) -> int:
        """The worth of a pair with so many differing paths."""
        if differing == 0:
            return self._right[self.required[expected]]
        return self._wrong[self.required[expected]] - min(differing, MOST_PATHS)
