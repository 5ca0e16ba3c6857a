"""`admin`: accounts, by the operator. Works on the data directory, whether or not a server runs on it."""

from __future__ import annotations

import asyncio
import contextlib
import math
import sys
from datetime import timedelta
from pathlib import Path

import click
import msgspec

from qa_appliance.cli import exits
from qa_appliance.cli.configuration import read_secret
from qa_appliance.cli.offline import open_store
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.table import json_option, print_json, print_table
from qa_appliance.core.clock import iso, utc_now
from qa_appliance.core.errors import Conflict, Invalid, NotFound
from qa_appliance.core.roles import RIGHTS, Role
from qa_appliance.settings import Settings
from qa_appliance.store.database import Database
from qa_appliance.store.files.folder import Folder
from qa_appliance.store.keyring import KEY_FILE, KeyFile
from qa_appliance.store.passwords import LONGEST, SHORTEST, hash_password
from qa_appliance.store.rotation import AT_ONCE, GOOD_FOR, Progress, Rotation, rotate
from qa_appliance.store.tables import accounts, audit
from qa_appliance.store.tables.audit import COMMAND_LINE, Actor, Checked, End
from qa_appliance.store.tables.people import factors
from qa_appliance.store.vault import Vault, new_secret

_email = click.option("--email", required=True, metavar="EMAIL", help="Who.")
_password_stdin = click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")
_password_file = click.option(
    "--password-file", type=click.Path(path_type=Path), metavar="FILE", help="Read the password from a file."
)


@click.group(name="admin")
def command() -> None:
    """Create accounts, reset passwords, list members. Passwords are never given as an argument."""


@command.command(name="create")
@settings_options("data_dir")
@_email
@click.option("--organization", required=True, metavar="NAME", help="Which organization; made where missing.")
@click.option("--role", type=click.Choice(list(RIGHTS)), default="owner", show_default=True)
@click.option("--name", default="", metavar="NAME", help="The person's name.")
@_password_stdin
@_password_file
def create(
    settings: Settings,
    email: str,
    organization: str,
    role: Role,
    name: str,
    password_stdin: bool,
    password_file: Path | None,
) -> None:
    """Make a user a member of an organization. A user who exists keeps name and password."""
    check_email(email)
    if not organization.strip():
        raise Invalid("--organization is empty.")
    password = _password(password_stdin, password_file)
    asyncio.run(_create(settings, email, organization.strip(), role, name, password))


async def _create(settings: Settings, email: str, organization: str, role: Role, name: str, password: str) -> None:
    async with open_store(settings.data_dir, create=True) as db:
        known = await accounts.user_by_email(db, email)
        user, found = await accounts.ensure(
            db,
            email=email,
            name=name,
            password_hash=await hash_password(password),
            organization=organization,
            role=role,
            now=utc_now(),
        )
        actor = Actor(found.id, None, COMMAND_LINE)
        await audit.note(db, actor, "member.added", user.id, utc_now(), role=role)
    click.echo(f"{user.email} is {role} of {found.name}.")
    if known:
        click.echo(
            "The user existed already, and the password is unchanged; `admin reset-password` changes it.", err=True
        )


@command.command(name="reset-password")
@settings_options("data_dir")
@_email
@_password_stdin
@_password_file
@click.option("--revoke-keys", is_flag=True, help="Revoke the user's API keys too, in every organization.")
def reset_password(
    settings: Settings, email: str, password_stdin: bool, password_file: Path | None, revoke_keys: bool
) -> None:
    """Give a user a new password, end all their sessions and take their passkeys.

    Their API keys go on working unless they are revoked.
    """
    password = _password(password_stdin, password_file)
    asyncio.run(_reset_password(settings, email, password, revoke_keys))


async def _reset_password(settings: Settings, email: str, password: str, revoke_keys: bool) -> None:
    async with open_store(settings.data_dir) as db:
        hashed = await hash_password(password)
        reset = await accounts.set_password(db, email, hashed, utc_now(), revoke_keys=revoke_keys)
        await _note_reset(db, email, revoke_keys)
    if reset is None:
        raise NotFound(f"There is no user {email}. `qa-appliance admin list` shows who there is.")
    click.echo(f"{accounts.normal(email)} has a new password; all their sessions have ended, their passkeys are gone.")
    keys = f"{reset.keys} API {'key' if reset.keys == 1 else 'keys'} of theirs"
    if revoke_keys:
        click.echo(f"{keys} revoked.", err=True)
    elif reset.keys:
        click.echo(f"{keys} still {'works' if reset.keys == 1 else 'work'}; --revoke-keys ends them too.", err=True)


async def _note_reset(db: Database, email: str, revoke_keys: bool) -> None:
    known = await accounts.user_by_email(db, email)
    if known is None:
        return
    for organization, _ in await accounts.organizations_of(db, known[0].id):
        actor = Actor(organization.id, None, COMMAND_LINE)
        await audit.note(db, actor, "password.reset", known[0].id, utc_now(), keysRevoked=revoke_keys)


@command.command(name="remove-second-factor")
@settings_options("data_dir")
@_email
def remove_second_factor(settings: Settings, email: str) -> None:
    """Let a user sign in by the password alone again, where the authenticator and the recovery codes are lost."""
    asyncio.run(_remove_second_factor(settings, email))
    click.echo(f"{accounts.normal(email)} signs in by the password alone.")


async def _remove_second_factor(settings: Settings, email: str) -> None:
    async with open_store(settings.data_dir) as db:
        known = await accounts.user_by_email(db, email)
        if known is None:
            raise NotFound(f"There is no user {email}. `qa-appliance admin list` shows who there is.")
        if not await factors.remove(db, known[0].id):
            raise NotFound(f"{known[0].email} has no second factor.")
        for organization, _ in await accounts.organizations_of(db, known[0].id):
            actor = Actor(organization.id, None, COMMAND_LINE)
            await audit.note(db, actor, "second_factor.off", known[0].id, utc_now())


@command.command(name="check-audit")
@settings_options("data_dir")
@click.option("--head", default="", metavar="DIGEST", help="A digest noted earlier, which has to be there still.")
@json_option
def check_audit(settings: Settings, head: str, json_wanted: bool) -> int:
    """Whether any entry of who changed what was changed, removed or put in later. Exits with 1 if so.

    Who has the database alone cannot hide it: entries are sealed with secret.key, and the newest is kept in audit.heads
    beside it. Whoever has the whole data directory can: note the digests it prints somewhere else.
    """
    checked = asyncio.run(_check_audit(settings, head.strip().lower() or None))
    missing = bool(head) and not any(each.known for _, each in checked)
    intact = not missing and all(each.intact for _, each in checked)
    if json_wanted:
        organizations = [{"name": name} | msgspec.to_builtins(each) for name, each in checked]
        print_json({"intact": intact, "organizations": organizations})
    else:
        rows = [(name, each.entries, _fits(each), each.head) for name, each in checked]
        print_table(("ORGANIZATION", "ENTRIES", "INTACT", "DIGEST"), rows)
    if older := sum(each.older for _, each in checked):
        click.echo(
            f"{older} entries are older than the present secret: what was done to them before is not known.", err=True
        )
    for name, each in checked:
        if each.cut is not None:
            click.echo(f"{name}: {each.cut.entries} entries up to {each.cut.until} are kept no longer.", err=True)
    if missing:
        click.echo(
            "No entry has the digest given: entries are missing or kept no longer, or it is of another appliance.",
            err=True,
        )
    return exits.PASSED if intact else exits.FAILED


_ENDS: dict[End, str] = {
    "there": "yes",
    "missing": "no, the newest are missing",
    "unknown": "no, audit.heads is gone, damaged or of another secret",
}


def _fits(checked: Checked) -> str:
    if checked.broken_at is not None:
        return f"no, from {checked.broken_at} on"
    return _ENDS[checked.end]


async def _check_audit(settings: Settings, head: str | None) -> list[tuple[str, Checked]]:
    async with open_store(settings.data_dir) as db:
        return [(each.name, await audit.check(db, each.id, head)) for each in await accounts.organizations(db)]


@command.command(name="list")
@settings_options("data_dir")
@json_option
def list_accounts(settings: Settings, json_wanted: bool) -> None:
    """Every user with every membership."""
    asyncio.run(_list(settings, json_wanted))


async def _list(settings: Settings, json_wanted: bool) -> None:
    async with open_store(settings.data_dir) as db:
        found = await accounts.accounts(db)
    if json_wanted:
        print_json({"accounts": found})
    else:
        rows = [(a.email, a.name, a.organization, a.role, a.created_at) for a in found]
        print_table(("EMAIL", "NAME", "ORGANIZATION", "ROLE", "SINCE"), rows)


@command.command(name="new-secret")
@settings_options("data_dir")
def new_secret_command(settings: Settings) -> None:
    """Create a new secret.key when the old one is lost. What was sealed with the old one is cleared, and counted.

    Runs, results and evidence stay, and so does who changed what, sealed anew. Sessions, signed links, badges and
    addresses of mail accounts end. The server has to be stopped.
    """
    folder = Folder(settings.data_dir)
    if not folder.database.exists():
        raise NotFound(f"There is no appliance in {folder.path}. Name its data directory with --data-dir.")
    with folder.locked():
        lost = new_secret(folder.path)
    asyncio.run(_note_new_secret(settings, sum(lost.values())))
    click.echo(f"{folder.path} has a new secret. Values cleared, to be given again: {sum(lost.values())}.")
    for what, count in lost.items():
        click.echo(f"{what}: {count}")


async def _note_new_secret(settings: Settings, cleared: int) -> None:
    async with open_store(settings.data_dir) as db:
        for each in await accounts.organizations(db):
            await audit.note(
                db, Actor(each.id, None, COMMAND_LINE), "secret.renewed", each.id, utc_now(), cleared=cleared
            )


@command.command(name="rotate-secret")
@settings_options("data_dir")
@click.option("--at-once", is_flag=True, help="The present secret leaked: end what it signed too, within a minute.")
def rotate_secret(settings: Settings, at_once: bool) -> None:
    """Put a new secret.key in place of the present one. Nothing is lost, and a server may be at work meanwhile.

    What is sealed is sealed again, and archives of runs are signed with a new key. Sessions and links that were signed
    before are good for 12 hours more, as long as they last themselves; then the old secret leaves the file. Badges and
    the passwords of mail accounts stay.
    """
    folder = Folder(settings.data_dir)
    if not folder.database.exists():
        raise NotFound(f"There is no appliance in {folder.path}. Name its data directory with --data-dir.")
    progress = asyncio.run(_rotate_secret(settings, folder, at_once))
    click.echo(f"{folder.path} has a new secret. Values sealed anew: {progress.anew}.")
    for former in KeyFile(folder.path).now().formers:
        click.echo(f"An earlier secret stays in {KEY_FILE} until {iso(former.until)}, for what it signed.", err=True)


async def _rotate_secret(settings: Settings, folder: Folder, at_once: bool) -> Progress:
    async with open_store(settings.data_dir) as db:
        vault = await asyncio.to_thread(Vault.open, folder.path)
        with contextlib.ExitStack() as alone:
            try:
                alone.enter_context(folder.locked())
            except Conflict:  # the server lets the old one go when its time is over
                in_hand, good_for = math.inf, AT_ONCE if at_once else GOOD_FOR
            else:
                in_hand, good_for = 0.0, timedelta() if at_once else GOOD_FOR
            await asyncio.to_thread(rotate, folder, utc_now(), good_for)
            for each in await accounts.organizations(db):
                actor = Actor(each.id, None, COMMAND_LINE)
                await audit.note(db, actor, "secret.rotated", each.id, utc_now(), atOnce=at_once)
            return await Rotation(db, vault, folder, in_hand=in_hand).go_on()


def check_email(email: str) -> None:
    local, _, host = email.strip().rpartition("@")
    if not local or not host or any(c.isspace() for c in email.strip()):
        raise Invalid(f"“{email}” is not an e-mail address.")


def check_password(password: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(f"The password has to have {SHORTEST} to {LONGEST} characters.")


def _password(from_stdin: bool, file: Path | None) -> str:
    if from_stdin == (file is not None):
        raise Invalid("Give the password either with --password-stdin or with --password-file FILE.")
    password = read_secret(file) if file else sys.stdin.readline().rstrip("\r\n")
    check_password(password)
    return password
