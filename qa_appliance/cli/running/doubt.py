"""`doubt`: would the tests notice? Each is replayed with one thing damaged at a time. Goes through the HTTP API."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import click
import msgspec

from qa_appliance.cli.exits import FAILED, IMPOSSIBLE, PASSED
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.table import print_json, print_table
from qa_appliance.cli.running.credential import api_key_option, read_api_key
from qa_appliance.cli.running.places import Found, OwnPlaces, Place, ServerPlaces
from qa_appliance.cli.running.throwaway import own_appliance
from qa_appliance.client.channel import connect
from qa_appliance.core.errors import Invalid
from qa_appliance.doubt.result import Doubt, Trial
from qa_appliance.settings import Settings
from qa_appliance.testfiles.read import chosen, read_tests
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
@click.option("--url", metavar="URL", help="The site under test.")
@click.option("--project", metavar="P", help="A project of the server, by name or id.")
@click.option("--server", metavar="URL", help="Doubt on this appliance instead of one of its own.")
@api_key_option
@click.option("--grep", metavar="RE", help="Only tests whose file and name fit this regular expression.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only tests with this tag; may be repeated: any of.")
@click.option(
    "--min-score",
    type=click.FloatRange(0, 100),
    default=100,
    show_default=True,
    metavar="PERCENT",
    help="The least share of damages each test has to notice.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Print JSON.")
@settings_options("data_dir", "browsers", "browser_path", "browser_endpoint", "egress_host", "allow")
def command(
    settings: Settings,
    tests: Sequence[str],
    url: str | None,
    project: str | None,
    server: str | None,
    api_key_file: Path | None,
    grep: str | None,
    tags: Sequence[str],
    min_score: float,
    json_wanted: bool,
) -> int:
    """Replay tests with one thing damaged at a time: 0 each noticed enough, 1 one did not, 3 one could not be doubted.

    A value altered, an element missing, a list one short, clicks that do nothing, a request answered 500 or never, the
    old page again. Each test is carried out many times on the site.
    """
    found = chosen(read_tests(tests, sys.stdin.read), grep, tags)
    if server is None:
        for test in found:
            if not (url or test.address or test.opens):
                raise Invalid(f"{test.key} does not say which site to test. Give --url URL.")
    key = read_api_key(api_key_file) if server else ""
    doubted = asyncio.run(_doubt(found, settings, url, project, server, key, quiet=json_wanted))
    if json_wanted:
        print_json({"minScore": min_score, "tests": doubted})
    else:
        print_table(("SCORE", "NOTICED", "TEST"), [_row(each) for each in doubted])
    return _exit_code(doubted, min_score)


async def _doubt(
    tests: Sequence[Test],
    settings: Settings,
    url: str | None,
    project: str | None,
    server: str | None,
    key: str,
    *,
    quiet: bool,
) -> list[Doubted]:
    """One after the other: each takes the browser again and again."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    async with AsyncExitStack() as stack:
        places: Found
        if server is None:
            if any(test.allows_loopback or (test.place and test.place.allows_loopback) for test in tests):
                settings = msgspec.structs.replace(settings, allow=(*settings.allow, "loopback"))
            own = await stack.enter_async_context(own_appliance(settings))
            places = OwnPlaces(own, stack, url, project)
        else:
            places = ServerPlaces(await stack.enter_async_context(connect(server, key)), url, project)
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
