"""From entries to calls: what is repeated history, which result belongs to which call, which calls share a turn.

Rules M1 to M3 of the format catalogue: inside one message list nothing is dropped, whatever the ids; a list that
repeats the conversation so far (a request body with its history, a growing step log) adds only what is new.
"""

from __future__ import annotations

from typing import Any

from ..calls import Finding, ToolCall
from ..values import equal
from .argument_text import Arguments, decode_arguments
from .records import CallRecord, Entry, ResultRecord, Thread


def conversation(threads: list[Thread]) -> tuple[list[Entry], int]:
    """The entries of all threads without repeated history, and how many calls of history were left out."""
    if len(threads) == 1:
        return threads[0].entries, 0
    conversations: list[list[Entry]] = []
    order: list[Entry] = []
    current: list[Entry] | None = None
    repeated = run = 0
    for thread in threads:
        fresh = thread.entries
        if fresh[0].execution:
            order.extend(fresh)
            continue
        if fresh[0].run != run:
            run, conversations, current = fresh[0].run, [], None
        if thread.output:
            if current is None:
                conversations.append(current := [])
        else:
            best, known = None, 0
            for candidate in conversations:
                shared = _already_there(candidate, fresh)
                if shared > known:
                    best, known = candidate, shared
            if best is None:
                conversations.append(current := [])
            else:
                current = best
                repeated += sum(len(entry.calls) for entry in fresh[:known])
                fresh = fresh[known:]
        current.extend(fresh)
        order.extend(fresh)
    return order, repeated


def _already_there(known: list[Entry], fresh: list[Entry]) -> int:
    """How many entries at the start of `fresh` stand in the conversation already.

    The two are walked along together. Where the conversation was seen as answers only (no user or tool messages in
    it), only the model's messages are compared. A common start that holds no call proves nothing unless one side
    ends there; a start that ends in two different calls is another run, unless call ids say otherwise.
    """
    answers_only = all(entry.role == "assistant" for entry in known)
    position = 0
    shared_calls = identified = 0
    index = 0
    for index, entry in enumerate(fresh):
        if entry.role != "assistant" and (answers_only or entry.role == "tool"):
            continue
        while position < len(known) and known[position].role == "tool":
            position += 1
        if position == len(known):
            break
        if not _same_entry(known[position], entry):
            return index if identified and identified == shared_calls else 0
        shared_calls += len(entry.calls)
        identified += sum(call.id is not None for call in entry.calls)
        position += 1
    else:
        index = len(fresh)
    while index and answers_only and fresh[index - 1].role != "assistant":
        index -= 1
    return index if position else 0


def _same_entry(known: Entry, fresh: Entry) -> bool:
    if known.role != fresh.role or len(known.calls) != len(fresh.calls):
        return False
    if known.calls:
        return all(map(_same_call, known.calls, fresh.calls))
    return plain_text(known.content) == plain_text(fresh.content)


def _same_call(known: CallRecord, fresh: CallRecord) -> bool:
    if known.name != fresh.name or (known.id and fresh.id and known.id != fresh.id):
        return False
    return equal(decode_arguments(known.arguments).value, decode_arguments(fresh.arguments).value)


def plain_text(content: Any) -> str:
    """The readable text of a message's content: text itself, or the text parts of a list."""
    if isinstance(content, str):
        return content.strip()
    if isinstance(content, list):
        parts = []
        for part in content:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, dict) and isinstance(part.get("text"), str) and not part.get("thought"):
                parts.append(part["text"])
        return "\n".join(parts).strip()
    return ""


def calls_of(entries: list[Entry]) -> tuple[list[ToolCall], list[Finding]]:
    """The calls of a conversation, decoded, with their turns, their results and what was noticed about them."""
    calls: list[ToolCall] = []
    findings: list[Finding] = []
    results: list[tuple[int, ResultRecord]] = []
    executions: list[tuple[int, ToolCall]] = []
    lasting: dict[tuple[int, str], int] = {}
    turn = -1
    speaking = False
    run = 0
    for entry in entries:
        if entry.execution:
            executions.extend((len(calls), _decoded(record, None, entry.run, 0, [])) for record in entry.calls)
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
                    if place < len(calls):
                        calls[place] = _completed(calls[place], call)
                        continue
                calls.append(call)
        else:
            speaking = False
        for result in entry.results:
            results.append((len(calls), result))
    if results:
        _attach(calls, results)
    if executions:
        calls = _with_executions(calls, executions)
    return calls, findings


def _decoded(record: CallRecord, turn: int | None, run: int, index: int, findings: list[Finding]) -> ToolCall:
    decoded = decode_arguments(record.arguments) if record.free_text is None else _free(record)
    if decoded[1:] != _PLAIN or decoded.value.__class__ is not dict:
        findings.append(_finding(decoded, record, index))
    return ToolCall(
        record.name, decoded.value, record.id, record.failed, record.where, turn,
        decoded.unreadable, record.result, record.provider, record.agent, run,
    )  # fmt: skip


NOT_FINITE = "not_finite_arguments"
_PLAIN = (False, False, False)


def _completed(known: ToolCall, again: ToolCall) -> ToolCall:
    """A call that was seen twice, with what either sight knows."""
    return known._replace(
        args=known.args if known.args or not again.args else again.args,
        failed=known.failed if again.failed is None else again.failed,
        result=known.result if again.result is None else again.result,
        agent=known.agent or again.agent,
    )


def _with_executions(calls: list[ToolCall], executions: list[tuple[int, ToolCall]]) -> list[ToolCall]:
    """Join calls seen as they ran to the model's calls (rule M4); those without a model's call stand for themselves.

    Same id first, then the same name with equal arguments (or none on one side), in order, each call used once.
    """
    waiting: dict[str, list[int]] = {}
    by_id: dict[str, list[int]] = {}
    for index, call in enumerate(calls):
        waiting.setdefault(call.name, []).append(index)
        if call.id is not None:
            by_id.setdefault(call.id, []).append(index)
    used: set[int] = set()
    alone: list[tuple[int, ToolCall]] = []
    for position, ran in executions:
        same_id = [index for index in by_id.get(ran.id or "", ()) if index not in used]
        alike = same_id or [
            index
            for index in waiting.get(ran.name, ())
            if index not in used
            and calls[index].run == ran.run
            and (equal(calls[index].args, ran.args) or not calls[index].args or not ran.args)
        ]
        exact = [index for index in alike if equal(calls[index].args, ran.args)]
        if alike:
            target = (exact or alike)[0]
            used.add(target)
            calls[target] = _completed(calls[target], ran)
        else:
            alone.append((position, ran))
    for position, ran in reversed(alone):
        calls.insert(position, ran)
    return calls


def _free(record: CallRecord) -> Arguments:
    raw = record.arguments
    return Arguments({record.free_text: raw}) if isinstance(raw, str) else decode_arguments(raw)


def _finding(decoded: Arguments, record: CallRecord, index: int) -> Finding:
    if decoded.unreadable:
        return Finding("arguments_not_json", f"the arguments of {record.name} are not JSON; they are kept as text", index)
    if decoded.duplicate_keys:
        return Finding("duplicate_key", f"the arguments of {record.name} hold a key twice; the last one counts", index)
    if decoded.not_finite:
        return Finding(NOT_FINITE, f"the arguments of {record.name} hold NaN or an infinity", index)
    return Finding("arguments_not_object", f"the arguments of {record.name} are no object", index)


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
