"""The beside_runs table: what takes a browser and is no run, a studio session or a doubt. It counts in the plan as one
that is alive, and its minutes in the month."""

from __future__ import annotations

import asyncio
import math
from datetime import datetime

from qa_appliance.core.clock import Clock, iso, utc_now
from qa_appliance.store.database import Database
from qa_appliance.store.tables import plans

_TENTH = 6.0  # seconds


async def begin(db: Database, work_id: str, org_id: str, now: datetime, upgrade_url: str, *, but: str = "") -> None:
    """Raises `PaymentNeeded` or `TooMany`. `but`: the id of one that ends for it."""
    async with db.write() as transaction:
        refused = await plans.refusal(transaction, org_id, now, upgrade_url, but=but)
        if refused:
            raise refused
        await transaction.insert("beside_runs", {"id": work_id, "org_id": org_id, "created_at": iso(now)})


async def give_way(db: Database, work_id: str) -> None:
    """It is not counted any more: what is begun next takes its place."""
    async with db.write() as transaction:
        await transaction.execute("delete from beside_runs where id = ?", (work_id,))


async def go_on(db: Database, work_id: str, org_id: str, now: datetime) -> None:
    """It is counted again, for what was to take its place was refused."""
    async with db.write() as transaction:
        await transaction.insert("beside_runs", {"id": work_id, "org_id": org_id, "created_at": iso(now)})


async def end(db: Database, work_id: str, org_id: str, seconds: float, now: datetime) -> None:
    """`seconds`: how long it had a browser."""
    async with db.write() as transaction:
        await transaction.execute("delete from beside_runs where id = ?", (work_id,))
        await plans.count(transaction, org_id, now, browser_tenths=math.ceil(seconds / _TENTH))


class Ending:
    """Files ends that are told where nobody can wait."""

    def __init__(self, db: Database, clock: Clock = utc_now) -> None:
        self._db, self._clock = db, clock
        self._filing: set[asyncio.Task[None]] = set()

    def ended(self, work_id: str, org_id: str, seconds: float) -> None:
        filing = asyncio.create_task(end(self._db, work_id, org_id, seconds, self._clock()))
        self._filing.add(filing)
        filing.add_done_callback(self._filing.discard)
