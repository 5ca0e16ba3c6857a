"""`plan`: what an organization may use, by the operator. Takes effect at once, also while a server runs."""

from __future__ import annotations

import asyncio
from typing import Any

import click
import msgspec

from qa_appliance.cli.offline import open_store
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.table import json_option, print_json, print_table
from qa_appliance.core.clock import utc_now
from qa_appliance.core.errors import Invalid, NotFound
from qa_appliance.settings import Settings
from qa_appliance.store.database import Database
from qa_appliance.store.tables import accounts, audit, plans
from qa_appliance.store.tables.accounts import Organization
from qa_appliance.store.tables.audit import COMMAND_LINE, Actor

_organization = click.option("--organization", required=True, metavar="NAME", help="Which organization.")


class _Limit(click.ParamType[int | str]):
    """A whole number from 0, or `none` for no limit."""

    name = "limit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        if value == "none" or (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 9):
            return value if value == "none" else int(value)
        self.fail(f"{value!r} is neither a whole number from 0 nor `none`", param, ctx)


@click.group(name="plan")
def command() -> None:
    """Show or set what an organization may use in a calendar month (UTC)."""


@command.command(name="show")
@settings_options("data_dir")
@_organization
@json_option
def show(settings: Settings, organization: str, json_wanted: bool) -> None:
    """The plan of an organization and what it has used of it this month."""
    asyncio.run(_show(settings, organization, json_wanted))


@command.command(name="set")
@settings_options("data_dir")
@_organization
@click.option("--state", type=click.Choice(["active", "never_subscribed", "locked"]), help="Whether it may run at all.")
@click.option("--runs", type=_Limit(), metavar="N", help="Runs a month; `none` lifts the limit.")
@click.option("--browser-minutes", type=_Limit(), metavar="N", help="Browser minutes a month, or `none`.")
@click.option("--llm-cents", type=_Limit(), metavar="N", help="AI execution cents a month, or `none`.")
@click.option("--concurrent", type=_Limit(), metavar="N", help="Runs at the same time, or `none`.")
@json_option
def set_limits(settings: Settings, organization: str, json_wanted: bool, **given: int | str | None) -> None:
    """Change what is named, leave the rest as it is."""
    changes = {name: None if value == "none" else value for name, value in given.items() if value is not None}
    if not changes:
        raise Invalid("Nothing to change: give --state, --runs, --browser-minutes, --llm-cents or --concurrent.")
    asyncio.run(_set(settings, organization, changes, json_wanted))


async def _set(settings: Settings, name: str, changes: dict[str, Any], json_wanted: bool) -> None:
    async with open_store(settings.data_dir) as db:
        organization = await _find(db, name)
        await plans.set_plan(db, organization.id, changes)
        actor = Actor(organization.id, None, COMMAND_LINE)
        await audit.note(db, actor, "plan.changed", organization.id, utc_now(), **changes)
    await _show(settings, name, json_wanted)


async def _show(settings: Settings, name: str, json_wanted: bool) -> None:
    async with open_store(settings.data_dir) as db:
        organization = await _find(db, name)
        plan = await plans.allowance(db, organization.id)
        used = await plans.usage(db, organization.id, utc_now())
    if json_wanted:
        used_json = msgspec.to_builtins(used)
        print_json({"organization": organization, "plan": plan, "used": used_json})
        return
    click.echo(f"{organization.name}: {plan.state}")
    rows = [
        ("runs this month", used.runs, plan.runs),
        ("browser minutes this month", used.browser_tenths / 10, plan.browser_minutes),
        ("AI execution cents this month", used.llm_cents, plan.llm_cents),
        ("runs at the same time", used.alive, plan.concurrent),
    ]
    print_table(("", "USED", "LIMIT"), [(what, use, "none" if limit is None else limit) for what, use, limit in rows])


async def _find(db: Database, name: str) -> Organization:
    organization = await accounts.organization_by_name(db, name)
    if organization is None:
        raise NotFound(f"There is no organization {name}. `qa-appliance admin list` shows which there are.")
    return organization
