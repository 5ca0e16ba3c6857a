"""`record`: a person uses a site in the dashboard's studio, in the browser they have; the test is a Markdown file.

It ends when the test has passed in a fresh browser and was saved, or by Ctrl-C with what there is by then.
"""

from __future__ import annotations

import asyncio
import signal
import threading
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import click
import msgspec

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.cli.exits import INTERRUPTED, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.running.throwaway import Own, Written, own_appliance
from qa_appliance.client.channel import Client, connect
from qa_appliance.core.errors import Invalid
from qa_appliance.english.compile import plan_english
from qa_appliance.english.sentences.notes import WEAKNESSES, weaknesses
from qa_appliance.hosts import on_this_machine
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals
from qa_appliance.testfiles.writing import Recorded, as_file

_LOOK_SECONDS = 0.5
_UNPROVEN = "Written, but not seen to pass yet."


class _Asked(msgspec.Struct, frozen=True):
    """`file` None: standard output."""

    url: str
    viewport: str
    file: Path | None
    overwrite: bool
    opens: bool


@click.command(name="record")
@click.argument("url")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="The same as FILE.")
@click.option("--overwrite", is_flag=True, help="Replace the file if there is one.")
@click.option("--open/--no-open", "opens", default=True, show_default=True, help="Open your browser there.")
@click.option(
    "--viewport",
    type=click.Choice(("desktop", "tablet", "phone")),
    default="desktop",
    show_default=True,
    help="The screen the site is shown on.",
)
@settings_options("data_dir", "browser_path", "browser_endpoint", "egress_host", "authorities", "allow", "proxy")
def command(
    settings: Settings,
    url: str,
    file: Path | None,
    output: Path | None,
    overwrite: bool,
    opens: bool,
    viewport: str,
) -> int:
    """Write a test by using the site: opens the dashboard's live page in your browser and writes a Markdown file.

    It ends when the test has passed in a fresh browser and was saved there, with 0; or by Ctrl-C, with 130 and what was
    written until then. Without FILE the test is printed. A password that was typed does not stand in it: the end says
    which variable is read in its place.
    """
    if file and output and file != output:
        raise Invalid(f"FILE is {file} and --output is {output}; give one of them.")
    asked = _Asked(url, viewport, output or file, overwrite, opens)
    _check(asked)
    return asyncio.run(_record(asked, msgspec.structs.replace(settings, browsers=1)))


def _check(asked: _Asked) -> None:
    """Raises `Invalid` before anything is begun that could not be kept."""
    parts = urlsplit(asked.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Invalid(f"“{asked.url}” is not the address of a site; it has to begin with http:// or https://.")
    if parts.username or parts.password:
        raise Invalid("The address holds a user or a password, which would stand in the file. Leave them out of it.")
    file = asked.file
    if file is None:
        return
    if file.exists() and not asked.overwrite:
        raise Invalid(f"There is a file {file} already. Name another one, or give --overwrite to replace it.")
    if not file.parent.is_dir():
        raise Invalid(f"There is no folder {file.parent} for {file.name}. Make it first.")


async def _record(asked: _Asked, settings: Settings) -> int:
    this = asyncio.current_task()
    assert this is not None
    async with AsyncExitStack() as stack:
        stack.enter_context(on_signals(this.cancel, signal.SIGTERM, signal.SIGINT))
        if not settings.browser_endpoint:
            await choose_browser(settings.browser_path)
        own = await stack.enter_async_context(own_appliance(settings))
        account = await own.account()
        client = await stack.enter_async_context(connect(own.address, account.api_key))
        project = str((await client.create_project(urlsplit(asked.url).netloc, asked.url))["id"])
        await _refuse_forbidden(client, project)
        await own.ready()

        async def way_in(query: str) -> str:
            return await own.way_in(f"/projects/{project}/studio?{query}", account.organization_id)

        _show(await way_in(f"viewport={asked.viewport}"), opens=asked.opens)
        name = ""
        try:
            name = await _saved(client, project, own, way_in)
        except asyncio.CancelledError:
            this.uncancel()  # what was written is still kept
        written = await own.written()
        _keep(asked, written, name, proven=await _passed(client, project, own, written))
        return PASSED if name else INTERRUPTED


async def _refuse_forbidden(client: Client, project: str) -> None:
    permission = await client.call("GET", f"api/projects/{project}/permission")
    if not permission["allowed"]:
        raise Invalid(str(permission["reason"]))


def _show(address: str, *, opens: bool) -> None:
    click.echo(f"Write the test here: {address}", err=True)
    click.echo("It ends when the test was proven and saved there, or by Ctrl-C.", err=True)
    if opens:
        # some wait until the browser has ended; nobody waits for them
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


async def _saved(client: Client, project: str, own: Own, way_in: Callable[[str], Awaitable[str]]) -> str:
    """The name under which the test was saved, as soon as it is, having passed as it stands."""
    ended = ""
    while True:
        saved = (await client.call("GET", f"api/projects/{project}/procedures"))["procedures"]
        written = await own.written()
        if saved and await _passed(client, project, own, written):
            return str(saved[0]["name"])
        if written.session_id not in ("", ended) and not written.is_open and not await _at_work(client, project):
            ended = written.session_id
            address = await way_in(f"after={ended}")
            click.echo(f"The session has ended. To go on with the test: {address}", err=True)
        await asyncio.sleep(_LOOK_SECONDS)


async def _passed(client: Client, project: str, own: Own, written: Written) -> bool:
    runs = (await client.call("GET", f"api/projects/{project}/runs?limit=20"))["runs"]
    passed = [str(run["id"]) for run in runs if run["overallStatus"] == "passed"]
    return any([await own.is_of(run_id, written) for run_id in passed])


async def _at_work(client: Client, project: str) -> bool:
    """Whether the test is just being proven, or was and is just being saved."""
    runs = (await client.call("GET", f"api/projects/{project}/runs?limit=1"))["runs"]
    return bool(runs) and (runs[0]["completedAt"] is None or runs[0]["overallStatus"] == "passed")


def _keep(asked: _Asked, written: Written, name: str, *, proven: bool) -> None:
    """Tells what is kept, and what is needed to run it. Nothing that was written is lost to a file in its way."""
    if not written.sentences:
        click.echo("Nothing was written, so nothing is kept.", err=True)
        return
    recorded = Recorded(
        name=name,
        url=asked.url,
        sentences=written.sentences,
        viewport=written.viewport,
        allows_loopback=on_this_machine(urlsplit(asked.url).hostname or ""),
        remark="" if proven else _UNPROVEN,
    )
    text, secrets = as_file(recorded)
    where = _write(asked, text)
    count = len(written.sentences)
    proof = "It passed in a fresh browser." if proven else f"{_UNPROVEN} `qa-appliance run {where or 'FILE'}` tries it."
    click.echo(f"{where or 'Printed'}: {count} sentence{'' if count == 1 else 's'}. {proof}", err=True)
    for weakness in weaknesses(plan_english("\n".join(written.sentences)).steps):
        click.echo(WEAKNESSES[weakness], err=True)
    if secrets:
        click.echo(
            f"What was typed as a password is not kept. Whoever runs the test sets {', '.join(secrets)} in the"
            f" environment, as in: {secrets[0]}=… qa-appliance run {where or 'FILE'}",
            err=True,
        )


def _write(asked: _Asked, text: str) -> Path | None:
    """Where it is; None: it is printed, because that was asked for or there is no other way."""
    if asked.file is not None:
        try:
            with asked.file.open("w" if asked.overwrite else "x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            reason = "there is one by now" if isinstance(error, FileExistsError) else error.strerror
            click.echo(f"{asked.file} was not written ({reason}); the test is printed instead.", err=True)
        else:
            return asked.file
    click.echo(text, nl=False)
    return None
