"""What it costs a look to learn of each frame whether its iframe is seen: `python -m tests.benchmarks.frames`.

Looks at a page of five frames in turns, as it is and with each iframe asked for; the ratio is of the medians.
"""

from __future__ import annotations

import asyncio
import statistics
import time

from playwright.async_api import Frame, async_playwright

from qa_appliance.browser.look import take
from qa_appliance.browser.look.node import FrameLook
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch

ROUNDS = 60
FRAMES = 5
INSIDE = "".join(f"<p>Text {n} <button>Save {n}</button></p>" for n in range(20))
PAGE = "<h1>Home</h1>" + f'<iframe width=300 height=200 srcdoc="{INSIDE}"></iframe>' * FRAMES

_look_at = take._look_at


async def _asked_too(frame: Frame, *given: object) -> FrameLook:
    """As where each frame's iframe is asked for, before it is looked at."""
    if frame.parent_frame is not None:
        await take._is_unseen(frame)
    return await _look_at(frame, *given)  # type: ignore[arg-type]


async def measure() -> None:
    choice = await choose_browser()
    found: dict[bool, list[float]] = {True: [], False: []}
    async with async_playwright() as playwright:
        browser = (await launch(playwright, choice)).browser
        page = await browser.new_page()
        await page.set_content(PAGE)
        for turn in range(2 * ROUNDS):
            asks = turn % 2 == 0
            take._look_at = _asked_too if asks else _look_at  # type: ignore[assignment]
            began = time.perf_counter()
            await take.take_look(page)
            found[asks].append(time.perf_counter() - began)
        await browser.close()
    asked, plain = (statistics.median(found[asks]) * 1000 for asks in (True, False))
    print(
        f"{FRAMES} frames: {plain:.1f} ms where the look around them tells, {asked:.1f} ms where each is asked for:"
        f" {asked / plain:.2f} times (of {ROUNDS})"
    )


if __name__ == "__main__":
    asyncio.run(measure())
