"""What the single file carries behind its head: archives with their place and hash, and how they become a program.

Written by build/executable.py, unpacked by packaging/unpacker.py. Never starts anything.
"""

from __future__ import annotations

import tarfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct

from qa_appliance.core.errors import Unavailable
from qa_appliance.unpacking import Damaged, expand, folder_name, unpack_once


class Part(Struct, frozen=True):
    """A tar archive, compressed with brotli if its name ends in .br; `at` and `size` in bytes of the single file."""

    name: str
    at: int
    size: int
    sha256: str


class Payload(Struct, frozen=True):
    version: str
    needed_bytes: int  # unpacked, with what unpacking takes for a moment
    parts: list[Part]

    @property
    def name(self) -> str:
        """The folder's name in the cache."""
        return folder_name("program", self.version, [part.sha256 for part in self.parts])


def read_payload(file: Path, at: int, size: int) -> Payload:
    """The index as it stands in the single file. Raises Unavailable where it is not there whole."""
    try:
        with file.open("rb") as source:
            source.seek(at)
            return msgspec.json.decode(source.read(size), type=Payload)
    except (OSError, msgspec.DecodeError) as error:
        raise Unavailable(_damaged(file)) from error


def unpack_payload(file: Path, payload: Payload, cache: Path) -> Path:
    """The folder the program lies in, unpacked first where needed. Blocks for seconds.

    Several at once: one unpacks, the others wait. Raises Unavailable with a sentence on what to do.
    """
    folder = cache / payload.name

    def fill(fresh: Path) -> None:
        with ThreadPoolExecutor(len(payload.parts)) as threads:
            list(threads.map(lambda part: _unpack(file, part, fresh), payload.parts))

    unpack_once(folder, fill, needed_bytes=payload.needed_bytes, what="The program")
    return folder


def _unpack(file: Path, part: Part, fresh: Path) -> None:
    plain = fresh / f".{part.name}"
    try:
        with file.open("rb") as source, plain.open("wb") as target:
            source.seek(part.at)
            expand(source, target, part.sha256, size=part.size, packed=part.name.endswith(".br"))
    except Damaged as error:
        raise Unavailable(_damaged(file)) from error
    with tarfile.open(plain) as archive:
        archive.extraction_filter = getattr(tarfile, "tar_filter", None)  # Python 3.11 has it from 3.11.4 on
        archive.extractall(fresh)  # noqa: S202 - made by ourselves, and its sum was right
    plain.unlink()


def _damaged(file: Path) -> str:
    return f"{file} is damaged. Copy it again and compare its SHA-256 sum with the one beside the original."
