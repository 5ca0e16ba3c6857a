"""One time a suite is run: every test a run of one batch, all held until the dispatcher comes to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from qa_appliance.core.batches.variants import Variant
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.errors import Invalid
from qa_appliance.store.database import Database, Transaction
from qa_appliance.store.tables import procedures, suite_runs
from qa_appliance.store.tables.suites import Suite
from qa_appliance.trigger import Ask, Intake, for_each_row, trigger_all

MOST = 300  # tests of a suite


class Wanted(Struct, frozen=True, kw_only=True):
    """Who runs a suite, and where. `only`: these of its tests; None: all."""

    org_id: str
    user_id: str
    environment_id: str | None = None
    base_url: str | None = None
    only: Sequence[str] | None = None


class Begun(Struct, frozen=True, rename="camel"):
    """`run_ids`: the set-up first, then the tests in the suite's order."""

    batch_id: str
    run_ids: list[str]


Also = Callable[[Transaction, str], Awaitable[None]]
"""What is written with it or not at all, given the batch."""


async def start_suite(suite: Suite, wanted: Wanted, intake: Intake, also: Also | None = None) -> Begun:
    """Accepts all its runs or none: of a test with a table one for each row, of such a set-up one for the first.

    Raises as `trigger_all` and `for_each_row`, and `Invalid` where there is nothing to run.
    """
    tests = [test for test in suite.tests if wanted.only is None or test in wanted.only]
    if not tests:
        raise Invalid(
            "The suite has no test; add one."
            if wanted.only is None
            else "None of these tests is in the suite any more."
        )
    set_up = [suite.set_up] if suite.set_up is not None else []
    names = await _names(intake.db, suite.project_id)
    batch_id = new_id()
    asked = [
        Ask(
            project_id=suite.project_id,
            org_id=wanted.org_id,
            user_id=wanted.user_id,
            procedure_id=test,
            base_url=wanted.base_url,
            environment_id=wanted.environment_id,
            batch_id=batch_id,
            batch_kind="suite",
            attempt_index=1,
            variant=Variant(names.get(test, ""), sets_up=test == suite.set_up),
            held=True,
        )
        for test in [*set_up, *tests]
    ]
    rows = [await for_each_row(ask, intake) for ask in asked]
    asks = [*(rows[0][:1] if set_up else rows[0]), *(ask for each in rows[1:] for ask in each)]

    async def beside(transaction: Transaction, run_ids: list[str]) -> None:
        started = suite_runs.Started(
            batch_id=batch_id,
            suite_id=suite.id,
            project_id=suite.project_id,
            org_id=wanted.org_id,
            user_id=wanted.user_id,
            name=suite.name,
            rules=suite.rules,
            created_at=iso(intake.now),
            set_up_run_id=run_ids[0] if set_up else None,
            place=(await suite_runs.place_of(transaction, run_ids[0])).where,
        )
        await suite_runs.add(transaction, started)
        if also is not None:
            await also(transaction, batch_id)

    return Begun(batch_id, await trigger_all(asks, intake, beside))


async def _names(db: Database, project_id: str) -> dict[str, str]:
    return {procedure.id: procedure.name for procedure in await procedures.listed(db, project_id)}
