"""Looks at the machine: data directory, disk, clock, port. Writes nothing."""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import sys
from pathlib import Path

from qa_appliance.doctor.check import Check, failed, ok, warning

LOW_BYTES, TOO_LOW_BYTES = 2_000_000_000, 200_000_000
UNSYNCHRONISED = 5  # TIME_ERROR of adjtimex(2)


def check_data_dir(path: Path) -> Check:
    existing = _existing(path)
    if not existing.is_dir():
        return failed("data directory", f"{existing} is no directory.", "Choose another one with --data-dir.")
    if not os.access(existing, os.W_OK | os.X_OK):
        advice = "Make it writable, or choose another one with --data-dir."
        return failed("data directory", f"{existing} cannot be written to.", advice)
    return ok("data directory", f"{path}" if existing == path else f"{path} (will be made)")


def check_disk(path: Path) -> Check:
    free = shutil.disk_usage(_existing(path)).free
    detail = f"{free / 1e9:.1f} GB free"
    if free >= LOW_BYTES:
        return ok("disk", detail)
    advice = "Free some space, or choose another disk with --data-dir."
    return failed("disk", detail, advice) if free < TOO_LOW_BYTES else warning("disk", detail, advice)


def check_clock() -> Check:
    """Whether something keeps the clock right; whether it has gone back, the database tells."""
    synchronised = _synchronised()
    if synchronised is None:
        return ok("clock", "This machine does not tell whether its clock is kept right.")
    if synchronised:
        return ok("clock", "The system keeps it right.")
    advice = "Let a time service keep it right (timedatectl set-ntp true): sessions, links and timetables go by it."
    return warning("clock", "Nothing keeps the clock of this machine right.", advice)


def _synchronised() -> bool | None:
    if sys.platform != "linux":
        return None
    asked = ctypes.create_string_buffer(512)  # struct timex; all zero only reads
    state: int = ctypes.CDLL(None).adjtimex(asked)
    return None if state < 0 else state != UNSYNCHRONISED


def check_port(host: str, port: int, *, serving: bool) -> Check:
    name = f"port {port}"
    if serving:
        return ok(name, f"The appliance serves on {host}.")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        advice = "An appliance may be running already; otherwise choose another one with --port or --host."
        return warning(name, f"{host} cannot be listened on: {error.strerror or error}.", advice)
    return ok(name, f"free on {host}")


def _existing(path: Path) -> Path:
    """The path, or the nearest folder above it that is there."""
    return next(candidate for candidate in (path, *path.absolute().parents) if candidate.exists())
