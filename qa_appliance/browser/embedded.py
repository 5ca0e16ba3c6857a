"""The browser that ships inside the appliance: unpacked once into a cache folder and checked before it is used.

Never downloads anything, and never hands out a half-written folder.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import IO

import brotli
import msgspec
import psutil
from msgspec import Struct
from platformdirs import user_cache_path

import qa_appliance
from qa_appliance.core.errors import Unavailable

if sys.platform != "win32":
    import fcntl

THIRD_PARTY = Path(qa_appliance.__file__).parent / "third_party"
NEEDED_BYTES = 260_000_000
CHUNK = 1 << 20
RECORD = "unpacked.json"
# archive → folder it lands in; the SwiftShader libraries must lie beside the executable, or there is no WebGL
ARCHIVES = {"al2023.tar.br": "lib", "fonts.tar.br": "fonts", "swiftshader.tar.br": "."}
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir>{folder}/font-cache</cachedir>
  <alias binding="weak"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
"""


class Packed(Struct, frozen=True):
    """The compressed browser: its folder, its version and the sha256 of each file."""

    folder: Path
    version: str
    files: dict[str, str]

    @property
    def name(self) -> str:
        """The cache folder's name: another version, or other bytes, never shares a folder."""
        digest = hashlib.sha256("".join(sorted(self.files.values())).encode()).hexdigest()
        return f"chromium-{self.version}-{digest[:12]}"


class Unpacked(Struct, frozen=True):
    """The browser ready to start: its executable and what its environment must hold."""

    folder: Path
    version: str

    @property
    def executable(self) -> Path:
        return self.folder / "chromium"

    @property
    def env(self) -> dict[str, str]:
        return {"LD_LIBRARY_PATH": str(self.folder / "lib"), "FONTCONFIG_FILE": str(self.folder / "fonts.conf")}


class _Stamp(Struct):
    files: dict[str, str]


class _Package(Struct):
    version: str


def default_cache() -> Path:
    return user_cache_path("qa-appliance") / "browser"


def packed_browser(third_party: Path = THIRD_PARTY) -> Packed | None:
    """The compressed browser of this installation, or None where there is none or it does not run on this machine."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        stamp = msgspec.json.decode((third_party / "stamp.json").read_bytes(), type=_Stamp)
        folder = third_party / "chromium"
        package = msgspec.json.decode((folder / "package.json").read_bytes(), type=_Package)
    except (OSError, msgspec.DecodeError):
        return None
    files = {Path(name).name: digest for name, digest in stamp.files.items() if name.startswith("chromium/")}
    return Packed(folder, package.version, {name: digest for name, digest in files.items() if name.endswith(".br")})


def unpack(packed: Packed, cache: Path | None = None) -> Unpacked:
    """The unpacked browser, unpacking it first where needed (about two seconds). Blocks; call it in a thread.

    Two at once: one unpacks, the other waits. Raises Unavailable with a sentence on what to do.
    """
    cache = cache or default_cache()
    ready = Unpacked(cache / packed.name, packed.version)
    if _is_whole(ready.folder):
        return ready
    if not all((packed.folder / name).is_file() for name in packed.files):
        raise Unavailable(
            "This installation names a browser but does not carry it. Give it the archive of the browser: "
            f"qa-appliance install-browser sparticuz-chromium-{packed.version}.tgz"
        )
    try:
        cache.mkdir(parents=True, exist_ok=True)
        _refuse_noexec(cache)
        with _lock(cache / ".lock"):
            if not _is_whole(ready.folder):
                _unpack_into(packed, ready.folder)
                _clear_others(cache, ready.folder)
    except OSError as error:
        raise Unavailable(_explain(error, cache)) from error
    return ready


def _is_whole(folder: Path) -> bool:
    try:
        sizes = msgspec.json.decode((folder / RECORD).read_bytes(), type=dict[str, int])
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, msgspec.DecodeError):
        return False


def _unpack_into(packed: Packed, final: Path) -> None:
    free = shutil.disk_usage(final.parent).free
    if free < NEEDED_BYTES:
        raise OSError(ENOSPC, f"{free // 1_000_000} MB free")
    with tempfile.TemporaryDirectory(prefix=".unpacking-", dir=final.parent) as work:
        fresh = Path(work) / "chromium"
        fresh.mkdir()
        with ThreadPoolExecutor(len(packed.files)) as threads:
            list(threads.map(lambda name: _unpack_file(packed, name, fresh), packed.files))
        (fresh / "chromium").chmod(0o755)
        (fresh / "font-cache").mkdir()
        (fresh / "fonts.conf").write_text(FONTS.format(folder=final))
        sizes = {str(path.relative_to(fresh)): path.stat().st_size for path in fresh.rglob("*") if path.is_file()}
        (fresh / RECORD).write_bytes(msgspec.json.encode(sizes))
        shutil.rmtree(final, ignore_errors=True)
        fresh.rename(final)


def _unpack_file(packed: Packed, name: str, fresh: Path) -> None:
    """Decompresses one file and checks that it was the pinned one; an archive's files go to their folder."""
    plain = fresh / name.removesuffix(".br")
    digest = hashlib.sha256()
    decompressor = brotli.Decompressor()
    with (packed.folder / name).open("rb") as source, plain.open("wb") as target:
        while chunk := source.read(CHUNK):
            digest.update(chunk)
            try:
                target.write(decompressor.process(chunk))
            except brotli.error:
                break
    if digest.hexdigest() != packed.files[name] or not decompressor.is_finished():
        raise Unavailable(
            f"The browser inside the appliance is damaged ({packed.folder / name}). "
            "Install the appliance again, or run `make setup` in a checkout."
        )
    if plain.suffix == ".tar":
        with plain.open("rb") as file:
            _extract(file, fresh / ARCHIVES[name])
        plain.unlink()


def _extract(file: IO[bytes], folder: Path) -> None:
    """Flat: every regular file by its bare name, so no member can leave the folder."""
    folder.mkdir(exist_ok=True)
    with tarfile.open(fileobj=file) as archive:
        for member in archive:
            source = archive.extractfile(member) if member.isfile() else None
            if source is not None:
                destination = folder / Path(member.name).name
                with source, destination.open("wb") as target:
                    shutil.copyfileobj(source, target)
                destination.chmod(member.mode & 0o755 | 0o600)


def _clear_others(cache: Path, current: Path) -> None:
    """Removes other versions, except one that a process still runs from."""
    others = [
        path for path in cache.iterdir() if path != current and path.name.startswith(("chromium-", ".unpacking-"))
    ]
    if not others:
        return
    running = [process.info["exe"] or "" for process in psutil.process_iter(["exe"])]
    for folder in others:
        if not any(exe.startswith(f"{folder}{os.sep}") for exe in running):
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    with path.open("a") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _refuse_noexec(cache: Path) -> None:
    if sys.platform == "linux" and os.statvfs(cache).f_flag & os.ST_NOEXEC:
        raise Unavailable(
            f"The browser cannot be started from {cache}: that file system is mounted noexec. "
            "Set XDG_CACHE_HOME to a folder on another file system."
        )


def _explain(error: OSError, cache: Path) -> str:
    if error.errno == ENOSPC:
        return (
            f"There is not enough space to unpack the browser into {cache}: it needs {NEEDED_BYTES // 1_000_000} MB. "
            "Free some space, or set XDG_CACHE_HOME to another folder."
        )
    return (
        f"The browser cannot be unpacked into {cache}: {error.strerror or error}. "
        "Make the folder writable, or set XDG_CACHE_HOME to another one."
    )
