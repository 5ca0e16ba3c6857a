"""The baselines table: pictures a run's pictures are compared with. The files themselves are artifacts.

A picture is of one test and found by its name there; without a name it is that of one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row, Transaction
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.vault import Vault


class Mask(Struct, frozen=True):
    x: float
    y: float
    width: float
    height: float


class Baseline(Struct, frozen=True, kw_only=True, rename="camel"):
    """`threshold` is the share of differing pixels (percent) that is still the same picture.

    `masks` are areas of the picture that are not looked at, in its CSS pixels. `test` tells a described test from
    others, `run_id` is the run whose picture it is, `test_name` what people know the test by while that is kept.
    """

    id: str
    project_id: str
    procedure_id: str | None
    step_index: int | None
    name: str
    viewport: str | None
    browser: str | None
    store_key: str
    threshold: float
    created_at: str
    created_by: str | None
    masks: tuple[Mask, ...] = ()
    test: str | None = None
    run_id: str | None = None
    test_name: str | None = None


_COLUMNS = (
    "id, project_id, procedure_id, step_index, name, viewport, browser, store_key, threshold, created_at, created_by, "
    "masks_json, test, run_id"
)
_TEST_NAME = (
    "coalesce((select p.name from procedures p where p.id = procedure_id),"
    " (select r.instruction from runs r where r.id = run_id)) as test_name"
)
DEFAULT_THRESHOLD = 0.1  # percent of the pixels


def described_test(vault: Vault, description: str) -> str:
    """Which test a description is: another one when a word of it changes. Tells nothing of the words."""
    return vault.lasting(f"described test: {' '.join(description.split())}").hex()


async def test_of_run(db: Database, vault: Vault, run_id: str) -> str | None:
    """None for a run of a procedure. Raises `Unsealable`."""
    row = await db.one("select procedure_id, instruction, description, words_sealed from runs where id = ?", (run_id,))
    if row is None or row["procedure_id"] is not None:
        return None
    words = vault.unseal(row["words_sealed"]) or row
    return described_test(vault, words["description"] or words["instruction"])


async def listed(db: Database, project_id: str, procedure_id: str | None = None) -> list[Baseline]:
    """A project's baselines, newest first; or those of one procedure."""
    rows = await db.all(
        f"select {_COLUMNS}, {_TEST_NAME} from baselines where project_id = :project"  # noqa: S608
        " and (:procedure is null or procedure_id = :procedure) order by created_at desc, rowid desc",
        {"project": project_id, "procedure": procedure_id},
    )
    return [_baseline(row) for row in rows]


async def copies(db: Database, vault: Vault, artifacts: Artifacts, run_id: str) -> list[Baseline]:
    """Of the baselines of a run's test, with new ids and pictures of their own; no row yet. Raises `Unsealable`."""
    test = await test_of_run(db, vault, run_id)
    rows = await db.all(
        f"select {', '.join(f'b.{column}' for column in _COLUMNS.split(', '))} from baselines b join runs r"  # noqa: S608
        " on r.id = ? and b.project_id = r.project_id and b.procedure_id is r.procedure_id"
        " where b.test is ? order by b.created_at, b.rowid",
        (run_id, test),
    )
    found = []
    for baseline in map(_baseline, rows):
        picture = artifacts.open(baseline.store_key)
        if picture is not None:
            own = new_id()
            key = await artifacts.save(own, f"baseline{picture.suffix}", picture)
            found.append(msgspec.structs.replace(baseline, id=own, store_key=key))
    return found


async def carry_over(
    db: Database, copied: Sequence[Baseline], procedure_id: str, created_by: str, now: datetime
) -> None:
    """What was accepted for a run's test holds for the procedure the run is saved as."""
    of_it = {"procedure_id": procedure_id, "test": None, "created_by": created_by, "created_at": iso(now)}
    async with db.write() as transaction:
        for baseline in copied:
            await _insert(transaction, msgspec.structs.replace(baseline, **of_it))


async def find(db: Database, baseline_id: str) -> Baseline | None:
    row = await db.one(f"select {_COLUMNS}, {_TEST_NAME} from baselines where id = ?", (baseline_id,))  # noqa: S608
    return _baseline(row) if row else None


async def accept(
    db: Database,
    *,
    project_id: str,
    procedure_id: str | None,
    test: str | None,
    run_id: str,
    step_index: int,
    name: str,
    viewport: str | None,
    browser: str | None,
    store_key: str,
    threshold: float | None,
    masks: Sequence[Mask] | None,
    created_by: str,
    now: datetime,
    baseline_id: str | None = None,
) -> tuple[Baseline, list[str]]:
    """Takes a picture as the baseline of its name or step in the test; answers it and the ids of those it replaced.

    A threshold or masks of None are those of the baseline it replaces.
    """
    place = (project_id, procedure_id, test, name, name, step_index, viewport, browser)
    async with db.write() as transaction:
        replaced = await transaction.all(
            "delete from baselines where project_id = ? and procedure_id is ? and test is ? and name = ?"  # noqa: S608
            f" and (? <> '' or step_index is ?) and viewport is ? and browser is ? returning {_COLUMNS}",
            place,
        )
        before = _baseline(replaced[-1]) if replaced else None
        baseline = Baseline(
            id=baseline_id or new_id(),
            project_id=project_id,
            procedure_id=procedure_id,
            test=test,
            run_id=run_id,
            step_index=step_index,
            name=name,
            viewport=viewport,
            browser=browser,
            store_key=store_key,
            created_at=iso(now),
            created_by=created_by,
            threshold=(before.threshold if before else DEFAULT_THRESHOLD) if threshold is None else threshold,
            masks=(before.masks if before else ()) if masks is None else tuple(masks),
        )
        await _insert(transaction, baseline)
    return baseline, [row["id"] for row in replaced]


async def _insert(transaction: Transaction, baseline: Baseline) -> None:
    columns = {column: getattr(baseline, column) for column in _COLUMNS.split(", ") if column != "masks_json"}
    await transaction.insert("baselines", columns | {"masks_json": _areas(baseline.masks)})


async def change(
    db: Database, baseline_id: str, *, threshold: float | None = None, masks: Sequence[Mask] | None = None
) -> None:
    """What is None stays as it is."""
    values: dict[str, object] = {} if threshold is None else {"threshold": threshold}
    values |= {} if masks is None else {"masks_json": _areas(masks)}
    async with db.write() as transaction:
        if values:
            await transaction.update("baselines", values, "id = :id", {"id": baseline_id})


async def remove(db: Database, baseline_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from baselines where id = ?", (baseline_id,)) == 1


def _areas(masks: Sequence[Mask]) -> str:
    """As a run reads them: lists of x, y, width and height."""
    return msgspec.json.encode([(mask.x, mask.y, mask.width, mask.height) for mask in masks]).decode()


def _baseline(row: Row) -> Baseline:
    values = dict(row)
    areas = msgspec.json.decode(values.pop("masks_json") or "[]")
    return Baseline(**values, masks=tuple(Mask(*area) for area in areas))
