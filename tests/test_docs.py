"""What the README says of the code is true."""

from __future__ import annotations

from pathlib import Path

from evaluator_core.options import markdown
from evaluator_core.traces import TITLES

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def between(mark: str) -> str:
    return README.split(f"<!-- {mark} -->\n")[1].split(f"<!-- /{mark} -->")[0].strip()


def test_the_table_of_options_is_the_one_of_the_core() -> None:
    assert between("options") == markdown()


def test_every_trace_format_is_listed() -> None:
    titles = sorted({title.replace("<", "\\<") for known, title in TITLES.items() if known}, key=str.lower)
    assert between("formats") == ", ".join(titles) + "."
