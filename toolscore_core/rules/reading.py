"""Rules as JSON or YAML writes them -> rules that are checked, with the matchers in them read."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from toolscore_core.credentials.scanning import redact_location
from toolscore_core.errors import DecodeError, Location, Problem, RuleError
from toolscore_core.matchers import ANY, Approx, Contains, IsType, Literal, OneOf, Regex, Search
from toolscore_core.reading import LIMITS, deeper_than, is_yaml_name, yaml_doubled, yaml_lines, yaml_value
from toolscore_core.rules.operators import MATCHERS, read_arguments
from toolscore_core.values import Matcher

_READ_TYPES: Final = frozenset(
    (str, int, float, bool, type(None), type(ANY), Approx, Contains, IsType, Literal, OneOf, Regex, Search)
)
"""Types of values in which there is nothing to read any more."""

RULE_KEYS: Final = ("tool", "args", "max_calls", "only_after", "severity", "reason")
"""Keys that mean something in a rule."""

SEVERITIES: Final = ("low", "medium", "high", "critical")
"""How bad it is when a rule is broken, the least first."""

TOOL_OPERATORS: Final = ("$glob", "$regex", "$one_of", "$all_of", "$not")
"""What may stand for the name of a tool."""


def rules_from_json(data: Any, source: str = "rules") -> list[dict[str, Any]]:
    """Rules as JSON writes them -> new rules with the `$` objects in them turned into matchers.

    Args:
        data: A list of rules; matchers that stand in it already are kept.
        source: File name for messages.

    Raises:
        TypeError: The data is not a list.
        RuleError: A rule that cannot be used, with its number and place; a ValueError.
    """
    return [dict(rule) for rule in checked(data, source)]


def checked(data: Any, source: str, lines: Sequence[int] = ()) -> list[dict[str, Any]]:
    """The rules, as they are where nothing in them has to be turned into a matcher.

    Args:
        data: As in `rules_from_json`.
        source: File name for messages.
        lines: 1-based line of each rule, for messages; () when there are none.

    Raises:
        TypeError, RuleError: As `rules_from_json`.
    """
    if not isinstance(data, list):
        raise TypeError(f"rules are a list, not {type(data).__name__}")
    rules = []
    for index, rule in enumerate(data):
        place = Location(source, lines[index] if index < len(lines) else None, index, "$")
        try:
            rules.append(_checked_rule(rule, place))
        except RuleError as error:
            raise RuleError(f"rule {index + 1}: {error.message}", redact_location(error.location or place)) from None
    return rules


def _checked_rule(rule: Any, place: Location) -> dict[str, Any]:
    if not isinstance(rule, dict):
        raise RuleError(f"a rule is an object, not {type(rule).__name__}", place)
    read: dict[str, Any] = {}
    tool, args = rule.get("tool"), rule.get("args")
    if type(tool) is not str or not tool:
        read["tool"] = _tool(tool, place)
    if args is not None and not isinstance(args, dict):
        raise RuleError(f"`args` is an object or absent, not {type(args).__name__}", place.below(".args"))
    if args and not (_READ_TYPES.issuperset(map(type, args.values())) and _names_only(args)):
        read["args"] = read_arguments(args, place.below(".args"))
    if rule.get("max_calls") is not None:
        _check_most(rule["max_calls"], place.below(".max_calls"))
    if rule.get("only_after") is not None:
        read["only_after"] = _earlier(rule["only_after"], place.below(".only_after"))
    return {**rule, **read} if read else rule


def _names_only(args: dict[Any, Any]) -> bool:
    return not any(isinstance(key, str) and key.startswith("$") for key in args)


def _tool(value: Any, place: Location) -> str | Matcher:
    """The name of a tool, or what matches it."""
    if not is_tool_of_rule(value):
        raise RuleError(
            f"`tool` is the name of a tool as text, or an object with one of {', '.join(TOOL_OPERATORS)}", place
        )
    return _read_tool(value, place.below(".tool"))


def _read_tool(value: Any, place: Location) -> str | Matcher:
    if isinstance(value, (str, Matcher)):
        return value
    read: Matcher = MATCHERS.read(value, place)
    return read


def is_tool_of_rule(value: Any) -> bool:
    """Whether a value can stand for the name of a tool; whether its operators are right is not looked at."""
    if isinstance(value, (str, Matcher)):
        return bool(value) or isinstance(value, Matcher)
    if not isinstance(value, dict) or len(value) != 1:
        return False
    ((operator, operand),) = value.items()
    if operator in ("$one_of", "$all_of") and isinstance(operand, list):
        return all(map(is_tool_of_rule, operand))
    return operator in TOOL_OPERATORS and (operator != "$not" or is_tool_of_rule(operand))


def _check_most(value: Any, place: Location) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise RuleError("`max_calls` is a whole number of at least 0", place)


def _earlier(value: Any, place: Location) -> Any:
    """What must come before: a name or pattern, or a list of them."""
    if not isinstance(value, list):
        return _earlier_tool(value, place)
    if not value:
        raise RuleError("`only_after` names at least one tool", place)
    return [_earlier_tool(item, place.below(f"[{number}]")) for number, item in enumerate(value)]


def _earlier_tool(value: Any, place: Location) -> str | Matcher:
    if not is_tool_of_rule(value):
        raise RuleError(
            f"`only_after` takes the name of a tool, an object with one of {', '.join(TOOL_OPERATORS)}, or a list of them",
            place,
        )
    return _read_tool(value, place)


def severity_of(rule: dict[str, Any]) -> str | None:
    """One of SEVERITIES; None when the rule gives none, or one that is not known."""
    severity = rule.get("severity")
    return severity if isinstance(severity, str) and severity in SEVERITIES else None


def rule_problems(data: Any, source: str = "rules") -> list[Problem]:
    """What is wrong in rules without making them useless: keys that mean nothing, such as a misspelled `arguments`.

    Args:
        data: Rules as JSON writes them, or as read; anything else has no problems here.
        source: File name for messages.
    """
    problems = []
    for index, rule in enumerate(data if isinstance(data, list) else []):
        if not isinstance(rule, dict):
            continue
        place = Location(source, None, index, "$")
        if not rule.keys() <= set(RULE_KEYS):
            known = ", ".join(RULE_KEYS)
            problems.append(Problem(f"rule {index + 1} has keys that mean nothing; known are {known}", place))
        if rule.get("severity") is not None and severity_of(rule) is None:
            problems.append(
                Problem(f"rule {index + 1}: `severity` is one of {', '.join(SEVERITIES)}", place.below(".severity"))
            )
        if isinstance(rule.get("reason"), bool):
            problems.append(
                Problem(
                    f"rule {index + 1}: `reason` is read as true or false; put it in quotes",
                    place.below(".reason"),
                )
            )
    return problems


def read_rules(data: bytes, source: str = "rules") -> list[dict[str, Any]]:
    """Bytes of a rules file -> rules. JSON or YAML, in UTF-8 with or without a byte order mark, or UTF-16.

    YAML is what is called so, or starts like a YAML list, a comment or a document. Unlike traces a damaged file is refused
    as a whole: half of the rules would let calls pass; and so is one in which a key stands twice.

    Raises:
        DecodeError: No text, no JSON, or no YAML; a ValueError.
        TypeError: The file holds no list.
        RuleError: A rule that cannot be used.
    """
    if is_yaml(data, source):
        text = _text(data, source)
        value, doubled = yaml_value(text, source, LIMITS), yaml_doubled(text)
        if doubled is not None:
            raise DecodeError(_DOUBLED, Location(source, doubled))
        return [dict(rule) for rule in checked(value, source, yaml_lines(text))]
    try:
        decoded = json.loads(data, object_pairs_hook=_object)
    except DecodeError as error:
        raise DecodeError(error.message, Location(source)) from None
    except UnicodeDecodeError:
        raise DecodeError("not a text in UTF-8 or UTF-16", Location(source)) from None
    except json.JSONDecodeError as error:
        raise DecodeError(f"not JSON: {error.msg}", Location(source, error.lineno)) from None
    except RecursionError:
        raise DecodeError(f"nested deeper than {LIMITS.depth} levels", Location(source)) from None
    except ValueError:  # Python reads no integer of more than 4300 digits
        raise DecodeError("a number is too long", Location(source)) from None
    if deeper_than(decoded, LIMITS.depth):
        raise DecodeError(f"nested deeper than {LIMITS.depth} levels", Location(source))
    return rules_from_json(decoded, source)


_DOUBLED: Final = "a key stands twice in one object, of which only one would count"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise DecodeError(_DOUBLED)
    return found


def is_yaml(data: bytes, name: str) -> bool:
    """Whether a rules file is taken for YAML."""
    if is_yaml_name(name):
        return True
    start = data[:1024].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return start.startswith((b"- ", b"-\n", b"-\r", b"---", b"#"))


def _text(data: bytes, source: str) -> str:
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise DecodeError("not a text in UTF-8 or UTF-16", Location(source)) from None


def load_forbidden_rules(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Rules from a JSON or YAML file; see `read_rules`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError, TypeError: As `read_rules`.
    """
    return read_rules(Path(path).read_bytes(), Path(path).name)
