"""API keys: mint, list, revoke (contract 4.8, 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import delete, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from qa_appliance.api.http.about import about
from qa_appliance.api.http.asgi import Request
from qa_appliance.api.http.bodies import read
from qa_appliance.api.http.dependencies import Caller, Services
from qa_appliance.api.http.fields import SPOKEN
from qa_appliance.core.errors import Invalid, Issue, NotFound
from qa_appliance.store.tables import audit, callers
from qa_appliance.store.tables.callers import Key, Minted

NAME_LENGTH = 80


class KeyBody(Struct, frozen=True, rename="camel"):
    """`expiresAt`: null or left out for a key that never expires."""

    name: Annotated[
        str,
        Meta(
            description="1 to 80 characters after trimming",
            examples=["CI"],
            extra_json_schema=SPOKEN | {"maxLength": 80},
        ),
    ]
    expires_at: Annotated[
        Any,
        Meta(
            description="ISO-8601 (at most 80 characters) or epoch milliseconds, in the future",
            extra_json_schema={
                "anyOf": [
                    {"type": "string", "format": "date-time", "maxLength": 80},
                    {"type": "integer", "minimum": 1, "maximum": 253402300799999},
                    {"type": "null"},
                ]
            },
        ),
    ] = None

    @staticmethod
    def check(given: dict[str, object]) -> Iterator[Issue]:
        name = given.get("name")
        if isinstance(name, str):
            if not name.strip():
                yield Issue("too_small", ("name",), "name needs at least 1 character.")
            elif len(name.strip()) > NAME_LENGTH:
                yield Issue("too_big", ("name",), f"name may have at most {NAME_LENGTH} characters.")
        try:
            moment(given.get("expiresAt"))
        except Invalid as error:
            yield from error.issues


class KeysAnswer(Struct, frozen=True):
    keys: list[Key]


@post(
    "/api/keys",
    **about(
        "Mint an API key",
        "Keys",
        status=201,
        who="dashboard",
        body=KeyBody,
        answer=Minted,
        refuses=(400,),
        keys_refused_unseen=True,
        example={"name": "CI", "expiresAt": "2099-01-01T00:00:00Z"},
    ),
)
async def mint_key(request: Request, caller: Caller, services: Services) -> Minted:
    return await minted_key(await read(request, KeyBody), caller.user_id, caller, services)


async def minted_key(body: KeyBody, user_id: str, caller: Caller, services: Services) -> Minted:
    """A key of that user of the caller's organization. Raises `Invalid` for one that would have ended already."""
    now = services.clock()
    expires = moment(body.expires_at)
    if expires is not None and expires <= now:
        raise Invalid(issues=(Issue("custom", ("expiresAt",), "expiresAt has to be in the future."),))
    minted = await callers.mint(
        services.db,
        org_id=caller.org_id,
        user_id=user_id,
        name=body.name.strip()[:NAME_LENGTH],
        expires_at=expires,
        now=now,
    )
    details = {"name": minted.name} | ({} if user_id == caller.user_id else {"of": user_id})
    await audit.note(services.db, audit.acting(caller), "key.minted", minted.id, now, **details)
    return minted


@get("/api/keys", **about("List active API keys", "Keys", answer=KeysAnswer))
async def list_keys(caller: Caller, services: Services) -> KeysAnswer:
    """Owners and admins see every key of the organization, others their own."""
    return KeysAnswer(await callers.keys(services.db, caller.org_id, services.clock(), user_id=_reach(caller)))


@delete("/api/keys/{id:str}", **about("Revoke an API key at once", "Keys", status=204, refuses=(404,)))
async def revoke_key(id: FromPath[str], caller: Caller, services: Services) -> None:
    now = services.clock()
    if not await callers.revoke(services.db, caller.org_id, id, now, user_id=_reach(caller)):
        raise NotFound("Key not found")
    await audit.note(services.db, audit.acting(caller), "key.revoked", id, now)


def moment(value: Any) -> datetime | None:
    """An ISO-8601 text or positive epoch milliseconds as a moment, None for null. Raises `Invalid`."""
    if value is None:
        return None
    try:
        if isinstance(value, str):
            if len(value) > 80:
                raise _wrong("too_big", "expiresAt may have at most 80 characters.")
            parsed = datetime.fromisoformat(value.strip())
            return parsed.astimezone(UTC) if parsed.tzinfo else parsed.replace(tzinfo=UTC)
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise _wrong("invalid_type", "expiresAt has to be a text or a whole number of epoch milliseconds.")
        if value <= 0:
            raise _wrong("too_small", "expiresAt has to be a positive number of epoch milliseconds.")
        return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise _wrong("invalid_string", "expiresAt is not a date and time in ISO-8601.") from error


def _wrong(code: str, message: str) -> Invalid:
    return Invalid(issues=(Issue(code, ("expiresAt",), message),))


def _reach(caller: Caller) -> str | None:
    return None if caller.may.manages else caller.user_id
