"""A trace file -> its traces: which format it is, and what that format's reader makes of it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.credentials.scanning import redact_text
from toolscore_core.errors import InputError, Location, Problem, Skipped, UnknownFormatError
from toolscore_core.formats import anthropic, gemini, langchain, mcp, openai_chat, openai_responses, otel, simple
from toolscore_core.reading import (
    LIMITS,
    Documents,
    Limits,
    ReadReport,
    Source,
    collector_paused,
    document_batches,
    name_of,
    read_documents,
)

FORMATS: Final[tuple[Format, ...]] = (
    openai_chat.FORMAT,
    openai_responses.FORMAT,
    anthropic.FORMAT,
    gemini.FORMAT,
    langchain.FORMAT,
    mcp.FORMAT,
    otel.FORMAT,
    simple.FORMAT,
)
"""Every trace format that can be read. Of equally strong claims the earlier format wins."""


_LOOKED_AT = 100
"""A file of so many documents is looked at as a whole."""

_OF_A_SHAPE = 20
"""How many documents with the same keys, type and role are looked at in a longer one."""


@dataclass(slots=True)
class TraceFile:
    """What one trace file holds.

    Attributes:
        name: File name for messages.
        traces: Its conversations, in order.
        format: Key of the format it was read as.
        title: That format's name for people.
        why: What showed the format, in words; "" when the caller named it.
        candidates: The other formats that claimed the file, as (key, what was seen).
        problems: What was wrong in the file.
        skipped: What was read and left out.
    """

    name: str
    traces: list[Trace] = field(default_factory=list)
    format: str = ""
    title: str = ""
    why: str = ""
    candidates: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def read_traces(source: Source, format: str = "auto", name: str | None = None, *, limits: Limits = LIMITS) -> TraceFile:
    """Read a trace file of any supported format.

    Args:
        source: A path, the bytes themselves, or a file open for reading.
        format: Key of a format, or "auto" to recognise it by what stands anywhere in the file.
        name: File name for messages; by default that of the path or file.
        limits: How much is read at most.

    Returns:
        All its traces, with every problem and every record left out.

    Raises:
        FileNotFoundError: There is no such file.
        InputError: The format's key is unknown (naming the known ones), nothing can be decoded, no format claims the file
            (UnknownFormatError), or the file breaks its format as a whole (FormatError).
    """
    chosen = _format_of(format)
    report = ReadReport()
    with collector_paused():
        documents = read_documents(source, name=name, report=report, limits=limits)
        file = TraceFile(documents.source)
        if chosen is None:
            chosen, file.why, file.candidates = recognise(documents)
        file.format, file.title = chosen.key, chosen.title
        count = 0
        for trace in chosen.read(documents, report):
            count += len(trace.calls)
            if count > limits.calls:
                report.problem(f"more than {limits.calls} calls; the rest was not read", trace.source)
                break
            file.traces.append(trace)
    file.problems, file.skipped = report.problems, report.skipped
    return file


def iter_traces(source: Source, format: str = "auto", name: str | None = None) -> Iterator[Trace]:
    """The traces of a file, one after the other; arguments and errors as in `read_traces`.

    Of a JSONL file that holds one trace a line only a few megabytes are in memory at any time, and its format is
    recognised by its first ones. Problems are not given back: `read_traces` does.
    """
    chosen = _format_of(format)
    report = ReadReport()
    batches = document_batches(source, name_of(source, name), report, LIMITS)
    first = next(batches)
    if chosen is None:
        chosen, _, _ = recognise(first)
    with collector_paused():
        traces = list(chosen.read(first, report))
    following = next(batches, None)
    if following is not None and len(traces) != len(first.items):
        # Conversations go over several lines here, so a batch may end in the middle of one.
        items = [*first.items, *following.items, *(item for batch in batches for item in batch.items)]
        traces, following = list(chosen.read(Documents(first.source, "jsonl", items), report)), None
    yield from traces
    while following is not None:
        with collector_paused():
            traces = list(chosen.read(following, report))
        yield from traces
        following = next(batches, None)


def load_trace(path: Source, format: str = "auto") -> list[ToolCall]:
    """The calls of a file that holds one trace.

    Raises:
        InputError: As in `read_traces`; or the file holds more than one trace, naming how many.
    """
    file = read_traces(path, format)
    if len(file.traces) > 1:
        raise InputError(f"{len(file.traces)} traces where one was expected", Location(file.name))
    return file.traces[0].calls if file.traces else []


def recognise(documents: Documents) -> tuple[Format, str, list[tuple[str, str]]]:
    """The format with the strongest claim, what showed it, and the other claims as (key, what was seen).

    Of many documents with the same keys only some are looked at, unless those show nothing.

    Raises:
        UnknownFormatError: No format claims the documents.
    """
    claims = _claims(_of_each_shape(documents))
    if not claims:
        claims = _claims(documents)
    if not claims:
        raise UnknownFormatError(_nobody_claims(documents), Location(documents.source))
    claims.sort(key=lambda entry: (-entry[1].strength, -entry[1].records))
    (best, claim), *others = claims
    return best, claim.evidence, [(known.key, other.evidence) for known, other in others]


def _claims(documents: Documents) -> list[tuple[Format, Claim]]:
    asked = ((known, known.claim(documents)) for known in FORMATS)
    return [(known, claim) for known, claim in asked if claim is not None]


def _of_each_shape(documents: Documents) -> Documents:
    if len(documents.items) <= _LOOKED_AT:
        return documents
    seen: Counter[Any] = Counter()
    chosen = []
    for item in documents.items:
        value = item.value
        shape = (*value, str(value.get("type")), str(value.get("role"))) if isinstance(value, dict) else type(value)
        seen[shape] += 1
        if seen[shape] <= _OF_A_SHAPE:
            chosen.append(item)
    return Documents(documents.source, documents.layout, chosen)


def _format_of(key: str) -> Format | None:
    if key == "auto":
        return None
    for known in FORMATS:
        if known.key == key:
            return known
    raise InputError(f"unknown format; known are auto, {', '.join(known.key for known in FORMATS)}")


def _nobody_claims(documents: Documents) -> str:
    looked_for = "; ".join(f"{known.title}: {known.signature}" for known in FORMATS)
    return f"no known trace format. Seen: {_seen(documents)}. Looked for: {looked_for}"


def _seen(documents: Documents) -> str:
    kinds = Counter(_kind(value) for value in documents.values)
    return ", ".join(f"{count} x {kind}" if count > 1 else kind for kind, count in kinds.most_common(3))


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with {_keys(value)}" if value else "an empty object"
    if isinstance(value, list):
        inner = Counter(
            f"an object with {_keys(item)}" if isinstance(item, dict) else type(item).__name__ for item in value
        )
        return f"a list of {len(value)}, mostly {inner.most_common(1)[0][0]}" if value else "an empty list"
    return {"str": "a text", "NoneType": "null", "bool": "a boolean"}.get(type(value).__name__, "a number")


def _keys(value: dict[str, Any]) -> str:
    shown = [redact_text(key)[:30] if key.isprintable() else "?" for key in list(value)[:6]]
    return "the keys " + ", ".join(shown) + (" ..." if len(value) > 6 else "")
