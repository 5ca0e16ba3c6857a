"""Tables of data: rows of texts under named columns, as JSON and as CSV. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from qa_appliance.core.errors import Invalid, Issue
from qa_appliance.core.test_data.names import fold, unfit_for_braces

MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 1_000, 50, 2_000

_DELIMITERS = ",;\t"
_NO_HEADING = "The first line of a table has to name its columns."


def faults(columns: Sequence[object], rows: Sequence[object]) -> Iterator[Issue]:
    """What is wrong with them as a table; rows are counted from 1. What is no text or list is told by its type."""
    if not columns:
        yield Issue("too_small", ("columns",), "A table needs at least 1 column.")
    elif len(columns) > MOST_COLUMNS:
        yield Issue("too_big", ("columns",), f"A table may have at most {MOST_COLUMNS} columns.")
    else:
        yield from _of_columns(columns)
    if len(rows) > MOST_ROWS:
        yield Issue("too_big", ("rows",), f"A table may have at most {MOST_ROWS:,} rows; these are {len(rows):,}.")
        return
    for nth, row in enumerate(rows):
        if isinstance(row, list):
            yield from _of_row(nth, row, len(columns))


def _of_columns(columns: Sequence[object]) -> Iterator[Issue]:
    known: set[str] = set()
    for nth, name in enumerate(columns):
        if not isinstance(name, str):
            continue
        if not name.strip():
            yield Issue("too_small", ("columns", nth), f"Column {nth + 1} has no name.")
        elif problem := unfit_for_braces(name):
            yield Issue("invalid_string", ("columns", nth), problem)
        elif fold(name) in known:
            yield Issue("custom", ("columns", nth), f"There are two columns “{name}”; name each otherwise.")
        known.add(fold(name))


def _of_row(nth: int, row: list[object], width: int) -> Iterator[Issue]:
    if len(row) != width:
        message = f"Row {nth + 1} has {len(row)} {_cells(len(row))}, and the table has {width} {_columns(width)}."
        yield Issue("custom", ("rows", nth), message)
    for place, cell in enumerate(row[:MOST_COLUMNS]):
        if isinstance(cell, str) and len(cell) > LONGEST_CELL:
            message = f"A cell of row {nth + 1} has more than {LONGEST_CELL:,} characters."
            yield Issue("too_big", ("rows", nth, place), message)


def _cells(count: int) -> str:
    return "cell" if count == 1 else "cells"


def _columns(count: int) -> str:
    return "column" if count == 1 else "columns"


def text_of(cell: str | int | float | bool | None) -> str:
    """As a test types it: nothing is an empty text."""
    if cell is None:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def read_csv(text: str) -> tuple[list[str], list[list[str]]]:
    """Columns and rows, as exported or copied from a spreadsheet: by commas, semicolons or tabs.

    Lines without any text are none. Raises `Invalid` for what is no table, and with all its faults.
    """
    text = text.removeprefix("\ufeff")
    heading = next((line for line in text.splitlines() if line.strip()), "")
    if not heading:
        raise Invalid(issues=(Issue("too_small", ("columns",), _NO_HEADING),))
    by = max(_DELIMITERS, key=heading.count)
    try:
        lines = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=by, strict=True) if any(row)]
    except csv.Error as error:
        raise Invalid(issues=(Issue("custom", (), f"The table cannot be read as CSV: {error}."),)) from error
    columns, rows = [name.strip() for name in lines[0]], lines[1:]
    if found := tuple(faults(columns, rows)):
        raise Invalid(issues=found[:MOST_ROWS])
    return columns, rows


def write_csv(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """What `read_csv` reads again."""
    out = io.StringIO()
    csv.writer(out).writerows([columns, *rows])
    return out.getvalue()
