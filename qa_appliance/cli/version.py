"""`version`: prints which appliance this is. Never starts anything."""

from __future__ import annotations

from importlib.metadata import version

import click


@click.command(name="version")
def command() -> None:
    """Print the version of the appliance."""
    click.echo(version("qa-appliance"))
