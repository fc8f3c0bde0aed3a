"""The source of a text: a code, an address, a formula, a name, a sentence.

What has digits, or is an address or a formula, is never accepted word by word: one changed digit would slip through.
A text of words is accepted when the text names all of them; named in part, it is left to a person.
"""

from __future__ import annotations

import re

from .date_values import date_ground
from .folding import fold
from .number_values import chosen, named_code, number_ground
from .places import lies_in
from .sources import Span, View
from .values import DERIVED, GROUNDED, UNGROUNDED, UNVERIFIED, Ground, Parameter
from .words import CJK, HAS_CJK, content, scripts_of, spaced, squeezed, words_of

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+\Z")
_URL = re.compile(r"(?:https?://|www\.)\S+\Z")
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\Z")
_TELEPHONE = re.compile(r"\+?[\d\s().\-]{7,}\Z")
_IDENTIFIER = re.compile(r"(?=.*\d.*\d)(?=.*[a-z])[a-z0-9_\-./:#]+\Z")
_NUMBER = re.compile(r"([-+]?[$€£¥]?\s?\d[\d,]{0,300}(?:\.\d{1,300})?|[-+]?\.\d{1,300})\s?(%|[a-z°$€£¥/ ]*)\Z")
_FORMULA = re.compile(r"[\^*+=()]|\blambda\b")
_GOES_ON = re.compile(r"\.?\d|\^")
_OPERATORS = str.maketrans({"×": "*", "÷": "/", "²": "^2", "³": "^3"})
_PART = re.compile(r"[\s,.:;/|\-_()·~]+")
_PLACES = ("市", "省", "区", "县", "自治区", "특별시", "광역시", "시", "도", "구")
_LONGEST_WORDS = 400


def text_ground(view: View, raw: str, parameter: Parameter) -> Ground:
    """The source of a text."""
    value = fold(raw)
    if not value:
        return Ground(DERIVED, "empty text")
    span = view.find(value)
    if span:
        if len(value) > 1 or not HAS_CJK.match(value) or _stands_alone(view, span):
            return Ground(GROUNDED, "text", span)
        return Ground(UNVERIFIED, "one character of a longer word", span)
    if parameter.is_default(raw):
        return Ground(DERIVED, "default of the schema")
    choice = parameter.is_choice(raw)
    found = _decidable(view, raw, value, parameter, choice=choice)
    if found is None:
        found = _words(view, raw, value, parameter, choice=choice)
    if choice and found.state == UNGROUNDED:
        return chosen(view, parameter)
    return found


def _decidable(view: View, raw: str, value: str, parameter: Parameter, *, choice: bool) -> Ground | None:
    """Kinds of text that a rule decides as a whole; None for others."""
    if _EMAIL.match(value) or _UUID.match(value):
        return Ground(UNGROUNDED, "no such address in the text")
    if _URL.match(value):
        return _address(view, value)
    found = date_ground(view, value)
    if found is not None:
        return found
    digits = re.sub(r"\D", "", value)
    if _TELEPHONE.match(value) and len(digits) >= 7:
        span = view.telephone(digits)
        return Ground(DERIVED, "telephone number", span) if span else Ground(UNGROUNDED, "no such number in the text")
    number = _NUMBER.match(value)
    if number and not choice:
        return _number_in_text(view, number, parameter)
    if _IDENTIFIER.match(value) and not choice and not re.search(r"[*^+]", value):
        letters = squeezed(value)
        span = _whole_squeezed(view, letters) if len(letters) >= 4 else None
        if span is None:
            return Ground(UNGROUNDED, "no such code in the text")
        return Ground(DERIVED, "code, other separators", span)
    return _formula(view, raw, value)


def _stands_alone(view: View, span: Span) -> bool:
    around = view.sources.text[max(0, span[0] - 1) : span[0]] + view.sources.text[span[1] : span[1] + 1]
    return not HAS_CJK.search(around)


def _whole_squeezed(view: View, letters: str) -> Span | None:
    """A code somewhere in the squeezed text, whole in the text itself."""
    span = view.squeezed(letters)
    if span is None:
        return None
    text = view.sources.text
    ends = text[span[0] - 1 : span[0]] + " " + text[span[1] : span[1] + 1]
    return None if any(c.isascii() and (c.isalnum() or c == "_") for c in ends) else span


def _address(view: View, value: str) -> Ground:
    short = re.sub(r"\A(?:https?://)?(?:www\.)?|/\Z", "", value)
    span = view.find(short)
    if span:
        return Ground(DERIVED, "web address", span)
    span = view.find(short.split("/")[0])
    if span:
        return Ground(UNVERIFIED, "the text names the host only", span)
    return Ground(UNGROUNDED, "no such address in the text")


def _number_in_text(view: View, number: re.Match[str], parameter: Parameter) -> Ground:
    """A number written as text, with a unit or without."""
    plain = re.sub(r"[^\d.+-]", "", number[1])
    found = number_ground(view, int(plain) if re.fullmatch(r"[+-]?\d+", plain) else float(plain), parameter)
    if found.state not in (GROUNDED, DERIVED):
        return found
    unit = number[2].strip()
    if unit in ("", "%") or all(view.word(word) for word in words_of(unit)):
        return Ground(DERIVED, f"number in a text, {found.how}", found.span)
    return Ground(UNVERIFIED, "the unit is not in the text", found.span)


def _formula(view: View, raw: str, value: str) -> Ground | None:
    if not _FORMULA.search(value):
        return None
    wanted = _plain_formula(value)
    if len(wanted) >= 2:
        text = _plain_formula(view.sources.text[: view.limit])
        start = text.find(wanted)
        while start >= 0:
            before, behind = text[max(0, start - 1) : start], text[start + len(wanted) : start + len(wanted) + 1]
            whole = not (before.isalnum() or before in ("_", ".")) and not (behind.isalnum() or behind == "_")
            if (whole or len(wanted) > 5) and not _GOES_ON.match(text, start + len(wanted)):
                return Ground(DERIVED, "formula")
            start = text.find(wanted, start + 1)
    if re.search(r"\d", value) and re.search(r"[\^*+=]", value):
        if all(view.word(word) for word in content(words_of(fold(spaced(raw))))[:_LONGEST_WORDS]):
            return Ground(UNVERIFIED, "formula written otherwise")
        return Ground(UNGROUNDED, "no such formula in the text")
    return None


def _plain_formula(text: str) -> str:
    text = text.translate(_OPERATORS).replace("**", "^").replace("lambda x:", "")
    text = re.sub(r"\b(?:math|np)\.", "", text)
    return re.sub(r"[*()·]", "", re.sub(r"\s*([-^*/+=()·])\s*", r"\1", text)).strip()


def _words(view: View, raw: str, value: str, parameter: Parameter, *, choice: bool) -> Ground:
    """The source of a name or a sentence."""
    words = content(words_of(fold(spaced(raw))))[:_LONGEST_WORDS]
    span = _initials(view, raw, words) or view.any_alias(value)
    if span:
        return Ground(DERIVED, "alias or initials", span)
    letters = squeezed(value)
    if len(letters) >= (2 if HAS_CJK.search(letters) else 6):
        span = view.squeezed(letters)
        if span:
            return Ground(DERIVED, "text, other blanks or punctuation", span)
    if HAS_CJK.search(value):
        return _asian(view, value, parameter)
    if not words:
        return Ground(UNVERIFIED, "no words")
    found = [view.word(word) for word in words]
    named = [hit for hit in found if hit]
    if len(named) == len(words):
        rules = ", ".join(dict.fromkeys(rule for rule, _ in named))
        start, end = min(span[0] for _, span in named), max(span[1] for _, span in named)
        return Ground(DERIVED, rules, (start, end) if end - start < 200 else named[0][1])
    missing = [word for word, hit in zip(words, found, strict=True) if not hit]
    if choice:
        return chosen(view, parameter)
    return _partly(view, raw, value, parameter, missing, len(named) / len(words))


def _initials(view: View, raw: str, words: list[str]) -> Span | None:
    """An acronym whose words the text holds, or words whose acronym it holds."""
    letters = re.sub(r"[^A-Za-z]", "", raw)
    if 2 <= len(letters) <= 5 and raw.isupper() and not re.search(r"\d", raw):
        span = view.initials(letters.lower())
        if span:
            return span
    first = "".join(word[0] for word in words if word.isalpha() and word.isascii())
    return view.sees(view.sources.words.get(first)) if 3 <= len(first) == len(words) else None


def _asian(view: View, value: str, parameter: Parameter) -> Ground:
    parts = [part for part in _PART.split(value) if part]
    places = [_asian_part(view, part) for part in parts]
    if places and all(places):
        return Ground(DERIVED, "parts of the text", places[0])
    if not view.scripts & scripts_of(set(value)):
        return Ground(UNVERIFIED, "another script than the text's")
    if parameter.is_choice(value):
        return chosen(view, parameter)
    runs = re.findall(f"[{CJK}]+", value)
    pairs = [run[i : i + 2] for run in runs for i in range(len(run) - 1)][:_LONGEST_WORDS]
    named = [span for pair in pairs if (span := view.find(pair))]
    if pairs and len(named) >= 0.5 * len(pairs):
        return Ground(UNVERIFIED, "only a part stands in the text", named[0])
    return Ground(UNGROUNDED, "no such text")


def _asian_part(view: View, part: str) -> Span | None:
    span = view.find(part)
    for ending in () if span else _PLACES:
        if part.endswith(ending) and len(part) - len(ending) >= 2:
            span = span or view.find(part[: -len(ending)])
    return span


def _partly(view: View, raw: str, value: str, parameter: Parameter, missing: list[str], share: float) -> Ground:
    """What to say of words that the text does not name, or not all of them."""
    parts = [part.strip() for part in value.split(",") if part.strip()]
    if len(parts) > 1:
        named = [view.find(part) or view.any_alias(part) for part in parts]
        if all(named):
            return Ground(DERIVED, "parts of the text", named[0])
        if named[0] and all(span or lies_in(parts[0], part) for part, span in zip(parts, named, strict=True)):
            return Ground(DERIVED, "city, with the state or country where it lies", named[0])
        rest = ", ".join(part for part, span in zip(parts, named, strict=True) if not span)
        if named[0] and not re.search(r"\d", rest):
            return Ground(UNVERIFIED, f"the text does not name: {rest[:60]}", named[0])
    span = named_code(view, value, parameter.about) if len(value) <= 100 else None
    if span:
        return Ground(DERIVED, "code in the description", span)
    if re.fullmatch(r"[A-Z]{2,5}", raw):
        return Ground(UNVERIFIED, "a short code that the text does not spell out")
    if _other_script(view, value):
        return Ground(UNVERIFIED, "another script than the text's")
    said = ", ".join(missing)[:60]
    if any(word[0].isdigit() for word in missing):
        return Ground(UNGROUNDED, f"the text does not name: {said}")
    if share >= 0.5 or (len(missing) >= 4 and share >= 0.3):
        return Ground(UNVERIFIED, f"the text does not name: {said}")
    about = parameter.about
    if value in about and re.search(rf"(?<![a-z0-9]){re.escape(value)}(?![a-z0-9])", about):
        return Ground(UNVERIFIED, "named only in the tool's own description")
    near = sum(view.nearly(word) for word in missing[:50])
    if near and share + near / (len(missing) / (1 - share)) >= 0.5:
        return Ground(UNVERIFIED, "spelled nearly so in the text")
    return Ground(UNGROUNDED, f"the text does not name: {said}")


def _other_script(view: View, value: str) -> bool:
    """Whether a value is written in letters that the text, or most of it, does not use."""
    own, theirs = scripts_of(set(value)), view.scripts
    if not own:
        return False
    if not own & (theirs or {"latin"}):
        return True
    return own == {"latin"} and theirs != {"latin"} and view.mostly_not_latin
