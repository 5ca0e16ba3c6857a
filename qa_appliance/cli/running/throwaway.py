"""An appliance that lives as long as a command, with an account for it. Only puts together what app offers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
from msgspec import Struct

from qa_appliance.app import Appliance, open_appliance
from qa_appliance.cli.temporary_folder import temporary_folder
from qa_appliance.client.channel import connect
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Unavailable
from qa_appliance.machine import loopback
from qa_appliance.settings import Limits, Line, Settings, Tls
from qa_appliance.store.passwords import hash_password
from qa_appliance.store.tables import accounts, callers
from qa_appliance.store.tables.accounts import User
from qa_appliance.store.tables.run_requests import preset_of, run_request

_ORGANIZATION = "Command line"
_READY_SECONDS = 120.0  # at the very first start the browser is unpacked
_LOOK_SECONDS = 0.1
_LONG = 604_800.0  # seconds: nobody else is in this line


class Account(Struct, frozen=True):
    api_key: str
    organization_id: str


class Written(Struct, frozen=True):
    """In a session of the studio: the test as it stands, passwords and all. Without an id nothing was begun."""

    session_id: str = ""
    is_open: bool = False
    sentences: tuple[str, ...] = ()
    viewport: str | None = None  # None: that of tests which name none

    def __repr__(self) -> str:
        return f"Written({self.session_id!r})"


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

    async def ready(self) -> None:
        """Returns when browser sessions can be opened. Raises `Unavailable` with the reason where it takes too long."""
        for _ in range(round(_READY_SECONDS / _LOOK_SECONDS)):
            if self._appliance.studio.means is not None:
                return
            await asyncio.sleep(_LOOK_SECONDS)
        raise Unavailable(f"No browser is there. {self._appliance.browser_problem}")

    async def way_in(self, path: str, organization_id: str) -> str:
        """The address of a page of the dashboard that signs in whoever opens it first."""
        entry = self._appliance.entries.issue((await self._person()).id, organization_id)
        return f"{self.address}{path}#enter={entry}"

    async def written(self) -> Written:
        """What the command's own person has written in the studio so far."""
        desk, person = self._appliance.studio, await self._person()
        wanted = desk.written(person.id)
        if wanted is None:
            return Written()
        lines = tuple(line.sentence for line in (*wanted.done, *wanted.left))
        return Written(wanted.request.id, desk.is_open(person.id), lines, preset_of(wanted.request.site.viewport))

    async def is_of(self, run_id: str, written: Written) -> bool:
        """Whether a run was one of that very test."""
        run = await run_request(self._appliance.db, self._appliance.vault, run_id)
        return run is not None and run.description == "\n".join(written.sentences)

    async def _person(self) -> User:
        found = await accounts.user_by_email(self._appliance.db, accounts.COMMAND_LINE)
        assert found is not None  # made with the account
        return found[0]


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
            host=loopback(),
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
