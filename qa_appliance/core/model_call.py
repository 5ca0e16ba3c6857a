"""What was asked of a model and what it answered, as an organization's owners can read it afterwards. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

FILE = "model.json"  # under the run's folder; in no archive, since it is not for everybody


class ModelCall(Struct, frozen=True, rename="camel"):
    """One call. `purpose` says what for; `error` why there is no answer. Secrets are masked before they come here."""

    purpose: str
    model: str
    messages: list[dict[str, str]]
    answer: str
    tokens_in: int
    tokens_out: int
    seconds: float
    error: str | None = None


def pack(calls: Sequence[ModelCall]) -> bytes:
    return msgspec.json.encode(calls)


def unpack(packed: bytes) -> list[ModelCall]:
    return msgspec.json.decode(packed, type=list[ModelCall])
