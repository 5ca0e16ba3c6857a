"""The mails table: mail for tests, sealed, of a project or (without one) of all. Takes none in itself."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.mail import Mail
from qa_appliance.store.database import Database, Row
from qa_appliance.store.vault import Vault


async def add(db: Database, vault: Vault, project_id: str | None, mail: Mail, most: int, now: datetime) -> None:
    """The oldest go where a project has more than `most`."""
    sealed = vault.seal(msgspec.to_builtins(mail))
    async with db.write() as transaction:
        await transaction.insert("mails", {"project_id": project_id, "sealed": sealed, "received_at": iso(now)})
        await transaction.execute(
            "delete from mails where project_id is ?1 and seq not in"
            " (select seq from mails where project_id is ?1 order by seq desc limit ?2)",
            (project_id, most),
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
    return [mail for row in rows if (mail := _mail(row, vault)) is not None]


async def listed(db: Database, vault: Vault, project_id: str, most: int) -> list[Mail]:
    """The newest first."""
    rows = await db.all(
        "select * from mails where project_id = ? or project_id is null order by seq desc limit ?", (project_id, most)
    )
    return [mail for row in rows if (mail := _mail(row, vault)) is not None]


async def forget(db: Database, days: int, now: datetime) -> None:
    """Those that are older."""
    async with db.write() as transaction:
        await transaction.execute("delete from mails where received_at < ?", (iso(now - timedelta(days=days)),))


def _mail(row: Row, vault: Vault) -> Mail | None:
    """None: it was sealed with another key."""
    found = vault.unseal_or(row["sealed"], None)
    if found is None:
        return None
    mail = msgspec.convert(found, Mail)
    return msgspec.structs.replace(mail, id=row["seq"], received_at=row["received_at"])
