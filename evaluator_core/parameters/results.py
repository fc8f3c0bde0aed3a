"""What was found about the parameters of calls, and what the report says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..calls import Finding
from ..grounding import DERIVED, UNVERIFIED, Evidence, Ground
from ..json_text import finite
from ..pointers import dollar_path, pointer
from .problems import Problem

NOTE = "A source proves that a value stands in the text, not its role: swapped cities pass."
NOTE_ZH = "有依据只表示该值出现在文本中，不证明其角色正确：出发地与目的地互换也会通过。"

Path = tuple[str | int, ...]


class Leaf(NamedTuple):
    """A value of a call and its source."""

    path: Path
    value: Any
    ground: Ground
    evidence: Evidence | None

    def to_dict(self) -> dict[str, Any]:
        """The value's entry in `evidence[]`."""
        return {
            "path": dollar_path(self.path),
            "pointer": pointer(self.path),
            "value": finite(self.value),
            "state": self.ground.state,
            "how": self.ground.how,
            "span": None if self.evidence is None else self.evidence._asdict(),
        }


class CallResult(NamedTuple):
    """What was found about one call."""

    number: int
    """Index of the call in the trace."""
    name: str
    problems: list[Problem]
    leaves: list[Leaf]
    fault: str | None = None
    """Why the schema could not be used."""
    checked: bool = True
    """Whether a schema was there to check against."""

    @property
    def undecided(self) -> list[Leaf]:
        """The values that no rule can decide."""
        return [leaf for leaf in self.leaves if leaf.ground.state == UNVERIFIED]

    def score(self, unverified: str) -> float | None:
        """1.0, 0.0 or nothing, by the option that says what an undecided value does."""
        if self.problems:
            return 0.0
        if self.fault is not None:
            return None
        return {"pass": 1.0, "fail": 0.0}.get(unverified) if self.undecided else 1.0


class Parameters(NamedTuple):
    """The result over all calls."""

    calls: list[CallResult]
    status: str
    """`ok`, `not_applicable` or `schema_error`."""
    unverified: str
    why_not: str = ""
    why_not_zh: str = ""
    notes: Mapping[str, Sequence[str]] = {}
    """What was rewritten in the definitions of tools that were called, by name."""
    not_checked: Mapping[str, Sequence[str]] = {}
    """Patterns that were not run, by tool."""
    judged: bool = True
    """Whether there was nothing in the way of a judgement: definitions, or the library that reads them."""

    @property
    def score(self) -> float | None:
        """0.0 when a call is wrong, 1.0 when all are right, nothing when that cannot be said."""
        if self.status == "not_applicable":
            return None
        scores = [call.score(self.unverified) for call in self.calls]
        return 0.0 if 0.0 in scores else None if None in scores else 1.0

    @property
    def failed(self) -> list[CallResult]:
        """The calls that score 0."""
        return [call for call in self.calls if call.score(self.unverified) == 0.0]

    def to_dict(self) -> dict[str, Any]:
        """The evaluator's entry in the report."""
        score = self.score
        english, chinese = reason_of(self)
        review = score is None and self.status == "ok" and bool(self.calls)
        return {
            "score": score,
            "label": "review" if review else "n/a" if score is None else "pass" if score == 1.0 else "fail",
            "passed": None if score is None else score == 1.0,
            "threshold": 1.0,
            "reason": english,
            "reason_zh": chinese,
            "note": NOTE,
            "note_zh": NOTE_ZH,
            "status": self.status,
            "calls": [
                {
                    "index": call.number,
                    "name": call.name,
                    "score": None if self.status == "not_applicable" else call.score(self.unverified),
                    "problems": [problem.to_dict() for problem in call.problems],
                    "evidence": [leaf.to_dict() for leaf in call.leaves],
                    "schema_error": call.fault,
                }
                for call in self.calls
            ],
            "definitions": [{"name": name, "notes": list(notes)} for name, notes in self.notes.items()],
        }

    def reasons(self) -> Iterator[tuple[int, str]]:
        """For each call that fails its index and a sentence."""
        for call in self.failed:
            yield call.number, f"{call.name}: {said_of(call)}"

    def warnings(self, *, decides: bool) -> Iterator[Finding]:
        """Definitions that could not be used, patterns that were not run, and undecided values where they matter."""
        if decides and self.score is None and self.status == "ok":
            undecided = sum(len(call.undecided) for call in self.calls)
            yield Finding(
                "parameters_unverified", f"no rule can decide where {undecided} values of parameters come from"
            )
        seen = set()
        for call in self.calls:
            if call.fault is not None and call.name not in seen:
                seen.add(call.name)
                yield Finding(
                    "schema_error", f"the definition of {call.name} cannot be used: {call.fault}", call.number
                )
        for name, patterns in self.not_checked.items():
            listed = ", ".join(patterns[:3])
            yield Finding("pattern_not_checked", f"{name}: a pattern of its definition is not checked: {listed}")


def said_of(call: CallResult, most: int = 3) -> str:
    """What is wrong with a call."""
    said = [problem.english for problem in call.problems[:most]]
    if len(call.problems) > most:
        said.append(f"and {len(call.problems) - most} more")
    if not said:  # undecided values that are to fail
        said = [f"{dollar_path(leaf.path)} is undecided: {leaf.ground.how}" for leaf in call.undecided[:most]]
    return "; ".join(said)


def reason_of(result: Parameters) -> tuple[str, str]:
    """One readable sentence, in English and in Chinese."""
    if result.status == "not_applicable":
        return result.why_not, result.why_not_zh
    failed = result.failed
    if failed:
        more = f" (and {len(failed) - 1} more calls)" if len(failed) > 1 else ""
        call = failed[0]
        english = f"{call.name} (call {call.number + 1}): {said_of(call)}{more}"
        named = "；".join(problem.chinese for problem in call.problems[:3]) or "有无法判定的值"
        more = f"（另有 {len(failed) - 1} 个调用有问题）" if len(failed) > 1 else ""
        return english, f"{call.name}（第 {call.number + 1} 个调用）：{named}{more}"
    faulty = [call for call in result.calls if call.fault is not None]
    if faulty:
        names = ", ".join(dict.fromkeys(call.name for call in faulty))
        english = f"the definition of {names} cannot be used: {faulty[0].fault}"
        return english, f"工具 {names} 的定义有误，无法检查参数"
    undecided = [(call, leaf) for call in result.calls for leaf in call.undecided]
    states = Counter(leaf.ground.state for call in result.calls for leaf in call.leaves)
    values, derived = states.total(), states[DERIVED]
    fit = "the parameters fit the tools' definitions"
    if undecided:
        call, leaf = undecided[0]
        where = f"{call.name} {dollar_path(leaf.path)}"
        number = f"{len(undecided)} of {values} values"
        english = f"{fit}; {number} cannot be decided by rule, the first is {where} ({leaf.ground.how})"
        chinese = (
            f"参数符合工具定义，但 {values} 个值中有 {len(undecided)} 个无法按规则判定来源，需人工复核，首个为 {where}"
        )
        return english, chinese
    stand = values - derived
    english = f"{fit}, and every value has a source: {stand} of {values} stand in the context, {derived} follow by rule"
    number = f"{stand} 个直接出现在上下文中，{derived} 个按规则推导得出"
    chinese = f"所有参数均符合工具定义，且全部 {values} 个值都有依据：{number}"
    return english, chinese
