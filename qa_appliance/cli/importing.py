"""`import`: what other tools have recorded, as tests in English, and what of it is not carried over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from qa_appliance.core.errors import Invalid
from qa_appliance.importing.read import as_markdown, read_recorded

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--output", type=_FOLDER, metavar="DIR", help="Write a Markdown file for each here.")
def command(files: Sequence[Path], output: Path | None) -> None:
    """Tell recorded tests in English.

    What is read: Chrome Recorder's .json, Playwright codegen's .ts, .js and .py, Selenium IDE's .side, specs of Cypress
    as its Studio writes them. Every sentence is one that is read as the step that was recorded. What is not carried
    over, or not wholly, is told, and stands as a comment in the test. Without --output the tests are printed.
    """
    read = [(file, read_recorded(file)) for file in files]
    names = [f"{file.stem}.md" for file in files]
    twice = next((name for name in names if names.count(name) > 1), None)
    if output is not None and twice:
        raise Invalid(f"Two of the files would be written as {twice}; import them one by one.")
    for (file, tests), name in zip(read, names, strict=True):
        text = as_markdown(tests)
        if output is None:
            click.echo(text, nl=False)
        else:
            _write(output / name, text)
        for test in tests:
            steps = len(test.sentences)
            click.echo(f"{file}: {test.name}: {steps} sentence{'' if steps == 1 else 's'}.", err=True)
            for left in test.left:
                click.echo(f"  {left.what}: {left.why}", err=True)


def _write(file: Path, text: str) -> None:
    """Raises `Invalid` where there is one already, or it cannot be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError as error:
        raise Invalid(f"There is a file {file} already; it is left as it is.") from error
    except OSError as error:
        raise Invalid(f"{file} cannot be written: {error.strerror}.") from error
