"""What stands before a run in line, and when its turn may come by what runs took lately. Changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.store.database import Database

_LATELY = 30  # runs that ended last, of all organizations: they share the browsers


class Outlook(Struct, frozen=True):
    """`place` counts from 1. `seconds` until a browser is free for it; None while no run has told how long it takes."""

    place: int
    seconds: int | None


async def outlook(db: Database, run_id: str, slots: int, now: datetime, people: Sequence[float] = ()) -> Outlook | None:
    """None for a run that is not in line. A browser is taken to become free every n-th part of a run's usual time; one
    that has been at work for longer than that is taken to need as long again as it did. `people` have a browser each,
    for so many seconds at most: where they have all of them, one is taken to be kept as long as it may be."""
    row = await db.one(
        "select (select count(*) from runs w indexed by runs_alive where w.status in ('pending', 'running')"
        " and w.status = 'pending' and w.held = 0 and w.seq <= r.seq) as place,"
        " (select count(*) from runs a indexed by runs_alive where a.status in ('pending', 'running')"
        " and a.status = 'running') as at_work,"
        " (select avg((julianday(completed_at) - julianday(started_at)) * 86400) from (select started_at, completed_at"
        " from runs where started_at is not null and completed_at is not null order by seq desc limit ?)) as usual"
        " from runs r where r.id = ? and r.status = 'pending' and r.held = 0",
        (_LATELY, run_id),
    )
    if row is None:
        return None
    for_runs = max(0, slots - len(people))
    ahead = max(0, int(row["place"]) - max(0, for_runs - int(row["at_work"])))
    if ahead == 0 or (row["usual"] is None and (for_runs or ahead > 1)):
        return Outlook(int(row["place"]), 0 if ahead == 0 else None)
    if not for_runs:
        return Outlook(int(row["place"]), round(min(people) + (ahead - 1) * float(row["usual"] or 0)))
    usual = float(row["usual"])
    at_work = await db.all(
        "select (julianday(?) - julianday(started_at)) * 86400 as seconds from runs indexed by runs_alive"
        " where status in ('pending', 'running') and status = 'running'",
        (iso(now),),
    )
    beyond = sum(max(0.0, float(each["seconds"]) - usual) for each in at_work)
    return Outlook(int(row["place"]), round((ahead * usual + beyond) / for_runs))
