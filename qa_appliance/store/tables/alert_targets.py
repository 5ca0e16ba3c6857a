"""The alert_targets table: whom a project tells when something turns red or green. Where they are lies sealed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.batches.alerts import Occasion, Quiet, TargetKind
from qa_appliance.core.clock import iso, new_id
from qa_appliance.store.database import Database, Row
from qa_appliance.store.vault import Vault


class Address(Struct, frozen=True):
    """`url` of everything but mail, `secret` of a webhook, `to` of mail. `reached_by`: the appliance's own address, as
    it was for whoever named this one."""

    url: str = ""
    secret: str = ""
    to: tuple[str, ...] = ()
    reached_by: str = ""


class AlertTarget(Struct, frozen=True, kw_only=True, rename="camel"):
    """`place`: where it leads as anybody may read it, a host or shortened addresses. `quiet`: when it is not told."""

    id: str
    project_id: str
    name: str
    kind: TargetKind
    place: str
    on: Occasion
    quiet: Quiet | None
    paused: bool
    created_at: str
    updated_at: str


async def find(db: Database, target_id: str) -> AlertTarget | None:
    row = await db.one("select * from alert_targets where id = ?", (target_id,))
    return _target(row) if row else None


async def listed(db: Database, project_id: str) -> list[AlertTarget]:
    """By name."""
    sql = "select * from alert_targets where project_id = ? order by name collate nocase, id"
    return [_target(row) for row in await db.all(sql, (project_id,))]


async def organization(db: Database, target_id: str) -> str:
    """The id of whose it is; "" where the target is gone."""
    row = await db.one(
        "select j.org_id from alert_targets t join projects j on j.id = t.project_id where t.id = ?", (target_id,)
    )
    return row[0] if row else ""


async def address(db: Database, vault: Vault, target_id: str) -> Address | None:
    """None: there is no such target. Raises `Unsealable`."""
    row = await db.one("select sealed from alert_targets where id = ?", (target_id,))
    return msgspec.convert(vault.unseal(row["sealed"]), Address) if row else None


async def add(db: Database, vault: Vault, project_id: str, values: Mapping[str, object], now: datetime) -> AlertTarget:
    """`values`: name, kind, place, address, on, quiet, paused. It is told what happens from now on."""
    target_id, at = new_id(), iso(now)
    fixed = {"id": target_id, "project_id": project_id, "since": at, "created_at": at, "updated_at": at}
    async with db.write() as transaction:
        await transaction.insert("alert_targets", _columns(vault, values) | fixed)
    found = await find(db, target_id)
    assert found is not None
    return found


async def change(db: Database, vault: Vault, target: AlertTarget, values: Mapping[str, object], now: datetime) -> None:
    """What is left out of `values` stays. One that was paused, or told of something else, is told from now on."""
    columns = _columns(vault, values) | {"updated_at": iso(now)}
    if (target.paused and values.get("paused") is False) or values.get("on", target.on) != target.on:
        columns["since"] = iso(now)
    async with db.write() as transaction:
        await transaction.update("alert_targets", columns, "id = :id", {"id": target.id})


async def remove(db: Database, target_id: str) -> None:
    """With what was still to be sent; the log of what was sent goes too."""
    async with db.write() as transaction:
        await transaction.execute("delete from alerts where target_id = ?", (target_id,))
        await transaction.execute("delete from alert_targets where id = ?", (target_id,))


def _columns(vault: Vault, values: Mapping[str, object]) -> dict[str, object]:
    columns = dict(values)
    if "address" in columns:
        columns["sealed"] = vault.seal(columns.pop("address"))
    if "on" in columns:
        columns["each_failure"] = columns.pop("on") == "failure"
    if "quiet" in columns:
        quiet = columns.pop("quiet")
        columns["quiet_json"] = None if quiet is None else msgspec.json.encode(quiet).decode()
    return columns


def _target(row: Row) -> AlertTarget:
    own = {name: row[name] for name in AlertTarget.__struct_fields__ if name not in ("on", "quiet", "paused")}
    on: Occasion = "failure" if row["each_failure"] else "change"
    quiet = msgspec.json.decode(row["quiet_json"], type=Quiet) if row["quiet_json"] else None
    return AlertTarget(**own, on=on, quiet=quiet, paused=bool(row["paused"]))
