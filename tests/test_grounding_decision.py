"""Where values come from: tables of values with their state, the rule, and the evidence."""

from __future__ import annotations

import time
from typing import Any

import pytest

from evaluator_core.grounding import Ground, Parameter, Source, Sources, ground

BOOKING = "用户昨天预订了北京到上海的航班，航班号是CA1830，起飞时间是2026-02-01 08:00。"
TRIP = (
    "I'm Kim O'Neil (kim@example.org, +1 555 010 2030). Book two seats from Boston to new york on March 5, order W-5512,"
    " code AB 12-34, for $1,234.50, a 90 minute trip; see https://example.org/a?b=1 and f(x) = 3x^2 + 1."
)


def found(text: str, value: Any, **about: Any) -> tuple[Ground, str | None]:
    sources = Sources([Source("context", text)])
    result = ground(sources.seen_by(0), value, Parameter(**about))
    return result, None if result.span is None else sources.evidence(result.span).text


@pytest.mark.parametrize(
    ("text", "value", "state", "how", "evidence"),
    [
        (BOOKING, "北京", "grounded", "text", "北京"),
        (BOOKING, "北京市", "derived", "parts of the text", "北京"),
        (BOOKING, "广州", "ungrounded", "no such text", None),
        (BOOKING, "北海", "ungrounded", "no such text", None),
        (BOOKING, "北", "unverified", "one character of a longer word", "北"),
        (BOOKING, "Beijing", "unverified", "another script than the text's", None),
        (BOOKING, "CA1830", "grounded", "text", "CA1830"),
        (BOOKING, "ca-1830", "derived", "code, other separators", "CA1830"),
        (BOOKING, "CA1831", "ungrounded", "no such code in the text", None),
        (BOOKING, "A1830", "ungrounded", "no such code in the text", None),
        (BOOKING, 1830, "ungrounded", "no such number in the text", None),
        (BOOKING, 18, "ungrounded", "no such number in the text", None),
        (BOOKING, "2026-02-01T08:00:00", "derived", "date and time", "2026-02-01 08:00"),
        (BOOKING, "2026-02-01T08:00:00Z", "derived", "date and time", "2026-02-01 08:00"),
        (BOOKING, "2026-02-01", "grounded", "text", "2026-02-01"),
        (BOOKING, "01/02/2026", "derived", "date", "2026-02-01"),
        (BOOKING, "2026-02-02T08:00:00", "ungrounded", "no such date in the text", None),
        (BOOKING, "2026-02-01T20:00:00", "ungrounded", "no such time in the text", None),
        (BOOKING, "2026-02-01T08:00:01", "ungrounded", "no such time in the text", None),
        (TRIP, "Kim O’Neil", "grounded", "text", "Kim O'Neil"),
        (TRIP, "New York, NY", "derived", "words, alias", "new york"),
        (TRIP, "Boston, MA", "derived", "city, with the state or country where it lies", "Boston"),
        (TRIP, "Boston, TX", "unverified", "the text does not name: tx", "Boston"),
        (TRIP, "London", "ungrounded", "the text does not name: london", None),
        (TRIP, "Bostom", "unverified", "spelled nearly so in the text", None),
        (TRIP, "AAPL", "unverified", "a short code that the text does not spell out", None),
        (TRIP, "kim@example.org", "grounded", "text", "kim@example.org"),
        (TRIP, "kim@example.com", "ungrounded", "no such address in the text", None),
        (TRIP, "https://example.org/a?b=1/", "derived", "web address", "example.org/a?b=1"),
        (TRIP, "https://example.org/c", "unverified", "the text names the host only", "example.org"),
        (TRIP, "5550102030", "derived", "telephone number", "+1 555 010 2030"),
        (TRIP, "5550102031", "ungrounded", "no such number in the text", None),
        (TRIP, "AB1234", "derived", "code, other separators", "AB 12-34"),
        (TRIP, "3x**2 + 1", "derived", "formula", None),
        (TRIP, "4x^2 + 1", "ungrounded", "no such formula in the text", None),
        (TRIP, "2026-03-05", "unverified", "the year is not in the text", "March 5"),
        (TRIP, "$1234.50", "derived", "number in a text, number", "1,234.50"),
        (TRIP, "", "derived", "empty text", None),
        (TRIP, None, "derived", "null", None),
        ("Book two seats", 2, "derived", "number word", "two"),
        (TRIP, 1234.5, "grounded", "number", "1,234.50"),
        ("on March 5", 3, "derived", "part of a date or time", "March 5"),
        (TRIP, 1, "grounded", "number", "1"),
        (TRIP, 77, "ungrounded", "no such number in the text", None),
        (TRIP, 10**400, "ungrounded", "no such number in the text", None),
        (TRIP, float("nan"), "unverified", "no finite number", None),
        (TRIP, True, "unverified", "a boolean that the text does not name", None),
        ("I want a flat", 1, "unverified", "article", "a"),
        ("See you tomorrow", "2026-03-05", "unverified", "relative date without a reference date", "tomorrow"),
        ("Today is 2026-03-04. See you tomorrow", "2026-03-05", "derived", "relative to the day the text gives", "tomorrow"),
        ("3 nights from 5 March 2026", "2026-03-08", "derived", "date and duration", "5 March 2026"),
        ("on 5 May 2026", "2026-05-05T00:00:00", "derived", "date, its beginning or end", "5 May 2026"),
        ("on 5 May 2026, 10:00", "2026-05-05T00:00:00", "ungrounded", "no such time in the text", None),
        ("in June 2026", "2026-06-30", "derived", "first or last day of the month", "June 2026"),
        ("Meet in the morning, 5 May 2026", "2026-05-05T09:00:00", "unverified", "the text names only a part of the day", "morning"),
        ("5 below zero: -3", 3, "derived", "without its sign", "3"),
        ("it drops 7 degrees", -7, "derived", "sign word", "7"),
        ("18.5 and 1,800", "18", "ungrounded", "no such number in the text", None),
        ("the machine learning course", "ML", "derived", "alias or initials", "machine learning"),
        ("natural language processing", "NLP", "derived", "alias or initials", "natural language processing"),
        ("calculate the areas of triangles", "triangle area calculation", "derived", "word stem, word family", "calculate the areas of triangles"),
        ("no text here", "北京", "unverified", "another script than the text's", None),
    ],
)  # fmt: skip
def test_states(text: str, value: Any, state: str, how: str, evidence: str | None) -> None:
    result, quoted = found(text, value)
    assert (result.state, result.how, quoted) == (state, how, evidence)


@pytest.mark.parametrize(
    ("text", "value", "about", "state", "how"),
    [
        ("Weather in Rome", 1, {"defaults": (1,)}, "derived", "default of the schema"),
        ("Weather in Rome", 10, {"description": "How many. Default is 10."}, "derived", "default of the schema"),
        ("Weather in Rome", False, {"defaults": (False,)}, "derived", "default of the schema"),
        ("Show Rome with a forecast", True, {"name": "include_forecast"}, "derived", "named in the text"),
        ("Weather in Rome", "celsius", {"choices": ("celsius", "fahrenheit")}, "derived", "choice of the schema, not named in the text"),
        ("Rome in fahrenheit", "celsius", {"choices": ("celsius", "fahrenheit")}, "unverified", "the text names another choice of the schema"),
        ("It lasts 2 hours", 120, {"description": "Duration in minutes"}, "derived", "unit"),
        ("It lasts 2 hours", 120, {"description": "Duration"}, "ungrounded", "no such number in the text"),
        ("5 km away", 5000, {"name": "distance_meters"}, "derived", "unit"),
        ("economy please", 1, {"description": "1 = economy, 2 = business"}, "derived", "code in the description"),
        ("Weather", "Springfield", {"description": "such as Springfield"}, "unverified", "named only in the tool's own description"),
    ],
)  # fmt: skip
def test_what_the_schema_adds(text: str, value: Any, about: dict[str, Any], state: str, how: str) -> None:
    result, _ = found(text, value, **about)
    assert (result.state, result.how) == (state, how)


def test_a_call_sees_only_what_came_before() -> None:
    sources = Sources([Source("later", "order W-5512", 2), Source("context", "Cancel Kim's order")])
    first, second = sources.seen_by(0), sources.seen_by(2)
    assert ground(first, "W-5512", Parameter()).state == "ungrounded"
    result = ground(second, "W-5512", Parameter())
    assert result.state == "grounded" and result.span is not None
    assert sources.evidence(result.span)._asdict() == {"source": "later", "start": 6, "end": 12, "text": "W-5512"}


def test_without_sources_nothing_is_found() -> None:
    assert ground(Sources([]).seen_by(0), "x", Parameter()).state == "ungrounded"


def test_many_values_against_a_long_text_take_linear_time() -> None:
    line = "2026-02-01 08:00 order {0} of 1,2{0} items for customer Kim{0} in Oslo; total {0}.50 USD\n"

    def seconds(lines: int) -> float:
        text = "".join(line.format(number) for number in range(lines))
        start = time.process_time()
        view = Sources([Source("context", text)]).seen_by(0)
        for number in range(200):
            for value in (
                f"Kim{number}",
                f"absent name {number}",
                number,
                f"2026-02-{number % 28 + 1:02}",
                10**7 + number,
            ):
                ground(view, value, Parameter())
        return time.process_time() - start

    seconds(100)
    small, large = seconds(500), seconds(4_000)
    assert large < 8 * 4 * small + 0.5
