"""What the demo says while it plays, for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from qa_appliance.cli.demo_story import Result, Scene
from qa_appliance.cli.printing.steps import MARKS, Color, color_of, dim, step_lines
from qa_appliance.demo.cases import Case, Cases
from qa_appliance.demo.shop import BUGS


class Printer:
    """`err`: to standard error, because standard output carries data."""

    def __init__(self, color: Color, *, err: bool) -> None:
        self._err, self._color = err, color_of(color)

    def scene(self, scene: Scene, cases: Cases) -> None:
        self._say(click.style("QA Appliance", bold=True) + ", a throw-away one, is up.")
        self._say(f"  Dashboard       {scene.address}")
        self._say(f"  Sign in with    {scene.email}  {scene.password}")
        self._say(f"  Demo shop       {scene.shops['healthy']}")
        self._say(f"  Shop with bugs  {scene.shops['bugged']}")
        for bug in cases.bugs:
            self._say(dim(f"                  {bug}: {BUGS[bug]}"))

    def begins(self, number: int, of: int, case: Case) -> None:
        self._say()
        shop = ", in the shop with bugs" if case.shop == "bugged" else ""
        self._say(click.style(f"{number}/{of}  {case.name}", bold=True) + dim(shop))
        for line in case.description.strip().splitlines():
            self._say(dim(f"     {line}"))
        if case.expectation == "fail":
            self._say(dim("     (a negative test: the shop has to refuse)"))

    def step(self, step: dict[str, Any], _: int | None) -> None:
        for line in step_lines(step, "     "):
            self._say(line)

    def ends(self, result: Result) -> None:
        verdict = result.verdict or "no verdict"
        shown = click.style(verdict, fg="green" if verdict == "passed" else "red", bold=True)
        fits = "as expected" if result.as_expected else click.style(f"expected: {result.expected}", fg="red", bold=True)
        self._say(f"     {shown} in {result.seconds:.1f} s, {fits}")
        if not result.as_expected and result.report:
            for line in result.report.strip().splitlines():
                self._say(dim(f"     │ {line}"))

    def verdicts(self, results: Sequence[Result]) -> None:
        self._say()
        width = max(len(result.name) for result in results)
        heading = f"  {'Test'.ljust(width)}  {'Expected':8}  {'Verdict':10}  {'Time':>7}  Screenshot"
        self._say(click.style(heading, bold=True))
        for result in results:
            mark, colour = MARKS["passed" if result.as_expected else "failed"]
            row = f"{result.name.ljust(width)}  {result.expected:8}  {result.verdict or 'none':10}"
            picture = result.screenshots[0] if result.screenshots else "none"
            self._say(f"{click.style(mark, fg=colour)} {row}  {result.seconds:5.1f} s  {dim(picture)}")
        right = sum(result.as_expected for result in results)
        colour = "green" if right == len(results) else "red"
        self._say()
        self._say(click.style(f"{right} of {len(results)} verdicts are the expected ones.", fg=colour, bold=True))

    def stays(self, scene: Scene) -> None:
        self._say(f"Look around: {click.style(scene.address, bold=True)}  ({scene.email}, {scene.password})")
        self._say("Ctrl+C ends the demo and removes everything it made.")

    def leaves(self, folder: Path) -> None:
        self._say(f"Screenshots, videos, traces and the log stay in {folder}; delete it when you like.")

    def _say(self, text: str = "") -> None:
        click.echo(text, err=self._err, color=self._color)
