"""The one SQLite file: opened once, written by one connection, read by a few.

One writer alone checkpoints: SQLite before 3.51.3 can corrupt a WAL that several writing connections reset.
Never holds a rule of the product; those stand with the tables.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiosqlite

from qa_appliance.awaiting import to_its_end
from qa_appliance.core.errors import Busy, NoRoom, Unavailable
from qa_appliance.store.chain import ChainSeal

logger = logging.getLogger(__name__)

READERS = 3
_AGAIN_SECONDS = 0.05  # until a read that nobody waits for is told again to end

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
_DISK_AT_FAULT = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)

Row = sqlite3.Row
Parameters = Sequence[object] | Mapping[str, object]


class Transaction:
    """What is done inside `Database.write`: everything or nothing."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def execute(self, sql: str, parameters: Parameters = ()) -> int:
        """Runs one statement and answers how many rows it changed.

        It is over with that. Closing its cursor would be a turn of the loop more, in which nobody else can write.
        """
        cursor = await self._connection.execute(sql, parameters)
        return cursor.rowcount

    async def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        return next(iter(await self._connection.execute_fetchall(sql, parameters)), None)

    async def all(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        return list(await self._connection.execute_fetchall(sql, parameters))

    async def insert(self, table: str, values: Mapping[str, object]) -> None:
        """`table` and the keys of `values` are names from this code, never from a user."""
        columns = ", ".join(values)
        marks = ", ".join(f":{name}" for name in values)
        await self.execute(f"insert into {table} ({columns}) values ({marks})", values)  # noqa: S608

    async def update(
        self, table: str, values: Mapping[str, object], where: str, parameters: Mapping[str, object]
    ) -> int:
        """Sets the columns where the condition holds (a compare-and-set when it names the old state)."""
        changes = ", ".join(f"{name} = :set_{name}" for name in values)
        named = {f"set_{name}": value for name, value in values.items()} | dict(parameters)
        return await self.execute(f"update {table} set {changes} where {where}", named)  # noqa: S608


class Database:
    """All runtime access to the file. `write` is serialised; `one` and `all` read from a small pool.

    Statements run in the connections' own threads and go on when their task is cancelled: a connection is handed to
    the next only when its statement is over. `healed` counts transactions that were found open all the same.
    """

    def __init__(
        self, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection], chain: ChainSeal | None = None
    ) -> None:
        self.healed = 0
        self.chain = chain
        self._writer = writer
        self._lock = asyncio.Lock()
        self._probing = asyncio.Lock()
        self._written = time.monotonic()
        self._readers: asyncio.Queue[aiosqlite.Connection] = asyncio.Queue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, *, beside_server: bool = False, chain: ChainSeal | None = None
    ) -> AsyncIterator[Database]:
        """Opens a migrated file; closes every connection at the end, the writer last (it checkpoints).

        `beside_server`: a server may have the file open, and then checkpointing is its business alone. `chain` seals
        what is noted of who changed what.
        """
        connections: list[aiosqlite.Connection] = []
        try:
            connections.append(await _connect(path, _WRITER_BESIDE if beside_server else _WRITER))
            for _ in range(READERS):
                connections.append(await _connect(path, _READER))  # noqa: PERF401
            yield cls(connections[0], connections[1:], chain)
        finally:
            await to_its_end(_close(connections))

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """One immediate transaction: committed at the end, rolled back on any exception. Raises `NoRoom`, `Busy`."""
        async with self._lock:
            try:
                await self._heal()
                try:
                    await to_its_end(self._begin())
                    yield Transaction(self._writer)
                    await to_its_end(self._writer.commit())
                except BaseException:
                    await to_its_end(self._writer.rollback())
                    raise
            except sqlite3.OperationalError as error:
                if (refusal := _refusal_of(error)) is not None:
                    raise refusal from error
                raise
            self._written = time.monotonic()

    async def probe(self) -> None:
        """Writes a page to the disk as every transaction does, and changes nothing. Raises what `write` raises.

        Whatever else is written after the call proves as much.
        """
        asked = time.monotonic()
        async with self._probing:
            if self._written < asked:
                async with self.write() as transaction:
                    version = await transaction.one("pragma user_version")
                    assert version is not None
                    await transaction.execute(f"pragma user_version = {version[0]:d}")

    async def one(self, sql: str, parameters: Parameters = ()) -> Row | None:
        return next(iter(await self.all(sql, parameters)), None)

    async def all(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        async with self._reader() as connection:
            return list(await connection.execute_fetchall(sql, parameters))

    async def _begin(self) -> None:
        await self._writer.execute("begin immediate")

    async def _heal(self) -> None:
        """Nothing of ours leaves a transaction open; one that is would stop every write until the next start."""
        if self._writer.in_transaction:
            logger.error("a transaction was left open and is rolled back")
            await to_its_end(self._writer.rollback())
            self.healed += 1

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[aiosqlite.Connection]:
        connection = await self._readers.get()
        try:
            yield connection
        except asyncio.CancelledError:
            await to_its_end(_at_rest(connection))
            raise
        finally:
            self._readers.put_nowait(connection)


async def _connect(path: Path, pragmas: Iterable[str]) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        for pragma in (*_EVERY_CONNECTION, *pragmas):
            await connection.execute(pragma)
    except BaseException:
        await to_its_end(connection.close())
        raise
    return connection


async def _close(connections: Iterable[aiosqlite.Connection]) -> None:
    """The last one first, and all of them whatever one says: a thread that is left keeps the process from ending."""
    async with AsyncExitStack() as closing:
        for connection in connections:
            closing.push_async_callback(connection.close)


async def _at_rest(connection: aiosqlite.Connection) -> None:
    """Ends the statement nobody waits for any more. What stands behind it in the thread's line is over after it."""
    behind = asyncio.ensure_future(connection.rollback())  # of nothing: a reader has no transaction
    while not behind.done():
        await connection.interrupt()
        await asyncio.wait({behind}, timeout=_AGAIN_SECONDS)
    behind.result()


def _refusal_of(error: sqlite3.OperationalError) -> Unavailable | None:
    """What is not this program's fault, as a sentence."""
    code = error.sqlite_errorcode & 0xFF
    if code in _DISK_AT_FAULT:
        return NoRoom(str(error), full=code == sqlite3.SQLITE_FULL)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy()
    return None
