"""Many runs on browsers elsewhere while a machine of theirs is killed again and again: what becomes of each.

    python -m tests.packaging.nodes_killed run-server
    python -m tests.packaging.nodes_killed grid --jar selenium-server.jar   (needs Java, chromium and chromedriver)

Every run has a page of its own, which counts what is done to it. A run has to end with the verdict its page deserves,
or say why it did not; none may be lost, and none done twice after its first step. Prints a table; exits with 1 where
one of these does not hold. Not part of the suite: it takes minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

from qa_appliance.browser.process.choice import choose_browser
from tests.browser.remote import lay_out

DESCRIPTION = 'Go to /{number}. Click "Add". "Added" is shown. Wait {wait} seconds. Click "Send". "Thanks" is shown.'
BROKEN = 10  # every so many-th page takes what is sent and shows no thanks
STEPS_OF_PAGE = ("add", "send")
PAGE = """<!doctype html><title>Order</title><p id=said></p>
<button onclick="tell('add', 'Added')">Add</button><button onclick="tell('send', '{thanks}')">Send</button>
<script>
  async function tell(deed, words) {
    await fetch('/' + deed + location.pathname, {method: 'POST'});
    document.getElementById('said').textContent = words;
  }
</script>"""


@dataclass
class Site:
    """`done` counts what was done to each page."""

    url: str = ""
    done: Counter[str] = field(default_factory=Counter)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Site]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            method, path, _ = (await reader.readuntil(b"\r\n\r\n")).decode().split(" ", 2)
            if method == "POST":
                self.done[path] += 1
            number = path.strip("/").rpartition("/")[2]
            body = PAGE.replace("{thanks}", "" if is_broken(number) else "Thanks").encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


def is_broken(number: str) -> bool:
    return number.isdigit() and int(number) % BROKEN == 0


@dataclass
class Engine:
    """Nodes by how they are started; `leftovers` tells how many sessions are left when all runs have ended."""

    endpoints: list[str]
    starts: list[Callable[[], Any]]
    leftovers: Callable[[], Any]
    nodes: list[asyncio.subprocess.Process] = field(default_factory=list)
    killed: int = 0

    async def start(self) -> None:
        self.nodes = [await start() for start in self.starts]

    async def kill_in_turn(self, every: float) -> None:
        while True:
            await asyncio.sleep(every)
            at = self.killed % len(self.nodes)
            await end(self.nodes[at])
            self.killed += 1
            self.nodes[at] = await self.starts[at]()


async def end(process: asyncio.subprocess.Process) -> None:
    """As a machine that loses its power: with all it has started."""
    try:
        tree = psutil.Process(process.pid)
        for each in [tree, *tree.children(recursive=True)]:
            each.kill()
    except psutil.Error:
        pass
    await process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


async def spawn(log: Path, *command: str | Path, env: dict[str, str] | None = None) -> asyncio.subprocess.Process:
    with log.open("ab") as out:
        return await asyncio.create_subprocess_exec(*command, env=env, stdout=out, stderr=out)


async def run_servers(work: Path, count: int) -> Engine:
    choice, ports = await choose_browser(), [free_port() for _ in range(count)]

    def starting(port: int) -> Callable[[], Any]:
        server = lay_out(choice, work / "browsers", port=port)
        return lambda: spawn(work / f"server-{port}.log", *server.command, env=dict(server.env))

    async def leftovers() -> int:
        return 0  # its browsers end with the connection

    return Engine([f"ws://127.0.0.1:{port}/#slots=1" for port in ports], [starting(port) for port in ports], leftovers)


async def grid(work: Path, count: int, jar: Path, stack: AsyncExitStack) -> Engine:
    hub, publish, subscribe = free_port(), free_port(), free_port()
    bus = ["--publish-events", f"tcp://127.0.0.1:{publish}", "--subscribe-events", f"tcp://127.0.0.1:{subscribe}"]
    java = ["java", "-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", str(jar)]
    server = await spawn(work / "hub.log", *java, "hub", "--host", "127.0.0.1", "--port", str(hub), *bus)
    stack.push_async_callback(end, server)
    browser = {"binary": shutil.which("chromium") or "", "args": ["--no-sandbox"]}
    stereotype = json.dumps({"browserName": "chrome", "goog:chromeOptions": browser})
    driver = f"webdriver-executable={shutil.which('chromedriver')}"

    def starting(port: int) -> Callable[[], Any]:
        return lambda: spawn(
            work / f"node-{port}.log", *java, "node", "--host", "127.0.0.1", "--port", str(port), *bus,
            "--grid-url", f"http://127.0.0.1:{hub}", "--detect-drivers", "false", "--max-sessions", "1",
            "--driver-configuration", "display-name=chrome", "max-sessions=1", driver, f"stereotype={stereotype}",
        )  # fmt: skip

    async def leftovers() -> int:
        async with httpx.AsyncClient(trust_env=False) as client:
            status = (await client.get(f"http://127.0.0.1:{hub}/status")).json()["value"]
        return sum(slot["session"] is not None for node in status["nodes"] for slot in node["slots"])

    starts = [starting(free_port()) for _ in range(count)]
    return Engine([f"http://127.0.0.1:{hub}/#grid"], starts, leftovers)


async def ready(engine: Engine, work: Path) -> None:
    """Until the appliance itself finds browsers there."""
    addresses = [part for address in engine.endpoints for part in ("--browser-endpoint", address)]
    while True:
        asked = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "qa_appliance", "doctor", "--json", "--data-dir", work / "doctor", *addresses,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        checks = json.loads((await asked.communicate())[0])["checks"]
        found = [check for check in checks if check["name"].startswith("browser at ")]
        if found and all(check["state"] == "ok" for check in found):
            print(*(f"{check['name']}: {check['detail']}" for check in found), sep="\n", flush=True)
            return


async def runs(site: Site, engine: Engine, work: Path, count: int, wait: int) -> list[dict[str, Any]]:
    addresses = [part for address in engine.endpoints for part in ("--browser-endpoint", address)]
    tests = work / "tests"
    tests.mkdir()
    for number in range(1, count + 1):
        (tests / f"{number:04}.md").write_text(DESCRIPTION.format(number=number, wait=wait))
    with (work / "appliance.log").open("wb") as log:
        appliance = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "qa_appliance", "run", str(tests), "--url", site.url, "--allow", "loopback", "--json",
            "--data-dir", work / "data", "--output", work / "results", *addresses,
            stdout=asyncio.subprocess.PIPE, stderr=log,
        )  # fmt: skip
        output, _ = await appliance.communicate()
    return [result["run"] for result in json.loads(output)["results"]]


def judged(run: dict[str, Any], site: Site) -> str:
    number = run["instruction"].removeprefix("Go to /").partition(".")[0]
    done = [site.done[f"/{deed}/{number}"] for deed in STEPS_OF_PAGE]
    report = run.get("reportMarkdown") or ""
    if max(done) > 1:
        return "done twice"
    if run["status"] == "cancelled":
        return "cancelled, and said why" if max(done) == 0 and report else "wrong"
    if "was not begun again" in report or "begun again once only" in report:
        return "lost its browser, and said so" if run["overallStatus"] == "failed" else "wrong"
    deserved = "failed" if is_broken(number) else "passed"
    if run["overallStatus"] != deserved or done != [1, 1]:
        return "wrong"
    return "right, begun anew" if "begun again in a new one" in report else "right"


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", choices=["run-server", "grid"])
    parser.add_argument("--jar", type=Path, help="Selenium's server")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two kills")
    parser.add_argument("--wait", type=int, default=3, help="seconds a run waits in its middle")
    parser.add_argument("--work", type=Path, help="a folder that is kept")
    asked = parser.parse_args()
    async with AsyncExitStack() as stack:
        work = asked.work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work.mkdir(exist_ok=True)
        site = await stack.enter_async_context(Site().open())
        if asked.engine == "grid":
            engine = await grid(work, asked.nodes, asked.jar, stack)
        else:
            engine = await run_servers(work, asked.nodes)
        await engine.start()
        killing: asyncio.Task[None] | None = None
        try:
            await ready(engine, work)
            began, load = time.monotonic(), os.getloadavg()[0]
            killing = asyncio.create_task(engine.kill_in_turn(asked.every))
            results = await runs(site, engine, work, asked.runs, asked.wait)
            seconds = time.monotonic() - began
        finally:
            if killing is not None:
                killing.cancel()
                await asyncio.wait({killing})
            left = await engine.leftovers() if killing is not None else 0
            for node in engine.nodes:
                await end(node)
    kinds = Counter(judged(run, site) for run in results)
    kinds["lost"] = asked.runs - len(results)
    print(f"\n| {asked.engine}, {asked.nodes} nodes of one slot | |\n|---|---|")
    rows = ["right", "right, begun anew", "lost its browser, and said so", "cancelled, and said why"]
    for row in [*rows, "wrong", "done twice", "lost"]:
        print(f"| {row} | {kinds[row]} |")
    print(f"| runs | {asked.runs} |\n| nodes killed | {engine.killed}, one every {asked.every:g} s |")
    print(f"| sessions left at the end | {left} |")
    print(f"| seconds | {seconds:.0f} |\n| load of the machine | {load:.1f} before, {os.getloadavg()[0]:.1f} after |")
    for run in results:
        if judged(run, site) in ("wrong", "done twice"):
            print(run["instruction"], run["status"], run["overallStatus"], run.get("reportMarkdown"), sep="\n")
    return int(kinds["wrong"] + kinds["done twice"] + kinds["lost"] > 0)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(asyncio.run(main()))
