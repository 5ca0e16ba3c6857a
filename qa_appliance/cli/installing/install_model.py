"""`install-model`: puts a model's file in place, which the appliance then asks by itself, without any endpoint."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.cli.options import settings_options
from qa_appliance.core.errors import Invalid
from qa_appliance.model.local.installed import install, remove
from qa_appliance.model.local.keeper import NOT_INSTALLED, is_installed
from qa_appliance.settings import Settings

_RESTART = "A server at work asks it when it is started again."


@click.command(name="install-model")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--remove", "removed", is_flag=True, help="Take away the model that was installed so.")
@settings_options("data_dir")
def command(settings: Settings, file: Path | None, removed: bool) -> None:
    """Put FILE, a language model in the GGUF format, into the data directory: the appliance asks it from then on.

    It is served by llama.cpp in a process of its own, started with the first question and let go ten minutes after the
    last, on this machine only. No model is shipped. `qa-appliance doctor` says what it can do, and how fast.
    """
    if removed == (file is not None):
        raise Invalid("Give either FILE, a model in the GGUF format, or --remove.")
    if file is None:
        click.echo("It is gone." if remove(settings.data_dir) else "There was none.", err=True)
        return
    placed = install(file, settings.data_dir)
    click.echo(f"The model is in place. {_RESTART}", err=True)
    if not is_installed():
        click.echo(NOT_INSTALLED, err=True)
    click.echo(placed)
