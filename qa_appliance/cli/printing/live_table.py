"""Many tests at a terminal: those that run as a table that keeps itself up to date, those that ended above it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

import click

from qa_appliance.cli.printing.steps import dim, plain, width
from qa_appliance.cli.running.outcome import Attempt, Outcome
from qa_appliance.client.channel import Run

_UP, _CLEAR = "\x1b[{lines}A", "\x1b[0J"


class Lines(Protocol):
    """Who prints what stays."""

    def tries_again(self, number: int, name: str, attempt: Attempt) -> None: ...
    def ends(self, number: int, outcome: Outcome) -> None: ...


class LiveTable:
    """Redrawn whenever something happens. `remaining`: in words, of seconds so far, tests that ended, tests left."""

    def __init__(self, tests: int, lines: Lines, remaining: Callable[[float, int, int], str]) -> None:
        self._tests, self._lines, self._remaining = tests, lines, remaining
        self._names: dict[int, str] = {}
        self._doing: dict[int, str] = {}
        self._results: Counter[str] = Counter()
        self._began, self._drawn = time.monotonic(), 0

    def begins(self, number: int, name: str) -> None:
        self._names[number], self._doing[number] = plain(name), ""
        self._draw()

    def step(self, number: int, step: Run, planned: int | None) -> None:
        place = str(step["index"] + 1) if planned is None else f"{step['index'] + 1}/{planned}"
        self._doing[number] = f"{place} {plain(step['sentence'] or step['action'])}"
        self._draw()

    def tries_again(self, number: int, name: str, attempt: Attempt) -> None:
        self._forget(number)
        self._clear()
        self._lines.tries_again(number, name, attempt)
        self._draw()

    def ends(self, number: int, outcome: Outcome) -> None:
        self._results[outcome.result] += 1
        self._forget(number)
        self._clear()
        self._lines.ends(number, outcome)
        self._draw()

    def close(self) -> None:
        self._clear()

    def _forget(self, number: int) -> None:
        self._names.pop(number, None)
        self._doing.pop(number, None)

    def _draw(self) -> None:
        self._clear()
        ended, room = self._results.total(), width()
        parts = [f"{ended} of {self._tests}", *(f"{number} {result}" for result, number in self._results.items())]
        if ended and ended < self._tests:
            parts.append(f"{self._remaining(time.monotonic() - self._began, ended, self._tests - ended)} left")
        half = room // 2 - 2
        rows = [
            f"  {_cut(name, half).ljust(half)} {_cut(self._doing[number], room - half - 3)}"
            for number, name in sorted(self._names.items())
        ]
        for row in (*rows, ", ".join(parts)):
            click.echo(dim(_cut(row, room)), err=True)
        self._drawn = len(rows) + 1

    def _clear(self) -> None:
        if self._drawn:
            sys.stderr.write(_UP.format(lines=self._drawn) + _CLEAR)
            sys.stderr.flush()
        self._drawn = 0


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"
