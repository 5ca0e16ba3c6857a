"""`verify`: whether a run's archive is as the appliance made it. Needs no server, no data directory, no network."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.cli.exits import FAILED, PASSED
from qa_appliance.store.files.bundle import Tampered, verify


@click.command(name="verify")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--key", metavar="KEY", help="The appliance's public key; without it anybody's signature counts.")
def command(file: Path, key: str | None) -> int:
    """Tell whether FILE, everything of a run as it was downloaded, was changed since, and which file in it was.

    Its key is what GET /api/signing-key of the appliance answers.
    """
    try:
        genuine = verify(file, key)
    except Tampered as tampered:
        click.echo(tampered.message, err=True)
        for finding in tampered.findings:
            click.echo(finding)
        return FAILED
    click.echo(f"Run {genuine.run_id}: {genuine.files} files, as they were signed by {genuine.public_key}")
    if key is None:
        click.echo("Whose key that is the file cannot tell: compare it, or give the appliance's with --key.", err=True)
    return PASSED
