"""How long a look at a page of 5,000 elements and a search in it take: `python -m tests.benchmarks.look_and_rank`."""

# ruff: noqa: E501 - a page stands in one line

from __future__ import annotations

import asyncio
import os
import statistics
import time

from playwright.async_api import async_playwright

from qa_appliance.browser.find.search import find
from qa_appliance.browser.look.take import take_look
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.target import Target

ROUNDS = 15
ROW = "<tr><td>{0}</td><td><a href='/{0}'>Item {0}</a></td><td><button class=e>Edit {0}</button></td><td>x<span>y</span></td></tr>"
CARD = "<div class=card><h3>Item {0}</h3><p>Some words about it <b>and</b> more</p><div><span>{0}.99</span><i></i></div><a href='/{0}'>Open {0}</a></div>"
PAGES = {
    "table, a third of it interactive": "<table>" + "".join(ROW.format(n) for n in range(625)) + "</table>",
    "cards, a ninth of it interactive": "".join(CARD.format(n) for n in range(555)),
}


async def measure() -> None:
    choice = await choose_browser()
    async with async_playwright() as playwright:
        browser = (await launch(playwright, choice)).browser
        page = await browser.new_page()
        for name, html in PAGES.items():
            await page.set_content(html)
            for target in ("Item 600", "Nothing like it"):
                looks, finds = [], []
                for _ in range(ROUNDS):
                    began = time.perf_counter()
                    look = await take_look(page)
                    looked = time.perf_counter()
                    find(look, Target(words=target, name=target), "click")
                    looks.append(looked - began)
                    finds.append(time.perf_counter() - looked)
                both = statistics.median(a + b for a, b in zip(looks, finds, strict=True))
                print(
                    f"{name}, {len(look.nodes)} elements, “{target}”: look {statistics.median(looks) * 1000:.0f} ms (fastest {min(looks) * 1000:.0f}), "
                    f"search {statistics.median(finds) * 1000:.0f} ms (fastest {min(finds) * 1000:.0f}), both {both * 1000:.0f} ms (median of {ROUNDS})"
                )
        await browser.close()
    print(f"load of the machine: {os.getloadavg()}")


if __name__ == "__main__":
    asyncio.run(measure())
