"""The alerts table: what is to be sent, and what came of it. A row is there before anything is sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.alerts import News, next_try
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row

_LOGGED = 200  # of a project
_KEPT = timedelta(days=90)


class Alert(Struct, frozen=True, kw_only=True, rename="camel"):
    """One thing that one target is told. `next_try_at` null: it was sent, or given up; `problem`: of the last try."""

    id: str
    target_id: str
    target_name: str
    news: News
    created_at: str
    tries: int
    next_try_at: str | None
    sent_at: str | None
    given_up_at: str | None
    problem: str | None


_SELECT = "select a.*, t.name as target_name from alerts a join alert_targets t on t.id = a.target_id"
_NOT_OF = "a.target_id not in (select value from json_each(?))"
_SOONEST = (
    "select min(a.next_try_at) from alerts a join alert_targets t on t.id = a.target_id"  # noqa: S608
    f" where a.next_try_at is not null and t.paused = 0 and {_NOT_OF}"
)


async def find(db: Database, alert_id: str) -> Alert | None:
    row = await db.one(f"{_SELECT} where a.id = ?", (alert_id,))
    return _alert(row) if row else None


async def log(db: Database, project_id: str) -> list[Alert]:
    """The newest first."""
    rows = await db.all(f"{_SELECT} where a.project_id = ? order by a.seq desc limit ?", (project_id, _LOGGED))
    return [_alert(row) for row in rows]


async def due(db: Database, now: datetime, but: Collection[str] = ()) -> list[Alert]:
    """In the order they happened, those of targets that are paused, or named in `but`, left out.

    One that was neither tried nor put off is due whatever the clock shows: it may have been set back.
    """
    is_due = "(a.next_try_at <= ? or a.next_try_at = a.created_at)"
    sql = f"{_SELECT} where {is_due} and t.paused = 0 and {_NOT_OF} order by a.seq"
    return [_alert(row) for row in await db.all(sql, (iso(now), _ids(but)))]


async def soonest(db: Database, but: Collection[str] = ()) -> str | None:
    """When the next one is due; `but` as above."""
    row = await db.one(_SOONEST, (_ids(but),))
    return row[0] if row else None


async def failed_last(db: Database, target_id: str) -> bool:
    """Whether the newest of what was tried to be sent there did not arrive."""
    row = await db.one(
        "select problem from alerts where target_id = ? and tries > 0 order by seq desc limit 1", (target_id,)
    )
    return row is not None and row["problem"] is not None


async def add(db: Database, wanted: Sequence[tuple[str, News]], now: datetime, *, at_once: bool = False) -> list[str]:
    """What each target (by its id) is told; answers their ids. Nobody is told the same thing twice.

    `at_once`: whoever adds it sends it, once.
    """
    ids = [new_id() for _ in wanted]
    async with db.write() as transaction:
        for alert_id, (target_id, news) in zip(ids, wanted, strict=True):
            await transaction.execute(
                "insert or ignore into alerts (id, target_id, project_id, cause, news_json, created_at, next_try_at,"
                " tries) values (?, ?, ?, ?, ?, ?, ?, 0)",
                (
                    alert_id,
                    target_id,
                    news.project_id,
                    news.cause,
                    msgspec.json.encode(news).decode(),
                    iso(now),
                    None if at_once else iso(now),
                ),
            )
    return ids


async def forget(db: Database, now: datetime) -> None:
    """What is too old for the log."""
    async with db.write() as transaction:
        await transaction.execute("delete from alerts where created_at < ?", (iso(now - _KEPT),))


async def put_off(db: Database, alert: Alert, until: datetime) -> None:
    await _change(db, alert, {"next_try_at": iso(until)})


async def sent(db: Database, alert: Alert, now: datetime) -> None:
    await _change(db, alert, {"sent_at": iso(now), "next_try_at": None, "problem": None, "tries": alert.tries + 1})


async def failed(db: Database, alert: Alert, problem: str, now: datetime, *, in_vain: bool) -> None:
    """`in_vain`: another try would not help."""
    tries = alert.tries + 1
    again = None if in_vain else next_try(tries, now)
    values: dict[str, object] = {
        "tries": tries,
        "problem": problem,
        "next_try_at": None if again is None else iso(again),
    }
    await _change(db, alert, values if again else values | {"given_up_at": iso(now)})


async def _change(db: Database, alert: Alert, values: dict[str, object]) -> None:
    async with db.write() as transaction:
        await transaction.update("alerts", values, "id = :id", {"id": alert.id})


def _ids(ids: Collection[str]) -> str:
    return msgspec.json.encode(list(ids)).decode()


def _alert(row: Row) -> Alert:
    own = {name: row[name] for name in Alert.__struct_fields__ if name != "news"}
    return Alert(**own, news=msgspec.json.decode(row["news_json"], type=News))
