"""The files of an archive or folder -> what is read together: each by itself, or all that make up the same traces."""

import posixpath
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass

from toolscore_core.catalogue import Claim, Format
from toolscore_core.loading.recognition import ranked_claims, sample
from toolscore_core.reading import Container, Documents, Member, ReadReport, joined

_SURE = 3
"""Strength of a claim that only one format can make."""


@dataclass(slots=True)
class Part:
    """Documents that are read together.

    Attributes:
        documents: Of one file, or of several with the file of each as its place; their source is the part's name.
        report: What was wrong or left out when they were decoded.
        claims: The formats that claim them, the strongest first; [] when none does.
        members: Names of the files.
    """

    documents: Documents
    report: ReadReport
    claims: list[tuple[Format, Claim]]
    members: tuple[str, ...]


def nothing_apart(_: Documents) -> bool:
    """No file is known to be something else than a trace."""
    return False


def parts_of(
    container: Container, formats: Sequence[Format], *, apart: Callable[[Documents], bool] = nothing_apart
) -> list[Part]:
    """The files of an archive or folder, without those of archives inside it, as they are to be read.

    Files are read together when one format with `joins` recognises them and they stand beside or below each other: logs
    in folders of their own stay apart. The format of which the files together are surely a log takes also those beside or
    below its own that nobody claims (they describe the others), or in which it sees records beside the rest of the log.

    Args:
        container: The files; what is read of a part is taken out of its member.
        formats: All trace formats.
        apart: Whether a file that no trace format claims is known to be something else, such as gold.
    """
    members = container.members
    claims = [ranked_claims(member.documents, formats) for member in members]
    owners = [found[0][0] if found and found[0][0].joins else None for found in claims]
    roots = _roots(members, owners)
    log = _log(members, formats) if len(members) > 1 else None
    if log is not None:
        core = [member for member, owner in zip(members, owners, strict=True) if owner is log]
        for index, member in enumerate(members):
            if owners[index] is None and not (not claims[index] and apart(member.documents)):
                beside = [known for known in core if _root(member, roots[log.key]) == _root(known, roots[log.key])]
                owners[index] = (
                    log if not core or (beside and _belongs(log, beside[0], member, claims[index])) else None
                )
    groups: dict[Hashable, list[int]] = {}
    for index, owner in enumerate(owners):
        key = index if owner is None else (owner.key, _whole(members[index], owner, roots.get(owner.key, ())))
        groups.setdefault(key, []).append(index)
    found = []
    for group in groups.values():
        member, owner = members[group[0]], owners[group[0]]
        if len(group) == 1:
            found.append(Part(member.documents, member.report, claims[group[0]], (member.name,)))
        elif owner is not None:
            found.append(together(container, [members[index] for index in group], owner))
    return found


def _log(members: Sequence[Member], formats: Sequence[Format]) -> Format | None:
    """The format of which all files together are surely a log; None when there is none."""
    together = sample(joined([member.documents for member in members], ""))
    asked = ((known, known.claim(together)) for known in formats if known.joins)
    sure = [(known, claim) for known, claim in asked if claim is not None and claim.strength == _SURE]
    return max(sure, key=lambda entry: entry[1].records)[0] if sure else None


def _roots(members: Sequence[Member], owners: Sequence[Format | None]) -> dict[str, set[str]]:
    """Format -> the folders in which its files stand."""
    roots: dict[str, set[str]] = {}
    for member, owner in zip(members, owners, strict=True):
        if owner is not None:
            roots.setdefault(owner.key, set()).add(_folder(member.name))
    return roots


def _whole(member: Member, owner: Format, folders: Collection[str]) -> Hashable:
    """What makes files parts of one log: an id that they name, otherwise the topmost folder of that log."""
    items = member.documents.items
    named = owner.joins_by(items[0].value) if owner.joins_by is not None and items else None
    return _root(member, folders) if named is None else (named,)


def _root(member: Member, folders: Collection[str]) -> str | None:
    """The topmost of the folders that a file stands in or below; None when it stands in none of them."""
    own = f"{_folder(member.name)}/"
    return min((folder for folder in folders if own.startswith(f"{folder}/")), key=len, default=None)


def _belongs(log: Format, core: Member, member: Member, claims: Sequence[tuple[Format, Claim]]) -> bool:
    """Whether a file that is no log by itself is part of one.

    Args:
        log: The format of which all files together are a log.
        core: A file of that log which the format claims by itself.
        member: The file, beside or below those of the log.
        claims: The formats that claim it.
    """
    if not claims:
        return True
    if claims[0][1].strength == _SURE:
        return False
    rest = sample(core.documents)
    alone = log.claim(rest)
    both = log.claim(joined([rest, sample(member.documents)], ""))
    return both is not None and both.records > (alone.records if alone is not None else 0)


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def together(container: Container, members: Sequence[Member], owner: Format) -> Part:
    """Several files of a container as one part, named by the folder they have in common, read by one format."""
    name = members[0].name
    if len(members) > 1:
        name = posixpath.commonpath([_folder(member.name) for member in members]) or container.name
    report = ReadReport()
    for member in members:
        report.take_over(member.report)
    documents = joined([member.documents for member in members], name)
    claim = owner.claim(sample(documents)) or Claim(1, len(members), owner.signature)
    return Part(documents, report, [(owner, claim)], tuple(member.name for member in members))
