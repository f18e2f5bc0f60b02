"""The JSON Schema of reports, held against what is written."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from tests.core.report.test_stored import EVERY
from tests.evaluations import refund, sample_evaluations
from toolscore_core.cli import main
from toolscore_core.comparison import against_baseline
from toolscore_core.evaluation import DEFAULT_PASS_RULE
from toolscore_core.report.export import SCHEMA, to_json
from toolscore_core.report.records import About
from toolscore_core.report.schema import REPORT_SCHEMA

VALIDATOR = jsonschema.Draft202012Validator(REPORT_SCHEMA)


def test_it_is_a_schema() -> None:
    """The meta-schema accepts it, the command prints it, and it is that of the version that is written."""
    jsonschema.Draft202012Validator.check_schema(REPORT_SCHEMA)
    result = CliRunner().invoke(main, ["schema", "report"])
    assert result.exit_code == 0
    assert json.loads(result.output) == REPORT_SCHEMA
    assert REPORT_SCHEMA["oneOf"][0]["properties"]["schema"] == {"const": SCHEMA}


@pytest.mark.parametrize("make", EVERY.values(), ids=list(EVERY))
def test_it_accepts_what_is_written(make: Any) -> None:
    """Reports of none, one and many cases are valid."""
    VALIDATOR.validate(json.loads(to_json(make())))


def test_it_accepts_the_report_of_the_sample(sample_data: Path) -> None:
    """Comparisons and pass rule included."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    about = About(rule=DEFAULT_PASS_RULE, comparisons=against_baseline(evaluations))
    VALIDATOR.validate(json.loads(to_json(evaluations, about)))


def test_it_refuses_what_is_not_written() -> None:
    """A score beyond 1 and a key that nobody knows are invalid."""
    report = json.loads(to_json([refund()]))
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**report, "summary": {**report["summary"], "score": 2}})
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**report, "colour": "blue"})
