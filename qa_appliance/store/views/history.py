"""What people and earlier runs left: accepted pictures, stored files, the last passed run, a run's requests."""

from __future__ import annotations

import asyncio
import logging

import msgspec

from qa_appliance.core import model_call
from qa_appliance.core.difference import PassedRun
from qa_appliance.core.evidence.requests import Exchanges
from qa_appliance.core.model_call import ModelCall
from qa_appliance.core.run import BaselinePicture, RunRequest
from qa_appliance.evidence.observed import requests, texts
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.tables import files
from qa_appliance.store.tables.baselines import described_test
from qa_appliance.store.tables.pages import planned
from qa_appliance.store.tables.runs import as_written
from qa_appliance.store.vault import Vault
from qa_appliance.store.views.filed import COLUMNS, evidence_of, steps_of

logger = logging.getLogger(__name__)


async def with_history(db: Database, vault: Vault, artifacts: Artifacts, request: RunRequest) -> RunRequest:
    """The request with its baselines and files, what a model planned for the project's earlier runs and, in a replay,
    the newest passed run and the performance budget.
    """
    request = msgspec.structs.replace(
        request,
        baselines=await baseline_pictures(db, vault, artifacts, request),
        files=await files.of_run(db, artifacts, request.project_id),
        planned=await planned.of_project(db, request.project_id),
    )
    if request.procedure_id is None:
        return request
    row = await db.one("select performance_budget_json from procedures where id = ?", (request.procedure_id,))
    budget = row["performance_budget_json"] if row else None
    return msgspec.structs.replace(
        request,
        last_passed=await last_passed(db, artifacts, request.procedure_id),
        budget=msgspec.json.decode(budget) if budget else None,
    )


async def baseline_pictures(
    db: Database, vault: Vault, artifacts: Artifacts, request: RunRequest
) -> tuple[BaselinePicture, ...]:
    """Those of its test, for its viewport and browser: of its procedure, or of what is described."""
    test = None if request.procedure_id else described_test(vault, request.description or "")
    rows = await db.all(
        "select b.step_index, b.name, b.store_key, b.threshold, b.masks_json from baselines b"
        " join runs r on r.id = :run and b.viewport is r.viewport_preset and b.browser is r.browser"
        " where b.project_id = :project and b.procedure_id is :procedure and b.test is :test"
        " order by b.created_at, b.rowid",
        {"run": request.id, "project": request.project_id, "procedure": request.procedure_id, "test": test},
    )
    found = []
    for row in rows:
        path = artifacts.open(row["store_key"])
        if path is not None:
            masks = msgspec.json.decode(row["masks_json"] or "[]", type=tuple[tuple[float, float, float, float], ...])
            picture = await asyncio.to_thread(path.read_bytes)
            found.append(BaselinePicture(row["step_index"], row["name"], picture, row["threshold"], masks))
    return tuple(found)


async def last_passed(db: Database, artifacts: Artifacts, procedure_id: str) -> PassedRun | None:
    row = await db.one(
        f"select r.id, r.completed_at, {COLUMNS} from runs r"  # noqa: S608
        " join run_payloads p on p.run_id = r.id"
        f" where r.procedure_id = ? and r.overall_status = 'passed' and {as_written('r')} order by r.seq desc limit 1",
        (procedure_id,),
    )
    if row is None:
        return None
    return PassedRun(
        id=row["id"],
        completed_at=row["completed_at"] or "",
        steps=steps_of(row) or [],
        network_events=evidence_of(row).network_events or [],
        texts=await _texts(artifacts, row["id"]),
    )


async def exchanges(artifacts: Artifacts, run_id: str) -> Exchanges | None:
    """Every request of a run's pages; None where no list of them is kept."""
    path = artifacts.open(f"{run_id}/{requests.REQUESTS}")
    try:
        return requests.unpack(await asyncio.to_thread(path.read_bytes)) if path else None
    except (OSError, msgspec.DecodeError):
        logger.warning("requests of a run cannot be read", extra={"run_id": run_id})
        return None


async def model_calls(artifacts: Artifacts, run_id: str) -> list[ModelCall]:
    """What a run asked of a model; empty where it asked nothing."""
    path = artifacts.open(f"{run_id}/{model_call.FILE}")
    try:
        return model_call.unpack(await asyncio.to_thread(path.read_bytes)) if path else []
    except (OSError, msgspec.DecodeError):
        logger.warning("what a run asked of a model cannot be read", extra={"run_id": run_id})
        return []


async def _texts(artifacts: Artifacts, run_id: str) -> dict[int, list[str]]:
    path = artifacts.open(f"{run_id}/{texts.FILE}")
    try:
        return texts.unpack(await asyncio.to_thread(path.read_bytes)) if path else {}
    except (OSError, msgspec.DecodeError):
        logger.warning("texts of a run cannot be read", extra={"run_id": run_id})
        return {}
