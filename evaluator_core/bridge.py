"""The page's one door: JSON text in, JSON text out, never an exception.

A request is `{"do": …}` with one of the verbs of `_VERBS`; the answer has `"ok": true` and the verb's fields, or
`"ok": false` and an `error`. Arguments and other free values leave as text (`*_text`), because JavaScript would spoil
integers beyond 2^53; offsets are counted in UTF-16 units, as editors in a browser do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .calls import ExpectedCall, ToolCall
from .cases import is_case, read_case
from .errors import InputError
from .evaluation import evaluate
from .expected import read_expected
from .json_text import decode, encode
from .locate import locate, placed
from .options import Options
from .report import Report, error_report
from .tool_definitions import read_tools
from .traces import Trace, read_trace
from .view import view_of, view_of_errors
from .vocabulary import vocabulary

_LONGEST_ARGS = 200
_MOST_TOOLS = 300
_MOST_NAMES = 100
_MOST_NOTES = 20


def handle(request: str) -> str:
    """Answer one request. Never raises."""
    try:
        asked = decode(request).documents[0]
        answer = _VERBS[asked["do"]](asked)
        return encode({"ok": True, **answer})
    except InputError as problem:
        return encode({"ok": False, "error": problem.to_dict()})
    except Exception as problem:  # noqa: BLE001 (the page must hear of a fault, whatever it is)
        error = {"code": "internal", "message": f"this is a fault of ours: {type(problem).__name__}: {problem}"}
        return encode({"ok": False, "error": error})


def _evaluate(asked: dict[str, Any]) -> dict[str, Any]:
    texts = _texts(asked)
    try:
        report = _report(asked)
    except InputError as problem:
        problems = _all_problems(texts, asked, problem)
        errors = [place_in_text(error, texts) for error in problems]
        failed = error_report(problems, None, None)
        return {"report_text": failed.to_json(), "file_name": _FILE_NAME, "view": view_of_errors(errors)}
    return {"report_text": report.to_json(), "file_name": _FILE_NAME, "view": view_of(report)}


def _texts(asked: dict[str, Any]) -> dict[str, str]:
    return {pane: asked.get(pane) or "" for pane in ("expected", "trace", "tools", "context")}


def _report(asked: dict[str, Any]) -> Report:
    texts = _texts(asked)
    return evaluate(
        texts["expected"],
        _read_trace(texts["trace"], asked) if _is_chosen(asked) else texts["trace"],
        asked.get("options"),
        tools=None if _is_blank(texts["tools"]) else texts["tools"],
        context=None if _is_blank(texts["context"]) else texts["context"],
        evaluators=asked.get("evaluators"),
        id=asked.get("id"),
    )


def _is_blank(text: str) -> bool:
    return not text.strip("\ufeff \t\r\n")


_FILE_NAME = "tool-call-report.json"


def _is_chosen(asked: dict[str, Any]) -> bool:
    return asked.get("format") is not None or asked.get("run") is not None


def _read_trace(text: str, asked: dict[str, Any]) -> Trace:
    """The trace in the format and with the run that a person chose, if they did."""
    try:
        return read_trace(text, format=asked.get("format"), run=asked.get("run"))
    except InputError as problem:
        raise placed(problem, text).within("trace") from None


def _all_problems(texts: dict[str, str], asked: dict[str, Any], first: InputError) -> list[InputError]:
    """What is wrong with each input, so that a person mends all at once."""
    problems = [first]
    readers: dict[str, Callable[[str], object]] = {
        "expected": read_expected,
        "trace": lambda text: _read_trace(text, asked),
        "tools": read_tools,
    }
    for where, reader in readers.items():
        try:
            if where in _NEEDED or not _is_blank(texts[where]):
                reader(texts[where])
        except InputError as problem:
            if where != first.place.where:
                problems.append(placed(problem, texts[where]).within(where))
    return problems


_NEEDED = ("expected", "trace")


def place_in_text(problem: InputError, texts: dict[str, str]) -> dict[str, Any]:
    """The error as JSON; its offset counts UTF-16 units of the pane's text."""
    shown = problem.to_dict()
    text = texts.get(problem.place.where or "")
    if text is not None and shown["offset"] is not None:
        shown["offset"] = _utf16(text, shown["offset"])
    return shown


def _utf16(text: str, offset: int) -> int:
    return offset if text.isascii() else len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


def _recognise(asked: dict[str, Any]) -> dict[str, Any]:
    pane, text = asked["pane"], asked.get("text") or ""
    answer: dict[str, Any] = {
        "pane": pane, "format": None, "title": "", "calls": [], "notes": [], "errors": [], "tools": [],
        "is_case": pane in _NEEDED and _case_in(text) is not None, "run": None, "runs": 1,
    }  # fmt: skip
    if _is_blank(text):
        return answer | {"state": "empty", "summary": "Nothing pasted yet"}
    try:
        return answer | _RECOGNISERS[pane](text, asked)
    except InputError as problem:
        error = place_in_text(placed(problem, text).within(pane), {pane: text})
        return answer | {"state": "error", "summary": problem.message, "errors": [error]}


def _recognise_expected(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    calls = read_expected(text).calls
    return {
        "state": _state(calls),
        "title": "Expected calls",
        "summary": f"Expected calls, {_number(len(calls), 'call')}",
        "calls": [_expected_row(index, call) for index, call in enumerate(calls)],
    }


def _recognise_trace(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    trace = _read_trace(text, asked)
    return {
        "state": _state(trace.calls),
        "format": trace.format,
        "title": trace.title,
        "summary": f"{trace.title}, {_number(len(trace.calls), 'call')}",
        "run": trace.run,
        "runs": trace.runs,
        "tools": _tools(trace.calls),
        "calls": [_actual_row(index, call) for index, call in enumerate(trace.calls)],
        "notes": _notes(trace),
    }


def _recognise_tools(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    tools = list(read_tools(text).values())
    return {
        "state": "given" if tools else "nothing",
        "title": "Tool definitions",
        "summary": _number(len(tools), "tool") if tools else "No tool definition in it",
        "calls": [_row(index, tool.name, _signature(tool.schema)) for index, tool in enumerate(tools)],
        "notes": [f"{tool.name}: {note}" for tool in tools for note in tool.notes][:_MOST_NOTES],
    }


def _recognise_context(text: str, asked: dict[str, Any]) -> dict[str, Any]:
    from .parameters import read_context  # only now: the main path does without

    texts = read_context(text)
    length = sum(len(said.text) for said in texts)
    return {
        "state": "given" if texts else "nothing",
        "title": "Context",
        "summary": f"{_number(len(texts), 'text')}, {_number(length, 'character')}" if texts else "No text in it",
        "calls": [
            _row(index, said.role or "text", _cut(" ".join(said.text.split())), said.name.removeprefix("context"))
            for index, said in enumerate(texts)
        ],
    }


_RECOGNISERS: dict[str, Callable[[str, dict[str, Any]], dict[str, Any]]] = {
    "expected": _recognise_expected,
    "trace": _recognise_trace,
    "tools": _recognise_tools,
    "context": _recognise_context,
}


def _signature(schema: Any) -> str | None:
    """The parameters that a tool's schema names, those that may be left out with a question mark."""
    if not isinstance(schema, dict):
        return None
    named, required = schema.get("properties"), schema.get("required")
    names = list(named) if isinstance(named, dict) else []
    needed = required if isinstance(required, list) else []
    return _cut("(" + ", ".join(name if name in needed else f"{name}?" for name in names[:_MOST_NAMES]) + ")")


def _tools(calls: Sequence[ToolCall]) -> list[dict[str, Any]]:
    """The tools that were called with the names of their arguments, for the editor's completion."""
    found: dict[str, dict[str, None]] = {}
    for call in calls:
        if call.name in found or len(found) < _MOST_TOOLS:
            names = found.setdefault(call.name, {})
            if isinstance(call.args, dict) and len(names) < _MOST_NAMES:
                names.update(dict.fromkeys(call.args))
    return [{"name": name, "arguments": list(names)[:_MOST_NAMES]} for name, names in found.items()]


def _state(calls: Any) -> str:
    return "calls" if calls else "no_calls"


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _row(index: int, name: str, text: str | None, source: str | None = None) -> dict[str, Any]:
    return {
        "index": index, "name": name, "args_text": text, "optional": False,
        "id": None, "turn": None, "failed": None, "source": source,
    }  # fmt: skip


def _expected_row(index: int, call: ExpectedCall) -> dict[str, Any]:
    args = None if call.args is None else _cut(encode(call.args))
    return _row(index, call.name, args, call.source) | {"optional": call.optional}


def _actual_row(index: int, call: ToolCall) -> dict[str, Any]:
    about = {"id": call.id, "turn": call.turn, "failed": call.failed}
    return _row(index, call.name, _cut(encode(call.args)), call.source) | about


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_ARGS else text[: _LONGEST_ARGS - 1] + "…"


def _notes(trace: Trace) -> list[str]:
    left_out: dict[str, int] = {}
    for item in trace.left_out:
        left_out[item.what] = left_out.get(item.what, 0) + item.number
    notes = [_left_out(what, count) for what, count in left_out.items()]
    seen: dict[str, int] = {}
    for warning in trace.warnings:
        seen[warning.message] = seen.get(warning.message, 0) + 1
    return notes + list(seen)[:_MOST_NOTES]


def _left_out(what: str, count: int) -> str:
    """What was left out, and why."""
    one, more, why, why_more = _LEFT_OUT.get(what, (what, what, "", ""))
    reason = why if count == 1 else why_more
    return f"{count:,} {one if count == 1 else more} left out" + (f": {reason}" if reason else "")


_LEFT_OUT = {
    "definitions": (
        "tool definition",
        "tool definitions",
        "it says what could be called",
        "they say what could be called",
    ),
    "expectations": (
        "expectation",
        "expectations",
        "it belongs to a test, not to the agent",
        "they belong to a test, not to the agent",
    ),
    "alternatives": (
        "alternative answer",
        "alternative answers",
        "one answer of a turn counts",
        "one answer of a turn counts",
    ),
    "demonstrations": (
        "demonstration",
        "demonstrations",
        "it is an example given to the model",
        "they are examples given to the model",
    ),
    "history": (
        "call of repeated history",
        "calls of repeated history",
        "it counts where it was first made",
        "they count where they were first made",
    ),
}


def _case_in(text: str) -> dict[str, Any] | None:
    """The whole case or evaluation request that a text holds, if it holds one."""
    if text.lstrip("\ufeff \t\r\n")[:1] != "{" or not any(
        key in text for key in ('"trace"', '"tool_calls"', '"tools_called"')
    ):
        return None
    try:
        documents = decode(text).documents
    except InputError:
        return None
    return documents[0] if len(documents) == 1 and is_case(documents[0]) else None


def _split(asked: dict[str, Any]) -> dict[str, Any]:
    """The parts of a pasted case or request, each as text for its pane; `case` is null when the text is none.

    `errors` says what of it cannot be taken over: an option that is unknown or wrong, or the whole case.
    """
    found = _case_in(asked.get("text") or "")
    if found is None:
        return {"case": None, "errors": []}
    try:
        parts = read_case(found)
    except InputError as problem:
        return {"case": None, "errors": [problem.to_dict()]}
    options, errors = _sound_options(parts.options)
    sides = {"expected": parts.expected, "trace": parts.trace, "tools": parts.tools, "context": parts.context}
    texts = {side: value if isinstance(value, str) else encode(value, indent=2) for side, value in sides.items()}
    given = {side: text for side, text in texts.items() if sides[side] is not None}
    case = {
        **given,
        "options": options,
        "option_texts": {name: encode(value) for name, value in options.items()},
        "evaluators": list(parts.evaluators) if parts.evaluators else None,
        "id": parts.id,
    }
    return {"case": case, "errors": [problem.to_dict() for problem in errors]}


def _sound_options(written: Any) -> tuple[dict[str, Any], list[InputError]]:
    """Those options of a case that can be read, and what is wrong with the others."""
    sound: dict[str, Any] = {}
    problems: list[InputError] = []
    for name, value in written.items() if isinstance(written, dict) else ():
        try:
            Options.read({name: value})
        except InputError as problem:
            problems.append(problem)
        else:
            sound[name] = value
    if written is not None and not isinstance(written, dict):
        problems.append(InputError("options", "the options of the case are no object"))
    return sound, problems


def _locate(asked: dict[str, Any]) -> dict[str, Any]:
    text = asked.get("text") or ""
    span = locate(text, asked.get("pointer") or "")
    if span is None:
        return {"span": None}
    return {"span": {"from": _utf16(text, span[0]), "to": _utf16(text, span[1])}}


def _make_expected(asked: dict[str, Any]) -> dict[str, Any]:
    text = asked.get("trace") or ""
    try:
        trace = _read_trace(text, asked)
    except InputError as problem:
        return {"text": None, "errors": [place_in_text(problem.within("trace"), {"trace": text})]}
    calls = [{"name": c.name} if c.unreadable else {"name": c.name, "args": c.args} for c in trace.calls]
    return {"text": encode(calls, indent=2), "errors": []}


def _words(asked: dict[str, Any]) -> dict[str, Any]:
    return vocabulary()


_VERBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "evaluate": _evaluate,
    "recognise": _recognise,
    "split": _split,
    "locate": _locate,
    "make_expected": _make_expected,
    "words": _words,
}
