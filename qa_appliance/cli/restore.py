"""`restore`: a backup becomes a data directory. Never touches an appliance that is there already."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from qa_appliance.bucket.copies import Copies
from qa_appliance.cli.options import settings_options
from qa_appliance.core.errors import Invalid, Unavailable
from qa_appliance.settings import Settings
from qa_appliance.store.files.backup import Manifest, refuse_used, restore
from qa_appliance.store.files.folder import Folder
from qa_appliance.trust import read_files

_BUCKET = "bucket:"
_OF_THE_BUCKET = tuple(
    f"backup_bucket_{name}" for name in ("endpoint", "name", "prefix", "region", "access_key", "secret_key_file")
)


@click.command(name="restore")
@click.argument("file")
@settings_options("data_dir", "authorities", "proxy", *_OF_THE_BUCKET)
def command(settings: Settings, file: str) -> None:
    """Put the backup FILE into a data directory that holds no appliance yet, every file checked.

    FILE may be bucket:NAME too, a copy in the bucket, or bucket: for the newest there. One that is called so itself is
    ./bucket:NAME.
    """
    folder = Folder.prepare(settings.data_dir)
    with folder.locked():
        if file.startswith(_BUCKET):
            manifest = _from_bucket(settings, file.removeprefix(_BUCKET), folder)
        else:
            manifest = restore(Path(file).absolute(), folder)
    made_at = f"{manifest.made_at:%Y-%m-%d %H:%M} UTC"
    click.echo(f"{len(manifest.files)} files restored, backed up on {made_at} by {manifest.version}.", err=True)
    click.echo(folder.path)


def _from_bucket(settings: Settings, name: str, folder: Folder) -> Manifest:
    if settings.backup.bucket.endpoint is None:
        raise Invalid("Name the bucket: --backup-bucket-endpoint, its name and its keys.")
    refuse_used(folder)
    copies = Copies(settings, read_files(settings.authorities))
    try:
        with tempfile.TemporaryDirectory(prefix=".fetching-", dir=folder.path) as work:
            return restore(copies.fetch(name, Path(work)), folder)
    except OSError as error:
        raise Unavailable(f"{folder.path} cannot hold the backup: {error.strerror or error}.") from error
