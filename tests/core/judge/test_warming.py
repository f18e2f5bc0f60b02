"""SDKs are imported beside other work, once, and one that is absent is no error there."""

import subprocess
import sys
from importlib.util import find_spec

import pytest


@pytest.mark.parametrize(
    ("model", "module"),
    [("gpt-4o-mini", "openai"), ("claude-haiku-4-5", "anthropic"), ("gemini-2.5-flash", "google.genai")],
)
def test_the_sdk_of_the_provider_is_imported(model: str, module: str) -> None:
    """Nothing is imported before, that SDK after, and a second time there is nothing to do."""
    if find_spec(module.partition(".")[0]) is None:
        pytest.skip(f"{module} is not installed")
    code = (
        "import sys\nfrom toolscore_core.judge import JudgeConfig\nfrom toolscore_core.judge.warming import warm_up\n"
        f"before = {module!r} in sys.modules\nthread = warm_up(JudgeConfig(model={model!r}))\nthread.join()\n"
        f"print(before, {module!r} in sys.modules, warm_up(JudgeConfig(model={model!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False True None"


ABSENT = """
import sys
class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name == "openai":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nowhere())
from toolscore_core.judge import JudgeConfig
from toolscore_core.judge.warming import warm_up
warm_up(JudgeConfig()).join()
print("openai" in sys.modules)
"""


def test_an_absent_sdk_is_no_error() -> None:
    """Whoever opens it is told what to install; the thread says nothing."""
    done = subprocess.run([sys.executable, "-c", ABSENT], capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == ("False", "")
