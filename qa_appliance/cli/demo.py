"""`demo`: a throw-away appliance testing the built-in shop, live in the terminal. Leaves no server behind."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

import click

from qa_appliance.cli.demo_story import open_scene, play
from qa_appliance.cli.exits import FAILED, PASSED
from qa_appliance.cli.logs import start_logging
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.demo import Printer
from qa_appliance.cli.printing.steps import Color, color_option
from qa_appliance.cli.printing.table import print_json
from qa_appliance.core.errors import Invalid
from qa_appliance.demo.cases import load_cases
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import BUGS, create_shop
from qa_appliance.demo.shop.visitor import USER_EMAIL, USER_PASSWORD
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals


@click.command(name="demo")
@click.option("--exit", "exits", is_flag=True, help="End after the tests; what was recorded stays in a folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON; the talk goes to standard error.")
@click.option("--shop-only", is_flag=True, help="Only the demo shop, to try things on by hand.")
@click.option("--bugs", metavar="A,B", help=f"With --shop-only: bugs to plant in it, of {', '.join(BUGS)}.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Of the dashboard, or of the shop. [default: any]"
)
@color_option
@settings_options("browser_path")
@click.pass_context
def command(
    ctx: click.Context,
    settings: Settings,
    exits: bool,
    as_json: bool,
    shop_only: bool,
    bugs: str | None,
    port: int,
    color: Color,
) -> int:
    """See it work: a throw-away appliance plus a demo shop; signs in, runs English tests in a real browser.

    Stays up unless --exit. The exit code is 0 if every verdict is the expected one, else 1.
    """
    if ctx.obj:
        start_logging(debug=True)
    if bugs is not None and not shop_only:
        raise Invalid("--bugs goes with --shop-only; the demo plants the bugs its tests are about by itself.")
    if shop_only and (exits or as_json):
        raise Invalid("--shop-only serves until it is interrupted; leave --exit and --json out.")
    if shop_only:
        planted = [name.strip() for name in (bugs or "").split(",") if name.strip()]
        return asyncio.run(_ends_by_signal(_serve_shop(planted, port)))
    printer = Printer(color, err=as_json)
    return asyncio.run(_ends_by_signal(_demo(settings, port, printer, exits=exits, as_json=as_json, logs=not ctx.obj)))


async def _demo(settings: Settings, port: int, printer: Printer, *, exits: bool, as_json: bool, logs: bool) -> int:
    cases = load_cases()
    async with open_scene(settings, cases, port, keep=exits, logs=logs) as scene:
        printer.scene(scene, cases)
        results = []
        for number, case in enumerate(cases.tests, 1):
            printer.begins(number, len(cases.tests), case)
            results.append(await play(case, scene, printer.step))
            printer.ends(results[-1])
        printer.verdicts(results)
        if as_json:
            print_json({"dashboard": scene.address, "folder": str(scene.folder), "results": results})
        if exits:
            printer.leaves(scene.folder)
        else:
            printer.stays(scene)
            await asyncio.Event().wait()
    return PASSED if all(result.as_expected for result in results) else FAILED


async def _serve_shop(bugs: list[str], port: int) -> int:
    async with serving(create_shop(bugs), port) as address:
        click.echo(address)
        click.echo(f"Sign in with {USER_EMAIL} and {USER_PASSWORD}. Ctrl+C ends the shop.", err=True)
        for bug in bugs:
            click.echo(f"Planted: {bug}. {BUGS[bug]}", err=True)
        await asyncio.Event().wait()
    return PASSED


async def _ends_by_signal(work: Coroutine[Any, Any, int]) -> int:
    """A SIGTERM ends the command as Ctrl+C does, also where a shell has it ignore that: all is closed in order."""
    doing = asyncio.ensure_future(work)
    try:
        with on_signals(doing.cancel, signal.SIGTERM, signal.SIGINT):
            return await doing
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
