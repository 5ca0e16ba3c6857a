"""The trackers table: where a project's failed runs become issues, its token sealed. filed_issues: what their
failures became, which outlasts the runs."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from qa_appliance.core.batches.suites import Failure
from qa_appliance.core.clock import iso
from qa_appliance.core.report import Ticket
from qa_appliance.store.database import Database
from qa_appliance.store.vault import Vault

TrackerKind = Literal["github", "gitlab", "jira"]

_AT_WORK = timedelta(minutes=1)  # longer no tracker is waited for


class Tracker(Struct, frozen=True, kw_only=True, rename="camel"):
    """`place`: a repository or a project there. `account`: whose token it is, of Jira in the cloud.

    `issue_type`: of Jira. The token lies sealed and is never shown.
    """

    project_id: str
    kind: TrackerKind
    base_url: str
    place: str
    account: str | None = None
    issue_type: str = "Bug"


class Way(Struct, frozen=True):
    """How it is come to, and by which address whoever said so had come to the appliance: its links lead there."""

    token: str
    reached_by: str = ""


class NewIssue(Struct, frozen=True):
    """As a tracker knows it."""

    key: str
    url: str


class FiledIssue(Struct, frozen=True, kw_only=True, rename="camel"):
    """`by`: who filed it, where they are still there."""

    kind: TrackerKind
    key: str
    url: str
    by: str | None
    created_at: str


async def find(db: Database, project_id: str) -> Tracker | None:
    row = await db.one("select * from trackers where project_id = ?", (project_id,))
    return Tracker(**{name: row[name] for name in Tracker.__struct_fields__}) if row else None


async def way(db: Database, vault: Vault, project_id: str) -> Way | None:
    """None: there is no tracker. Raises `Unsealable`."""
    row = await db.one("select sealed from trackers where project_id = ?", (project_id,))
    if row is None:
        return None
    found = vault.unseal(row["sealed"])
    return msgspec.convert(found, Way) if isinstance(found, dict) else Way(str(found))  # as it once was, a token alone


async def save(db: Database, vault: Vault, tracker: Tracker, way: Way | None, now: datetime) -> None:
    """In place of the one there was; without a `way` that one's stays."""
    values = asdict(tracker) | {"updated_at": iso(now)}
    if way is not None:
        values["sealed"] = vault.seal(asdict(way))
    async with db.write() as transaction:
        if way is None:
            await transaction.update("trackers", values, "project_id = :project_id", {"project_id": tracker.project_id})
        else:
            await transaction.execute("delete from trackers where project_id = ?", (tracker.project_id,))
            await transaction.insert("trackers", values)


async def remove(db: Database, project_id: str) -> bool:
    async with db.write() as transaction:
        return await transaction.execute("delete from trackers where project_id = ?", (project_id,)) == 1


async def ticket(db: Database, run_id: str) -> tuple[str, Ticket] | None:
    """The project of a failed run, and the run as an issue; None of any other."""
    row = await db.one("select project_id, ticket_title, ticket_markdown from runs where id = ?", (run_id,))
    if row is None or row["ticket_markdown"] is None:
        return None
    return row["project_id"], Ticket(row["ticket_title"], row["ticket_markdown"])


async def project_of(db: Database, run_id: str) -> str:
    row = await db.one("select project_id from runs where id = ?", (run_id,))
    return row["project_id"] if row else ""


def identity_of(tracker: Tracker, run_id: str, procedure_id: str | None, failure: Failure) -> str:
    """Which failure at which place it is: the same in every run of a saved test.

    Of this run alone where there is no such test, or nothing tells what failed.
    """
    known_by = (failure.failure_class, failure.step)
    test = (procedure_id, *known_by) if procedure_id is not None and any(known_by) else (run_id,)
    place = (tracker.project_id, tracker.kind, tracker.base_url, tracker.place)
    return hashlib.sha256(msgspec.json.encode([place, test])).hexdigest()


async def filed(db: Database, run_id: str, identity: str | None) -> FiledIssue | None:
    """What this run was filed as, or else another one that failed so; `identity` None: nothing is filed now."""
    row = await db.one(
        "select i.kind, i.key, i.url, i.created_at, coalesce(nullif(u.name, ''), u.email) as by from filed_issues i"
        " left join users u on u.id = i.user_id where (i.run_id = ? or i.identity = ?) and i.key is not null"
        " order by i.run_id = ? desc, i.created_at desc limit 1",
        (run_id, identity, run_id),
    )
    return FiledIssue(**dict(row)) if row else None


Beginning = Literal["may", "taken", "broken off"]


async def begin(db: Database, identity: str, run_id: str, kind: TrackerKind, user_id: str, now: datetime) -> Beginning:
    """Whether it may be filed: it is not filed, and nobody is at it.

    Of whoever was at it when the appliance ended nobody knows whether it was filed. That is told once, and then it may.
    """
    async with db.write() as transaction:
        stale = "delete from filed_issues where identity = ? and key is null and created_at < ?"
        if await transaction.execute(stale, (identity, iso(now - _AT_WORK))):
            return "broken off"
        values = (identity, run_id, kind, user_id, iso(now))
        sql = "insert or ignore into filed_issues (identity, run_id, kind, user_id, created_at) values (?, ?, ?, ?, ?)"
        return "may" if await transaction.execute(sql, values) else "taken"


async def end(db: Database, identity: str, issue: NewIssue | None) -> None:
    """None: there is none, it may be tried again."""
    async with db.write() as transaction:
        if issue is None:
            await transaction.execute("delete from filed_issues where identity = ? and key is null", (identity,))
        else:
            sql = "update filed_issues set key = ?, url = ? where identity = ?"
            await transaction.execute(sql, (issue.key, issue.url, identity))
