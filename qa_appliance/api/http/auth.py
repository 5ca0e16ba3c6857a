"""Asks every request for its credential and its right to what it does (contract section 5). Reads no body."""

from __future__ import annotations

import contextlib

from litestar.handlers import BaseRouteHandler

from qa_appliance.api.http.about import About
from qa_appliance.api.http.asgi import Connection, Request
from qa_appliance.api.http.bodies import refuse_nul
from qa_appliance.api.http.limiter import Limiter
from qa_appliance.api.http.peer import Peers
from qa_appliance.api.http.services import Services
from qa_appliance.api.http.tokens import Tokens
from qa_appliance.core.errors import Forbidden, Problem, Unauthorized
from qa_appliance.store.tables import accounts, callers
from qa_appliance.store.tables.callers import KEY_PREFIX, KEY_SHORTEST, Caller

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_MANAGING = frozenset({"managers", "operators"})


class Gate:
    """The guard of every route. Order (decision 19): credential, role, scope, the route's own limiter."""

    def __init__(self, services: Services, limiter: Limiter, tokens: Tokens, peers: Peers) -> None:
        self._services = services
        self._limiter = limiter
        self._tokens = tokens
        self._peers = peers

    async def guard(self, connection: Connection, handler: BaseRouteHandler) -> None:
        """Lets the request through to its handler, or raises the refusal."""
        about: About | None = handler.opt.get("about")
        if about is None:  # pages of the dashboard and the live view, which asks for its token itself
            return
        if about.who != "nobody":
            connection.scope["state"]["caller"] = await self._caller(connection, about)
        if about.body is None and about.sends is None and _method(connection) not in _READING:
            await refuse_nul(Request(connection.scope, connection.receive))

    async def _caller(self, connection: Connection, about: About) -> Caller:
        token = bearer(connection.headers.get("authorization"))
        if about.keys_refused_unseen and token.startswith(KEY_PREFIX):
            raise _out_of_scope()
        caller = await self.identify(token, self._peers.address(connection.scope))
        changing = _method(connection) not in _READING
        if changing and not caller.may.changes and not about.viewers:
            raise Forbidden("Viewers have read-only access to this workspace", code="read_only_role")
        if caller.kind == "api_key" and (about.who in _MANAGING or (about.who == "dashboard" and changing)):
            raise _out_of_scope()
        await self._refuse_management(caller, about)
        if about.limit is not None:
            await self._limiter.of_user(about.limit, caller.user_id)
        return caller

    async def _refuse_management(self, caller: Caller, about: About) -> None:
        if about.who in _MANAGING and not caller.may.manages:
            raise Forbidden("Only owners and admins of the organization may do this.")
        if about.who == "operators" and not await operates(caller, self._services):
            raise Forbidden(
                "Only owners and admins of the appliance's first organization, who operate it, may do this."
            )

    async def identify(self, token: str, address: str) -> Caller:
        """The caller behind a token. Raises `Unauthorized`, or `TooMany` after too many refusals (contract 5.9)."""
        try:
            if token.startswith(KEY_PREFIX) and len(token) >= KEY_SHORTEST:
                return await callers.by_key(self._services.db, token, self._services.clock())
            return await self.session(token)
        except Unauthorized:
            await self._limiter.refused_credential(address)
            raise

    async def count_refusal(self, address: str) -> None:
        """For credentials that come another way than the header. Raises nothing."""
        with contextlib.suppress(Problem):
            await self._limiter.refused_credential(address)

    async def session(self, token: str) -> Caller:
        """The caller behind a session token. Raises `Unauthorized`."""
        now = self._services.clock()
        claims = self._tokens.read(token, now)
        caller = await callers.by_session(
            self._services.db, session_id=claims.session_id, user_id=claims.user_id, org_id=claims.org_id, now=now
        )
        if caller is None:
            raise Unauthorized("Invalid token")
        return caller


async def operates(caller: Caller, services: Services) -> bool:
    """Whether the caller is the operator over HTTP: an owner or admin of the first organization, in the dashboard."""
    if caller.kind != "session" or not caller.may.manages:
        return False
    return caller.org_id == await accounts.first_organization(services.db)


def bearer(header: str | None) -> str:
    """The token of an Authorization header. Without one nothing was presented, so nothing is counted (decision 20)."""
    scheme, _, token = (header or "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise Unauthorized("Missing or invalid Authorization header")
    return token


async def current_caller(request: Request) -> Caller:
    """The caller the guard let through, as a dependency of handlers."""
    caller: Caller = request.scope["state"]["caller"]
    return caller


def _method(connection: Connection) -> str:
    return str(connection.scope.get("method", "GET"))


def _out_of_scope() -> Forbidden:
    return Forbidden("API keys cannot make this change; it belongs to the dashboard.", code="api_key_scope")
