"""What is wrong in a file, and where: every fault at once, never only the first."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from qa_appliance.core.errors import Invalid


class Spot(Struct, frozen=True, order=True):
    """A place in a file; lines and columns are counted from 1."""

    file: Path
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Fault(Struct, frozen=True):
    """`message` is a sentence for the file's author."""

    spot: Spot
    message: str

    def __str__(self) -> str:
        return f"{self.spot}: {self.message}"


class Faulty(Exception):
    """A file, or a part of it, that cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def faulty(spot: Spot, message: str) -> Faulty:
    return Faulty(Fault(spot, message))


def refuse(faults: Iterable[Fault]) -> None:
    """Raises `Invalid` with all of them, where there are any."""
    lines = [str(fault) for fault in sorted(faults, key=lambda fault: fault.spot)]
    if lines:
        raise Invalid("\n".join(lines))


def read_text(file: Path) -> str:
    """Raises `Faulty`."""
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise faulty(Spot(file), "It is not UTF-8 text.") from error
    except OSError as error:
        raise faulty(Spot(file), f"It cannot be read: {error.strerror}.") from error
