"""Rules as read -> JSON values and words."""

from typing import Any, Final

from toolscore_core.errors import GoldError
from toolscore_core.matchers import AllOf, Not, OneOf, expected_to_json
from toolscore_core.rules.operators import AnyArgument, Arguments
from toolscore_core.values import Matcher

_TOOL_KEYS: Final = ("tool", "only_after")


def rule_to_json(rule: dict[str, Any]) -> dict[str, Any]:
    """A rule as read -> as JSON writes it, its matchers as `$` objects; the inverse of `rules_from_json`.

    Raises:
        GoldError: A matcher that has no JSON form, which no file gives.
    """
    written = dict(rule)
    for key in _TOOL_KEYS:
        if key in rule:
            written[key] = expected_to_json(rule[key])
    if rule.get("args"):
        written["args"] = arguments_to_json(rule["args"])
    return written


def arguments_to_json(conditions: dict[Any, Any]) -> dict[str, Any]:
    """The `args` of a rule as read -> as JSON writes them.

    Raises:
        GoldError: As `rule_to_json`.
    """
    return {str(key): _condition_to_json(value) for key, value in conditions.items()}


def _condition_to_json(value: Any) -> Any:
    if isinstance(value, Arguments):
        return arguments_to_json(value.conditions)
    if isinstance(value, AnyArgument):
        return expected_to_json(value.operand)
    if isinstance(value, Not) and isinstance(value.operand, Arguments):
        return arguments_to_json(value.operand.conditions)
    if isinstance(value, AllOf) and any(isinstance(item, Arguments) for item in value.operand):
        return [_condition_to_json(item) for item in value.operand]
    if isinstance(value, OneOf) and any(isinstance(item, Arguments) for item in value.values):
        return [_condition_to_json(item) for item in value.values]
    return expected_to_json(value)


def tool_text(tool: Any) -> str:
    """The `tool` of a rule as a person reads it: the name, the glob, or the pattern between slashes."""
    if isinstance(tool, str):
        return tool
    if not isinstance(tool, Matcher):
        return _pattern_text(tool)
    try:
        return _pattern_text(expected_to_json(tool))
    except GoldError:  # a matcher made in Python that has no JSON form
        return repr(tool)


def limits_text(rule: dict[str, Any]) -> str:
    """What a rule allows after all, in words; "" when it says nothing of number and order."""
    most, after = rule.get("max_calls"), rule.get("only_after")
    parts = [] if most is None else [f"more than {most}"]
    if after is not None:
        parts.append(f"not after {' and '.join(map(tool_text, after if isinstance(after, list) else [after]))}")
    return ", or ".join(parts)


def _pattern_text(written: Any) -> str:
    if not isinstance(written, dict) or len(written) != 1:
        return str(written)
    ((operator, operand),) = written.items()
    if operator == "$regex":
        return f"/{operand}/"
    if operator == "$not":
        return f"not {_pattern_text(operand)}"
    if operator in ("$one_of", "$all_of") and isinstance(operand, list):
        return (" or " if operator == "$one_of" else " and ").join(map(_pattern_text, operand))
    return str(operand)
