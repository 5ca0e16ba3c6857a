"""A copy of the database as it stands at one moment, and which schema a file has. Never changes the file it reads."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import sqlite_utils

from qa_appliance.store.migrations import migrations

_IN_CLEAR = (  # until m012_sealed_credentials: table, column, what stands for nothing
    ("environments", "extra_headers_json", "'{}'"),
    ("environments", "cookies_json", "'[]'"),
    ("projects", "storage_state_json", "null"),
)


class Broken(Exception):
    """What SQLite found wrong with the file."""


def copy_database(source: Path, target: Path) -> None:
    """Writes `target`, readable by its owner only, while a server may go on writing `source`. Blocking.

    The copy is checked; raises Broken with the first fault found, OSError where the disk is at fault. An existing
    target is replaced.
    """
    target.unlink(missing_ok=True)
    target.touch(0o600, exist_ok=False)
    try:
        with closing(sqlite3.connect(source)) as origin, closing(sqlite3.connect(target)) as copy:
            origin.execute("pragma query_only = on")
            origin.execute("pragma wal_autocheckpoint = 0")  # the server's business alone
            origin.backup(copy)
            copy.execute("pragma journal_mode = delete")  # one file, without a log beside it
    except sqlite3.OperationalError as error:  # a full disk, a lock that is not let go of
        raise OSError(str(error)) from error
    except sqlite3.DatabaseError as error:
        raise Broken(str(error)) from error
    check_database(target)


def copy_without_secrets(source: Path, target: Path) -> None:
    """As `copy_database`, without what older schemas kept in clear. Raises as it does."""
    copy_database(source, target)
    try:
        with closing(sqlite3.connect(target)) as copy, copy:
            copy.execute("pragma secure_delete = on")
            for table, column, empty in _IN_CLEAR:
                if column in {row[1] for row in copy.execute(f"pragma table_info('{table}')")}:
                    copy.execute(f"update {table} set {column} = {empty}")  # noqa: S608 - names of our own
        with closing(sqlite3.connect(target)) as copy:
            copy.execute("vacuum")
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise OSError(str(error)) from error


def check_database(path: Path) -> None:
    """Raises Broken unless SQLite finds the file whole and every reference leading somewhere."""
    try:
        with closing(sqlite3.connect(path)) as db:
            found = [row[0] for row in db.execute("pragma integrity_check(1)")]
            lost = db.execute("pragma foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise Broken(str(error)) from error
    if found != ["ok"]:
        raise Broken(str(found[0]))
    if lost is not None:
        raise Broken(f"a row of {lost[0]} refers to a row of {lost[2]} that is not there")


def schema_of(path: Path) -> list[str]:
    """The names of the migrations the file has gone through, in order; empty for a new file. Raises Broken."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            return [migration.name for migration in migrations.applied(sqlite_utils.Database(connection))]
    except sqlite3.DatabaseError as error:
        raise Broken(str(error)) from error


def known_schema() -> list[str]:
    """The names of all migrations this program knows, in order."""
    return [migration.name for migration in migrations.pending(sqlite_utils.Database(memory=True))]
