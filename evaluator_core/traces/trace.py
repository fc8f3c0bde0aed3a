"""What was read out of a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..calls import Finding, LeftOut, Message, ToolCall
from .records import Entry, plain_text

TITLES: dict[str, str] = {}
"""Names of formats for people, by id; the tables of formats fill it."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What was read out of a trace."""

    format: str
    """Id of the format most calls came from."""
    calls: tuple[ToolCall, ...]
    warnings: tuple[Finding, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    not_finite: bool = False
    """NaN or an infinity stood in it."""
    entries: tuple[Entry, ...] = ()
    """The conversation as read; `messages` is made from it."""

    @property
    def title(self) -> str:
        """The format's name for people."""
        return TITLES.get(self.format, self.format)

    @property
    def messages(self) -> tuple[Message, ...]:
        """User, system, assistant and tool messages with their text, in order."""
        found = []
        calls = 0
        of_model = any(entry.calls and not entry.execution for entry in self.entries)
        for entry in self.entries:
            if entry.copy:
                continue
            text = plain_text(entry.content)
            if text:
                found.append(Message(entry.role, text, entry.where, calls))
            if not (entry.execution and of_model):  # an execution is most often a call that the model made before
                calls += len(entry.calls)
        return tuple(found)

    def warned(self, *findings: Finding) -> Trace:
        """The same trace with these findings first."""
        return replace(self, warnings=tuple(dict.fromkeys((*findings, *self.warnings))))

    def within(self, places: list[str]) -> Trace:
        """The same trace with places in documents written behind the documents' own places: `PLACE#POINTER`.

        When there are several documents, a place begins with the number of its document.
        """

        def placed(where: str) -> str:
            if len(places) == 1:
                return f"{places[0]}#{where}"
            number, slash, rest = where.removeprefix("/").partition("/")
            known = number.isdecimal() and int(number) < len(places)
            return f"{places[int(number)]}#{slash}{rest}" if known else where

        return self.moved(placed)

    def moved(self, placed: Callable[[str], str]) -> Trace:
        """The same trace with all its places written otherwise."""
        for entry in self.entries:
            entry.where = placed(entry.where)
        calls = tuple(call._replace(source=placed(call.source or "")) for call in self.calls)
        left_out = tuple(item._replace(source=placed(item.source or "")) for item in self.left_out)
        return replace(self, calls=calls, left_out=left_out)
