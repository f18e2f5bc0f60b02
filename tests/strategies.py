"""Hypothesis strategies for calls, on both sides, small enough for the slow oracle."""

from typing import Any

from hypothesis import strategies as st

from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.matchers import ANY, Approx, Contains, IsType, OneOf, OptionalArgument, Regex

TOOLS = ("search", "book")
KEYS = ("a", "b", "c")
SCALARS: st.SearchStrategy[Any] = st.sampled_from(
    (0, 1, 1.0, True, None, "x", " x", "y", float("nan"), 2**60, 2**60 + 1)
)
FEW_VALUES: st.SearchStrategy[Any] = st.sampled_from((0, 1, "x"))
MATCHERS: st.SearchStrategy[Any] = st.sampled_from(
    (ANY, Regex("x|y"), Approx(1), Contains("x"), OneOf(0, 1), IsType(int), OneOf(Regex("x"), 1))
)


OPTIONAL: st.SearchStrategy[Any] = (FEW_VALUES | MATCHERS).map(OptionalArgument)


def nested(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values with lists and objects around the leaves."""
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from((*KEYS, "", "x.y")), inner, max_size=3)
        ),
        max_leaves=5,
    )


def arguments(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any] | None]:
    """Arguments of a call: absent, none, or a few."""
    return st.none() | st.dictionaries(st.sampled_from(KEYS), values, max_size=3)


def gold_calls(
    values: st.SearchStrategy[Any] = FEW_VALUES, max_size: int = 4, tools: tuple[str, ...] = TOOLS
) -> st.SearchStrategy[list[ToolCall]]:
    """Expected calls."""
    return st.lists(st.builds(ToolCall, tool=st.sampled_from(tools), args=arguments(values)), max_size=max_size)


def expected_calls(
    values: st.SearchStrategy[Any] = FEW_VALUES | OPTIONAL, max_size: int = 4, tools: tuple[str, ...] = TOOLS
) -> st.SearchStrategy[list[ToolCall]]:
    """Expected calls of which some are optional or name alternatives."""
    others = st.lists(st.sampled_from((*tools, "other")), max_size=2).map(tuple)
    extended = st.builds(
        ExpectedCall, tool=st.sampled_from(tools), args=arguments(values), optional=st.booleans(), alternatives=others
    )
    plain = st.builds(ToolCall, tool=st.sampled_from(tools), args=arguments(values))
    return st.lists(plain | extended, max_size=max_size)


@st.composite
def trace_calls(
    draw: st.DrawFn,
    values: st.SearchStrategy[Any] = FEW_VALUES,
    max_size: int = 4,
    tools: tuple[str, ...] = (*TOOLS, "other"),
    parallel: bool = True,
) -> list[ToolCall]:
    """Recorded calls; some failed, and neighbours may share a turn."""
    made = draw(
        st.lists(
            st.builds(
                ToolCall,
                tool=st.sampled_from(tools),
                args=arguments(values),
                metadata=st.sampled_from(({}, {}, {"is_error": True})).map(dict),
            ),
            max_size=max_size,
        )
    )
    if parallel and draw(st.booleans()):
        turns = sorted(draw(st.lists(st.integers(0, 2), min_size=len(made), max_size=len(made))))
        for call, turn in zip(made, turns, strict=True):
            call.turn = turn
    return made


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(("tool", '{"a": 1}', "[1]", "2026-01-01T00:00:00Z", "error", "start", "end")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("a", "b", "id", "tool", "name", "args", "result", "event", "time")) | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
"""Any JSON, with keys that often mean something in it."""
