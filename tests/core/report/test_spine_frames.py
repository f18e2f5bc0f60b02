"""The gold spine as tables."""

from tests import spines
from tests.spines import by_names
from toolscore_core.comparison.spine import divergence_counts, spine
from toolscore_core.report.frames import divergence_frame, lines_of, spine_frame


def test_a_line_for_each_thing_in_a_cell() -> None:
    """What a cell says, and where it is found again."""
    lines = lines_of(spine_frame(spine(spines.refund())))
    of_b = [line for line in lines if line["run"] == "model-b"]
    assert [(line["place"], line["expected"], line["state"], line["tool"], line["count"]) for line in of_b] == [
        ("1", "find_customer", "match", "find_customer", 1),
        ("between 1 and 2", None, "extra", "search_orders", 1),
        ("2", "verify_identity", "moved", "verify_identity", 1),
        ("between 2 and 3", None, None, None, 0),
        ("3", "get_order", "match", "get_order", 1),
        ("4", "issue_refund", "changed", "issue_refund", 1),
        ("5", "send_email", "missing", None, 0),
    ]
    assert [line["row"] for line in of_b] == [0, 1, 4, None, 2, 3, 5]
    assert [(line["place"], line["failed"]) for line in of_b if line["first_divergence"]] == [("between 1 and 2", 1)]


def test_a_run_without_a_trace_is_no_match() -> None:
    """It says so in every line."""
    lines = lines_of(spine_frame(spine(spines.crowded())))
    absent = [line for line in lines if line["run"] == "model-b"]
    assert {(line["status"], line["state"], line["count"]) for line in absent} == {
        ("no trace", "no trace", 0),
        ("no trace", None, 0),
    }


def test_cases_by_first_divergent_step() -> None:
    """Steps count from 0; cases that never diverge and cases that nobody evaluated are lines of their own."""
    entries = [*by_names("abc", "abc", "ac", case_id="one"), *by_names(None, "a", case_id="free")]
    lines = lines_of(divergence_frame(divergence_counts(entries)))
    assert [(line["run"], line["step"], line["outcome"], line["cases"]) for line in lines] == [
        ("model-a", None, "never", 1),
        ("model-a", None, "not evaluated", 1),
        ("model-b", 1, "diverges", 1),
        ("model-b", None, "never", 0),
        ("model-b", None, "not evaluated", 0),
    ]


def test_empty_tables_have_their_columns() -> None:
    """No counts, no rows."""
    assert list(divergence_frame([]).columns) == ["run", "step", "outcome", "cases"]
    assert spine_frame(spine(by_names("", ""))).empty
