"""A masked evaluation -> what has to be said beside the verdict, in words."""

from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import count_text, order_note, plain, value_text


def notes_of(evaluation: MaskedEvaluation) -> list[str]:
    """One line for everything that makes this case special; [] for most cases."""
    trace = evaluation.trace
    if trace is None:
        run = f"run {plain(evaluation.run)}" if evaluation.run else "any run"
        return [f"There is no trace of {run} for this case: nothing was evaluated. Expected calls are listed below."]
    notes = [note] if (note := order_note(evaluation)) else []
    if not trace.calls:
        notes.append("The trace holds no tool calls.")
    error = trace.metadata.get("error")
    if error:
        notes.append(f"The trace ends with an error: {value_text(error)[:400]}")
    if trace.outcome is not None:
        notes.append(f"Outcome as recorded: {value_text(trace.outcome)[:200]}")
    if evaluation.provider_executed_count:
        calls = count_text(evaluation.provider_executed_count, "call")
        notes.append(f"{calls} run by the provider: shown, not scored.")
    return notes


def problem_lines(evaluation: MaskedEvaluation) -> list[str]:
    """What is wrong in the case's settings, with places."""
    return [plain(str(problem)) for problem in evaluation.problems]
