"""`doubt`: would the tests notice? Each is replayed with one thing damaged at a time. Goes through the HTTP API."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack

import click
import msgspec

from qa_appliance.cli.exits import FAILED, IMPOSSIBLE, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.table import json_option, print_json, print_table
from qa_appliance.cli.running.asked import Choice, Where, choice_options, where_options
from qa_appliance.cli.running.places import Place, places_of
from qa_appliance.core.errors import Invalid
from qa_appliance.doubt.result import Doubt, Trial
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals
from qa_appliance.testfiles.read import read_tests
from qa_appliance.testfiles.test import Test

_POLL_SECONDS = 0.5
_AT_WORK = ("waiting", "running")
_MARKS = {"noticed": "noticed", "let_pass": "LET PASS", "not_counted": "not counted"}


class Doubted(msgspec.Struct, frozen=True):
    """A test and the doubt of it, as the API shows it."""

    name: str
    file: str | None
    doubt: Doubt


@click.command(name="doubt")
@click.argument("tests", nargs=-1, required=True, metavar="TEST…")
@where_options("Doubt on this appliance instead of one of its own.")
@choice_options
@click.option(
    "--min-score",
    type=click.FloatRange(0, 100),
    default=100,
    show_default=True,
    metavar="PERCENT",
    help="The least share of damages each test has to notice.",
)
@json_option
@settings_options(
    "data_dir", "browsers", "browser_path", "browser_endpoint", "egress_host", "authorities", "allow", "proxy"
)
def command(
    settings: Settings,
    tests: Sequence[str],
    where: Where,
    choice: Choice,
    min_score: float,
    json_wanted: bool,
) -> int:
    """Replay tests with one thing damaged at a time: 0 each noticed enough, 1 one did not, 3 one could not be doubted.

    A value altered, an element missing, a list one short, clicks that do nothing, a request answered 500 or never, the
    old page again. Each test is carried out many times on the site.
    """
    found = choice.of(read_tests(tests, sys.stdin.read))
    if where.server is None:
        for test in found:
            if not (where.url or test.address or test.opens):
                raise Invalid(f"{test.key} does not say which site to test. Give --url URL.")
    doubted = asyncio.run(_doubt(found, settings, where, quiet=json_wanted))
    if json_wanted:
        print_json({"minScore": min_score, "tests": doubted})
    else:
        print_table(("SCORE", "NOTICED", "TEST"), [_row(each) for each in doubted])
    return _exit_code(doubted, min_score)


async def _doubt(tests: Sequence[Test], settings: Settings, where: Where, *, quiet: bool) -> list[Doubted]:
    """One after the other: each takes the browser again and again."""
    this = asyncio.current_task()
    assert this is not None
    async with AsyncExitStack() as stack:
        stack.enter_context(on_signals(this.cancel, signal.SIGTERM, signal.SIGINT))
        places = await places_of(where, settings, tests, stack, ready=True)
        doubted = []
        for test in tests:
            doubt = await _one(test, await places(test), quiet=quiet)
            doubted.append(Doubted(test.name, str(test.file) if test.file else None, doubt))
        return doubted


async def _one(test: Test, place: Place, *, quiet: bool) -> Doubt:
    body = {"description": test.description, "userExpectation": test.expect}
    more = {"baseUrl": place.url, "environmentId": place.environment_id, "viewport": test.viewport}
    body |= {name: value for name, value in more.items() if value}
    doubt = _read(await place.client.call("POST", f"api/projects/{place.project_id}/doubts", body))
    if not quiet:
        click.echo(test.name, err=True)
    shown = 0
    try:
        while True:
            doubt = _read(await place.client.call("GET", f"api/doubts/{doubt.id}"))
            for trial in doubt.trials[shown:] if not quiet else ():
                _tell(trial)
            shown = len(doubt.trials)
            if doubt.state not in _AT_WORK:
                break
            await asyncio.sleep(_POLL_SECONDS)
    except asyncio.CancelledError:
        await asyncio.shield(place.client.call("POST", f"api/doubts/{doubt.id}/cancel"))
        raise
    if doubt.reason and not quiet:
        click.echo(f"  {doubt.reason}", err=True)
    if doubt.left_out and not quiet:
        click.echo(f"  {doubt.left_out} more were left out.", err=True)
    return doubt


def _read(answer: dict[str, object]) -> Doubt:
    return msgspec.convert(answer["doubt"], Doubt)


def _tell(trial: Trial) -> None:
    click.echo(f"  {_MARKS[trial.result]}: step {trial.step}, {trial.damage}", err=True)
    if trial.reason and trial.result != "noticed":
        click.echo(f"    {trial.reason}", err=True)
    for offer in trial.offers:
        click.echo(f"    after step {trial.offered_after}: {offer}", err=True)


def _row(doubted: Doubted) -> tuple[object, ...]:
    doubt = doubted.doubt
    score = None if doubt.score is None else f"{doubt.score:g} %"
    return score, f"{doubt.noticed} of {doubt.counted}", doubted.name


def _exit_code(doubted: Sequence[Doubted], least: float) -> int:
    """A test of which nothing could be damaged has noticed nothing."""
    if any(each.doubt.state != "done" for each in doubted):
        return IMPOSSIBLE
    return PASSED if all((each.doubt.score or 0) >= least for each in doubted) else FAILED
