"""What a replay with all evidence costs: 20 steps on the demo shop by the appliance, and by hand-written Playwright.

Run it: `python -m tests.benchmarks.replay_overhead [rounds]`. The same browser process does all three in turn: the
appliance with everything on, a script with its own trace and screencast, and a bare script. Measured is from the first
step to the last, and for a one-step test from the trigger over HTTP to the terminal state. Prints one JSON object:
medians in milliseconds and ratios, with the load averages of the machine: on a busy one they say little.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
from playwright.async_api import Page, expect

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.events import Emit, Event, StepBegan, StepEnded
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.core.steps import Step
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.planning.planner import StandardPlanner
from qa_appliance.run_test import Means, run_test
from tests.benchmarks.ways import CHECK, Act, appliance, plain, recorded

STEPS = """
Go to /products/wool-blanket
Set Quantity to 2
Click "Add to cart"
Check that "Wool blanket was added to the cart" is shown
Go to /checkout
Enter "Grace Hopper" into Full name
Enter "grace@example.test" into E-mail
Enter "Harbour Street 1" into Street and number
Enter "10115" into Postcode
Enter "Berlin" into City
Select "Germany" from Country
Choose Express under Shipping
Check "I accept the terms of sale"
Click "Place order"
Check that "Thank you for your order" is shown
Check that the total is 167.90
Go to /catalogue
Select "Stationery" from Category
Check that "3 products" is shown
Check that "Fountain pen" is shown
"""
EVERYTHING = EvidenceOptions()


async def script(page: Page, origin: str, act: Act) -> None:
    """The same twenty steps as a tester would write them in Playwright."""
    deeds: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: page.goto(f"{origin}/products/wool-blanket"),
        lambda: page.get_by_label("Quantity").fill("2"),
        lambda: page.get_by_role("button", name="Add to cart").click(),
        lambda: expect(page.get_by_text("Wool blanket was added to the cart")).to_be_visible(),
        lambda: page.goto(f"{origin}/checkout"),
        lambda: page.get_by_label("Full name").fill("Grace Hopper"),
        lambda: page.get_by_label("E-mail").fill("grace@example.test"),
        lambda: page.get_by_label("Street and number").fill("Harbour Street 1"),
        lambda: page.get_by_label("Postcode").fill("10115"),
        lambda: page.get_by_label("City").fill("Berlin"),
        lambda: page.get_by_label("Country").select_option("Germany"),
        lambda: page.get_by_label("Express").check(),
        lambda: page.get_by_label("I accept the terms of sale").check(),
        lambda: page.get_by_role("button", name="Place order").click(),
        lambda: expect(page.get_by_text("Thank you for your order")).to_be_visible(),
        lambda: expect(page.get_by_text("167.90").last).to_be_visible(),
        lambda: page.goto(f"{origin}/catalogue"),
        lambda: page.get_by_label("Category").select_option("Stationery"),
        lambda: expect(page.get_by_text("3 products")).to_be_visible(),
        lambda: expect(page.get_by_text("Fountain pen").first).to_be_visible(),
    )
    for number, deed in enumerate(deeds, 1):
        await act(number, deed())


async def by_hand(pool: Pool, origin: str, *, evident: bool) -> float:
    """Seconds from the first step to the last."""
    async with pool.session(Site(origin)) as session, AsyncExitStack() as evidence:
        act = await evidence.enter_async_context(recorded(session.page)) if evident else plain
        began = time.perf_counter()
        await script(session.page, origin, act)
        return time.perf_counter() - began


class Replays:
    def __init__(self, pool: Pool, origin: str, folder: Path) -> None:
        self._means = Means(StandardPlanner(), pool, Guard(["loopback"]), EVERYTHING, 5.0)
        self._site, self._folder = Site(origin, frozenset({"127.0.0.1"})), folder
        self._moments: dict[str, float] = {}
        self.finish: list[float] = []

    async def run(self, procedure: Plan | None, also: Emit = lambda event: None) -> tuple[Outcome, float]:
        """The outcome, and the seconds its steps took; `also` hears what happens."""
        request = RunRequest(
            "run", "org", "project", self._site,
            description=None if procedure else STEPS, procedure=procedure, procedure_id="p" if procedure else None,
        )  # fmt: skip

        def hear(event: Event) -> None:
            self._hear(event)
            also(event)

        outcome = await run_test(
            request, self._means, save=self._save, emit=hear, on_started=self._started, on_closed=self._closed
        )
        ended = time.perf_counter()
        if outcome.overall_status != "passed":
            raise SystemExit(outcome.report_markdown)
        self.finish.append(ended - self._moments["last"])
        return outcome, self._moments["last"] - self._moments["first"]

    def _hear(self, event: Event) -> None:
        if isinstance(event, StepBegan) and event.index == 0:
            self._moments["first"] = time.perf_counter()
        if isinstance(event, StepEnded):
            self._moments["last"] = time.perf_counter()

    async def _save(self, name: str, data: bytes | Path) -> str:
        path = self._folder / name.replace("/", "-")
        await asyncio.to_thread(path.write_bytes, data if isinstance(data, bytes) else data.read_bytes())
        return name

    async def _started(self) -> bool:
        return True

    async def _closed(self) -> None:
        return


def saved(outcome: Outcome) -> Plan:
    """The plan as a procedure keeps it: with the places where its targets were found, and what its steps came to."""

    def known(step: Step, at: int) -> Step:
        step = msgspec.structs.replace(step, ways=tuple(outcome.steps[at].details.ways))
        found, target = outcome.steps[at].found, getattr(step, "target", None)
        if found is None or found.known is None or target is None:
            return step
        return msgspec.structs.replace(step, target=msgspec.structs.replace(target, known=found.known))

    steps = tuple(known(step, at) for at, step in enumerate(outcome.plan.steps))
    return msgspec.structs.replace(outcome.plan, steps=steps, source="saved")


async def one_step(origin: str, rounds: int) -> float:
    """Seconds from the 202 to the terminal state, on a warm pool."""
    folder = Path(tempfile.mkdtemp())
    async with appliance(origin, folder, slots=1) as runs:
        seconds = [await runs.take(CHECK) for _ in range(rounds + 1)]
    shutil.rmtree(folder, ignore_errors=True)
    return statistics.median(seconds[1:])


async def main(rounds: int) -> None:
    folder = Path(tempfile.mkdtemp())
    times: dict[str, list[float]] = {"appliance": [], "script with evidence": [], "bare script": []}
    async with (
        serving(create_shop()) as origin,
        Pool.open(await choose_browser(), slots=1, data_dir=folder) as pool,
    ):
        replays = Replays(pool, origin, folder)
        procedure = saved((await replays.run(None))[0])
        replays.finish.clear()
        for _ in range(rounds):
            times["appliance"].append((await replays.run(procedure))[1])
            times["script with evidence"].append(await by_hand(pool, origin, evident=True))
            times["bare script"].append(await by_hand(pool, origin, evident=False))
    async with serving(create_shop()) as origin:
        single = await one_step(origin, min(rounds, 9))
    shutil.rmtree(folder, ignore_errors=True)
    medians = {name: round(statistics.median(seconds) * 1000) for name, seconds in times.items()}
    figures = {
        "rounds": rounds,
        "load of the machine": os.getloadavg(),
        "medians in ms": medians,
        "to the script with evidence": round(medians["appliance"] / medians["script with evidence"], 2),
        "to the bare script": round(medians["appliance"] / medians["bare script"], 2),
        "from the last step to the outcome in ms": round(statistics.median(replays.finish) * 1000),
        "one step from 202 to terminal in ms": round(single * 1000),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
