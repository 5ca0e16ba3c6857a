"""Members of the caller's organization and how they come in (interfaces, Resources)."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from litestar import delete, get, patch, post
from litestar.params import FromPath
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Peers, Services
from qa_appliance.api.http.fields import Email, check_email
from qa_appliance.api.resources.owned import OwnMember
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Forbidden, Issue, NotFound
from qa_appliance.core.roles import RIGHTS, Role
from qa_appliance.store.tables import accounts, audit, members
from qa_appliance.store.tables.members import Invited, Member


class MemberBody(Struct, frozen=True, rename="camel"):
    email: Email
    role: Role

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        yield from check_email(given)


class RoleBody(Struct, frozen=True):
    role: Role


class MembersAnswer(Struct, frozen=True):
    members: list[Member]


class MemberAnswer(Struct, frozen=True):
    member: Member


class InvitationAnswer(Struct, frozen=True, rename="camel"):
    """The link works once; whoever opens it chooses their password."""

    token: str
    url: str
    expires_at: str


class AddedAnswer(Struct, frozen=True):
    """A known user is a member at once (`invitation` is null); anyone else is invited."""

    member: Member
    invitation: InvitationAnswer | None


class InvitedAnswer(Struct, frozen=True):
    """Who was invited and has not come in yet; their links are shown only when they are made."""

    invitations: list[Invited]


@get("/api/members", **about("List members", "Members", who="managers", answer=MembersAnswer))
async def list_members(caller: Caller, services: Services) -> MembersAnswer:
    return MembersAnswer(await members.listed(services.db, caller.org_id))


@post(
    "/api/members",
    **about(
        "Add or invite a member",
        "Members",
        who="managers",
        status=201,
        body=MemberBody,
        answer=AddedAnswer,
        refuses=(400, 409),
    ),
)
async def add_member(request: Request, caller: Caller, services: Services, peers: Peers) -> AddedAnswer:
    body = await read(request, MemberBody)
    now = services.clock()
    _guard_owners(caller, body.role)
    email = accounts.normal(body.email)
    _guard_owners(caller, *(each.role for each in await _invited(caller, services) if each.email == email))
    known = await accounts.user_by_email(services.db, email)
    if known is not None:
        member = await members.add(services.db, caller.org_id, known[0], body.role, now)
        await audit.note(services.db, audit.acting(caller), "member.added", known[0].id, now, role=body.role)
        return AddedAnswer(member, None)
    token, expires = await members.invite(services.db, caller.org_id, email, body.role, now)
    await audit.note(services.db, audit.acting(caller), "member.invited", email, now, role=body.role)
    url = f"{peers.origin(request.scope)}/invitations/{quote(token)}"
    return AddedAnswer(Member(None, email, email, body.role), InvitationAnswer(token, url, iso(expires)))


@patch(
    "/api/members/{user_id:str}",
    **about(
        "Change a member's role",
        "Members",
        who="managers",
        body=RoleBody,
        answer=MemberAnswer,
        refuses=(400, 404, 409),
    ),
)
async def change_member(request: Request, member: OwnMember, caller: Caller, services: Services) -> MemberAnswer:
    body = await read(request, RoleBody)
    _guard_owners(caller, body.role, member.role)
    changed = await members.set_role(services.db, caller.org_id, str(member.user_id), body.role)
    if changed is None:
        raise NotFound("Member not found")
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "member.changed", str(member.user_id), now, role=body.role)
    return MemberAnswer(changed)


@delete(
    "/api/members/{user_id:str}",
    **about("Remove a member", "Members", status=204, who="managers", refuses=(404, 409)),
)
async def remove_member(member: OwnMember, caller: Caller, services: Services) -> None:
    _guard_owners(caller, member.role)
    if not await members.remove(services.db, caller.org_id, str(member.user_id)):
        raise NotFound("Member not found")
    now = services.clock()
    await audit.note(services.db, audit.acting(caller), "member.removed", str(member.user_id), now)


@get("/api/members/invitations", **about("List open invitations", "Members", who="managers", answer=InvitedAnswer))
async def list_invitations(caller: Caller, services: Services) -> InvitedAnswer:
    return InvitedAnswer(await _invited(caller, services))


@delete(
    "/api/members/invitations/{id:str}",
    **about("Withdraw an invitation", "Members", status=204, who="managers", refuses=(404,)),
)
async def withdraw_invitation(id: FromPath[str], caller: Caller, services: Services) -> None:
    """Its link stops working at once."""
    held = next((each for each in await _invited(caller, services) if each.id == id), None)
    if held is None:
        raise NotFound("Invitation not found")
    _guard_owners(caller, held.role)
    if not await members.withdraw(services.db, caller.org_id, held.email):
        raise NotFound("Invitation not found")
    await audit.note(services.db, audit.acting(caller), "invitation.withdrawn", held.email, services.clock())


async def _invited(caller: Caller, services: Services) -> list[Invited]:
    return await members.invited(services.db, caller.org_id, services.clock())


def _guard_owners(caller: Caller, *roles: Role) -> None:
    """An admin cannot make an owner, nor touch one: that would be a way to become one."""
    if any(RIGHTS[role].owns for role in roles) and not caller.may.owns:
        raise Forbidden("Only an owner of the organization may do this.")
