"""A versioned folder in a cache: made once by whoever comes first, checked before each use, whole or not there at all.

Nobody but its owner can have written there.

Shared by what the appliance unpacks: itself, where it is one file, and the browser. Never downloads anything.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import IO, Protocol

import brotli
import psutil

from qa_appliance.core.errors import Unavailable
from qa_appliance.machine import OWNED, lock, ours

CHUNK = 1 << 20
RECORD = ".unpacked"  # a line "size path" for every file; the single file's starter reads it too
UNPACKING = ".unpacking-"
STARTING = ".starting-"  # the work folder of a single file's head, which holds no lock
STARTED_LONG_AGO = 600  # seconds
OTHERS_WRITE = 0o022


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


class Damaged(Exception):
    """The packed bytes are not the ones that were packed."""


def folder_name(kind: str, version: str, digests: list[str]) -> str:
    """`kind-version-digest`: another version, or other bytes, never shares a folder."""
    return f"{kind}-{version}-{hashlib.sha256(''.join(sorted(digests)).encode()).hexdigest()[:12]}"


def unpack_once(
    folder: Path,
    fill: Callable[[Path], None],
    *,
    needed_bytes: int,
    what: str,
    clear: bool = True,
    home: str = "XDG_CACHE_HOME",
) -> None:
    """Has `fill` write the folder's content unless it is there whole. Blocks; several at once: one fills, others wait.

    Other folders of the same kind (the name's first word) are cleared, if `clear`, unless a process runs from them.
    Raises Unavailable with a sentence on what to do; `what` is its subject ("The browser"), `home` the variable that
    names another place for it.
    """
    if is_whole(folder):
        return
    cache = folder.parent
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_others(cache, what, home)
        _refuse_noexec(cache, what, home)
        with _lock(cache / ".lock"):
            if not is_whole(folder):
                _make(folder, fill, needed_bytes)
                if clear:
                    clear_others(folder)
    except OSError as error:
        raise Unavailable(_explain(error, cache, needed_bytes, what, home)) from error


def is_whole(folder: Path) -> bool:
    """Whether every recorded file is there in its size: a power cut or a cleaner of caches may have been at it.

    And whether nobody else can have been: what is run from there belongs to this user or root, who alone may write.
    """
    try:
        if not all(private(path.stat()) for path in (folder.parent, folder, folder / RECORD)):
            return False
        lines = (folder / RECORD).read_text("utf-8").splitlines()
        sized = {folder / name: int(size) for size, name in (line.split(" ", 1) for line in lines)}
        found = [(os.lstat(path), size) for path, size in sized.items()]
        folders = {above for path in sized for above in path.relative_to(folder).parents}
        return (
            bool(found)
            and all(seen.st_size == size and private(seen) for seen, size in found)
            and all(private(os.lstat(folder / above)) for above in folders)
        )
    except (OSError, ValueError):
        return False


def private(seen: os.stat_result) -> bool:
    """Whether it belongs to this user or root, who alone may write there."""
    return not OWNED or (ours(seen, or_root=True) and not seen.st_mode & OTHERS_WRITE)


def expand(source: IO[bytes], target: Sink, digest: str, *, size: int = -1, packed: bool = True) -> None:
    """Decompresses (brotli, if `packed`) `size` bytes, or all, and checks their sha256. Raises Damaged."""
    sha256 = hashlib.sha256()
    decompressor = brotli.Decompressor() if packed else None
    left = size if size >= 0 else sys.maxsize
    while left and (chunk := source.read(min(CHUNK, left))):
        left -= len(chunk)
        sha256.update(chunk)
        try:
            target.write(decompressor.process(chunk) if decompressor else chunk)
        except brotli.error as error:
            raise Damaged from error
    if sha256.hexdigest() != digest or (decompressor and not decompressor.is_finished()):
        raise Damaged


def _make(final: Path, fill: Callable[[Path], None], needed_bytes: int) -> None:
    free = shutil.disk_usage(final.parent).free
    if free < needed_bytes:
        raise OSError(ENOSPC, f"{free // 1_000_000} MB free")
    with tempfile.TemporaryDirectory(prefix=UNPACKING, dir=final.parent, ignore_cleanup_errors=True) as work:
        fresh = Path(work) / "fresh"
        fresh.mkdir()
        fill(fresh)
        files = sorted(path for path in fresh.rglob("*") if path.is_file() and not path.is_symlink())
        lines = [f"{path.stat().st_size} {path.relative_to(fresh)}" for path in files]
        (fresh / RECORD).write_text("\n".join(lines) + "\n", "utf-8")
        for path in (fresh, *fresh.rglob("*")):  # whatever the umask lets through
            if not path.is_symlink() and (mode := path.stat().st_mode) & OTHERS_WRITE:
                path.chmod(mode & ~OTHERS_WRITE)
        shutil.rmtree(final, ignore_errors=True)
        fresh.rename(final)


def clear_others(current: Path, keep: Sequence[str] = ()) -> None:
    """Removes other versions and what was left half-written, except folders that a process still runs from.

    `keep`: the names of others that stay.
    """
    kind = current.name.partition("-")[0]
    folders = [path for path in current.parent.iterdir() if path != current and path.name not in keep]
    others = [path for path in folders if path.name.startswith((f"{kind}-", UNPACKING)) or _left_at_start(path)]
    if not others:
        return
    running = [process.info["exe"] or "" for process in psutil.process_iter(["exe"])]
    for folder in others:
        if not any(exe.startswith(f"{folder}{os.sep}") for exe in running):
            shutil.rmtree(folder, ignore_errors=True)


def _left_at_start(path: Path) -> bool:
    try:
        return path.name.startswith(STARTING) and path.stat().st_mtime < time.time() - STARTED_LONG_AGO
    except OSError:  # gone meanwhile
        return False


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Held by this process alone; the system lets go of it when the process ends, however it ends."""
    with path.open("a") as file:
        lock(file.fileno(), wait=True)
        yield


def _refuse_others(cache: Path, what: str, home: str) -> None:
    """A folder of this user's is closed to others; where that cannot be, or it is another's, nothing is unpacked."""
    seen = cache.stat()
    if OWNED and ours(seen) and seen.st_mode & OTHERS_WRITE:
        cache.chmod(seen.st_mode & ~OTHERS_WRITE)
        seen = cache.stat()
    if not private(seen):
        raise Unavailable(
            f"{what} is not started from {cache}: the folder belongs to another user, or others may write there. "
            f"Set {home} to a folder of your own."
        )


def _refuse_noexec(cache: Path, what: str, home: str) -> None:
    if sys.platform == "linux" and os.statvfs(cache).f_flag & os.ST_NOEXEC:
        raise Unavailable(
            f"{what} cannot be started from {cache}: that file system is mounted noexec. "
            f"Set {home} to a folder on another file system."
        )


def _explain(error: OSError, cache: Path, needed_bytes: int, what: str, home: str) -> str:
    if error.errno == ENOSPC:
        return (
            f"There is not enough space to unpack {what[:1].lower()}{what[1:]} into {cache}: "
            f"it needs {needed_bytes // 1_000_000} MB. Free some space, or set {home} to another folder."
        )
    return (
        f"{what} cannot be unpacked into {cache}: {error.strerror or error}. "
        f"Make the folder writable, or set {home} to another one."
    )
