"""The masking boundary: no credential gets through, everything else does, and the outcome is JSON."""

import json
import math
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import fake_credentials as fake
from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import Location
from toolscore_core.matchers import ANY, Approx, Contains, IsType, OneOf, Regex
from toolscore_core.values import Matcher

KEY = fake.github()
MASKED = f"[REDACTED github_token #1: {KEY[:4]}…{KEY[-2:]}]"


@pytest.mark.parametrize(("kind", "credential"), fake.KINDS.items(), ids=fake.KINDS.keys())
def test_text_is_masked_with_an_ordinal(kind: str, credential: str) -> None:
    """Each kind is replaced, with its number; masking again changes nothing."""
    masker = Masker()
    masked = masker.text(f"pre {credential} post")
    assert masked.startswith(f"pre [REDACTED {kind} #1: ")
    assert masked.endswith("] post")
    assert masker.text(masked) == masked
    assert masker.count == 1


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        (1.5, 1.5),
        (0, 0),
        ("2.5", 2.5),
        *((odd, None) for odd in (None, KEY, "", math.nan, math.inf, True, [1], 10**400)),
    ],
    ids=lambda value: str(value)[:12],
)
def test_quantities_are_finite_numbers(recorded: Any, shown: float | None) -> None:
    """Whatever a program put in a field for a number, a report finds a number or nothing."""
    call = ToolCall("a", duration=recorded, cost=recorded, started=recorded, ended=recorded)
    trace = Trace([call], started=recorded, duration=recorded, cost=recorded, turns=[Turn("u", started=recorded)])
    masked = Masker().trace(trace)
    one = masked.calls[0]
    numbers = (one.duration, one.cost, one.started, one.ended, masked.started, masked.duration, masked.cost)
    assert {*numbers, masked.turns[0].started} == {shown}


@pytest.mark.parametrize(
    ("recorded", "shown"), [(3, 3), (None, None), (KEY, None), ("3", None), (1.5, None), (True, None)]
)
def test_counts_are_whole_numbers(recorded: Any, shown: int | None) -> None:
    """Likewise tokens, turns and trials."""
    turn = Turn("u", input_tokens=recorded, output_tokens=recorded)
    trace = Trace([ToolCall("a", turn=recorded)], turns=[turn], input_tokens=recorded, trial=recorded)
    masked = Masker().trace(trace)
    counts = (masked.calls[0].turn, masked.input_tokens, masked.trial, masked.turns[0].input_tokens)
    assert {*counts, masked.turns[0].output_tokens} == {shown}


def test_same_credential_keeps_its_ordinal() -> None:
    """Two different credentials are seen to differ, the same one is seen to be the same."""
    masker = Masker()
    text = masker.text(f"{KEY} {fake.github(1)} {KEY}")
    assert [part[: part.index(":")] for part in text.split("#")[1:]] == ["1", "2", "1"]
    assert masker.text(fake.github(1)).startswith("[REDACTED github_token #2: ")
    assert masker.ordinal(KEY) == 1
    assert masker.count == 4


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        (KEY, MASKED),
        ({"a": [KEY, 1, None, True, 1.5]}, {"a": [MASKED, 1, None, True, 1.5]}),
        ({KEY: 1}, {MASKED: 1}),
        ((KEY, 2), [MASKED, 2]),
        ({1: "a", None: "b"}, {"1": "a", "None": "b"}),
        (KEY.encode(), MASKED),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02 00:00:00+00:00"),
        ({"x": {KEY}}, {"x": "{'" + MASKED + "'}"}),
        (2**80, 2**80),
        (ANY, {"$any": True}),
        ([Regex("a+")], [{"$regex": "a+"}]),
        (Regex("a+", 2), "Regex('a+', flags=2)"),
        (OneOf("a", KEY), {"$one_of": ["a", MASKED]}),
        (Contains(KEY), {"$contains": MASKED}),
        (Approx(3), {"$approx": {"value": 3, "rel": 1e-06, "abs": 0.0}}),
        (IsType(int, set), "IsType(int, set)"),
    ],
    ids=repr,
)
def test_value_becomes_masked_json(value: Any, masked: Any) -> None:
    """Values keep their shape, matchers get their JSON form, what JSON does not know becomes text."""
    assert Masker().value(value) == masked
    json.dumps(masked)


class _OwnMatcher(Matcher):
    __slots__ = ()

    def matches(self, value: Any) -> bool:
        return False

    def __repr__(self) -> str:
        return f"Own({KEY})"


def test_own_matcher_becomes_text() -> None:
    """A matcher without a JSON form is shown as text, masked."""
    assert Masker().value(_OwnMatcher()) == f"Own({MASKED})"


def test_call_is_masked_everywhere() -> None:
    """No field of a call lets a credential through, and the rest is kept."""
    call = ToolCall(
        tool=f"t {KEY}",
        args={"k": KEY},
        result=[KEY],
        duration=1.5,
        cost=0.1,
        metadata={"error": KEY, KEY: KEY},
        call_id=KEY,
        turn=3,
        agent=KEY,
        parent_id=KEY,
        provider_executed=True,
        started=1.0,
        ended=2.5,
    )
    masked = Masker().call(call)
    assert KEY not in repr(masked)
    assert (masked.args, masked.result, masked.error, masked.is_error) == ({"k": MASKED}, [MASKED], MASKED, True)
    assert (masked.duration, masked.cost, masked.started, masked.ended, masked.turn) == (1.5, 0.1, 1.0, 2.5, 3)
    assert masked.provider_executed
    assert masked.metadata == {"error": MASKED, MASKED: MASKED}


def test_absent_fields_stay_none() -> None:
    """What a file does not say stays None, and unchecked arguments are not empty ones."""
    masked = Masker().call(ToolCall("t"))
    assert (masked.args, masked.error, masked.call_id, masked.agent, masked.duration) == (None, None, None, None, None)
    assert Masker().call(ToolCall("t", {})).args == {}


def test_trace_and_case_are_masked_everywhere() -> None:
    """No field of a trace or case lets a credential through."""
    trace = Trace(
        calls=[ToolCall("t", {"k": KEY})],
        id=KEY,
        case_id=KEY,
        model=KEY,
        turns=[Turn("user", KEY, [], KEY), Turn("assistant", "hi", [0], started=5.0, output_tokens=7)],
        outcome={"verdict": KEY},
        source=Location(f"{KEY}.json", None, 2, f"$.{KEY}"),
        metadata={"note": KEY},
        cost=0.2,
        trial=2,
        cached_tokens=4,
        format="openai",
    )
    case = Case(KEY, [ToolCall("t", {"k": KEY})], input=KEY, tags=(KEY,), ignore=(KEY,), aliases={KEY: KEY})
    masker = Masker()
    masked_trace, masked_case = masker.trace(trace), masker.case(case)
    assert KEY not in repr(masked_trace) + repr(masked_case)
    assert masked_trace.turns[1].calls == (0,)
    assert (masked_trace.turns[1].started, masked_trace.turns[1].output_tokens) == (5.0, 7)
    assert (masked_trace.cost, masked_trace.trial, masked_trace.cached_tokens, masked_trace.format) == (
        0.2,
        2,
        4,
        "openai",
    )
    assert str(masked_trace.source) == f"{MASKED}.json[2] · $.{MASKED}"
    assert masked_case.aliases == {MASKED: MASKED}
    assert masked_case.tags == masked_case.ignore == (MASKED,)


_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from([*fake.KINDS.values()])
)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=100)
@given(_JSON)
def test_masking_any_json_value(value: Any) -> None:
    """Whatever the value: JSON comes out, no credential is left, and masking it again changes nothing."""
    masker = Masker()
    masked = masker.value(value)
    written = json.dumps(masked)
    assert not any(json.dumps(credential)[1:-1] in written for credential in fake.KINDS.values())
    assert masker.value(masked) == masked
