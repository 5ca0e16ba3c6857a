"""Cells of a row: between bars, or between tabs as they are pasted from a spreadsheet."""

from __future__ import annotations

import re

from qa_appliance.english.layout.lines import Line

_BARRED = re.compile(r"(?:[^|\\]|\\.)*")
_RULE = re.compile(r"[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|?)+[ \t]*")
_SHEET_QUOTED = re.compile(r'"(?:[^"]|"")*""(?:[^"]|"")*"')


def is_barred(line: Line) -> bool:
    return line.text.lstrip().startswith("|")


def is_rule(line: Line) -> bool:
    """What parts the names of the columns from the rows: |---|:---:|."""
    return _RULE.fullmatch(line.text) is not None


def cells_of(line: Line) -> list[Line]:
    """The cells of a row, each with its place; none where it is no row."""
    if is_barred(line):
        return _barred(line)
    return _tabbed(line) if "\t" in line.text.strip() else []


def _barred(line: Line) -> list[Line]:
    cells: list[Line] = []
    at = line.text.index("|") + 1
    while at < len(line.text):
        found = _BARRED.match(line.text, at)
        end = found.end() if found else len(line.text)
        if end < len(line.text) or line.text[at:end].strip():
            cells.append(_cell(line, at, end))
        at = end + 1
    return cells


def _tabbed(line: Line) -> list[Line]:
    cells: list[Line] = []
    at = 0
    for part in line.text.split("\t"):
        cell = _cell(line, at, at + len(part))
        if _SHEET_QUOTED.fullmatch(cell.text):  # a spreadsheet quotes a cell that has quotes, and doubles these
            cell = cell._replace(text=cell.text[1:-1].replace('""', '"'))
        cells.append(cell)
        at += len(part) + 1
    return cells


def _cell(line: Line, begin: int, end: int) -> Line:
    part = line.text[begin:end]
    text = part.strip()
    start = line.start + begin + len(part) - len(part.lstrip())
    return Line(text, start, start + len(text))
