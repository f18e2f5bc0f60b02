"""What is wrong in a file is told without the credentials in it, also where they stand in keys."""

import json
from typing import Any

import pytest

from tests import fake_credentials as fake
from toolscore_core.errors import InputError
from toolscore_core.formats import FORMATS, read_traces
from toolscore_core.gold import load_gold_standard, read_gold
from toolscore_core.rules import read_rules, rule_problems

KEYS = pytest.mark.parametrize("key", fake.KINDS.values(), ids=fake.KINDS.keys())
SHOWN = 12
"""Characters of a credential that may stand together: a preview shows fewer."""


def assert_masked(text: str, key: str) -> None:
    secret = max(key.splitlines(), key=len)
    assert not any(secret[at : at + SHOWN] in text for at in range(6, len(secret) - SHOWN + 1))


@KEYS
@pytest.mark.parametrize("format", ["auto", *(known.key for known in FORMATS)])
def test_messages_about_traces(key: str, format: str) -> None:
    """Neither what is seen in a file that nobody knows, nor the place of a problem."""
    shapes: list[Any] = [
        {key: 1},
        [{key: {key: key}}],
        {"messages": [{key: key}]},
        {key: {"request": {"messages": 1}, "response": {"messages": [1]}}},
        {"tool": [key], "args": {key: key}},
        {"jsonrpc": "2.0", "method": key, "params": {"name": [key]}},
    ]
    for shape in shapes:
        try:
            file = read_traces(json.dumps(shape).encode(), format)
        except InputError as error:
            assert_masked(str(error), key)
        else:
            assert_masked("\n".join(map(str, [file.why, *file.problems, *file.skipped])), key)


@KEYS
@pytest.mark.parametrize(
    "calls",
    [
        {"args": {"KEY": {"$other": 1}}},
        {"args": {"KEY": {"$regex": "("}}},
        {"args": {"KEY": {"KEY": [{"$approx": "KEY"}]}}},
        {"args": {"x": {"$KEY": 1}}},
        {"args": "KEY"},
        {"tool": {"name": ["KEY"]}},
        {"side_effects": ["KEY"]},
    ],
    ids=str,
)
def test_messages_about_gold(key: str, calls: dict[str, Any]) -> None:
    """Neither the problem of a gold file nor the error of its loader."""
    cases = [{"calls": [{"tool": "a", **calls}]}, {"calls": [{"tool": "a"}]}]
    data = json.dumps(cases).replace("KEY", json.dumps(key)[1:-1]).encode()
    gold = read_gold(data)
    assert gold.problems
    assert_masked("\n".join(map(str, gold.problems)), key)
    with pytest.raises(InputError) as caught:
        load_gold_standard(data)  # type: ignore[arg-type]
    assert_masked(str(caught.value), key)


@KEYS
def test_messages_about_no_gold(key: str) -> None:
    """What is seen in a file that is no gold."""
    for value in ({key: 1}, [{key: 1}], {f"{'-' * 20}{key}": 1}):
        with pytest.raises(InputError) as caught:
            read_gold(json.dumps(value).encode())
        assert_masked(str(caught.value), key)


@KEYS
@pytest.mark.parametrize("value", [{"$other": 1}, {"$regex": "("}, [{"$one_of": "KEY"}]], ids=str)
def test_messages_about_rules(key: str, value: Any) -> None:
    """Neither the error of a rules file nor its problems."""
    rules = [{"tool": "a", key: 1, "args": {key: {"deep": value}}}]
    with pytest.raises(InputError) as caught:
        read_rules(json.dumps(rules).encode())
    assert_masked(str(caught.value), key)
    assert_masked("\n".join(map(str, rule_problems(rules))), key)
