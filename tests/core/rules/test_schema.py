"""The JSON Schema of rules, held against what is read."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from tests.core.rules.test_operators import WRITTEN
from toolscore_core.cli import main
from toolscore_core.rules import ARGUMENT_OPERATORS, MATCHERS, RULE_KEYS, rules_from_json
from toolscore_core.rules.schema import RULES_SCHEMA

VALIDATOR = jsonschema.Draft202012Validator(RULES_SCHEMA)


def test_it_is_a_schema() -> None:
    """The meta-schema accepts it, and the command prints it."""
    jsonschema.Draft202012Validator.check_schema(RULES_SCHEMA)
    result = CliRunner().invoke(main, ["schema", "rules"])
    assert result.exit_code == 0
    assert json.loads(result.output) == RULES_SCHEMA


def test_it_names_everything() -> None:
    """Every key of a rule, every matcher and every operator over all arguments is in it."""
    defs = RULES_SCHEMA["$defs"]
    assert tuple(defs["rule"]["properties"]) == RULE_KEYS
    assert {key for part in defs["rule_matcher"]["anyOf"] for key in part["properties"]} == set(MATCHERS.keys)
    assert tuple(defs["rule_arguments"]["properties"]) == ARGUMENT_OPERATORS


@pytest.mark.parametrize("rule", WRITTEN, ids=repr)
def test_it_accepts_what_can_be_read(rule: dict[str, Any]) -> None:
    """A rule with any operator is valid."""
    VALIDATOR.validate([rule])


def test_it_accepts_the_samples(root: Path) -> None:
    """The policies that come with the project are valid."""
    files = list((root / "sample_data").rglob("*.rules.*"))
    assert len(files) > 6
    for path in files:
        VALIDATOR.validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"tool": ""},
        {"tool": {"$approx": 3}},
        {"tool": "a", "args": []},
        {"tool": "a", "args": {"$regex": "x"}},
        {"tool": "a", "args": {"x": {"$gt": 3}}},
        {"tool": "a", "args": {"x": {"y": [{"$no": 1}]}}},
        {"tool": "a", "args": {"x": {"$compare": {}}}},
        {"tool": "a", "args": {"x": {"$compare": {"gt": None}}}},
        {"tool": "a", "args": {"x": {"$command": 3}}},
        {"tool": "a", "args": {"$not": 3}},
        {"tool": "a", "args": {"$all_of": []}},
        {"tool": "a", "max_calls": -1},
        {"tool": "a", "only_after": []},
        {"tool": "a", "only_after": {"$no": 1}},
    ],
    ids=repr,
)
def test_it_refuses_what_cannot_be_read(rule: dict[str, Any]) -> None:
    """A rule that is an error is not valid."""
    assert not VALIDATOR.is_valid([rule])
    with pytest.raises(ValueError, match="rule 1"):
        rules_from_json([rule])
