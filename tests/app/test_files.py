"""What is shown of a dropped file."""

import pytest

from pages._ui.files import file_view
from pages._ui.store import HeldFile
from tests.fake_credentials import github
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import DecodeError, Location, Problem, Skipped
from toolscore_core.formats import TraceFile
from toolscore_core.gold import GoldFile
from toolscore_core.intake import Intake, take_in
from toolscore_core.reading import ReadReport
from toolscore_core.report.loading import unknown_text

CALL = ToolCall(tool="a")


def trace_file(problems: list[Problem] | None = None, skipped: list[Skipped] | None = None) -> Intake:
    """A file of two traces and three calls."""
    traces = [Trace(calls=[CALL]), Trace(calls=[CALL, CALL])]
    found = TraceFile("t.json", traces, "custom", "Simple list", "2 calls", [], problems or [], skipped or [])
    return Intake("t.json", ("gold", "trace"), "trace", traces=found)


PLACE = Location("t.json", line=3, path="$.calls[0]")


@pytest.mark.parametrize(
    ("intake", "outcome", "summary"),
    [
        pytest.param(None, "waiting", "not read yet", id="not read"),
        pytest.param(trace_file(), "all", "all", id="all"),
        pytest.param(
            trace_file(skipped=[Skipped("no tool name", 3, PLACE)]),
            "skipped",
            "3 skipped: no tool name",
            id="skipped",
        ),
        pytest.param(
            trace_file([Problem("cut off", PLACE), Problem("twice", Location("t.json", index=0))]),
            "problem",
            "line 3 · $.calls[0]: cut off (and 1 more)",
            id="problems",
        ),
        pytest.param(
            Intake("t.json", (), None, error=DecodeError("no JSON", Location("t.json", line=2))),
            "problem",
            "line 2: no JSON",
            id="unreadable",
        ),
    ],
)
def test_reading_in_words(intake: Intake | None, outcome: str, summary: str) -> None:
    """The outcome is the worst that happened, with places inside the file."""
    view = file_view(HeldFile("f1", "t.json", b"", intake=intake), None, Masker())
    assert (view.outcome, view.summary) == (outcome, summary)


def test_a_trace_file_shows_traces_calls_and_run() -> None:
    """Counts are of what was read; the run label is shown for traces only."""
    view = file_view(HeldFile("f1", "t.json", b"", intake=trace_file()), MaskedText("m"), Masker())
    assert (view.role, view.recognised) == ("trace", "Simple list")
    assert view.report is not None
    assert (view.report.why, view.report.traces, view.report.calls) == ("2 calls", 2, 3)
    assert view.roles == ("gold", "trace", "gold and trace")
    assert (view.traces, view.calls, view.rules, view.run) == (2, 3, None, "m")


def test_a_gold_file_has_no_run() -> None:
    """A gold file shows its cases and expected calls."""
    gold = GoldFile("g.json", [Case("c", [CALL])], "own", "Dataset", "")
    view = file_view(
        HeldFile("f1", "g", b"", intake=Intake("g", ("gold",), "gold", gold=gold)), MaskedText("m"), Masker()
    )
    assert (view.role, view.traces, view.calls, view.run) == ("gold", 1, 1, None)


def test_rules_are_counted() -> None:
    """A rules file shows how many rules it has and neither traces nor calls."""
    intake = Intake("r", ("rules",), "rules", rules=[{"tool": "x"}])
    view = file_view(HeldFile("f1", "r", b"", intake=intake), None, Masker())
    assert (view.recognised, view.rules, view.traces, view.calls) == ("Forbidden-call rules", 1, None, None)


def test_a_file_beyond_the_bound_says_so() -> None:
    """A file that is left out for its size is a problem, whatever was read of it."""
    view = file_view(HeldFile("f1", "t", b"", intake=trace_file(), refused="left out: too many"), None, Masker())
    assert (view.outcome, view.summary) == ("problem", "left out: too many")


def test_names_are_masked() -> None:
    """A credential in a file name is not shown."""
    token = github()
    view = file_view(HeldFile("f1", f"{token}.json", b""), None, Masker())
    assert token not in view.name
    assert "REDACTED github_token" in view.name


def test_a_file_of_no_known_format_asks_for_a_mapping() -> None:
    """The list says what to do, the report what was seen, without the names of all known formats."""
    unknown = take_in("x.json", b'{"weather": "fine"}')
    view = file_view(HeldFile("f1", "x.json", b"", intake=unknown), None, Masker())
    assert view.unknown
    assert (view.outcome, view.summary) == ("problem", "unknown: map its fields")
    assert view.report is not None
    assert unknown_text(view.report).endswith("Seen: an object with the keys weather.")


def test_a_file_read_with_another_one_names_it() -> None:
    """It holds nothing of its own, and that is no problem."""
    held = HeldFile("f2", "s/b.jsonl", b"", intake=Intake("s/b.jsonl", (), None), joined="f1")
    view = file_view(held, None, Masker(), "s/a.jsonl")
    assert (view.joined, view.outcome, view.summary) == ("s/a.jsonl", "all", "with s/a.jsonl")


def test_an_archive_says_what_was_left_out() -> None:
    """The report of an archive lists the files that could not be read."""
    opened = ReadReport()
    opened.problem("a file that is encrypted", Location("x.zip/a.json"))
    view = file_view(HeldFile("f1", "x.zip", b"", opened=opened), None, Masker())
    assert (view.archive, view.recognised, view.outcome) == (True, "Archive", "problem")
