"""What people say of pairs, before they see what a judge says: kept, saved and read again."""

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from toolscore_core.errors import InputError, Location
from toolscore_core.judge.pairs import Pair
from toolscore_core.judge.verdicts import VERDICTS, VerdictName
from toolscore_core.values import finite_number

LABELS_FORMAT: Final = "toolscore-judge-labels"
LABELS_VERSION: Final = 1

MOST_LABELS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Label:
    """What a person says of one pair.

    Attributes:
        verdict: In the judge's words.
        content: `Pair.content` of what the person saw.
        at: When, epoch seconds; None when unknown.
    """

    verdict: VerdictName
    content: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels by pair; a label says what the calls mean, so it outlives models and prompts.

    Attributes:
        by_pair: Key of the pair -> its label.
    """

    by_pair: Mapping[str, Label] = field(default_factory=dict)

    def __len__(self) -> int:
        """Number of labels."""
        return len(self.by_pair)

    def given(self, pair: Pair, verdict: VerdictName, at: float | None = None) -> "Labels":
        """These labels and one more, in the place of an older one of the pair.

        Args:
            pair: What was looked at.
            verdict: What the person says.
            at: When, epoch seconds; None for now.
        """
        label = Label(verdict, pair.content, time.time() if at is None else at)
        return Labels({**self.by_pair, pair.key: label})

    def without(self, pair: Pair) -> "Labels":
        """These labels but that of a pair."""
        return Labels({key: label for key, label in self.by_pair.items() if key != pair.key})

    def together(self, others: "Labels") -> "Labels":
        """These labels and others; of two for one pair the other counts."""
        return Labels({**self.by_pair, **others.by_pair})

    def of(self, pair: Pair) -> VerdictName | None:
        """The label of a pair; None when it has none, or one that was given to other calls."""
        label = self.by_pair.get(pair.key)
        return label.verdict if label is not None and label.content == pair.content else None

    def fitting(self, pairs: Iterable[Pair]) -> "Labels":
        """The labels of these pairs that were given to the calls which they still hold."""
        return Labels({pair.key: self.by_pair[pair.key] for pair in pairs if self.of(pair) is not None})

    def to_json(self) -> str:
        """As text of a file; `labels_from_json` reads it."""
        labels = [
            {"pair": key, "label": label.verdict, "content": label.content, "at": label.at}
            for key, label in self.by_pair.items()
        ]
        return json.dumps({"format": LABELS_FORMAT, "version": LABELS_VERSION, "labels": labels}, indent=1)


def labels_from_json(data: bytes | str, *, name: str = "labels") -> Labels:
    """Read saved labels.

    Args:
        data: The file.
        name: Its name, for messages.

    Raises:
        InputError: It is no label file, or a label in it cannot be used.
    """
    try:
        held: Any = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError("a label file must be JSON", Location(name)) from error
    if not isinstance(held, dict) or held.get("format") != LABELS_FORMAT:
        raise InputError(f"a label file must be an object with format {LABELS_FORMAT!r}", Location(name))
    if held.get("version") != LABELS_VERSION:
        raise InputError(f"only version {LABELS_VERSION} of label files is known", Location(name, path="$.version"))
    labels = held.get("labels")
    if not isinstance(labels, list) or len(labels) > MOST_LABELS:
        raise InputError(f"labels must be a list of at most {MOST_LABELS:,}", Location(name, path="$.labels"))
    return Labels(dict(_label(item, Location(name, path=f"$.labels[{i}]")) for i, item in enumerate(labels)))


def _label(item: object, place: Location) -> tuple[str, Label]:
    if not isinstance(item, dict):
        raise InputError("a label must be an object", place)
    pair, content, verdict = item.get("pair"), item.get("content"), item.get("label")
    if not isinstance(pair, str) or not isinstance(content, str):
        raise InputError("a label must have the texts `pair` and `content`", place)
    for known in VERDICTS:
        if verdict == known:
            return pair, Label(known, content, finite_number(item.get("at")))
    raise InputError(f"`label` must be one of {', '.join(VERDICTS)}", place)
