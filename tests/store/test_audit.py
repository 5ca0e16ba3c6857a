"""Who changed what: an entry that was changed, removed or put in between later does not fit."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
import sqlite_utils

from qa_appliance.core.clock import iso
from qa_appliance.store.chain import HEADS, ChainSeal
from qa_appliance.store.database import Database
from qa_appliance.store.migrations import migrations
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.audit import Actor
from qa_appliance.store.upgrade import migrate
from tests.store.conftest import NOW, World

OTHERS = Actor("another organization", None, audit.COMMAND_LINE)

TAMPERED = [
    ("what was done", "update audit set action = 'key.minted' where subject = '3'"),
    ("who did it", "update audit set user_id = null where subject = '3'"),
    ("by which way", "update audit set via = 'command line' where subject = '3'"),
    ("when", "update audit set at = '2026-01-01T00:00:00.000Z' where subject = '3'"),
    ("its details", """update audit set details_json = '{"name":"other"}' where subject = '3'"""),
    ("removed", "delete from audit where subject = '3'"),
    ("the first removed", "delete from audit where subject = '0'"),
    ("moved to another organization", "update audit set org_id = 'x' where subject = '3'"),
    ("put in", "update audit set id = id + 10 where subject = '3'"),
]


KEY = b"k" * 32


def sealing(tmp_path: Path, key: bytes = KEY) -> ChainSeal:
    return ChainSeal(lambda: (key,), tmp_path / HEADS)


async def chain_anew(db: Database, org_id: str) -> None:
    """What somebody with the database alone can do after a change: every digest is right again."""
    before = ""
    async with db.write() as transaction:
        for row in await transaction.all("select * from audit where org_id = ? order by id", (org_id,)):
            before = audit.digest(before, row)
            await transaction.execute("update audit set digest = ? where id = ?", (before, row["id"]))


async def five(world: World) -> Actor:
    ada = Actor(world.org_id, "ada", "dashboard")
    for number in range(5):
        await audit.note(world.db, ada, "key.revoked", str(number), NOW, name="CI")
        await audit.note(world.db, OTHERS, "plan.changed", str(number), NOW)
    return ada


@pytest.mark.parametrize("change", [row[1] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
async def test_an_entry_that_was_tampered_with_does_not_fit(
    world: World, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_PAGE", 2)
    await five(world)
    async with world.db.write() as transaction:
        assert await transaction.execute(change) >= 1
    mine, theirs = await audit.check(world.db, world.org_id), await audit.check(world.db, OTHERS.org_id)
    assert not (mine.intact and theirs.intact)
    assert mine.broken_at or theirs.broken_at


async def test_entries_taken_off_the_end_are_told_by_a_digest_that_was_noted(world: World) -> None:
    await five(world)
    noted = (await audit.check(world.db, world.org_id)).head
    async with world.db.write() as transaction:
        await transaction.execute("delete from audit where subject = '4'")
    checked = await audit.check(world.db, world.org_id, noted)
    assert (checked.intact, checked.known, checked.entries) == (True, False, 4)


WITHOUT_THE_KEY = [
    ("changed", "update audit set action = 'key.minted' where subject = '3'"),
    ("removed", "delete from audit where subject = '3'"),
    ("as if from before sealing", "update audit set seal = '', details_json = null where subject = '3'"),
    ("no seal at all", "update audit set seal = '', action = 'x'"),
    ("a seal that is no text", "update audit set seal = x'ff', action = 'x'"),
]


@pytest.mark.parametrize("change", [row[1] for row in WITHOUT_THE_KEY], ids=[row[0] for row in WITHOUT_THE_KEY])
async def test_a_chain_that_was_made_anew_without_the_key_does_not_fit(
    world: World, tmp_path: Path, change: str
) -> None:
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    await five(world)
    async with world.db.write() as transaction:
        await transaction.execute(change)
    await chain_anew(world.db, world.org_id)
    await audit.begin(world.db)  # a restart seals nothing more
    checked = await audit.check(world.db, world.org_id)
    assert not checked.intact
    assert checked.broken_at is not None


async def test_entries_taken_off_the_end_are_missed_and_stay_missed(world: World, tmp_path: Path) -> None:
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    ada = await five(world)
    assert (await audit.check(world.db, world.org_id)).intact
    async with world.db.write() as transaction:
        await transaction.execute("delete from audit where subject = '4'")
    for _ in range(2):
        checked = await audit.check(world.db, world.org_id)
        assert (checked.intact, checked.broken_at, checked.end) == (False, None, "missing")
        await audit.note(world.db, ada, "key.minted", "5", NOW)
    async with world.db.write() as transaction:
        await transaction.execute("delete from audit")
    assert (await audit.check(world.db, OTHERS.org_id)).end == "missing"


async def test_what_was_kept_of_the_end_is_of_this_secret_or_not_known(world: World, tmp_path: Path) -> None:
    world.db.chain = sealing(tmp_path, b"other")
    await audit.begin(world.db)
    ada = await five(world)
    world.db.chain = sealing(tmp_path)
    of_another = await audit.check(world.db, world.org_id)
    assert (of_another.intact, of_another.end) == (False, "unknown")
    (tmp_path / HEADS).unlink()  # as `admin new-secret` does
    await audit.begin(world.db)
    await audit.note(world.db, ada, "key.minted", "5", NOW)
    anew = await audit.check(world.db, world.org_id)
    assert (anew.intact, anew.entries, anew.older, anew.end) == (True, 6, 5, "there")
    (tmp_path / HEADS).write_bytes(b"{")
    assert (await audit.check(world.db, world.org_id)).end == "unknown"


async def test_a_restart_without_what_was_kept_of_the_end_makes_it_not_anew(world: World, tmp_path: Path) -> None:
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    ada = await five(world)
    (tmp_path / HEADS).unlink()
    async with world.db.write() as transaction:
        await transaction.execute("delete from audit where subject = '4'")
    await audit.begin(world.db)
    await audit.note(world.db, ada, "key.minted", "5", NOW)
    checked = await audit.check(world.db, world.org_id)
    assert (checked.intact, checked.end) == (False, "unknown")


async def test_a_beginning_that_was_broken_off_before_its_file_was_written_is_made_good(
    world: World, tmp_path: Path
) -> None:
    await five(world)
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    (tmp_path / HEADS).unlink()
    await audit.begin(world.db)
    checked = await audit.check(world.db, world.org_id)
    assert (checked.intact, checked.older, checked.end) == (True, 5, "there")


async def test_what_was_left_alone_fits_and_goes_on(world: World) -> None:
    assert await audit.check(world.db, world.org_id) == audit.Checked(0, "", intact=True, broken_at=None, known=None)
    ada = await five(world)
    before = await audit.check(world.db, world.org_id)
    await audit.note(world.db, ada, "key.minted", "5", NOW)
    after = await audit.check(world.db, world.org_id, before.head)
    assert (after.entries, after.intact, after.broken_at, after.known) == (6, True, None, True)
    assert after.head != before.head
    assert (await audit.listed(world.db, world.org_id, 1))[0].digest == after.head


async def test_entries_of_an_older_appliance_are_chained_when_it_is_upgraded(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite3"
    database = sqlite_utils.Database(file)
    migrations.apply(database, stop_before="m020_audit_chain")
    for number in range(3):
        database.table("audit").insert({"org_id": "lab", "at": "2026", "action": "key.minted", "subject": str(number)})
    database.close()
    migrate(file)
    async with Database.open(file, chain=sealing(tmp_path)) as db:
        await audit.begin(db)
        await audit.note(db, Actor("lab", None, audit.COMMAND_LINE), "key.revoked", "1", NOW)
        checked = await audit.check(db, "lab")
        assert (checked.entries, checked.intact, checked.older) == (4, True, 3)
        async with db.write() as transaction:
            await transaction.execute("update audit set subject = 'x' where subject = '0'")
        await chain_anew(db, "lab")
        assert (await audit.check(db, "lab")).broken_at == "2026"


CUT_TAMPERED = [
    ("more taken off the beginning", "delete from audit where subject = '3'"),
    ("the mark gone", "delete from audit_cuts"),
    ("fewer said to be gone", "update audit_cuts set entries = 1"),
    ("another time", "update audit_cuts set until = '2026-01-01T00:00:00.000Z'"),
    ("another organization's", "update audit_cuts set org_id = org_id || 'x'"),
    (
        "moved on to hide one more",
        "update audit_cuts set digest = (select digest from audit where subject = '3' and org_id = audit_cuts.org_id)",
    ),
    ("no seal at all", "update audit_cuts set seal = ''"),
]


async def cut_to_three(world: World, tmp_path: Path) -> Actor:
    """Three entries a day old and two of now; the three are kept no longer."""
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    ada = Actor(world.org_id, "ada", "dashboard")
    for number in range(5):
        await audit.note(world.db, ada, "key.revoked", str(number), NOW - timedelta(days=3 if number < 3 else 1))
    assert await audit.forget(world.db, 2, NOW) == 3
    return ada


@pytest.mark.parametrize("change", [row[1] for row in CUT_TAMPERED], ids=[row[0] for row in CUT_TAMPERED])
async def test_what_is_kept_no_longer_hides_nothing_else(world: World, tmp_path: Path, change: str) -> None:
    await cut_to_three(world, tmp_path)
    assert (await audit.check(world.db, world.org_id)).intact
    async with world.db.write() as transaction:
        assert await transaction.execute(change) >= 1
        if "subject" in change:
            await transaction.execute("delete from audit where subject = '3'")
    assert (await audit.check(world.db, world.org_id)).broken_at is not None
    assert await audit.forget(world.db, 1, NOW + timedelta(days=2)) == 0
    assert (await audit.check(world.db, world.org_id)).broken_at is not None


async def test_what_was_changed_is_not_deleted_with_what_is_old(world: World, tmp_path: Path) -> None:
    world.db.chain = sealing(tmp_path)
    await audit.begin(world.db)
    await five(world)
    async with world.db.write() as transaction:
        await transaction.execute("update audit set action = 'x' where subject = '1'")
    assert await audit.forget(world.db, 2, NOW + timedelta(days=9)) == 0
    checked = await audit.check(world.db, world.org_id)
    assert (checked.entries, checked.cut, checked.intact) == (5, None, False)


async def test_old_entries_go_and_the_rest_fits_and_goes_on(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "_PAGE", 2)
    ada = await cut_to_three(world, tmp_path)
    before = await audit.check(world.db, world.org_id)
    assert (before.entries, before.intact, before.cut and before.cut.entries) == (2, True, 3)
    assert before.cut is not None
    assert before.cut.until == iso(NOW - timedelta(days=3))
    assert (await audit.check(world.db, world.org_id, before.cut.digest)).known
    await audit.note(world.db, ada, "key.minted", "5", NOW)
    assert await audit.forget(world.db, 2, NOW) == 0
    assert await audit.forget(world.db, 2, NOW + timedelta(days=9)) == 2  # the newest stays
    after = await audit.check(world.db, world.org_id)
    assert (after.entries, after.intact, after.cut and after.cut.entries) == (1, True, 5)
    world.db.chain = sealing(tmp_path, b"a new secret")
    assert not (await audit.check(world.db, world.org_id)).intact
    (tmp_path / HEADS).unlink()  # as `admin new-secret` does
    await audit.begin(world.db)
    anew = await audit.check(world.db, world.org_id)
    assert (anew.intact, anew.older, anew.cut) == (True, 1, after.cut)


async def test_an_old_entry_behind_a_younger_one_waits_for_it(world: World) -> None:
    ada = Actor(world.org_id, "ada", "dashboard")
    for number, days in enumerate((9, 1, 9, 0)):  # a clock that was set back for a while
        await audit.note(world.db, ada, "key.revoked", str(number), NOW - timedelta(days=days))
    assert await audit.forget(world.db, 2, NOW) == 1
    assert [each.subject for each in await audit.listed(world.db, world.org_id, 9)] == ["3", "2", "1"]
