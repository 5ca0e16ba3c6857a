"""The phrases table: an organization's own phrases. Sentences that type a secret lie sealed and show a mask."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec import Struct

from qa_appliance.core.clock import iso
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.store.database import Database, Row
from qa_appliance.store.vault import Unsealable, Vault, mask


class UsedBy(Struct, frozen=True, rename="camel"):
    """A saved procedure some of whose steps came out of the phrase."""

    procedure_id: str
    project_id: str
    name: str


class PhraseShown(Struct, frozen=True, kw_only=True, rename="camel"):
    """A phrase as people see it: secrets in its sentences masked."""

    id: str
    pattern: str
    sentences: list[str]
    created_at: str
    updated_at: str
    used_by: list[UsedBy]


async def of_organization(db: Database, vault: Vault, org_id: str) -> tuple[OwnPhrase, ...]:
    """All phrases with their secrets in place, for planning; oldest first.

    One whose secrets cannot be read any more is no phrase until they are given again.
    """
    found: list[OwnPhrase] = []
    for row in await _rows(db, org_id):
        with suppress(Unsealable):
            found.append(_own(row, vault.unseal(row["secrets_json"])))
    return tuple(found)


async def to_edit(db: Database, vault: Vault, org_id: str) -> tuple[OwnPhrase, ...]:
    """As `of_organization`, with those whose secrets cannot be read any more: they are masked."""
    return tuple(_own(row, vault.unseal_or(row["secrets_json"], None)) for row in await _rows(db, org_id))


async def listed(db: Database, org_id: str) -> list[PhraseShown]:
    """By pattern, each with the procedures that use it."""
    rows = await db.all("select * from phrases where org_id = ? order by pattern, rowid", (org_id,))
    used = await _uses(db, org_id) if rows else {}
    return [_shown(row, used.get(row["id"], [])) for row in rows]


async def shown(db: Database, org_id: str, phrase_id: str) -> PhraseShown | None:
    row = await db.one("select * from phrases where id = ? and org_id = ?", (phrase_id, org_id))
    return _shown(row, (await _uses(db, org_id)).get(phrase_id, [])) if row else None


async def put(db: Database, vault: Vault, org_id: str, own: OwnPhrase, secrets: list[str], now: datetime) -> None:
    """Adds the phrase, or replaces the one with its id. `secrets` are the texts its sentences must not show."""
    values = {
        "pattern": own.pattern,
        "sentences_json": msgspec.json.encode(mask(list(own.sentences), secrets)).decode(),
        "secrets_json": vault.seal(list(own.sentences)) if secrets else None,
        "updated_at": iso(now),
    }
    async with db.write() as transaction:
        if not await transaction.update("phrases", values, "id = :id and org_id = :org", {"id": own.id, "org": org_id}):
            await transaction.insert("phrases", values | {"id": own.id, "org_id": org_id, "created_at": iso(now)})


async def remove(db: Database, org_id: str, phrase_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from phrases where id = ? and org_id = ?", (phrase_id, org_id)) == 1


async def _uses(db: Database, org_id: str) -> dict[str, list[UsedBy]]:
    """By phrase, the live procedures with a step that names it; read from the steps themselves."""
    rows = await db.all(
        "select distinct each.value as phrase_id, f.id, f.project_id, f.name"
        " from procedures f join projects p on p.id = f.project_id"
        " join json_tree(f.steps_json) as list on list.key = 'phraseIds' join json_each(list.value) as each"
        " where p.org_id = ? and p.archived_at is null and f.deleted_at is null"
        " and f.steps_json like '%\"phraseIds\"%' order by f.name, f.id",
        (org_id,),
    )
    used: dict[str, list[UsedBy]] = {}
    for row in rows:
        used.setdefault(row["phrase_id"], []).append(UsedBy(row["id"], row["project_id"], row["name"]))
    return used


async def _rows(db: Database, org_id: str) -> list[Row]:
    return await db.all("select * from phrases where org_id = ? order by created_at, rowid", (org_id,))


def _own(row: Row, sealed: list[str] | None) -> OwnPhrase:
    sentences = sealed or msgspec.json.decode(row["sentences_json"])
    return OwnPhrase(id=row["id"], pattern=row["pattern"], sentences=tuple(sentences))


def _shown(row: Row, used: list[UsedBy]) -> PhraseShown:
    return PhraseShown(
        id=row["id"],
        pattern=row["pattern"],
        sentences=msgspec.json.decode(row["sentences_json"]),
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        used_by=used,
    )
