"""The one SQLite file: migrated, opened once, written by one connection, read by a few.

One writer alone checkpoints: SQLite before 3.51.3 can corrupt a WAL that several writing connections reset.
Never holds a rule of the product; those stand with the tables.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import sqlite_utils

from qa_appliance.core.errors import Unavailable
from qa_appliance.store.migrations import migrations
from qa_appliance.store.snapshot import Broken, copy_without_secrets, known_schema, schema_of

READERS = 3

_EVERY_CONNECTION = (
    "pragma journal_mode = wal",  # readers never wait for the writer
    "pragma busy_timeout = 5000",  # milliseconds; the command line may write beside the server for a moment
    "pragma foreign_keys = on",
    "pragma cache_size = -16000",  # 16 MB
    "pragma temp_store = memory",
    "pragma secure_delete = on",  # what is deleted or masked is overwritten, not left on a free page
    "pragma mmap_size = 268435456",
)
# full: a run answered with 202 is on the disk even if the power goes the next moment
_WRITER = ("pragma synchronous = full", "pragma wal_autocheckpoint = 1000")
_WRITER_BESIDE = ("pragma synchronous = full", "pragma wal_autocheckpoint = 0")
_READER = ("pragma query_only = on", "pragma wal_autocheckpoint = 0")

Row = sqlite3.Row
Parameters = Sequence[Any] | dict[str, Any]


def migrate(path: Path) -> None:
    """Bring the file (made if absent) to the newest schema. Blocking; call before `Database.open`.

    A file of an older schema is copied to `before-<first new migration>.sqlite3` beside it first, without the headers
    and cookies that lay in it in clear. Raises Unavailable for a file of a newer appliance, which is left as it is, and
    for one that SQLite finds broken.
    """
    try:
        _secure_upgrade(path)
    except Broken as error:
        raise Unavailable(f"{path} is damaged ({error}). Restore a backup into another data directory.") from error
    except OSError as error:
        raise Unavailable(f"{path} cannot be copied before its upgrade: {error}. Free some space.") from error
    db = sqlite_utils.Database(path)
    try:
        db.enable_wal()
        migrations.apply(db)
    finally:
        db.close()


def _secure_upgrade(path: Path) -> None:
    applied, known = schema_of(path), known_schema()
    if newer := [name for name in applied if name not in known]:
        raise Unavailable(
            f"{path} was written by a newer version of the appliance (it has {newer[-1]}). Start that version, or"
            " restore a backup from before the upgrade into another data directory."
        )
    pending = [name for name in known if name not in applied]
    if applied and pending:
        copy_without_secrets(path, path.with_name(f"before-{pending[0]}.sqlite3"))


class NoRoom(Exception):
    """The disk of the database is full or does not work; nothing was written."""


class Transaction:
    """What is done inside `Database.write`: everything or nothing."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Runs one statement and answers how many rows it changed."""
        async with self._connection.execute(sql, parameters) as cursor:
            return cursor.rowcount

    async def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        async with self._connection.execute(sql, parameters) as cursor:
            return await cursor.fetchone()

    async def all(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        async with self._connection.execute(sql, parameters) as cursor:
            return list(await cursor.fetchall())

    async def insert(self, table: str, values: dict[str, Any]) -> None:
        """`table` and the keys of `values` are names from this code, never from a user."""
        columns = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        await self.execute(f"insert into {table} ({columns}) values ({marks})", values)  # noqa: S608

    async def update(self, table: str, values: dict[str, Any], where: str, parameters: dict[str, Any]) -> int:
        """Sets the columns where the condition holds (a compare-and-set when it names the old state)."""
        changes = ", ".join(f"{name} = :set_{name}" for name in values)
        named = {f"set_{name}": value for name, value in values.items()} | parameters
        return await self.execute(f"update {table} set {changes} where {where}", named)  # noqa: S608


class Database:
    """All runtime access to the file. `write` is serialised; `one` and `all` read from a small pool."""

    def __init__(self, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection]) -> None:
        self._writer = writer
        self._lock = asyncio.Lock()
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path, *, beside_server: bool = False) -> AsyncIterator[Database]:
        """Opens a migrated file; closes every connection at the end, the writer last (it checkpoints).

        `beside_server`: a server may have the file open, and then checkpointing is its business alone.
        """
        connections: list[aiosqlite.Connection] = []
        try:
            connections.append(await _connect(path, _WRITER_BESIDE if beside_server else _WRITER))
            for _ in range(READERS):
                connections.append(await _connect(path, _READER))  # noqa: PERF401
            yield cls(connections[0], connections[1:])
        finally:
            for connection in reversed(connections):
                await connection.close()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """One immediate transaction: committed at the end, rolled back on any exception. Raises `NoRoom`."""
        async with self._lock:
            try:
                await self._writer.execute("begin immediate")
                try:
                    yield Transaction(self._writer)
                    await asyncio.shield(self._writer.commit())
                except BaseException:
                    await asyncio.shield(self._writer.rollback())
                    raise
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                    raise NoRoom(f"The disk of the data takes nothing more: {error}.") from error
                raise

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[aiosqlite.Connection]:
        connection = await self._readers.get()
        try:
            yield connection
        finally:
            self._readers.put_nowait(connection)

    async def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        async with self._reader() as connection, connection.execute(sql, parameters) as cursor:
            return await cursor.fetchone()

    async def all(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        async with self._reader() as connection, connection.execute(sql, parameters) as cursor:
            return list(await cursor.fetchall())


async def _connect(path: Path, pragmas: Iterable[str]) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    for pragma in (*_EVERY_CONNECTION, *pragmas):
        await connection.execute(pragma)
    return connection
