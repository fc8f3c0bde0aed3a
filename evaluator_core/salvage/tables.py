"""Tables as text: CSV and TSV with a header."""

from __future__ import annotations

import csv
import re
from typing import NamedTuple

_COLUMN = re.compile(r"[\w .\-/#]{1,60}\Z")
_DELIMITERS = ("\t", ",", ";", "|")


class Row(NamedTuple):
    """A row: its cells by column name, and its place."""

    cells: dict[str, str]
    start: int
    end: int


def read_table(text: str) -> list[Row] | None:
    """The rows of a table; None when the text is none: its first line must be names, at least two."""
    begin = len(text) - len(text.lstrip())
    first = text[begin:].partition("\n")[0].rstrip("\r")
    delimiter = max(_DELIMITERS, key=first.count)
    if len(first) > 2_000 or delimiter not in first:
        return None
    names = next(csv.reader([first], delimiter=delimiter, skipinitialspace=True))
    if not all(_COLUMN.match(name.strip()) for name in names):
        return None
    lines = text[begin:].splitlines(keepends=True)
    limit = csv.field_size_limit(len(text) + 1)
    try:
        return _rows(lines, begin, csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        return None
    finally:
        csv.field_size_limit(limit)


def _rows(lines: list[str], begin: int, reader: csv._reader) -> list[Row] | None:  # type: ignore[name-defined]
    header = [name.strip() for name in next(reader)]
    if len(header) < 2 or not all(map(_COLUMN.match, header)) or len(set(header)) < len(header):
        return None
    rows = []
    place, read = begin + sum(map(len, lines[: reader.line_num])), reader.line_num
    for cells in reader:
        end = place + sum(map(len, lines[read : reader.line_num]))
        if any(cells):
            if len(cells) > len(header):
                return None
            rows.append(Row(dict(zip(header, cells, strict=False)), place, end))
        place, read = end, reader.line_num
    return rows or None
