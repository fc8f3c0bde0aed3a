"""What grounding reads in a text: folding with its way back, numbers, measures, dates, times, words."""

from __future__ import annotations

import datetime as dt
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_core.grounding.dates import days_in, reference_day, relative_days, times_in
from evaluator_core.grounding.folding import Folded, fold
from evaluator_core.grounding.number_words import chinese_number
from evaluator_core.grounding.numbers import Measure, Mention, numbers_in
from evaluator_core.grounding.words import one_edit, same_family, stem


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("Flight  CA1830\n on", "flight ca1830 on"),
        ("请查询航班ｃａ１８３０。", "请查询航班ca1830."),
        ("STRASSE Straße", "strasse strasse"),
        ("caf\u0065\u0301 ﬁve", "café five"),
        ("“a” – b’s", '"a" - b\'s'),
        ("か\u3099", "が"),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_folding(raw: str, folded: str) -> None:
    assert fold(raw) == folded


@pytest.mark.parametrize(
    ("raw", "needle", "found"),
    [
        ("x  Straße １２ ok", "strasse", "Straße"),
        ("x  Straße １２ ok", "12", "１２"),
        ("x  Straße １２ ok", "ok", "ok"),
        ("¼ cup", "4", "¼"),
        ("a\n\n b", "a b", "a\n\n b"),
        ("caf\u0065\u0301", "café", "caf\u0065\u0301"),
    ],
)
def test_evidence_points_into_the_raw_text(raw: str, needle: str, found: str) -> None:
    folded = Folded(raw)
    start = folded.text.index(needle)
    assert raw[slice(*folded.raw_span(start, start + len(needle)))] == found


@given(st.text(max_size=40))
def test_every_folded_place_has_a_raw_place(raw: str) -> None:
    folded = Folded(raw)
    for start in range(len(folded.text)):
        begin, end = folded.raw_span(start, start + 1)
        assert 0 <= begin < end <= len(raw)


def read(text: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for item in numbers_in(fold(text)):
        if isinstance(item, Mention):
            found.setdefault(item.how, []).append(round(item.value, 9))
    return found


@pytest.mark.parametrize(
    ("text", "how", "values"),
    [
        ("18 of 1,234 at 5.5", "", [18, 1234, 5.5]),
        ("1.5e3 and .5", "", [1500, 0.5]),
        ("12345678901234567890", "", [12345678901234567890]),
        ("version v1.2.3", "", []),
        ("flight XY184", "", []),
        ("a 3rd, 5kg, 20x", "", [3, 5, 20]),
        ("3abc", "part of a word", [3]),
        ("-4 degrees", "", [-4]),
        ("-4 degrees", "without its sign", [4]),
        ("pages 3-4", "", [3, 4]),
        ("5% or 5 percent", "percent", [0.05, 0.05]),
        ("25 bps", "percent", [0.0025]),
        ("3 million, 2k, 5万", "scale", [3e6, 2000, 50000]),
        ("200,300,400", "list item", [200, 300, 400]),
        ("1.234,56", "comma as decimal point", [1234.56]),
        ("10^5 and 3 x 10^-2", "power of ten", [1e5, 0.03]),
        ("3/4", "fraction", [0.75]),
        ("twenty-five and two hundred and five", "number word", [25, 205]),
        ("one two, five and six", "number word", [1, 2, 5, 6]),
        ("two dozen, half, twice", "number word", [24, 0.5, 2]),
        ("three point one four", "number word", [3.14]),
        ("a hundred thousand", "number word", [100000]),
        ("the second page", "ordinal", [2]),
        ("First, open it", "ordinal", []),
        ("三万五千", "Chinese numeral", [35000]),
        ("百分之五", "percent", [0.05]),
        ("打八折", "discount", [0.8]),
        ("monthly", "period word", [12, 30]),
        ("fewer than 5", "bound", [4]),
        ("5 ft 11 in", "feet and inches", [71]),
        ("2pi", "pi", [6.28, 6.283, 6.2832, 6.28319, 6.283185, 6.283185307]),
    ],
)
def test_numbers(text: str, how: str, values: list[float]) -> None:
    assert read(text).get(how, []) == values


def test_measures() -> None:
    found = {(item.unit, item.amount) for item in numbers_in("2 hours, 5 km and 三小时") if isinstance(item, Measure)}
    assert found == {("hours", 7200), ("km", 5000), ("小时", 10800)}


@pytest.mark.parametrize(
    ("written", "value"),
    [("十二", 12), ("二〇二六", 2026), ("两亿三千万", 230_000_000), ("一百零五", 105), ("三点五", 3.5), ("两半", 2.5)],
)
def test_chinese_numerals(written: str, value: float) -> None:
    assert chinese_number(written) == value


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-02-01, 2026/2/1, 20260201", [(2026, 2, 1)] * 3),
        ("03/04/2026", [(2026, 3, 4), (2026, 4, 3)]),
        ("13.04.2026", [(2026, 4, 13)]),
        ("5 to 7 March 2026", [(2026, 3, 5), (2026, 3, 7)]),
        ("Mar 5th, 2026", [(2026, 3, 5)]),
        ("the 5th of May", [(None, 5, 5)]),
        ("you may go", []),
        ("June 2024 and 2025-03", [(2024, 6, None), (2025, 3, None)]),
        ("12/25 in 1999", [(None, 12, 25), (1999, None, None)]),
        ("二〇二六年二月三日，2月1号", [(2026, 2, 3), (None, 2, 1)]),
        ("2026년 3월 5일", [(2026, 3, 5)]),
        ("2026-02-30", [(2026, None, None)]),
    ],
)
def test_dates(text: str, days: list[Any]) -> None:
    assert [day[:3] for day in days_in(fold(text))][: len(days) + 1] == days


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("08:00", [(8, 0, 0)]),
        ("8:30", [(8, 30, 0), (20, 30, 0)]),
        ("8:30 pm and 9 a.m.", [(20, 30, 0), (9, 0, 0)]),
        ("14:05:09", [(14, 5, 9)]),
        ("3 in the afternoon", [(15, 0, 0)]),
        ("noon", [(12, 0, 0)]),
        ("下午三点半", [(15, 30, 0)]),
        ("25:00", []),
    ],
)
def test_times(text: str, times: list[Any]) -> None:
    assert [found[:3] for found in times_in(fold(text))] == times


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("tomorrow", ["2026-02-03"]),
        ("the day before yesterday", ["2026-01-31"]),
        ("2 weeks ago", ["2026-01-19"]),
        ("next friday", ["2026-02-06", "2026-02-13"]),
        ("last monday", ["2026-01-26"]),
        ("后天", ["2026-02-04"]),
        ("christmas", []),
    ],
)
def test_words_for_days(words: str, days: list[str]) -> None:
    text = fold(f"Today is Monday, 2 February 2026. Come {words}")
    reference = reference_day(text)
    assert reference is not None and reference[0] == dt.date(2026, 2, 2)
    found = [day for day in relative_days(text, reference[0]) if day.start > 30]
    assert [f"{day.year}-{day.month:02}-{day.day:02}" for day in found] == days


def test_words() -> None:
    assert [stem(word) for word in ("flights", "cities", "running", "glass", "kim's")] == [
        "flight",
        "city",
        "run",
        "glass",
        "kim",
    ]
    assert same_family("calculate", "calculation") and not same_family("color", "colon")
    assert one_edit("berlin", "berlim") and one_edit("berlin", "belrin") and not one_edit("berlin", "munich")


@pytest.mark.parametrize(
    "text",
    [
        "Pay 1,234.50 by 5 March 2026 at 08:00 for 3 people. ",
        "1 " * 20,
        "三月五日，一百二十三元。",
        "10*" * 9,
        "a" * 40,
        "-" * 40,
    ],
)
def test_reading_is_linear(text: str) -> None:
    def seconds(length: int) -> float:
        folded = fold((text * (length // len(text) + 1))[:length])
        start = time.process_time()
        for reader in (numbers_in, days_in, times_in):
            for _ in reader(folded):
                pass
        return time.process_time() - start

    seconds(5_000)
    small, large = seconds(10_000), seconds(80_000)
    assert large < 8 * 4 * small + 0.3
