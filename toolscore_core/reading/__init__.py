"""Bytes -> text -> JSON documents with their places."""

from toolscore_core.reading.batches import BATCH, Batch, document_batches
from toolscore_core.reading.containers import Container, Member, containers_of, is_container
from toolscore_core.reading.decoding import collector_paused, decode_json, deeper_than, holds_huge_number
from toolscore_core.reading.documents import LIMITS, Document, Documents, Limits, ReadReport, joined
from toolscore_core.reading.layouts import documents_of
from toolscore_core.reading.lines import KeyedLines
from toolscore_core.reading.packing import is_packed
from toolscore_core.reading.sources import Source, name_of, text_bytes
from toolscore_core.reading.yaml_text import is_yaml_name, yaml_doubled, yaml_lines, yaml_value

__all__ = [
    "BATCH",
    "LIMITS",
    "Batch",
    "Container",
    "Document",
    "Documents",
    "KeyedLines",
    "Limits",
    "Member",
    "ReadReport",
    "Source",
    "collector_paused",
    "containers_of",
    "decode_json",
    "deeper_than",
    "document_batches",
    "holds_huge_number",
    "is_container",
    "is_packed",
    "is_yaml_name",
    "joined",
    "name_of",
    "read_documents",
    "yaml_doubled",
    "yaml_lines",
    "yaml_value",
]


def read_documents(
    source: Source, *, name: str | None = None, report: ReadReport, limits: Limits = LIMITS
) -> Documents:
    """All JSON documents of a source: JSON, JSONL, JSON documents in a row, or server-sent events; also packed.

    Args:
        source: A path, the bytes themselves, or a file open for reading.
        name: File name for messages; by default that of the path or file.
        report: Takes what was wrong and what was left out.
        limits: How much is read at most.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: Nothing can be read, or a bound is exceeded.
    """
    known_as = name_of(source, name)
    with collector_paused():
        return documents_of(text_bytes(source, known_as, report, limits), known_as, report, limits)
