"""Headers, cookies and storage states in the data directory: sealed, also those an older appliance left in clear."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlite_utils

from qa_appliance.api.resources import step_bodies
from qa_appliance.core.errors import Conflict, Invalid, Unavailable
from qa_appliance.core.phrasebook import OwnPhrase
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import MASK, Fill, Value
from qa_appliance.core.target import Target
from qa_appliance.store.database import Database
from qa_appliance.store.files.backup import back_up, restore
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.migrations import migrations
from qa_appliance.store.tables import accounts, environments, phrasebook, procedures, projects, run_requests, runs
from qa_appliance.store.upgrade import migrate
from qa_appliance.store.vault import Unsealable, Vault, new_secret

NOW = datetime(2026, 3, 31, tzinfo=UTC)
HEADER, COOKIE, STORED = "Bearer planted-header", "planted-cookie", "planted-storage-" * 500  # more than a page
STATE: dict[str, Any] = {"cookies": [], "origins": [{"origin": "http://s", "localStorage": [{"token": STORED}]}]}
VALUES: dict[str, Any] = {
    "name": "Staging", "base_url": "http://staging.example/", "extra_headers": {"X-Token": HEADER},
    "cookies": [{"name": "sid", "value": COOKIE}],
}  # fmt: skip


def planted(folder: Path) -> list[str]:
    """The files, copies from before an upgrade among them, in which one of the values lies in clear."""
    values = [value.encode() for value in (HEADER, COOKIE, STORED[:40])]
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if any(value in path.read_bytes() for value in values)]


async def stored(folder: Folder, vault: Vault) -> str:
    """Everything that is sealed, written through the tables' own doors; answers the id of a run that needs it."""
    async with Database.open(folder.database) as db:
        _, org = await accounts.set_up(
            db, email="ada@example.com", name="", password_hash="x", organization="Lab", now=NOW
        )
        project = await projects.add(
            db, vault, org.id, {"name": "Shop", "base_url": "http://shop.example/", "storage_state": STATE}, NOW
        )
        other = {"extra_headers": {"X-Token": "old"}, "cookies": []}
        environment = await environments.add(db, vault, project.id, VALUES | other, NOW)
        changes = {name: VALUES[name] for name in other}
        changed = await environments.change(db, vault, environment.id, changes)
        assert changed == (await environments.listed(db, vault, project.id))[0]
        renamed = await environments.change(db, vault, environment.id, {"name": "Test"})
        assert renamed is not None
        assert (renamed.extra_headers, renamed.cookies) == (VALUES["extra_headers"], VALUES["cookies"])
        return await runs.insert_pending(
            db,
            runs.NewRun(
                org_id=org.id, project_id=project.id, instruction="x", description="x",
                environment_id=environment.id, base_url="http://staging.example/",
            ),
            now=NOW, upgrade_url="/pay",
        )  # fmt: skip


async def reaches(folder: Folder, run_id: str) -> tuple[Any, ...]:
    async with Database.open(folder.database) as db:
        request = await run_requests.run_request(db, Vault.open(folder.path), run_id)
    assert request is not None
    return request.site.extra_headers, [cookie["value"] for cookie in request.site.cookies], request.site.storage_state


async def test_nothing_lies_in_clear_and_everything_reaches_the_run(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    run_id = await stored(folder, Vault.open(folder.path))
    assert planted(folder.path) == []
    back_up(folder, tmp_path / "backup.tar", NOW)
    assert planted(tmp_path) == []
    elsewhere = Folder.prepare(tmp_path / "elsewhere")
    restore(tmp_path / "backup.tar", elsewhere)
    for place in (folder, elsewhere):
        assert await reaches(place, run_id) == ({"X-Token": HEADER}, [COOKIE], STATE)


async def test_what_another_key_sealed_is_not_shown_and_can_be_entered_anew(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    Vault.open(folder.path)
    run_id = await stored(folder, Vault(b"another key"))
    with pytest.raises(Unsealable):
        await reaches(folder, run_id)
    vault = Vault.open(folder.path)
    async with Database.open(folder.database) as db:
        row = await db.one("select id, project_id from environments")
        assert row is not None
        listed = (await environments.listed(db, vault, row["project_id"]))[0]
        assert (listed.extra_headers, listed.cookies) == ({}, [])
        await environments.change(db, vault, row["id"], {"name": "Renamed"})
        with pytest.raises(Unsealable):  # a run without the headers it needs would be another test
            await run_requests.run_request(db, vault, run_id)
        project = await projects.find(db, vault, row["project_id"])
        assert project is not None
        assert project.storage_state_json is None
        await environments.change(db, vault, row["id"], {"extra_headers": VALUES["extra_headers"]})
        await projects.change(db, vault, project.id, {"storage_state": STATE}, NOW)
    assert await reaches(folder, run_id) == ({"X-Token": HEADER}, [], STATE)


async def test_a_missing_key_is_not_made_anew_beside_what_it_sealed(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)  # `admin create` makes a database before there is a key
    run_id = await stored(folder, Vault.open(folder.path))
    key = folder.path / "secret.key"
    whole = key.read_bytes()
    with pytest.raises(Conflict, match=r"secret\.key is whole; it stays"):
        new_secret(folder.path)
    key.unlink()
    with pytest.raises(Unavailable, match=r"secret\.key is missing, and .* \(values: 2\) .* backup.* admin new-secret"):
        Vault.open(folder.path)
    assert not key.exists()
    key.write_bytes(whole[:10])  # cut by a full disk: as good as missing
    with pytest.raises(Unavailable, match=r"no whole secret .* admin new-secret"):
        Vault.open(folder.path)
    key.write_bytes(whole)
    assert (await reaches(folder, run_id))[2] == STATE

    key.unlink()
    assert new_secret(folder.path) == {"headers, cookies and keys of environments": 1, "storage states of projects": 1}
    assert key.stat().st_mode & 0o777 == 0o600
    assert key.read_bytes() != whole
    with pytest.raises(Unsealable):
        await reaches(folder, run_id)
    key.unlink()
    Vault.open(folder.path)  # nothing is sealed any more that another key could not open


async def test_secrets_that_were_cleared_are_never_typed_as_their_mask(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    migrate(folder.database)
    vault = Vault.open(folder.path)
    steps = (Fill(target=Target(words="password"), value=Value(text="hunter2", secret=True), sentence="type it"),)
    async with Database.open(folder.database) as db:
        _, org = await accounts.set_up(db, email="a@b.c", name="", password_hash="x", organization="Lab", now=NOW)
        project = await projects.add(db, vault, org.id, {"name": "Shop", "base_url": "http://shop.example/"}, NOW)
        saved = await procedures.add(db, vault, project.id, Plan(steps=steps, source="saved"), {"name": "Sign in"}, NOW)
        own = OwnPhrase(id="p", pattern="sign in", sentences=('Type "hunter2" into password',))
        await phrasebook.put(db, vault, org.id, own, ["hunter2"], NOW)
        assert await procedures.to_edit(db, vault, saved.id) == await procedures.replay(db, vault, saved.id)
        assert await phrasebook.to_edit(db, vault, org.id) == (own,)
    (folder.path / "secret.key").unlink()
    assert new_secret(folder.path) == {"secrets of saved tests": 1, "phrases that type secrets": 1}
    vault = Vault.open(folder.path)
    async with Database.open(folder.database) as db:
        with pytest.raises(Unsealable):
            await procedures.replay(db, vault, saved.id)
        assert await procedures.has_secrets(db, saved.id)
        assert await phrasebook.of_organization(db, vault, org.id) == ()
        masked = await procedures.to_edit(db, vault, saved.id)
        assert masked is not None
        with pytest.raises(Invalid) as refused:
            step_bodies.steps(msgspec.to_builtins(masked.steps), masked)
        assert [issue.message for issue in refused.value.issues] == ["A secret shown as •••• has to be typed again."]
        assert MASK in (await phrasebook.to_edit(db, vault, org.id))[0].sentences[0]


async def test_an_upgrade_makes_no_key_beside_what_another_sealed(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    before = sqlite_utils.Database(folder.database)
    migrations.apply(before, stop_before="m012_sealed_credentials")
    before.execute("insert into organizations (id, name, created_at, plan_state) values ('o', 'Lab', '', 'active')")
    before.execute(
        "insert into projects (id, org_id, name, base_url, created_at, storage_state_json)"
        " values ('a', 'o', 'Shop', 'http://shop.example/', '', '{}')"
    )
    before.execute(
        "insert into procedures (id, project_id, name, steps_json, created_at, updated_at, secrets_json)"
        " values ('f', 'a', 'Sign in', '[]', '', '', 'sealed')"
    )
    before.conn.commit()
    before.close()
    for _ in range(2):
        with pytest.raises(Unavailable, match=r"secret\.key is missing, and .* \(values: 1\)"):
            migrate(folder.database)
    assert not (folder.path / "secret.key").exists()


async def test_an_upgrade_seals_what_lay_in_clear(tmp_path: Path) -> None:
    folder = Folder.prepare(tmp_path / "data")
    before = sqlite_utils.Database(folder.database)
    migrations.apply(before, stop_before="m012_sealed_credentials")
    before.close()
    with closing(sqlite3.connect(folder.database)) as old, old:
        old.execute("insert into organizations (id, name, created_at, plan_state) values ('o', 'Lab', '', 'active')")
        for name in "ab":
            old.execute(
                "insert into projects (id, org_id, name, base_url, created_at, storage_state_json)"
                " values (?, 'o', 'Shop', 'http://shop.example/', '', ?)",
                (name, None if name == "b" else json.dumps(STATE)),
            )
        old.execute(
            "insert into environments (id, project_id, name, base_url, extra_headers_json, cookies_json, created_at)"
            " values ('e', 'a', 'S', 'http://s/', ?, ?, ''), ('f', 'b', 'S', 'http://s/', null, null, '')",
            (json.dumps(VALUES["extra_headers"]), json.dumps(VALUES["cookies"])),
        )
    assert planted(folder.path)
    migrate(folder.database)
    assert planted(folder.path) == []
    [copy] = folder.path.glob("before-*")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("select id, base_url from environments order by id").fetchone() == ("e", "http://s/")
    vault = Vault.open(folder.path)
    async with Database.open(folder.database) as db:
        sealed, nothing = [(await environments.listed(db, vault, project))[0] for project in "ab"]
        assert (sealed.extra_headers, sealed.cookies) == (VALUES["extra_headers"], VALUES["cookies"])
        assert (nothing.extra_headers, nothing.cookies) == ({}, [])
        found = [await projects.find(db, vault, project) for project in "ab"]
        assert [project and project.storage_state_json for project in found] == [STATE, None]
    assert environments.masked(sealed).extra_headers == {"X-Token": MASK}
    assert environments.masked(sealed).cookies == [{"name": "sid", "value": MASK}]
