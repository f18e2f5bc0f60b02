"""Labels are kept, saved and read again; agreement is counted on what was judged."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.judging import doubted, pair
from toolscore_core.errors import InputError
from toolscore_core.judge.agreement import ENOUGH_LABELS, agreement
from toolscore_core.judge.labels import LABELS_FORMAT, Label, Labels, labels_from_json
from toolscore_core.judge.verdicts import VERDICTS, Verdict, VerdictName


def test_a_label_belongs_to_what_was_seen() -> None:
    """A label of other calls under the same key is none."""
    seen = pair(("a", {"x": 1}), ("b", {"x": 1}))
    now = pair(("a", {"x": 1}), ("b", {"x": 2}))
    assert seen.key == now.key
    labels = Labels().given(seen, "partly", at=5.0)
    assert (labels.of(seen), labels.of(now)) == ("partly", None)
    assert (len(labels.fitting([seen])), len(labels.fitting([now]))) == (1, 0)


def test_labels_are_replaced_and_removed() -> None:
    """The later label counts; the older set is not changed."""
    one, two = doubted(2)
    first = Labels().given(one, "not").given(two, "not")
    later = first.given(one, "equivalent")
    assert (first.of(one), later.of(one), later.without(one).of(one)) == ("not", "equivalent", None)
    assert first.together(later).of(one) == "equivalent"


@given(
    st.dictionaries(
        st.text(),
        st.builds(Label, st.sampled_from(VERDICTS), st.text(), st.none() | st.floats(0, 1e10)),
        max_size=5,
    )
)
def test_saved_labels_are_read_back(by_pair: dict[str, Label]) -> None:
    """The file holds everything."""
    labels = Labels(by_pair)
    assert labels_from_json(labels.to_json().encode()) == labels


def held(*labels: Any, **fields: Any) -> str:
    """A label file."""
    return json.dumps({"format": LABELS_FORMAT, "version": 1, "labels": list(labels), **fields})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("{", "must be JSON", id="no JSON"),
        pytest.param("[" * 90_000, "must be JSON", id="deep"),
        pytest.param("[]", "format", id="a list"),
        pytest.param('{"format": "x"}', "format", id="another file"),
        pytest.param(held(version=2), "version", id="another version"),
        pytest.param(held().replace("[]", "7"), "must be a list", id="no list"),
        pytest.param(held(None), r"\$\.labels\[0\]", id="null"),
        pytest.param(held({"pair": 1, "content": "c", "label": "not"}), "the texts", id="no pair"),
        pytest.param(held({"pair": "p", "content": "c", "label": ["not"]}), "must be one of", id="no label"),
    ],
)
def test_files_that_are_none(text: str, said: str) -> None:
    """Each fault is told with its place."""
    with pytest.raises(InputError, match=said):
        labels_from_json(text, name="mine.json")


Said = tuple[VerdictName, VerdictName]

SAME: Said = ("equivalent", "equivalent")
WORST: Said = ("not", "not")


def judged(*said: Said) -> tuple[Labels, list[Verdict]]:
    """Labels and verdicts of as many pairs: (label, verdict)."""
    labels = Labels({str(n): Label(label, "c") for n, (label, _) in enumerate(said)})
    return labels, [Verdict(str(n), verdict) for n, (_, verdict) in enumerate(said)]


def test_agreement_is_counted() -> None:
    """Rows are labels, columns verdicts, in the order from best to worst."""
    milder: Said = ("not", "partly")
    found = agreement(*judged(*[SAME] * 20, *[milder] * 10, WORST))
    assert found.table == ((20, 0, 0), (0, 0, 0), (0, 10, 1))
    assert (found.n, found.enough) == (31, True)
    assert found.share == pytest.approx(21 / 31)
    assert found.kappa is not None
    assert found.interval is not None
    assert found.interval[0] < found.kappa < found.interval[1]


def test_too_few_labels_are_told() -> None:
    """Under thirty there is a number and no headline."""
    assert not agreement(*judged(*[WORST] * (ENOUGH_LABELS - 1))).enough


def test_one_word_alone_has_no_kappa() -> None:
    """Where both always say the same word, kappa is not defined."""
    found = agreement(*judged(*[SAME] * 40))
    assert (found.share, found.kappa, found.interval) == (1.0, None, None)


def test_nothing_is_none() -> None:
    """Without labels there is no share and no kappa."""
    found = agreement(Labels(), [])
    assert (found.n, found.share, found.share_interval, found.kappa, found.enough) == (0, None, None, None, False)


def test_only_judged_pairs_count() -> None:
    """Errors, pairs that code settled and verdicts without a label are left out; the later of two verdicts counts."""
    labels = Labels({key: Label("not", "c") for key in "abc"})
    verdicts = [
        Verdict("a", None, error="timeout", error_kind="timeout"),
        Verdict("b", "equivalent", source="exact"),
        Verdict("c", "partly"),
        Verdict("c", "not"),
        Verdict("d", "not"),
    ]
    found = agreement(labels, verdicts)
    assert (found.n, found.share) == (1, 1.0)
