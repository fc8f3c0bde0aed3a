"""Ratios that keep their parts, and the scores made of them (design section 5)."""

from __future__ import annotations

from typing import NamedTuple


class Ratio(NamedTuple):
    """`part` of `whole`. With nothing to divide by there is no value: never 0, 1 or NaN."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None


class Counts(NamedTuple):
    """The whole numbers that all scores are made of."""

    expected: int
    """Expected calls, optional ones included."""
    required: int
    calls: int
    """Calls the agent made, without those left out by an option."""
    paired: int
    required_paired: int
    right_arguments: int
    """Pairs whose arguments are right."""
    required_right: int
    """Such pairs of required expected calls."""
    missing: int
    unexpected: int
    forbidden: int


class Scores(NamedTuple):
    """All scores of one test."""

    precision: Ratio
    """Paired calls ÷ calls made."""
    recall: Ratio
    """Required expected calls paired ÷ required expected calls."""
    f1: float | None
    """Harmonic mean; when one of the two has no value: 0 if anything was missed or unexpected, else none."""
    argument_accuracy: Ratio
    """Pairs with right arguments ÷ pairs."""
    precision_with_arguments: Ratio
    recall_with_arguments: Ratio


def scores_of(counts: Counts) -> Scores:
    """The scores that follow from the counts."""
    precision = Ratio(counts.paired, counts.calls)
    recall = Ratio(counts.required_paired, counts.required)
    return Scores(
        precision,
        recall,
        _f1(precision, recall, counts),
        Ratio(counts.right_arguments, counts.paired),
        Ratio(counts.right_arguments, counts.calls),
        Ratio(counts.required_right, counts.required),
    )


def _f1(precision: Ratio, recall: Ratio, counts: Counts) -> float | None:
    if precision.value is None or recall.value is None:
        return 0.0 if counts.missing or counts.unexpected else None
    whole = precision.part * recall.whole + recall.part * precision.whole  # one division: rounded once
    return 2 * precision.part * recall.part / whole if whole else 0.0
