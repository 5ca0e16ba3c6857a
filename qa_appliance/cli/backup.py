"""`backup`: the data directory as one file. Disturbs no server that works on it."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.cli.options import settings_options
from qa_appliance.core.clock import utc_now
from qa_appliance.settings import Settings
from qa_appliance.store.files.backup import back_up
from qa_appliance.store.files.folder import Folder


@click.command(name="backup")
@click.argument("file", type=click.Path(path_type=Path))
@settings_options("data_dir")
def command(settings: Settings, file: Path) -> None:
    """Write database, artifacts, secret and configuration to FILE, a tar archive; also while the server works.

    FILE holds the appliance's secret: keep it as safe as the data directory itself.
    """
    manifest = back_up(Folder(settings.data_dir), file.absolute(), utc_now())
    click.echo(f"{len(manifest.files)} files backed up, {file.stat().st_size / 1e6:.1f} MB.", err=True)
    click.echo(file)
