"""Cells of a row: between bars, or between tabs as they are pasted from a spreadsheet."""

from __future__ import annotations

import re

from qa_appliance.english.layout.lines import Line

_BARRED = re.compile(r"(?:[^|\\]|\\.)*")
_RULE = re.compile(r"[ \t]*+\|?(?:[ \t]*+:?-{2,}+:?[ \t]*+\|?)++[ \t]*+")
_SHEET_QUOTED = re.compile(r'"(?:[^"]|"")*(?:""|\n)(?:[^"]|"")*"')
_LONGEST_CELL = 40  # lines


def is_barred(line: Line) -> bool:
    return line.text.lstrip().startswith("|")


def is_rule(line: Line) -> bool:
    """What parts the names of the columns from the rows: |---|:---:|."""
    return _RULE.fullmatch(line.text) is not None


def with_whole_rows(lines: list[Line]) -> list[Line]:
    """The lines with each row of a table in one: a spreadsheet quotes a cell of several lines, and Markdown may leave
    out the bars at both ends of its rows.
    """
    found: list[Line] = []
    at = tabs = 0
    while at < len(lines):
        line, count = _over_lines(lines, at)
        if count == 1:
            line, count = _broken_off(lines, at, tabs)
        found.append(line)
        at += count
        tabs = max(tabs, line.text.count("\t")) if "\t" in line.text or line.text.strip() else 0
    return _with_bars(found)


def _broken_off(lines: list[Line], at: int, tabs: int) -> tuple[Line, int]:
    """A row whose cell goes on in the lines below it, which together have as many cells as the row above."""
    line = lines[at]
    text, own = line.text, line.text.count("\t")
    if not 0 < own < tabs:
        return line, 1
    for count, other in enumerate(lines[at + 1 : at + _LONGEST_CELL], 2):
        text += "\n" + other.text
        if not other.text.strip() or text.count("\t") > tabs:
            break
        if text.count("\t") == tabs and other.text.count("\t"):
            return line._replace(text=text, end=other.end), count
    return line, 1


def _over_lines(lines: list[Line], at: int) -> tuple[Line, int]:
    """The row that begins with a line, and how many lines it takes."""
    line = lines[at]
    if "\t" in line.text and line.text.count('"') % 2:
        text = line.text
        for count, other in enumerate(lines[at + 1 : at + _LONGEST_CELL], 2):
            text += "\n" + other.text
            if text.count('"') % 2 == 0:
                return line._replace(text=text, end=other.end), count
    return line, 1


def _with_bars(lines: list[Line]) -> list[Line]:
    """ "Step | Expected" over "--- | ---" and rows without bars at their ends."""
    found = list(lines)
    for at, rule in enumerate(lines):
        if not at or "|" not in rule.text or not is_rule(rule) or is_barred(lines[at - 1]) or is_barred(rule):
            continue
        end = next((end for end in range(at + 1, len(lines)) if "|" not in lines[end].text), len(lines))
        for nth in range(at - 1 if "|" in lines[at - 1].text else at, end):
            line = lines[nth]
            found[nth] = line if is_barred(line) else line._replace(text="|" + line.text, start=line.start - 1)
    return found


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
