"""The time that ages are counted from: the machine's clock, as long as it goes on from where it was last seen.

A clock that was set wrong must delete nothing. What the database last saw and the time that passed since say where the
clock has to be; one that shows something else is doubted until it has gone on steadily for days. Meanwhile ages are
counted from the time that was expected.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from qa_appliance.core.clock import Clock, iso, parsed, utc_now
from qa_appliance.core.errors import Unavailable
from qa_appliance.store.database import Database

logger = logging.getLogger(__name__)

SLACK = timedelta(days=7)  # a machine that was off, or slept, over the holidays
STEADY = timedelta(days=7)  # so long a clock has to go on before a jump of it is believed
_SAVED_EVERY = timedelta(hours=1)


class ClockJump(Struct, frozen=True, rename="camel"):
    """The clock shows `shown` where `expected` was due, and is believed from `until` on, if it goes on like that."""

    shown: datetime
    expected: datetime
    until: datetime


class Reckoned(Struct, frozen=True):
    """`believed` is what ages are counted from; `shown` by a clock that is doubted, `since` that time of its own."""

    believed: datetime
    shown: datetime | None = None
    since: datetime | None = None


def reckon(last: Reckoned, now: datetime, passed: timedelta) -> Reckoned:
    """`now` as the clock shows it, when so much time `passed` since the last look as is known for sure."""
    expected = last.believed + passed
    if abs(now - expected) <= SLACK:
        return Reckoned(now)
    if last.shown is None or last.since is None or abs(now - last.shown - passed) > SLACK:
        return Reckoned(expected, now, now)
    if now - last.since >= STEADY:
        return Reckoned(now)
    return Reckoned(expected, now, last.since)


class Timekeeping:
    """`doubt` is as the last look left it. What was reckoned is stored: a restart neither forgets nor believes."""

    def __init__(self, db: Database, clock: Clock = utc_now, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._db, self._clock, self._monotonic = db, clock, monotonic
        self._last: Reckoned | None = None
        self._saved: Reckoned | None = None
        self._looked_at = 0.0
        self._looking = asyncio.Lock()

    @property
    def doubt(self) -> ClockJump | None:
        last = self._last
        if last is None or last.shown is None or last.since is None:
            return None
        return ClockJump(last.shown, last.believed, last.since + STEADY)

    async def look(self) -> datetime:
        """The moment that ages are counted from, never later than what the clock shows."""
        async with self._looking:
            now, at, last = self._clock(), self._monotonic(), self._last
            passed = timedelta(seconds=at - self._looked_at) if last is not None else timedelta()
            if last is None:
                last = self._saved = await _stored(self._db)
            reckoned = reckon(last or Reckoned(now), now, passed)
            self._tell(last, reckoned)
            self._last, self._looked_at = reckoned, at
            await self._save(reckoned)
        return min(now, reckoned.believed)

    def _tell(self, last: Reckoned | None, reckoned: Reckoned) -> None:
        if reckoned.since is not None and (last is None or last.since != reckoned.since):
            shown, expected = iso(reckoned.since), iso(reckoned.believed)
            logger.warning("the clock shows %s where about %s was expected; no run's age goes by it", shown, expected)
        elif reckoned.since is None and last is not None and last.since is not None:
            logger.info("the clock is believed again")

    async def _save(self, reckoned: Reckoned) -> None:
        saved = self._saved
        if saved and saved.since == reckoned.since and abs(reckoned.believed - saved.believed) < _SAVED_EVERY:
            return
        row = {"id": 1, "believed_at": iso(reckoned.believed)} | {
            name: iso(moment) if moment is not None else None
            for name, moment in (("shown_at", reckoned.shown), ("since", reckoned.since))
        }
        try:
            async with self._db.write() as transaction:
                await transaction.execute("delete from clock")
                await transaction.insert("clock", row)
        except Unavailable as problem:  # what is too old is cleared all the same: a full disk needs it
            logger.warning("the time could not be noted: %s", problem.message)
        else:
            self._saved = reckoned


async def _stored(db: Database) -> Reckoned | None:
    """As it was last noted; else the newest time the database has of anything that was done; None: of nothing."""
    row = await db.one("select believed_at, shown_at, since from clock")
    if row is not None:
        believed, shown, since = (parsed(text) if text is not None else None for text in row)
        return Reckoned(believed, shown, since) if believed is not None else None
    newest = await db.one(
        "select max(at) from (select max(created_at, coalesce(completed_at, ''), coalesce(last_heartbeat_at, '')) as at"
        " from (select * from runs order by seq desc limit 1)"
        " union all select at from (select at from audit order by id desc limit 1))"
    )
    return Reckoned(parsed(newest[0])) if newest is not None and newest[0] is not None else None
