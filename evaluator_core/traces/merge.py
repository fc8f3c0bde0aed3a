"""From entries to calls: which calls share a turn, which result and which execution belongs to which call."""

from __future__ import annotations

from ..calls import Finding, ToolCall
from ..values import key_of
from .argument_text import Arguments, decode_arguments
from .executions import Sight, completed, joined
from .history import is_own
from .records import CallRecord, Entry, ResultRecord


def calls_of(entries: list[Entry]) -> tuple[list[ToolCall], list[Finding]]:
    """The calls of a conversation, decoded, with their turns, their results and what was noticed about them."""
    calls: list[ToolCall] = []
    findings: list[Finding] = []
    results: list[tuple[int, ResultRecord]] = []
    executions: list[Sight] = []
    copies: list[Sight] = []
    repeated_results: list[ResultRecord] = []
    lasting: dict[tuple[int, str], int] = {}
    turn = -1
    speaking = False
    run = 0
    for entry in entries:
        if entry.execution or entry.copy:
            seen = executions if entry.execution else copies
            for record in entry.calls:
                ran = _decoded(record, None, entry.run, 0, [])
                seen.append(Sight(len(calls), ran, record.asked_as, entry.copy))
            repeated_results.extend(entry.results)
            continue
        if entry.calls or entry.role == "assistant":
            if not (speaking and entry.continues and entry.run == run):
                turn += 1
            speaking, run = True, entry.run
            shown = turn if entry.format != "plain-list" else None
            for record in entry.calls:
                call = _decoded(record, shown, entry.run, len(calls), findings)
                if entry.same_ids and call.id is not None:
                    place = lasting.setdefault((entry.run, call.id), len(calls))
                    if place < len(calls) and (is_own(call.id) or _alike(calls[place], call)):
                        calls[place] = completed(calls[place], call)
                        continue
                    lasting[entry.run, call.id] = len(calls)
                calls.append(call)
        else:
            speaking = False
        results.extend((len(calls), result) for result in entry.results)
    results.extend((len(calls), result) for result in repeated_results if result.id is not None)
    if results:
        _attach(calls, results)
    for seen in (executions, copies):
        if seen:
            calls, places = joined(calls, seen)
            findings = [
                found if found.actual is None else found._replace(actual=places[found.actual]) for found in findings
            ]
    if executions or copies:
        reported = {found.actual for found in findings}
        for index, call in enumerate(calls):
            if call.args.__class__ is not dict and index not in reported:
                findings.append(_finding(Arguments(call.args, call.unreadable), call.name, index))
    return calls, findings


def _alike(known: ToolCall, again: ToolCall) -> bool:
    """Whether two calls may be one: the same name, and the same arguments or none (yet) on one side."""
    if known.name != again.name:
        return False
    return not known.args or not again.args or key_of(known.args) == key_of(again.args)


def _decoded(record: CallRecord, turn: int | None, run: int, index: int, findings: list[Finding]) -> ToolCall:
    decoded = decode_arguments(record.arguments) if record.free_text is None else _free(record)
    if decoded[1:] != _PLAIN or decoded.value.__class__ is not dict:
        findings.append(_finding(decoded, record.name, index))
    return ToolCall(
        record.name, decoded.value, record.id, record.failed, record.where, turn,
        decoded.unreadable, record.result, record.provider, record.agent, run,
    )  # fmt: skip


NOT_FINITE = "not_finite_arguments"
_PLAIN = (False, False, False)


def _free(record: CallRecord) -> Arguments:
    raw = record.arguments
    return Arguments({record.free_text: raw}) if isinstance(raw, str) else decode_arguments(raw)


def _finding(decoded: Arguments, name: str, index: int) -> Finding:
    if decoded.unreadable:
        return Finding("arguments_not_json", f"the arguments of {name} are not JSON; they are kept as text", index)
    if decoded.duplicate_keys:
        return Finding("duplicate_key", f"the arguments of {name} hold a key twice; the last one counts", index)
    if decoded.not_finite:
        return Finding(NOT_FINITE, f"the arguments of {name} hold NaN or an infinity", index)
    return Finding("arguments_not_object", f"the arguments of {name} are no object", index)


def _attach(calls: list[ToolCall], results: list[tuple[int, ResultRecord]]) -> None:
    """Give each result to its call: by id the last open call before it, by name the first open one, else in turn."""
    answered: set[int] = set()
    by_id: dict[str, list[int]] = {}
    read = 0
    for seen, result in results:
        while read < seen:
            identity = calls[read].id
            if identity is not None:
                by_id.setdefault(identity, []).append(read)
            read += 1
        target: int | None = None
        if result.id is not None:
            places = by_id.get(result.id)
            target = places[-1] if places else None
        else:
            first = seen
            while first > 0 and first - 1 not in answered and calls[first - 1].id is None and seen - first < 64:
                first -= 1
            open_calls = [i for i in range(first, seen) if i not in answered]
            target = next((i for i in open_calls if result.name is None or calls[i].name == result.name), None)
        if target is None:
            continue
        answered.add(target)
        call = calls[target]
        failed = result.failed if result.failed is not None else call.failed
        calls[target] = call._replace(failed=failed, result=result.content)
