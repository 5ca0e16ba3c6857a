"""The second factor of one's own account: turned on, confirmed and turned off; and what is asked of it at sign-in."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from msgspec import UNSET, Meta, Struct, UnsetType

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Limiter, Peers, Services
from qa_appliance.core.errors import Conflict, Invalid, Issue, Unauthorized
from qa_appliance.store import one_time_codes, passwords
from qa_appliance.store.tables import accounts, audit
from qa_appliance.store.tables.people import factors
from qa_appliance.store.tables.people.factors import Factor
from qa_appliance.store.vault import Unsealable

Code = Annotated[str, Meta(max_length=100, description="of the authenticator now, or a recovery code")]
Password = Annotated[str, Meta(max_length=passwords.LONGEST)]
_ISSUER = "QA Appliance"
_UNREADABLE = (
    "The key of this account's authenticator cannot be read with the appliance's secret. Use a recovery code, or have"
    " the operator turn the second step off (`qa-appliance admin remove-second-factor`)."
)


class FactorState(Struct, frozen=True, rename="camel"):
    """`on`: a code is asked for at each sign-in by password. `has_password`: without one there is nothing to add to."""

    on: bool
    since: str | None
    recovery_codes_left: int
    has_password: bool


class FactorBody(Struct, frozen=True):
    password: Password


class NewFactor(Struct, frozen=True):
    """`address` is what a QR code shows an authenticator, `key` the same to be typed. Neither is answered again."""

    key: str
    address: str


class FactorCodeBody(Struct, frozen=True):
    code: Code


class FactorConfirmed(Struct, frozen=True, rename="camel"):
    """Each opens the account once in place of a code. They are not answered again."""

    recovery_codes: list[str]


class FactorRemoval(Struct, frozen=True):
    password: Password
    code: Code


@get(
    "/api/me/second-factor",
    **about("Whether one signs in in two steps", "Identity", who="dashboard", answer=FactorState),
)
async def read_factor(caller: Caller, services: Services) -> FactorState:
    found = await factors.find(services.db, caller.user_id)
    known = await accounts.user_by_email(services.db, caller.email)
    has_password = known is not None and bool(known[1])
    if found is None or found.confirmed_at is None:
        return FactorState(False, None, 0, has_password)
    return FactorState(True, found.confirmed_at, len(found.recovery), has_password)


@post(
    "/api/me/second-factor",
    **about(
        "Begin to sign in in two steps",
        "Identity",
        who="dashboard",
        status=201,
        body=FactorBody,
        answer=NewFactor,
        refuses=(400, 409, 503),
        viewers=True,
    ),
)
async def begin_factor(
    request: Request, caller: Caller, services: Services, limiter: Limiter, peers: Peers
) -> NewFactor:
    """Nothing is asked for before a code was given to `confirm`."""
    body = await read(request, FactorBody)
    await refuse_wrong_password(request, caller, body.password, services, limiter, peers)
    key = one_time_codes.new_key()
    await factors.begin(services.db, caller.user_id, services.vault.seal(key), services.clock())
    return NewFactor(key, one_time_codes.address(key, caller.email, _ISSUER))


@post(
    "/api/me/second-factor/confirm",
    **about(
        "Turn it on by a first code",
        "Identity",
        who="dashboard",
        body=FactorCodeBody,
        answer=FactorConfirmed,
        refuses=(400, 409),
        viewers=True,
    ),
)
async def confirm_factor(
    request: Request, caller: Caller, services: Services, limiter: Limiter, peers: Peers
) -> FactorConfirmed:
    body = await read(request, FactorCodeBody)
    found = await factors.find(services.db, caller.user_id)
    if found is None or found.confirmed_at is not None:
        raise Conflict("Two-step sign-in was not begun, or is on already.")
    now = services.clock()
    async with limiter.guess(peers.address(request.scope), caller.email) as guess:
        step = one_time_codes.step_of(_key(services, found), body.code, now)
        guess.right = step is not None
    if step is None:
        raise _wrong("code", "That is not the code the authenticator shows now. Is the clock of both right?")
    codes = one_time_codes.new_recovery_codes()
    digests = [one_time_codes.recovery_digest(code) for code in codes]
    if not await factors.confirm(services.db, caller.user_id, step, digests, now):
        raise Conflict("Two-step sign-in was not begun, or is on already.")
    await audit.note(services.db, audit.acting(caller), "second_factor.on", caller.user_id, now)
    return FactorConfirmed(codes)


@post(
    "/api/me/second-factor/remove",
    **about(
        "Sign in by the password alone again",
        "Identity",
        who="dashboard",
        status=204,
        body=FactorRemoval,
        refuses=(400, 409, 503),
        viewers=True,
    ),
)
async def remove_factor(request: Request, caller: Caller, services: Services, limiter: Limiter, peers: Peers) -> None:
    body = await read(request, FactorRemoval)
    await refuse_wrong_password(request, caller, body.password, services, limiter, peers)
    async with limiter.guess(peers.address(request.scope), caller.email) as guess:
        guess.right = await is_right(services, caller.user_id, body.code)
    if not guess.right:
        raise _wrong("code", "The code is wrong, or was used before.")
    await factors.remove(services.db, caller.user_id)
    await audit.note(services.db, audit.acting(caller), "second_factor.off", caller.user_id, services.clock())


async def passes(services: Services, user_id: str, code: str | UnsetType) -> bool:
    """Whether somebody whose password was right comes in: no code is asked of them, or theirs is right.

    Raises `Unauthorized` where one is asked for and none was given, which is no guess.
    """
    found = await factors.find(services.db, user_id)
    if found is None or found.confirmed_at is None:
        return True
    if code is UNSET or not isinstance(code, str):
        raise Unauthorized("A code of the authenticator is needed, too.", code="second_factor_required")
    return await is_right(services, user_id, code)


async def is_right(services: Services, user_id: str, code: str) -> bool:
    """Uses the code up. Raises `Conflict` where the key cannot be read any more and it is no recovery code."""
    found = await factors.find(services.db, user_id)
    if found is None or found.confirmed_at is None:
        return False
    if await factors.use_recovery(services.db, user_id, one_time_codes.recovery_digest(code)):
        return True
    step = one_time_codes.step_of(_key(services, found), code, services.clock())
    return step is not None and await factors.use_step(services.db, user_id, step)


def _key(services: Services, factor: Factor) -> str:
    try:
        return str(services.vault.unseal(factor.sealed))
    except Unsealable as error:
        raise Conflict(_UNREADABLE) from error


async def refuse_wrong_password(
    request: Request, caller: Caller, password: str, services: Services, limiter: Limiter, peers: Peers
) -> None:
    """Who found an open session must neither lock its owner out nor take the second step away."""
    known = await accounts.user_by_email(services.db, caller.email)
    if known is None or not known[1]:
        raise Conflict("This account has no password: its provider asks for what it wants.")
    async with limiter.guess(peers.address(request.scope), caller.email) as guess:
        guess.right = await passwords.verify(known[1], password)
    if not guess.right:
        raise _wrong("password", "The password is wrong.")


async def refuse_wrong_code(
    request: Request, caller: Caller, code: str | UnsetType, services: Services, limiter: Limiter, peers: Peers
) -> None:
    """Where the account signs in in two steps. Uses the code up."""
    found = await factors.find(services.db, caller.user_id)
    if found is None or found.confirmed_at is None:
        return
    async with limiter.guess(peers.address(request.scope), caller.email) as guess:
        guess.right = isinstance(code, str) and await is_right(services, caller.user_id, code)
    if not guess.right:
        raise _wrong("code", "The code is wrong, or was used before.")


def _wrong(field: str, message: str) -> Invalid:
    return Invalid(issues=(Issue("custom", (field,), message),))
