"""One piece of other people's work that ships inside the executable. Knows nothing of where it is found."""

from __future__ import annotations

from msgspec import Struct


class Component(Struct, frozen=True):
    """`texts` are its licence files, `sha512` of the archive it came in, in hex."""

    name: str
    version: str
    licence: str
    purl: str
    texts: list[str]
    sha512: str | None = None
