"""How long an evaluation takes, from two texts to the full report, as a ratio to the time of `json.loads`.

The floor is what any evaluator must do: `json.loads` on both texts and on each arguments string. Floor and
evaluation alternate in one run, so that both see the same machine. Run: `.venv/bin/python -m tests.benchmarks.bench_evaluate`.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

from evaluator_core import evaluate

SIZES = (3, 10, 50, 300, 3_000)
KINDS = ("clean", "mixed", "one tool")
ORDERS = ("in_order", "any_order", "strict")


def make(calls: int, kind: str) -> tuple[str, str]:
    """Expected calls and an OpenAI answer as text; `mixed`: one in ten wrong, one in twenty missing or extra."""
    expected: list[dict[str, Any]] = []
    made: list[tuple[str, dict[str, Any]]] = []
    for number in range(calls):
        name = "lookup" if kind == "one tool" else f"tool_{number % 20}"
        args = {"city": "Oslo", "n": number, "flag": number % 2 == 0, "options": {"limits": [1, number], "unit": "km"}}
        expected.append({"name": name, "args": args})
        if kind != "clean" and number % 20 == 7:
            continue
        if kind != "clean" and number % 10 == 3:
            args = {**args, "n": -number}
        made.append((name, args))
        if kind != "clean" and number % 20 == 13:
            made.append((f"other_{number}", {"x": number}))
    tool_calls = [
        {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}
        for i, (name, args) in enumerate(made)
    ]
    message = {"role": "assistant", "content": None, "tool_calls": tool_calls}
    answer = {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    return json.dumps(expected), json.dumps(answer)


def floor(expected: str, trace: str) -> None:
    """The least that has to be done."""
    json.loads(expected)
    for call in json.loads(trace)["choices"][0]["message"]["tool_calls"]:
        json.loads(call["function"]["arguments"])


def side_by_side(one: Callable[[], object], other: Callable[[], object], seconds: float = 0.6) -> tuple[float, float]:
    """Median times of two functions that are run in turns."""
    times: tuple[list[float], list[float]] = ([], [])
    end = time.process_time() + seconds
    while time.process_time() < end or len(times[0]) < 5:
        for function, taken in zip((one, other), times, strict=True):
            start = time.process_time()
            function()
            taken.append(time.process_time() - start)
    return statistics.median(times[0]), statistics.median(times[1])


def main() -> None:
    print(f"{'calls':>6} {'kind':9} {'order':10} {'µs a call':>10} {'× json.loads':>13}")
    for kind in KINDS:
        for order in ORDERS:
            for calls in SIZES:
                expected, trace = make(calls, kind)
                options = {"order": order}
                base, whole = side_by_side(
                    lambda e=expected, t=trace: floor(e, t),  # type: ignore[misc]
                    lambda e=expected, t=trace, o=options: evaluate(e, t, o).to_dict(),  # type: ignore[misc]
                    0.3 if calls < 3_000 else 1.0,
                )
                print(f"{calls:6} {kind:9} {order:10} {whole / calls * 1e6:10.1f} {whole / base:13.2f}")


if __name__ == "__main__":
    main()
