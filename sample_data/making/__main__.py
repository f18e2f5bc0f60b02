"""Writes the files of `support-agent/`."""

from pathlib import Path

from sample_data.making import files

FOLDER = Path(__file__).parents[1] / "support-agent"

FOLDER.mkdir(exist_ok=True)
for name, data in files().items():
    (FOLDER / name).write_bytes(data)
