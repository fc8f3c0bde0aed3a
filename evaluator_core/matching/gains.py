"""The worth of a pair as one integer, so that sums of pairs compare as the rules of design section 5 say.

From the most weighty: required expected calls paired, right pairs, required right pairs, pairs, the fewest differing
paths, and what counts less than a path (a wrong result). Each level has room for its largest sum, so levels never spill
into each other.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_PATHS = 1 << 20
"""More differing paths of one pair than this count as this many."""


class Gains:
    """Worth of right and wrong pairs for required and optional expected calls."""

    __slots__ = (
        "_perfect",
        "_wrong",
        "farthest",
        "need_level",
        "pair_level",
        "path",
        "required",
        "required_right_level",
        "right_level",
    )  # fmt: skip

    def __init__(self, required: Sequence[bool], path: int = 1) -> None:
        """`path`: what one differing path counts; see `Problem.path`."""
        size = len(required) + 1
        self.required = required
        self.path = path
        self.farthest = MOST_PATHS * path
        self.pair_level = size * self.farthest
        """What a pair counts; all differing paths together count less."""
        self.required_right_level = self.pair_level * size
        self.right_level = self.required_right_level * size
        self.need_level = self.right_level * size
        """What a required expected call with a partner counts."""
        needed = self.need_level + self.pair_level
        self._perfect = (self.right_level + self.pair_level, needed + self.right_level + self.required_right_level)
        self._wrong = (self.pair_level, needed)

    def perfect(self, expected: int) -> int:
        """The most that a pair with this expected call is worth."""
        return self._perfect[self.required[expected]]

    def of(self, expected: int, differing: int) -> int:
        """The worth of a pair that is so far apart."""
        if differing < self.path:
            return self._perfect[self.required[expected]] - differing
        return self._wrong[self.required[expected]] - min(differing, self.farthest)
