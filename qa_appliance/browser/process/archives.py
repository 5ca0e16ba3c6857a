"""An archive somebody brought: its names and size before anything is unpacked, and never a file outside its folder."""

from __future__ import annotations

import lzma
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO

from msgspec import Struct

from qa_appliance.core.errors import Invalid

MOST_BYTES = 4_000_000_000  # unpacked
MOST_FILES = 50_000
_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    RuntimeError,
    NotImplementedError,
)


class _Member(Struct, frozen=True):
    """`opened` gives its bytes; `link`: it is a symbolic link and these are where it leads."""

    name: str
    size: int
    mode: int
    link: bool
    opened: Callable[[], IO[bytes] | None]


class Archive:
    """`size` is that of all files unpacked."""

    def __init__(self, file: Path, members: Sequence[_Member]) -> None:
        self._members = members
        self.names = frozenset(member.name for member in members)
        self.size = sum(member.size for member in members)
        if len(members) > MOST_FILES or self.size > MOST_BYTES:
            raise Invalid(f"{file} holds more than {MOST_FILES} files or {MOST_BYTES // 1_000_000_000} GB.")

    def extract(self, folder: Path, only: str = "") -> None:
        """`only`: what every name has to begin with. Raises Invalid for what leads out of the folder."""
        for member in self._members:
            if not member.name.startswith(only):
                continue
            target = folder / member.name
            _keep_inside(folder, target.parent, member.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            source = member.opened()
            if source is None:
                continue
            with source:
                if member.link:
                    leads = source.read().decode()
                    _keep_inside(folder, target.parent / leads, member.name)
                    target.symlink_to(leads)
                else:
                    with target.open("wb") as out:
                        shutil.copyfileobj(source, out, 1 << 20)
                    target.chmod(member.mode & 0o755 | 0o600)


@contextmanager
def opened(file: Path, wanted: str) -> Iterator[Archive]:
    """`wanted` ends the sentence of a refusal: what is to be given instead. Raises Invalid, in the block too."""
    try:
        if zipfile.is_zipfile(file):
            with zipfile.ZipFile(file) as archive:
                yield Archive(file, [_of_zip(archive, each) for each in archive.infolist() if not each.is_dir()])
        else:
            with tarfile.open(file) as package:
                members = [each for each in package.getmembers() if not each.isdir()]
                yield Archive(file, [_of_tar(package, each) for each in members])
    except _BROKEN as error:
        why = str(error).partition(":\n")[0]
        raise Invalid(f"{file} is no archive that is read here, or it is damaged ({why}). {wanted}") from error


def _of_zip(archive: zipfile.ZipFile, each: zipfile.ZipInfo) -> _Member:
    mode = each.external_attr >> 16
    return _Member(each.filename, each.file_size, mode, stat.S_ISLNK(mode), partial(archive.open, each))


def _of_tar(package: tarfile.TarFile, each: tarfile.TarInfo) -> _Member:
    if each.issym():
        return _Member(each.name, 0, 0, True, partial(BytesIO, each.linkname.encode()))
    return _Member(each.name, each.size, each.mode, False, partial(package.extractfile, each))


def _keep_inside(folder: Path, path: Path, name: str) -> None:
    """Whatever symbolic links were unpacked before."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise Invalid(f"The archive leads out of its folder: {name}. Nothing of it is used.")
