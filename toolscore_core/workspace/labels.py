"""Names and contents of trace files -> run labels: which model or version each trace belongs to."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from toolscore_core.calls import Trace

_ENDINGS = re.compile(
    r"(\.(json|jsonl|ndjson|txt|log|sse|traj|gz|zst|zip|otlp|yaml|yml|traces?|messages|chat|openai|anthropic))+$", re.I
)
_EDGES = " ._-"
UNNAMED = "run"


def file_stem(name: str) -> str:
    """File name without its folder and without endings that only say how it is written."""
    base = PurePosixPath(name.replace("\\", "/")).name
    return _ENDINGS.sub("", base) or base or UNNAMED


def run_labels(files: Sequence[tuple[str, Sequence[Trace]]], case_ids: Collection[str]) -> list[list[str]]:
    """The run of each trace of each file, guessed.

    A file that holds traces of several models has one run for each model. Any other file of several traces is one run,
    named by the file, or by its folder where another folder holds a file of that name. A file of one trace is one case
    of a run: the run is its folder, else what the file name says beside the case id, else the model, else the file name.

    Args:
        files: Name, with its folder where there is one, and traces of each file.
        case_ids: Ids of all gold cases; a file named after one of them holds one case of a run.
    """
    folders_of = {stem: set[str]() for stem in (file_stem(name) for name, _ in files)}
    for name, traces in files:
        if len(traces) > 1:
            folders_of[file_stem(name)].add(_folder(name))
    repeated = {stem for stem, folders in folders_of.items() if len(folders) > 1}
    return [_labels(name, traces, case_ids, repeated) for name, traces in files]


def _labels(name: str, traces: Sequence[Trace], case_ids: Collection[str], repeated: set[str]) -> list[str]:
    if len(Counter(trace.model for trace in traces if trace.model is not None)) > 1:
        return [trace.model or UNNAMED for trace in traces]
    return [_label(name, traces, case_ids, repeated)] * len(traces)


def _label(name: str, traces: Sequence[Trace], case_ids: Collection[str], repeated: set[str]) -> str:
    stem, folder = file_stem(name), _folder(name)
    if len(traces) != 1:
        return folder or stem if stem in repeated else stem
    if folder:
        return PurePosixPath(folder).name
    own = traces[0].case_id
    rest = _beside_case(stem, [own, *case_ids] if own else case_ids)
    if rest is None:
        return stem
    return rest or traces[0].model or UNNAMED


def _folder(name: str) -> str:
    folder = str(PurePosixPath(name.replace("\\", "/")).parent)
    return "" if folder == "." else folder


def _beside_case(text: str, case_ids: Collection[str]) -> str | None:
    """What is left of a file name beside a case id, "" for nothing; None when it names no case."""
    for case_id in sorted(case_ids, key=len, reverse=True):
        found = re.search(rf"(?<![^\W_]){re.escape(case_id)}(?![^\W_])", text) if case_id else None
        if found is not None:
            before, after = text[: found.start()].strip(_EDGES), text[found.end() :].strip(_EDGES)
            return " ".join(part for part in (before, after) if part)
    return None
