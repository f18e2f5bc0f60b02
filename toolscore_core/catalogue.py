"""The records by which a trace format, a gold format and a metric say what they are.

Each folder's `__init__.py` lists its records in one tuple (FORMATS, GOLD_FORMATS, METRICS); detection, command line,
README tables, cards, frames and exports read the tuples.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.pairing import Pairing
from toolscore_core.reading import Documents, ReadReport


@dataclass(frozen=True, slots=True)
class Claim:
    """A format's answer to "is this yours?".

    Attributes:
        strength: 3 an envelope that only this format has; 2 calls or results in this format's own shape;
            1 records in which such calls could stand. The strongest claim wins.
        records: How many records show it; decides between equal strengths.
        evidence: What was seen, in words, e.g. "4 messages with `tool_calls[].function`".
    """

    strength: Literal[1, 2, 3]
    records: int
    evidence: str


@dataclass(frozen=True, slots=True)
class Format:
    """How one family of trace files is recognised and read.

    Attributes:
        key: Name for `format=` and `--format`.
        title: Name for people.
        signature: What is looked for, in words, for the error of a file nobody claims.
        specification: Link to the description of the format; "" when there is none.
        version: Version of the specification the reader follows; "" when it has none.
        gives: What a trace can hold: of "results", "errors", "timing", "tokens", "cost", "conversation", "model".
        claim: Looks at all documents of a file; None when the format is not theirs.
        read: Documents -> traces. Bad records go to the report, never out as exceptions, except a
            FormatError when the whole file breaks the format.
        trace_key: Given the value of one JSONL document, which trace it belongs to (a session id, a trace id); None for
            a document that does not say. Lets `iter_traces` read a long file trace by trace; without it, a file whose
            lines are no traces is read at once.
        joins: Whether several files of one folder or archive may be parts of the same traces (a session and its
            sub-agents, the samples of one log): then their documents are read together.
        joins_by: Given the value of a document of such a file, what else the file belongs with, in whatever folders they
            stand (the id of a session whose parts are files); None where only the folder tells.
    """

    key: str
    title: str
    signature: str
    specification: str
    version: str
    gives: tuple[str, ...]
    claim: Callable[[Documents], Claim | None]
    read: Callable[[Documents, ReadReport], Iterator[Trace]]
    trace_key: Callable[[Any], Hashable | None] | None = None
    joins: bool = False
    joins_by: Callable[[Any], Hashable | None] | None = None


@dataclass(frozen=True, slots=True)
class GoldFormat:
    """How one family of gold files is recognised and read; attributes as in `Format`."""

    key: str
    title: str
    signature: str
    claim: Callable[[Documents], Claim | None]
    read: Callable[[Documents, ReadReport], Iterator[Case]]


Unit = Literal["ratio", "count", "s", "USD", "text"]


@dataclass(frozen=True, slots=True)
class Column:
    """One number of a metric.

    Attributes:
        path: Where it stands in the metric's value, e.g. "f1"; "" when the value itself is the number.
        title: Name for people, sentence case.
        unit: ratio (0..1), count, s or USD.
        better: Which way is better; None when neither.
    """

    path: str
    title: str
    unit: Unit
    better: Literal["higher", "lower"] | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a metric may look at.

    Attributes:
        case: The gold case; None when there is no gold.
        trace: The recorded trace.
        gold_calls: Expected calls as prepared for scoring (aliases applied, ignored arguments pruned); [] without gold.
        trace_calls: Recorded calls, prepared likewise, without provider-executed calls of tools that the gold never names.
        pairing: Who is compared with whom; its positions are those of gold_calls and trace_calls. None without gold.
        rules: Forbidden-call rules; None when none were given.
        strict: Whether arguments are compared strictly.
        validators: Side-effect checks by name; {} when they are off.
    """

    case: Case | None
    trace: Trace
    gold_calls: Sequence[ToolCall]
    trace_calls: Sequence[ToolCall]
    pairing: Pairing | None
    rules: Sequence[dict[str, Any]] | None
    strict: bool
    validators: dict[str, Callable[[ToolCall, Any], Any]] | None


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric family.

    Attributes:
        key: Name in `Evaluation.metrics`.
        title: Name for people.
        family: "Selection", "Arguments", "Order", "Efficiency", "Completion", "Safety", "Side effects", "Latency" or "Cost".
        description: One sentence: what it says.
        columns: Its numbers.
        applies: Why it does not apply to this case and trace, in words; None when it applies. Asked before any result is shown.
        compute: The documented value.
    """

    key: str
    title: str
    family: str
    description: str
    columns: tuple[Column, ...]
    applies: Callable[[Comparison], str | None]
    compute: Callable[[Comparison], Any]
