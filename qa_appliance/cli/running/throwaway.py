"""An appliance that lives as long as a command, with an account for it. Only puts together what app offers."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
from msgspec import Struct

from qa_appliance.app import Appliance, open_appliance
from qa_appliance.cli.temporary_folder import temporary_folder
from qa_appliance.client.channel import connect
from qa_appliance.core.clock import utc_now
from qa_appliance.settings import Limits, Line, Settings, Tls
from qa_appliance.store.passwords import hash_password
from qa_appliance.store.tables import accounts, callers

_ORGANIZATION = "Command line"
_LONG = 604_800.0  # seconds: nobody else is in this line


class Account(Struct, frozen=True):
    api_key: str
    organization_id: str


class Own:
    """Made by `own_appliance` only."""

    def __init__(self, address: str, appliance: Appliance) -> None:
        self.address = address
        self._appliance = appliance
        self._password = ""  # until somebody has to sign in

    async def account(self, name: str | None = None) -> Account:
        """Of an organization by itself, made where there is none; without a name the command line's own."""
        return await _account(self._appliance, name or _ORGANIZATION)

    async def sign_in(self, organization_id: str) -> str:
        """The token of a session, for what belongs to the dashboard."""
        if not self._password:
            self._password = secrets.token_urlsafe(32)
            hashed = await hash_password(self._password)
            await accounts.set_password(self._appliance.db, accounts.COMMAND_LINE, hashed, utc_now())
        body = {"email": accounts.COMMAND_LINE, "password": self._password, "organizationId": organization_id}
        async with connect(self.address, "nobody") as client:
            return str((await client.call("POST", "api/session", body))["token"])


@asynccontextmanager
async def own_appliance(settings: Settings) -> AsyncIterator[Own]:
    """Serves on a free port of loopback. Its data is kept only where the settings name a place of their own."""
    async with AsyncExitStack() as stack:
        data_dir = settings.data_dir
        if data_dir == Settings().data_dir:
            data_dir = await stack.enter_async_context(temporary_folder("run-"))
        most = 1_000_000
        settings = msgspec.structs.replace(
            settings,
            data_dir=data_dir,
            host="127.0.0.1",
            tls=Tls(),
            port=0,
            limits=Limits(api_global_per_minute=most, trigger_per_minute=most, active_per_minute=most),
            queue=Line(front_wait_seconds=_LONG, total_wait_seconds=_LONG),
        )
        appliance = await stack.enter_async_context(open_appliance(settings))
        appliance.setup_token = None
        await stack.enter_async_context(appliance.working())
        yield Own(await stack.enter_async_context(appliance.serving()), appliance)


async def _account(appliance: Appliance, name: str) -> Account:
    """Nobody knows the password: a person uses this account by its key alone."""
    now = utc_now()
    user, organization = await accounts.ensure(
        appliance.db,
        email=accounts.COMMAND_LINE,
        name="Command line",
        password_hash=await hash_password(secrets.token_urlsafe(32)),
        organization=name,
        role="owner",
        now=now,
    )
    minted = await callers.mint(
        appliance.db, org_id=organization.id, user_id=user.id, name="qa-appliance run", expires_at=None, now=now
    )
    return Account(minted.key, organization.id)
