"""Replies to the documented functions -> where they came from and what they took, beside the documented keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolscore_core.judge.client import Client, Reply
from toolscore_core.judge.providers.wire import sum_of


@dataclass(frozen=True, slots=True)
class Provenance:
    """By what a result was given; the key is not in it.

    Attributes:
        host: Where the requests went.
        key_source: Where the key comes from, in words, or the environment variable's name.
        models_returned: Models that answered, as the provider names them, sorted; empty without a request.
        temperature: What was sent; None says that it was not sent, or that nothing was.
        requests: Requests that were sent, those that were sent again included.
        input_tokens, output_tokens: Of all of them; None where the provider does not say.
        request_ids: The provider's names of them.
    """

    host: str
    key_source: str
    models_returned: list[str]
    temperature: float | None
    requests: int
    input_tokens: int | None
    output_tokens: int | None
    request_ids: list[str]


class JudgedDict(dict[str, Any]):
    """The documented dictionary, and where it came from.

    Attributes:
        provenance: Host, source of the key, model, temperature and usage; None when nobody could be asked.
    """

    provenance: Provenance | None

    def __init__(self, documented: dict[str, Any], provenance: Provenance | None) -> None:
        super().__init__(documented)
        self.provenance = provenance

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()}, {self.provenance!r})"


def provenance_of(replies: Sequence[Reply], client: Client) -> Provenance:
    """Where replies of a client came from."""
    return Provenance(
        host=client.host,
        key_source=client.key_source,
        models_returned=sorted({reply.model for reply in replies}),
        temperature=replies[-1].temperature_sent if replies else None,
        requests=sum(reply.attempts for reply in replies),
        input_tokens=sum_of([reply.input_tokens for reply in replies]),
        output_tokens=sum_of([reply.output_tokens for reply in replies]),
        request_ids=[reply.request_id for reply in replies if reply.request_id is not None],
    )


def together(parts: Sequence[Provenance]) -> Provenance | None:
    """That of several results of one client; None without any."""
    if not parts:
        return None
    sent = [part for part in parts if part.requests]
    return Provenance(
        host=parts[0].host,
        key_source=parts[0].key_source,
        models_returned=sorted({model for part in parts for model in part.models_returned}),
        temperature=sent[-1].temperature if sent else None,
        requests=sum(part.requests for part in parts),
        input_tokens=sum_of([part.input_tokens for part in parts]),
        output_tokens=sum_of([part.output_tokens for part in parts]),
        request_ids=[name for part in parts for name in part.request_ids],
    )
