"""What `run` says while it works, to standard error: on a terminal each step as it happens and how much is left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from qa_appliance.cli.client import Run
from qa_appliance.cli.printing.steps import MARKS, Color, color_of, dim, plain, step_lines

_IN_MINUTES = 90.0  # seconds from which on what is left is told in minutes


class Printer:
    """Of several tests at the same time each line says which it belongs to."""

    def __init__(self, tests: int, color: Color, clock: Callable[[], float] = time.monotonic) -> None:
        self._color = color_of(color)
        self._tests, self._ended = tests, 0
        self._clock, self._began = clock, clock()
        self.live = sys.stderr.isatty()

    def begins(self, number: int, name: str) -> None:
        if self.live:
            self._say(self._of(number) + click.style(plain(name), bold=True))

    def step(self, number: int, step: Run, planned: int | None) -> None:
        if self.live:
            place = str(step["index"] + 1) if planned is None else f"{step['index'] + 1}/{planned}"
            for line in step_lines(step, f"{self._of(number)}{place:>5} "):
                self._say(line)

    def ends(self, number: int, name: str, result: str, report: str | None) -> None:
        self._ended += 1
        colour = MARKS.get(result, MARKS["failed"])[1]
        self._say(f"{self._of(number) if self.live else ''}{click.style(result, fg=colour, bold=True)}: {plain(name)}")
        for line in report.strip().splitlines() if report else ():
            self._say(f"    {plain(line)}")
        left = self._tests - self._ended
        if self.live and left:
            self._say(dim(f"{self._ended} of {self._tests}, {self._time(left)} left"))

    def _of(self, number: int) -> str:
        return f"[{number}] " if self._tests > 1 else ""

    def _time(self, left: int) -> str:
        """By what those took that have ended, side by side as they run."""
        seconds = (self._clock() - self._began) / self._ended * left
        return f"about {round(seconds / 60)} min" if seconds > _IN_MINUTES else f"about {max(1, round(seconds))} s"

    def _say(self, text: str) -> None:
        click.echo(text, err=True, color=self._color)
