"""Writes docs/settings.md, every setting with its flag, its variable and its key, from the settings themselves.

python build/settings_page.py
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from qa_appliance.settings_index import Leaf, leaves

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
_INTRODUCTION = """# Settings

Every setting of `qa-appliance serve`. Made from the settings themselves by `python build/settings_page.py`.

A setting is given as a flag, as a variable in the environment, or in `config.toml` in the data directory; a flag wins
over a variable, a variable over the file, the file over the default. Several values of one setting are given by
repeating the flag, by commas in the variable, and as a list in the file. A value that is not allowed ends the start
with a sentence that names it, where it came from and what is allowed.
"""
_OF_THE_MACHINE = {"dataDir": "the user's folder for data", "browsers": "half of the processor's cores"}


def page() -> str:
    """The whole page."""
    groups = groupby(leaves(), lambda leaf: leaf.group)
    return "\n".join([_INTRODUCTION, *(_table(title, list(found)) for title, found in groups)])


def _table(title: str, found: list[Leaf]) -> str:
    head = ["| flag | variable | key in `config.toml` | default | what it is | allowed |", "|---|---|---|---|---|---|"]
    return "\n".join([f"## {title}", "", *head, *map(_row, found), ""])


def _row(leaf: Leaf) -> str:
    key = "" if leaf.key == "dataDir" or leaf.secret else f"`{leaf.key}`"  # the file lies in that very folder
    cells = [
        "" if leaf.secret else f"`{leaf.flag}`",
        f"`{leaf.variable}`",
        key,
        _default(leaf),
        leaf.help,
        leaf.allowed,
    ]
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _default(leaf: Leaf) -> str:
    if leaf.key in _OF_THE_MACHINE:
        return _OF_THE_MACHINE[leaf.key]
    if leaf.default in (None, ()):
        return "none"
    return f"`{str(leaf.default).lower() if leaf.yes_or_no else leaf.default}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
