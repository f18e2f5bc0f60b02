"""When a case passes, in words."""

from pathlib import Path

import pytest

from tests.fake_credentials import openai
from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.evaluation import DEFAULT_PASS_RULE, PassRule, evaluate


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            PassRule(),
            "A case passes with a score of at least 0.80, every required call completed and no credential or forbidden call.",
        ),
        (
            PassRule(0.5, no_findings=False),
            "A case passes with a score of at least 0.50 and every required call completed.",
        ),
        (PassRule(1.0, all_required=False, no_findings=False), "A case passes with a score of at least 1.00."),
    ],
    ids=["all three", "two", "one"],
)
def test_words(rule: PassRule, words: str) -> None:
    """The sentence names what is asked for and nothing else."""
    assert rule.words == words


def test_the_readme_says_the_default_rule(root: Path) -> None:
    """A person finds in the README what decides whether a case passes."""
    readme = " ".join((root / "README.md").read_text(encoding="utf-8").split())
    assert DEFAULT_PASS_RULE.words in readme


def test_a_credential_in_the_conversation_fails_a_case() -> None:
    """A leak is a leak wherever it stands."""
    trace = Trace([ToolCall("a")], turns=[Turn("user", f"my key is {openai()}"), Turn("assistant", "", [0])])
    evaluation = evaluate(Case("c", [ToolCall("a")]), trace)
    assert evaluation.secret_count == 1
    assert DEFAULT_PASS_RULE.verdict(evaluation) == (False, ("1 credential",))
