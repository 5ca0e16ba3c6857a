"""The projects table: websites under test, what signs a run in under seal. Never asks whose organization is calling."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.evidence.kinds import OF_RUNS
from qa_appliance.core.run import Patience
from qa_appliance.core.steps import MASK
from qa_appliance.store.database import Database, Row
from qa_appliance.store.vault import Vault

_JSON = ("geolocation", "app_context", "app_map")  # columns are these plus _json
_SEALED = "storage_state"  # its column is storage_state_sealed: cookies and tokens
_CHOICE = "evidence"  # its column too, but it is read as what it means


_Switches = msgspec.defstruct("_Switches", [(kind.name, bool, kind.default) for kind in OF_RUNS], frozen=True)


class EvidenceChoice(_Switches):  # type: ignore[misc, valid-type]  # its fields come from the table of kinds
    """Which evidence a project's runs take, of what the operator allows."""


class Project(Struct, frozen=True, kw_only=True, rename="camel"):
    """Contract 2.4. The first five are always there, everything else may be null (decision 16).

    `evidence` is what its runs take; null: everything but the archive and the bodies of requests. `patience` null: as
    the server has it.
    """

    id: str
    org_id: str
    name: str
    base_url: str
    created_at: str
    last_used_at: str | None = None
    archived_at: str | None = None
    storage_state_captured_at: str | None = None
    storage_state_json: dict[str, Any] | None = None
    timezone: str | None = None
    locale: str | None = None
    geolocation_json: dict[str, float] | None = None
    app_context_json: dict[str, Any] | None = None
    app_map_json: dict[str, Any] | None = None
    evidence: EvidenceChoice | None = None
    patience: Patience | None = None


async def find(db: Database, vault: Vault, project_id: str) -> Project | None:
    """A live project; archived ones are as if missing (contract 4.7)."""
    row = await db.one("select * from projects where id = ? and archived_at is null", (project_id,))
    return _project(row, vault) if row else None


async def listed(db: Database, vault: Vault, org_id: str) -> list[Project]:
    """The live projects of an organization, newest first."""
    rows = await db.all(
        "select * from projects where org_id = ? and archived_at is null order by created_at desc, rowid desc",
        (org_id,),
    )
    return [_project(row, vault) for row in rows]


async def add(db: Database, vault: Vault, org_id: str, values: Mapping[str, object], now: datetime) -> Project:
    """`values` by the names of `change`; `name` and `base_url` are required."""
    columns = _columns(vault, values, now) | {"id": new_id(), "org_id": org_id, "created_at": iso(now)}
    async with db.write() as transaction:
        await transaction.insert("projects", columns)
        row = await transaction.one("select * from projects where id = ?", (columns["id"],))
    assert row is not None
    return _project(row, vault)


async def change(
    db: Database, vault: Vault, project_id: str, values: Mapping[str, object], now: datetime
) -> Project | None:
    """`values` by column, JSON ones without their _json (storage_state, geolocation, evidence…); None: not there."""
    columns = _columns(vault, values, now)
    async with db.write() as transaction:
        if columns:
            await transaction.update("projects", columns, "id = :id and archived_at is null", {"id": project_id})
        if values.get("archived_at"):
            for table in _GONE_WITH_IT:
                await transaction.execute(f"delete from {table} where project_id = ?", (project_id,))  # noqa: S608
        row = await transaction.one("select * from projects where id = ?", (project_id,))
    return _project(row, vault) if row else None


def masked(project: Project) -> Project:
    """For those who may look and not act: what the storage state names, without its values."""
    return msgspec.structs.replace(project, storage_state_json=_masked(project.storage_state_json))


_GONE_WITH_IT = ("looks", "planned", "files", "mails", "test_accounts", "variables", "data_tables", "page_names")
_NAMES = frozenset({"name", "origin", "domain", "path", "sameSite"})


def _masked(value: object) -> Any:
    if isinstance(value, dict):
        return {name: inner if name in _NAMES else _masked(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_masked(inner) for inner in value]
    return MASK if isinstance(value, str) else value


def _columns(vault: Vault, values: Mapping[str, object], now: datetime) -> dict[str, object]:
    columns: dict[str, object] = {}
    for name, value in values.items():
        if name in (*_JSON, _CHOICE):
            columns[f"{name}_json"] = None if value is None else msgspec.json.encode(value).decode()
        elif name == _SEALED:
            columns[f"{name}_sealed"] = None if value is None else vault.seal(value)
            columns[f"{name}_captured_at"] = None if value is None else iso(now)
        else:
            columns[name] = value
    return columns


def _project(row: Row, vault: Vault) -> Project:
    values = dict(row)
    values[f"{_SEALED}_json"] = vault.unseal_or(values.pop(f"{_SEALED}_sealed"), None)
    for name in _JSON:
        text = values[f"{name}_json"]
        values[f"{name}_json"] = None if text is None else msgspec.json.decode(text)
    chosen = values.pop(f"{_CHOICE}_json")
    values[_CHOICE] = None if chosen is None else msgspec.json.decode(chosen, type=EvidenceChoice)
    return Project(**values)
