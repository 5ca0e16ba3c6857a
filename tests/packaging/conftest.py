"""A single file as `make package` makes it, but with a program of a few bytes and an unpacker that is a script."""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
import tarfile
import zlib  # noqa: F401 (loads the libz that is copied)
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import brotli
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "unpacker.py"
UNPACKER = f"#!{sys.executable}\nimport runpy\nrunpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
PROGRAM = '#!/bin/sh\necho "${0##*/} $* $(cat "${0%/*}/_internal/greeting")"\n[ "$1" != fail ] || exit 7\n'

Make = Callable[..., Path]
Start = Callable[..., "subprocess.CompletedProcess[str]"]


def _recipe() -> ModuleType:
    spec = importlib.util.spec_from_file_location("single_file", ROOT / "build" / "single_file.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _libz() -> bytes:
    """The one this very process has loaded."""
    lines = Path("/proc/self/maps").read_text().splitlines()
    return Path(next(line.split()[-1] for line in lines if "/libz.so" in line)).read_bytes()


def _tar(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(text.encode()), 0o755 if text.startswith("#!") else 0o644
            archive.addfile(member, io.BytesIO(text.encode()))
    return buffer.getvalue()


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """`make("1.0", greeting="hello")` writes the single file `app` and answers its path."""

    def write(version: str = "1.0", *, greeting: str = "hello", needed_bytes: int = 1000) -> Path:
        target = tmp_path / "app"
        archives = {
            "program.tar.br": brotli.compress(_tar({"qa-appliance": PROGRAM})),
            "rest.tar": _tar({"_internal/greeting": greeting, "_internal/with space": "x"}),
        }
        _recipe().assemble(
            target,
            version=version,
            glibc="2.0",
            unpacker=UNPACKER.encode(),
            libz=_libz(),
            archives=archives,
            needed_bytes=needed_bytes,
        )
        return target

    return write


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Starts the file with a cache of the test's own and nothing else in the environment."""

    def run(file: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        surroundings = {"PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(tmp_path / "cache"), **environment}
        kept = {name: value for name, value in surroundings.items() if value}
        return subprocess.run([file, *arguments], env=kept, capture_output=True, text=True, timeout=60)

    return run
