"""A document of an export -> the lists of spans and log records in it, whatever its levels are called.

OTLP JSON has `resourceSpans` and `scopeSpans`; Tempo and older versions use other names, and query interfaces wrap it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from toolscore_core.messages.spans.event_logs import is_log
from toolscore_core.messages.spans.span import Batch, has_identity, is_about_agents, is_attribute_map, is_span
from toolscore_core.messages.spans.tables import rows_of

_RESOURCES = ("resourceSpans", "resource_spans", "resourceLogs", "resource_logs", "batches")
_SCOPES = (
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "instrumentation_library_spans",
    "ilSpans",
    "scopeLogs",
    "scope_logs",
)
_LISTS = ("spans", "logRecords", "log_records")
_AROUND = ("spans", "data", "trace", "result")
"""Keys under which the answers of query interfaces keep spans or envelopes."""
_LOOKED_AT = 200


def is_envelope(record: dict[str, Any]) -> bool:
    """Whether a record is an export's envelope around spans."""
    if any(isinstance(record.get(key), list) for key in _RESOURCES[:-1]) or _is_resource(record):
        return True
    batches = record.get("batches")
    if isinstance(batches, list) and batches and isinstance(batches[0], dict):
        return any(isinstance(inner, list) for key, inner in batches[0].items() if key.lower().endswith("spans"))
    for key in _AROUND:
        inner = record.get(key)
        if isinstance(inner, dict) and is_envelope(inner):
            return True
        if isinstance(inner, list) and any(
            isinstance(item, dict) and _is_enveloped(item) for item in islice(inner, _LOOKED_AT)
        ):
            return True
    return False


def _is_enveloped(item: dict[str, Any]) -> bool:
    if is_span(item):
        return has_identity(item) or is_about_agents(item)
    return is_envelope(item)


def _is_resource(record: dict[str, Any]) -> bool:
    """Whether a record is the spans of one resource, as the exporters for Java print them a line each."""
    return any(isinstance(record.get(key), list) for key in _SCOPES)


def batches_in(value: Any, path: str = "$") -> Iterator[Batch]:
    """Every list of spans or log records in a document, and those that stand alone."""
    if isinstance(value, list):
        if any(_is_item(item) for item in value):
            yield Batch(value, path)
            return
        for index, item in enumerate(value):
            yield from batches_in(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        if (rows := rows_of(value)) and any(_is_item(row) for row in rows):
            yield Batch(rows, path, is_list=False)
            return
        found = False
        for key in _RESOURCES:
            if isinstance(resources := value.get(key), list):
                found = True
                for number, resource in enumerate(resources):
                    yield from _of_resource(resource, f"{path}.{key}[{number}]")
        if found:
            return
        if _is_resource(value):
            yield from _of_resource(value, path)
            return
        for key in _AROUND:
            if isinstance(value.get(key), (list, dict)):
                yield from batches_in(value[key], f"{path}.{key}")
                return
        if _is_item(value):
            yield Batch([value], path, is_list=False)


def _is_item(value: Any) -> bool:
    return is_span(value) or is_attribute_map(value) or is_log(value)


def _of_resource(resource: Any, path: str) -> Iterator[Batch]:
    if not isinstance(resource, dict):
        return
    for key in _SCOPES:
        scopes = resource.get(key)
        for position, scope in enumerate(scopes if isinstance(scopes, list) else ()):
            if isinstance(scope, dict):
                yield from _listed(scope, f"{path}.{key}[{position}]")
    yield from _listed(resource, path)


def _listed(record: dict[str, Any], path: str) -> Iterator[Batch]:
    for key in _LISTS:
        if isinstance(record.get(key), list):
            yield Batch(record[key], f"{path}.{key}")
