"""`serve`: the appliance, until it is told to stop. Opens nothing itself; that is app's work."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import click
from msgspec import Struct

from qa_appliance.app import Appliance, open_appliance
from qa_appliance.background import signs_of_life
from qa_appliance.cli.admin import check_email, check_password
from qa_appliance.cli.configuration import read_secret
from qa_appliance.cli.exits import PASSED
from qa_appliance.cli.logs import Troubles, start_logging
from qa_appliance.cli.options import GroupedCommand, settings_options
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Invalid
from qa_appliance.demo.lent import LentShop
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals
from qa_appliance.store.passwords import hash_password
from qa_appliance.store.tables import accounts
from qa_appliance.threads import Spare, leave

_EMAIL, _PASSWORD, _ORGANIZATION = (
    "QA_APPLIANCE_ADMIN_EMAIL",
    "QA_APPLIANCE_ADMIN_PASSWORD",
    "QA_APPLIANCE_ORGANIZATION",
)


_SPARE_THREADS, _THREADS_OF_A_RUN = 16, 4


class FirstOwner(Struct, frozen=True):
    """Who owns the appliance from its first start on, where nobody sits at a terminal."""

    email: str
    password: str
    organization: str

    def __repr__(self) -> str:
        return f"FirstOwner({self.email!r}, {self.organization!r})"


@click.command(name="serve", cls=GroupedCommand)
@settings_options()
@click.pass_context
def command(ctx: click.Context, settings: Settings) -> int:
    """Run the appliance until it is interrupted: web interface, HTTP API, the line of runs and the browsers.

    At the first start without a terminal QA_APPLIANCE_ADMIN_EMAIL, QA_APPLIANCE_ADMIN_PASSWORD (or …_FILE) and
    QA_APPLIANCE_ORGANIZATION create the owner.
    """
    start_logging(debug=bool(ctx.obj), form=settings.log.format)
    owner = first_owner(os.environ)
    asyncio.run(_serve(settings, owner))
    leave(PASSED)
    return PASSED


async def _serve(settings: Settings, owner: FirstOwner | None) -> None:
    # runs that work on large pages in threads leave some to whoever asks for a file
    threads = Spare(_SPARE_THREADS + _THREADS_OF_A_RUN * settings.browsers)
    loop = asyncio.get_running_loop()
    loop.set_default_executor(threads)
    loop.set_exception_handler(Troubles())
    async with (
        signs_of_life(settings.standstill_seconds),
        stop_signals() as stop,
        LentShop() as shop,
        open_appliance(settings) as appliance,
    ):
        if not settings.no_demo_shop:
            appliance.lend(shop.site)
        if owner and appliance.setup_token:
            await _create(appliance, owner)
        async with appliance.working(), appliance.serving() as address:
            _greet(appliance, settings.public_url or address)
            await stop.get()
            click.echo("Stopping; runs in progress may finish. Once more stops at once.", err=True)
            stopping = asyncio.create_task(appliance.stop(settings.runs.stop_grace_seconds))
            again = asyncio.create_task(stop.get())
            await asyncio.wait({stopping, again}, return_when=asyncio.FIRST_COMPLETED)
            again.cancel()
            if not stopping.done():
                await appliance.stop(0)
            await stopping
    click.echo("Stopped.", err=True)


@contextlib.asynccontextmanager
async def stop_signals() -> AsyncIterator[asyncio.Queue[int]]:
    """Every SIGTERM and SIGINT, one entry each, instead of ending the process."""
    received: asyncio.Queue[int] = asyncio.Queue()
    with on_signals(received.put_nowait, signal.SIGTERM, signal.SIGINT):
        yield received


def first_owner(environment: Mapping[str, str]) -> FirstOwner | None:
    """From the environment; None when nothing of it is set. Raises Invalid when a part is missing or wrong."""
    email, password = environment.get(_EMAIL, ""), environment.get(_PASSWORD, "")
    organization = environment.get(_ORGANIZATION, "")
    if file := environment.get(f"{_PASSWORD}_FILE", ""):
        password = read_secret(Path(file))
    parts = {_EMAIL: email, _PASSWORD: password, _ORGANIZATION: organization}
    missing = [name for name, value in parts.items() if not value.strip()]
    if len(missing) == len(parts):
        return None
    if missing:
        raise Invalid(f"To create the first owner {', '.join(parts)} are all needed; missing: {', '.join(missing)}.")
    check_email(email)
    check_password(password)
    return FirstOwner(email, password, organization)


async def _create(appliance: Appliance, owner: FirstOwner) -> None:
    user, organization = await accounts.set_up(
        appliance.db,
        email=owner.email,
        name="",
        password_hash=await hash_password(owner.password),
        organization=owner.organization,
        now=utc_now(),
    )
    appliance.setup_token = None
    click.echo(f"{user.email} is the owner of {organization.name}.", err=True)


def _greet(appliance: Appliance, address: str) -> None:
    click.echo(f"QA Appliance is at {address}", err=True)
    if appliance.setup_token:
        click.echo(f"Nobody has set it up yet: {address}/setup", err=True)
        click.echo(
            f"From another machine, another user or a proxy the set-up token is needed: {appliance.setup_token}",
            err=True,
        )
