"""Laws of rules: `$expect: {equals: x}` is x, rules touch only what they name, `set` ignores order and repetition."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluator_core import evaluate_case

VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "a", "b"]),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.sampled_from("abc"), children, max_size=2),
    max_leaves=5,
)
OBJECTS = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)
MODES = st.sampled_from(["subset", "exact", "keys"])
ORDERS = st.sampled_from(["strict", "in_order", "any_order"])


def paths(expected: Any, args: Any, mode: str, **call: Any) -> list[str]:
    report = evaluate_case(
        {
            "expected": [{"name": "t", "args": expected, **call}],
            "trace": [{"name": "t", "args": args}],
            "options": {"args": mode},
        }
    )
    assert not report["errors"], report["errors"]
    [row] = report["expected_calls"]
    return sorted(d["path"] for d in row["differences"] if d["kind"] != "allowed_extra")


@given(OBJECTS, OBJECTS, st.sampled_from(["subset", "exact"]))
def test_equals_is_the_literal(expected: Any, args: Any, mode: str) -> None:
    wrapped = {key: {"$expect": {"equals": value}} for key, value in expected.items()}
    assert paths(wrapped, args, mode) == paths(expected, args, mode)


@given(
    OBJECTS,
    OBJECTS,
    MODES,
    st.sampled_from("xyz"),
    st.sampled_from([{"any": True}, {"ignore": True}, {"type": "string"}]),
)
def test_a_rule_never_changes_the_outcome_of_other_paths(
    expected: Any, args: Any, mode: str, key: str, rule: Any
) -> None:
    def elsewhere(found: list[str]) -> list[str]:
        return [path for path in found if not path.startswith(f"$.{key}")]

    ruled = paths(expected, args, mode, rules={f"/{key}": rule})
    assert elsewhere(ruled) == elsewhere(paths(expected, args, mode))


@given(st.lists(VALUES, max_size=4), st.lists(VALUES, max_size=4))
def test_a_set_ignores_order_and_repetition(one: list[Any], other: list[Any]) -> None:
    def right(expected: list[Any], args: list[Any]) -> bool:
        return not paths({"x": {"$expect": {"as": "set", "equals": expected}}}, {"x": args}, "exact")

    assert right(one, [*reversed(one), *one])
    assert right(one, other) == right(other, one) == right([*one, *one], list(reversed(other)))


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from([{"any": True}, {"gte": 1}, {"one_of": [0, 2]}])), max_size=4
    ),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2)), max_size=4),
    ORDERS,
)
def test_pairing_stays_optimal_with_rules(expected: Any, made: Any, order: str) -> None:
    report = evaluate_case(
        {
            "expected": [{"name": name, "args": {"x": {"$expect": rule}}} for name, rule in expected],
            "trace": [{"name": name, "args": {"x": value}} for name, value in made],
            "options": {"order": order},
        }
    )

    def fits(rule: Any, value: int) -> bool:
        return bool("any" in rule or ("gte" in rule and value >= 1) or value in rule.get("one_of", ()))

    def best(i: int, j: int, used: frozenset[int]) -> tuple[int, int]:
        if i == len(expected):
            return (0, 0)
        found = [best(i + 1, j + 1 if order == "strict" else j, used)]
        name, rule = expected[i]
        for place, (other, value) in enumerate(made):
            if (
                other != name
                or place in used
                or (order == "strict" and place != i)
                or (order == "in_order" and place < j)
            ):
                continue
            paired, right = best(i + 1, place + 1, used | {place})
            found.append((paired + 1, right + fits(rule, value)))
        return max(found)

    assert (report["counts"]["paired"], report["counts"]["right_arguments"]) == best(0, 0, frozenset())
