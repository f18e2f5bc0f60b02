"""The session's workspace and its choices in the URL, as a page uses them."""

from typing import Any

from streamlit.testing.v1 import AppTest

from tests.fake_credentials import github
from toolscore_core.calls import Case, ToolCall


def session(script: Any, **parameters: str) -> AppTest:
    """A session that runs the script at a URL with these parameters."""
    at = AppTest.from_function(script, default_timeout=60)
    for name, value in parameters.items():
        at.query_params[name] = value
    return at.run()


def test_parameters_are_written_and_removed() -> None:
    """None removes a parameter, numbers become text, unknown names are refused."""

    def script() -> None:
        import streamlit as st

        from pages._ui import state

        state.set_params(case="a b", row=3, run=None)
        st.text(f"{state.param('case')}|{state.int_param('row')}|{state.param('run')}|{state.int_param('case')}")
        try:
            state.set_params(other=1)
        except KeyError as error:
            st.text(str(error))

    at = session(script, run="m", w="token")
    assert not at.exception
    assert at.text[0].value == "a b|3|None|None"
    assert "other" in at.text[1].value
    assert dict(at.query_params) == {"w": "token", "case": "a b", "row": "3"}


def test_links_to_other_pages_carry_the_choice_of_case_and_run() -> None:
    """Workspace, case, run and trial go along; row and filter stay with their page."""

    def script() -> None:
        import streamlit as st

        from pages._ui import state

        st.json(state.link_params(run="n", trial=None, tool="a"))

    at = session(script, w="token", case="c", run="m", trial="2", row="3", filter="missing")
    assert at.json[0].value == '{"w": "token", "case": "c", "run": "n", "tool": "a"}'


def test_the_entry_of_the_url_is_chosen_and_otherwise_the_worst() -> None:
    """What the URL names is chosen as far as it exists."""

    def script() -> None:
        import json

        import streamlit as st

        from pages._ui import state
        from pages._ui.evaluating import View

        if state.param("w") is None:
            gold: list[dict[str, object]] = [
                {"id": name, "calls": [{"tool": name, "args": {}}]} for name in ("one", "two")
            ]
            runs = [{"case_id": "one", "calls": [{"tool": "one"}]}, {"case_id": "two", "calls": [{"tool": "x"}]}]
            state.add_files([("gold.json", json.dumps(gold).encode()), ("m.json", json.dumps(runs).encode())])
        view = state.view()
        assert isinstance(view, View)
        for case, run in ((None, None), ("one", "m"), ("one", "gone"), ("gone", "m")):
            state.set_params(case=case, run=run)
            entry = state.chosen(view)
            st.text(entry.case_id if entry is not None else "none")

    at = session(script)
    assert not at.exception
    assert [text.value for text in at.text] == ["two", "one", "one", "two"]


def test_a_gold_case_made_here_counts_at_once_and_holds_no_credential() -> None:
    """The case joins the gold, its trace is matched to it, and a second one with the same id replaces it."""
    token = github()

    def script(case) -> None:  # type: ignore[no-untyped-def]  # its source runs alone, without this file's names
        import json

        import streamlit as st

        from pages._ui import correcting, state
        from pages._ui.evaluating import View

        state.add_files([("m.json", json.dumps([{"tool": "a", "args": {}, "result": 1}]).encode())])
        for _ in range(2):
            view = state.view()
            assert isinstance(view, View)
            correcting.add_gold_case(case, place=view.places[view.entries[0].key])
        view = state.view()
        assert isinstance(view, View)
        st.text(f"{view.cases} {view.matched} {list(view.how.values())}")
        st.text(repr([file.data for file in state.held_files()]))

    at = AppTest.from_function(script, default_timeout=60, args=(Case("mine", [ToolCall("a", {"key": token})]),)).run()
    assert not at.exception
    assert at.text[0].value == "['mine'] (1, 1) ['hand']"
    assert token not in at.text[1].value
    assert "$any" in at.text[1].value


def test_a_correction_without_a_workspace_is_refused_in_words() -> None:
    """Correcting a file that the server no longer holds says so."""

    def script() -> None:
        import streamlit as st

        from pages._ui import state

        try:
            state.remove_file("f1")
        except state.StoreError as error:
            st.text(str(error))

    assert "no longer holds" in session(script, w="gone").text[0].value
