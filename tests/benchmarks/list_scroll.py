"""What scrolling a long list of runs costs a browser: frames, and the tasks that hold one up.

Run it: `python -m tests.benchmarks.list_scroll [runs]`. Prints one JSON object, times in milliseconds; the list is
scrolled by the wheel from its first run to its last, all pages read on the way, and then back.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Page, async_playwright

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from tests.web.seeded import seeded, sign_in

RUNS, STEP = 10_000, 1200  # pixels a turn of the wheel
LONG_FRAME, DROPPED = 50, 34  # a frame is 16.7 at 60 a second

WATCH = """() => {
  window.frames_ = [];
  let last = performance.now();
  const frame = now => { frames_.push(now - last); last = now; window.watching_ = requestAnimationFrame(frame); };
  window.watching_ = requestAnimationFrame(frame);
  window.long_ = [];
  new PerformanceObserver(list => long_.push(...list.getEntries().map(each => each.duration)))
    .observe({ type: "longtask" });
}"""


async def scrolled(page: Page, way: int, until: str) -> dict[str, Any]:
    await page.evaluate(WATCH)
    began = time.perf_counter()
    await page.mouse.move(600, 400)
    while not await page.evaluate(until):
        await page.mouse.wheel(0, way * STEP)
        await page.evaluate("new Promise(requestAnimationFrame)")
    seconds = time.perf_counter() - began
    frames, tasks = await page.evaluate("[frames_.slice(1), long_]")
    return {
        "seconds": round(seconds, 1),
        "frames": len(frames),
        "median frame": round(statistics.median(frames), 1),
        "slowest frame": round(max(frames), 1),
        f"frames over {DROPPED}": sum(each > DROPPED for each in frames),
        f"tasks over {LONG_FRAME}": len(tasks),
        "longest task": round(max(tasks, default=0), 1),
    }


async def main(count: int) -> None:
    choice = await choose_browser()
    with tempfile.TemporaryDirectory() as name:
        async with seeded(Path(name), count) as address, async_playwright() as playwright:
            browser = (await launch(playwright, choice)).browser
            page = await browser.new_page(viewport={"width": 1280, "height": 900})
            await sign_in(page, address)
            began = time.perf_counter()
            await page.goto(f"{address}/runs")
            await page.get_by_role("link", name=f"Lamp {count}").wait_for()
            shown = round((time.perf_counter() - began) * 1000)
            last = "[...document.querySelectorAll('.run-row')].some(row => row.textContent.includes('\"Lamp 1\"'))"
            down = await scrolled(page, 1, last)
            up = await scrolled(page, -1, "scrollY === 0")
            print(json.dumps({"runs": count, "first rows": shown, "down, reading": down, "up": up}))
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
