"""`version`: prints which appliance this is, and whose work is inside it. Never starts anything."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec
from msgspec import Struct

import qa_appliance
from qa_appliance.core.errors import NotFound

_LICENSES = Path(qa_appliance.__file__).parent / "notices" / "licenses.json"


class Component(Struct, frozen=True):
    """As build/notices.py writes it."""

    name: str
    version: str
    licence: str
    texts: list[str]


@click.command(name="version")
@click.option("--licenses", is_flag=True, help="Print what ships inside, each with the text of its license.")
def command(licenses: bool) -> None:
    """Print the version of the appliance."""
    if not licenses:
        click.echo(qa_appliance.__version__)
        return
    try:
        components = msgspec.json.decode(_LICENSES.read_bytes(), type=list[Component])
    except FileNotFoundError as error:
        raise NotFound(
            "Licences are collected when the executable is built (make package). "
            "In a checkout every package in .venv holds its own."
        ) from error
    for component in components:
        click.echo(f"{component.name} {component.version} · {component.licence}")
    for component in components:
        for text in component.texts:
            click.echo(f"\n{'=' * 100}\n{component.name} {component.version}\n{'=' * 100}\n\n{text.strip()}")
