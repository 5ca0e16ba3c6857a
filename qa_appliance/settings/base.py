"""What settings are made of: their kinds, and the words that say what one is for. Knows no setting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from qa_appliance.core.steps import MASK

ENVIRONMENT_PREFIX = "QA_APPLIANCE_"

Count = Annotated[int, Meta(ge=1, le=1_000_000, description="a whole number from 1 to 1000000")]
Seconds = Annotated[float, Meta(gt=0, le=604_800, description="a number of seconds, more than 0, at most 604800")]
Minutes = Annotated[int, Meta(ge=5, le=120, description="a whole number of minutes from 5 to 120")]
PemFiles = Annotated[tuple[Path, ...], Meta(description="files in PEM form")]
YesOrNo = Annotated[bool, Meta(description="true or false")]
Address = Annotated[
    str, Meta(pattern=r"^https?://[^\s/]+\S*$", description="an address such as https://qa.example.com")
]


class Network(str):
    """An IP address or a range of them, checked."""

    __slots__ = ()


class Secret(str):
    """Given by a variable or in a file, never as a flag or in `config.toml`; not shown where settings are printed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return MASK


def says(help: str) -> Meta:
    """What a setting is for: a sentence for the help of its flag and for docs/settings.md."""
    return Meta(extra={"help": help})


class Group(Struct, frozen=True, kw_only=True, rename="camel"):
    title: ClassVar[str]  # its heading in the help and in docs/settings.md
