"""The one writer and its readers: whoever is cancelled when, the next one finds them as they should be."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import aiosqlite
import pytest

from qa_appliance.core.errors import Busy, NoRoom
from qa_appliance.store.database import READERS, Database
from qa_appliance.store.upgrade import migrate

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
ADD = "insert into audit (at, action, subject) values ('2027', ?, ?)"
COUNT = "select count(*) from audit"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    migrate(tmp_path / "a.sqlite3")
    return tmp_path / "a.sqlite3"


@pytest.fixture
async def db(file: Path) -> AsyncIterator[Database]:
    async with Database.open(file) as opened:
        yield opened


async def add(db: Database, action: str) -> None:
    """Two rows, together or not at all."""
    async with db.write() as transaction:
        await transaction.execute(ADD, (action, "first"))
        await transaction.execute(ADD, (action, "second"))


async def count(db: Database) -> int:
    row = await db.one(COUNT)
    assert row is not None
    return int(row[0])


async def test_a_begin_that_was_cancelled_holds_nothing(db: Database, file: Path) -> None:
    """Another process writes, so that the begin is under way in its thread when its task is cancelled."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")
    writing = asyncio.create_task(add(db, "cancelled"))
    for _ in range(10):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.sleep(0)
    writing.cancel()  # and once more: it is over when the statement is
    other.execute("rollback")
    other.close()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await add(db, "next")
    assert await count(db) == 2
    assert db.healed == 0


async def test_writers_cancelled_anywhere_leave_all_or_nothing(db: Database) -> None:
    chance = random.Random(37)
    for number in range(200):
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(add(db, f"{number}-{each}")) for each in range(3)]
        tasks += [asyncio.create_task(count(db)) for _ in range(READERS)]
        await asyncio.sleep(chance.choice((0, chance.random() / 2000, chance.random() / 300)))
        for task in chance.sample(tasks, 4):
            task.cancel()
            if chance.random() < 0.3:
                await asyncio.sleep(0)
                task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(each) for each in ended} <= {type(None), int, asyncio.CancelledError}
        whole = {each[0] for each in await db.all("select count(*) from audit group by action")}
        assert whole <= {2}
        before = await count(db)
        await add(db, f"{number}-last")
        # every reader sees it: none still stands in an older moment of the file
        assert await asyncio.gather(*(count(db) for _ in range(READERS))) == [before + 2] * READERS
    assert db.healed == 0


async def test_a_reader_whose_asker_has_gone_is_free_again(db: Database) -> None:
    for _ in range(2):
        asking = [asyncio.create_task(db.all(ENDLESS)) for _ in range(READERS)]
        await asyncio.sleep(0.01)
        for task in asking:
            task.cancel()
        async with asyncio.timeout(60):
            assert {type(each) for each in await asyncio.gather(*asking, return_exceptions=True)} == {
                asyncio.CancelledError
            }
            assert await asyncio.gather(*(count(db) for _ in range(READERS + 1))) == [0] * (READERS + 1)


async def test_a_transaction_left_open_is_rolled_back_told_and_counted(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await db._writer.execute("begin immediate")  # as nothing of ours leaves it
    await db._writer.execute(ADD, ("left", "open"))
    with caplog.at_level(logging.ERROR):
        await add(db, "next")
    assert await count(db) == 2
    assert db.healed == 1
    assert "left open" in caplog.text


async def test_a_database_another_process_keeps_is_told_as_busy(db: Database, file: Path) -> None:
    await db._writer.execute("pragma busy_timeout = 1")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(Busy, match="Try again"):
        await add(db, "kept out")
    other.close()
    await add(db, "next")
    assert await count(db) == 2


async def test_each_statement_of_a_transaction_is_one_turn_of_the_writer(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the loop has much else to do, each turn more keeps all others from writing."""
    turns, execute = list[str](), cast(Any, aiosqlite.Connection)._execute

    async def counting(self: aiosqlite.Connection, do: Callable[..., Any], *args: Any, **more: Any) -> Any:
        turns.append(do.__name__)
        return await execute(self, do, *args, **more)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counting)
    async with db.write() as transaction:
        changed = [await transaction.execute("update organizations set name = name where 0") for _ in range(3)]
    assert changed == [0, 0, 0]
    assert turns == ["execute"] * 4 + ["commit"]


async def test_a_probe_writes(db: Database, file: Path) -> None:
    before = file.with_name("a.sqlite3-wal").stat().st_size
    await asyncio.gather(*(db.probe() for _ in range(5)))
    assert file.with_name("a.sqlite3-wal").stat().st_size > before
    await db._writer.execute("pragma query_only = on")
    with pytest.raises(NoRoom, match="readonly"):
        await db.probe()
