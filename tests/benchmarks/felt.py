"""What users feel, against the script they would have written: a flow of twenty steps, a check, a folder of tests.

`make bench`, or `python -m tests.benchmarks.felt [readme] [rounds [tests]]`: 9 rounds and a folder of 12 tests unless
given; with `readme` the table takes the place of the one in docs/lab/cost.md.
The appliance with everything on, a script with Playwright's own trace and screencast, and a bare script take turns,
round by round, on one machine in one process. Prints a table: medians, ratios as the median of those of each round with
their quartiles, and the processor seconds of a test by process. On a busy machine they say little.
"""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import psutil
from playwright.async_api import Page, expect

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.run import Site
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from tests.benchmarks.replay_overhead import Replays, saved, script
from tests.benchmarks.ways import CHECK, Act, appliance, plain, recorded

COST = Path(__file__).parents[2] / "docs" / "lab" / "cost.md"
BEGIN, END = "<!-- make bench ARGS=readme -->", "<!-- end of it -->"
SLOTS = 2
SHORT = """Go to /products/wool-blanket
Set Quantity to 2
Click "Add to cart"
Check that "Wool blanket was added to the cart" is shown"""

Deeds = Callable[[Page, str, Act], Awaitable[None]]
Way = Callable[[], Awaitable[float]]


async def one_check(page: Page, origin: str, act: Act) -> None:
    await act(1, page.goto(origin))
    await act(2, expect(page.get_by_text("Catalogue").first).to_be_visible())


async def short(page: Page, origin: str, act: Act) -> None:
    await act(1, page.goto(f"{origin}/products/wool-blanket"))
    await act(2, page.get_by_label("Quantity").fill("2"))
    await act(3, page.get_by_role("button", name="Add to cart").click())
    await act(4, expect(page.get_by_text("Wool blanket was added to the cart")).to_be_visible())


class Scripts:
    """Hand-written tests in contexts of one warm browser."""

    def __init__(self, pool: Pool, origin: str) -> None:
        self._pool, self._origin = pool, origin
        self.steps = 0.0  # seconds of the last one's steps

    async def run(self, deeds: Deeds, *, evident: bool) -> float:
        """Seconds from nothing to its end, the context's opening and closing included."""
        began = time.perf_counter()
        async with self._pool.session(Site(self._origin)) as session, AsyncExitStack() as evidence:
            act = await evidence.enter_async_context(recorded(session.page)) if evident else plain
            first = time.perf_counter()
            await deeds(session.page, self._origin, act)
            self.steps = time.perf_counter() - first
        return time.perf_counter() - began

    async def folder(self, tests: int, *, evident: bool) -> float:
        """As many at once as the appliance has slots."""
        left = iter(range(tests))

        async def work() -> None:
            for _ in left:
                await self.run(short, evident=evident)

        began = time.perf_counter()
        await asyncio.gather(*(work() for _ in range(SLOTS)))
        return time.perf_counter() - began


class Table:
    """Seconds by row and way, of each round in turn."""

    def __init__(self) -> None:
        self._times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self._worked: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)

    async def round(self, row: str, ways: dict[str, Way], turn: int, *, worked: int = 0) -> None:
        """`worked`: the tests in it, where the processor seconds of each are told too."""
        for name in [*ways][turn % len(ways) :] + [*ways][: turn % len(ways)]:
            before = processor_seconds() if worked else {}
            self.add(row, name, await ways[name]())
            if worked:
                after = processor_seconds()
                self._worked[row, name].append({kind: (after[kind] - before[kind]) / worked for kind in after})

    def add(self, row: str, way: str, seconds: float) -> None:
        self._times[row][way].append(seconds)

    def lines(self) -> list[str]:
        found = [
            "| | appliance | script with evidence | bare script | to the one | to the other |",
            "|---|---|---|---|---|---|",
        ]
        for row, ways in self._times.items():
            medians = [f"{statistics.median(times) * 1000:,.0f} ms" for times in ways.values()]
            own, *others = ways.values()
            found.append(f"| {' | '.join([row, *medians, *(_ratio(own, other) for other in others)])} |")
        found += ["", "Processor seconds of a test, its opening and end included:", ""]
        kinds = list(processor_seconds())
        found += [f"| | {' | '.join(kinds)} | all |", f"|---|{'---|' * (len(kinds) + 1)}"]
        for (row, way), each in self._worked.items():
            seconds = [statistics.median(one[kind] for one in each) for kind in kinds]
            found.append(f"| {row}: {way} | {' | '.join(f'{one:.2f}' for one in [*seconds, sum(seconds)])} |")
        return found


def _ratio(own: list[float], other: list[float]) -> str:
    ratios = [a / b for a, b in zip(own, other, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def processor_seconds() -> dict[str, float]:
    """Of this process and all it has started, by kind; those of renderers that have ended too."""
    found = dict.fromkeys(("own", "driver", "browser", "compositor"), 0.0)
    own = psutil.Process()
    for process in (own, *own.children(recursive=True)):
        try:
            times, words = process.cpu_times(), process.cmdline()
        except psutil.NoSuchProcess:
            continue
        kind = "own" if process == own else "driver" if "run-driver" in words else "browser"
        kind = "compositor" if "--type=gpu-process" in words else kind
        ended = times.children_user + times.children_system if "--type=zygote" in words else 0
        found[kind] += times.user + times.system + ended
    return found


def machine() -> str:
    """What it was measured on, and how busy that was."""
    info = Path("/proc/cpuinfo")
    named = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    memory = psutil.virtual_memory().total / 2**30
    processor = f"{os.cpu_count()} × {named[0] if named else platform.machine()}"
    return f"{processor}, {memory:.0f} GB, {platform.system()}; load {os.getloadavg()[0]:.1f}."


def quote(table: str) -> None:
    """Puts the table where docs/lab/cost.md has it."""
    text = COST.read_text("utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    COST.write_text(f"{text[:begin]}\n{table}\n{text[end:]}", "utf-8")


async def main(rounds: int, tests: int) -> str:
    folder, table = Path(tempfile.mkdtemp()), Table()
    async with (
        serving(create_shop()) as origin,
        Pool.open(await choose_browser(), slots=SLOTS, data_dir=folder / "scripts") as pool,
        appliance(origin, folder / "appliance", SLOTS) as runs,
    ):
        scripts, replays = Scripts(pool, origin), Replays(pool, origin, folder)
        procedure = saved((await replays.run(None))[0])
        await runs.take(SHORT, SLOTS)  # what is loaded once is loaded now
        steps: dict[str, list[float]] = defaultdict(list)

        async def replay() -> float:
            began = time.perf_counter()
            steps["appliance"].append((await replays.run(procedure))[1])
            return time.perf_counter() - began

        async def by_hand(name: str, *, evident: bool) -> float:
            seconds = await scripts.run(script, evident=evident)
            steps[name].append(scripts.steps)
            return seconds

        flow: dict[str, Way] = {
            "appliance": replay,
            "script with evidence": lambda: by_hand("script with evidence", evident=True),
            "bare script": lambda: by_hand("bare script", evident=False),
        }
        check: dict[str, Way] = {
            "appliance": lambda: runs.take(CHECK),
            "script with evidence": lambda: scripts.run(one_check, evident=True),
            "bare script": lambda: scripts.run(one_check, evident=False),
        }
        tests_of_a_folder: dict[str, Way] = {
            "appliance": lambda: runs.take(SHORT, tests),
            "script with evidence": lambda: scripts.folder(tests, evident=True),
            "bare script": lambda: scripts.folder(tests, evident=False),
        }
        for turn in range(rounds):
            await table.round("twenty steps, a saved test from its start to its verdict", flow, turn, worked=1)
            await table.round("a single check, from the 202 to its end", check, turn)
            await table.round(
                f"a folder of {tests} tests of four steps, two at once", tests_of_a_folder, turn, worked=tests
            )
        for name in flow:
            for seconds in steps[name]:
                table.add("twenty steps, from the first to the last", name, seconds)
    shutil.rmtree(folder, ignore_errors=True)
    return "\n".join([*table.lines(), "", f"{rounds} rounds in turn. {machine()}"])


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "readme"]
    printed = asyncio.run(main(*([int(text) for text in given] + [9, 12][len(given) :])))
    print(printed)
    if "readme" in sys.argv:
        quote(printed)
