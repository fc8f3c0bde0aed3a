"""No paste, however damaged, makes the reader fail with anything but `InputError`."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from evaluator_core import InputError, read_trace

SAMPLES = sorted(
    path for path in (Path(__file__).parent / "traces").glob("*/*") if not path.name.endswith(".expected.json")
)
TEXTS = [path.read_text("utf-8") for path in SAMPLES]
VALUES = []
for text in TEXTS:
    try:
        VALUES.append(json.loads(text))
    except ValueError:
        continue
ODD: list[Any] = [None, True, 0, -1.5, "", "x", "{", '{"name": "a"}', [], {}, [[]], [{}], {"type": None}, {"name": 1}]


def _said(problem: InputError) -> None:
    assert problem.message
    assert problem.code


def check(written: Any) -> None:
    try:
        trace = read_trace(written)
    except InputError as problem:
        _said(problem)
        return
    for call in trace.calls:
        assert isinstance(call.name, str)
        json.dumps(call.args)
    assert trace.title
    assert all(isinstance(message.text, str) for message in trace.messages)


def mutated(value: Any, dice: random.Random) -> Any:
    """The value with a few places dropped, swapped, repeated or replaced."""
    if dice.random() < 0.02:
        return dice.choice(ODD)
    if isinstance(value, dict):
        items = [(key, mutated(child, dice)) for key, child in value.items() if dice.random() > 0.03]
        if len(items) > 1 and dice.random() < 0.05:
            (one, first), (other, second) = dice.sample(items, 2)
            items = [*items, (one, second), (other, first)]
        return dict(items)
    if isinstance(value, list):
        found = [mutated(child, dice) for child in value if dice.random() > 0.03]
        return found + found[:1] if dice.random() < 0.05 else [found] if dice.random() < 0.02 else found
    if isinstance(value, str) and dice.random() < 0.05:
        return value[: dice.randrange(len(value) + 1)]
    return value


@settings(max_examples=400)
@given(st.integers(0, len(VALUES) - 1), st.integers(0, 2**32))
def test_mutated_values(index: int, seed: int) -> None:
    check(mutated(VALUES[index], random.Random(seed)))


@settings(max_examples=300)
@given(st.integers(0, len(TEXTS) - 1), st.integers(0, len(TEXTS) - 1), st.integers(0, 2**32))
def test_cut_and_spliced_texts(one: int, other: int, seed: int) -> None:
    dice = random.Random(seed)
    first, second = TEXTS[one], TEXTS[other]
    cut = first[: dice.randrange(len(first) + 1)]
    kind = dice.randrange(4)
    if kind == 0:
        check(cut)
    elif kind == 1:
        check(cut + second[dice.randrange(len(second) + 1) :])
    elif kind == 2:
        check(first + "\n" + second)
    else:
        start = dice.randrange(len(first) + 1)
        check(
            first[:start]
            + dice.choice(['"', "{", "]", "\\", "\n", "```", "'", "<tool_call>", "data: "])
            + first[start:]
        )


@settings(max_examples=200)
@given(st.integers(0, len(VALUES) - 1), st.integers(1, 300), st.booleans())
def test_nested_deeper(index: int, depth: int, lists: bool) -> None:
    text = json.dumps(VALUES[index])
    check(("[" if lists else '{"x":') * depth + text + ("]" if lists else "}") * depth)


@settings(max_examples=300)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    check(text)
