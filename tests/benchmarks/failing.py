"""How long a check that fails is waited for: on still pages and on pages that may still change, certain against full.

Run it: `python -m tests.benchmarks.failing [rounds]`. Both patiences take turns on the same pages; medians in seconds.
"""

from __future__ import annotations

import asyncio
import statistics
import sys

from playwright.async_api import async_playwright

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.run import Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.perform import perform
from tests.steps.conftest import stage_on
from tests.steps.late import late_server

_PAGES = {
    "still": "",
    "with a request that is answered after 2 s": "<script>fetch('ORIGIN/slow?ms=2000')</script>",
    "with a timer due after 3 s": "<script>setTimeout(() => 0, 3000)</script>",
    "polling every second": "<script>setInterval(() => fetch('ORIGIN/no'), 1000)</script>",
    "with an open socket": "<script>new WebSocket('ORIGIN/socket?ms=60000'.replace('http', 'ws'))</script>",
}
_PATIENCE = 10.0


async def main(rounds: int) -> None:
    step = plan_english("Check that “Ready” is shown.").steps[0]
    async with async_playwright() as playwright, late_server() as origin:
        launched = await launch(playwright, await choose_browser())
        print(f"{'a page':44} certain   full")
        for name, markup in _PAGES.items():
            seconds: dict[bool, list[float]] = {True: [], False: []}
            for _ in range(rounds):
                for certain, found in seconds.items():
                    async with stage_on(launched.browser, Site(base_url=origin)) as stage:
                        stage.patience, stage.certain = _PATIENCE, certain
                        await stage.page.goto(f"{origin}/no")
                        await stage.page.set_content(f"<h1>Shop</h1>{markup.replace('ORIGIN', origin)}")
                        found.append((await perform(step, stage, 0)).duration_ms / 1000)
            print(f"{name:44} {statistics.median(seconds[True]):7.2f} {statistics.median(seconds[False]):6.2f}")
        await launched.browser.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
