"""A model file put in place in a data directory, so that its appliance asks it. No weights are shipped."""

from __future__ import annotations

import os
import shutil
import struct
from pathlib import Path

from qa_appliance.core.errors import Invalid, Unavailable

NAME = "model.gguf"
_MAGIC = b"GGUF"
_VERSIONS = range(2, 10)


def installed(data_dir: Path) -> Path | None:
    """The file that was put in place; None where there is none."""
    file = data_dir / NAME
    return file if file.is_file() else None


def install(file: Path, data_dir: Path) -> Path:
    """Copies it whole or not at all. Raises Invalid for what is no such file, Unavailable where there is no room."""
    refuse_others(file)
    data_dir.mkdir(parents=True, exist_ok=True)
    target, fresh = data_dir / NAME, data_dir / f".{NAME}.new"
    try:
        shutil.copyfile(file, fresh)
        os.replace(fresh, target)
    except OSError as problem:
        fresh.unlink(missing_ok=True)
        raise Unavailable(f"{file} was not put in place: {problem.strerror or problem}.") from problem
    return target


def remove(data_dir: Path) -> bool:
    """Whether there was one."""
    there = installed(data_dir)
    if there is not None:
        there.unlink()
    return there is not None


def refuse_others(file: Path) -> None:
    """Raises Invalid with a sentence for what is no GGUF file."""
    try:
        with file.open("rb") as source:
            head = source.read(8)
    except OSError as problem:
        raise Invalid(f"{file} cannot be read: {problem.strerror or problem}.") from problem
    if len(head) < 8 or head[:4] != _MAGIC or struct.unpack("<I", head[4:])[0] not in _VERSIONS:
        raise Invalid(f"{file} is no model in the GGUF format of llama.cpp: give a .gguf file.")
