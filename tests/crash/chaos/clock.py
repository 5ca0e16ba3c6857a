"""Builds `clock.c`, and says by how much the clock is off at the moment."""

from __future__ import annotations

import struct
from pathlib import Path

from tests.crash.chaos.preload import built, write_state


def preloaded(folder: Path) -> dict[str, str]:
    """The variables with which a process and all it starts see the clock that `set_off` sets."""
    set_off(folder, 0)
    return {"LD_PRELOAD": str(built("clock", folder)), "CHAOS_CLOCK": str(folder / "clock.state")}


def set_off(folder: Path, seconds: int) -> None:
    write_state(folder / "clock.state", struct.pack("q", seconds))
