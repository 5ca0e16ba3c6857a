"""`install-fonts`: letters for scripts this machine has none for, for the browser alone."""

from __future__ import annotations

from pathlib import Path

import click

from qa_appliance.browser.process.fonts import install_fonts, remove_fonts
from qa_appliance.core.errors import Invalid


@click.command(name="install-fonts")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--remove", is_flag=True, help="Take away the fonts that were installed so.")
def command(file: Path | None, remove: bool) -> None:
    """Install the fonts in FILE, a .zip or .tar archive, for the browsers that this user's appliances start.

    For pages in Chinese, Japanese, Korean, Arabic, Devanagari and other scripts, and with emoji: the font pack of the
    appliance holds them. `qa-appliance doctor` says which scripts would be drawn as boxes. Linux only.
    """
    if remove == (file is not None):
        raise Invalid("Give either FILE, an archive with fonts, or --remove.")
    if file is None:
        click.echo("They are gone." if remove_fonts() else "There were none.", err=True)
        return
    fonts = install_fonts(file)
    number = "1 font is" if len(fonts) == 1 else f"{len(fonts)} fonts are"
    click.echo(f"{number} installed; a browser has them when it is started the next time.", err=True)
