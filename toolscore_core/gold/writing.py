"""Cases and recorded traces -> gold as it is written in a file, without credentials."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, overload

from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.credentials.scanning import scan_text, scan_value
from toolscore_core.credentials.walking import speaking_key
from toolscore_core.matchers import ANY, expected_to_json
from toolscore_core.rules import rule_to_json
from toolscore_core.values import Matcher, OptionalArgument


@overload
def gold_to_json(expected: Case) -> dict[str, Any]: ...


@overload
def gold_to_json(expected: Sequence[ToolCall]) -> list[dict[str, Any]]: ...


def gold_to_json(expected: Case | Sequence[ToolCall]) -> dict[str, Any] | list[dict[str, Any]]:
    """JSON form of a case, or of the expected calls of one.

    Argument values in which a credential stands become `{"$any": true}`; other texts are masked. Only what a gold file
    says is written: results, times and failures of calls are not.

    Raises:
        GoldError: A value has no JSON form (a pattern with flags, a matcher of one's own).
    """
    masker = Masker()
    if not isinstance(expected, Case):
        return [_call(call, masker) for call in expected]
    written: dict[str, Any] = {"id": masker.text(expected.id)}
    if expected.input is not None:
        written["input"] = masker.value(expected.input)
    if expected.tags:
        written["tags"] = [masker.text(tag) for tag in expected.tags]
    if expected.order != "given":
        written["order"] = expected.order
    if expected.ignore:
        written["ignore"] = [masker.text(path) for path in expected.ignore]
    if expected.aliases:
        written["aliases"] = masker.value(expected.aliases)
    if expected.forbidden is not None and "forbidden" not in expected.metadata:
        written["forbidden"] = [masker.value(rule_to_json(rule)) for rule in expected.forbidden]
    extras = {key: masker.value(value) for key, value in expected.metadata.items() if key not in written}
    return {**written, **extras, "calls": [_call(call, masker) for call in expected.calls]}


def _call(call: ToolCall, masker: Masker) -> dict[str, Any]:
    written: dict[str, Any] = {"tool": masker.text(call.tool)}
    safe = without_credentials(call.args)
    if safe is not None:
        written["args"] = expected_to_json(safe)
    if isinstance(call, ExpectedCall):
        if call.optional:
            written["optional"] = True
        if call.alternatives:
            written["alternatives"] = [masker.text(name) for name in call.alternatives]
    for key in ("side_effects", "description"):
        if call.metadata.get(key):
            written[key] = masker.value(call.metadata[key])
    return written


def case_from_trace(trace: Trace, id: str) -> Case:
    """A gold case that expects what the trace did, for a person to edit.

    Every recorded call is expected once, in order, with its arguments; those in which a credential stands may be
    anything. `input` is the first message of the user.
    """
    asked = next((turn.text for turn in trace.turns if turn.role == "user" and turn.text), None)
    calls = [
        ToolCall(call.tool, without_credentials(call.args or {}), metadata={"side_effects": {}}) for call in trace.calls
    ]
    return Case(id, calls, input=None if asked is None else Masker().text(asked), source=trace.source)


def without_credentials(args: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Expected arguments in which ANY stands for every value that holds a credential, or that JSON does not know.

    None (not checked) when an argument's name is a credential: no matcher stands for a name.
    """
    if args is None or any(scan_text(str(name)) for name in args):
        return None
    return {str(name): _safe(value, speaking_key(args, name)) for name, value in args.items()}


def _safe(value: Any, key: str | None) -> Any:
    """The value, or ANY where it holds a credential; `key` is the name that says what it is."""
    if isinstance(value, str):
        return ANY if scan_value(value, key) else value
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, OptionalArgument):
        return OptionalArgument(_safe(value.expected, key))
    if isinstance(value, Matcher):
        return ANY if scan_text(json.dumps(expected_to_json(value), ensure_ascii=False, default=str)) else value
    if isinstance(value, Mapping):
        if any(scan_text(str(name)) for name in value):
            return ANY
        return {str(name): _safe(item, speaking_key(value, name, key)) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_safe(item, key) for item in value]
    return ANY
