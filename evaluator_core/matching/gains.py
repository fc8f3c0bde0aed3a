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

    __slots__ = ("_right", "_wrong", "need_level", "pair_level", "required", "required_right_level", "right_level")

    def __init__(self, required: Sequence[bool]) -> None:
        size = len(required) + 1
        self.required = required
        self.pair_level = size * MOST_PATHS
        """What a pair counts; all differing paths together count less."""
        self.required_right_level = self.pair_level * size
        self.right_level = self.required_right_level * size
        self.need_level = self.right_level * size
        """What a required expected call with a partner counts."""
        needed = self.need_level + self.pair_level
        self._right = (self.right_level + self.pair_level, needed + self.right_level + self.required_right_level)
        self._wrong = (self.pair_level, needed)

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
