"""`run`: tests from the command line, their verdict as the exit code. Goes through the HTTP API, like any pipeline."""

from __future__ import annotations

import asyncio
import functools
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import click
from msgspec import Struct

from qa_appliance.cli.client import Client, Run, connect
from qa_appliance.cli.configuration import read_secret
from qa_appliance.cli.exits import FAILED, IMPOSSIBLE, PASSED, TIMED_OUT
from qa_appliance.cli.logs import start_logging
from qa_appliance.cli.named_tests import Test, read_tests
from qa_appliance.cli.options import settings_options
from qa_appliance.cli.printing.run import Printer
from qa_appliance.cli.printing.steps import Color, color_option
from qa_appliance.cli.results.junit import Case, write_junit
from qa_appliance.cli.results.kept import Kept, keep
from qa_appliance.cli.table import print_json, print_table
from qa_appliance.cli.throwaway import own_appliance
from qa_appliance.core.errors import Invalid, Problem
from qa_appliance.settings import Settings

Result = tuple[Test, Run, Kept | None]

_IN_LINE = 4  # runs of this command that wait in the line of somebody else's appliance


class Wish(Struct, frozen=True):
    """What the command line asked for. `timeout` in seconds, None: as long as it takes."""

    tests: tuple[Test, ...]
    url: str | None
    project: str | None
    server: str | None
    api_key: str | None
    wait: bool
    timeout: float | None
    output: Path | None

    def __repr__(self) -> str:
        return f"Wish({len(self.tests)} tests, server={self.server!r})"


@click.command(name="run")
@click.argument("tests", nargs=-1, required=True, metavar="TEST…")
@click.option("--url", metavar="URL", help="The site under test.")
@click.option("--project", metavar="P", help="A project of the server, by name or id.")
@click.option("--server", metavar="URL", help="Run on this appliance instead of one of its own.")
@click.option("--api-key-file", type=click.Path(path_type=Path), metavar="FILE", help="Holds the API key for --server.")
@click.option("--wait/--no-wait", default=True, show_default=True, help="Wait for the verdict.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Wait no longer.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the evidence of each run here. [default: ./qa-results; with --server nowhere]",
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write the results as JUnit XML.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@color_option
@settings_options("data_dir", "browsers", "browser_path", "browser_endpoint", "egress_host", "allow", "llm")
@click.pass_context
def command(
    ctx: click.Context,
    settings: Settings,
    tests: Sequence[str],
    url: str | None,
    project: str | None,
    server: str | None,
    api_key_file: Path | None,
    wait: bool,
    timeout: float | None,
    output: Path | None,
    junit: Path | None,
    as_json: bool,
    color: Color,
) -> int:
    """Run tests and give the verdict as an exit code: 0 passed, 1 failed, 3 could not be run, 4 timed out waiting.

    Each TEST is a description in plain English, a file that holds one, or a folder or a pattern such as 'tests/*.txt'
    for several; - reads standard input.
    """
    if ctx.obj:
        start_logging(debug=True)
    wish = Wish(
        tests=tuple(test for text in tests for test in read_tests(text)),
        url=url or None,
        project=project,
        server=server or None,
        api_key=_api_key(api_key_file) if server else None,
        wait=wait,
        timeout=timeout,
        output=output or (None if server else Path("qa-results")),
    )
    _check(wish)
    results = asyncio.run(_run(wish, settings, Printer(len(wish.tests), color)))
    _tell(wish, results, as_json)
    if junit:
        write_junit(junit, _suite(wish), [_case(*result) for result in results])
    return _exit_code([run for _, run, _ in results], wait)


def _tell(wish: Wish, results: list[Result], as_json: bool) -> None:
    if any(kept for _, _, kept in results):
        click.echo(f"The evidence is in {wish.output}.", err=True)
    if as_json:
        print_json({"results": [{"name": test.name, "run": kept.run if kept else run} for test, run, kept in results]})
    else:
        print_table(("RESULT", "TEST", "SECONDS", "RUN"), [_row(test, run) for test, run, _ in results])


def _check(wish: Wish) -> None:
    if wish.server is None and wish.url is None:
        raise Invalid("Say which site to test with --url URL.")
    if wish.server is None and not wish.wait:
        raise Invalid("--no-wait needs --server: an appliance of its own ends with this command.")


async def _run(wish: Wish, settings: Settings, printer: Printer) -> list[Result]:
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    async with AsyncExitStack() as stack:
        server, key, in_line = wish.server, wish.api_key, _IN_LINE
        if server is None or key is None:
            own = await stack.enter_async_context(own_appliance(settings))
            server, key, in_line = own.address, own.api_key, settings.browsers
        client = await stack.enter_async_context(connect(server, key))
        project = await _project(client, wish)
        deadline = None if wish.timeout is None else asyncio.get_running_loop().time() + wish.timeout
        errand = _Errand(client, project, wish, asyncio.Semaphore(in_line), deadline, printer)
        waiting = [_kept(errand, number, test) for number, test in enumerate(wish.tests, 1)]
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(one) for one in waiting]
        except BaseExceptionGroup as failed:
            raise _first_problem(failed) from failed
        return [(test, *task.result()) for test, task in zip(wish.tests, tasks, strict=True)]


@dataclass(frozen=True)
class _Errand:
    """What all tests of the command have in common; `gate` lets so many of them into the line at once."""

    client: Client
    project: str
    wish: Wish
    gate: asyncio.Semaphore
    deadline: float | None
    printer: Printer


async def _kept(errand: _Errand, number: int, test: Test) -> tuple[Run, Kept | None]:
    """The run, and its evidence where it is kept."""
    run = await _carry_out(errand, number, test)
    output = errand.wish.output
    if output is None or run["archiveUrl"] is None:
        return run, None
    archive = await errand.client.fetched(run["archiveUrl"])
    return run, await asyncio.to_thread(keep, output, number, test.name, archive)


async def _carry_out(errand: _Errand, number: int, test: Test) -> Run:
    """One test from trigger to verdict: the run as the API shows it. One that timed out is still alive in there."""
    client, printer, run_id = errand.client, errand.printer, ""
    try:
        async with errand.gate:
            run_id = await client.trigger(errand.project, test.description, errand.wish.url)
            if not errand.wish.wait:
                return await client.run(run_id)
            async with asyncio.timeout_at(errand.deadline):
                await client.begun(run_id)
        printer.begins(number, test.name)
        async with asyncio.timeout_at(errand.deadline):
            run = await client.finished(run_id, functools.partial(printer.step, number))
    except TimeoutError:
        run = await client.run(run_id)
    except asyncio.CancelledError:
        if run_id:
            await asyncio.shield(client.cancel(run_id))
        raise
    printer.ends(number, test.name, _result(run), None if run["overallStatus"] == "passed" else run["reportMarkdown"])
    return run


async def _project(client: Client, wish: Wish) -> str:
    """The project's id: the one named, else the one of the site, else the only one; made where there is none."""
    projects = await client.projects()
    if wish.project:
        named = [p for p in projects if wish.project in (p["id"], p["name"])]
        if not named and wish.url:
            return str((await client.create_project(wish.project, wish.url))["id"])
        if len(named) != 1:
            raise Invalid(
                f"There {'is no project' if not named else 'are several projects'} “{wish.project}”."
                f" There are: {_names(projects)}. Name one by its id, or make it with --url."
            )
        return str(named[0]["id"])
    if wish.url:
        fitting = [p for p in projects if p["baseUrl"].rstrip("/") == wish.url.rstrip("/")]
        if not fitting:
            return str((await client.create_project(urlsplit(wish.url).netloc or wish.url, wish.url))["id"])
        return str(fitting[0]["id"])
    if len(projects) != 1:
        raise Invalid(f"Say which project with --project. There are: {_names(projects)}.")
    return str(projects[0]["id"])


def _names(projects: Sequence[Mapping[str, object]]) -> str:
    return ", ".join(f"{p['name']} ({p['id']})" for p in projects) or "none"


def _api_key(file: Path | None) -> str:
    key = read_secret(file) if file else os.environ.get("QA_APPLIANCE_API_KEY", "").strip()
    if not key:
        raise Invalid("--server needs an API key: --api-key-file FILE, or QA_APPLIANCE_API_KEY in the environment.")
    return key


def _suite(wish: Wish) -> str:
    return wish.project or urlsplit(wish.url or "").netloc or "qa-appliance"


def _result(run: Run) -> str:
    return "error" if _unreachable(run) else str(run["overallStatus"] or run["status"])


def _unreachable(run: Run) -> bool:
    """Whether the site was not there to be tested: that tells nothing of it."""
    kinds = [step["failure"]["kind"] for step in run["stepsJson"] or () if step["failure"]]
    return run["overallStatus"] == "failed" and kinds[:1] == ["unreachable"]


def _row(test: Test, run: Run) -> tuple[object, ...]:
    return _result(run), test.name, run["totalDurationMs"] / 1000, run["id"]


def _case(test: Test, run: Run, kept: Kept | None) -> Case:
    report = run["reportMarkdown"] or ""
    lines = [line for line in report.splitlines() if line.strip() and not line.startswith("#")]
    headline = lines[0] if lines else _result(run)
    return Case(
        name=test.name,
        seconds=run["totalDurationMs"] / 1000,
        failure=headline if _result(run) == "failed" else None,
        error=headline if _result(run) not in ("passed", "failed") else None,
        output=report,
        attachments=tuple(kept.files) if kept else (),
    )


def _exit_code(runs: Sequence[Run], waited: bool) -> int:
    if not waited:
        return PASSED
    if any(_result(run) == "failed" for run in runs):
        return FAILED
    if any(run["status"] in ("pending", "running") for run in runs):
        return TIMED_OUT
    return PASSED if all(run["overallStatus"] == "passed" for run in runs) else IMPOSSIBLE


def _first_problem(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What a group of tasks failed of, for the one sentence a person gets."""
    problems = group.subgroup(Problem)
    first: BaseException = problems or group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return first
