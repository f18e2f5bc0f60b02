"""The text that a judge replied -> a verdict, or the reason why it is none."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import JudgeReplyError

VerdictName = Literal["equivalent", "partly", "not"]

VERDICTS: Final[tuple[VerdictName, ...]] = ("equivalent", "partly", "not")
"""From the best to the worst."""

VALUES: Final[dict[VerdictName, float]] = {"equivalent": 1.0, "partly": 0.5, "not": 0.0}
"""What a verdict counts in the mean: the judge gives words, this table gives numbers."""

KINDS: Final = ("renamed", "format", "unit", "missing", "extra", "value")
EFFECTS: Final = ("none", "changes the result")

NO_TEXT: Final = MaskedText("")

LONGEST_REASON: Final = 300
LONGEST_REPLY: Final = 50_000
MOST_DIFFERENCES: Final = 50

REPLY_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["reason", "differences", "verdict"],
    "properties": {
        "reason": {"type": "string", "maxLength": LONGEST_REASON},
        "differences": {
            "type": "array",
            "maxItems": 5,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["path", "kind", "effect"],
                "properties": {
                    "path": {"type": "string", "maxLength": 100},
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "effect": {"type": "string", "enum": list(EFFECTS)},
                },
            },
        },
        "verdict": {"type": "string", "enum": list(VERDICTS)},
    },
}
"""JSON Schema of a reply. The reason comes before the verdict it leads to.

Its lengths keep a small model, whose server makes a grammar of the schema, from writing one text to its limit of tokens;
a reply that is longer is read all the same.
"""

Flag = Literal["contradiction", "injection", "shortened"]

FLAGS: Final[dict[Flag, str]] = {
    "contradiction": "the verdict does not fit the differences that the judge names",
    "injection": "the recorded call holds text that speaks to a judge",
    "shortened": "long values were shortened before they were sent",
}
"""What each flag means. A flagged verdict counts like any other."""


@dataclass(frozen=True, slots=True)
class JudgedDifference:
    """One difference that the judge names.

    Attributes:
        path: Argument path such as `filters.date`; `tool` for the tool itself.
        kind: One of KINDS.
        effect: One of EFFECTS.
    """

    path: MaskedText
    kind: str
    effect: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a readable reply says, before it belongs to a pair."""

    verdict: VerdictName
    reason: MaskedText
    differences: tuple[JudgedDifference, ...]

    @property
    def contradicts_itself(self) -> bool:
        """Whether the verdict does not fit the differences."""
        decisive = any(difference.effect != "none" for difference in self.differences)
        return decisive is (self.verdict == "equivalent")

    def as_json(self) -> dict[str, Any]:
        """In the shape of a reply."""
        return {
            "reason": self.reason,
            "differences": [{"path": d.path, "kind": d.kind, "effect": d.effect} for d in self.differences],
            "verdict": self.verdict,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one pair after a run.

    Attributes:
        pair_key: Key of the pair.
        verdict: None when there was an error: an error is never a zero.
        reason: Why, at most 300 characters; "" when code decided, or with an error.
        differences: By path.
        flags: Keys of FLAGS.
        source: "exact": the calls are equal and nobody was asked. "judge": asked now. "cache": asked before.
        cached_at: When a verdict from the cache was given, epoch seconds; None otherwise.
        error: What went wrong, for people; None when there is a verdict.
        error_kind: The same as one word ("reply", or the kind of a transport error); None likewise.
        model: Model that the endpoint says has answered; None when unknown or nobody was asked.
    """

    pair_key: str
    verdict: VerdictName | None
    reason: MaskedText = NO_TEXT
    differences: tuple[JudgedDifference, ...] = ()
    flags: tuple[Flag, ...] = ()
    source: Literal["exact", "judge", "cache"] = "judge"
    cached_at: float | None = None
    error: str | None = None
    error_kind: str | None = None
    model: str | None = None

    @property
    def value(self) -> float | None:
        """1, 0.5 or 0; None when there is no verdict."""
        return None if self.verdict is None else VALUES[self.verdict]


def read_reply(text: str) -> Judgement:
    """The judgement in a reply: one JSON object, bare, in a code fence or inside other text.

    Raises:
        JudgeReplyError: There is none, or more than one, or it breaks the schema. The message never repeats the reply.
    """
    if len(text) > LONGEST_REPLY:
        raise JudgeReplyError(f"the reply is longer than {LONGEST_REPLY:,} characters")
    return read_judgement(_only_object(text.strip()))


def read_judgement(reply: object) -> Judgement:
    """A judgement from its JSON value.

    Raises:
        JudgeReplyError: It breaks the schema.
    """
    if not isinstance(reply, dict):
        raise JudgeReplyError(f"the reply must be an object, not {_kind(reply)}")
    if reply.get("index", 0) != 0 or isinstance(reply.get("index"), bool):
        raise JudgeReplyError("the reply speaks of another pair than the one that was asked about")
    verdict = _word(reply, "verdict", VERDICTS)
    reason = reply.get("reason")
    if not isinstance(reason, str) or not reason.strip() or _PLACEHOLDER.fullmatch(reason.strip()):
        raise JudgeReplyError(f"`reason` must be a sentence, not {_kind(reason)}")
    listed = reply.get("differences")
    if not isinstance(listed, list) or len(listed) > MOST_DIFFERENCES:
        raise JudgeReplyError(f"`differences` must be a list of at most {MOST_DIFFERENCES}, not {_kind(listed)}")
    masker = Masker()
    return Judgement(
        cast(VerdictName, verdict),
        masker.text(_shortened(reason.strip(), LONGEST_REASON)),
        tuple(_difference(item, masker) for item in listed),
    )


_PLACEHOLDER: Final = re.compile(r"<[^<>]*>|\.{3}|…")
"""A reason that is the example of a prompt, given back."""


def _difference(item: object, masker: Masker) -> JudgedDifference:
    if not isinstance(item, dict):
        raise JudgeReplyError(f"each difference must be an object, not {_kind(item)}")
    path = item.get("path")
    if not isinstance(path, str):
        raise JudgeReplyError(f"`path` of a difference must be a text, not {_kind(path)}")
    bare = _ARGUMENTS.sub("", path.strip())
    return JudgedDifference(
        masker.text(_shortened(bare, LONGEST_REASON)), _word(item, "kind", KINDS), _word(item, "effect", EFFECTS)
    )


_ARGUMENTS: Final = re.compile(r"^(?:(?:expected|actual)\.)?(?:args|arguments)\.(?=.)")


def _word(holder: Mapping[str, object], key: str, words: tuple[str, ...]) -> str:
    given = holder.get(key)
    word = given.strip().lower() if isinstance(given, str) else None
    if word not in words:
        raise JudgeReplyError(f"`{key}` must be one of {', '.join(words)}, not {_kind(given, 'another text')}")
    return word


def _only_object(text: str) -> object:
    """The JSON value of a reply; where the text is more than that, the one object in it that has a verdict."""
    try:
        return _load(text)
    except ValueError:
        pass
    except RecursionError as error:
        raise JudgeReplyError("the reply is nested too deeply") from error
    found = list(_objects(text))
    if len(found) != 1:
        what = "more than one" if found else "none that is complete and valid"
        raise JudgeReplyError(f"the reply must be one JSON object with a verdict; it holds {what}")
    return found[0]


def _objects(text: str) -> Iterator[dict[str, Any]]:
    start = text.find("{")
    tries = 0
    while start >= 0 and tries < _MOST_TRIES:
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, start)
        except ValueError:
            end = start + 1
        except RecursionError as error:
            raise JudgeReplyError("the reply is nested too deeply") from error
        else:
            if "verdict" in value:
                yield value
        start = text.find("{", end)


_MOST_TRIES: Final = 200


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is given twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
_load: Final = _DECODER.decode


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _kind(value: object, text: str = "a text") -> str:
    """What kind of value stands there; never the value."""
    if isinstance(value, str):
        return text if value.strip() else "an empty text"
    names = {bool: "a boolean", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "nothing")
