"""UiPath's numbers beside ours, and why they differ (option `compatibility: ["uipath"]`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from . import uipath
from .calls import ExpectedCall, ToolCall
from .options import read_count

_WHY = {
    "tool_call_args": "UiPath allows extra arguments, takes calls greedily in order, lets true equal 1 and matches a"
    " call that has an id only by that id; an empty side scores 0",
    "tool_call_count": "UiPath looks only at the expected names, counts a call that has an id under its id, and"
    " scores 0 when one side is empty",
    "tool_call_order": "UiPath matches a call that has an id only by that id, and names after cleaning them; an empty"
    " side scores 0",
}


def uipath_results(
    expected: Sequence[ExpectedCall],
    actual: Sequence[ToolCall],
    expected_counts: Mapping[str, Any],
    ours: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """UiPath's score of each evaluator, ours beside it, and the rule that explains a difference."""
    wanted = [{"name": call.name, "args": call.args or {}} for call in expected]
    made = [{"name": call.name, "args": call.args, "id": call.id} for call in actual]
    counts: dict[str, list[Any]] = {}
    for call in expected:
        counts.setdefault(call.name, ["=", 0])[1] += 1
    for name, written in expected_counts.items():
        comparator, number = read_count(written) or ("==", 0)
        counts[name] = [comparator, number]
    results = {
        "tool_call_args": uipath.tool_call_args(wanted, made),
        "tool_call_count": uipath.tool_call_count(counts, made),
        "tool_call_order": uipath.tool_call_order([call["name"] for call in wanted], made),
    }
    return {
        name: {
            **result,
            "ours": ours[name]["score"],
            "differs": result["score"] != ours[name]["score"],
            "why": _WHY[name] if result["score"] != ours[name]["score"] else None,
        }
        for name, result in results.items()
    }
