"""An organization's own phrases, as data: a pattern with blanks and the sentences it stands for. Reads nothing."""

from __future__ import annotations

from msgspec import Struct


class OwnPhrase(Struct, frozen=True, rename="camel"):
    """`pattern` as "sign in as {who}"; the sentences may hold its blanks, and other phrases."""

    id: str
    pattern: str
    sentences: tuple[str, ...]
