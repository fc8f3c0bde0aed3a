"""Blocks that hold no calls: the model's reasoning, results of tools, definitions, system reminders."""

from __future__ import annotations

import re

from ...salvage.scanning import Scanner
from ..records import ResultRecord, call_id
from .marks import Block, TextFormat

_PASSED = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<reasoning>": "</reasoning>",
    "<seed:think>": "</seed:think>",
    "<scratchpad>": "</scratchpad>",
    "[THINK]": "[/THINK]",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<tools>": "</tools>",
    "<functions>": "</functions>",
    "<AVAILABLE_TOOLS>": "</AVAILABLE_TOOLS>",
    "[AVAILABLE_TOOLS]": "[/AVAILABLE_TOOLS]",
    "<|tool|>": "<|/tool|>",
}
_RESULTS = {
    "<tool_response>": "</tool_response>",
    "<tool_result>": "</tool_result>",
    "<tool_results>": "</tool_results>",
    "<function_results>": "</function_results>",
    "<function_response>": "</function_response>",
    "<observation>": "</observation>",
    "[TOOL_RESULTS]": "[/TOOL_RESULTS]",
    "<TOOL_RESPONSE>": "</TOOL_RESPONSE>",
    "<|START_TOOL_RESULT|>": "<|END_TOOL_RESULT|>",
    "<｜tool▁outputs▁begin｜>": "<｜tool▁outputs▁end｜>",
    "<｜tool▁output▁begin｜>": "<｜tool▁output▁end｜>",
    "<start_function_response>": "<end_function_response>",
    "<|tool_response>": "<tool_response|>",
    "```tool_output": "```",
    "## Tool Output:": "\n# Agent",
}
_LABEL = re.compile(r"^[ \t]*(?:Thought|Action|Final Answer|Question|Observation)(?: \d+)?:", re.MULTILINE)


def read(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """A block that is passed by. One without an end is passed by only where it may lack it: reasoning cut off."""
    closing = _PASSED[mark]
    last = scanner.find(closing, body, end)
    if last < 0:
        return Block(end) if "hink" in mark.lower() else None
    return Block(last + len(closing))


def read_result(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """What a tool gave back."""
    closing = _RESULTS[mark]
    last = scanner.find(closing, body, end)
    written = scanner.text[body : last if last >= 0 else end].strip()
    return Block(last + len(closing) if last >= 0 else end, results=_results(written))


def _results(written: str) -> tuple[ResultRecord, ...]:
    """Mistral's results name their call: `ID[TOOL_CONTENT]text`, or JSON with `call_id` and `content`."""
    identity, mark, content = written.partition("[TOOL_CONTENT]")
    if mark:
        return (ResultRecord(call_id(identity.removesuffix("[CALL_ID]").strip()), None, None, content),)
    if '"call_id"' in written:
        found = Scanner(written).json_at(0)
        listed = found[0] if found is not None and isinstance(found[0], list) else [found[0] if found else None]
        named = [item for item in listed if isinstance(item, dict) and call_id(item.get("call_id"))]
        if named:
            return tuple(ResultRecord(call_id(item["call_id"]), None, None, item.get("content")) for item in named)
    return (ResultRecord(None, None, None, written),)


def read_observation(scanner: Scanner, mark: str, start: int, body: int, end: int) -> Block | None:
    """What a tool gave back, up to the next label."""
    label = _LABEL.search(scanner.text, body, end)
    last = label.start() if label else end
    return Block(last, results=_results(scanner.text[body:last].strip()))


PASSED = TextFormat("", "", tuple(_PASSED), read, token=True)
RESULTS = TextFormat("", "", tuple(_RESULTS), read_result, token=True)
OBSERVATION = TextFormat("", "", ("Observation:",), read_observation)
