"""The two kinds of calls: what the agent did and what the test expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .rules import RuleTree


class ToolCall(NamedTuple):
    """A call that the trace records."""

    name: str
    """The tool's name as the model sent it."""
    args: Any
    """Decoded arguments; `{}` for none; text, verbatim, when they cannot be read."""
    id: str | None = None
    """The id that results refer to."""
    failed: bool | None = None
    """True or false when the trace marks the call's result so, else unknown."""
    source: str | None = None
    """JSON Pointer to the call in the pasted trace; the first token is the document's number when there are several."""
    turn: int | None = None
    """Number of the model's message that made the call; calls of one message share it. Unknown in plain lists."""
    unreadable: bool = False
    """The arguments are text that could not be decoded."""
    result: Any = None
    """What the tool gave back, as the trace holds it."""
    provider: bool = False
    """The model's provider ran the call itself (web search, code, MCP)."""
    agent: str | None = None
    """Who made the call, where the trace says so."""
    run: int = 0
    """Which run of several in one paste the call belongs to."""


class Message(NamedTuple):
    """One message of the conversation that the trace records."""

    role: str
    """`user`, `system`, `assistant` or `tool`."""
    text: str
    source: str | None = None
    position: int = 0
    """How many calls of the trace came before it."""


class Finding(NamedTuple):
    """Something worth knowing that does not fail a test."""

    code: str
    message: str
    actual: int | None = None
    """Index of the call it is about."""


class LeftOut(NamedTuple):
    """Something that looks like calls and is none."""

    what: str
    """`definitions`, `expectations`, `alternatives`, `history`, …"""
    number: int
    source: str | None = None


class ExpectedCall(NamedTuple):
    """A call that the test expects."""

    name: str
    """The tool's name; of an `any_of` entry all names it accepts, joined by ` | `."""
    args: Any = None
    """Expected arguments; `None` means any arguments (JSON's null is never an arguments value)."""
    optional: bool = False
    match: str | None = None
    """`subset`, `exact`, `keys` or `ignore`, over the test's own `args` option."""
    source: str | None = None
    """JSON Pointer to it in the pasted text."""
    ruled_args: Any = None
    """The arguments with their inline matchers read as rules; None when there are none."""
    rules: RuleTree | None = None
    """The call's own rules by path."""
    compare: tuple[tuple[str, ...], ...] | None = None
    """Compare only the values at these paths."""
    any_of: tuple[ExpectedCall, ...] = ()
    """Calls one of which satisfies this entry."""
    expect_result: str | None = None
    """`ok` or `error`: how the trace must mark the call's result."""

    @property
    def template(self) -> Any:
        """What actual arguments are compared with: the expected ones, matchers read as rules."""
        return self.args if self.ruled_args is None else self.ruled_args

    @property
    def ruled(self) -> bool:
        """Rules or a choice of paths decide, so equal arguments are not always right nor right ones always equal."""
        return self.ruled_args is not None or self.rules is not None or self.compare is not None
