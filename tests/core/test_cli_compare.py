"""`toolscore compare`: what it prints, what it writes, and how it ends."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.evaluations import FAKE_TOKEN
from toolscore_core.cli import main
from toolscore_core.credentials.masking import Masker

CALLS: list[dict[str, Any]] = [{"tool": "a", "args": {"x": 1}}, {"tool": "b"}]
WRONG = [{"tool": "a", "args": {"x": 2}}, {"tool": "z"}]
CASES = ("one", "two", "three", "four")


def traces(signs: str, **fields: Any) -> list[dict[str, Any]]:
    """The cases in order: "+" as expected, "-" not, " " no trace."""
    calls = {"+": CALLS, "-": WRONG}
    return [
        {"id": case, "calls": calls[sign], **fields} for case, sign in zip(CASES, signs, strict=True) if sign != " "
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with gold, and runs that pass some of its cases."""
    files: dict[str, Any] = {
        "gold.json": [{"id": case, "calls": CALLS} for case in CASES],
        "a.json": traces("+-++", duration=2.0),
        "b.json": traces("-+++", duration=3.0),
        "good.json": traces("++++"),
        "lacking.json": traces("+- +"),
        "one.json": traces("+   "),
        "rest.json": traces(" -++"),
        "foreign.json": [{"id": "elsewhere", "calls": CALLS}],
        "rules.json": [{"tool": "z", "reason": "never"}],
    }
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    (tmp_path / "broken.json").write_text("not json", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, width: int = 80, gold: bool = True) -> Result:
    """Run `toolscore compare` in this process."""
    given = ["--gold", "gold.json"] if gold else []
    return CliRunner(env={"COLUMNS": str(width)}).invoke(main, ["compare", *given, *arguments])


def runs(*files: str) -> list[str]:
    """`--run` options: each run has the name of its file."""
    return [word for file in files for word in ("--run", f"{file}={file}.json")]


def words(result: Result) -> str:
    """All of the output on one line."""
    return " ".join(result.output.split())


def last_line(result: Result) -> str:
    """The last line of all output."""
    return result.output.rstrip("\n").rpartition("\n")[2]


def test_the_sentence_comes_first_then_numbers_then_cases(folder: Path) -> None:
    """Sentence, numbers, and the cases that differ, worst regression first; nothing is written."""
    before = sorted(folder.iterdir())
    result = run(*runs("a", "b"))
    assert result.exit_code == 0
    told = words(result)
    assert told.startswith("b and a win 1 case each and tie 2: p = 1, not enough to decide. Only 2 cases differ;")
    assert "b is 1.00 s slower a case." in told
    assert "Cases passed 3 of 4 3 of 4 = tie" in told
    assert "Latency a case, p50 of 4 2.00 s 3.00 s ▲ 1.00 s slower" in told
    lines = result.output.splitlines()
    assert [line.split() for line in lines if line.startswith(("one", "two", "three"))] == [
        ["one", "✓", "1.00", "✗", "0.35", "▼"],
        ["two", "✗", "0.35", "✓", "1.00", "▲"],
    ]
    assert "And 2 cases on which all tie (-v prints them)." in told
    assert "A case passes with a score of at least 0.80" in told
    assert sorted(folder.iterdir()) == before


def test_verbose_prints_ties_too(folder: Path) -> None:
    """With -v every case stands there."""
    result = run(*runs("a", "b"), "-v")
    assert "three" in result.output
    assert "on which all tie" not in result.output


def test_the_baseline_is_the_first_run_or_the_one_named(folder: Path) -> None:
    """Every other run is compared with it, and several p are said to be several tests."""
    assert words(run(*runs("a", "good"))).startswith("good beats a on 1 case, loses none and ties 3")
    result = run(*runs("a", "good", "b"), "--baseline", "good")
    told = words(result)
    assert told.startswith("a loses to good on 1 case, beats it on none and ties 3")
    assert "b loses to good on 1 case" in told
    assert "of 2 tests, one may be small by chance" in told


@pytest.mark.parametrize("width", [40, 60, 80, 140])
@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "good", "lacking")], ids=["two", "four"])
def test_fits_the_terminal_without_colour(folder: Path, width: int, names: Sequence[str]) -> None:
    """Output to a file has no escape sequence and no line wider than the terminal."""
    result = run(*runs(*names), width=width)
    assert "\x1b" not in result.output
    assert max(map(len, result.output.splitlines())) <= width
    assert [line for line in result.output.splitlines() if line.startswith("one ")]


def test_what_does_not_count_is_named(folder: Path) -> None:
    """A case that a run lacks is told and is no 0."""
    result = run(*runs("a", "lacking"))
    told = words(result)
    assert "1 case has no trace in lacking and is not counted." in told
    assert "Not counted three: no trace in lacking" in told
    assert "Cases passed 2 of 3 2 of 3 = tie" in told


def test_several_paths_are_one_run(folder: Path) -> None:
    """A run may lie in several files; the same case in several of them makes trials."""
    result = run("--run", "a=a.json", "--run", "b=one.json", "--run", "b=rest.json")
    assert words(result).startswith("b and a tie on all 4 cases.")
    trials = run("--run", "a=a.json", "--run", "m=a.json", "--run", "m=b.json")
    told = words(trials)
    assert "A case goes to the run that passes in more of its trials." in told
    assert "◐ 1/2" in told
    assert "Trials m: pass@2 100 % (at least one of 2 trials passes), pass^2 50 % (all do); over 4 cases" in told


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(runs("a", "good"), 0, "", id="better"),
        pytest.param(runs("a", "b"), 1, "--fail-on-regression: b regresses on 1 case (one)", id="worse in one case"),
        pytest.param(runs("a", "lacking"), 1, "lacking regresses on 1 case (three)", id="a case is gone"),
        pytest.param(runs("lacking", "a"), 0, "", id="a case is new"),
        pytest.param(runs("good", "good2", "b"), 1, "b regresses on 1 case (one)", id="one of two"),
    ],
)
def test_the_gate_on_regressions(folder: Path, arguments: list[str], code: int, message: str) -> None:
    """It fails by the rule that help and output state, and the last line names run and cases."""
    (folder / "good2.json").write_text((folder / "good.json").read_text(encoding="utf-8"), encoding="utf-8")
    result = run(*arguments, "--fail-on-regression")
    assert result.exit_code == code
    assert last_line(result).endswith(message)
    assert "A case regresses when a smaller share of its trials passes than in the baseline" in words(result)
    assert run(*arguments).exit_code == 0


def test_help_states_the_rule() -> None:
    """Who reads the help knows when the gate fails, and what the exit codes mean."""
    told = " ".join(CliRunner().invoke(main, ["compare", "--help"]).output.split())
    assert "a smaller share of its trials passes than in the baseline, or when the baseline has a trace of it" in told
    assert "2 wrong usage" in told


@pytest.mark.parametrize(
    ("option", "message"),
    [
        pytest.param(
            ["--min-score", "0.9"], "--min-score 0.9: 1 score of 4 lower, worst 0.35 (one · b)", id="min score"
        ),
        pytest.param(
            ["--fail-on-violations", "--forbidden", "rules.json"],
            "--fail-on-violations: 1 forbidden call found",
            id="forbidden calls",
        ),
    ],
)
def test_other_gates_hold_for_the_compared_runs_only(folder: Path, option: list[str], message: str) -> None:
    """What the baseline does wrong fails nothing."""
    result = run(*runs("a", "b"), *option)
    assert result.exit_code == 1
    assert last_line(result) == f"Failed: {message}"
    assert run(*runs("a", "good"), *option).exit_code == 0


def test_settings_reach_the_evaluation(folder: Path) -> None:
    """Weights and strictness change scores as with `eval`."""
    (folder / "spaced.json").write_text(json.dumps(traces("++++")).replace("1}", '"1 "}'), encoding="utf-8")
    assert "= tie" in words(run(*runs("good", "spaced")))
    assert words(run(*runs("good", "spaced"), "--strict", "--weight", "argument_f1=9")).startswith(
        "spaced loses to good"
    )
    assert run(*runs("a", "b"), "--weight", "speed=1").exit_code == 1


def test_the_pass_rule_can_be_given(folder: Path) -> None:
    """A case with a credential fails by default, and passes where findings fail no case; the rule is printed."""
    leaky = [{**trace, "calls": [{**CALLS[0], "result": FAKE_TOKEN}, *CALLS[1:]]} for trace in traces("++++")]
    (folder / "leaky.json").write_text(json.dumps(leaky), encoding="utf-8")
    assert words(run(*runs("good", "leaky"))).startswith("leaky loses to good on 4 cases")
    lenient = words(run(*runs("good", "leaky"), "--pass-findings", "--pass-incomplete", "--pass-score=0.3"))
    assert lenient.startswith("leaky and good tie on all 4 cases")
    assert "A case passes with a score of at least 0.30." in lenient


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--run", "a=a.json"], "at least two runs", id="one run"),
        pytest.param(["--run", "a=a.json", "--run", "a=b.json"], "at least two runs", id="one name"),
        pytest.param(["--run", "a.json", "--run", "b=b.json"], "NAME=PATH", id="no name"),
        pytest.param(["--run", "=a.json", "--run", "b=b.json"], "NAME=PATH", id="an empty name"),
        pytest.param(["--run", "a=", "--run", "b=b.json"], "NAME=PATH", id="no path"),
        pytest.param(["--run", "a=nowhere.json", "--run", "b=b.json"], "no file or folder nowhere.json", id="no file"),
        pytest.param(
            [*runs("a", "b"), "--baseline", "c"], "no run is called c; the runs are a, b", id="no such baseline"
        ),
        pytest.param([*runs("a", "b"), "--html", "a.json"], "--html would overwrite a file", id="over an input"),
        pytest.param([], "--run", id="no run"),
        pytest.param(
            ["--run", f"{FAKE_TOKEN}=a.json", "--run", f"{Masker().text(FAKE_TOKEN)}=b.json"],
            "two runs have the same name once credentials are masked",
            id="names that masking makes the same",
        ),
    ],
)
def test_wrong_usage(folder: Path, arguments: list[str], message: str) -> None:
    """Exit code 2, with what is wrong."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in words(result)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            runs("a", "broken"), "no trace was found for the run broken; cannot read broken.json", id="unreadable"
        ),
        pytest.param([*runs("a", "b"), "--run", "b=broken.json"], "cannot read broken.json", id="one file of a run"),
    ],
)
def test_what_cannot_be_read_fails(folder: Path, arguments: list[str], message: str) -> None:
    """Exit code 1, and the last line says which file; what can be compared is compared all the same."""
    result = run(*arguments)
    assert result.exit_code == 1
    assert message in last_line(result)


def test_runs_without_a_common_case(folder: Path) -> None:
    """Nothing is compared, every case is named, and the gate counts what is gone."""
    result = run(*runs("a", "foreign"), "--fail-on-regression")
    assert words(result).startswith("foreign and a have no case in common that can be compared.")
    assert "no case was found for any of 1 trace" in words(result)
    assert last_line(result).endswith("foreign regresses on 4 cases (one, two, three, four)")


def test_without_gold(folder: Path) -> None:
    """There is no better and no worse, and that is said."""
    result = run(*runs("a", "b"), gold=False)
    assert result.exit_code == 0
    assert words(result).startswith("No trace of b or a has gold, so nobody can say which of them does better.")
    assert "1.00 s slower" in words(result)
    assert "Cases passed" not in result.output
    assert "A case passes with" not in result.output


def test_inputs_that_differ_are_told(folder: Path) -> None:
    """The sentence and a note say so, without a word of what was asked."""
    for name, text in (("ask-a", "Refund me."), ("ask-b", "Close it.")):
        messages = [{"role": "user", "content": text}]
        messages += [{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "a", "arguments": "{}"}}]}]  # type: ignore[dict-item]
        (folder / f"{name}.json").write_text(json.dumps([{"id": "one", "messages": messages}]), encoding="utf-8")
    result = run(*runs("ask-a", "ask-b"))
    assert "In 1 case the users' first messages differ." in words(result)
    assert "The user asks different things in the traces of case one" in words(result)
    assert "Refund me" not in result.output


def test_reports_hold_the_comparison(folder: Path) -> None:
    """JSON, HTML, Markdown and CSV are written when they are asked for, and say the same sentence."""
    result = run(*runs("a", "b"), "-o", "r.json", "--html", "r.html", "--markdown", "r.md", "--csv", "r.csv")
    assert result.exit_code == 0
    assert "Wrote r.json" in result.output
    report = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert report["comparisons"][0]["sentence"].startswith("b and a win 1 case each and tie 2: p = 1")
    for name in ("r.html", "r.md"):
        assert "b and a win 1 case each and tie 2" in (folder / name).read_text(encoding="utf-8")
    assert (folder / "r.csv").read_text(encoding="utf-8").startswith("key,case,run,trial,metric")


def test_a_stored_report_is_a_run(folder: Path) -> None:
    """A baseline may be a report that was written before; it is not scored again, and that is said."""
    assert run(*runs("a", "good"), "-o", "old.json").exit_code == 0
    direct, stored = run(*runs("a", "b")), run("--run", "a=old.json", "--run", "b=b.json")
    assert stored.exit_code == 0
    assert stored.output.partition("Matching")[0] == direct.output.partition("A case passes")[0]
    assert "Run a is read back from old.json" in words(stored)
    assert "is not scored again" in words(stored)


def test_two_stored_runs_need_no_gold(folder: Path) -> None:
    """Reports alone can be compared; a report of one run may take any name."""
    assert run(*runs("a", "good"), "-o", "old.json").exit_code == 0
    result = run("--run", "a=old.json", "--run", "good=old.json", gold=False)
    assert words(result).startswith("good beats a on 1 case, loses none and ties 3")
    CliRunner().invoke(main, ["eval", "gold.json", "b.json", "-o", "single.json"])
    renamed = run("--run", "good=old.json", "--run", "new=single.json", gold=False)
    assert words(renamed).startswith("new loses to good on 1 case")


def test_a_run_that_was_stored_under_another_rule(folder: Path) -> None:
    """Its verdicts are those of then, and the rule of then is told."""
    assert run(*runs("a", "good"), "--pass-score", "0.5", "-o", "old.json").exit_code == 0
    result = run("--run", "a=old.json", "--run", "b=b.json")
    assert "Run a was stored under another rule. A case passes with a score of at least 0.50" in words(result)


def test_a_folder_is_a_run(folder: Path) -> None:
    """Every file of a folder belongs to the run that it is given for."""
    (folder / "branch").mkdir()
    for name in ("one.json", "rest.json"):
        (folder / "branch" / name).write_text((folder / name).read_text(encoding="utf-8"), encoding="utf-8")
    result = run("--run", "a=a.json", "--run", "b=branch")
    assert words(result).startswith("b and a tie on all 4 cases.")


def test_costs_from_tokens_name_the_price_table(folder: Path) -> None:
    """What is priced and not recorded says by which prices."""
    usage = {"input_tokens": 1000, "output_tokens": 100}
    for name in ("p", "q"):
        (folder / f"{name}.json").write_text(json.dumps(traces("++++", model="gpt-4o-mini", usage=usage)), "utf-8")
    result = run(*runs("p", "q"))
    assert "Costs that no file records are priced by genai-prices" in words(result)
    assert "Cost per passed case $0.00021 $0.00021 = tie" in words(result)


def test_a_report_that_does_not_hold_the_run(folder: Path) -> None:
    """Exit code 1 names the runs that it holds; a report beside traces is wrong usage."""
    assert run(*runs("a", "good"), "-o", "old.json").exit_code == 0
    result = run("--run", "x=old.json", "--run", "b=b.json")
    assert result.exit_code == 1
    assert last_line(result) == "Failed: old.json holds 2 runs: a, good; none is called x"
    assert run("--run", "a=old.json", "--run", "a=a.json", "--run", "b=b.json").exit_code == 2
    (folder / "old.json").write_text('{"schema": "toolscore-report/999"}', encoding="utf-8")
    assert "another version" in last_line(run("--run", "a=old.json", "--run", "b=b.json"))


def test_what_is_left_of_a_damaged_report_is_no_baseline_without_a_word(folder: Path) -> None:
    """Cases that a cut-off report lost cannot regress, so that the command fails and says so."""
    assert run(*runs("good", "a"), "-o", "old.json").exit_code == 0
    text = (folder / "old.json").read_text(encoding="utf-8")
    (folder / "old.json").write_text(text[: len(text) // 3], encoding="utf-8")
    result = run("--run", "good=old.json", "--run", "b=b.json", "--fail-on-regression")
    assert result.exit_code == 1
    assert "old.json was not read in whole" in last_line(result)


def test_cases_that_a_damaged_baseline_lost_are_no_ties(folder: Path) -> None:
    """Where the baseline's file is cut off, the gate cannot hold; one that lacks a case in a whole file can."""
    text = (folder / "good.json").read_text(encoding="utf-8")
    (folder / "cut.json").write_text(text[: text.index('"three"')], encoding="utf-8")
    result = run(*runs("cut", "good"), "--fail-on-regression")
    assert result.exit_code == 1
    assert last_line(result).startswith(
        "Failed: --fail-on-regression: cut lacks cases and was not read in whole: cut.json"
    )
    assert run(*runs("cut", "good")).exit_code == 0
    assert run(*runs("lacking", "good"), "--fail-on-regression").exit_code == 0


def test_traces_that_speak_of_a_report_are_traces(folder: Path) -> None:
    """A report is known by its structure, wherever in the file it says what it is, and packed too."""
    spoken = [{**trace, "note": {"schema": "toolscore-report/2"}} for trace in traces("++++")]
    (folder / "spoken.json").write_text(json.dumps(spoken), encoding="utf-8")
    assert words(run(*runs("good", "spoken"))).startswith("spoken and good tie on all 4 cases.")
    assert run(*runs("a", "good"), "-o", "old.json").exit_code == 0
    report = json.loads((folder / "old.json").read_text(encoding="utf-8"))
    (folder / "sorted.json").write_text(json.dumps(report, sort_keys=True), encoding="utf-8")
    (folder / "packed.json.gz").write_bytes(gzip.compress((folder / "old.json").read_bytes()))
    for file in ("sorted.json", "packed.json.gz"):
        assert "Run a is read back from" in words(run("--run", f"a={file}", "--run", "b=b.json"))


def test_no_credential_is_printed(folder: Path) -> None:
    """Names of runs and cases, and what traces hold, are masked on every way out; control characters are shown."""
    (folder / "leak.json").write_text(
        json.dumps([{"id": "one", "calls": [{"tool": "a", "args": {"x": FAKE_TOKEN}}]}]), encoding="utf-8"
    )
    name = f"m\x1b[2J {FAKE_TOKEN}"
    arguments = ["--run", "a=a.json", "--run", f"{name}=leak.json", "--fail-on-regression", "-o", "r.json"]
    result = run(*arguments)
    assert result.exit_code == 1
    assert FAKE_TOKEN not in result.output
    assert "\x1b" not in result.output
    assert FAKE_TOKEN not in (folder / "r.json").read_text(encoding="utf-8")
    assert FAKE_TOKEN not in run("--run", f"{FAKE_TOKEN}=a.json", "--run", "b=b.json", "--baseline", "x").output
    assert FAKE_TOKEN not in run("--run", f"a={FAKE_TOKEN}", "--run", "b=b.json").output
