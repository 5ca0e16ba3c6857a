"""`mcp`: the appliance as tools of a coding assistant, over standard input and output."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import click

from qa_appliance.cli.logs import start_logging
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.running.asked import Where, where_options
from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client.channel import connect
from qa_appliance.client.projects import project_of
from qa_appliance.mcp.protocol import protocol
from qa_appliance.settings import Settings


@click.command(name="mcp")
@where_options(
    "Use this appliance instead of one of its own.",
    url="The site under test: a project is there for it from the beginning.",
    project=False,
)
@settings_options(
    "data_dir", "browsers", "browser_path", "browser_endpoint", "egress_host", "authorities", "allow", "proxy", "llm"
)
@click.pass_context
def command(ctx: click.Context, /, settings: Settings, where: Where) -> None:
    """Serve a coding assistant (Model Context Protocol) over standard input and output, until it closes them.

    Without --server on an appliance of its own, which ends with it.
    """
    start_logging(debug=bool(ctx.obj))
    asyncio.run(_serve(settings, where))


async def _serve(settings: Settings, where: Where) -> None:
    server, api_key = where.server, where.api_key
    async with AsyncExitStack() as stack:
        if server is None:
            own = await stack.enter_async_context(own_appliance(settings))
            # as the person whose command it is: a key changes no accounts and no variables
            server, api_key = own.address, await own.sign_in((await own.account()).organization_id)
        client = await stack.enter_async_context(connect(server, api_key))
        await client.call("GET", "api/me")  # a wrong address or key is told before anything is served
        if where.url:
            await project_of(client, None, where.url)
        await (await protocol()).serve_stdio(client)
