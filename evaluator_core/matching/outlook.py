"""How much the rest of the calls can still bring at most, for pairings that keep order.

For each criterion by itself that is a longest common subsequence of what is left on both sides. All of them are
found at once, one expected call a step, with one bit for each actual call (Crochemore; Hyyrö): the additions and
masks of Python's integers do a whole row of the usual table, so that 10,000 × 10,000 calls take a fraction of a
second and one integer a row.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .comparisons import Comparisons
from .gains import Gains
from .problem import Problem

_SHORT = 8
"""More candidates than these are worked out once for all interchangeable calls."""
_CHECKED = 4
"""Candidates are compared beforehand when there are at most so many times more of them than calls."""


class Outlook:
    """Some expected calls (rows) and actual calls (columns), numbered from 0, and what they can still bring."""

    def __init__(
        self,
        problem: Problem,
        comparisons: Comparisons,
        gains: Gains,
        rows: Sequence[int],
        columns: Sequence[int],
        windows: Sequence[tuple[int, int]] | None = None,
        messages: Sequence[int] | None = None,
    ) -> None:
        """`windows`: for each row the first and the last column that it can meet at all; None = any.

        `messages`: the message of each column, where columns of one message have no order. They all count as
        fitting when one of them does; so what fits can be sorted by column, and the bound holds.
        """
        self._problem = problem
        self._comparisons = comparisons
        self._gains = gains
        self._rows = rows
        self._columns = columns
        self._messages = messages
        self._place_of = {column: place for place, column in enumerate(columns)}
        self._of_name: dict[str, list[int]] = {}
        for place, column in enumerate(columns):
            self._of_name.setdefault(problem.actual_names[column], []).append(place)
        self._of_names: dict[tuple[str, ...], tuple[list[int], int]] = {}
        self.fitting: list[list[int]] = []
        """For each row the columns whose name fits, ascending."""
        self.candidates: list[list[int]] = []
        """For each row columns, ascending, that include every right one."""
        fits: list[int] = []
        for row in rows:
            places, bits = self._fitting(problem.expected_names[row])
            self.fitting.append(places)
            fits.append(bits)
        rights = self._find_candidates(fits)
        width = len(columns)
        if windows is not None:
            within = [_ones(width - first) & ~_ones(width - 1 - last) for first, last in windows]
            fits = [bits & window for bits, window in zip(fits, within, strict=True)]
            rights = [bits & window for bits, window in zip(rights, within, strict=True)]
        self._levels = self._bounds(fits, rights, [problem.required[row] for row in rows], width)

    def _bounds(
        self, fits: list[int], rights: list[int], required: list[bool], width: int
    ) -> list[tuple[int, _Suffixes]]:
        """What counts, and how often it can count at most. A pair that is not right differs in one path at least."""
        gains = self._gains
        pair, right = gains.pair_level - gains.path, gains.right_level + gains.path
        pairs, right_pairs = _Suffixes(fits, width), _Suffixes(rights, width)
        if all(required):
            return [(gains.need_level + pair, pairs), (right + gains.required_right_level, right_pairs)]
        levels = [(pair, pairs), (right, right_pairs)]
        for level, bits in ((gains.need_level, fits), (gains.required_right_level, rights)):
            only_required = [bit if need else 0 for bit, need in zip(bits, required, strict=True)]
            levels.append((level, _Suffixes(only_required, width)))
        return levels

    def _fitting(self, names: tuple[str, ...]) -> tuple[list[int], int]:
        found = self._of_names.get(names)
        if found is None:
            places = sorted(place for name in set(names) for place in self._of_name.get(name, ()))
            found = self._of_names[names] = (places, self._bits(places))
        return found

    def _bits(self, places: Sequence[int]) -> int:
        width = len(self._columns)
        if self._messages is not None:
            messages = self._messages
            fitting = {messages[place] for place in places}
            places = [place for place in range(width) if messages[place] in fitting]
        if len(places) <= _SHORT:
            bits = 0
            for place in places:
                bits |= 1 << (width - 1 - place)
            return bits
        digits = bytearray(b"0") * width
        for place in places:
            digits[place] = 49
        return int(digits.decode(), 2)

    def _find_candidates(self, fits: list[int]) -> list[int]:
        """Fill `candidates`; return the same as bits. Compares them already when they are few."""
        problem, place_of, names = self._problem, self._place_of, self._problem.actual_names
        shared: dict[Hashable, tuple[list[int], int]] = {}
        unsure: list[int] = []
        bits: list[int] = []
        total = 0
        for place, row in enumerate(self._rows):
            listed = problem.right_candidates(row)
            if listed is None:
                self.candidates.append(self.fitting[place])
                bits.append(fits[place])
            elif len(listed) <= _SHORT:
                accepted = problem.expected_names[row]
                held = [place_of[j] for j in listed if j in place_of and names[j] in accepted]
                self.candidates.append(held)
                bits.append(self._bits(held))
            else:
                key = self._comparisons.row_key(row)
                if key not in shared:
                    accepted = problem.expected_names[row]
                    held = [place_of[j] for j in listed if j in place_of and names[j] in accepted]
                    shared[key] = (held, self._bits(held))
                held, held_bits = shared[key]
                self.candidates.append(held)
                bits.append(held_bits)
            if self.candidates[-1]:
                unsure.append(place)
                total += len(self.candidates[-1])
        if total <= _CHECKED * (len(self._rows) + len(self._columns)):
            for place in unsure:
                held = [at for at in self.candidates[place] if self.differing(place, at) < self._problem.path]
                if len(held) < len(self.candidates[place]):
                    self.candidates[place] = held
                    bits[place] = self._bits(held)
        return bits

    def differing(self, row: int, column: int) -> int:
        """How many paths differ between a row and a column whose names fit."""
        return self._comparisons.of(self._rows[row], self._columns[column])

    def perfect(self, row: int) -> int:
        """The most that a pair with a row is worth."""
        return self._gains.perfect(self._rows[row])

    def worth(self, row: int, differing: int) -> int:
        """The worth of a pair with a row that is so far apart."""
        return self._gains.of(self._rows[row], differing)

    def needs(self, row: int) -> bool:
        """Whether the row is a required call."""
        return self._problem.required[self._rows[row]]

    def most(self, row: int, column: int) -> int:
        """No pairing of the rows from `row` on with the columns from `column` on is worth more."""
        below = _ones(len(self._columns) - column)
        total = 0
        for level, suffixes in self._levels:
            total += level * (suffixes.steps[row] & below).bit_count()
        return total

    def view(self, row: int, start: int, end: int) -> View:
        """`most` for one row and many columns; quick for columns from `start` to `end`."""
        shift = len(self._columns) - end
        window = _ones(end - start)
        return View(
            self,
            row,
            start,
            end,
            self.most(row, start),
            [(level, (suffixes.steps[row] >> shift) & window) for level, suffixes in self._levels],
        )


class View:
    """What can still come from one row on, seen from several columns."""

    __slots__ = ("_end", "_levels", "_outlook", "_row", "_start", "_total")

    def __init__(
        self, outlook: Outlook, row: int, start: int, end: int, total: int, levels: list[tuple[int, int]]
    ) -> None:
        self._outlook = outlook
        self._row = row
        self._start = start
        self._end = end
        self._total = total
        self._levels = levels

    def most(self, column: int) -> int:
        """The same as `Outlook.most` for this row."""
        back = self._end - column
        if back < 0 or column < self._start:
            return self._outlook.most(self._row, column)
        total = self._total
        for level, steps in self._levels:
            total -= level * (steps >> back).bit_count()
        return total


def _ones(count: int) -> int:
    return (1 << count) - 1 if count > 0 else 0


class _Suffixes:
    """Longest common subsequences of rows i, i+1, … with columns j, j+1, …, for all i and j."""

    def __init__(self, fits: Sequence[int], width: int) -> None:
        """`fits[row]` has a bit set for each column that the row fits, the last column lowest."""
        everything = state = (1 << width) - 1
        self.steps: list[int] = [0] * (len(fits) + 1)
        """For each row i: the set bits below that of column j − 1 count the subsequence for i and j."""
        for row in range(len(fits) - 1, -1, -1):
            fit = fits[row]
            if fit:
                kept = state & fit
                state = ((state + kept) | (state - kept)) & everything
            self.steps[row] = everything ^ state
