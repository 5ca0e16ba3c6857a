"""The environments table: other addresses of a project. The headers and cookies they need lie sealed.

Never shows what is sealed to whoever only asks where an environment leads (`find`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from qa_appliance.certificates.named import CertificateFacts, facts, read_authorities
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.steps import MASK
from qa_appliance.store.database import Database, Row
from qa_appliance.store.tables.test_data.held import unmasked
from qa_appliance.store.vault import Vault

_CERTIFICATES = frozenset({"authorities", "client_certificate"})
_HIDDEN = frozenset({"extra_headers", "cookies", "authenticators", "basic_auth"}) | _CERTIFICATES
_MASKED = frozenset({"authenticators", "basic_auth"})
"""Of these people see that they are there. What comes back as it was shown, masked, is what it was."""


class BasicAuth(Struct, frozen=True):
    """Who signs in where the site's server itself asks for a name and a password. The password is masked."""

    username: str
    password: str


class ShownClientCertificate(CertificateFacts, frozen=True):
    """What people see of a client certificate; its key nobody does. `origin` is None for that of the base URL."""

    origin: str | None = None


class Environment(Struct, frozen=True, kw_only=True, rename="camel"):
    """Contract 2.7. Cookies are as Playwright's `add_cookies` takes them. The keys of authenticators are masked."""

    id: str
    project_id: str
    name: str
    base_url: str
    extra_headers: dict[str, str]
    cookies: list[dict[str, Any]]
    authenticators: dict[str, str]
    basic_auth: BasicAuth | None
    authorities: list[CertificateFacts]
    client_certificate: ShownClientCertificate | None
    created_at: str


class Place(Struct, frozen=True):
    """Where an environment leads, without what opens it."""

    id: str
    project_id: str
    base_url: str


async def find(db: Database, environment_id: str) -> Place | None:
    row = await db.one("select id, project_id, base_url from environments where id = ?", (environment_id,))
    return Place(*row) if row else None


async def listed(db: Database, vault: Vault, project_id: str) -> list[Environment]:
    rows = await db.all("select * from environments where project_id = ? order by created_at, rowid", (project_id,))
    return [_environment(row, vault) for row in rows]


async def add(db: Database, vault: Vault, project_id: str, values: Mapping[str, object], now: datetime) -> Environment:
    """`values` by the fields of an environment. Raises Invalid for a mask of what was never there."""
    columns = _sealed(vault, values, {}) | {"id": new_id(), "project_id": project_id, "created_at": iso(now)}
    async with db.write() as transaction:
        await transaction.insert("environments", columns)
        row = await transaction.one("select * from environments where id = ?", (columns["id"],))
    assert row is not None
    return _environment(row, vault)


async def change(db: Database, vault: Vault, environment_id: str, values: Mapping[str, object]) -> Environment | None:
    """What is left out of `values` stays, and what is masked in it. None: there is no such environment.

    Raises Invalid for a mask of what was never there.
    """
    async with db.write() as transaction:
        row = await transaction.one("select sealed from environments where id = ?", (environment_id,))
        if row is None:
            return None
        columns = values
        if _HIDDEN & values.keys():
            columns = _sealed(vault, values, vault.unseal_or(row["sealed"], {}))
        if columns:
            await transaction.update("environments", columns, "id = :id", {"id": environment_id})
        row = await transaction.one("select * from environments where id = ?", (environment_id,))
    return _environment(row, vault) if row else None


async def remove(db: Database, environment_id: str) -> bool:
    """With the accounts and variables that are of it."""
    async with db.write() as transaction:
        for table in ("test_accounts", "variables"):
            await transaction.execute(f"delete from {table} where environment_id = ?", (environment_id,))  # noqa: S608
        return await transaction.execute("delete from environments where id = ?", (environment_id,)) == 1


def masked(environment: Environment) -> Environment:
    """For those who may look and not act: the names of headers and cookies without their values."""
    return msgspec.structs.replace(
        environment,
        extra_headers=dict.fromkeys(environment.extra_headers, MASK),
        cookies=[cookie | {"value": MASK} for cookie in environment.cookies],
    )


def _sealed(vault: Vault, values: Mapping[str, object], before: dict[str, object]) -> dict[str, object]:
    """The columns; headers and cookies together under one seal."""
    secret = before | {name: value for name, value in values.items() if name in _HIDDEN}
    for name in _MASKED & values.keys():
        secret[name] = _unmasked(secret[name], before.get(name))
    return {name: value for name, value in values.items() if name not in secret} | {"sealed": vault.seal(secret)}


def _unmasked(value: object, before: object) -> object:
    """What is masked in it is as before."""
    if isinstance(value, dict):
        known = before if isinstance(before, dict) else {}
        return {name: _unmasked(each, known.get(name)) for name, each in value.items()}
    return unmasked(value, before if isinstance(before, str) else None) if isinstance(value, str) else value


def _environment(row: Row, vault: Vault) -> Environment:
    secret = vault.unseal_or(row["sealed"], {})
    return Environment(
        id=row["id"],
        project_id=row["project_id"],
        name=row["name"],
        base_url=row["base_url"],
        extra_headers=secret.get("extra_headers", {}),
        cookies=secret.get("cookies", []),
        authenticators=dict.fromkeys(secret.get("authenticators", {}), MASK),
        basic_auth=BasicAuth(basic["username"], MASK) if (basic := secret.get("basic_auth")) else None,
        authorities=[facts(each) for each in read_authorities(pem)] if (pem := secret.get("authorities")) else [],
        client_certificate=_shown(client) if (client := secret.get("client_certificate")) else None,
        created_at=row["created_at"],
    )


def _shown(client: Mapping[str, str]) -> ShownClientCertificate:
    known = facts(read_authorities(client["chain"])[0])
    return ShownClientCertificate(known.subject, known.issuer, known.valid_until, client["origin"] or None)
