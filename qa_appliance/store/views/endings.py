"""How runs came out since somebody last asked, for what counts them. Costs what ended since, not what is stored."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import parsed
from qa_appliance.core.run import TERMINAL
from qa_appliance.store.database import Database, Row

_ALIVE = "status in ('pending', 'running')"  # the words of the index runs_alive
_COLUMNS = "seq, id, status, overall_status, queued_at, started_at, total_duration_ms"


class Ending(Struct, frozen=True):
    """`waited`: seconds in line; None, as `seconds`, of a run that never began."""

    status: str
    verdict: str | None
    waited: float | None
    seconds: float | None


class Endings:
    """Of all organizations, since this was made."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._newest: int | None = None  # the latest run that was looked at
        self._alive: list[str] = []  # of those up to it

    async def since(self) -> list[Ending]:
        """Of the runs that ended since the last call; of the first call none."""
        if self._newest is None:
            newest = await self._db.one("select coalesce(max(seq), 0) from runs")
            assert newest is not None
            self._newest = newest[0]
            living = await self._db.all(f"select id from runs where {_ALIVE}")  # noqa: S608
            self._alive = [row["id"] for row in living]
        rows = await self._db.all(
            f"select {_COLUMNS} from runs where seq > :newest union all select {_COLUMNS} from runs"  # noqa: S608
            " where seq <= :newest and id in (select value from json_each(:alive))",
            {"newest": self._newest, "alive": msgspec.json.encode(self._alive).decode()},
        )  # in one read: a run that ends meanwhile is alive or ended, never both
        self._newest = max([self._newest, *(row["seq"] for row in rows)])
        self._alive = [row["id"] for row in rows if row["status"] not in TERMINAL]
        return [_ending(row) for row in rows if row["status"] in TERMINAL]


def _ending(row: Row) -> Ending:
    if row["started_at"] is None:
        return Ending(row["status"], row["overall_status"], None, None)
    waited = (parsed(row["started_at"]) - parsed(row["queued_at"])).total_seconds()
    seconds = row["total_duration_ms"] / 1000 or None  # none is noted of one that was cancelled from outside
    return Ending(row["status"], row["overall_status"], max(0.0, waited), seconds)
