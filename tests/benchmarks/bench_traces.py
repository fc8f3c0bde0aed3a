"""How much CPU time a paste of about 10 MB takes to be read, format by format, as a ratio to `json.loads` on it.

Each sample of `tests/traces` is repeated until the text is large: as a longer list where it is a list, as JSON Lines
where it is an object, as it is where it is text. Text that is no JSON is held against `json.loads` of one JSON string of
its length. Run: `.venv/bin/python -m tests.benchmarks.bench_traces [MB] [format …]`.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from evaluator_core import InputError, read_trace

SAMPLES = Path(__file__).parents[1] / "traces"


def enlarged(text: str, size: int) -> str:
    """The sample, repeated to about `size` characters."""
    copies = max(1, size // max(1, len(text)))
    try:
        value = json.loads(text)
    except ValueError:
        return "\n".join([text] * copies)
    if isinstance(value, list) and value:
        return json.dumps(value * copies)
    return "\n".join([json.dumps(value)] * copies)


def floor(text: str) -> float:
    """Seconds of `json.loads` on the text (line by line where it is JSON Lines)."""
    start = time.process_time()
    try:
        json.loads(text)
    except ValueError:
        start = time.process_time()
        try:
            for line in text.splitlines():
                json.loads(line)
        except ValueError:
            whole = json.dumps(text)
            start = time.process_time()
            json.loads(whole)
    return time.process_time() - start


def main() -> None:
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    wanted = set(sys.argv[2:])
    print(f"{'sample':44} {'MB':>6} {'calls':>8} {'seconds':>8} {'× json.loads':>13}")
    for folder in sorted(SAMPLES.iterdir()):
        if wanted and folder.name not in wanted:
            continue
        for sample in [path for path in sorted(folder.iterdir()) if not path.name.endswith(".expected.json")][:1]:
            text = enlarged(sample.read_text("utf-8"), int(megabytes * 1_000_000))
            base = min(floor(text) for _ in range(3))
            start = time.process_time()
            try:
                found = str(len(read_trace(text).calls))
            except InputError as problem:
                found = problem.code
            taken = time.process_time() - start
            name = f"{folder.name}/{sample.name}"[:44]
            print(f"{name:44} {len(text) / 1e6:6.1f} {found:>8} {taken:8.2f} {taken / base:13.1f}", flush=True)


if __name__ == "__main__":
    main()
