"""A record whose long texts stand apart as attachments -> the same record with the texts in place."""

import re
from collections.abc import Mapping
from typing import Any

_REFERENCE = re.compile(r"attachment://([0-9a-fA-F]{8,64})")


def attached(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record with its references `attachment://<hash>` replaced by the texts under its key `attachments`.

    A reference that leads nowhere stays as it is. Attachments inside attachments are not looked for.
    """
    texts = record.get("attachments")
    if not isinstance(texts, dict) or not texts:
        return record
    return {key: value if key == "attachments" else _resolved(value, texts) for key, value in record.items()}


def _resolved(value: Any, texts: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        if "attachment://" not in value:
            return value
        return _REFERENCE.sub(lambda found: _text(texts, found), value)
    if isinstance(value, dict):
        return {key: _resolved(item, texts) for key, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, texts) for item in value]
    return value


def _text(texts: Mapping[str, Any], found: re.Match[str]) -> str:
    text = texts.get(found[1])
    return text if isinstance(text, str) else found[0]
