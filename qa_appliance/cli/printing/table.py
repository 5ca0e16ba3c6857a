"""Prints data for people (a table) or for programs (JSON), always on standard output."""

from __future__ import annotations

from collections.abc import Sequence

import click
import msgspec

json_option = click.option("--json", "json_wanted", is_flag=True, help="Print JSON.")


def print_json(value: object) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


def print_table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Columns as wide as their widest cell; None is shown as a dash."""
    texts = [headings, *(["–" if cell is None else str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(headings))]
    for row in texts:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
