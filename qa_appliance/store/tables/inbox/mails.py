"""The mails table: mail for tests, sealed, of a project or (without one) of all. Takes none in itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.store.database import Database, Row
from qa_appliance.store.vault import Vault
from qa_appliance.threads import Threads

_OF_A_PAGE = 5_000_000  # bytes as sealed: what is listed at once, and never less than one mail
_sealing = Threads("sealing mail", at_once=1)


async def add(
    db: Database, vault: Vault, project_id: str | None, mail: Mail, most: int, most_bytes: int, now: datetime
) -> None:
    """The oldest go where a project has more than `most`, or they take more than `most_bytes`."""
    sealed = await _sealing.do(vault.seal, msgspec.to_builtins(mail))
    row = {"project_id": project_id, "sealed": sealed, "received_at": iso(now), "bytes": len(sealed)}
    async with db.write() as transaction:
        await transaction.insert("mails", row)
        await transaction.execute(
            "delete from mails where seq in (select seq from ("
            "select seq, row_number() over newest_first as nth, sum(bytes) over newest_first as so_far"
            " from mails where project_id is ?1 window newest_first as (order by seq desc)"
            ") where nth > 1 and (nth > ?2 or so_far > ?3))",
            (project_id, most, most_bytes),
        )


async def newest(db: Database) -> int:
    """The id of the newest there ever was: every later one has a higher."""
    row = await db.one("select seq from sqlite_sequence where name = 'mails'")
    return row["seq"] if row else 0


async def after(db: Database, vault: Vault, project_id: str, seq: int) -> list[Mail]:
    """Of the project, the oldest first."""
    rows = await db.all(
        "select * from mails where seq > ? and (project_id = ? or project_id is null) order by seq", (seq, project_id)
    )
    return await _sealing.do(_opened, rows, vault)


async def listed(db: Database, vault: Vault, project_id: str, most: int, before: int | None = None) -> list[Mail]:
    """The newest first, as many as make a page; those `before` a number are the next one."""
    rows = await db.all(
        "select * from (select *, sum(bytes) over (order by seq desc) - bytes as so_far from mails"
        " where (project_id = ?1 or project_id is null) and (?2 is null or seq < ?2) order by seq desc limit ?3"
        ") where so_far < ?4 order by seq desc",
        (project_id, before, most, _OF_A_PAGE),
    )
    return await _sealing.do(_opened, rows, vault)


async def forget(db: Database, days: int, now: datetime) -> None:
    """Those that are older."""
    async with db.write() as transaction:
        await transaction.execute("delete from mails where received_at < ?", (iso(now - timedelta(days=days)),))


def _opened(rows: Sequence[Row], vault: Vault) -> list[Mail]:
    return [mail for row in rows if (mail := _mail(row, vault)) is not None]


def _mail(row: Row, vault: Vault) -> Mail | None:
    """None: it was sealed with another key."""
    found = vault.unseal_or(row["sealed"], None)
    if found is None:
        return None
    mail = msgspec.convert(found, Mail)
    return msgspec.structs.replace(mail, id=row["seq"], received_at=row["received_at"])
