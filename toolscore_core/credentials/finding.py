"""Calls -> the credentials in their arguments, results and errors, with the place of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from toolscore_core.calls import ToolCall
from toolscore_core.credentials.kinds import RANK
from toolscore_core.credentials.scanning import SHORTEST, preview, redact_text, scan_text

Source = Literal["args", "result", "error"]


@dataclass(frozen=True, slots=True)
class CallFinding:
    """One credential in a call.

    Attributes:
        index: 0-based position of the call.
        tool: Name of its tool.
        path: Place inside the arguments, the result or the error (`headers.Authorization`, `files[0].content`);
            "" for a result or an error that is one text. Keys in it are redacted.
        kind: Kind of credential.
        preview: What may be shown of it.
        source: Whether it stands in the arguments, the result or the error text.
        start, end: Its place in the text at the path.
        ordinal: 1-based number of the credential among the different ones found.
        in_key: True when it stands in the last key of the path, not in the value there.
    """

    index: int
    tool: str
    path: str
    kind: str
    preview: str
    source: Source
    start: int
    end: int
    ordinal: int
    in_key: bool = False


_BATCH: Final = 65_536
"""Characters that are searched at once: many short texts together cost little more than one."""


def find_in_calls(calls: Sequence[ToolCall], ordinal_of: Callable[[str], int] | None = None) -> list[CallFinding]:
    """The credentials in recorded calls, in the order of calls, then args, result, error, then depth first.

    Texts in dicts, lists and tuples at any depth are read, and the keys of dicts. Within one text the order is that
    of the table of kinds, then by place. The same credential twice is two findings with one ordinal.

    Args:
        calls: Recorded calls.
        ordinal_of: Gives each credential its number, as `Masker.ordinal` does for a whole workspace; None numbers the
            credentials of these calls.
    """
    ordinals: dict[str, int] = {}
    number = ordinal_of or (lambda credential: ordinals.setdefault(credential, len(ordinals) + 1))
    return [
        finding for index in _calls_with_credentials(calls) for finding in _find_in_call(index, calls[index], number)
    ]


def _calls_with_credentials(calls: Sequence[ToolCall]) -> Iterator[int]:
    """Indexes of the calls that hold any credential, rising."""
    batch: list[tuple[int, str]] = []
    size = 0
    for index, call in enumerate(calls):
        texts = _long_texts([call.args, call.result, call.metadata.get("error")])
        if texts:
            text = _BETWEEN.join(texts)
            batch.append((index, text))
            size += len(text)
        if size >= _BATCH:
            yield from _search(batch)
            batch, size = [], 0
    yield from _search(batch)


_BETWEEN: Final = "\n\0\n"
"""Stands between texts that are searched at once: no credential reaches over it."""


def _search(batch: list[tuple[int, str]]) -> list[int]:
    if not scan_text(_BETWEEN.join(text for _, text in batch)):
        return []
    return [index for index, text in batch if len(batch) == 1 or scan_text(text)]


def _find_in_call(index: int, call: ToolCall, number: Callable[[str], int]) -> Iterator[CallFinding]:
    sources: tuple[tuple[Source, Any], ...] = (
        ("args", call.args),
        ("result", call.result),
        ("error", call.metadata.get("error")),
    )
    for source, value in sources:
        for path, text, in_key in _texts(value):
            for match in sorted(scan_text(text), key=lambda match: (RANK[match.kind], match.start)):
                credential = text[match.start : match.end]
                yield CallFinding(
                    index=index,
                    tool=call.tool,
                    path=path,
                    kind=match.kind,
                    preview=preview(match.kind, credential),
                    source=source,
                    start=match.start,
                    end=match.end,
                    ordinal=number(credential),
                    in_key=in_key,
                )


def _long_texts(pending: list[Any]) -> list[str]:
    """Texts and keys inside the values, in no order, that are long enough to hold a credential; empties its argument."""
    texts: list[str] = []
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            if len(value) >= SHORTEST:
                texts.append(value)
        elif isinstance(value, dict):
            pending += value
            pending += value.values()
        elif isinstance(value, (list, tuple)):
            pending += value
    return texts


def _texts(root: Any) -> Iterator[tuple[str, str, bool]]:
    """Path, text and whether it is a key, of every text inside the value, depth first."""
    pending: list[tuple[str, Any, str | None]] = [("", root, None)]
    while pending:
        path, value, key = pending.pop()
        if key is not None:
            yield path, key, True
        if isinstance(value, str):
            yield path, value, False
        elif isinstance(value, dict):
            below = [
                (_key_path(path, redact_text(str(k))), v, k if isinstance(k, str) else None) for k, v in value.items()
            ]
            pending += reversed(below)
        elif isinstance(value, (list, tuple)):
            items = [(f"{path}[{position}]", item, None) for position, item in enumerate(value)]
            pending += reversed(items)


def _key_path(parent: str, key: str) -> str:
    """The documented paths do not escape keys; only an empty first key is written out."""
    if parent:
        return f"{parent}.{key}"
    return key or "['']"
