"""BFCL: result and score files. A result is Python call text, or `[{name: arguments}]`, nested for several turns."""

from __future__ import annotations

import re
from typing import Any

from ..pointers import escape
from .python_calls import read_python_calls
from .records import CallRecord, Entry, dicts
from .scan import Format, Scan

_CATEGORY = re.compile(
    r"(?:live_|exec_)?(?:simple|multiple|parallel|parallel_multiple|irrelevance|relevance|java|javascript|rest|sql"
    r"|chatable|multi_turn|web_search|memory|format_sensitivity)(?:_[a-z_]+)?_\d[\d-]*\Z"
)
_RESULT_SIGNS = ("latency", "input_token_count", "output_token_count", "inference_log")
_SCORE_SIGNS = ("valid", "test_category", "prompt", "error_type")
_SCORED = ("model_result_decoded", "model_result_raw", "model_result")


def claims(node: dict[str, Any]) -> bool:
    """A row of a result file, known by its id or by what is measured beside the result, or of a score file."""
    if any(key in node for key in _SCORED):
        return any(sign in node for sign in _SCORE_SIGNS)
    identity = node.get("id")
    result = node.get("result")
    if not isinstance(identity, str) or not isinstance(result, str | list) or "jsonrpc" in node:
        return False
    if isinstance(result, list) and any(isinstance(item, dict) and len(item) != 1 for item in result):
        return False
    return any(sign in node for sign in _RESULT_SIGNS) or _CATEGORY.match(identity) is not None


def read(node: dict[str, Any], where: str, scan: Scan) -> None:
    """Emit the row's turns; every row is a run. Of a score the decoded result, where it has calls, else the raw one."""
    scan.new_run()
    asked = _questions(node.get("prompt"), f"{where}/prompt")
    entries: list[Entry] = []
    for key in ("result", *_SCORED):
        if key not in node or any(entry.calls for entry in entries):
            continue
        entries = []
        turns = _turns(node[key], f"{where}/{key}")
        for number, (turn, place) in enumerate(turns):
            entries += asked[number] if number < len(asked) else []
            entries += _steps(turn, place)
    scan.thread(entries)


def _turns(result: Any, where: str) -> list[tuple[Any, str]]:
    """The turns of a result of several (lists of steps, which are lists or texts), or the one turn."""
    if isinstance(result, list) and result and all(isinstance(turn, list) for turn in result):
        return [(turn, f"{where}/{number}") for number, turn in enumerate(result)]
    return [(result, where)]


def _questions(prompt: Any, where: str) -> list[list[Entry]]:
    """What the user said in each turn, where a score file repeats the question."""
    questions = prompt.get("question") if isinstance(prompt, dict) else None
    return [
        [
            Entry(message["role"], place, message.get("content"))
            for message, place in dicts(turn, f"{where}/question/{number}")
            if isinstance(message.get("role"), str)
        ]
        for number, turn in enumerate(questions if isinstance(questions, list) else ())
    ]


def _steps(value: Any, where: str) -> list[Entry]:
    """One entry for each of the model's messages: a text, or a list of maps or of calls as text."""
    if isinstance(value, str):
        return [Entry("assistant", where, value, read_python_calls(value, where))]
    if not isinstance(value, list):
        return []
    calls = [
        CallRecord(name, arguments, f"{place}/{escape(name)}")
        for item, place in dicts(value, where)
        for name, arguments in item.items()
    ]
    if calls:
        return [Entry("assistant", where, None, calls)]
    entries = []
    for position, item in enumerate(value):
        steps = _steps(item, f"{where}/{position}")
        if isinstance(item, str) and position and not item.lstrip().startswith("["):
            steps[0].continues = True  # calls of one message, each as a text of its own
        entries += steps
    return entries


FORMAT = Format("bfcl", "BFCL", ("result", *_SCORED), claims, read)
