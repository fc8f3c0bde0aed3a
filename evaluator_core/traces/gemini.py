"""Gemini: answers, lists of streamed chunks and `contents` histories, in camelCase and snake_case."""

from __future__ import annotations

from typing import Any

from .records import CallRecord, Entry, ResultRecord, call_id
from .scan import Format, Scan, list_of_dicts

_CALL_KEYS = ("functionCall", "function_call")
_RESPONSE_KEYS = ("functionResponse", "function_response")
_CODE_KEYS = ("executableCode", "executable_code")
_CODE_RESULT_KEYS = ("codeExecutionResult", "code_execution_result")
_PART_KEYS = (*_CALL_KEYS, *_RESPONSE_KEYS, *_CODE_KEYS, *_CODE_RESULT_KEYS)


def _inner(node: dict[str, Any], keys: tuple[str, ...]) -> tuple[str, dict[str, Any]] | None:
    for key in keys:
        value = node.get(key)
        if value.__class__ is dict:
            return key, value
    return None


def _is_part(node: dict[str, Any]) -> bool:
    found = _inner(node, _PART_KEYS)
    return found is not None and "role" not in node and (found[0] not in _CALL_KEYS or "name" in found[1])


def claims(node: dict[str, Any]) -> bool:
    """An answer with `candidates`, a content with `parts`, or a bare part."""
    if "candidates" in node:
        candidates = node["candidates"]
        return list_of_dicts(candidates) and any("content" in candidate for candidate in candidates)
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
    """Emit the content of the first candidate, the content, or the part."""
    if "candidates" in node:
        _read_answer(node, where, scan)
    elif "parts" in node:
        scan.entry(_content(node, where))
    else:
        calls, results = _parts([node], where, bare=True)
        scan.entry(Entry("assistant" if calls else "tool", where, None, calls, results, continues=True))


def _read_answer(node: dict[str, Any], where: str, scan: Scan) -> None:
    candidates = [(i, c) for i, c in enumerate(node["candidates"]) if isinstance(c, dict)]
    position, first = next((c for c in candidates if c[1].get("index") in (0, None)), candidates[0])
    if len(candidates) > 1:
        scan.note(
            "several_choices", f"the answer has {len(candidates)} candidates, alternatives of one turn; the first is read"
        )
        scan.note_left_out("alternatives", len(candidates) - 1, f"{where}/candidates")
    content = first.get("content")
    if isinstance(content, dict) and isinstance(content.get("parts"), list):
        scan.answer(_content(content, f"{where}/candidates/{position}/content"))


def _content(node: dict[str, Any], where: str) -> Entry:
    calls, results = _parts(node["parts"], f"{where}/parts")
    role = node.get("role")
    if role in ("model", None):
        role = "assistant" if calls or role == "model" or not results else "tool"
    return Entry(role, where, node["parts"], calls, results)


def _parts(parts: list[Any], where: str, *, bare: bool = False) -> tuple[list[CallRecord], list[ResultRecord]]:
    calls: list[CallRecord] = []
    results: list[ResultRecord] = []
    for position, part in enumerate(parts):
        if part.__class__ is not dict:
            continue
        place = where if bare else f"{where}/{position}"
        call = _inner(part, _CALL_KEYS)
        if call is not None and isinstance(call[1].get("name"), str):
            inner = call[1]
            calls.append(CallRecord(inner["name"], inner.get("args"), f"{place}/{call[0]}", call_id(inner.get("id"))))
        code = _inner(part, _CODE_KEYS)
        if code is not None:
            calls.append(CallRecord("code_execution", code[1], f"{place}/{code[0]}", None, None, True))
        response = _inner(part, _RESPONSE_KEYS)
        if response is not None:
            inner = response[1]
            content = inner.get("response")
            failed = True if isinstance(content, dict) and content.get("error") else None
            results.append(ResultRecord(call_id(inner.get("id")), inner.get("name"), failed, content))
        ran = _inner(part, _CODE_RESULT_KEYS)
        if ran is not None:
            outcome = str(ran[1].get("outcome") or "")
            failed = None if not outcome else not outcome.endswith("OK")
            results.append(ResultRecord(None, "code_execution", failed, ran[1].get("output")))
    return calls, results


FORMAT = Format("gemini", "Gemini", ("candidates", "parts", *_PART_KEYS), claims, read)
