"""Words: how text is cut into them, their stems, their scripts."""

from __future__ import annotations

import re
import unicodedata

CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
HAS_CJK = re.compile(f"[{CJK}]")
WORD = re.compile(
    rf"[a-z\u00df-\u024f\u0370-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0e7f]+(?:'[a-z]+)?|\d+(?:[.,]\d+)*|[{CJK}]"
)
"""A word of a folded text: letters, a number, or one Chinese, Japanese or Korean character."""

STOP = frozenset(
    "a an the of in on at to for and or with by from is are was be as it its this that my me i you your we our please"
    .split()
)  # fmt: skip
"""Words that carry no meaning of their own."""

_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("ly", ""), ("s", ""))
_FAMILY = frozenset(
    "s es d ed r er ers or ors ing ings ion ions ation ations ization ize ized izing e y ly al ally ial ic ical ful"
    " ment ments ness ity able ible ive an ian ish n ance ence ant ent ate ated ating sis tic 's".split()
) | {""}  # fmt: skip


def words_of(text: str) -> list[str]:
    """The words of a folded text."""
    return WORD.findall(text)


def spaced(raw: str) -> str:
    """A raw text with blanks where camelCase and snake_case hide them."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", raw).replace("_", " ")


def content(words: list[str]) -> list[str]:
    """The words that carry meaning; all of them where none does."""
    return [word for word in words if word not in STOP] or words


def stem(word: str) -> str:
    """A word without its English ending."""
    word = word.removesuffix("'s")
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
            word = word[: -len(ending)] + instead
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


def same_family(one: str, other: str) -> bool:
    """Whether two words differ only in usual English endings: `calculate` and `calculation`."""
    common = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        common += 1
    if common < 4 or common < 0.55 * max(len(one), len(other)):
        return False
    ends = one[common:], other[common:]
    if not (ends[0] in _FAMILY and ends[1] in _FAMILY):
        return False
    return not (len(ends[0]) == len(ends[1]) == 1)  # color, colon


def one_edit(one: str, other: str) -> bool:
    """Whether one letter more, less, other, or two swapped make one word of the other."""
    if len(one) > len(other):
        one, other = other, one
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    if len(one) != len(other):
        return one[start:] == other[start + 1 :]
    swapped = one[start : start + 2] == other[start : start + 2][::-1] and one[start + 2 :] == other[start + 2 :]
    return one[start + 1 :] == other[start + 1 :] or swapped


def scripts_of(characters: set[str]) -> set[str]:
    """The scripts of a set of characters: `latin`, `cjk`, `hangul`, and others by Unicode's name."""
    found = set()
    for character in characters:
        if not character.isalpha():
            continue
        if character.isascii() or "\u00c0" <= character <= "\u024f":
            found.add("latin")
        elif HAS_CJK.match(character):
            found.add("hangul" if "\uac00" <= character <= "\ud7af" else "cjk")
        else:
            found.add(unicodedata.name(character, "?").split()[0].lower())
    return found


def squeezed(text: str) -> str:
    """A folded text without anything but letters, digits and underscores."""
    return re.sub(r"\W+", "", text)
