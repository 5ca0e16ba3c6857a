"""Copies of backups in a bucket: each is sent, read back and compared before it counts and before older ones go.

The bucket itself is the record: beside a copy that was read back whole lies its mark, a small file with its hash, as
`sha256sum` writes it. A copy without one, as a kill midway leaves it, counts for nothing and is sent again. What has
another name is left alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from qa_appliance.browser.egress.guard import Decision
from qa_appliance.browser.egress.proxy import EgressProxy
from qa_appliance.browser.egress.routes import guard_of
from qa_appliance.core.errors import Invalid, NotFound, Problem, Unavailable
from qa_appliance.hosts import is_address
from qa_appliance.settings import Settings
from qa_appliance.store.files.backups import made_at, ours
from qa_appliance.threads import Threads

if TYPE_CHECKING:
    from qa_appliance.bucket.client import Client

_CLIENT = "qa_appliance.bucket.client"
_MARK = ".sha256"
NO_FOLDER = "A bucket for backups takes a folder, too (--backup-to): each is made and read back there first."
_AGAIN = timedelta(hours=1)  # after one that failed
_T = TypeVar("_T")


class CopiesState(Struct, frozen=True, rename="camel"):
    """`newest_at`: when the newest was made that is known to lie there whole; `problem`: why the last try failed."""

    address: str
    newest_at: datetime | None
    problem: str | None


class Copies:
    """Everything here blocks. `state` is as the last try left it."""

    def __init__(self, settings: Settings, authorities: str) -> None:
        self._bucket, self._proxy, self._authorities = settings.backup.bucket, settings.proxy, authorities
        self._tried: datetime | None = None
        self._sent = ""  # the name of the newest that is known to be there
        parts = (self._bucket.endpoint or "", self._bucket.name or "", self._bucket.prefix)
        self.state = CopiesState("/".join(part.strip("/") for part in parts if part), None, None)

    def due(self, newest: Path | None, now: datetime) -> bool:
        """Whether the newest backup is not known to lie there, and no try failed within the hour."""
        if newest is None or newest.name == self._sent:
            return False
        return self.state.problem is None or self._tried is None or abs(now - self._tried) >= _AGAIN

    def send(self, newest: Path, now: datetime) -> bool:
        """False where it lies there already. Raises Problem; then no older copy was deleted that counts."""
        self._tried = now
        try:
            sent = self._asking(lambda client: self._send(client, newest))
        except Problem as problem:
            self._tell(problem.message)
            raise
        except OSError as error:
            self._tell(f"The backup {newest} cannot be read: {error.strerror or error}.")
            raise Unavailable(self.state.problem or "") from error
        except Exception:
            self._tell("Copying to the bucket broke in a way nobody foresaw; the log says how.")
            raise
        self._sent = newest.name
        self.state = CopiesState(self.state.address, made_at(newest.name), None)
        return sent

    def look(self) -> datetime | None:
        """When the newest one was made that lies there whole. Raises Problem."""
        names = self._asking(lambda client: _whole(client.sizes()))
        return made_at(names[-1]) if names else None

    def fetch(self, name: str, folder: Path) -> Path:
        """The backup of this name, or the newest that counts where it is empty, into a folder.

        Raises NotFound, Unavailable, and Invalid for one that is not what was sent.
        """
        return self._asking(lambda client: self._fetch(client, name, folder))

    def _tell(self, problem: str) -> None:
        self.state = CopiesState(self.state.address, self.state.newest_at, problem)

    def _send(self, client: Client, newest: Path) -> bool:
        sizes = client.sizes()
        there = newest.name in _whole(sizes) and sizes[newest.name] == newest.stat().st_size
        if not there:
            if newest.name + _MARK in sizes:  # of something else by this name
                client.remove(newest.name + _MARK)
            with suppress(Unavailable):  # a key may be allowed all else
                client.abort_uploads(ours)
            client.put(newest.name, newest)
            with newest.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            if client.digest(newest.name) != digest:
                client.remove(newest.name)
                raise Unavailable(
                    f"What {self.state.address} gave back is not the backup that was sent; it was removed there."
                )
            client.put_text(newest.name + _MARK, f"{digest}  {newest.name}\n")
            sizes |= {newest.name: 0, newest.name + _MARK: 0}
        self._remove_old(client, sizes)
        return not there

    def _remove_old(self, client: Client, sizes: dict[str, int]) -> None:
        """What is older than all that are kept goes: its mark first, so that a half-deleted one does not count."""
        oldest_kept = _whole(sizes)[-self._bucket.keep :][0]
        for name in sorted(sizes):
            if ours(name) and name < oldest_kept:
                for each in (name + _MARK, name):
                    if each in sizes:
                        client.remove(each)

    def _fetch(self, client: Client, name: str, folder: Path) -> Path:
        sizes = client.sizes()
        whole = _whole(sizes)
        wanted = name or (whole[-1] if whole else "")
        if not ours(wanted) or wanted not in sizes:
            there = ", ".join(whole[-3:]) or "none"
            raise NotFound(f"There is no such backup in {self.state.address}. The newest there: {there}.")
        target = folder / wanted
        try:
            client.get(wanted, target)
            with target.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise Unavailable(f"{folder} cannot hold the backup: {error.strerror or error}.") from error
        if wanted + _MARK in sizes and digest not in client.text(wanted + _MARK, 200):
            raise Invalid(f"{wanted} in {self.state.address} is damaged: it is not what was sent. Take another one.")
        return target

    def _asking(self, work: Callable[[Client], _T]) -> _T:
        """Past a guard of its own, which leads to the service alone and knows the lab's proxy or its script."""
        return asyncio.run(self._ask(work))

    async def _ask(self, work: Callable[[Client], _T]) -> _T:
        host = urlsplit(self._bucket.endpoint or "").hostname or ""
        own = [] if is_address(host) else [f"*.{host}"]  # a bucket's own, at Amazon and its like
        guard = guard_of([host, *own], self._proxy, self._authorities)
        refused: list[Decision] = []
        async with EgressProxy.open(guard, on_decision=refused.append) as proxy:
            # in no thread that would be waited for when the server ends
            return await Threads("the bucket", at_once=1).do(self._work, work, proxy.server, refused)

    def _work(self, work: Callable[[Client], _T], proxy: str, refused: list[Decision]) -> _T:
        made: Client = importlib.import_module(_CLIENT).Client(self._bucket, self._authorities, proxy, refused)
        return work(made)


def copies_by(settings: Settings, authorities: str) -> Copies | None:
    """None where no bucket is named. Raises Invalid for a bucket without a folder."""
    if settings.backup.bucket.endpoint is None:
        return None
    if settings.backup.to is None:
        raise Invalid(NO_FOLDER)
    return Copies(settings, authorities)


def _whole(sizes: dict[str, int]) -> list[str]:
    """The names of those that count, the oldest first."""
    return sorted(name for name in sizes if ours(name) and name + _MARK in sizes)
