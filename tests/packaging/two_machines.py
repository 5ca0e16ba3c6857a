"""Shows browsers elsewhere: two `playwright run-server` in network namespaces of their own, one of which goes away.

As root on Linux, with iproute2: `python -m tests.packaging.two_machines`. Each namespace reaches this machine by one
cable and nothing else. Eight tests of the demo shop run on both; one server is killed meanwhile. Asserts the verdicts.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path

from qa_appliance.browser.process.choice import choose_browser
from tests.browser.remote import lay_out, run_server

TESTS = 8
DESCRIPTION = 'Open the catalogue, search for "lamp" and check that "Desk lamp" is shown'


@contextmanager
def machine(name: str, number: int) -> Iterator[str]:
    """A network namespace at the other end of a cable; answers its address. Ours is 10.213.<number>.1."""
    ours, theirs = f"qa-{number}-here", f"qa-{number}-there"
    ip("netns", "add", name)
    try:
        ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
        ip("address", "add", f"10.213.{number}.1/24", "dev", ours)
        ip("link", "set", ours, "up")
        ip("-n", name, "address", "add", f"10.213.{number}.2/24", "dev", theirs)
        ip("-n", name, "link", "set", theirs, "up")
        ip("-n", name, "link", "set", "lo", "up")
        yield f"10.213.{number}.2"
    finally:
        ip("netns", "delete", name)  # and with it the cable


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


async def main() -> None:
    if os.geteuid() != 0:
        sys.exit("Network namespaces need root.")
    async with AsyncExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        choice = await choose_browser()
        shop, site = await start_shop()
        stack.push_async_callback(end, shop)
        namespaces = stack.enter_context(ExitStack())
        servers = []
        for number in (1, 2):
            host = namespaces.enter_context(machine(f"qa-lab-{number}", number))
            inside = ("ip", "netns", "exec", f"qa-lab-{number}")
            server = lay_out(choice, work / "browsers", host)
            servers.append(await stack.enter_async_context(run_server(server, before=inside)))
        endpoints = [part for address, _ in servers for part in ("--browser-endpoint", f"{address}#slots=2")]
        began = time.monotonic()
        run = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "qa_appliance", "run", *[DESCRIPTION] * TESTS, "--url", site, "--allow", "loopback",
            "--browsers", "4", "--json", "--data-dir", work / "data", *endpoints,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert run.stdout is not None
        assert run.stderr is not None
        first = (await run.stderr.readline()).decode()
        print(first.strip())
        servers[0][1].kill()
        print("The first server was killed.")
        output, talk = await run.communicate()
        print(talk.decode().strip())
        results = [result["run"] for result in json.loads(output)["results"]]
        verdicts = [run["overallStatus"] for run in results]
        print(f"{verdicts.count('passed')} of {TESTS} passed in {time.monotonic() - began:.1f} s")
        assert verdicts == ["passed"] * TESTS, verdicts
        assert all(run["videoUrl"] and run["traceUrl"] for run in results)


async def start_shop() -> tuple[asyncio.subprocess.Process, str]:
    shop = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "qa_appliance", "demo", "--shop-only", "--port", "0",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert shop.stdout is not None
    return shop, (await shop.stdout.readline()).decode().strip()


async def end(process: asyncio.subprocess.Process) -> None:
    process.terminate()
    await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
