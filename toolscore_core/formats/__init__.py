"""A trace file -> its traces: which format it is, and what that format's reader makes of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.credentials.scanning import redact_text
from toolscore_core.errors import InputError, Location, UnknownFormatError
from toolscore_core.formats import (
    adk,
    agent_events,
    agent_sessions,
    agent_steps,
    anthropic,
    api_bank,
    atif,
    bfcl,
    call_rows,
    claude_sessions,
    codex,
    evaluated_cases,
    event_streams,
    gemini,
    inspect_ai,
    langchain,
    mcp,
    observations,
    openai_chat,
    openai_responses,
    openhands,
    otel,
    sharegpt,
    simple,
    swe_agent,
    tau,
    typed_parts,
)
from toolscore_core.loading.parts import parts_of, together
from toolscore_core.loading.recognition import ranked_claims
from toolscore_core.loading.streaming import stream
from toolscore_core.loading.tracefile import TraceFile as TraceFile
from toolscore_core.loading.tracefile import combined
from toolscore_core.mapping import KEY as MAPPED
from toolscore_core.mapping import FieldMapping, read_mapped
from toolscore_core.reading import (
    LIMITS,
    Container,
    Documents,
    Limits,
    ReadReport,
    Source,
    collector_paused,
    containers_of,
    read_documents,
)

FORMATS: Final[tuple[Format, ...]] = (
    observations.FORMAT,
    evaluated_cases.FORMAT,
    agent_sessions.FORMAT,
    agent_events.FORMAT,
    codex.FORMAT,
    claude_sessions.FORMAT,
    openai_chat.FORMAT,
    event_streams.FORMAT,
    openai_responses.FORMAT,
    anthropic.FORMAT,
    gemini.FORMAT,
    adk.FORMAT,
    langchain.FORMAT,
    mcp.FORMAT,
    otel.FORMAT,
    inspect_ai.FORMAT,
    openhands.FORMAT,
    typed_parts.FORMAT,
    agent_steps.FORMAT,
    tau.FORMAT,
    atif.FORMAT,
    bfcl.FORMAT,
    api_bank.FORMAT,
    call_rows.FORMAT,
    sharegpt.FORMAT,
    swe_agent.FORMAT,
    simple.FORMAT,
)
"""Every trace format that can be read. Of equally strong claims the earlier format wins."""

Claims = Sequence[tuple[Format, Claim]]
"""The formats that claim a file, the strongest first."""


def read_traces(
    source: Source,
    format: str = "auto",
    name: str | None = None,
    *,
    mapping: FieldMapping | None = None,
    limits: Limits = LIMITS,
) -> TraceFile:
    """Read a trace file of any supported format.

    Args:
        source: A path, the bytes themselves, or a file open for reading.
        format: Key of a format, or "auto" to recognise it by what stands anywhere in the file.
        name: File name for messages; by default that of the path or file.
        mapping: Where the calls stand in a file of no known format; then `format` does not matter.
        limits: How much is read at most.

    Returns:
        All its traces, with every problem and every record left out.

    Raises:
        FileNotFoundError: There is no such file.
        InputError: The format's key is unknown (naming the known ones), nothing can be decoded, no format claims the file
            (UnknownFormatError), or the file breaks its format as a whole (FormatError).
    """
    _check_key(format)
    containers = containers_of(source, name=name, limits=limits)
    if containers is not None:
        return _read_all(containers, format, mapping, limits)
    report = ReadReport()
    documents = read_documents(source, name=name, report=report, limits=limits)
    return traces_from_documents(documents, report, format, mapping=mapping, limits=limits)


def traces_from_documents(
    documents: Documents,
    report: ReadReport,
    format: str = "auto",
    *,
    mapping: FieldMapping | None = None,
    claims: Claims | None = None,
    limits: Limits = LIMITS,
) -> TraceFile:
    """As `read_traces`, for a file that is decoded already.

    Args:
        documents: What was decoded.
        report: What was wrong in decoding it; takes what is wrong in reading it.
        format: As in `read_traces`.
        mapping: As in `read_traces`.
        limits: As in `read_traces`.
        claims: As `claims_of` gives them; None to ask for them here.
    """
    chosen = _chosen(format, mapping)
    if chosen is None and claims is None:
        claims = claims_of(documents)
    return _read(documents, report, chosen, claims or (), limits)


def _read(
    documents: Documents,
    report: ReadReport,
    chosen: Format | None,
    claims: Claims,
    limits: Limits,
    calls_before: int = 0,
) -> TraceFile:
    """Read documents as the chosen format, or as that of the first claim."""
    file = TraceFile(documents.source)
    if chosen is None:
        (chosen, claim), *others = claims
        file.why, file.candidates = claim.evidence, [(known.key, other.evidence) for known, other in others]
    file.format, file.title = chosen.key, chosen.title
    count = calls_before
    with collector_paused():
        for trace in chosen.read(documents, report):
            count += len(trace.calls)
            if count > limits.calls:
                report.problem(f"more than {limits.calls} calls; the rest was not read", trace.source)
                break
            file.traces.append(trace)
    file.problems, file.skipped = report.problems, report.skipped
    return file


def _read_all(containers: Sequence[Container], format: str, mapping: FieldMapping | None, limits: Limits) -> TraceFile:
    """All files of an archive or folder."""
    whole = combined(
        containers[0].name,
        list(_parts_read(containers, format, mapping, limits)),
        [container.report for container in containers],
    )
    if any(part.format for part in whole.parts):
        return whole
    if not whole.problems:
        raise UnknownFormatError("no file in it holds JSON", Location(whole.name))
    first = whole.problems[0]
    if len(whole.problems) == 1:
        raise UnknownFormatError(first.message, first.location)
    raise UnknownFormatError(
        f"no file in it can be read: {len(whole.problems)} problems, the first at {first.location}: {first.message}",
        Location(whole.name),
    )


def _parts_read(
    containers: Sequence[Container], format: str, mapping: FieldMapping | None, limits: Limits
) -> Iterator[TraceFile]:
    """What each part of an archive or folder holds; one that cannot be read has no format and the reason as its problem."""
    count = 0
    for container in containers:
        for documents, report, chosen, claims in _to_read(container, _chosen(format, mapping)):
            try:
                if chosen is None and not claims:
                    raise UnknownFormatError("no known trace format", Location(documents.source))
                part = _read(documents, report, chosen, claims, limits, count)
            except InputError as error:
                report.problem(error.message, error.location or Location(documents.source))
                part = TraceFile(documents.source, problems=report.problems, skipped=report.skipped)
            count += part.calls
            yield part


def _to_read(
    container: Container, chosen: Format | None
) -> Iterator[tuple[Documents, ReadReport, Format | None, Claims]]:
    if chosen is None:
        for part in parts_of(container, FORMATS):
            yield part.documents, part.report, None, part.claims
    elif chosen.joins and len(container.members) > 1:
        part = together(container, container.members, chosen)
        yield part.documents, part.report, chosen, ()
    else:
        for member in container.members:
            yield member.documents, member.report, chosen, ()


def iter_traces(source: Source, format: str = "auto", name: str | None = None) -> Iterator[Trace]:
    """The traces of a file, one after the other; arguments and errors as in `read_traces`.

    Of a JSONL file that holds a trace a line, or whose lines name their trace, only the largest trace and a few megabytes
    are in memory at any time; its format is recognised by its first megabytes, and the traces come in the order of their
    first lines. An archive or folder is decoded as a whole. Problems are not given back: `read_traces` does.
    """
    _check_key(format)
    containers = containers_of(source, name=name, limits=LIMITS)
    if containers is not None:
        yield from _read_all(containers, format, None, LIMITS).traces
        return
    chosen = _chosen(format, None)
    yield from stream(source, name, lambda documents: chosen or recognise(documents)[0], LIMITS)


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

    Raises:
        UnknownFormatError: No format claims the documents.
    """
    (best, claim), *others = claims_of(documents)
    return best, claim.evidence, [(known.key, other.evidence) for known, other in others]


def claims_of(documents: Documents) -> Claims:
    """The formats that claim the documents; at least one. Errors as in `recognise`."""
    claims = ranked_claims(documents, FORMATS)
    if not claims:
        raise UnknownFormatError(_nobody_claims(documents), Location(documents.source))
    return claims


def _check_key(key: str) -> None:
    if key not in ("auto", *(known.key for known in FORMATS)):
        raise InputError(f"unknown format; known are auto, {', '.join(known.key for known in FORMATS)}")


def _chosen(key: str, mapping: FieldMapping | None) -> Format | None:
    """The format that the caller named; None for "auto"."""
    if mapping is not None:
        return _mapped(mapping)
    _check_key(key)
    return next((known for known in FORMATS if known.key == key), None)


def _mapped(mapping: FieldMapping) -> Format:
    """A file read by a mapping, in the form of a format."""
    return Format(
        key=MAPPED,
        title="Field mapping",
        signature="what the mapping says",
        specification="",
        version="",
        gives=(),
        claim=lambda _: None,
        read=lambda documents, report: read_mapped(documents, mapping, report),
    )


_SHOWN_KEYS: Final = 6


def _first_keys(value: dict[str, Any]) -> tuple[str, ...]:
    return tuple(islice(value, _SHOWN_KEYS + 1))


def _nobody_claims(documents: Documents) -> str:
    known = ", ".join(known.title for known in FORMATS)
    return f"no known trace format, but a field mapping may read it. Seen: {_seen(documents)}. Known: {known}"


def _seen(documents: Documents) -> str:
    kinds = Counter(_kind(value) for value in documents.values)
    return ", ".join(f"{count} x {kind}" if count > 1 else kind for kind, count in kinds.most_common(3))


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object with {_keys(_first_keys(value))}" if value else "an empty object"
    if isinstance(value, list):
        inner = Counter(
            f"an object with {_keys(_first_keys(item))}" if isinstance(item, dict) else type(item).__name__
            for item in value
        )
        return f"a list of {len(value)}, mostly {inner.most_common(1)[0][0]}" if value else "an empty list"
    return {"str": "a text", "NoneType": "null", "bool": "a boolean"}.get(type(value).__name__, "a number")


@lru_cache(maxsize=100)
def _keys(names: tuple[str, ...]) -> str:
    """The first keys of an object, in words; cached, since a file may hold as many alike as lines."""
    shown = [redact_text(name)[:30] if name.isprintable() else "?" for name in names[:_SHOWN_KEYS]]
    return "the keys " + ", ".join(shown) + (" ..." if len(names) > _SHOWN_KEYS else "")
