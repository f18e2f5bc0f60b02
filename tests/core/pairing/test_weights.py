"""Stand-ins of arguments."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import SCALARS, arguments, nested
from toolscore_core.matchers import ANY, Approx, Contains, OneOf, Regex
from toolscore_core.pairing.weights import argument_key, correct_between, count_correct, gold_classes, trace_classes


@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
def test_equal_keys_mean_matching_arguments(strict: bool) -> None:
    """Keys are equal exactly when all arguments match, and share as many items as arguments match."""

    @given(arguments(nested(SCALARS)), arguments(nested(SCALARS)))
    @settings(max_examples=100)
    def check(one: dict[str, Any] | None, other: dict[str, Any] | None) -> None:
        left, right = one or {}, other or {}
        keys = argument_key(one, strict=strict), argument_key(other, strict=strict)
        correct = count_correct(left, right, strict=strict)
        assert len(keys[0] & keys[1]) == correct
        assert (keys[0] == keys[1]) is (correct == len(left) == len(right))

    check()


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (ANY, ANY, True),
        (Regex("a"), Regex("a"), True),
        (Regex("a"), Regex("b"), False),
        (Approx(1), Approx(1), True),
        (Approx(1), Approx(1, rel=0.5), False),
        (OneOf(1), OneOf(1), False),
        ([ANY, {"k": Regex("a")}], [ANY, {"k": Regex("a")}], True),
        ([ANY, 1], [ANY, 2], False),
        ((ANY, 1), (ANY, 1), True),
        ((ANY, 1), [ANY, 1], False),
        (ANY, 1, False),
    ],
    ids=repr,
)
def test_classes_of_expected_calls(one: Any, other: Any, alike: bool) -> None:
    """Calls whose matchers surely accept the same are one class."""
    assert len(gold_classes([0, 1], [{"x": one, "y": 1}, {"x": other, "y": 1}], strict=False)) == (1 if alike else 2)


def test_classes_keep_positions_and_counts() -> None:
    """Unchecked and empty arguments differ on the expected side only; members keep their order."""
    expected = gold_classes([3, 5, 8], [None, {}, None], strict=False)
    assert [(some.members, some.args) for some in expected] == [([3, 8], None), ([5], {})]
    assert [some.members for some in trace_classes([1, 2], [None, {}], strict=False)] == [[1, 2]]


def test_correct_between_asks_matchers() -> None:
    """Plain arguments are compared by key, the others by their matcher."""
    (gold,) = gold_classes([0], [{"x": Contains("v"), "y": 1, "z": ANY}], strict=False)
    (trace,) = trace_classes([0], [{"x": "value", "y": 1}], strict=False)
    assert correct_between(gold, trace, False) == 2
