"""Files of no known format: which records and fields hold the calls, proposed, corrected by a person, and read."""

from toolscore_core.mapping.proposing import propose_mappings
from toolscore_core.mapping.reading import KEY, read_mapped
from toolscore_core.mapping.records import (
    MARK,
    PATHS,
    REST,
    FieldMapping,
    is_mapping,
    mapping_from_json,
    mapping_of,
    mapping_to_json,
)
from toolscore_core.mapping.surveying import FieldPath, RecordPath, field_paths, record_paths

__all__ = [
    "KEY",
    "MARK",
    "PATHS",
    "REST",
    "FieldMapping",
    "FieldPath",
    "RecordPath",
    "field_paths",
    "is_mapping",
    "mapping_from_json",
    "mapping_of",
    "mapping_to_json",
    "propose_mappings",
    "read_mapped",
    "record_paths",
]
