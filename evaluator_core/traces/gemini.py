"""Gemini: answers, lists of streamed chunks and `contents` histories, in camelCase and snake_case."""

from __future__ import annotations

from typing import Any

from .gemini_partial import add_partial, continues, has_partial
from .records import CallRecord, Entry, ResultRecord, call_id, chosen
from .scan import Format, Scan, list_of_dicts

_CALL_KEYS = ("functionCall", "function_call")
_RESPONSE_KEYS = ("functionResponse", "function_response")
_CODE_KEYS = ("executableCode", "executable_code")
_CODE_RESULT_KEYS = ("codeExecutionResult", "code_execution_result")
_FINISH = ("finishReason", "finish_reason")
_PART_KEYS = (*_CALL_KEYS, *_RESPONSE_KEYS, *_CODE_KEYS, *_CODE_RESULT_KEYS)


def _inner(node: dict[str, Any], keys: tuple[str, ...]) -> tuple[str, dict[str, Any]] | None:
    for key in keys:
        value = node.get(key)
        if value.__class__ is dict:
            return key, value
    return None


def _is_part(node: dict[str, Any]) -> bool:
    found = _inner(node, _PART_KEYS)
    if found is None or "role" in node:
        return False
    return found[0] not in _CALL_KEYS or ("name" in found[1] and not isinstance(found[1].get("arguments"), str))


def claims(node: dict[str, Any]) -> bool:
    """An answer with `candidates`, a content with `parts`, or a bare part."""
    if "candidates" in node:
        candidates = node["candidates"]
        return list_of_dicts(candidates) and any(key in candidates[0] for key in ("content", *_FINISH))
    if "parts" in node:
        parts = node["parts"]
        return (
            list_of_dicts(parts)
            and node.get("role") in ("user", "model", "function", "tool", "system", None)
            and any(_inner(part, _PART_KEYS) or "text" in part for part in parts if isinstance(part, dict))
            and not any("kind" in part or "part_kind" in part for part in parts if isinstance(part, dict))
        )
    return _is_part(node)


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Gather the answer's candidates, or emit the content or the part."""
    if "candidates" in node:
        answers: _Answers = scan.collector("gemini", lambda: _Answers(scan))
        answers.add(node, where)
    elif "parts" in node:
        scan.entry(content_entry(node, where))
    else:
        calls, results = _parts([node], where, bare=True)
        scan.entry(Entry("assistant" if calls else "tool", where, None, calls, results, continues=True))


class _Answer:
    """One answer, in one piece or streamed: what each candidate holds."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.finished = False
        self.candidates: dict[int, Entry] = {}


class _Answers:
    """The answers of a paste. Chunks with one id, or side by side until one is finished, are one answer."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._all: list[_Answer] = []
        self._by_id: dict[str, _Answer] = {}
        self._last: str | None = None

    def add(self, node: dict[str, Any], where: str) -> None:
        """An answer or a chunk of one."""
        answer = self._answer(call_id(node.get("responseId") or node.get("response_id")), where)
        for position, candidate in enumerate(node["candidates"]):
            content = candidate.get("content") if isinstance(candidate, dict) else None
            if not isinstance(candidate, dict):
                continue
            if any(candidate.get(key) for key in _FINISH):
                answer.finished = True
            index = candidate.get("index")
            index = index if isinstance(index, int) else position
            gathered = answer.candidates.get(index)
            if gathered is None:
                gathered = answer.candidates[index] = Entry("assistant", where, [])
                gathered.calls, gathered.results = [], []
            if isinstance(content, dict) and isinstance(content.get("parts"), list):
                place = f"{where}/candidates/{position}/content/parts"
                gathered.content.extend(content["parts"])
                _parts(content["parts"], place, gathered.calls, gathered.results)

    def _answer(self, identity: str | None, where: str) -> _Answer:
        above, _, number = where.rpartition("/")
        follows = f"{above}/{int(number) - 1}" if number.isdecimal() else None
        known = self._by_id.get(identity) if identity else self._all[-1] if self._all else None
        if known is None or not (identity or (self._last == follows and not known.finished)):
            known = _Answer(Entry("assistant", where))
            self._all.append(known)
            self._scan.answer(known.entry)
        if identity:
            self._by_id[identity] = known
        self._last = where
        return known

    def finish(self) -> None:
        """Of several candidates, the one that counts goes into the entry."""
        for answer in self._all:
            candidates = [answer.candidates[index] for index in sorted(answer.candidates)]
            if not candidates:
                continue
            number = chosen([bool(candidate.calls) for candidate in candidates])
            if len(candidates) > 1:
                self._scan.note_alternatives(len(candidates), number, answer.entry.where)
            read_one = candidates[number]
            answer.entry.content = read_one.content
            answer.entry.calls, answer.entry.results = read_one.calls, read_one.results


def content_entry(node: dict[str, Any], where: str) -> Entry:
    """A content with its `parts` as an entry."""
    calls, results = _parts(node["parts"], f"{where}/parts")
    role = node.get("role")
    if role in ("model", None):
        role = "assistant" if calls or role == "model" or not results else "tool"
    return Entry(role, where, node["parts"], calls, results)


def _parts(
    parts: list[Any],
    where: str,
    calls: list[CallRecord] | None = None,
    results: list[ResultRecord] | None = None,
    *,
    bare: bool = False,
) -> tuple[list[CallRecord], list[ResultRecord]]:
    """Add the calls and results of the parts to the lists (new ones if none are given)."""
    calls = [] if calls is None else calls
    results = [] if results is None else results
    for position, part in enumerate(parts):
        if part.__class__ is not dict:
            continue
        place = where if bare else f"{where}/{position}"
        found = _inner(part, _CALL_KEYS)
        if found is not None:
            if continues(found[1]) and calls and calls[-1].arguments.__class__ is dict:
                add_partial(calls[-1].arguments, found[1])
            else:
                call = function_call(found[1], f"{place}/{found[0]}")
                if call is not None:
                    calls.append(call)
        code = _inner(part, _CODE_KEYS)
        if code is not None:
            arguments = {key: code[1][key] for key in ("language", "code") if key in code[1]}
            calls.append(
                CallRecord("code_execution", arguments, f"{place}/{code[0]}", call_id(code[1].get("id")), None, True)
            )
        response = _inner(part, _RESPONSE_KEYS)
        if response is not None:
            results.append(function_response(response[1]))
        ran = _inner(part, _CODE_RESULT_KEYS)
        if ran is not None:
            outcome = str(ran[1].get("outcome") or "")
            failed = None if not outcome else not outcome.endswith("OK")
            results.append(ResultRecord(call_id(ran[1].get("id")), "code_execution", failed, ran[1].get("output")))
    return calls, results


def function_call(call: dict[str, Any], where: str) -> CallRecord | None:
    """A function call; arguments that come in parts are put together."""
    if not isinstance(call.get("name"), str) or not call["name"]:
        return None
    arguments = call.get("args")
    if has_partial(call) or call.get("willContinue") or call.get("will_continue"):
        arguments = dict(arguments) if isinstance(arguments, dict) else {}
        add_partial(arguments, call)
    return CallRecord(call["name"], arguments, where, call_id(call.get("id")))


def function_response(response: dict[str, Any]) -> ResultRecord:
    """A function response; an `error` in it is the documented mark of a failure."""
    content = response.get("response")
    failed = True if isinstance(content, dict) and content.get("error") else None
    name = response.get("name")
    return ResultRecord(call_id(response.get("id")), name if isinstance(name, str) else None, failed, content)


FORMAT = Format("gemini", "Gemini", ("candidates", "parts", *_PART_KEYS), claims, read)
