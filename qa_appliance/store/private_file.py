"""Files for their owner's eyes only, under their name whole or not at all, whatever lies in the folder already."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from qa_appliance.machine import NO_LINK

_NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})  # FAT, some network shares


@contextmanager
def private_file(target: Path, *, replace: bool = False) -> Iterator[IO[bytes]]:
    """What is written in the block becomes `target` (0600) at its end, when it is on the disk for good. Blocking.

    It is written under a random name beside `target` and follows no link. Raises FileExistsError where there
    is a `target`, unless `replace`; OSError where it cannot be written, and then nothing stays.
    """
    part = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | NO_LINK, 0o600)
    try:
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            part.replace(target)
        else:
            _claim(part, target)
        _flush(target.parent)
    finally:
        part.unlink(missing_ok=True)


def _claim(part: Path, target: Path) -> None:
    """Gives the name away once; where a file cannot have two names, an empty one holds it until it is replaced."""
    try:
        os.link(part, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK, 0o600))
        part.replace(target)
    else:
        part.unlink()


def _flush(folder: Path) -> None:
    """The name itself is on the disk for good after this."""
    try:
        handle = os.open(folder, os.O_RDONLY | NO_LINK)
    except PermissionError:  # not every system opens a folder
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems do not let a folder be flushed
            raise
    finally:
        os.close(handle)
