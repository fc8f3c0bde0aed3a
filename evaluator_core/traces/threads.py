"""What is done to the entries of a scan before they are one conversation."""

from __future__ import annotations

from .argument_text import decode_arguments
from .records import CallRecord, Thread
from .text import read_content


def complete_texts(threads: list[Thread]) -> None:
    """Read the calls that stand as text in the content of an assistant message, when it has no structured ones.

    Servers without a parser for the model's marks leave them there.
    """
    for thread in threads:
        for entry in thread.entries:
            if entry.role != "assistant" or entry.calls or entry.execution or entry.copy or not entry.content:
                continue
            calls = read_content(entry.content)
            if calls:
                entry.calls = [call._replace(where=entry.where) for call in calls]


def drop_incomplete(threads: list[Thread], cut: str) -> None:
    """Drop the calls that were not complete when a paste was cut off. `cut` points to the innermost open object.

    Of a stream the last call may be in whole objects only, and its joined arguments break off.
    """
    entries = [entry for thread in threads for entry in thread.entries if entry.calls]
    for entry in entries:
        entry.calls = [call for call in entry.calls if not _is_open(call.where, cut)]
    if entries and entries[-1].calls and _breaks_off(entries[-1].calls[-1]):
        entries[-1].calls.pop()


def _is_open(where: str, cut: str) -> bool:
    return cut == where or cut.startswith(where + "/")


def _breaks_off(call: CallRecord) -> bool:
    written = call.arguments
    if not isinstance(written, str) or call.free_text is not None or written.rstrip().endswith("}"):
        return False
    return written.lstrip().startswith("{") and decode_arguments(written).unreadable
