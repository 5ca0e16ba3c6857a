"""`fmt`: writes tests in the sentences of the test language, as a formatter writes code."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from qa_appliance.cli.exits import FAILED, PASSED
from qa_appliance.core.errors import Invalid
from qa_appliance.testfiles.faults import refuse
from qa_appliance.testfiles.formatting import formatted, rewritten
from qa_appliance.testfiles.read import read_what_can_be
from qa_appliance.testfiles.test import Test


@click.command(name="fmt")
@click.argument("tests", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def command(tests: Sequence[str], check: bool, diff: bool) -> int:
    """Rewrite tests as sentences of the test language.

    Each line that is understood becomes the sentence it is read as. The test keeps its steps: a line that would
    change them stays as it is. `-` reads a test from standard input and prints it.
    """
    found, faults = read_what_can_be(tests, sys.stdin.read, None)
    refuse(faults)
    changed = 0
    for file, group in _by_file(found).items():
        if file is None:
            for test in group:
                click.echo("\n".join(rewritten([line.text for line in test.lines])))
            continue
        old = file.read_bytes().decode("utf-8")  # with the ends of its lines as they are
        new = formatted(old, group)
        if new == old:
            continue
        changed += 1
        if diff:
            click.echo(_difference(file, old, new), nl=False)
        if not (check or diff):
            _write(file, new)
        click.echo(f"{'Would rewrite' if check or diff else 'Rewrote'} {file}.", err=True)
    return FAILED if check and changed else PASSED


def _by_file(tests: Sequence[Test]) -> dict[Path | None, list[Test]]:
    groups: dict[Path | None, list[Test]] = {}
    for test in tests:
        groups.setdefault(test.file, []).append(test)
    return groups


def _difference(file: Path, old: str, new: str) -> str:
    lines = difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), str(file), str(file))
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def _write(file: Path, text: str) -> None:
    try:
        file.write_bytes(text.encode("utf-8"))
    except OSError as error:
        raise Invalid(f"{file} cannot be written: {error.strerror}.") from error
