"""What `run` says while it works, to standard error: of few tests each step at a terminal, of many a live table."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

from qa_appliance.cli.printing.live_table import LiveTable
from qa_appliance.cli.printing.reported import as_text
from qa_appliance.cli.printing.steps import MARKS, Color, color_of, dim, plain, step_lines
from qa_appliance.cli.running.errand import Watcher
from qa_appliance.cli.running.outcome import Attempt, Outcome
from qa_appliance.client.channel import Run

FOLLOWED = 4  # tests whose steps one person can still follow
_IN_MINUTES = 90.0  # seconds from which on what is left is told in minutes


def watcher_of(tests: int, color: Color) -> Watcher:
    if sys.stderr.isatty() and tests > FOLLOWED:
        return LiveTable(tests, Printer(tests, color, live=False), remaining)
    return Printer(tests, color, live=sys.stderr.isatty())


class Printer:
    """Of several tests at the same time each line says which it belongs to."""

    def __init__(self, tests: int, color: Color, *, live: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._color = color_of(color)
        self._tests, self._ended = tests, 0
        self._clock, self._began = clock, clock()
        self._live = live

    def begins(self, number: int, name: str) -> None:
        if self._live:
            self._say(self._of(number) + click.style(plain(name), bold=True))

    def step(self, number: int, step: Run, planned: int | None) -> None:
        if self._live:
            place = str(step["index"] + 1) if planned is None else f"{step['index'] + 1}/{planned}"
            for line in step_lines(step, f"{self._of(number)}{place:>5} "):
                self._say(line)

    def tries_again(self, number: int, name: str, attempt: Attempt) -> None:
        self._say(self._result(number, attempt.result, name) + dim(", once more"))
        self._report(attempt.report)

    def ends(self, number: int, outcome: Outcome) -> None:
        self._ended += 1
        last = outcome.last
        self._say(self._result(number, outcome.result, outcome.test.name))
        if outcome.result == "flaky":
            self._say(f"    {plain(outcome.headline)}")
        elif outcome.result != "passed" and last is not None:
            self._report(last.report)
        left = self._tests - self._ended
        if self._live and left:
            self._say(
                dim(f"{self._ended} of {self._tests}, {remaining(self._clock() - self._began, self._ended, left)} left")
            )

    def close(self) -> None:
        """Nothing is open."""

    def _result(self, number: int, result: str, name: str) -> str:
        colour = "yellow" if result == "flaky" else MARKS.get(result, MARKS["failed"])[1]
        return f"{self._of(number) if self._live else ''}{click.style(result, fg=colour, bold=True)}: {plain(name)}"

    def _report(self, report: str) -> None:
        for line in as_text(report):
            self._say(f"    {plain(line)}".rstrip())

    def _of(self, number: int) -> str:
        return f"[{number}] " if self._tests > 1 else ""

    def _say(self, text: str) -> None:
        click.echo(text, err=True, color=self._color)


def remaining(passed: float, ended: int, left: int) -> str:
    """By what those took that have ended, side by side as they run; in seconds, or minutes where these are many."""
    seconds = passed / ended * left
    return f"about {round(seconds / 60)} min" if seconds > _IN_MINUTES else f"about {max(1, round(seconds))} s"
