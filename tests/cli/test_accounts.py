"""`admin` and `plan`: the operator's commands on a data directory."""

from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Unauthorized
from qa_appliance.store.database import Database
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.tables import accounts, callers, projects
from qa_appliance.store.vault import Vault

from .conftest import Cli

PASSWORD = "a long pass phrase\n"


async def create(cli: Cli, email: str = "ada@example.com", organization: str = "Lab", *more: str) -> None:
    done = await cli(
        "admin", "create", "--email", email, "--organization", organization, "--password-stdin", *more, stdin=PASSWORD
    )
    assert done.code == 0, done.err


REFUSED = [
    (["admin", "create", "--organization", "Lab", "--password-stdin"], "Missing option '--email'"),
    (["admin", "create", "--email", "a@b.c", "--organization", "Lab"], "--password-stdin or with --password-file"),
    (["admin", "create", "--email", "ada", "--organization", "Lab", "--password-stdin"], "not an e-mail address"),
    (["admin", "create", "--email", "a@b.c", "--organization", " ", "--password-stdin"], "--organization is empty"),
    (["admin", "create", "--email", "a@b.c", "--organization", "L", "--password-file", "/no/such"], "cannot be read"),
    (["admin", "create", "--email", "a@b.c", "--organization", "L", "--role", "king", "--password-stdin"], "king"),
    (["admin", "list"], "There is no appliance in"),
    (["admin", "new-secret"], "There is no appliance in"),
    (["admin", "check-audit"], "There is no appliance in"),
    (["admin", "rotate-secret"], "There is no appliance in"),
    (["plan", "show", "--organization", "Lab"], "There is no appliance in"),
    (["plan", "set", "--organization", "Lab", "--runs", "-1"], "neither a whole number"),
    (["plan", "set", "--organization", "Lab", "--runs", "1.5"], "neither a whole number"),
    (["plan", "set", "--organization", "Lab", "--state", "gone"], "gone"),
    (["plan", "set", "--organization", "Lab"], "Nothing to change"),
    (["healthcheck", "--port", "x"], "flag --port is 'x'"),
    (["fly"], "No such command 'fly'"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED)
async def test_wrong_usage_is_named_and_does_nothing(
    cli: Cli, tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = await cli(*arguments, stdin=PASSWORD)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert done.out == ""
    assert not (tmp_path / "data" / "appliance.sqlite3").exists()


async def test_a_short_password_is_refused(cli: Cli) -> None:
    done = await cli("admin", "create", "--email", "a@b.c", "--organization", "L", "--password-stdin", stdin="short\n")
    assert (done.code, done.out) == (2, "")
    assert "8 to 1024 characters" in done.err


async def test_an_account_is_created_and_listed(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    listed = json.loads((await cli("admin", "list", "--json")).out)["accounts"]
    assert [(a["email"], a["organization"], a["role"]) for a in listed] == [("ada@example.com", "Lab", "owner")]
    assert (await cli("admin", "list")).out.splitlines()[1].startswith("ada@example.com")
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


async def test_a_new_secret_takes_the_place_of_one_that_is_lost(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    folder = Folder(tmp_path / "data")
    vault = Vault.open(folder.path)
    [account] = json.loads((await cli("admin", "list", "--json")).out)["accounts"]
    async with Database.open(folder.database) as db:
        org = await db.one("select id from organizations")
        assert org is not None
        state = {"name": "Shop", "base_url": "http://shop.example/", "storage_state": {"cookies": []}}
        await projects.add(db, vault, org["id"], state, utc_now())
    done = await cli("admin", "new-secret")
    assert (done.code, done.out) == (2, "")
    assert "secret.key is whole; it stays" in done.err
    (folder.path / "secret.key").unlink()
    with folder.locked():
        assert "already running" in (await cli("admin", "new-secret")).err
    done = await cli("admin", "new-secret")
    assert done.code == 0
    assert done.out.endswith("Values cleared, to be given again: 1.\nstorage states of projects: 1\n")
    assert json.loads((await cli("admin", "list", "--json")).out)["accounts"] == [account]


@pytest.mark.parametrize("at_work", [False, True], ids=["alone", "beside a server"])
@pytest.mark.parametrize("at_once", [False, True], ids=["by itself", "at once"])
async def test_a_secret_is_rotated_and_nothing_is_lost(cli: Cli, tmp_path: Path, at_work: bool, at_once: bool) -> None:
    """The old one stays for what it signed, but where it leaked and no server is at work with it."""
    await create(cli)
    folder = Folder(tmp_path / "data")
    vault = Vault.open(folder.path)
    old = vault.ring.secret
    async with Database.open(folder.database) as db:
        org = await db.one("select id from organizations")
        assert org is not None
        state = {"name": "Shop", "base_url": "http://shop.example/", "storage_state": {"cookies": []}}
        await projects.add(db, vault, org["id"], state, utc_now())
    with folder.locked() if at_work else nullcontext():
        done = await cli("admin", "rotate-secret", *(["--at-once"] if at_once else []))
    assert (done.code, done.out) == (
        0,
        f"{folder.path} has a new secret. Values sealed anew: 2.\n",
    )  # and what is noted of it
    kept = at_work or not at_once
    assert ("An earlier secret stays in secret.key until" in done.err) == kept
    new = Vault.open(folder.path)
    assert new.ring.secret != old
    assert (old in new.ring.secrets) == kept
    async with Database.open(folder.database) as db:
        [row] = await db.all("select storage_state_sealed from projects")
    assert new.unseal(row["storage_state_sealed"]) == {"cookies": []}
    assert (await cli("admin", "check-audit")).code == 0


async def test_a_user_who_exists_joins_and_keeps_the_password(cli: Cli) -> None:
    await create(cli)
    done = await cli(
        "admin", "create", "--email", "Ada@example.com", "--organization", "Other", "--role", "viewer",
        "--password-stdin", stdin="another pass phrase\n",
    )  # fmt: skip
    assert (done.code, done.out) == (0, "ada@example.com is viewer of Other.\n")
    assert "the password is unchanged" in done.err


async def test_the_password_of_an_unknown_user_cannot_be_reset(cli: Cli) -> None:
    await create(cli)
    done = await cli("admin", "reset-password", "--email", "bob@example.com", "--password-stdin", stdin=PASSWORD)
    assert done.code == 2
    assert "There is no user bob@example.com" in done.err


async def test_a_reset_changes_the_hash_and_never_shows_the_password(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    secret = tmp_path / "password"
    secret.write_text("a new pass phrase\n")
    before = await hash_of(tmp_path, "ada@example.com")
    done = await cli("admin", "reset-password", "--email", "ada@example.com", "--password-file", str(secret))
    assert done.code == 0
    assert await hash_of(tmp_path, "ada@example.com") != before
    assert "pass phrase" not in done.out + done.err


async def test_a_reset_tells_which_keys_go_on_working(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    reset = ("admin", "reset-password", "--email", "ada@example.com", "--password-stdin")
    now = utc_now()
    async with Database.open(tmp_path / "data" / "appliance.sqlite3") as db:
        found = await accounts.user_by_email(db, "ada@example.com")
        org = await accounts.organization_by_name(db, "Lab")
        assert found
        assert org

        async def mint(expires_at: datetime | None = None) -> str:
            minted = await callers.mint(
                db, org_id=org.id, user_id=found[0].id, name="CI", expires_at=expires_at, now=now
            )
            return minted.key

        assert (await cli(*reset, stdin=PASSWORD)).err == ""
        keys = [await mint(), await mint(), await mint(now - timedelta(days=1))]
        done = await cli(*reset, stdin=PASSWORD)
        assert done.err == "2 API keys of theirs still work; --revoke-keys ends them too.\n"
        assert (await callers.by_key(db, keys[0], now)).user_id == found[0].id
        assert (await cli(*reset, "--revoke-keys", stdin=PASSWORD)).err == "2 API keys of theirs revoked.\n"
        for key in keys:
            with pytest.raises(Unauthorized):
                await callers.by_key(db, key, now)


async def test_a_plan_is_set_in_part_shown_and_lifted(cli: Cli) -> None:
    await create(cli)
    await cli("plan", "set", "--organization", "Lab", "--runs", "3", "--concurrent", "2")
    await cli("plan", "set", "--organization", "Lab", "--state", "locked", "--runs", "none")
    shown = json.loads((await cli("plan", "show", "--organization", "Lab", "--json")).out)
    assert shown["plan"] == {
        "state": "locked", "runs": None, "browserMinutes": None, "llmCents": None, "concurrent": 2,
    }  # fmt: skip
    assert (await cli("plan", "show", "--organization", "Nobody")).code == 2


async def test_flags_have_twins_in_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    await create(cli)
    monkeypatch.setenv("QA_APPLIANCE_ORGANIZATION", "Lab")
    assert (await cli("plan", "show")).code == 0


async def test_accounts_are_written_while_a_server_holds_the_directory(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    folder = Folder(tmp_path / "data")
    with folder.locked():
        async with Database.open(folder.database) as db:
            await create(cli, "bob@example.com")
            row = await db.one("select count(*) from users")
    assert row is not None
    assert row[0] == 2


async def test_nobody_there_is_not_healthy(cli: Cli) -> None:
    done = await cli("healthcheck", "--port", "1")
    assert (done.code, done.out) == (3, "")
    assert "No appliance answers at http://127.0.0.1:1/healthz" in done.err


async def test_help_lists_every_command(cli: Cli) -> None:
    done = await cli("--help")
    assert done.code == 0
    assert all(name in done.out for name in ("serve", "demo", "run", "admin", "plan", "healthcheck"))


async def hash_of(tmp_path: Path, email: str) -> str:
    async with Database.open(tmp_path / "data" / "appliance.sqlite3") as db:
        row = await db.one("select password_hash from users where email = ?", (email,))
    assert row is not None
    return str(row[0])


async def test_what_the_operator_does_is_noted_and_found_out_when_changed_later(cli: Cli, tmp_path: Path) -> None:
    await create(cli)
    assert (await cli("plan", "set", "--organization", "Lab", "--runs", "7")).code == 0
    whole = await cli("admin", "check-audit", "--json")
    assert whole.code == 0
    (lab,) = json.loads(whole.out)["organizations"]
    assert (lab["name"], lab["entries"], lab["intact"]) == ("Lab", 2, True)
    assert (await cli("admin", "check-audit", "--head", lab["head"])).code == 0
    gone = await cli("admin", "check-audit", "--head", "0" * 64)
    assert gone.code == 1
    assert "No entry has the digest given" in gone.err
    async with Database.open(Folder(tmp_path / "data").database) as db, db.write() as transaction:
        await transaction.execute("update audit set details_json = '{\"runs\":9}' where action = 'plan.changed'")
    changed = await cli("admin", "check-audit")
    assert changed.code == 1
    assert "no, from" in changed.out
