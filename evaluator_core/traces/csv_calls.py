"""Calls in a table: a column of names, and one of arguments."""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from ..json_text import decode
from ..salvage import Document
from ..salvage.tables import Row
from .plain_list import ARGS_KEYS, ID_KEYS, NAME_KEYS
from .records import CallRecord, Entry, call_id, marked_failed

ID = "csv-calls"
TITLE = "Table of calls (CSV)"


def _folded(name: str) -> str:
    return name.lower().replace("_", "").replace(" ", "").replace("-", "")


_NAMES = tuple(dict.fromkeys(map(_folded, (*NAME_KEYS, "call"))))
_ARGS = tuple(dict.fromkeys(map(_folded, ARGS_KEYS)))
_IDS = tuple(dict.fromkeys(map(_folded, ID_KEYS)))
_SURE = frozenset(("tool", "toolname", "functionname"))
_RESULTS = ("output", "result", "response")


def read_rows(rows: list[Row]) -> list[Entry] | None:
    """One call a row; None when the header names no calls. Case, spaces and underscores in the header mean nothing."""
    columns = {_folded(name): name for name in rows[0].cells}
    name = _column(columns, _NAMES)
    args = _column(columns, _ARGS, but=name)
    if name is None or (args is None and _folded(name) not in _SURE):
        return None
    identity = _column(columns, [key for key in _IDS if key != "id"], but=name) or _column(columns, _IDS, but=name)
    result = _column(columns, _RESULTS)
    entries = []
    for cells, start, end in rows:
        tool = cells.get(name, "").strip()
        if not tool:
            continue
        where = f"text:{start}-{end}"
        written = cells.get(args or "", "")
        marks: dict[str, Any] = {_folded(key): value for key, value in cells.items() if value.strip()}
        call = CallRecord(
            tool,
            written if written.strip() else None,
            where,
            call_id(cells.get(identity or "", "").strip()),
            _failed(marks),
            result=cells.get(result or "") or None,
        )
        entry = Entry("assistant", where, None, [call])
        entry.format = ID
        entries.append(entry)
    return entries or None


def _column(columns: dict[str, str], keys: Any, but: str | None = None) -> str | None:
    return next((columns[key] for key in keys if key in columns and columns[key] != but), None)


def _failed(marks: dict[str, Any]) -> bool | None:
    flag = str(marks.get("iserror", "")).strip().lower()
    if flag in ("true", "false", "1", "0"):
        return flag in ("true", "1")
    return marked_failed({key: marks[key] for key in ("status", "error") if key in marks})


def documents(rows: list[Row]) -> list[Document]:
    """The rows as objects, their cells decoded where they hold JSON: for tables of messages or of runs."""
    return [Document({name: _cell(cell) for name, cell in row.cells.items()}, row.start, row.end) for row in rows]


def _cell(cell: str) -> Any:
    if cell.lstrip()[:1] not in ("{", "["):
        return cell
    try:
        found = decode(cell).documents
    except InputError:
        return cell
    return found[0] if len(found) == 1 else cell
