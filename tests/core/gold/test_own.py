"""This project's own gold files, shape by shape."""

import json
from typing import Any

import pytest

from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.errors import GoldError, UnknownFormatError
from toolscore_core.gold import GoldFile, read_gold
from toolscore_core.matchers import ANY, Regex


def gold(value: Any, name: str = "refunds.gold.json") -> GoldFile:
    """The gold file with one JSON document."""
    return read_gold(json.dumps(value).encode(), name=name)


def lines(*values: Any) -> GoldFile:
    """The gold file with one JSON document a line."""
    return read_gold("\n".join(map(json.dumps, values)).encode(), name="set.jsonl")


CALL = {"tool": "search", "args": {"q": "x"}}


@pytest.mark.parametrize(
    ("value", "ids", "tools"),
    [
        pytest.param([CALL], ["refunds.gold"], [["search"]], id="list of calls"),
        pytest.param([], ["refunds.gold"], [[]], id="empty list: no call expected"),
        pytest.param({"calls": [CALL], "id": "a"}, ["a"], [["search"]], id="object with calls"),
        pytest.param(
            {"cases": [{"id": "a", "calls": [CALL]}, {"calls": []}]}, ["a", "case-2"], [["search"], []], id="cases"
        ),
        pytest.param(
            [{"id": 7, "calls": [CALL]}, {"id": "b", "calls": []}], ["7", "b"], [["search"], []], id="list of cases"
        ),
    ],
)
def test_shapes(value: Any, ids: list[str], tools: list[list[str]]) -> None:
    """Every documented shape gives its cases, and a case without id is named after its file or place."""
    file = gold(value)
    assert [case.id for case in file.cases] == ids
    assert [[call.tool for call in case.calls] for case in file.cases] == tools
    assert file.problems == []


def test_jsonl_holds_a_case_a_line() -> None:
    """Lines are cases; a line may be the bare list of its calls."""
    file = lines({"id": "a", "calls": [CALL]}, [CALL, CALL])
    assert [(case.id, len(case.calls), case.source.line) for case in file.cases] == [("a", 1, 1), ("case-2", 2, 2)]


def test_jsonl_of_calls_is_one_case() -> None:
    """Lines that are calls themselves are the calls of one case."""
    file = lines(CALL, {"tool": "send"}, {"note": "no call"})
    assert [skipped.count for skipped in file.skipped] == [1]
    assert [[call.tool for call in case.calls] for case in file.cases] == [["search", "send"]]


@pytest.mark.parametrize("tool_key", ["tool", "name", "function"])
@pytest.mark.parametrize("args_key", ["args", "arguments", "input"])
def test_spellings_of_a_call(tool_key: str, args_key: str) -> None:
    """A call may be written with the words of other tools."""
    (call,) = gold([{tool_key: "search", args_key: {"q": 1}}]).cases[0].calls
    assert (call.tool, call.args) == ("search", {"q": 1})


@pytest.mark.parametrize(
    ("entry", "args"),
    [
        pytest.param({"tool": "t"}, None, id="absent: not checked"),
        pytest.param({"tool": "t", "args": None}, None, id="null: not checked"),
        pytest.param({"tool": "t", "args": {}}, {}, id="empty: none expected"),
        pytest.param({"tool": "t", "args": {}, "input": {"q": 1}}, {}, id="the first that is given wins"),
        pytest.param({"tool": "t", "args": {"$any": True}}, None, id="any arguments: not checked"),
        pytest.param({"tool": "t", "args": {"$literal": {"$filter": 1}}}, {"$filter": 1}, id="literal arguments"),
        pytest.param({"tool": "t", "arguments": '{"q": 1}'}, {"q": 1}, id="JSON text"),
        pytest.param({"function": {"name": "t", "arguments": '{"q": 1}'}}, {"q": 1}, id="function with both"),
        pytest.param({"tool": "t", "args": {"a": [{"$any": True}]}}, {"a": [ANY]}, id="matcher inside a list"),
    ],
)
def test_arguments(entry: dict[str, Any], args: dict[str, Any] | None) -> None:
    """Arguments are read as they are meant, matchers at any depth."""
    assert gold([entry]).cases[0].calls[0].args == args


def test_regex_of_gold_wants_the_whole_text() -> None:
    """`$regex` in gold is the matcher that matches whole texts."""
    args = gold([{"tool": "t", "args": {"q": {"$regex": "a+"}}}]).cases[0].calls[0].args
    assert args is not None
    assert isinstance(args["q"], Regex)
    assert [args["q"].matches(text) for text in ("aa", "aab")] == [True, False]


def test_side_effects_and_description_are_kept() -> None:
    """Metadata holds the checks, {} by default, and a description that says something; nothing else."""
    calls = gold(
        [
            {"tool": "a", "side_effects": {"http_ok": True}, "description": "d", "result": 1},
            {"tool": "b", "description": ""},
        ]
    )
    assert [call.metadata for call in calls.cases[0].calls] == [
        {"side_effects": {"http_ok": True}, "description": "d"},
        {"side_effects": {}},
    ]


@pytest.mark.parametrize(
    ("entry", "place", "words"),
    [
        pytest.param(
            {"tool": "t", "args": [1]}, "$[1].args", "arguments are an object, not a list", id="list arguments"
        ),
        pytest.param({"tool": "t", "args": "x"}, "$[1].args", "not a text", id="text arguments"),
        pytest.param({"tool": "t", "arguments": "[1]"}, "$[1].arguments", "not a text", id="JSON text of a list"),
        pytest.param({"tool": 5}, "$[1]", "a tool name is text", id="numeric tool"),
        pytest.param({"tool": "  "}, "$[1]", "not blank", id="blank tool"),
        pytest.param({"tool": "t", "args": {"a": {"$gt": 1}}}, "$[1].args.a", "unknown matcher", id="unknown matcher"),
        pytest.param(
            {"tool": "t", "args": {"$regex": "x"}}, "$[1].args", "a matcher stands for the value", id="matcher for all"
        ),
        pytest.param({"tool": "t", "side_effects": [1]}, "$[1]", "`side_effects` takes an object", id="side effects"),
    ],
)
def test_a_bad_call_loses_its_case_and_says_where(entry: dict[str, Any], place: str, words: str) -> None:
    """A call that cannot be used is a problem with its place, and its case is left out."""
    file = gold({"cases": [{"calls": [CALL]}, {"calls": [CALL, entry]}]})
    assert [case.id for case in file.cases] == ["case-1"]
    (problem,) = file.problems
    assert problem.location.path == place.replace("$", "$.cases[1].calls", 1)
    assert words in problem.message


def test_a_file_of_which_nothing_can_be_used_is_an_error() -> None:
    """Without a single case there is no gold, which is never the same as gold that expects nothing."""
    with pytest.raises(GoldError, match=r"g\.json · \$\[1\]\.args: no case can be used: arguments are an object"):
        gold([CALL, {"tool": "t", "args": [1]}], name="g.json")


@pytest.mark.parametrize(
    ("fields", "place", "words"),
    [
        pytest.param({"calls": 1}, "$[0]", "`calls` takes a list, not a number", id="calls"),
        pytest.param({"id": [1]}, "$[0].id", "an id is text or a number", id="id"),
        pytest.param({"tags": {"a": 1}}, "$[0].tags", "`tags` takes a list of texts", id="tags"),
        pytest.param({"ignore": ["a..b"]}, "$[0].ignore[0]", "not an argument path", id="ignored path"),
        pytest.param({"ignore": ["a", ""]}, "$[0].ignore[1]", "names an argument", id="empty ignored path"),
        pytest.param({"aliases": {"a": 1}}, "$[0].aliases", "recorded tool name", id="aliases"),
        pytest.param({"forbidden": {"tool": "x"}}, "$[0].forbidden", "rules are a list", id="rules that are no list"),
        pytest.param({"forbidden": [{}]}, "$[0].forbidden[0]", "rule 1: `tool` is the name", id="rule without tool"),
    ],
)
def test_one_bad_case_never_loses_the_others(fields: dict[str, Any], place: str, words: str) -> None:
    """A case that cannot be used is a problem with its place; the others are read."""
    file = gold([{"id": "bad", "calls": [], **fields}, {"id": "good", "calls": [CALL]}])
    assert [case.id for case in file.cases] == ["good"]
    (problem,) = file.problems
    assert problem.location.path == place
    assert words in problem.message


def test_entries_that_are_no_cases_are_problems() -> None:
    """In a list of cases whatever is no object is named."""
    file = gold([{"id": "a", "calls": []}, 5, "x"])
    assert [(problem.location.path, problem.message) for problem in file.problems] == [
        ("$[1]", "a case is an object with `calls`, not a number"),
        ("$[2]", "a case is an object with `calls`, not a text"),
    ]


def test_entries_without_a_tool_are_skipped() -> None:
    """Entries that name no tool are left out and counted, as documented."""
    file = gold(["x", None, {"tool": ""}, {"args": {}}, CALL])
    assert [call.tool for call in file.cases[0].calls] == ["search"]
    assert [(skipped.reason, skipped.count, skipped.first.path) for skipped in file.skipped] == [
        ("entry without a tool name", 4, "$[0]")
    ]


def test_a_log_of_events_is_no_gold() -> None:
    """Lines of which most name no tool are starts and ends of calls, not expected calls."""
    with pytest.raises(UnknownFormatError):
        lines({"event": "start", "tool": "a"}, {"event": "end", "out": 1}, {"event": "said"})


def test_fields_of_a_case() -> None:
    """A case keeps what its object says, and unknown fields in its metadata."""
    (case,) = gold(
        {
            "id": "a",
            "calls": [],
            "input": "refund me",
            "tags": ["eu", "hard"],
            "ignore": "search.q",
            "aliases": {"mcp__search": "search"},
            "forbidden": [{"tool": "rm"}],
            "owner": "team",
        }
    ).cases
    assert (case.input, case.tags, case.ignore, case.aliases) == (
        "refund me",
        ("eu", "hard"),
        ("search.q",),
        {"mcp__search": "search"},
    )
    assert case.forbidden == [{"tool": "rm"}]
    assert case.metadata == {"owner": "team", "forbidden": [{"tool": "rm"}]}


def test_fields_of_the_data_set_hold_for_every_case() -> None:
    """`ignore`, `aliases` and `forbidden` at the top hold for all cases, and a case adds its own."""
    first, second = gold(
        {
            "ignore": ["*.at"],
            "aliases": {"x": "a", "y": "b"},
            "forbidden": [{"tool": "rm"}],
            "cases": [
                {"calls": []},
                {"calls": [], "ignore": ["q"], "aliases": {"x": "c"}, "forbidden": [{"tool": "dd"}]},
            ],
        }
    ).cases
    assert (first.ignore, first.aliases, first.forbidden) == (("*.at",), {"x": "a", "y": "b"}, [{"tool": "rm"}])
    assert (second.ignore, second.aliases) == (("*.at", "q"), {"x": "c", "y": "b"})
    assert second.forbidden == [{"tool": "rm"}, {"tool": "dd"}]


def test_a_bad_field_of_the_data_set_is_a_problem() -> None:
    """A field for all cases that cannot be used is named, and the cases are read without it."""
    file = gold({"ignore": [1], "cases": [{"id": "a", "calls": []}]})
    assert [case.id for case in file.cases] == ["a"]
    assert [problem.location.path for problem in file.problems] == ["$.ignore"]


def test_the_same_id_twice_keeps_both() -> None:
    """A second case of the same id is a problem and is kept under a number."""
    file = lines({"id": "a", "calls": []}, {"id": "a", "calls": [CALL]}, {"id": "a", "calls": []})
    assert [case.id for case in file.cases] == ["a", "a#2", "a#3"]
    assert [problem.location.line for problem in file.problems] == [2, 3]


def test_a_bad_line_among_calls_says_where() -> None:
    """In a JSONL file of calls the place of a bad call is its line."""
    with pytest.raises(GoldError, match=r"set\.jsonl:2 · \$\.args: "):
        lines(CALL, {"tool": "t", "args": [1]})


def test_what_a_call_may_say_beyond_a_list() -> None:
    """Optional calls and alternatives are read; a call that says neither stays a plain call."""
    calls = (
        gold([{**CALL, "optional": True}, {**CALL, "alternatives": ["web"]}, {**CALL, "optional": False}])
        .cases[0]
        .calls
    )
    assert calls[0] == ExpectedCall("search", {"q": "x"}, metadata={"side_effects": {}}, optional=True)
    assert calls[1] == ExpectedCall("search", {"q": "x"}, metadata={"side_effects": {}}, alternatives=("web",))
    assert type(calls[2]) is ToolCall


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(gold({"order": "any", "ignore": ["q"], "cases": [{"id": "a", "calls": [CALL]}]}), id="data set"),
        pytest.param(gold([{"order": "any", "ignore": ["q"]}, {"id": "a", "calls": [CALL]}]), id="first entry"),
        pytest.param(lines({"order": "any", "ignore": ["q"]}, {"id": "a", "calls": [CALL]}), id="first line"),
        pytest.param(lines({"order": "any", "ignore": ["q"]}, CALL), id="first line before calls"),
        pytest.param(gold({"order": "any", "ignore": ["q"], "id": "a", "calls": [CALL]}), id="the case itself"),
    ],
)
def test_fields_that_hold_for_every_case(file: GoldFile) -> None:
    """They stand at the top of a data set, or alone in its first record."""
    assert (file.problems, file.skipped) == ([], [])
    assert [(case.order, case.ignore, len(case.calls)) for case in file.cases] == [("any", ("q",), 1)]


def test_a_case_has_its_own_order() -> None:
    """The order of a case wins over that of the data set."""
    file = gold({"order": "any", "cases": [{"calls": [], "order": "given"}, {"calls": []}]})
    assert [case.order for case in file.cases] == ["given", "any"]


@pytest.mark.parametrize(
    ("value", "place"),
    [
        pytest.param({"calls": [{**CALL, "optional": 1}]}, "$.calls[0].optional", id="optional"),
        pytest.param({"calls": [{**CALL, "alternatives": "web"}]}, "$.calls[0].alternatives", id="alternatives"),
        pytest.param({"calls": [{**CALL, "alternatives": [""]}]}, "$.calls[0].alternatives", id="blank alternative"),
        pytest.param({"calls": [CALL], "order": "sometimes"}, "$.order", id="order"),
        pytest.param(
            {"calls": [{"tool": "a", "args": {"x": [{"$optional": 1}]}}]},
            "$.calls[0].args.x[0].$optional",
            id="$optional",
        ),
    ],
)
def test_unknown_values_are_refused_with_their_place(value: Any, place: str) -> None:
    """What is no such value is an error at its place, and nothing of it is repeated."""
    with pytest.raises(GoldError) as caught:
        gold(value)
    assert caught.value.location is not None
    assert caught.value.location.path == place


def test_an_unknown_order_of_a_data_set_is_a_problem() -> None:
    """The cases are read all the same, in the order given."""
    file = gold({"order": 3, "cases": [{"calls": [CALL]}]})
    assert [str(problem.location) for problem in file.problems] == ["refunds.gold.json · $.order"]
    assert [case.order for case in file.cases] == ["given"]
