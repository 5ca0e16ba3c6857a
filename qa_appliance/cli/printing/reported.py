"""A run's report as plain text, for terminals, logs and summaries of a line: without the marks of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RULE = re.compile(r"\|[-:| ]+\|")
_ESCAPED = re.compile(r"\\([\\`*_\[\]<>|#])")
_CELL = re.compile(r"(?<!\\)\|")


def as_text(report: str) -> list[str]:
    """Its reason first: the verdict, which is its title, stands beside it already."""
    lines = list(_lines(report.strip().splitlines()))
    while lines and not lines[0]:
        del lines[0]
    return lines


def _lines(report: list[str]) -> Iterator[str]:
    for at, line in enumerate(report):
        if line.startswith("# ") or _RULE.fullmatch(line):
            continue
        if line.startswith("|"):
            heads_table = at + 1 < len(report) and _RULE.fullmatch(report[at + 1])
            if not heads_table:
                yield _row([cell.strip() for cell in _CELL.split(line)[1:-1]])
            continue
        yield _plain(line.removeprefix("## "))


def _row(cells: list[str]) -> str:
    """What is numbered stands behind its number."""
    first, *others = (_plain(cell) for cell in cells)
    shown = "   ".join(cell for cell in others if cell)
    return f"{first}. {shown}" if first.isdigit() else f"{first}   {shown}"


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text.replace("**", ""))
