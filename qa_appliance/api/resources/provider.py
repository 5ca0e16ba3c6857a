"""Sign-in by the provider the operator named (OpenID Connect): there, and back with its answer.

Both are pages a browser goes to, so each ends with the dashboard, which says what became of it.
"""

from __future__ import annotations

import logging
from datetime import datetime
from urllib.parse import urlencode

from litestar import Response, get
from litestar.datastructures import Cookie
from msgspec import Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.dependencies import Attempts, Limiter, Peers, Services, Sessions
from qa_appliance.core.errors import Invalid, NotFound, TooMany
from qa_appliance.oidc.admission import admitted
from qa_appliance.oidc.attempt import LASTS, is_page
from qa_appliance.oidc.provider import CALLBACK, START, Provider, Somebody
from qa_appliance.oidc.refused import Refused
from qa_appliance.store.tables import accounts, audit
from qa_appliance.store.tables.audit import Actor

logger = logging.getLogger(__name__)

COOKIE = "qa_appliance_sign_in"
_PATH = "/api/session/provider"
_GUESSED = {"invalid", "expired"}  # what counts as a wrong password does


class ProviderShown(Struct, frozen=True):
    """`address` leads to its sign-in; `page` may be added: where in the dashboard the person goes on."""

    name: str
    address: str


class ProviderAnswer(Struct, frozen=True):
    provider: ProviderShown | None


@get("/api/session/provider", **about("By whom else one may sign in", "Sign-in", who="nobody", answer=ProviderAnswer))
async def read_provider(services: Services) -> ProviderAnswer:
    found = services.provider
    return ProviderAnswer(ProviderShown(found.settings.name, found.start) if found else None)


@get(
    START,
    **about(
        "Go to the provider's sign-in",
        "Sign-in",
        who="nobody",
        status=303,
        refuses=(400, 404),
        query=(("page", "Where in the dashboard one goes on", {"type": "string"}),),
    ),
)
async def start(request: Request, services: Services, attempts: Attempts) -> Response[None]:
    provider = _configured(services.provider)
    page = request.query_params.get("page", "/")
    if not is_page(page):
        raise Invalid("page has to be an address within the dashboard, such as /runs.")
    attempt, kept = attempts.begin(page, services.clock())
    try:
        address = await provider.address(attempt.question)
    except Refused as refused:
        logger.warning("the provider cannot sign anybody in: %s", refused.detail)
        return _to(provider, "/", {"sign-in": refused.reason})
    return _gone(address, _kept(provider, kept, int(LASTS.total_seconds())))


@get(
    CALLBACK,
    **about("Come back from the provider with its answer", "Sign-in", who="nobody", status=303, refuses=(404,)),
)
async def come_back(
    request: Request,
    services: Services,
    attempts: Attempts,
    sessions: Sessions,
    limiter: Limiter,
    peers: Peers,
) -> Response[None]:
    provider = _configured(services.provider)
    try:
        async with limiter.guess(peers.address(request.scope)) as guess:
            try:
                page, somebody = await _answered(request, attempts, provider, services.clock())
                guess.right = True
            except Refused as refused:
                guess.right = False if refused.reason in _GUESSED and COOKIE in request.cookies else None
                raise
        user = await _let_in(services, provider, somebody)
    except Refused as refused:
        logger.warning("not signed in by the provider: %s", refused.detail)
        return _to(provider, "/", {"sign-in": refused.reason})
    except TooMany:
        return _to(provider, "/", {"sign-in": "too_many"})
    begun = await sessions.begin(request, user, None, provider=provider.settings.issuer)
    return _to(provider, page, {"signed-in": "provider"}, begun.cookie)


async def _answered(request: Request, attempts: Attempts, provider: Provider, now: datetime) -> tuple[str, Somebody]:
    """Who came back, and to which page. Raises `Refused`."""
    query = request.query_params.dict()
    if any(len(values) > 1 for values in query.values()):
        raise Refused("invalid", "The answer has something twice.")
    given = {name: values[0] for name, values in query.items()}
    attempt = attempts.answered(request.cookies.get(COOKIE), given.get("state", ""), now)
    if "error" in given:
        raise Refused("denied", "The provider refused, or the person went back.")
    somebody = await provider.somebody(attempt.question, given.get("code", ""), given.get("iss"))
    return attempt.page, somebody


async def _let_in(services: Services, provider: Provider, somebody: Somebody) -> accounts.User:
    now = services.clock()
    try:
        user = await admitted(services.db, provider, somebody, now)
        if not await accounts.organizations_of(services.db, user.id):
            raise Refused("no_role", "Their account belongs to no organization any more.")
        return user
    except Refused as refused:
        first = await accounts.first_organization(services.db)
        if first is not None:
            subject = (somebody.email or somebody.subject)[:320]
            details = {"reason": refused.reason, "provider": somebody.issuer, "identity": somebody.subject}
            await audit.note(services.db, Actor(first, None, "dashboard"), "session.refused", subject, now, **details)
        raise


def _configured(provider: Provider | None) -> Provider:
    if provider is None:
        raise NotFound("No provider is configured; sign in with e-mail and password.")
    return provider


def _to(provider: Provider, page: str, mark: dict[str, str], cookie: Cookie | None = None) -> Response[None]:
    """The dashboard at its public address, told by the fragment; nothing of the attempt is left."""
    gone = _kept(provider, "", 0)
    address = f"{provider.public_url}{page.partition('#')[0]}#{urlencode(mark)}"
    return _gone(address, *([gone] if cookie is None else [gone, cookie]))


def _gone(address: str, *cookies: Cookie) -> Response[None]:
    headers = {"Location": address, "Referrer-Policy": "no-referrer"}
    return Response(None, status_code=303, headers=headers, cookies=list(cookies))


def _kept(provider: Provider, value: str, seconds: int) -> Cookie:
    """Lax, as the answer comes from the provider's site; it opens nothing by itself."""
    secure = provider.public_url.startswith("https:")
    return Cookie(key=COOKIE, value=value, max_age=seconds, path=_PATH, httponly=True, samesite="lax", secure=secure)
