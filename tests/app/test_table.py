"""The table component: what it sends to the browser and what it takes back."""

from typing import Any

import pytest

from pages._ui import table
from pages._ui.table import Event, Part


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ({"kind": "run", "row": "f1", "value": "x"}, Event("run", "f1", "x")),
        ({"kind": "open", "row": "f1", "value": ""}, Event("open", "f1", "")),
        (None, None),
        ("open", None),
        ({"kind": "open", "row": "f1"}, None),
        ({"kind": "open", "row": 1, "value": ""}, None),
        ({"kind": ["open"], "row": "f1", "value": ""}, None),
    ],
)
def test_only_the_shape_of_an_event_is_taken(sent: Any, expected: Event | None) -> None:
    """Whatever else the browser sends is no event."""
    assert table.read_event(sent) == expected


def test_cells_say_what_they_are() -> None:
    """Each maker gives a cell of its own kind with its texts unchanged."""
    assert table.text("<b>") == {"kind": "text", "text": "<b>", "tone": "plain", "title": ""}
    assert table.parts(Part("+ 1", "extra", "1 extra"))["parts"] == [
        {"text": "+ 1", "tone": "extra", "title": "1 extra", "chip": False}
    ]
    assert table.bar(0.5, "0.50 D", mark=Part("✗", "missing", "fails")) == {
        "kind": "bar",
        "value": 0.5,
        "text": "0.50 D",
        "title": "",
        "mark": {"text": "✗", "tone": "missing", "title": "fails", "chip": False},
    }
    assert table.bar(0.5, "0.50 D")["mark"] is None
    assert table.actions(("remove", "✕", "Remove a"))["actions"] == [
        {"event": "remove", "text": "✕", "label": "Remove a"}
    ]


def test_the_script_writes_texts_only() -> None:
    """No sink that reads HTML occurs in the component's script."""
    script = (table._FOLDER / "index.js").read_text("utf-8")
    assert not [
        sink for sink in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "document.write") if sink in script
    ]
