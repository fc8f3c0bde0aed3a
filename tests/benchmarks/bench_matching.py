"""How the pairing grows: time as a multiple of comparing every right pair once, in the same run.

    python tests/benchmarks/bench_matching.py [largest size]

Calls of one tool, each with two arguments and one more that the test does not name, so that expected and actual calls
differ. `clean`: all right. `1 % wrong`: wrong in place. `1 % off`: a third of it wrong, a third missing (of optional
calls where order counts), a third extra. `optional`: half of the calls optional, 1 % of those not made. `random`: all
wrong, in 1 to 3 paths, with a third more calls than expected; up to 300 calls.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from typing import Any

from evaluator_core.matching import Order, Problem, pair

Args = dict[str, Any]


def problem(expected: Sequence[Args], actual: Sequence[Args], required: Sequence[bool]) -> Problem:
    """Calls of one tool with an index of their first argument."""
    places: dict[Any, list[int]] = {}
    for j, args in enumerate(actual):
        places.setdefault(args["id"], []).append(j)

    def differing(i: int, j: int) -> int:
        given = actual[j]
        return sum(given.get(key) != value for key, value in expected[i].items())

    return Problem(
        required=required,
        expected_names=[("f",)] * len(expected),
        actual_names=["f"] * len(actual),
        differing=differing,
        expected_keys=lambda i: tuple(sorted(expected[i].items())),
        actual_keys=lambda j: tuple(sorted(actual[j].items())),
        right_candidates=lambda i: places.get(expected[i]["id"], ()),
    )


def cases(size: int, order: Order) -> dict[str, Problem]:
    """The named cases of one size."""
    rnd = random.Random(size)
    expected: list[Args] = [{"id": x, "city": x % 7, "day": x % 3} for x in range(size)]
    all_required = [True] * size
    few = max(1, size // 100)

    def made(calls: Sequence[Args]) -> list[Args]:
        return [{**args, "more": rnd.random()} for args in calls]

    wrong = made(expected)
    for x in rnd.sample(range(size), few):
        wrong[x]["id"] = -1
    off = made(expected)
    third = max(1, few // 3)
    for x in rnd.sample(range(size), third):
        off[x]["id"] = -1
    missing = sorted(rnd.sample(range(size), third), reverse=True)
    for x in missing:
        del off[x]
    if order != "strict":
        for _ in range(third):
            off.insert(rnd.randrange(len(off) + 1), {"id": -2, "city": 1, "day": 1})
    off_required = [order == "any_order" or x not in missing for x in range(size)]
    half = [x % 2 == 0 for x in range(size)]
    optional = made([args for x, args in enumerate(expected) if half[x] or rnd.random() > 0.01])
    found = {
        "clean": problem(expected, made(expected), all_required),
        "1 % wrong": problem(expected, wrong, all_required),
        "1 % off": problem(expected, off, off_required),
        "optional": problem(expected, optional, half),
    }
    if size <= 300:
        values = [{"id": -1, "city": rnd.randrange(7), "day": rnd.randrange(3)} for _ in range(size * 4 // 3)]
        found["random"] = problem(expected, values, [rnd.random() < 0.7 for _ in range(size)])
    return found


def seconds(given: Problem, order: Order) -> tuple[float, bool]:
    """The best of some runs, and whether the search was cut short."""
    best, bounded, spent = float("inf"), False, 0.0
    while spent < 0.3:
        start = time.process_time()
        bounded = pair(given, order).bounded
        taken = time.process_time() - start
        best, spent = min(best, taken), spent + max(taken, 1e-4)
    return best, bounded


def floor_of(given: Problem) -> float:
    """Seconds to compare the calls at the same places once."""
    count = min(len(given.required), len(given.actual_names))
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for i in range(count):
            given.differing(i, i)
        best = min(best, time.process_time() - start)
    return max(best, 1e-7)


def main() -> None:
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(f"{'order':10} {'case':10} {'calls':>7} {'seconds':>9} {'× floor':>8}  µs a call beyond the floor")
    orders: tuple[Order, ...] = ("strict", "in_order", "any_order")
    for order in orders:
        for size in (100, 300, 1_000, 10_000):
            if size > largest:
                continue
            for name, given in cases(size, order).items():
                floor = floor_of(given)
                taken, bounded = seconds(given, order)
                print(
                    f"{order:10} {name:10} {size:7} {taken:9.4f} {taken / floor:8.1f}  {(taken - floor) / size * 1e6:.2f}"
                    + ("  (search cut short)" if bounded else "")
                )


if __name__ == "__main__":
    main()
