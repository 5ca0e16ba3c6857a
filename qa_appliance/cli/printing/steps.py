"""A step's record as lines for people at a terminal, and when these have colours."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import click

from qa_appliance.core.evidence.steps import read_otherwise

Color = Literal["auto", "always", "never"]
"""`auto`: on a terminal, unless NO_COLOR is set."""

MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("–", "bright_black")}
_WIDEST = 100
_SECONDS = 9  # characters of a duration at the end of a line

color_option = click.option(
    "--color", type=click.Choice(("auto", "always", "never")), default="auto", help="Colors. [default: auto]"
)


def color_of(color: Color) -> bool | None:
    """For `click.echo`; None: it looks whether it writes to a terminal."""
    if color == "auto":
        return False if os.environ.get("NO_COLOR") else None
    return color == "always"


def width() -> int:
    return min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)


def step_lines(step: Mapping[str, Any], before: str) -> Iterator[str]:
    """One line, and what there is to say about it under it; `before` stands before the mark."""
    mark, colour = MARKS[step["result"]]
    words = plain(step["sentence"] or step["action"]) + (": refused" if step["refused"] else "")
    room = width() - len(before) - 2 - _SECONDS
    words = words if len(words) <= room else words[: room - 1] + "…"
    seconds = "" if step["result"] == "skipped" else f"{step['durationMs'] / 1000:.2f} s"
    yield f"{before}{click.style(mark, fg=colour)} {words.ljust(room)}{dim(seconds.rjust(_SECONDS))}"
    under = " " * (len(before) + 2)
    if otherwise := read_otherwise(step.get("readsAs") or "", step["sentence"]):
        yield under + dim(f"read as: {plain(otherwise)}")
    if step["error"]:
        yield under + click.style(plain(step["error"]), fg=colour)
    if step["note"]:
        yield under + dim(plain(step["note"]))


def dim(text: str) -> str:
    return click.style(text, dim=True) if text else ""


def plain(text: str) -> str:
    """In one line, without what a terminal would obey: words of pages are among it."""
    return "".join(sign if sign.isprintable() else "�" for sign in " ".join(text.split()))
