"""Records that show something new: a key, or a short text or kind of value under a key, at any depth that is looked at."""

from typing import Any

import pytest

from toolscore_core.loading.novelty import of_each_novelty


@pytest.mark.parametrize(
    "new",
    [
        pytest.param({"a": 1, "z": 1}, id="key"),
        pytest.param({"a": "text"}, id="kind of value"),
        pytest.param({"a": 1, "kind": "call"}, id="short text"),
        pytest.param({"a": 1, "inner": {"deep": {"z": 1}}}, id="key inside"),
        pytest.param({"a": 1, "list": [{"b": 1}, {"kind": "call"}]}, id="text inside a list"),
        pytest.param({"a": 1, "kind": "{" + "x" * 50}, id="JSON in a text"),
    ],
)
def test_what_is_new_is_found(new: dict[str, Any]) -> None:
    """A record that differs in one thing is chosen, however many stand before it; the others only once."""
    plain = {"a": 1, "kind": "noise", "inner": {"deep": {"y": None}}, "list": [{"b": 1, "kind": "x"}]}
    prose = plain | {"kind": "word " * 20}
    values = [plain, prose, *[plain] * 3_000, new, plain]
    assert of_each_novelty(values) == [0, 1, 3_002]


def test_ids_and_prose_do_not_flood() -> None:
    """A key with ever other values is soon passed over, and a new key after it is still seen."""
    values: list[Any] = [{"id": f"id-{n}", "text": f"{n} word"} for n in range(5_000)]
    found = of_each_novelty([*values, {"id": 1, "call": 1}])
    assert len(found) < 50
    assert found[-1] == 5_000


def test_ever_new_keys_end() -> None:
    """Where each record has a key of its own some hundreds are chosen."""
    assert len(of_each_novelty([{f"k{n}": n} for n in range(5_000)])) == 500


def test_any_value() -> None:
    """What is no object shows nothing; lists show what their objects show."""
    assert of_each_novelty([None, 1, "text", [], [[{"a": 1}]], {}, [{"a": 2}]]) == [4]
