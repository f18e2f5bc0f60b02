"""The text of a rules file -> where each rule stands in it, and the same text with rules added or one taken out.

Comments and layout stay: only what has to change is changed.
"""

import json
from typing import Any, Final

from toolscore_core.errors import DecodeError
from toolscore_core.reading import LIMITS, yaml_lines, yaml_value
from toolscore_core.rules.reading import is_yaml

_DECODER: Final = json.JSONDecoder()
_SPACE: Final = " \t\r\n"


def rule_lines(text: str, name: str = "rules") -> list[int]:
    """The 1-based line on which each rule begins; [] for a text that cannot be read.

    Args:
        text: The text of a rules file.
        name: Its name; `.yaml` and `.yml` make it YAML.
    """
    if _yaml(text, name):
        try:
            yaml_value(text, name, LIMITS)
        except DecodeError:
            return []
        return yaml_lines(text)
    return [text.count("\n", 0, start) + 1 for start, _ in _json_spans(text) or ()]


def with_rules(text: str, name: str, more: str) -> str:
    """The text with the rules of another one behind its own.

    Args:
        text: The text of a rules file that can be read, or a blank one.
        name: Its name.
        more: The text of the other one, JSON or YAML as its first character tells.

    Raises:
        DecodeError, ValueError, TypeError: A text that cannot be read, or holds no list.
    """
    if not text.strip():
        return more
    if _yaml(text, name):
        added = more.removeprefix("---\n") if _yaml(more, "rules") else _items(_values(more, "rules"))
        return f"{text.rstrip()}\n\n{added.strip()}\n"
    spans = _json_spans(text)
    if spans is None:
        return _written([*_values(text, name), *_values(more, "rules")])
    added = ",\n".join(f"  {_line(rule)}" for rule in _values(more, "rules"))
    if not spans:
        return f"[\n{added}\n]\n"
    end = spans[-1][1]
    tail = text[end:] if "\n" in text[end:] else "\n]\n"
    return f"{text[:end]},\n{added}{tail}"


def without_rule(text: str, name: str, index: int) -> str:
    """The text without one of its rules, and in YAML without the comments right above it.

    Args:
        text: The text of a rules file that can be read.
        name: Its name.
        index: 0-based position of the rule.

    Raises:
        DecodeError, ValueError, TypeError: The text cannot be read, or holds no list.
        IndexError: There is no such rule.
    """
    if _yaml(text, name):
        starts = _block_starts(text, name)
        if starts is not None:
            lines = text.splitlines(keepends=True)
            end = starts[index + 1] if index + 1 < len(starts) else len(lines)
            left = "".join([*lines[: starts[index]], *lines[end:]])
            if len(starts) == 1:
                return "[]\n"
            if len(rule_lines(left, name)) == len(starts) - 1:  # else it took an anchor with it that others refer to
                return left
            return "".join(
                [*lines[: starts[0]], _items([*(rules := _values(text, name))[:index], *rules[index + 1 :]]), "\n"]
            )
    else:
        spans = _json_spans(text)
        if spans:
            start, end = spans[index]
            if index + 1 < len(spans):
                return text[:start] + text[spans[index + 1][0] :]
            return text[: spans[index - 1][1]] + text[end:] if index else "[]\n"
    rules = _values(text, name)
    del rules[index]
    return _written(rules)


def _yaml(text: str, name: str) -> bool:
    return is_yaml(text.encode("utf-8", "replace"), name)


def _values(text: str, name: str) -> list[Any]:
    found = yaml_value(text, name, LIMITS) if _yaml(text, name) else json.loads(text)
    if not isinstance(found, list):
        raise TypeError("rules are a list")
    return found


def _json_spans(text: str) -> list[tuple[int, int]] | None:
    """Where the items of a JSON list stand; None for any other text."""
    at = _after_space(text, 0)
    if text[at : at + 1] != "[":
        return None
    at = _after_space(text, at + 1)
    spans: list[tuple[int, int]] = []
    while text[at : at + 1] != "]":
        try:
            _, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        spans.append((at, end))
        at = _after_space(text, end)
        if text[at : at + 1] == ",":
            at = _after_space(text, at + 1)
        elif text[at : at + 1] != "]":
            return None
    return spans


def _after_space(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in _SPACE:
        at += 1
    return at


def _block_starts(text: str, name: str) -> list[int] | None:
    """The 0-based line on which each item of a YAML list begins, its comments included; None where two share a line."""
    starts = [line - 1 for line in rule_lines(text, name)]
    if not starts or sorted(set(starts)) != starts or not all(_is_item(text.splitlines()[at]) for at in starts):
        return None
    lines = text.splitlines()
    for position, at in enumerate(starts):
        while at > 0 and lines[at - 1].lstrip().startswith("#") and position:
            at -= 1
        starts[position] = at
    return starts


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def _items(rules: list[Any]) -> str:
    """Rules as items of a YAML list; JSON is YAML."""
    return "\n".join(f"- {_line(rule)}" for rule in rules)


def _line(rule: Any) -> str:
    return json.dumps(rule, ensure_ascii=False)


def _written(rules: list[Any]) -> str:
    return "[\n" + ",\n".join(f"  {_line(rule)}" for rule in rules) + "\n]\n" if rules else "[]\n"
