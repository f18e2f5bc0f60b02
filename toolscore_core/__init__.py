"""Reads tool-call traces of LLM agents, compares them with what was expected, and says where they went wrong.

    import toolscore_core as ts

    evaluation = ts.evaluate_trace("gold.json", "trace.json")
    print(evaluation.score, evaluation.grade, [row.state for row in evaluation.alignment.rows])

`ts.workspace` finds the case that each trace answers, `ts.comparison` compares runs over the same cases, `ts.report` makes
tables, charts and files of what was found. Every name is loaded at its first use, so that importing the package costs next
to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from toolscore_core import comparison, metrics, report, workspace
    from toolscore_core.alignment import Alignment, ArgumentDifference, ArgumentState, Row, State, align
    from toolscore_core.calls import Case, ExpectedCall, Run, ToolCall, Trace, Turn
    from toolscore_core.credentials.redacting import redact_calls, redact_trace
    from toolscore_core.errors import (
        DecodeError,
        FormatError,
        GoldError,
        InputError,
        JudgeConfigError,
        JudgeError,
        Location,
        MappingError,
        Problem,
        RuleError,
        Skipped,
        ToolscoreError,
        UnknownFormatError,
    )
    from toolscore_core.evaluation import (
        DEFAULT_WEIGHTS,
        Contribution,
        Evaluation,
        PassRule,
        evaluate,
        evaluate_many,
        evaluate_trace,
        letter_grade,
    )
    from toolscore_core.formats import FORMATS, TraceFile, iter_traces, load_trace, read_traces
    from toolscore_core.gold import (
        GOLD_FORMATS,
        GoldFile,
        case_from_trace,
        dataset_to_jsonl,
        gold_to_json,
        load_gold_standard,
        read_gold,
    )
    from toolscore_core.mapping import FieldMapping, mapping_from_json, mapping_to_json
    from toolscore_core.matchers import ANY, Approx, Contains, IsType, OneOf, OptionalArgument, Regex
    from toolscore_core.metrics import (
        METRICS,
        calculate_argument_f1,
        calculate_cost_attribution,
        calculate_edit_distance,
        calculate_invocation_accuracy,
        calculate_latency,
        calculate_redundant_call_rate,
        calculate_required_call_recall,
        calculate_selection_accuracy,
        calculate_side_effect_success_rate,
        calculate_tool_correctness,
        check_forbidden_calls,
        find_secrets,
        load_forbidden_rules,
        redact_secrets,
        rules_from_json,
    )

__all__ = [  # noqa: RUF022  # in the order of sorted(), as documented
    "ANY",
    "Alignment",
    "Approx",
    "ArgumentDifference",
    "ArgumentState",
    "Case",
    "Contains",
    "Contribution",
    "DEFAULT_WEIGHTS",
    "DecodeError",
    "Evaluation",
    "ExpectedCall",
    "FORMATS",
    "FieldMapping",
    "FormatError",
    "GOLD_FORMATS",
    "GoldError",
    "GoldFile",
    "InputError",
    "IsType",
    "JudgeConfigError",
    "JudgeError",
    "Location",
    "METRICS",
    "MappingError",
    "OneOf",
    "OptionalArgument",
    "PassRule",
    "Problem",
    "Regex",
    "Row",
    "RuleError",
    "Run",
    "Skipped",
    "State",
    "ToolCall",
    "ToolscoreError",
    "Trace",
    "TraceFile",
    "Turn",
    "UnknownFormatError",
    "align",
    "calculate_argument_f1",
    "calculate_cost_attribution",
    "calculate_edit_distance",
    "calculate_invocation_accuracy",
    "calculate_latency",
    "calculate_redundant_call_rate",
    "calculate_required_call_recall",
    "calculate_selection_accuracy",
    "calculate_side_effect_success_rate",
    "calculate_tool_correctness",
    "case_from_trace",
    "check_forbidden_calls",
    "comparison",
    "dataset_to_jsonl",
    "evaluate",
    "evaluate_many",
    "evaluate_trace",
    "find_secrets",
    "gold_to_json",
    "iter_traces",
    "letter_grade",
    "load_forbidden_rules",
    "load_gold_standard",
    "load_trace",
    "mapping_from_json",
    "mapping_to_json",
    "metrics",
    "read_gold",
    "read_traces",
    "redact_calls",
    "redact_secrets",
    "redact_trace",
    "report",
    "rules_from_json",
    "workspace",
]

_MODULES: Final = ("comparison", "metrics", "report", "workspace")
_NAMES: Final = {
    "alignment": "Alignment ArgumentDifference ArgumentState Row State align",
    "calls": "Case ExpectedCall Run ToolCall Trace Turn",
    "credentials.redacting": "redact_calls redact_trace",
    "errors": "DecodeError FormatError GoldError InputError JudgeConfigError JudgeError Location MappingError Problem RuleError Skipped ToolscoreError UnknownFormatError",
    "evaluation": "DEFAULT_WEIGHTS Contribution Evaluation PassRule evaluate evaluate_many evaluate_trace letter_grade",
    "formats": "FORMATS TraceFile iter_traces load_trace read_traces",
    "gold": "GOLD_FORMATS GoldFile case_from_trace dataset_to_jsonl gold_to_json load_gold_standard read_gold",
    "mapping": "FieldMapping mapping_from_json mapping_to_json",
    "matchers": "ANY Approx Contains IsType OneOf OptionalArgument Regex",
    "metrics": "METRICS calculate_argument_f1 calculate_cost_attribution calculate_edit_distance calculate_invocation_accuracy calculate_latency calculate_redundant_call_rate calculate_required_call_recall calculate_selection_accuracy calculate_side_effect_success_rate calculate_tool_correctness check_forbidden_calls find_secrets load_forbidden_rules redact_secrets rules_from_json",
}
"""Module -> the names that it gives to the package."""

_HOME: Final = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value


def __dir__() -> list[str]:
    return __all__
