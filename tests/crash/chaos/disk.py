"""Builds `disk.c` for a data directory, and says how its disk does at the moment."""

from __future__ import annotations

import struct
from pathlib import Path

from tests.crash.chaos.preload import built, write_state


def preloaded(folder: Path) -> dict[str, str]:
    """The variables with which a server on `folder`/data has the disk at fault whenever `set_state` says so."""
    set_state(folder, 0, 0)
    return {
        "LD_PRELOAD": str(built("disk", folder)),
        "CHAOS_FOLDER": str(folder / "data"),
        "CHAOS_STATE": str(folder / "disk.state"),
    }


def set_state(folder: Path, error: int, milliseconds: int) -> None:
    write_state(folder / "disk.state", struct.pack("ii", error, milliseconds))
