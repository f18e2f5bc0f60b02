"""The load report: counts, candidates, and which problems stand in which trace."""

import json

import pytest

from tests.fake_credentials import github
from toolscore_core.calls import Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import Location, Problem
from toolscore_core.formats import read_traces
from toolscore_core.gold import read_gold
from toolscore_core.masked.loading import MOST_PROBLEMS, mask_report, problems_by_trace

FILE = [
    {"id": "one", "calls": [{"tool": "a", "args": {}, "result": 1}, {"no": "tool"}]},
    {"id": "two", "calls": [{"tool": "b", "args": {}}, {"no": "tool"}]},
]


def test_a_trace_file_is_counted() -> None:
    """Traces, calls, joined results and skipped records are those of the file."""
    file = read_traces(json.dumps(FILE).encode(), name="t.json")
    report = mask_report(file, None, [], Masker())
    assert (report.traces, report.cases, report.calls, report.results) == (2, None, 2, 1)
    assert [(left.reason, left.count) for left in report.skipped] == [("call without a tool name", 2)]
    assert (report.title, report.why) == (file.title, file.why)
    assert len(report.by_trace) == 2


def test_a_gold_file_counts_expected_calls() -> None:
    """A file that is gold alone has cases and expected calls, and no traces or results."""
    gold = read_gold(json.dumps([{"id": "c", "calls": [{"tool": "a"}]}]).encode(), name="g.json")
    report = mask_report(None, gold, [], Masker())
    assert (report.traces, report.cases, report.calls, report.results) == (None, 1, 1, None)


def test_no_credential_comes_through() -> None:
    """Reasons, places and messages are masked, also those of problems that were handed in."""
    token = github()
    other = Problem(f"bad {token}", Location(f"{token}.json", path=f"$.{token}"))
    report = mask_report(read_traces(json.dumps(FILE).encode(), name=f"{token}.json"), None, [other], Masker())
    assert token not in repr(report)
    assert report.problems[-1].message.startswith("bad [REDACTED")


def at(line: int | None = None, index: int | None = None, path: str = "") -> Location:
    """A place in the file."""
    return Location("t", line, index, path)


@pytest.mark.parametrize(
    ("traces", "problem", "counts"),
    [
        pytest.param([at(1, 0), at(2, 1)], at(2, 1, "$.calls[0]"), [0, 1], id="a line a trace"),
        pytest.param([at(1, 0), at(5, 4)], at(3, 2), [1, 0], id="a trace over several lines"),
        pytest.param([at(path="$[0]"), at(path="$[1]")], at(path="$[1].calls[3]"), [0, 1], id="items of a list"),
        pytest.param([at(path="$[1]"), at(path="$[12]")], at(path="$[12].x"), [0, 1], id="no prefix of a number"),
        pytest.param([at(), at(path="$.inner")], at(path="$.inner.calls"), [0, 1], id="the innermost"),
        pytest.param([at(path="$[0]")], at(path="$.version"), [0], id="in none"),
        pytest.param([at(4, 3)], at(2, 1), [0], id="before the first"),
        pytest.param([], at(1, 0), [], id="no traces"),
    ],
)
def test_a_problem_belongs_to_the_trace_it_stands_in(
    traces: list[Location], problem: Location, counts: list[int]
) -> None:
    """By record and path, else by the lines that follow the start of a trace."""
    found = problems_by_trace([Trace(source=source) for source in traces], [Problem("wrong", problem)])
    assert found == counts


def test_of_very_many_problems_the_first_are_shown() -> None:
    """All are counted."""
    others = [Problem(f"wrong {number}", Location("t", line=number + 1)) for number in range(MOST_PROBLEMS + 5)]
    report = mask_report(None, None, others, Masker())
    assert (len(report.problems), report.problem_count) == (MOST_PROBLEMS, MOST_PROBLEMS + 5)
