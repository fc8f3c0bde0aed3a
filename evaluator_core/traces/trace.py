"""What was read out of a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..calls import Finding, LeftOut, Message, ToolCall
from ..errors import Place, TraceError
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
    run: int | None = None
    """The one run that was kept of several, from 1."""
    runs: int = 1
    """How many runs the paste holds."""

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

    def of_run(self, run: int) -> Trace:
        """The same trace with one of its runs alone, numbered from 1. Raises `InputError`."""
        numbers = self.run_numbers()
        if isinstance(run, bool) or not isinstance(run, int) or not 1 <= run <= len(numbers):
            held = "one run" if len(numbers) == 1 else f"{len(numbers)} runs"
            raise TraceError(
                "no_such_run", f"there is no run {run!r}; the trace holds {held}", place=Place(where="trace")
            )
        kept = [index for index, call in enumerate(self.calls) if call.run == numbers[run - 1]]
        place = {index: number for number, index in enumerate(kept)}
        calls = [self.calls[index] for index in kept]
        first = min((call.turn for call in calls if call.turn is not None), default=0)
        return replace(
            self,
            calls=tuple(call if call.turn is None else call._replace(turn=call.turn - first) for call in calls),
            warnings=tuple(
                found if found.actual is None else found._replace(actual=place[found.actual])
                for found in self.warnings
                if found.actual is None or found.actual in place
            ),
            entries=tuple(entry for entry in self.entries if entry.run == numbers[run - 1]),
            run=run,
            runs=len(numbers),
        )

    def run_numbers(self) -> list[int]:
        """The numbers that its runs have among the entries, in order."""
        return sorted({entry.run for entry in self.entries if entry.calls or entry.role == "assistant"}) or [0]

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
