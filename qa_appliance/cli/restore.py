"""`restore`: a backup becomes a data directory. Never touches an appliance that is there already."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.cli.options import settings_options
from qa_appliance.settings import Settings
from qa_appliance.store.files.backup import restore
from qa_appliance.store.files.folder import Folder


@click.command(name="restore")
@click.argument("file", type=click.Path(path_type=Path))
@settings_options("data_dir")
def command(settings: Settings, file: Path) -> None:
    """Put the backup FILE into a data directory that holds no appliance yet, every file checked."""
    folder = Folder.prepare(settings.data_dir)
    with folder.locked():
        manifest = restore(file.absolute(), folder)
    made_at = f"{manifest.made_at:%Y-%m-%d %H:%M} UTC"
    click.echo(f"{len(manifest.files)} files restored, backed up on {made_at} by {manifest.version}.", err=True)
    click.echo(folder.path)
