"""Builds `disk.c` for a data directory, and says how its disk does at the moment."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("disk.c")


def preloaded(folder: Path) -> dict[str, str]:
    """The variables with which a server on `folder`/data has the disk at fault whenever `set_state` says so."""
    built = folder / "disk.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", built, SOURCE, "-ldl"], check=True)
    set_state(folder, 0, 0)
    return {
        "LD_PRELOAD": str(built),
        "CHAOS_FOLDER": str(folder / "data"),
        "CHAOS_STATE": str(folder / "disk.state"),
    }


def set_state(folder: Path, error: int, milliseconds: int) -> None:
    """Written in place: the processes have the file before them."""
    file = folder / "disk.state"
    with file.open("r+b" if file.exists() else "xb", buffering=0) as state:
        state.write(struct.pack("ii", error, milliseconds))
