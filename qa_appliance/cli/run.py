"""`run`: tests from the command line, their verdict as the exit code. Goes through the HTTP API, like any pipeline."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple, get_args
from urllib.parse import urlsplit

import click

from qa_appliance.cli.exits import FAILED, IMPOSSIBLE, INTERRUPTED, PASSED, TIMED_OUT, USAGE
from qa_appliance.cli.logs import start_logging
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.run import watcher_of
from qa_appliance.cli.printing.steps import Color, color_option
from qa_appliance.cli.printing.table import json_option, print_json, print_table
from qa_appliance.cli.results import github
from qa_appliance.cli.results.report import Ended, Files, as_json, check_files, write_files
from qa_appliance.cli.running.asked import Choice, Where, choice_options, where_options
from qa_appliance.cli.running.errand import Errand, Watcher, Wish
from qa_appliance.cli.running.history import History, Share, division, only_failed, read_history, shared, write_history
from qa_appliance.cli.running.outcome import Outcome, in_words
from qa_appliance.cli.running.places import places_of
from qa_appliance.cli.running.replays import Replays, changed, refuse_unlocked
from qa_appliance.cli.running.watching import Watch
from qa_appliance.core.errors import Invalid
from qa_appliance.core.run import Patience
from qa_appliance.settings import Settings
from qa_appliance.signals import on_signals
from qa_appliance.testfiles.find import RESULTS
from qa_appliance.testfiles.lock import Locks
from qa_appliance.testfiles.read import read_tests
from qa_appliance.testfiles.test import Test

_IN_LINE = 4  # runs of this command that wait in the line of somebody else's appliance
_SHARE = re.compile(r"([1-9]\d{0,3})/([1-9]\d{0,3})")
_FILE = click.Path(path_type=Path, dir_okay=False)


class _Shard(click.ParamType[Share]):
    """`2/5`: the second of five shares."""

    name = "shard"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Share:
        found = _SHARE.fullmatch(str(value))
        if found is None or int(found[1]) > int(found[2]):
            self.fail(f"{value} is no share; the second of five is 2/5", param, ctx)
        return Share(int(found[1]), int(found[2]))


class _Rounds(NamedTuple):
    """What there is to do before and after the tests; with `watch` again and again."""

    report: Callable[[list[Outcome], float, bool], int]  # when it began, whether it was interrupted; the exit code
    watcher: Callable[[int], Watcher]
    replays: Replays
    watch: Watch | None


_CORES = os.cpu_count() or 1
_AT_ONCE = min(_CORES, max(2, _CORES // 2))
"""A server leaves room for people beside its runs; here nothing but the tests waits."""
_CONCERNED = (
    *("data_dir", "browsers", "browser_path", "headed", "browser_endpoint", "egress_host"),
    *("authorities", "allow", "proxy", "inbox", "llm"),
)


@click.command(name="run")
@click.argument("tests", nargs=-1, required=True, metavar="TEST…")
@where_options("Run on this appliance instead of one of its own.")
@choice_options
@click.option("--shard", type=_Shard(), metavar="I/N", help="Only share I of N, each as long as the others.")
@click.option("--only-failed", "failed_only", is_flag=True, help="Only tests that did not pass the last time.")
@click.option("--retry", type=click.IntRange(0, 10), default=0, metavar="N", help="Try a failed test again so often.")
@click.option("--lock", is_flag=True, help="Write the steps of what passes beside the tests, to be replayed.")
@click.option("--locked", is_flag=True, help="Plan nothing: refuse a test that says what did not pass before.")
@click.option("--watch", is_flag=True, help="Go on, and run again what is saved; Ctrl-C ends.")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait for the verdict.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Wait no longer.")
@click.option(
    "--patience",
    type=click.Choice(get_args(Patience)),
    help="Tell a failure as soon as nothing can change the page (certain), or when its time is up (full).",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=f"Keep the evidence of each run here. [default: ./{RESULTS}; with --server nowhere]",
)
@click.option("--junit", type=_FILE, metavar="FILE", help="Write the results as JUnit XML.")
@click.option("--ctrf", type=_FILE, metavar="FILE", help="Write the results as CTRF (JSON).")
@click.option("--html", type=_FILE, metavar="FILE", help="Write a report that a browser opens from the disk.")
@json_option
@color_option
@settings_options(*_CONCERNED, defaults={("browsers",): _AT_ONCE})
@click.pass_context
def command(
    ctx: click.Context,
    /,
    settings: Settings,
    tests: Sequence[str],
    where: Where,
    choice: Choice,
    shard: Share | None,
    failed_only: bool,
    retry: int,
    lock: bool,
    locked: bool,
    watch: bool,
    wait: bool,
    timeout: float | None,
    patience: Patience | None,
    output: Path | None,
    json_wanted: bool,
    color: Color,
    **files: Path | None,
) -> int:
    """Run tests and give the verdict as an exit code: 0 passed, 1 failed, 2 not understood, 3 not run, 4 timed out.

    Each TEST is a description in plain English or a file (Markdown, Gherkin, plain text). A folder, or a pattern such
    as 'tests/*.md', names several. - reads standard input.
    """
    if ctx.obj:
        start_logging(debug=True)
    kept = output or (None if where.server else Path(RESULTS))
    wish = Wish(wait=wait, timeout=timeout, retries=retry, output=kept, patience=patience)
    reports = Files(**files)
    found = read_tests(tests, sys.stdin.read, gives=where.server is None)
    known = found
    if where.server and (lock or locked):
        raise Invalid("--lock and --locked are for the command's own appliance; leave --server out.")
    if settings.headed and (where.server or settings.browser_endpoint):
        raise Invalid("--headed shows a browser of this machine; leave --server and --browser-endpoint out.")
    _check(found, where, wish, watch)
    check_files(reports)
    history = read_history(output or Path(RESULTS))
    found = _selected(found, choice, failed_only, shard, history)
    replays = _replays(found, where.server is None, lock, locked)

    def report(outcomes: list[Outcome], began: float, interrupted: bool) -> int:
        for file in replays.write(known):
            click.echo(f"The steps of what passed are written beside {file}.", err=True)
        ended = Ended(tuple(outcomes), _suite(where), began, time.time(), interrupted)
        _tell(ended, wish, json_wanted)
        write_files(reports, ended)
        github.tell(ended, os.environ)
        if wish.output is not None:
            write_history(wish.output, read_history(wish.output), outcomes, share=shard is not None)
        return INTERRUPTED if interrupted else verdict_code(outcomes, wait)

    def again() -> list[Test]:
        return choice.of(read_tests(tests, sys.stdin.read, gives=where.server is None))

    rounds = _Rounds(report, lambda number: watcher_of(number, color), replays, Watch(tests, again) if watch else None)
    return asyncio.run(_run(found, where, wish, settings, rounds))


def _selected(
    tests: list[Test], choice: Choice, failed_only: bool, shard: Share | None, history: History
) -> list[Test]:
    """Raises `Invalid` where no test is left: nothing that was not run is green."""
    tests = choice.of(tests)
    if failed_only:
        tests = only_failed(tests, history)
    if shard is None:
        return tests
    share = shared(tests, shard, history)
    word = division(tests, history)
    click.echo(
        f"Share {shard.part} of {shard.parts}: {len(share)} of {len(tests)} tests (division {word}, the same in every"
        " share).",
        err=True,
    )
    return share


def _replays(tests: Sequence[Test], own: bool, lock: bool, locked: bool) -> Replays:
    """Raises `Invalid` where nothing may be planned and something would have to be."""
    locks = Locks()
    if locked:
        refuse_unlocked(tests, locks)
    for line in changed(tests, locks) if own else ():
        click.echo(line, err=True)
    return Replays(locks, notes=lock)


def _tell(ended: Ended, wish: Wish, json_wanted: bool) -> None:
    outcomes = ended.outcomes
    if any(attempt.kept for outcome in outcomes for attempt in outcome.attempts):
        click.echo(f"The evidence is in {wish.output}.", err=True)
    if len(outcomes) > 1 or ended.interrupted:
        click.echo(f"{in_words(outcomes)}.", err=True)
    if json_wanted:
        print_json(as_json(ended))
    elif not ended.interrupted:
        click.echo(err=True)  # apart from what was told on the way
        print_table(("RESULT", "TEST", "SECONDS", "RUN"), [_row(outcome) for outcome in outcomes])


def _check(tests: Sequence[Test], where: Where, wish: Wish, watched: bool) -> None:
    """Raises `Invalid` for tests that could not be run so, the first of them."""
    if watched and not wish.wait:
        raise Invalid("--watch waits for verdicts; leave --no-wait out.")
    if where.server is None and not wish.wait:
        raise Invalid("--no-wait needs --server: an appliance of its own ends with this command.")
    for test in tests:
        wrong = _amiss_here(test, where) if where.server is None else _amiss_there(test, where)
        if wrong:
            raise Invalid(wrong)


def _amiss_here(test: Test, where: Where) -> str | None:
    """On an appliance of the command's own the files say what there is."""
    if test.environment and test.place is None:
        return f"{test.file}:1:1: There is no environments.yaml beside it with “{test.environment}”."
    if where.url or test.address or test.opens:
        return None
    if test.file is None:
        return "Say which site to test with --url URL, or open its whole address first."
    return (
        f"{test.file}:1:1: It does not say which site to test. Give --url URL, write it in the file's front matter"
        " (url) or in environments.yaml beside it, or open its whole address first."
    )


def _amiss_there(test: Test, where: Where) -> str | None:
    if test.environment and where.url:
        return f"{test.key} names the environment {test.environment}: leave --url out, or have it name none."
    return None


async def _run(tests: Sequence[Test], where: Where, wish: Wish, settings: Settings, rounds: _Rounds) -> int:
    this = asyncio.current_task()
    assert this is not None
    async with AsyncExitStack() as stack:
        # an interrupt in the midst of what drives the browser could leave its end waiting for ever: the loop takes it
        stack.enter_context(on_signals(this.cancel, signal.SIGTERM, signal.SIGINT))
        places = await places_of(where, settings, tests, stack)
        at_once = settings.browsers if where.server is None else _IN_LINE
        while True:
            began, watcher = time.time(), rounds.watcher(len(tests))
            try:
                errand = Errand(places, wish, at_once, watcher, rounds.replays)
                outcomes, interrupted = await errand.carry_out(tests)
            finally:
                watcher.close()
            code = rounds.report(outcomes, began, interrupted)
            if rounds.watch is None or interrupted:
                return code
            click.echo("Waiting until a test is saved; Ctrl-C ends.", err=True)
            try:
                tests = await rounds.watch.changed()
            except asyncio.CancelledError:
                return INTERRUPTED


def _suite(where: Where) -> str:
    return where.project or urlsplit(where.url or "").netloc or "qa-appliance"


def _row(outcome: Outcome) -> tuple[object, ...]:
    name = outcome.test.name if outcome.test.file is None else _named(outcome.test)
    return outcome.result, name, round(outcome.seconds, 3), outcome.last.run["id"] if outcome.last else None


def _named(test: Test) -> str:
    """A test that is a whole file is called by it already."""
    return test.name if test.file is None or test.name == test.file.name else f"{test.file}: {test.name}"


def verdict_code(outcomes: Sequence[Outcome], waited: bool) -> int:
    """What a pipeline is told; a test that failed counts for more than one that was not understood."""
    if not waited:
        return PASSED
    results = {outcome.result for outcome in outcomes}
    if "failed" in results:
        return FAILED
    if results & {"pending", "running"}:
        return TIMED_OUT
    if "not understood" in results:
        return USAGE
    return PASSED if results <= {"passed", "flaky"} else IMPOSSIBLE
