"""Whose credential this is (contract 4.9, decision 17)."""

from __future__ import annotations

from typing import Literal

from litestar import get
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.dependencies import Caller
from qa_appliance.core.roles import Role
from qa_appliance.store.tables.accounts import Organization, User


class Credential(Struct, frozen=True, rename="camel"):
    kind: Literal["api_key", "session"]
    key_id: str | None
    prefix: str | None
    expires_at: str | None


class Me(Struct, frozen=True):
    user: User
    organization: Organization
    role: Role
    credential: Credential


@get("/api/me", **about("Who the credential belongs to", "Identity", answer=Me))
async def me(caller: Caller) -> Me:
    key_id = caller.credential_id if caller.kind == "api_key" else None
    return Me(
        user=User(caller.user_id, caller.email, caller.name),
        organization=Organization(caller.org_id, caller.org_name),
        role=caller.role,
        credential=Credential(caller.kind, key_id, caller.prefix, caller.expires_at),
    )
