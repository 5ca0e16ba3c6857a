"""Another secret while the appliance works: nothing is lost, at no moment, and what was signed before ends in time."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from qa_appliance.api.http.tokens import Claims, Tokens
from qa_appliance.core.errors import Conflict, Unauthorized, Unavailable
from qa_appliance.store.database import Database
from qa_appliance.store.files import backup
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.bundle import Seal
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.files.snapshot import copy_database
from qa_appliance.store.keyring import MOST_FORMER, KeyFile
from qa_appliance.store.private_file import private_file
from qa_appliance.store.rotation import AT_ONCE, GOOD_FOR, Progress, Rotation, rotate
from qa_appliance.store.sealed import SEALED
from qa_appliance.store.tables import audit
from qa_appliance.store.tables.audit import Actor
from qa_appliance.store.tables.baselines import described_test
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault

NOW = datetime(2026, 3, 31, tzinfo=UTC)
ADA = Actor("org", None, "dashboard")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A data directory in which every column that holds sealed texts holds one."""
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    vault = Vault.open(folder.path)
    with closing(sqlite3.connect(folder.database)) as db, db:
        for table, column, what in SEALED:
            columns = {row[1]: row[1] for row in db.execute(f"pragma table_info('{table}')") if row[3] and not row[5]}
            values = dict.fromkeys(columns, 1) | {column: vault.seal(what)}
            marks = ", ".join("?" * len(values))
            db.execute(f"insert into {table} ({', '.join(values)}) values ({marks})", tuple(values.values()))
    return folder


def opened(folder: Folder) -> list[str]:
    """What the secret beside the database opens in it."""
    vault = Vault.open(folder.path)
    with closing(sqlite3.connect(folder.database)) as db:
        rows = [db.execute(f"select {column} from {table}").fetchone() for table, column, _ in SEALED]
    return [vault.unseal(row[0]) for row in rows if row is not None]


WHOLE = [what for _, _, what in SEALED]


class Time:
    """A clock, and time that passes with it."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now

    def monotonic(self) -> float:
        return self.now.timestamp()

    def rotation(self, db: Database, folder: Folder) -> Rotation:
        return Rotation(db, Vault.open(folder.path), folder, clock=self, monotonic=self.monotonic)


def test_what_cannot_be_written_is_no_rotation(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    before = KeyFile(folder.path).read()
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", _full)
        with pytest.raises(Unavailable, match="cannot be changed: No space left"):
            rotate(folder, NOW)
    assert KeyFile(folder.path).read() == before
    assert opened(folder) == WHOLE


def _full(handle: int) -> None:
    raise OSError(28, "No space left on device")


def test_secrets_do_not_pile_up(folder: Folder) -> None:
    for _ in range(MOST_FORMER):
        rotate(folder, NOW)
    with pytest.raises(Conflict, match="8 earlier secrets are still good"):
        rotate(folder, NOW)
    assert opened(folder) == WHOLE


async def test_an_old_secret_goes_when_its_time_is_over_and_nothing_is_sealed_with_it(folder: Folder) -> None:
    time, file, before = Time(), KeyFile(folder.path), Vault.open(folder.path)
    old, at_work = before.ring.secret, Vault.open(folder.path)
    async with Database.open(folder.database) as db:
        rotation = time.rotation(db, folder)
        assert await rotation.go_on() == Progress(0, 0)
        rotate(folder, NOW)
        assert at_work.ring.secret != old  # whoever is at work seals with the new one at once
        assert opened(folder) == WHOLE
        late = Vault(old).seal("on its way")  # sealed the moment before, written the moment after
        assert await rotation.go_on() == Progress(len(SEALED), 0)
        async with db.write() as transaction:
            await transaction.execute("update trackers set sealed = ?", (late,))
        time.now += timedelta(minutes=1)
        assert await rotation.go_on() == Progress(1, 0)
        assert await rotation.go_on() == Progress(0, 0)
        assert at_work.unseal(late) == "on its way"
        time.now += GOOD_FOR
        assert await rotation.go_on() == Progress(0, 1)
        assert file.now().secrets == (at_work.ring.secret,)
    expected = ["on its way" if table == "trackers" else what for table, _, what in SEALED]
    assert opened(folder) == expected


async def test_a_start_that_finds_a_time_that_is_over_seals_anew_first(folder: Folder) -> None:
    rotate(folder, NOW - GOOD_FOR * 3)
    time = Time()
    async with Database.open(folder.database) as db:
        rotation = time.rotation(db, folder)
        assert await rotation.go_on() == Progress(len(SEALED), 0)
        time.now += timedelta(minutes=1)
        assert await rotation.go_on() == Progress(0, 1)
    assert opened(folder) == WHOLE


async def test_a_value_no_secret_opens_holds_nothing_up(folder: Folder) -> None:
    with closing(sqlite3.connect(folder.database)) as db, db:
        db.execute("update mails set sealed = 'of another appliance'")
    rotate(folder, NOW, timedelta())
    async with Database.open(folder.database) as store:
        alone = Rotation(store, Vault.open(folder.path), folder, clock=Time(), in_hand=0)
        assert await alone.go_on() == Progress(len(SEALED) - 1, 1)


def test_another_file_in_its_place_is_not_taken(folder: Folder, tmp_path: Path) -> None:
    vault = Vault.open(folder.path)
    sealed = vault.seal("mine")
    other = Vault.open(tmp_path)
    for content in (other.ring.secret.hex(), "cut", ""):
        with private_file(folder.path / "secret.key", replace=True) as file:
            file.write(content.encode())
        assert vault.unseal(sealed) == "mine"
    (folder.path / "secret.key").unlink()
    assert vault.unseal(vault.seal("yours")) == "yours"


@pytest.mark.parametrize(("good_for", "seconds"), [(GOOD_FOR, 43_200), (AT_ONCE, 60)], ids=["by itself", "at once"])
def test_what_was_signed_before_is_good_for_a_while(folder: Folder, good_for: timedelta, seconds: int) -> None:
    time, vault, claims = Time(), Vault.open(folder.path), Claims("ada", "s", "org")
    artifacts = Artifacts(folder.artifacts, vault.signing("artifact links"), time)
    tokens = Tokens(vault)

    def link() -> tuple[str, str]:
        expires, signature = (part.split("=")[1] for part in artifacts.url("run1/a.png").split("?")[1].split("&"))
        return expires, signature

    token, signed = tokens.issue(claims, NOW)[0], link()
    rotate(folder, NOW, good_for)
    assert tokens.read(token, NOW) == claims
    assert artifacts.permits("run1/a.png", *signed)
    assert link() != signed
    assert not artifacts.permits("run1/b.png", *signed)
    time.now += timedelta(seconds=min(seconds, 3000))
    assert artifacts.permits("run1/a.png", *signed) == (seconds > 3000)
    assert artifacts.permits("run1/a.png", *link())
    with pytest.raises(Unauthorized, match="Invalid token"):
        tokens.read(token, NOW + timedelta(seconds=seconds))
    assert tokens.read(tokens.issue(claims, time.now)[0], time.now) == claims


async def test_archives_are_signed_with_a_new_key_and_the_old_one_stays_known(folder: Folder) -> None:
    vault = Vault.open(folder.path)
    old = Seal(vault).public_key
    rotate(folder, NOW)
    assert Seal(vault).public_key != old
    assert [(each.public_key, each.until) for each in vault.ring.signed] == [(old, NOW)]


async def test_what_lies_where_the_appliance_cannot_reach_it_stays(folder: Folder) -> None:
    vault = Vault.open(folder.path)
    lasting, test = vault.lasting("badges"), described_test(vault, "Open /")
    for _ in range(2):
        rotate(folder, NOW, timedelta())
        async with Database.open(folder.database) as db:
            await Rotation(db, vault, folder, clock=Time(), in_hand=0).go_on()
    assert (vault.lasting("badges"), described_test(vault, "Open /")) == (lasting, test)
    assert len(vault.ring.secrets) == 1
    assert Vault.open(folder.path).lasting("badges") == lasting


@pytest.mark.parametrize("tampered", [False, True], ids=["whole", "tampered with"])
async def test_the_audit_is_sealed_anew_but_for_what_does_not_fit(folder: Folder, tampered: bool) -> None:
    vault = Vault.open(folder.path)
    async with Database.open(folder.database, chain=vault.chain(folder.path)) as db:
        await audit.begin(db)
        for number in range(4):
            await audit.note(db, ADA, "key.minted", str(number), NOW - timedelta(days=9 - number))
        assert await audit.forget(db, 8, NOW) == 1
        if tampered:
            async with db.write() as transaction:
                await transaction.execute("update audit set digest = 'x' where subject = '2'")
        before = await audit.check(db, "org")
        rotate(folder, NOW, timedelta())
        assert await audit.check(db, "org") == before
        await audit.note(db, ADA, "secret.rotated", "org", NOW)
        await Rotation(db, vault, folder, clock=Time(), in_hand=0).go_on()
        after = await audit.check(db, "org")
        assert (after.entries, after.intact, after.broken_at, after.end, after.older) == (
            before.entries + 1, not tampered, before.broken_at, "there", 0,
        )  # fmt: skip
    assert len(Vault.open(folder.path).ring.secrets) == 1


async def test_a_backup_while_the_secret_is_rotated_opens_what_is_in_it(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(folder.database)) as db, db:  # mails alone: the others' projects are not there
        for table in {table for table, _, _ in SEALED} - {"mails"}:
            db.execute(f"delete from {table}")
    times: list[Path] = []

    def copy_in_the_middle(source: Path, target: Path) -> None:
        times.append(target)
        if len(times) == 1:  # the secret is rotated, all sealed anew and the old one gone before the copy is made
            rotate(folder, NOW, timedelta())
            asyncio.run(_all_anew(folder))
        copy_database(source, target)

    monkeypatch.setattr(backup, "copy_database", copy_in_the_middle)
    await asyncio.to_thread(backup.back_up, folder, tmp_path / "b.tar", NOW)
    again = Folder.prepare(tmp_path / "again")
    backup.restore(tmp_path / "b.tar", again)
    assert opened(again) == ["mails for tests"]
    assert len(times) == 2


async def _all_anew(folder: Folder) -> None:
    async with Database.open(folder.database) as db:
        await Rotation(db, Vault.open(folder.path), folder, clock=Time(), in_hand=0).go_on()


async def rotate_for_ever(data_dir: Path) -> None:
    """What is killed below, as a process of its own."""
    folder = Folder(data_dir)
    while True:
        rotate(folder, NOW, timedelta())
        await _all_anew(folder)
        print("rotated", flush=True)


async def test_a_kill_in_the_middle_loses_nothing(folder: Folder) -> None:
    code = (
        "import asyncio, sys, pathlib; from tests.store.test_rotation import rotate_for_ever;"
        " asyncio.run(rotate_for_ever(pathlib.Path(sys.argv[1])))"
    )
    secrets, chance = set(), random.Random(3)
    for _ in range(3):
        secrets.add(KeyFile(folder.path).now().secret)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, str(folder.path), stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        assert await process.stdout.readline() == b"rotated\n"
        await asyncio.sleep(chance.random() / 10)
        process.send_signal(signal.SIGKILL)
        await process.wait()
        assert opened(folder) == WHOLE
    assert KeyFile(folder.path).now().secret not in secrets
    assert len(secrets) == 3
    await _all_anew(folder)
    assert opened(folder) == WHOLE
    assert len(KeyFile(folder.path).now().secrets) == 1
