"""Plays English tests on real applications, healthy and faulty, and prints what came of each.

    .venv/bin/python -m tests.apps.play [shop] [contacts] [jupyterlab] [--only WORDS] [--report FILE]

Ends with 1 when a test fails on the healthy application, passes on the faulty one, or fails at another step. The
applications are installed into work/apps, apart from the appliance's own packages.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
import venv
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Evidence

from .trial import Open, Played, load, open_bench, play

HERE = Path(__file__).parent
HOME = HERE.parents[1] / "work" / "apps"
PATIENCE = 10.0  # seconds, the appliance's own default
AT_ONCE = 2


@asynccontextmanager
async def open_shop(fault: str | None) -> AsyncIterator[str]:
    async with serving(create_shop([fault] if fault else [])) as address:
        yield address


def application(script: str) -> Open:
    """An application as a process of its own, in a folder of its own, for one test."""

    @asynccontextmanager
    async def start(fault: str | None) -> AsyncIterator[str]:
        folder = Path(tempfile.mkdtemp(prefix="apps-"))
        arguments = [str(HERE / script), "--folder", str(folder), *(("--fault", fault) if fault else ())]
        environment = {**os.environ, "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        with (folder / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                str(HOME / "venv" / "bin" / "python"), *arguments, stdout=PIPE, stderr=log, env=environment
            )
        try:
            assert process.stdout is not None
            address = (await process.stdout.readline()).decode().strip()
            if not address:
                raise SystemExit(f"{script} did not start:\n{(folder / 'log').read_text()}")
            yield address
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    return start


APPLICATIONS: dict[str, Open] = {
    "shop": open_shop,
    "contacts": application("contacts_site.py"),
    "jupyterlab": application("jupyterlab_site.py"),
}


async def install() -> None:
    """The applications' packages, once for each state of requirements.txt."""
    wanted, stamp = (HERE / "requirements.txt").read_text(), HOME / "installed.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing the applications into work/apps; this takes some minutes the first time.", flush=True)
    HOME.mkdir(parents=True, exist_ok=True)
    await asyncio.to_thread(venv.create, HOME / "venv", with_pip=True, clear=True)
    pip = [str(HOME / "venv" / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    process = await asyncio.create_subprocess_exec(*pip, "--require-hashes", "-r", str(HERE / "requirements.txt"))
    if await process.wait():
        raise SystemExit("The applications' packages could not be installed; pip says why above.")
    stamp.write_text(wanted)


async def play_all(names: list[str], only: str) -> list[tuple[str, Played]]:
    evidence = Evidence(video=False, trace=False, screenshots=False, performance=False)
    gate = asyncio.Semaphore(AT_ONCE)
    played: list[tuple[str, Played]] = []
    async with open_bench(PATIENCE, evidence, browsers=AT_ONCE) as client:

        async def one(name: str, run: asyncio.Task[Played]) -> None:
            played.append((name, await run))
            result = played[-1][1]
            mark = "ok   " if result.wrong is None else "WRONG"
            outcome = result.outcome if result.wrong is None else result.wrong
            print(f"{mark} {name} · {result.case.name} · {result.fault or 'healthy'}: {outcome}", flush=True)

        async with asyncio.TaskGroup() as group:
            for name in names:
                for case in load(HERE / f"{name}.toml"):
                    for fault in (None, case.fault):
                        if only.casefold() in f"{case.name} {case.fault}".casefold():
                            run = asyncio.create_task(play(case, fault, APPLICATIONS[name], client, gate))
                            group.create_task(one(name, run))
    return played


def report(played: list[tuple[str, Played]], seconds: float) -> str:
    """As a table in Markdown: a row for each test."""
    rows = ["| application | test | healthy | fault | faulty |", "|---|---|---|---|---|"]
    by_test: dict[tuple[str, str], dict[bool, Played]] = {}
    for name, one in played:
        by_test.setdefault((name, one.case.name), {})[one.fault is None] = one
    for (name, test), pair in sorted(by_test.items()):
        cells = [f"{'' if one.wrong is None else '**WRONG** '}{one.outcome}" for one in (pair[True], pair[False])]
        cells = [cell.replace("|", "\\|").replace("\n", " ") for cell in cells]
        rows.append(f"| {name} | {test} | {cells[0]} | {pair[False].case.fault} | {cells[1]} |")
    wrong = sum(one.wrong is not None for _, one in played)
    false = sum(one.fault is not None and one.run["overallStatus"] == "passed" for _, one in played)
    load_now = " ".join(f"{value:.1f}" for value in os.getloadavg())
    rows.append("")
    rows.append(f"{len(played)} runs in {seconds:.0f} s (load {load_now}); {wrong} wrong, {false} false passes.")
    return "\n".join(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("applications", nargs="*", choices=[*APPLICATIONS, []], default=[])
    parser.add_argument("--only", default="", metavar="WORDS", help="tests whose name or fault holds these words")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the table there")
    given = parser.parse_args()
    names = given.applications or list(APPLICATIONS)
    began = time.monotonic()

    async def work() -> list[tuple[str, Played]]:
        if names != ["shop"]:
            await install()
        return await play_all(names, given.only)

    played = asyncio.run(work())
    text = report(played, time.monotonic() - began)
    if given.report:
        given.report.write_text(text + "\n")
    print(text.splitlines()[-1])
    return int(any(one.wrong is not None for _, one in played))


if __name__ == "__main__":
    sys.exit(main())
