"""`run-server`: lends this machine's browser to an appliance elsewhere. Runs no test itself."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import click

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.run_server import run_server
from qa_appliance.cli.exits import IMPOSSIBLE, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals


@click.command(name="run-server")
@settings_options("browser_path")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=3000, show_default=True, help="0: a free one.")
def command(settings: Settings, host: str, port: int) -> int:
    """Lend this machine's browser to an appliance of the same version, on Linux on x86-64.

    The appliance names it with --browser-endpoint ws://HOST:PORT/. Whoever reaches the port may drive browsers on this
    machine: open it to the appliance alone.
    """
    return asyncio.run(_lend(settings.browser_path, host, port))


async def _lend(browser: Path | None, host: str, port: int) -> int:
    choice = await choose_browser(browser)
    server = await asyncio.to_thread(run_server, choice, host, port)
    click.echo(f"Chromium {choice.version} at {choice.path}", err=True)
    process = await asyncio.create_subprocess_exec(*server.command, env=dict(server.env))
    ended: list[int] = []

    def end(number: int) -> None:
        """While a browser is open it takes SIGTERM for an order to close that alone. Browsers end with it."""
        ended.append(number)
        process.kill()

    with on_signals(end, signal.SIGTERM, signal.SIGINT):
        await process.wait()
    return PASSED if ended else IMPOSSIBLE
