"""Lets somebody the provider has signed in come in as an account, by the operator's rules."""

from __future__ import annotations

import logging
from datetime import datetime

from qa_appliance.core.roles import Role
from qa_appliance.oidc.provider import Provider, Somebody
from qa_appliance.oidc.refused import Reason, Refused
from qa_appliance.oidc.roles import given
from qa_appliance.settings.oidc import Oidc
from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts
from qa_appliance.store.tables.accounts import User
from qa_appliance.store.tables.people import identities
from qa_appliance.store.tables.people.identities import Identity, Making, Roles

logger = logging.getLogger(__name__)

_LONGEST = 320
_DETAILS: dict[Reason, str] = {
    "unknown": "They have no account here, and none is made.",
    "unverified": "The provider does not say that their e-mail address is verified.",
    "exists": "There is an account with their e-mail address, and it is not linked.",
    "no_role": "None of their groups has a role here.",
    "domain": "Their e-mail address is of no domain that is let in, or not verified.",
}


async def admitted(db: Database, provider: Provider, somebody: Somebody, now: datetime) -> User:
    """Their account, roles renewed. Raises `Refused`."""
    oidc, email = provider.settings, verified_email(provider.settings, somebody)
    if oidc.email_domains and email.rpartition("@")[2] not in {each.lower() for each in oidc.email_domains}:
        raise _refused("domain")
    making = Making(email, somebody.name, oidc.link_by_email, oidc.create) if email else None
    roles = await _roles(db, provider, somebody)
    identity = Identity(somebody.issuer, somebody.subject)
    found = await identities.admit(db, identity, making, roles, now)
    if isinstance(found, User):
        return found
    raise _refused("unverified" if found == "unknown" and not email and (oidc.create or oidc.link_by_email) else found)


def verified_email(oidc: Oidc, somebody: Somebody) -> str:
    """Empty where it is not known to be theirs: whoever could choose it would come in as somebody else."""
    email = accounts.normal(somebody.email)
    theirs = oidc.emails_verified if somebody.verified is None else somebody.verified
    local, at, domain = email.rpartition("@")
    plain = bool(local and at and domain) and len(email) <= _LONGEST and email.isprintable() and " " not in email
    return email if theirs and plain else ""


async def _roles(db: Database, provider: Provider, somebody: Somebody) -> Roles | None:
    if not provider.rules:
        return None
    ids: dict[str | None, str] = {}
    for name in {rule.organization for rule in provider.rules}:
        org_id = await _organization(db, name)
        if org_id is None:
            logger.warning("oidc.roles names the organization %s, which is not there", name)
        else:
            ids[name] = org_id
    held: dict[str, Role] = {
        ids[name]: role for name, role in given(provider.rules, somebody.groups).items() if name in ids
    }
    return Roles(held, frozenset(ids.values()))


async def _organization(db: Database, name: str | None) -> str | None:
    if name is None:
        return await accounts.first_organization(db)
    found = await accounts.organization_by_name(db, name)
    return found.id if found else None


def _refused(reason: Reason) -> Refused:
    return Refused(reason, _DETAILS[reason])
