"""The only door a run comes in by: API, command line, schedules and batches all call it. Never runs one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from msgspec import Struct

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.batches.variants import BatchKind, DataRow, Variant
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Invalid, NotFound
from qa_appliance.core.run import Patience, UserExpectation
from qa_appliance.english.compile import plan_english
from qa_appliance.planning.secret_words import secret_names, secret_words
from qa_appliance.store.database import Database
from qa_appliance.store.tables import environments, phrasebook, plans, procedures, projects, runs
from qa_appliance.store.tables.procedures import Procedure
from qa_appliance.store.tables.projects import Project
from qa_appliance.store.tables.run_requests import host_of, own_hosts
from qa_appliance.store.tables.run_words import Words, words
from qa_appliance.store.tables.test_data import tables, variables
from qa_appliance.store.vault import Vault
from qa_appliance.store.views import ownership
from qa_appliance.threads import Threads

MOST_ROWS = 50  # for which a test runs at once


class Ask(Struct, frozen=True, kw_only=True):
    """A checked request to run a test: exactly one of `procedure_id` and `description` (contract 4.1)."""

    project_id: str
    org_id: str
    user_id: str
    procedure_id: str | None = None
    description: str | None = None
    user_expectation: UserExpectation | None = None  # None: the procedure's own, else pass
    base_url: str | None = None
    environment_id: str | None = None
    max_duration_minutes: int | None = None
    viewport_preset: str | None = None
    batch_id: str | None = None
    batch_kind: BatchKind | None = None
    parent_run_id: str | None = None
    attempt_index: int | None = None
    variant: Variant | None = None  # of a batch: what this run does otherwise
    held: bool = False  # of a suite: it begins when the suite comes to it
    traceparent: str | None = None  # W3C's, of the request that asks
    evidence: dict[str, bool] = {}  # by the names of the kinds; what is left out is as the project says
    patience: Patience | None = None  # None: as the project says


class Accepted(NamedTuple):
    """What was asked for: a run, or the first one of a batch, a run for each row of a table."""

    run_id: str
    batch_id: str | None


class Resolved(NamedTuple):
    """On what a test is run."""

    project: Project
    procedure: Procedure | None
    environment_id: str | None
    base_url: str


class Intake(Struct, frozen=True, kw_only=True):
    """What runs are accepted with. `accepted` wakes the line, `reading` is where English is read."""

    db: Database
    vault: Vault
    guard: Guard
    reading: Threads
    now: datetime
    upgrade_url: str
    accepted: Callable[[], None]


async def trigger(ask: Ask, intake: Intake, beside: runs.Beside | None = None) -> Accepted:
    """As `trigger_all`, of a run that stands alone, or of a run for each row of the saved test's table."""
    asks = await for_each_row(ask, intake)
    return Accepted((await trigger_all(asks, intake, beside))[0], asks[0].batch_id)


async def for_each_row(ask: Ask, intake: Intake) -> list[Ask]:
    """The same for each row of the saved test's table; where it has none, as it is asked for.

    Raises `NotFound`, `Invalid` for a table without rows, and for one with more than runs are begun at once.
    """
    if ask.procedure_id is None:
        return [ask]
    project, procedure = await _project(intake.db, intake.vault, ask), await _procedure(intake.db, ask)
    table = await tables.find(intake.db, procedure.table_id) if procedure and procedure.table_id else None
    if procedure is None or table is None:
        return [ask]
    if not table.rows:
        raise Invalid(f"The table “{table.name}” has no rows, so “{procedure.name}” would run for nothing. Add one.")
    if len(table.rows) > MOST_ROWS:
        count = f"The table “{table.name}” has {len(table.rows)} rows"
        raise Invalid(f"{count}, and a test runs for {MOST_ROWS} of them at most. Divide it into several tables.")
    plan = await procedures.to_edit(intake.db, intake.vault, procedure.id)
    secret = await variables.secret_names(intake.db, project.id) | (secret_names(plan) if plan else frozenset())
    hidden = tuple(name for name in table.columns if name in secret)
    if ask.batch_id is None:
        ask = msgspec.structs.replace(ask, batch_id=new_id(), batch_kind="rows")
    texts = [dict(zip(table.columns, cells, strict=True)) for cells in table.rows]
    return [_for_row(ask, DataRow(number, values, hidden)) for number, values in enumerate(texts, 1)]


def _for_row(ask: Ask, row: DataRow) -> Ask:
    """Of a suite, the first attempt at that row of its test."""
    given = ask.variant or Variant("")
    label = ", ".join(part for part in (given.label, row.label) if part)
    variant = msgspec.structs.replace(given, label=label, row=row)
    return msgspec.structs.replace(ask, attempt_index=ask.attempt_index or row.number, variant=variant)


async def trigger_all(asks: Sequence[Ask], intake: Intake, beside: runs.Beside | None = None) -> list[str]:
    """Accepts runs of one project, all or none, and answers their ids in order.

    Secrets in a description are written sealed only. Refuses in the order of decision 19: `NotFound`, `PaymentNeeded`,
    `TooMany` (quota, concurrency), `Invalid` (address). What is refused leaves no run behind.
    """
    project = await _project(intake.db, intake.vault, asks[0])
    procedures = [await _procedure(intake.db, ask) for ask in asks]
    held = sum(ask.held for ask in asks)
    refused = await plans.refusal(intake.db, project.org_id, intake.now, intake.upgrade_url, more=len(asks), held=held)
    if refused:
        raise refused
    new = [await _new(ask, project, found, intake) for ask, found in zip(asks, procedures, strict=True)]
    run_ids = await runs.insert_all(intake.db, new, now=intake.now, upgrade_url=intake.upgrade_url, beside=beside)
    intake.accepted()
    return run_ids


async def resolved(ask: Ask, intake: Intake) -> Resolved:
    """On what a run that is asked for would be. Raises `NotFound`, `Invalid` (address)."""
    project, procedure = await _project(intake.db, intake.vault, ask), await _procedure(intake.db, ask)
    environment_id, base_url = await _place(ask, project, procedure, intake)
    return Resolved(project, procedure, environment_id, base_url)


async def _place(ask: Ask, project: Project, procedure: Procedure | None, intake: Intake) -> tuple[str | None, str]:
    """The environment's id, and the address, which may be tested."""
    environment = await environments.find(intake.db, ask.environment_id) if ask.environment_id else None
    if environment is not None and environment.project_id != project.id:
        environment = None  # contract 4.1: an id that does not resolve for the project is ignored
    base_url = environment.base_url if environment else project.base_url if ask.base_url is None else ask.base_url
    await _check_address(intake.db, intake.guard, project, procedure, base_url)
    return (environment.id if environment else None), base_url


async def _new(ask: Ask, project: Project, procedure: Procedure | None, intake: Intake) -> runs.NewRun:
    environment_id, base_url = await _place(ask, project, procedure, intake)
    wording = await _words(ask, procedure, intake)
    return runs.NewRun(
        org_id=ask.org_id,
        project_id=project.id,
        procedure_id=procedure.id if procedure else None,
        triggered_by_user_id=ask.user_id,
        instruction=wording.instruction,
        description=wording.description,
        words_sealed=wording.words_sealed,
        user_expectation=ask.user_expectation or (procedure.user_expectation if procedure else "pass"),
        base_url=base_url,
        environment_id=environment_id,
        max_duration_minutes=ask.max_duration_minutes,
        viewport_preset=ask.viewport_preset,
        browser="chromium",
        batch_id=ask.batch_id,
        batch_kind=ask.batch_kind,
        parent_run_id=ask.parent_run_id,
        run_kind=ask.batch_kind or ("replay" if procedure else "ad_hoc"),
        attempt_index=ask.attempt_index,
        variant=ask.variant,
        held=ask.held,
        traceparent=ask.traceparent,
        evidence_json=msgspec.json.encode(ask.evidence).decode() if ask.evidence else None,
        patience=ask.patience,
    )


async def _project(db: Database, vault: Vault, ask: Ask) -> Project:
    project = await projects.find(db, vault, ask.project_id)
    if project is None or project.org_id != ask.org_id:
        owner = project.org_id if project else None
        raise await ownership.missing(db, "Project not found", user_id=ask.user_id, org_id=owner)
    return project


async def _procedure(db: Database, ask: Ask) -> Procedure | None:
    if ask.procedure_id is None:
        return None
    procedure = await procedures.find(db, ask.procedure_id)
    if procedure is None or procedure.project_id != ask.project_id:
        raise NotFound("Procedure not found")
    return procedure


async def _check_address(
    db: Database, guard: Guard, project: Project, procedure: Procedure | None, base_url: str
) -> None:
    decision = await guard.for_run(base_url).decide(base_url)
    if not decision.allowed:
        raise Invalid(decision.reason)
    if procedure is None or not await procedures.has_secrets(db, procedure.id):
        return
    host = host_of(base_url)
    if host not in await own_hosts(db, project.id):
        raise Invalid(
            f"The procedure “{procedure.name}” types secrets, and {host} is not a host of this project."
            f" Run it on {host_of(project.base_url)}, or add an environment with that address to the project."
        )


async def _words(ask: Ask, procedure: Procedure | None, intake: Intake) -> Words:
    """What is typed as a secret is known by reading the description as the run will. A procedure's is masked."""
    if ask.description is None:
        return words(intake.vault, (procedure.description or procedure.name) if procedure else "", None, ())
    phrases = await phrasebook.of_organization(intake.db, intake.vault, ask.org_id)
    plan = await intake.reading.do_for(ask.user_id, plan_english, ask.description, phrases)
    return words(intake.vault, ask.description, ask.description, secret_words(plan))
