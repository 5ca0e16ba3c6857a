"""Backups by the clock: a folder that keeps the newest few, each read back and checked before it counts.

The folder itself is the record of what was backed up when, so that a restart, another folder or a copy by hand need
nothing beside it. Files in it that have no backup's name are left alone.
"""

from __future__ import annotations

import logging
import re
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from qa_appliance.core.errors import Problem, Unavailable
from qa_appliance.settings.backup import Backup
from qa_appliance.store.files.backup import back_up, check_backup
from qa_appliance.store.files.folder import Folder

logger = logging.getLogger(__name__)

_NAME = "qa-appliance-%Y-%m-%dT%H-%M-%SZ.tar"  # no colon: some file systems take none
_NAMED = re.compile(r"qa-appliance-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar")
_LEFT = (".qa-appliance-*",)  # what a backup that was broken off leaves: its copy of the database, its half file
_LEFT_SECONDS = 86_400.0
_AGAIN = timedelta(hours=1)  # after a backup that failed


def backups_by(backup: Backup, data: Folder) -> Backups | None:
    """None where the operator wants none."""
    if backup.to is None:
        return None
    return Backups(data, backup.to, every=timedelta(hours=backup.hours), keep=backup.keep)


class BackupState(Struct, frozen=True, rename="camel"):
    """`newest_at` and `bytes` are null where there is no backup yet; `problem` is why the last try failed."""

    folder: str
    newest_at: datetime | None
    bytes: int | None
    problem: str | None
    next_at: datetime


class Backups:
    """Of the appliance in `data`, in the folder `to`: one every so often, `keep` of them.

    `due` and `make` block; `state` is as the last of them left it, None before.
    """

    def __init__(self, data: Folder, to: Path, *, every: timedelta, keep: int) -> None:
        self._data, self._to, self._every, self._keep = data, to, every, keep
        self._problem: str | None = None
        self._tried: datetime | None = None
        self.state: BackupState | None = None

    def due(self, now: datetime) -> bool:
        """A newest one from the future is a clock that was set, and counts as much as one from the past."""
        self.state = self._seen(now)
        return self.state.next_at <= now

    def make(self, now: datetime) -> Path:
        """Writes one, reads it back, deletes those that are too many. Raises Problem; then nothing was deleted."""
        self._tried = now
        try:
            made = self._made(now)
            self._problem = None
        except Problem as problem:
            self._problem = problem.message
            raise
        except Exception:
            self._problem = "The backup broke in a way nobody foresaw; the log says how."
            raise
        finally:
            self.state = self._seen(now)
        return made

    def _seen(self, now: datetime) -> BackupState:
        """A folder that cannot be looked at is a problem, and a backup due: that try says whether it is over."""
        newest, size = None, None
        try:
            found = self.newest()
            if found is not None:
                newest, size = made_at(found.name), found.stat().st_size
        except OSError as error:
            self._problem = self._useless(error).message
        return BackupState(str(self._to), newest, size, self._problem, self._next(now, newest))

    def _useless(self, error: OSError) -> Unavailable:
        return Unavailable(f"The folder for backups, {self._to}, cannot be used: {error.strerror or error}.")

    def _made(self, now: datetime) -> Path:
        target = self._to / now.astimezone(UTC).strftime(_NAME)
        try:
            self._to.mkdir(exist_ok=True, mode=0o700)
            self._clear_left_overs()
            self._all()
        except OSError as error:
            raise self._useless(error) from error
        back_up(self._data, target, now)
        try:
            check_backup(target)
        except Problem:
            target.unlink(missing_ok=True)
            raise
        try:
            for old in [path for path in self._all() if path != target][: -self._keep + 1 or None]:
                old.unlink(missing_ok=True)
        except OSError as error:
            raise self._useless(error) from error
        return target

    def _next(self, now: datetime, newest: datetime | None) -> datetime:
        if self._problem is not None:
            tried = self._tried
            return tried + _AGAIN if tried is not None and abs(now - tried) < _AGAIN else now
        if newest is None or abs(now - newest) >= self._every:
            return now
        return min(newest, now) + self._every

    def newest(self) -> Path | None:
        """Of those in the folder. Raises OSError where that cannot be looked at."""
        return next(reversed(self._all()), None)

    def _all(self) -> list[Path]:
        """The oldest first."""
        if not self._to.is_dir():
            return []
        return sorted(path for path in self._to.iterdir() if ours(path.name))

    def _clear_left_overs(self) -> None:
        before = time.time() - _LEFT_SECONDS
        for pattern in _LEFT:
            for path in self._to.glob(pattern):
                if path.lstat().st_mtime < before:
                    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


def ours(name: str) -> bool:
    """Whether backups that are made by themselves are called so; their names sort as they were made."""
    return _NAMED.fullmatch(name) is not None


def made_at(name: str) -> datetime:
    return datetime.strptime(name, _NAME).replace(tzinfo=UTC)
