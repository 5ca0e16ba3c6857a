"""Backups: what is refused, what is in them while a server writes, and what a restored directory holds.

And upgrades: an older file is copied and migrated, a newer one is left alone.
"""

from __future__ import annotations

import asyncio
import io
import sqlite3
import stat
import tarfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlite_utils

from qa_appliance.core.errors import Conflict, Invalid, NotFound, Unavailable
from qa_appliance.store.database import Database
from qa_appliance.store.files.artifacts import Artifacts
from qa_appliance.store.files.backup import back_up, restore
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.files.snapshot import known_schema, schema_of
from qa_appliance.store.migrations import migrations
from qa_appliance.store.tables import accounts
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Vault
from tests.conftest import given

NOW = datetime(2026, 3, 31, 23, 59, tzinfo=UTC)


@pytest.fixture
async def folder(tmp_path: Path) -> Folder:
    """A data directory with one user, one sealed text (as an audit line) and one artifact."""
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    vault = Vault.open(folder.path)
    (folder.path / "config.toml").write_text("port = 8701\n")
    async with Database.open(folder.database) as db:
        await accounts.set_up(db, email="ada@example.com", name="", password_hash="x", organization="Lab", now=NOW)
        async with db.write() as tx:
            await tx.insert("audit", {"action": "test", "details_json": vault.seal("a secret")})
    await Artifacts(folder.artifacts, lambda _: (b"",)).save("run1", "video.webm", b"moving pictures")
    return folder


def _elsewhere(tmp_path: Path) -> Folder:
    return Folder.prepare(tmp_path / "elsewhere")


def _untouched(folder: Folder) -> bool:
    return not any(folder.path.iterdir())


def test_no_appliance_no_backup(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no appliance in"):
        back_up(Folder(tmp_path / "nothing"), tmp_path / "b.tar", NOW)
    assert list(tmp_path.iterdir()) == []


async def test_nothing_is_overwritten(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "b.tar").write_text("precious")
    with pytest.raises(Conflict, match="exists already"):
        back_up(folder, tmp_path / "b.tar", NOW)
    assert (tmp_path / "b.tar").read_text() == "precious"
    (tmp_path / "b.tar").unlink()
    back_up(folder, tmp_path / "b.tar", NOW)
    with pytest.raises(Conflict, match=r"an appliance in .* already"):
        restore(tmp_path / "b.tar", folder)


async def test_what_is_planted_beside_a_backup_is_not_written_to(folder: Folder, tmp_path: Path) -> None:
    """A file under the name of an unfinished backup, open to all, and a link under that of the backup itself."""
    planted = tmp_path / ".b.tar.part"
    planted.write_text("")
    planted.chmod(0o666)
    back_up(folder, tmp_path / "b.tar", NOW)
    assert planted.read_text() == ""
    assert stat.S_IMODE((tmp_path / "b.tar").stat().st_mode) == 0o600
    (tmp_path / "c.tar").symlink_to(tmp_path / "elsewhere.tar")
    with pytest.raises(Conflict, match="exists already"):
        back_up(folder, tmp_path / "c.tar", NOW)
    assert not (tmp_path / "elsewhere.tar").exists()


@pytest.mark.parametrize("name", ["config.toml", "secret.key"])
async def test_what_the_operator_put_into_the_folder_stays(folder: Folder, tmp_path: Path, name: str) -> None:
    back_up(folder, tmp_path / "b.tar", NOW)
    again = _elsewhere(tmp_path)
    (again.path / name).write_text("the operator's own")
    with pytest.raises(Conflict, match=rf"There is a {name} in .* Move it out of the way"):
        restore(tmp_path / "b.tar", again)
    assert [path.name for path in again.path.iterdir()] == [name]
    assert (again.path / name).read_text() == "the operator's own"


async def test_a_folder_that_is_not_there_is_told(folder: Folder, tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="No such file or directory"):
        back_up(folder, tmp_path / "none" / "b.tar", NOW)


def _cut(archive: bytes) -> bytes:
    return archive[: len(archive) // 2]


def _without_manifest(archive: bytes) -> bytes:
    return _rewritten(archive, lambda name, content: None if name == "manifest.json" else content)


def _changed(archive: bytes) -> bytes:
    return _rewritten(archive, lambda name, content: b"moved pictures!" if name.endswith("webm") else content)


def _missing(archive: bytes) -> bytes:
    return _rewritten(archive, lambda name, content: None if name.endswith("webm") else content)


def _leading_out(archive: bytes) -> bytes:
    return archive.replace(b"artifacts/ru/run1/video.webm", b"../../../ru/run1/video.webm\0", 1)


def _rewritten(archive: bytes, change: Callable[[str, bytes], bytes | None]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as old, tarfile.open(fileobj=out, mode="w") as new:
        for member in old:
            source = old.extractfile(member)
            assert source is not None
            content = change(member.name, source.read())
            if content is not None:
                member.size = len(content)
                new.addfile(member, io.BytesIO(content))
    return out.getvalue()


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda archive: b"", "no whole backup"),
        (lambda archive: b"no archive at all", "no whole backup"),
        (_cut, "no whole backup|cannot be restored"),
        (_without_manifest, "no whole backup"),
        (_leading_out, "no whole backup"),
        (_changed, "damaged: artifacts/ru/run1/video.webm"),
        (_missing, "damaged: artifacts/ru/run1/video.webm"),
    ],
)
async def test_what_is_no_whole_backup_is_refused(
    folder: Folder, tmp_path: Path, harm: Callable[[bytes], bytes], message: str
) -> None:
    back_up(folder, tmp_path / "b.tar", NOW)
    (tmp_path / "b.tar").write_bytes(harm((tmp_path / "b.tar").read_bytes()))
    with pytest.raises(Invalid, match=message):
        restore(tmp_path / "b.tar", _elsewhere(tmp_path))
    assert _untouched(_elsewhere(tmp_path))


async def test_a_backup_of_a_newer_appliance_is_refused(folder: Folder, tmp_path: Path) -> None:
    _add_unknown_migration(folder.database)
    back_up(folder, tmp_path / "b.tar", NOW)
    with pytest.raises(Unavailable, match=r"newer version .* m999_later"):
        restore(tmp_path / "b.tar", _elsewhere(tmp_path))
    assert _untouched(_elsewhere(tmp_path))


async def test_what_comes_back_is_what_was_there(folder: Folder, tmp_path: Path) -> None:
    back_up(folder, tmp_path / "b.tar", NOW)
    assert stat.S_IMODE((tmp_path / "b.tar").stat().st_mode) == 0o600
    again = _elsewhere(tmp_path)
    manifest = restore(tmp_path / "b.tar", again)
    assert sorted(manifest.files) == [
        "appliance.sqlite3",
        "artifacts/ru/run1/video.webm",
        "config.toml",
        "secret.key",
    ]
    assert (
        given(Artifacts(again.artifacts, lambda _: (b"",)).open("run1/video.webm")).read_bytes() == b"moving pictures"
    )
    assert stat.S_IMODE((again.path / "secret.key").stat().st_mode) == 0o600
    async with Database.open(again.database) as db:
        row = await db.one("select details_json from audit where action = 'test'")
        assert row is not None
        assert Vault.open(again.path).unseal(row["details_json"]) == "a secret"


async def test_it_is_whole_while_a_server_writes(folder: Folder, tmp_path: Path) -> None:
    """Each artifact is stored before the row that names it; in every backup each row's artifact is there."""
    artifacts = Artifacts(folder.artifacts, lambda _: (b"",))
    async with Database.open(folder.database) as db:

        async def write(number: int) -> None:
            key = await artifacts.save(f"run-{number}", "trace.zip", bytes(50_000))
            async with db.write() as tx:
                await tx.insert("audit", {"action": "run", "subject": key})

        async def keep_writing() -> None:
            for number in range(60):
                await write(number)

        writing = asyncio.create_task(keep_writing())
        for number in range(4):
            await asyncio.to_thread(back_up, folder, tmp_path / f"{number}.tar", NOW)
        await writing
    for number in range(4):
        again = Folder.prepare(tmp_path / f"again-{number}")
        restore(tmp_path / f"{number}.tar", again)
        with closing(sqlite3.connect(again.database)) as connection:
            keys = [row[0] for row in connection.execute("select subject from audit where action = 'run'")]
        assert all(Artifacts(again.artifacts, lambda _: (b"",)).open(key) for key in keys)


def _add_unknown_migration(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) values ('qa_appliance', 'm999_later', '')"
        )


async def test_an_older_appliance_leaves_a_newer_directory_alone(folder: Folder) -> None:
    _add_unknown_migration(folder.database)
    before = folder.database.read_bytes()
    with pytest.raises(Unavailable, match=r"newer version of the appliance .it has m999_later"):
        migrate(folder.database)
    assert folder.database.read_bytes() == before


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite3").write_bytes(b"scribble" * 100)
    with pytest.raises(Unavailable, match=r"is damaged .*Restore a backup"):
        migrate(tmp_path / "a.sqlite3")


@pytest.mark.parametrize("released", known_schema()[1:])
def test_every_older_schema_is_copied_and_upgraded(tmp_path: Path, released: str) -> None:
    """To the very schema a new file gets."""
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    database = sqlite_utils.Database(old)
    migrations.apply(database, stop_before=released)
    database.close()
    migrate(old)
    migrate(new)
    assert schema_of(old) == schema_of(new) == known_schema()
    assert _tables(old) == _tables(new)
    assert schema_of(tmp_path / f"before-{released}.sqlite3") == known_schema()[: known_schema().index(released)]
    assert not list(tmp_path.glob("before-*new*"))


def _tables(file: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as connection:
        names = [row[0] for row in connection.execute("select name from sqlite_master order by name")]
        return {name: connection.execute(f"pragma table_info('{name}')").fetchall() for name in names}
