"""CrewAI: the events of its bus. Tools that start and end are calls; what the model said repeats them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..values import key_of
from .argument_text import decode_arguments
from .records import CallRecord, call_id, first, free_input, some_text
from .scan import Format, Scan
from .started import Started

_STARTED, _FINISHED, _FAILED = "tool_usage_started", "tool_usage_finished", "tool_usage_error"
_MODEL = "llm_call_completed"
_REPEATS = {
    f"{event}_{stage}"
    for event in (
        "crew_kickoff", "task", "agent_execution", "lite_agent_execution", "agent_logs", "agent_reasoning", "llm_call",
        "flow", "method_execution", "mcp_tool_execution", "memory_query", "memory_save", "knowledge_retrieval",
    )
    for stage in ("started", "completed", "finished", "failed", "error", "execution")
} | {"llm_stream_chunk", "tool_execution_error", "tool_selection_error", "tool_validate_input_error"}  # fmt: skip

_SIGNS = (
    "event_data", "event_id", "source_fingerprint", "fingerprint_metadata", "agent_role", "agent_key", "crew_name",
    "task_name", "task_id", "flow_name", "method_name", "call_type",
)  # fmt: skip


def _fields(node: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What an event says; traces sent to CrewAI's server wrap it."""
    inner = node.get("event_data")
    return (inner, "/event_data") if isinstance(inner, dict) else (node, "")


def claims(node: dict[str, Any]) -> bool:
    """An event of a type that only CrewAI has."""
    kind = node["type"]
    if not isinstance(kind, str):
        return False
    if kind in (_STARTED, _FINISHED, _FAILED):
        return some_text(_fields(node)[0].get("tool_name")) is not None
    return kind in _REPEATS and any(key in node for key in _SIGNS)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit a tool's start, or complete it by its end."""
    kind = node["type"]
    events: _Events = scan.collector("crewai", lambda: _Events(scan))
    fields, below = _fields(node)
    if kind == _MODEL:
        events.answers.append((fields, where + below))
    if kind not in (_STARTED, _FINISHED, _FAILED):
        return
    events.tools = True
    given = fields.get("tool_args")
    call = CallRecord(
        fields["tool_name"], given, where + below,
        failed=None if kind == _STARTED else kind == _FAILED,
        free_text=free_input(given), result=first(fields, "output", "error") if kind != _STARTED else None,
        agent=some_text(fields.get("agent_role")),
    )  # fmt: skip
    started: Started = scan.collector("crewai tools", Started)
    named: Hashable = (call.agent, call.name)
    same: Hashable = (call.agent, call.name, key_of(decode_arguments(given).value))
    if kind == _STARTED:
        own = call_id(first(node, "event_id")) or call_id(fields.get("event_id"))
        started.start(call, [own, same, named] if own else [same, named], scan)
    else:
        own = call_id(first(node, "started_event_id")) or call_id(fields.get("started_event_id"))
        started.end(call, [own, same, named] if own else [same, named], scan)


class _Events:
    """The model's answers, which are read only when the log has no tools."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self.answers: list[tuple[dict[str, Any], str]] = []
        self.tools = False

    def finish(self) -> None:
        if self.tools:
            return
        self._scan.relabel("crewai")
        for fields, where in self.answers:
            self._scan.visit(fields.get("messages"), f"{where}/messages")
            self._scan.visit_answer(
                {"role": "assistant", "content": None, "tool_calls": fields.get("response")}
                if isinstance(fields.get("response"), list)
                else {"role": "assistant", "content": fields.get("response")},
                where,
            )


FORMAT = Format("crewai", "CrewAI", ("type",), claims, read)
