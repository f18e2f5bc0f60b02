"""The JSON Schema of gold files, held against what is read and written."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import FEW_VALUES, MATCHERS, OPTIONAL, expected_calls
from toolscore_core.calls import Case, ExpectedCall
from toolscore_core.cli import main
from toolscore_core.errors import InputError
from toolscore_core.gold import gold_to_json, read_gold
from toolscore_core.gold.schema import GOLD_SCHEMA
from toolscore_core.matchers import MATCHER_KEYS

VALIDATOR = jsonschema.Draft202012Validator(GOLD_SCHEMA)
CALL = {"tool": "search", "args": {"q": "x"}}


def test_it_is_a_schema() -> None:
    """The meta-schema accepts it, and the command prints it."""
    jsonschema.Draft202012Validator.check_schema(GOLD_SCHEMA)
    result = CliRunner().invoke(main, ["schema", "gold"])
    assert result.exit_code == 0
    assert json.loads(result.output) == GOLD_SCHEMA


def test_it_names_every_matcher() -> None:
    """A matcher that can be read is in the schema."""
    named = {key for part in GOLD_SCHEMA["$defs"]["matcher"]["anyOf"] for key in part["properties"]}
    assert named | {"$optional"} == set(MATCHER_KEYS)


def test_it_describes_every_field() -> None:
    """Every property of a case, a call and a rule is explained, but names that explain themselves."""
    parts = [GOLD_SCHEMA["$defs"][name]["properties"] for name in ("case", "call", "shared", "dataset")]
    undescribed = {key for part in parts for key, value in part.items() if "description" not in value}
    assert undescribed <= {"args", "cases"}


def test_it_accepts_the_samples(root: Path) -> None:
    """The gold files that come with the project are valid, line by line where they are lines."""
    files = sorted((root / "sample_data").rglob("*.gold.json*"))
    assert files
    for path in files:
        text = path.read_text(encoding="utf-8")
        for value in map(json.loads, text.splitlines() if path.suffix == ".jsonl" else [text]):
            VALIDATOR.validate(value)


VALUES = st.recursive(
    FEW_VALUES | MATCHERS | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "$any"]), FEW_VALUES, max_size=2),
    max_leaves=4,
)


@given(
    st.builds(
        Case,
        id=st.text(max_size=3),
        calls=expected_calls(VALUES | OPTIONAL),
        input=st.none() | st.text(max_size=3),
        tags=st.just(()) | st.just(("a",)),
        ignore=st.just(()) | st.just(("search.a",)),
        aliases=st.just({}) | st.just({"x.search": "search"}),
        order=st.sampled_from(["given", "any"]),
    )
)
@settings(max_examples=100)
def test_it_accepts_what_is_written_and_that_is_read_back(case: Case) -> None:
    """A case that is written is valid, and reading it gives a case that is written alike."""
    written = gold_to_json(case)
    VALIDATOR.validate(written)
    VALIDATOR.validate(gold_to_json(case.calls))
    (read,) = read_gold(json.dumps(written).encode(), name=f"{case.id or 'case'}.json").cases
    assert gold_to_json(read) | {"id": case.id} == written
    assert read.order == case.order
    says_more = [isinstance(call, ExpectedCall) and (call.optional or bool(call.alternatives)) for call in case.calls]
    assert [isinstance(call, ExpectedCall) for call in read.calls] == says_more


READABLE = {
    "calls": [CALL],
    "no call": [],
    "case": {"calls": [CALL]},
    "other spellings": [{"name": "a", "input": {}}, {"function": {"name": "a", "arguments": '{"q": 1}'}}],
    "unchecked": [{"tool": "a", "args": None}, {"tool": "a", "args": {"$any": True}}],
    "literal arguments": [{"tool": "a", "args": {"$literal": {"$filter": 1}}}],
    "optional": [{"tool": "a", "optional": True, "args": {"x": {"$optional": {"y": {"$optional": {"$regex": "a"}}}}}}],
    "alternatives": [{"tool": "a", "alternatives": ["b"]}],
    "data set": {"order": "any", "ignore": ["a.x"], "cases": [{"id": 1, "calls": [CALL], "order": "given"}]},
    "shared fields first": [{"ignore": "x"}, {"id": "a", "calls": []}],
    "matchers": [{"tool": "a", "args": {"x": [{"$type": ["string", "null"]}, {"$approx": {"value": 1, "abs": 2}}]}}],
    "further fields": {"calls": [{**CALL, "note": 1}], "difficulty": "hard"},
}


@pytest.mark.parametrize("value", READABLE.values(), ids=READABLE)
def test_it_accepts_what_is_read(value: Any) -> None:
    """What is read without a problem is valid."""
    assert not read_gold(json.dumps(value).encode()).problems
    VALIDATOR.validate(value)


MALFORMED = {
    "calls no list": {"calls": {"tool": "a"}},
    "cases no list": {"cases": {}},
    "case no object": {"cases": ["a"]},
    "blank tool": [{"tool": " "}],
    "tool no text": [{"tool": 7}],
    "arguments no object": [{"tool": "a", "args": [1]}],
    "side effects no object": [{"tool": "a", "side_effects": []}],
    "optional no boolean": [{"tool": "a", "optional": "yes"}],
    "alternatives a text": [{"tool": "a", "alternatives": "b"}],
    "alternatives blank": [{"tool": "a", "alternatives": [" "]}],
    "alternatives no texts": [{"tool": "a", "alternatives": [1]}],
    "unknown order": {"calls": [], "order": "sometimes"},
    "unknown order of a data set": {"order": ["any"], "cases": [{"calls": [CALL]}]},
    "unknown order of a first record": [{"order": "none"}, {"calls": [CALL]}],
    "unknown matcher": [{"tool": "a", "args": {"x": {"$near": 1}}}],
    "matcher with company": [{"tool": "a", "args": {"x": {"$regex": "a", "y": 1}}}],
    "matcher of the wrong kind": [{"tool": "a", "args": {"x": {"$one_of": 1}}}],
    "unknown type": [{"tool": "a", "args": {"x": {"$type": "text"}}}],
    "optional in a list": [{"tool": "a", "args": {"x": [{"$optional": 1}]}}],
    "optional in a matcher": [{"tool": "a", "args": {"x": {"$contains": {"$optional": 1}}}}],
    "optional for all arguments": [{"tool": "a", "args": {"$optional": {}}}],
    "optional twice": [{"tool": "a", "args": {"x": {"$optional": {"$optional": 1}}}}],
    "id no text": {"id": ["a"], "calls": []},
    "tags no texts": {"tags": [1], "calls": []},
    "ignore no texts": {"ignore": {"a": 1}, "calls": []},
    "aliases no names": {"aliases": {"a": 1}, "calls": []},
    "rule without a tool": {"forbidden": [{"args": {}}], "calls": []},
}


@pytest.mark.parametrize("value", MALFORMED.values(), ids=MALFORMED)
def test_it_rejects_what_cannot_be_read(value: Any) -> None:
    """What is reported as a problem, or refused, is not valid."""
    try:
        problems = read_gold(json.dumps(value).encode()).problems
    except InputError as error:
        problems = [error]  # type: ignore[list-item]  # told apart by neither
    assert problems
    assert not VALIDATOR.is_valid(value)


def test_every_line_of_a_jsonl_file_is_described() -> None:
    """Also the first one, which may hold fields for all cases alone."""
    lines: list[Any] = [{"ignore": ["*.id"], "order": "any"}, {"id": "a", "calls": []}, [{"tool": "a"}]]
    assert [VALIDATOR.is_valid(line) for line in lines] == [True, True, True]
    assert not VALIDATOR.is_valid({"ordered": "any"})
