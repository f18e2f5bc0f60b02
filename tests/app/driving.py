"""What the tests of pages read from a page that was drawn by AppTest."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def healthy(at: AppTest) -> AppTest:
    """The page, which must have drawn without an error."""
    assert not at.exception
    assert not at.error
    return at


def param(at: AppTest, name: str) -> str:
    """A query parameter, "" when it is absent."""
    value = at.query_params.get(name, "")
    return value if isinstance(value, str) else value[0]


def components(at: AppTest, name: str) -> list[dict[str, Any]]:
    """What each component of that name on the page was given."""
    return [
        json.loads(each.proto.json)
        for each in at.get("bidi_component")
        if each.proto.component_name == name and each.proto.json
    ]


def tables(at: AppTest) -> dict[str, Any]:
    """What the tables on the page were given, by their label."""
    return {data["label"]: data for data in components(at, "toolscore_table")}


def cells(at: AppTest, label: str, column: str) -> list[str]:
    """Text of the cells of one column."""
    found = []
    for row in tables(at)[label]["rows"]:
        cell = row["cells"][column]
        found.append(cell["text"] if "text" in cell else " ".join(part["text"] for part in cell["parts"]))
    return found


def texts(at: AppTest) -> str:
    """All text and messages on the page."""
    drawn = [*at.text, *at.markdown, *at.header, *at.subheader, *at.warning, *at.error]
    return "\n".join(str(each.value) for each in drawn)


def choose(at: AppTest, label: str, option: int | str) -> AppTest:
    """Choose in the box of that label, by position or by what is shown."""
    box = next(box for box in at.selectbox if box.label == label)
    box.select_index(option if isinstance(option, int) else box.options.index(option))
    return healthy(at.run())
