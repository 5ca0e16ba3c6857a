"""Artifact files: screenshots, videos, traces, downloads. A file is there whole or not at all.

Some are made of another file when they are first asked for, and take its place.

Never trusts a key: one that leads out of the folder, or to a file half written, names nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import os
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from qa_appliance.core.clock import Clock, new_id, utc_now
from qa_appliance.store.vault import SigningKeys
from qa_appliance.threads import Threads

logger = logging.getLogger(__name__)

_RESERVE = ".reserve"
_RESERVED = 4_000_000  # bytes
_WAITING = 50  # artifacts that may wait for being made
_STEP = 3600  # seconds; links change only this often, so that browsers may keep what they fetched
_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}/[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


Makers = Mapping[str, tuple[str, Callable[[Path, Path], None]]]
"""By the suffix of what is made: the suffix of what it is made of, and what makes it (source, target; blocking)."""


class Artifacts:
    """Keys are `<owner>/<name>`, the owner a run's id or another id. Links carry their own permission (decision 11)."""

    def __init__(
        self, folder: Path, keys: SigningKeys, clock: Clock = utc_now, *, makers: Makers = MappingProxyType({})
    ) -> None:
        self._folder = folder
        self._keys = keys
        self._clock = clock
        self._makers = makers
        self._making: dict[str, asyncio.Task[Path | None]] = {}
        self._makes = Threads("artifact", at_once=1, waiting=_WAITING)

    async def save(self, owner: str, name: str, data: bytes | Path) -> str:
        """Files bytes, or a copy of a file, and answers the key. A name that is taken gets a number."""
        return await asyncio.to_thread(self._save, owner, name, data)

    async def keep_reserve(self) -> None:
        """Keeps a few megabytes of the disk back, so that how a run ended can be written when it is full."""
        await asyncio.to_thread(self._keep_reserve)

    async def make_room(self, owner: str) -> None:
        """The disk is full: gives up the reserve, and the files of the run that could not be kept."""
        with suppress(OSError):  # it was given up before
            await asyncio.to_thread((self._folder / _RESERVE).unlink)
        await self.delete(owner)

    async def forget(self, key: str) -> None:
        """Removes one file."""
        path = self.open(key)
        if path is not None:
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def delete(self, owner: str) -> None:
        """Removes every file of a run (or other owner)."""
        await asyncio.to_thread(shutil.rmtree, self._shelf(owner), True)

    async def sizes(self, owners: Sequence[str]) -> dict[str, int]:
        """The bytes of these owners' files."""
        return await asyncio.to_thread(lambda: {owner: _size(self._shelf(owner)) for owner in owners})

    async def owners(self, before: datetime) -> AsyncIterator[list[str]]:
        """Those whose files did not change since the moment, folder by folder."""
        limit = before.timestamp()
        for first in await asyncio.to_thread(_inside, self._folder):
            yield await asyncio.to_thread(_unchanged, first, limit)

    def open(self, key: str) -> Path | None:
        """The whole file behind a key, None when there is none."""
        if not _KEY.fullmatch(key):
            return None
        owner, name = key.split("/")
        path = self._shelf(owner) / name
        return path if path.is_file() and not path.is_symlink() else None

    async def ready(self, key: str) -> Path | None:
        """As `open`; what has to be made first is made. Raises `OSError`, and `Unavailable` when too much waits."""
        path = self.open(key)
        if path is not None or self._source(key) is None:
            return path
        if key not in self._making:
            making = self._making[key] = asyncio.create_task(self._make(key))
            making.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])  # who goes away takes it from nobody else

    async def files(self, owner: str) -> list[Path]:
        """Every whole file of a run (or other owner), with what had to be made."""
        there = await asyncio.to_thread(_whole, self._shelf(owner))
        for suffix, (of, _) in self._makers.items():
            for source in [path for path in there if path.suffix == of]:
                there.remove(source)
                made = await self.ready(f"{owner}/{source.stem}{suffix}")
                there += [made] if made is not None and made not in there else []
        return there

    def url(self, key: str) -> str:
        """A link relative to the origin that needs no header and is good for one to two hours."""
        return f"/api/artifacts/{quote(key)}?{self._permission(key)}"

    def archive_url(self, run_id: str) -> str:
        """Such a link to everything of a run."""
        return f"/api/runs/{quote(run_id)}/archive?{self._permission(archive_of(run_id))}"

    def permits(self, key: str, expires: str, signature: str) -> bool:
        """Whether a link to the key, or to what `archive_of` names, is ours, unchanged and not expired."""
        if not re.fullmatch(r"[0-9]{1,12}", expires) or not signature.isascii():
            return False
        moment: datetime = self._clock()
        ours = [hmac.compare_digest(_signed(by, key, expires), signature) for by in self._keys(moment)]
        return any(ours) and int(expires) >= moment.timestamp()

    def _permission(self, what: str) -> str:
        moment: datetime = self._clock()
        expires = (int(moment.timestamp()) // _STEP + 2) * _STEP
        return f"expires={expires}&signature={_signed(self._keys(moment)[0], what, str(expires))}"

    def _source(self, key: str) -> Path | None:
        """What the file of the key is made of, where it is not there and can be made."""
        stem, suffix = os.path.splitext(key)
        of = self._makers.get(suffix)
        return None if of is None else self.open(stem + of[0])

    async def _make(self, key: str) -> Path | None:
        source = self._source(key)
        if source is None:  # made meanwhile, or gone
            return self.open(key)
        owner, name = key.split("/")
        _, make = self._makers[Path(name).suffix]
        try:
            await self._makes.do(_replaced, source, self._shelf(owner) / name, make)
        except FileNotFoundError:  # deleted meanwhile
            logger.info("an artifact went while it was made", extra={"key": key})
        except ValueError:
            logger.exception("an artifact could not be made", extra={"key": key})
        return self.open(key)

    def _shelf(self, owner: str) -> Path:
        return self._folder / owner[:2] / owner

    def _keep_reserve(self) -> None:
        reserve = self._folder / _RESERVE
        with suppress(OSError):  # a disk as full as that has no room for it
            if not reserve.is_file():
                self._folder.mkdir(parents=True, exist_ok=True)
                reserve.write_bytes(os.urandom(_RESERVED))  # what is all zeros takes no room on some disks

    def _save(self, owner: str, name: str, data: bytes | Path) -> str:
        name = _safe(name)
        if not _KEY.fullmatch(f"{owner}/{name}"):
            raise ValueError(f"Not an owner of artifacts: {owner!r}")
        shelf = self._shelf(owner)
        shelf.mkdir(parents=True, exist_ok=True)
        part = shelf / f".{new_id()}.part"
        try:
            with part.open("xb") as file:
                if isinstance(data, Path):
                    with data.open("rb") as source:
                        shutil.copyfileobj(source, file, 1024 * 1024)
                else:
                    file.write(data)
                file.flush()
                os.fsync(file.fileno())
            return f"{owner}/{_publish(part, shelf, name)}"
        finally:
            part.unlink(missing_ok=True)


def archive_of(run_id: str) -> str:
    """What a link to a whole run permits; no key reads like this."""
    return f"archive of {run_id}"


def _whole(shelf: Path) -> list[Path]:
    return [path for path in shelf.glob("[!.]*") if path.is_file() and not path.is_symlink()]


def _replaced(source: Path, target: Path, make: Callable[[Path, Path], None]) -> None:
    """Makes the target whole, then lets go of what it was made of."""
    part = target.parent / f".{new_id()}.part"
    try:
        make(source, part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    source.unlink(missing_ok=True)


def _signed(by: bytes, key: str, expires: str) -> str:
    return hmac.new(by, f"{expires}\n{key}".encode(), hashlib.sha256).hexdigest()


def _inside(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.is_dir() and not each.is_symlink()]
    except OSError:  # not there, or gone meanwhile
        return []


def _size(shelf: Path) -> int:
    total = 0
    for path in shelf.glob("*"):
        with suppress(OSError):
            total += path.lstat().st_size
    return total


def _unchanged(first: Path, limit: float) -> list[str]:
    """What a server that was killed left half written there goes on the way."""
    unchanged = [each for each in _inside(first) if first.name == each.name[:2] and _changed(each) < limit]
    for part in [part for shelf in unchanged for part in shelf.glob(".*.part")]:
        if _changed(part) < limit:  # not what is being made there right now
            part.unlink(missing_ok=True)
    return [shelf.name for shelf in unchanged]


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return float("inf")


def _publish(part: Path, shelf: Path, name: str) -> str:
    """Gives the finished file its name in one step; a link, unlike a rename, never replaces another's file."""
    stem, suffix = os.path.splitext(name)
    number = 1
    while True:
        free = name if number == 1 else f"{stem}-{number}{suffix}"
        try:
            os.link(part, shelf / free)
        except FileExistsError:
            number += 1
        else:
            return free


def _safe(name: str) -> str:
    """A file name that is one on every system: the site under test chose it (downloads)."""
    stem, suffix = os.path.splitext(_UNSAFE.sub("_", name).lstrip("."))
    return f"{stem[:100] or 'file'}{suffix[:20]}"
