"""Looks at the database and its backups: SQLite's version, whether the file is whole, which schema. Changes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from qa_appliance.bucket.copies import NO_FOLDER, Copies
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Problem
from qa_appliance.doctor.check import Check, failed, ok, warning
from qa_appliance.settings import Settings
from qa_appliance.settings.backup import Backup
from qa_appliance.store.engine import sqlite_version
from qa_appliance.store.files.backups import backups_by
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.files.snapshot import Broken
from qa_appliance.store.health import look_into

SAFE_SQLITE = (3, 51, 3)
SKEW = timedelta(minutes=5)


def check_sqlite() -> Check:
    version = sqlite_version()
    if tuple(int(part) for part in version.split(".")) >= SAFE_SQLITE:
        return ok("SQLite", version)
    safe = ".".join(str(part) for part in SAFE_SQLITE)
    return ok("SQLite", f"{version}; a fault fixed in {safe} is kept away by writing on one connection only")


def check_database(data_dir: Path, now: datetime) -> Check:
    path = Folder(data_dir).database
    if not path.exists():
        return ok("database", "There is none yet; the first start makes it.")
    try:
        health = look_into(path)
    except Broken as error:
        advice = "Restore a backup into another data directory (qa-appliance restore)."
        return failed("database", f"{path} is damaged: {error}.", advice)
    except OSError as error:
        advice = "Run this as the user the appliance runs as."
        return failed("database", f"{path} cannot be read: {error.strerror or error}.", advice)
    size = f"{health.bytes / 1e6:.1f} MB, whole"
    if health.newer is not None:
        advice = "Start the newer version, or restore a backup from before the upgrade."
        return failed("database", f"A newer version of the appliance wrote it (it has {health.newer}).", advice)
    if health.newest is not None and health.newest > iso(now + SKEW):
        advice = "Set the clock of this machine right."
        return warning("database", f"{size}; its newest run is from the future ({health.newest}).", advice)
    if health.jumped is not None:
        advice = "Set the clock right if it is wrong; until it has gone on for days no run is deleted for its age."
        return warning("database", f"{size}; the clock of this machine jumped, to {health.jumped}.", advice)
    if health.pending:
        return ok("database", f"{size}; the next start upgrades it, and keeps a copy of it as it is.")
    return ok("database", f"{size}, of this version.")


def check_backups(backup: Backup, data_dir: Path, now: datetime) -> Check:
    backups = backups_by(backup, Folder(data_dir))
    if backups is None or backup.to is None:
        return ok("backups", "None are made by themselves; --backup-to names a folder for them.")
    if not os.access(backup.to if os.path.exists(backup.to) else backup.to.parent, os.W_OK | os.X_OK):
        return failed("backups", f"{backup.to} cannot be written to.", "Make it, for the user the appliance runs as.")
    backups.due(now)
    if backups.state is not None and backups.state.problem is not None:
        return failed("backups", backups.state.problem, "See to the folder; the server tries again within the hour.")
    newest = backups.state.newest_at if backups.state is not None else None
    if newest is None:
        return ok("backups", f"There is none in {backup.to} yet; the server makes one when it starts.")
    detail = f"The newest in {backup.to} is of {newest:%Y-%m-%d %H:%M} UTC."
    if now - newest < 2 * timedelta(hours=backup.hours):
        return ok("backups", detail)
    return warning("backups", detail, "See in the server's log why none was made since, or start the server.")


def check_copies(settings: Settings, authorities: str, now: datetime) -> Iterator[Check]:
    """Nothing where no bucket is named. Asks it, with the keys of the settings."""
    if settings.backup.bucket.endpoint is None:
        return
    if settings.backup.to is None:
        yield failed("copies of backups", NO_FOLDER, "Name a folder, or take the bucket out of the settings.")
        return
    copies = Copies(settings, authorities)
    try:
        newest = copies.look()
    except Problem as problem:
        advice = "Correct the settings of the bucket, or see to the service; the server tries again within the hour."
        yield failed("copies of backups", problem.message, advice)
        return
    if newest is None:
        yield ok("copies of backups", f"There is none in {copies.state.address} yet; the server sends its next backup.")
        return
    detail = f"The newest in {copies.state.address} is of {newest:%Y-%m-%d %H:%M} UTC."
    if now - newest < 2 * timedelta(hours=settings.backup.hours):
        yield ok("copies of backups", detail)
    else:
        advice = "See in the server's log why none was copied since, or start the server."
        yield warning("copies of backups", detail, advice)
