"""Without any provider's SDK everything but asking works, and asking says what to install."""

import subprocess
import sys

import pytest

HIDE = "import sys\nfor name in ('openai', 'anthropic', 'google', 'google.genai', 'httpx2'): sys.modules[name] = None\n"
"""Makes these imports fail as they do where nothing is installed."""


def run(code: str) -> str:
    """What a fresh interpreter without SDKs prints."""
    return subprocess.run(
        [sys.executable, "-c", HIDE + code], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("model", "package", "extra"),
    [("gpt-4o", "openai", "llm"), ("claude-3", "anthropic", "anthropic"), ("gemini-3", "google-genai", "gemini")],
)
def test_a_missing_sdk(model: str, package: str, extra: str) -> None:
    """It is an ImportError with the command that installs it, also where both lists are empty."""
    printed = run(
        "from toolscore_core.metrics.llm_judge import JudgeConfig, calculate_semantic_correctness\n"
        f"try: calculate_semantic_correctness([], [], judge=JudgeConfig({model!r}, api_key='k'))\n"
        "except ImportError as error: print(error)"
    )
    assert printed == f'this judge needs the package {package}: pip install "toolscore-explorer[{extra}]"'


def test_importing_the_judge_loads_no_sdk() -> None:
    """Not before it is asked."""
    printed = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, toolscore_core.metrics.llm_judge, toolscore_core.judge.client, toolscore_core.cli\n"
            "print(sorted({'openai', 'anthropic', 'google.genai', 'httpx2', 'genai_prices'} & sys.modules.keys()))",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.strip() == "[]"
