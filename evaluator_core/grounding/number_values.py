"""The source of a number."""

from __future__ import annotations

import re

from .numbers import Mention
from .sources import Span, View, number_key
from .units import DIMENSIONS, dimensions_of, units_named
from .values import DERIVED, GROUNDED, UNGROUNDED, UNVERIFIED, Ground, Parameter
from .words import STOP, words_of

_NEGATIVE = re.compile(
    r"\b(?:minus|negative|below|west|south|decreas\w*|loss|lost|withdr\w*|drop\w*|debit)\b|°?\s?[ws]\b|负|零下|西经|南纬"
)
_HOURS = {"hour", "hours", "time", "start", "end"}


def number_ground(view: View, value: float, parameter: Parameter) -> Ground:
    """The source of a number: literal, read by a rule, converted to the parameter's unit, the schema's, or none."""
    numbers = view.sources.numbers
    span = _seen(view, numbers.literal.get(value))
    if span:
        return Ground(GROUNDED, "number", span)
    mention = numbers.derived.get(number_key(value))
    span = _seen(view, mention)
    if mention and span:
        return Ground(DERIVED, mention.how, span)
    span = _converted(view, value, parameter)
    if span:
        return Ground(DERIVED, "unit", span)
    if parameter.is_default(value):
        return Ground(DERIVED, "default of the schema")
    span = _seen(view, numbers.literal.get(-value)) if value < 0 else None
    if span and _negated(view, span):
        return Ground(DERIVED, "sign word", span)
    span = _part_of_a_date(view, value, parameter)
    if span:
        return Ground(DERIVED, "part of a date or time", span)
    if parameter.is_choice(value):
        return chosen(view, parameter)
    written = str(int(value)) if value == int(value) else str(value)
    span = named_code(view, written, parameter.about)
    if span:
        return Ground(DERIVED, "code in the description", span)
    weak = numbers.weak.get(value)
    span = _seen(view, weak)
    if weak and span:
        return Ground(UNVERIFIED, weak.how, span)
    return Ground(UNGROUNDED, "no such number in the text")


def chosen(view: View, parameter: Parameter) -> Ground:
    """The source of a member of an enum that the text does not name: the schema, unless another member is named."""
    for choice in parameter.choices:
        if isinstance(choice, str) and (words := [word for word in words_of(choice.lower()) if word not in STOP]):
            found = [view.word(word) for word in words]
            if all(found) and found[0]:
                return Ground(UNVERIFIED, "the text names another choice of the schema", found[0][1])
    return Ground(DERIVED, "choice of the schema, not named in the text")


def named_code(view: View, code: str, about: str) -> Span | None:
    """Where the text names what a code in the description stands for: `1 = economy`."""
    if code not in about:
        return None
    pattern = (
        rf"(?<![\w.])['\"]?{re.escape(code)}['\"]?\s?(?:for|=|:|is|represents|means|to|indicates|->|-|\()\s?"
        r"(?:an? |the )?['\"]?([a-z][a-z ]{2,40})"
    )
    for found in re.finditer(pattern, about):
        words = [word for word in found[1].split() if word not in STOP]
        named = view.word(words[0]) if words else None
        if named:
            return named[1]
    return None


def _seen(view: View, mention: Mention | None) -> Span | None:
    return view.sees((mention.start, mention.end)) if mention is not None else None


def _converted(view: View, value: float, parameter: Parameter) -> Span | None:
    """A measure in another unit, when the parameter's name or description names the unit that the value has."""
    measures = view.sources.numbers.measures
    for unit in units_named(parameter.about):
        for dimension, size in dimensions_of(unit):
            span = view.sees(measures.get((dimension, number_key(value * size))))
            if span and DIMENSIONS[dimension]:
                return span
    return None


def _negated(view: View, span: Span) -> bool:
    around = view.sources.text[max(0, span[0] - 60) : min(view.limit, span[1] + 30)]
    return _NEGATIVE.search(around) is not None


def _part_of_a_date(view: View, value: float, parameter: Parameter) -> Span | None:
    if value != int(value):
        return None
    span = view.sees(view.sources.day_parts.get(int(value)))
    if span or not _HOURS & set(words_of(parameter.name.lower().replace("_", " "))):
        return span
    return next((view.sees(s) for (hour, *_), (s, _) in view.sources.times.items() if hour == value), None)
