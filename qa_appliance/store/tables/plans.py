"""What an organization may use in a calendar month, and what it has used. Never decides when to ask.

What takes a browser and is no run, a studio session or a doubt, has a row in beside_runs as long as it lasts: it counts
as a run that is alive, and its minutes in the month.
"""

from __future__ import annotations

import asyncio
import math
from datetime import UTC, datetime
from typing import Literal, Protocol

from msgspec import Struct

from qa_appliance.core.clock import Clock, iso, utc_now
from qa_appliance.core.errors import PaymentNeeded, Problem, TooMany
from qa_appliance.store.database import Database, Parameters, Row, Transaction

_TENTH = 6.0  # seconds

PlanState = Literal["active", "never_subscribed", "locked"]


class Reader(Protocol):
    """The database, or the transaction a check has to hold in."""

    async def one(self, sql: str, parameters: Parameters = ()) -> Row | None: ...


class Allowance(Struct, frozen=True, rename="camel"):
    """An organization's plan (decision 30). A limit of None is no limit; cents and minutes are per month (UTC)."""

    state: PlanState = "active"
    runs: int | None = None
    browser_minutes: int | None = None
    llm_cents: int | None = None
    concurrent: int | None = None


class Usage(Struct, frozen=True, rename="camel"):
    """`runs` accepted this month, `browser_tenths` tenths of a minute. `alive`: runs now pending or running, and what
    goes on beside them.
    """

    runs: int = 0
    browser_tenths: int = 0
    llm_cents: int = 0
    alive: int = 0
    running: int = 0


async def allowance(reader: Reader, org_id: str) -> Allowance:
    row = await reader.one(
        "select plan_state, plan_runs, plan_browser_minutes, plan_llm_cents, plan_concurrent from organizations"
        " where id = ?",
        (org_id,),
    )
    return Allowance(*row) if row else Allowance(state="locked")


async def usage(reader: Reader, org_id: str, now: datetime, *, but: str = "") -> Usage:
    """`but`: the id of what goes on beside runs and is not counted."""
    row = await reader.one(
        "select coalesce(u.runs, 0), coalesce(u.browser_tenths, 0), coalesce(u.llm_cents, 0),"
        " (select count(*) from runs r indexed by runs_alive_of"
        "   where r.org_id = o.id and r.status in ('pending', 'running') and r.held = 0)"
        " + (select count(*) from beside_runs b where b.org_id = o.id and b.id <> ?),"
        " (select count(*) from runs r indexed by runs_alive_of"
        "   where r.org_id = o.id and r.status in ('pending', 'running')"
        "   and r.status = 'running')"
        " from organizations o left join usage u on u.org_id = o.id and u.month = ? where o.id = ?",
        (but, month(now), org_id),
    )
    return Usage(*row) if row else Usage()


async def refusal(
    reader: Reader, org_id: str, now: datetime, upgrade_url: str, *, more: int = 1, held: int = 0, but: str = ""
) -> Problem | None:
    """Why this organization may not start so many more runs, in the order of decision 19; None: it may. `held` of them
    begin later, when there is room for them; `but` as in `usage`.

    402 `onboarding_exhausted` or `locked`, 429 `plan_quota_exhausted`, 429 `concurrency_limit` (contract section 7).
    """
    plan = await allowance(reader, org_id)
    if plan.state == "never_subscribed":
        return PaymentNeeded(
            "This organization has no plan yet; choose one to run tests.",
            code="onboarding_exhausted",
            upgradeUrl=upgrade_url,
        )
    if plan.state == "locked":
        return PaymentNeeded(
            "Runs are paused because the plan has ended or is unpaid.", code="locked", upgradeUrl=upgrade_url
        )
    used = await usage(reader, org_id, now, but=but)
    quota = _quota_used_up(plan, used, more=more)
    if quota:
        return TooMany(quota, code="plan_quota_exhausted")
    if more > held and plan.concurrent is not None and used.alive + more - held > plan.concurrent:
        full = f"All {plan.concurrent} concurrent runs of the plan are in use; try again when one has finished."
        few = (
            f"The plan allows {plan.concurrent} concurrent runs, and {used.alive} are alive: {more} more are too many."
        )
        return TooMany(full if more == 1 else few, code="concurrency_limit")
    return None


async def room(reader: Reader, org_id: str, now: datetime) -> int | None:
    """How many runs more may be alive now; None: any number."""
    plan = await allowance(reader, org_id)
    return None if plan.concurrent is None else max(0, plan.concurrent - (await usage(reader, org_id, now)).alive)


async def refusal_at_start(reader: Reader, org_id: str, now: datetime) -> str | None:
    """Why an accepted run may not begin after all: locked, or used up meanwhile (contract section 3).

    How many may be alive at once was asked when it was accepted; a number lowered since leaves it alone (decision 31).
    """
    plan = await allowance(reader, org_id)
    if plan.state != "active":
        return "The run was not started because the organization's plan does not allow runs at present."
    used = await usage(reader, org_id, now)
    quota = _quota_used_up(plan, used, more=0)
    if quota:
        return f"The run was not started. {quota}"
    return None


async def llm_cents_left(reader: Reader, org_id: str, now: datetime) -> int | None:
    """Of this month's allowance for a model; None: it has no limit."""
    most = (await allowance(reader, org_id)).llm_cents
    return None if most is None else max(0, most - (await usage(reader, org_id, now)).llm_cents)


async def spend_llm_cents(db: Database, org_id: str, cents: int, now: datetime) -> None:
    """Raises `NoRoom` and `Busy`."""
    async with db.write() as transaction:
        await count(transaction, org_id, now, llm_cents=cents)


async def set_plan(db: Database, org_id: str, changes: dict[str, object]) -> None:
    """`changes` holds fields of `Allowance` by name; takes effect with the next trigger, in every process."""
    columns = {f"plan_{name}": value for name, value in changes.items() if name in Allowance.__struct_fields__}
    async with db.write() as transaction:
        if columns:
            await transaction.update("organizations", columns, "id = :id", {"id": org_id})


async def count(transaction: Transaction, org_id: str, now: datetime, **used: int) -> None:
    """Adds to the month's use: `runs`, `browser_tenths`, `llm_cents`."""
    add = {"runs": 0, "browser_tenths": 0, "llm_cents": 0} | used
    await transaction.execute(
        "insert into usage (org_id, month, runs, browser_tenths, llm_cents)"
        " values (:org, :month, :runs, :browser_tenths, :llm_cents)"
        " on conflict (org_id, month) do update set runs = runs + :runs,"
        " browser_tenths = browser_tenths + :browser_tenths, llm_cents = llm_cents + :llm_cents",
        add | {"org": org_id, "month": month(now)},
    )


def month(now: datetime) -> str:
    """The calendar month (UTC) as a text: 2026-11."""
    return now.astimezone(UTC).strftime("%Y-%m")


def _quota_used_up(plan: Allowance, used: Usage, *, more: int) -> str | None:
    if more and plan.runs is not None and used.runs + more > plan.runs:
        left = max(0, plan.runs - used.runs)
        few = f"Of the plan's {plan.runs} runs of this month {left} are left; {more} were asked for."
        return few if left else f"The plan's {plan.runs} runs of this month are used up."
    if plan.browser_minutes is not None and used.browser_tenths >= plan.browser_minutes * 10:
        return f"The plan's {plan.browser_minutes} browser minutes of this month are used up."
    if plan.llm_cents is not None and used.llm_cents >= plan.llm_cents:
        return "The plan's AI execution allowance of this month is used up."
    return None


async def begin_beside(
    db: Database, work_id: str, org_id: str, now: datetime, upgrade_url: str, *, but: str = ""
) -> None:
    """Raises `PaymentNeeded` or `TooMany`. `but`: the id of one that ends for it."""
    async with db.write() as transaction:
        refused = await refusal(transaction, org_id, now, upgrade_url, but=but)
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


async def end_beside(db: Database, work_id: str, org_id: str, seconds: float, now: datetime) -> None:
    """`seconds`: how long it had a browser."""
    async with db.write() as transaction:
        await transaction.execute("delete from beside_runs where id = ?", (work_id,))
        await count(transaction, org_id, now, browser_tenths=math.ceil(seconds / _TENTH))


class Ending:
    """Files ends of what goes on beside runs, which are told where nobody can wait."""

    def __init__(self, db: Database, clock: Clock = utc_now) -> None:
        self._db, self._clock = db, clock
        self._filing: set[asyncio.Task[None]] = set()

    def ended(self, work_id: str, org_id: str, seconds: float) -> None:
        filing = asyncio.create_task(end_beside(self._db, work_id, org_id, seconds, self._clock()))
        self._filing.add(filing)
        filing.add_done_callback(self._filing.discard)
