"""`toolscore eval`: what it prints, what it writes, and how it ends."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.evaluations import FAKE_TOKEN
from toolscore_core.cli import main

GOLD = [{"tool": "a", "args": {"x": 1}}, {"tool": "b"}]
GOOD = [{"tool": "a", "args": {"x": 1}}, {"tool": "b", "args": {}}]
BAD = [{"tool": "a", "args": {"x": 2}, "duration": 0.5, "cost": 0.01}, {"tool": "zzz", "error": "boom"}]
CASES = [{"id": "one", "calls": GOLD}, {"id": "two", "calls": [{"tool": "c"}]}, {"id": "three", "calls": GOLD}]
RUN = [{"id": "one", "calls": GOOD}, {"id": "two", "calls": BAD}]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with gold and traces, good and bad, one case and many."""
    files: dict[str, Any] = {
        "gold.json": GOLD,
        "good.json": GOOD,
        "bad.json": BAD,
        "cases.json": CASES,
        "run-a.json": RUN,
        "run-b.json": [{"id": "one", "calls": BAD}, {"id": "elsewhere", "calls": GOOD}],
        "rules.json": [{"tool": "zzz", "reason": "never"}, {"tool": "other"}],
        "leak.json": [{"tool": "a", "args": {"x": 1}, "result": {"token": FAKE_TOKEN}}, {"tool": "b"}],
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    (tmp_path / "broken.json").write_text("not json", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run `toolscore eval` in this process."""
    return CliRunner().invoke(main, ["eval", *arguments], terminal_width=80)


def last_line(result: Result) -> str:
    """The last line of all output."""
    return result.output.rstrip("\n").rpartition("\n")[2]


def test_prints_the_whole_story(folder: Path) -> None:
    """Verdict, rows with symbol and word, differences, metrics and findings are printed, and nothing is written."""
    before = sorted(folder.iterdir())
    result = run("gold.json", "bad.json", "--forbidden", "rules.json")
    assert result.exit_code == 0
    for expected in (
        "Fails:",
        "± changed",
        "± x: 2, expected 1",
        "≠ substitute",
        "! failed",
        "error: boom",
        "forbidden call, rule 1: zzz (never)",
        "Argument",
        "40% of the score",
        "0.50 s",
        "$0.010",
        "unpriced",
    ):
        assert expected in result.output
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    "arguments", [("gold.json", "bad.json"), ("cases.json", "run-a.json", "run-b.json")], ids=["one", "many"]
)
def test_fits_80_columns_without_colour(folder: Path, arguments: Sequence[str]) -> None:
    """Output to a file has no escape sequence and no line over 80 columns."""
    result = run(*arguments, "--forbidden", "rules.json")
    assert "\x1b" not in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_many_print_a_line_a_case_and_totals(folder: Path) -> None:
    """Cases are matched by id; a case without a trace and a trace without a case are told and never scored as 0."""
    result = run("cases.json", "run-a.json")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert next(line for line in lines if line.startswith("three")).split()[2:5] == ["−", "no", "trace"]
    assert next(line for line in lines if line.startswith("one")).split()[2:4] == ["✓", "passes"]
    assert any("1 of 2 pass; mean score" in line and "of 2" in line for line in lines)
    assert "1 case without a trace" in " ".join(result.output.split())


def test_several_runs_are_summed_up_one_by_one(folder: Path) -> None:
    """Each run has its own line of totals."""
    result = run("cases.json", "run-a.json", "run-b.json")
    assert "run-a: " in result.output
    assert "run-b: " in result.output
    assert "1 trace without a case" in " ".join(result.output.split())


def test_verbose_prints_every_case(folder: Path) -> None:
    """With -v each case of many is printed in full."""
    assert "± x: 2, expected 1" in run("cases.json", "run-b.json", "-v").output
    assert "± x: 2, expected 1" not in run("cases.json", "run-b.json").output


def test_long_diffs_are_told_shortly(folder: Path) -> None:
    """Rows that match are counted in a long diff, and printed with -v."""
    calls = [{"tool": "a", "args": {"n": n}} for n in range(60)]
    (folder / "long.json").write_text(json.dumps(calls), encoding="utf-8")
    (folder / "long-trace.json").write_text(json.dumps([*calls[:30], {"tool": "b"}, *calls[30:]]), encoding="utf-8")
    shown = run("long.json", "long-trace.json").output
    assert shown.count("… 30 matching rows") == 2
    assert "n: 59" not in shown
    assert "n: 59" in run("long.json", "long-trace.json", "-v").output


def test_writes_the_reports_that_are_asked_for(folder: Path) -> None:
    """Each report goes where it is asked to go; each is masked."""
    result = run("gold.json", "leak.json", "-o", "r.json", "--html", "r.html", "--csv", "r.csv", "--markdown", "r.md")
    assert result.exit_code == 0
    for name in ("r.json", "r.html", "r.csv", "r.md"):
        text = (folder / name).read_text(encoding="utf-8")
        assert text
        assert FAKE_TOKEN not in text
        assert f"Wrote {name}" in result.output
    report = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert report["summary"]["secrets"] == 1
    assert [source["role"] for source in report["sources"]] == ["gold", "trace"]
    assert FAKE_TOKEN not in result.output
    assert "github_token #1" in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "last"),
    [
        (("gold.json", "good.json", "--min-score", "0.8"), 0, None),
        (("gold.json", "bad.json", "--min-score", "0.8"), 1, "Failed: --min-score 0.8: the score is 0.35"),
        (
            ("cases.json", "run-a.json", "--min-score", "0.8"),
            1,
            "Failed: --min-score 0.8: 1 score of 2 lower, worst 0.",
        ),
        (
            ("cases.json", "run-a.json", "--min-score", "0"),
            1,
            "Failed: --min-score 0: 1 case without a trace, first three",
        ),
        (("gold.json", "good.json", "--fail-on-violations"), 0, None),
        (("gold.json", "leak.json", "--fail-on-violations"), 1, "Failed: --fail-on-violations: 1 credential found"),
        (
            ("gold.json", "bad.json", "--forbidden", "rules.json", "--fail-on-violations"),
            1,
            "Failed: --fail-on-violations: 1 forbidden call found",
        ),
        (("gold.json", "broken.json"), 1, "Failed: cannot read broken.json"),
        (("gold.json", "good.json", "broken.json"), 1, "Failed: cannot read broken.json"),
        (("broken.json", "good.json"), 1, "Failed: cannot read broken.json"),
        (("gold.json", "good.json", "--forbidden", "broken.json"), 1, "Failed: cannot read broken.json"),
        (
            ("gold.json", "good.json", "--forbidden", "gold.json", "--fail-on-violations"),
            1,
            "Failed: --fail-on-violations",
        ),
        (("gold.json", "good.json", "--weight", "nonsense=1"), 1, "Failed: --weight"),
        (("gold.json", "good.json", "-o", "no/such/folder.json"), 1, "Failed: cannot write no/such/folder.json"),
    ],
)
def test_exit_codes_and_last_line(folder: Path, arguments: Sequence[str], code: int, last: str | None) -> None:
    """0 when evaluated; 1 for an input that cannot be read or a gate that fails, and the last line says which."""
    result = run(*arguments)
    assert result.exit_code == code
    assert last is None or last_line(result).startswith(last)
    assert "Traceback" not in result.output


def test_the_pass_rule_can_be_given(folder: Path) -> None:
    """A leak fails the case by default, and not where findings fail no case."""
    assert run("gold.json", "leak.json").output.startswith("Fails:")
    assert run("gold.json", "leak.json", "--pass-findings").output.startswith("Passes")


@pytest.mark.parametrize(
    "arguments",
    [
        ("gold.json",),
        ("gold.json", "none.json"),
        ("gold.json", "good.json", "--bogus"),
        ("gold.json", "good.json", "-f", "xml"),
        ("gold.json", "good.json", "--weight", "argument_f1"),
        ("gold.json", "good.json", "--weight", "argument_f1=much"),
        ("gold.json", "good.json", "--weight", "=1"),
        ("gold.json", "good.json", "--min-score", "1.5"),
        ("gold.json", "good.json", "--llm-provider", "bogus"),
        ("gold.json", "good.json", "-o", "good.json"),
        ("gold.json", "good.json", "-o", "r.txt", "--html", "./r.txt"),
    ],
)
def test_usage_errors(folder: Path, arguments: Sequence[str]) -> None:
    """Wrong usage ends with 2 and writes nothing, an input least of all."""
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(*arguments).exit_code == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_reports_are_written_before_a_gate_fails(folder: Path) -> None:
    """A failed gate leaves the report that explains it."""
    assert run("gold.json", "bad.json", "--min-score", "1", "-o", "r.json").exit_code == 1
    assert (folder / "r.json").exists()


def test_a_score_of_noise_below_the_limit_passes(folder: Path) -> None:
    """0.8999999999999999 passes a gate of 0.9."""
    (folder / "half.json").write_text(json.dumps(GOOD[:1]), encoding="utf-8")
    result = run("gold.json", "half.json", "--min-score", "0.9")
    assert result.exit_code == 0


def test_a_score_just_below_the_limit_is_shown_as_below(folder: Path) -> None:
    """The failing score is never shown rounded up to the limit."""
    result = run("gold.json", "bad.json", "--min-score", "0.353")
    assert last_line(result) == "Failed: --min-score 0.353: the score is 0.35"


def test_strict(folder: Path) -> None:
    """--strict tells 1 from 1.0."""
    (folder / "float.json").write_text(json.dumps([{"tool": "a", "args": {"x": 1.0}}, {"tool": "b"}]), encoding="utf-8")
    assert "✓ match" in run("gold.json", "float.json").output
    assert "± changed" in run("gold.json", "float.json", "--strict").output


def test_side_effects_can_be_switched_off(folder: Path) -> None:
    """--no-side-effects leaves the checks of the gold file alone."""
    gold = [{"tool": "a", "side_effects": {"file_exists": "gold.json"}}]
    (folder / "effects.json").write_text(json.dumps(gold), encoding="utf-8")
    run("effects.json", "good.json", "-o", "on.json")
    run("effects.json", "good.json", "-o", "off.json", "--no-side-effects")
    metrics = [json.loads((folder / name).read_text(encoding="utf-8"))["metrics"] for name in ("on.json", "off.json")]
    assert metrics[0]["side_effect_metrics"]["passed_checks"] == 1
    assert "side_effect_metrics" not in metrics[1]


def test_problems_and_skipped_records_are_told(folder: Path) -> None:
    """What was wrong or left out in a file is printed with its place."""
    (folder / "half.jsonl").write_text('{"tool": "a", "args": {"x": 1}}\n{"tool": \n{"nothing": 1}\n', encoding="utf-8")
    result = run("gold.json", "half.jsonl")
    assert result.exit_code == 0
    assert "Problems" in result.output
    assert "half.jsonl:2" in result.output
    assert "Skipped" in result.output


def test_files_of_the_same_name_are_told_apart(folder: Path) -> None:
    """Two traces of the same name from two folders are two runs."""
    for name in ("v1", "v2"):
        (folder / name).mkdir()
        (folder / name / "out.json").write_text(json.dumps(GOOD), encoding="utf-8")
    result = run("gold.json", "v1/out.json", "v2/out.json")
    assert result.exit_code == 0
    assert "v1" in result.output
    assert "v2" in result.output


@pytest.mark.parametrize(
    "named", [("v1/one.json", "v1/two.json"), ("one-v1.json", "v1.two.json")], ids=["folders", "names"]
)
def test_a_file_for_each_case_is_one_run(folder: Path, named: Sequence[str]) -> None:
    """Files of one trace that are named after the cases make one run, named by what else their names say."""
    (folder / "v1").mkdir()
    for name in named:
        (folder / name).write_text(json.dumps(GOOD), encoding="utf-8")
    (folder / "two-cases.json").write_text(json.dumps(CASES[:2]), encoding="utf-8")
    (folder / "again.json").write_text(json.dumps(GOOD), encoding="utf-8")
    result = run("two-cases.json", *named, "--min-score", "0")
    assert result.exit_code == 0
    assert "no trace" not in result.output


def test_hostile_text_is_shown_and_not_obeyed(folder: Path) -> None:
    """Escape sequences, markup and credentials of a trace do nothing to the terminal."""
    calls = [
        {
            "tool": "[bold red]a[/]",
            "args": {"x": "\x1b[2J\x1b]0;owned\x07", "k": FAKE_TOKEN},
            "error": ":boom: [link=http://e]x[/link]",
        }
    ]
    (folder / "evil.json").write_text(json.dumps(calls), encoding="utf-8")
    result = run("gold.json", "evil.json", "-v")
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "\x07" not in result.output
    assert FAKE_TOKEN not in result.output
    assert "[bold red]a[/]" in result.output
    assert ":boom:" in result.output


def test_a_credential_in_a_file_name_is_masked(folder: Path) -> None:
    """Also names and messages go through the masker."""
    name = f"{FAKE_TOKEN}.json"
    (folder / name).write_text("not json", encoding="utf-8")
    result = run("gold.json", name)
    assert result.exit_code == 1
    assert FAKE_TOKEN not in result.output


def test_no_calls_at_all(folder: Path) -> None:
    """An empty trace against an empty gold list is a perfect match of nothing."""
    (folder / "empty.json").write_text("[]", encoding="utf-8")
    result = run("empty.json", "empty.json")
    assert result.exit_code == 0
    assert "1.00" in result.output or "Score 1" in result.output


def test_gold_and_traces_without_anything(folder: Path) -> None:
    """No case and no trace is told in words."""
    (folder / "nothing.jsonl").write_text("", encoding="utf-8")
    (folder / "no-cases.json").write_text("[]", encoding="utf-8")
    result = run("no-cases.json", "nothing.jsonl")
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


def test_many_problems_are_cut(folder: Path) -> None:
    """Hundreds of bad records do not flood the terminal; how many there are is told."""
    lines = ['{"tool": "a", "args": {"x": 1}}', *["{broken"] * 50]
    (folder / "bad.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = run("gold.json", "bad.jsonl")
    assert result.exit_code == 0
    assert "and 30 more" in result.output


def test_verbose_names_trials(folder: Path) -> None:
    """Several traces of one case in one run are trials, with their numbers."""
    twice = [{"id": "one", "calls": GOOD}, {"id": "one", "calls": BAD}]
    (folder / "twice.json").write_text(json.dumps(twice), encoding="utf-8")
    result = run("cases.json", "twice.json", "-v")
    assert "Trial" in result.output
    assert "trial 2" in result.output


def test_problems_of_a_case_are_told(folder: Path) -> None:
    """What is wrong in a case's own settings stands below its diff."""
    gold = {"id": "one", "calls": GOLD, "forbidden": [{"tool": "b", "arguments": {}}]}
    (folder / "odd.json").write_text(json.dumps(gold), encoding="utf-8")
    result = run("odd.json", "good.json")
    assert "Problems of the case" in result.output


def test_rules_with_unknown_keys_are_told(folder: Path) -> None:
    """A misspelled key of a rule does nothing, and is reported."""
    (folder / "odd.json").write_text(json.dumps([{"tool": "b", "arguments": {}}]), encoding="utf-8")
    result = run("gold.json", "good.json", "--forbidden", "odd.json")
    assert "Problems" in result.output


def test_rules_that_are_no_list(folder: Path) -> None:
    """Rules of the wrong shape end with a line that names the file."""
    (folder / "odd.json").write_text("{}", encoding="utf-8")
    result = run("gold.json", "good.json", "--forbidden", "odd.json")
    assert result.exit_code == 1
    assert last_line(result).startswith("Failed: cannot read odd.json")


def test_a_gold_file_that_is_not_read_in_whole_fails(tmp_path: Path) -> None:
    """A case that cannot be used never lets a gate pass by: the rest is evaluated, and the last line says what is wrong."""
    gold, log = tmp_path / "gold.json", tmp_path / "trace.json"
    good = {"id": "a", "calls": [{"tool": "t", "args": {"x": 1}}]}
    bad = {"id": "b", "calls": [{"tool": "t", "args": {"x": {"$rgex": "a"}}}]}
    gold.write_text(json.dumps([good, bad]))
    log.write_text(json.dumps([{"case_id": "a", "calls": [{"tool": "t", "args": {"x": 1}}]}]))
    result = run(str(gold), str(log), "--min-score", "0.8")
    assert result.exit_code == 1
    assert "the gold file has 1 problem" in result.stderr.splitlines()[-1]
    assert "✓ " in result.stdout


def test_gold_with_an_entry_that_names_no_tool_fails(folder: Path) -> None:
    """A misspelt key drops an expected call, so that a gate must not hold."""
    (folder / "typo.json").write_text(json.dumps({"calls": [*GOLD, {"tol": "x"}]}), encoding="utf-8")
    result = run("typo.json", "good.json", "--min-score", "0.8")
    assert result.exit_code == 1
    assert "not read in whole: 1 skipped: entry without a tool name" in last_line(result)


def test_aliases_are_proposed_and_recorded_names_stay_visible(folder: Path) -> None:
    """A name that is another spelling of a gold tool is told with what to write, and shown once that is said."""
    case: dict[str, Any] = {"id": "a", "calls": [{"tool": "read_file"}]}
    (folder / "names.json").write_text(json.dumps(case), encoding="utf-8")
    (folder / "mcp.json").write_text(json.dumps([{"tool": "mcp__fs__read_file", "result": "x"}]), encoding="utf-8")
    assert "mcp__fs__read_file may be the gold's read_file" in run("names.json", "mcp.json").output
    case["aliases"] = {"mcp__fs__read_file": "read_file"}
    (folder / "names.json").write_text(json.dumps(case), encoding="utf-8")
    said = run("names.json", "mcp.json").output
    assert "may be" not in said
    assert "recorded as" in said
