"""Opens sessions and answers with their tokens, for every way in. Checks no password."""

from __future__ import annotations

from litestar import Response
from litestar.datastructures import Cookie
from msgspec import Struct

from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.peer import Peers, same_site
from qa_appliance.api.http.services import Services
from qa_appliance.api.http.tokens import Claims, Tokens, refresh_cookie
from qa_appliance.core.clock import iso
from qa_appliance.core.errors import Forbidden, NotFound
from qa_appliance.core.roles import Role
from qa_appliance.store.tables import accounts, audit, callers
from qa_appliance.store.tables.accounts import Organization, User
from qa_appliance.store.tables.audit import Actor

_AGENT_LENGTH = 300


class Belonging(Struct, frozen=True):
    id: str
    name: str
    role: Role


class SessionAnswer(Struct, frozen=True, rename="camel"):
    """`token` goes into the Authorization header; `organizations` are all the user may switch to."""

    token: str
    expires_at: str
    user: User
    organization: Organization
    role: Role
    organizations: list[Belonging]


class Begun(Struct, frozen=True):
    """A session, and the cookie by which its tokens are renewed."""

    session_id: str
    org_id: str
    cookie: Cookie


class Sessions:
    """What the ways in share."""

    def __init__(self, services: Services, tokens: Tokens, peers: Peers) -> None:
        self._services = services
        self._tokens = tokens
        self._peers = peers

    def refuse_other_sites(self, request: Request) -> None:
        """A page of another origin must not act for the person who looks at it."""
        if not same_site(request.scope):
            raise Forbidden("This request was made by a page of another site.")

    async def begin(self, request: Request, user: User, org_id: str | None, **details: object) -> Begun:
        """A new session, pinned to the organization or to the user's first; `details` say by which way.

        Raises `NotFound` when the user is no member there, `Forbidden` when they are a member nowhere.
        """
        now = self._services.clock()
        belongs = await accounts.organizations_of(self._services.db, user.id)
        if not belongs:
            raise Forbidden("This account belongs to no organization any more.")
        pinned = belongs[0][0].id if org_id is None else _of(belongs, org_id)[0].id
        session = await callers.open_session(
            self._services.db,
            user.id,
            pinned,
            now,
            self._services.signed_in_for,
            agent=request.headers.get("user-agent", "")[:_AGENT_LENGTH],
            address=self._peers.address(request.scope),
        )
        actor = Actor(pinned, user.id, "dashboard")
        await audit.note(self._services.db, actor, "session.opened", user.id, now, **details)
        secure = self._peers.secure(request.scope)
        cookie = refresh_cookie(session.refresh_token, session.expires_at, now, secure=secure)
        return Begun(session.id, pinned, cookie)

    async def open(
        self, request: Request, user: User, org_id: str | None, *, status: int, **details: object
    ) -> Response[SessionAnswer]:
        """As `begin`, for whoever asks by the API; the cookie goes with the answer."""
        begun = await self.begin(request, user, org_id, **details)
        body = await self.answer(user, begun.session_id, begun.org_id)
        return Response(body, status_code=status, cookies=[begun.cookie])

    async def answer(self, user: User, session_id: str, org_id: str) -> SessionAnswer:
        """A token of this session for the organization. Raises `NotFound` when the user is no member there."""
        belongs = await accounts.organizations_of(self._services.db, user.id)
        organization, role = _of(belongs, org_id)
        token, expires = self._tokens.issue(Claims(user.id, session_id, org_id), self._services.clock())
        organizations = [Belonging(each.id, each.name, theirs) for each, theirs in belongs]
        return SessionAnswer(token, iso(expires), user, organization, role, organizations)


def _of(belongs: list[tuple[Organization, Role]], org_id: str) -> tuple[Organization, Role]:
    found = next((each for each in belongs if each[0].id == org_id), None)
    if found is None:
        raise NotFound("Organization not found")
    return found
