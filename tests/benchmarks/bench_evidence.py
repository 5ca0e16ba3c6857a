"""What the evidence costs: twenty actions on a page, bare, with Playwright's own trace and screencast, and recorded.

Run it: `python tests/benchmarks/bench_evidence.py [rounds]`. Prints one JSON object: medians in milliseconds, ratios.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright._impl._api_structures import ScreencastSize
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.evidence.recorder import EvidenceOptions, Recorder

ACTIONS = 20
ROWS = "".join(f"<tr><td>Item {n}<td>{n * 3} pieces<td><a href=#r{n}>Show</a>" for n in range(150))
PAGE = f"""<!doctype html><html lang=en><title>Shop</title><main><h1>Shop</h1>
<form onsubmit="return false"><label>Name <input id=name></label><button id=add>Add</button></form>
<ul id=list></ul><table>{ROWS}</table></main>
<script>add.onclick = () => {{ const item = document.createElement('li'); item.textContent = name.value + Date.now();
list.prepend(item); fetch('/api') }}</script></html>"""

Act = Callable[[int], Awaitable[None]]


async def serve() -> asyncio.Server:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.read(65536)  # empty: the browser opened a connection and thought better of it
        body = PAGE.encode() if head.startswith(b"GET / ") else b"{}"
        writer.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + body)
        writer.close()

    return await asyncio.start_server(talk, "127.0.0.1", 0)


async def deed(page: Page, number: int) -> None:
    if number % 2:
        await page.click("#add")
    else:
        await page.fill("#name", f"Thing {number}")


@asynccontextmanager
async def bare(context: BrowserContext, page: Page) -> AsyncIterator[Act]:
    yield lambda number: deed(page, number)


@asynccontextmanager
async def raw(context: BrowserContext, page: Page) -> AsyncIterator[Act]:
    frames = []
    folder = Path(tempfile.mkdtemp())
    size: ScreencastSize = {"width": 1280, "height": 720}
    await page.screencast.start(on_frame=lambda frame: frames.append(frame), size=size, quality=70)
    await context.tracing.start(screenshots=True, snapshots=True)

    async def act(number: int) -> None:
        await context.tracing.group(f"Step {number}")
        await deed(page, number)
        await context.tracing.group_end()

    yield act
    await page.screencast.stop()
    await context.tracing.stop(path=folder / "trace.zip")
    shutil.rmtree(folder)


@asynccontextmanager
async def recorded(context: BrowserContext, page: Page) -> AsyncIterator[Act]:
    async def save(name: str, data: bytes | Path) -> str:
        return name

    opening = Recorder.open(run_id="bench", save=save, options=EvidenceOptions(), emit=lambda event: None)
    async with opening as recorder, recorder.recording(context):

        async def act(number: int) -> None:
            await recorder.step_begins(number, f"Step {number}")
            await recorder.before_action(page, (100, 100, 80, 20))
            await deed(page, number)
            await recorder.step_ends(StepRecord(number, "click", None, None, "passed", "Step", "english"), page)

        yield act
        began = time.perf_counter()
        home = await recorder.finish(page)
        FINISHES.append((time.perf_counter() - began) * 1000)
        assert home.notes == []


FINISHES: list[float] = []
WAYS = {"bare": bare, "raw": raw, "recorded": recorded}


async def once(browser: Browser, address: str, way: str) -> tuple[float, float]:
    """Milliseconds of the twenty actions alone, and with starting and ending the evidence."""
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    page = await context.new_page()
    began = time.perf_counter()
    async with WAYS[way](context, page) as act:
        await page.goto(address)
        acting = time.perf_counter()
        for number in range(ACTIONS):
            await act(number)
        acted = time.perf_counter()
    ended = time.perf_counter()
    await context.close()
    return (acted - acting) * 1000, (ended - began) * 1000


async def main(rounds: int) -> None:
    server = await serve()
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    choice = await choose_browser()
    actions: dict[str, list[float]] = {way: [] for way in WAYS}
    whole: dict[str, list[float]] = {way: [] for way in WAYS}
    async with async_playwright() as playwright:
        launched = await launch(playwright, choice)
        for number in range(rounds + 1):
            for way in WAYS:
                acted, took = await once(launched.browser, address, way)
                if number:  # the first round only warms up
                    actions[way].append(acted)
                    whole[way].append(took)
        await launched.browser.close()
    server.close()
    median = {way: statistics.median(values) for way, values in actions.items()}
    total = {way: statistics.median(values) for way, values in whole.items()}
    print(
        json.dumps(
            {
                "actions_ms": {way: round(value) for way, value in median.items()},
                "whole_ms": {way: round(value) for way, value in total.items()},
                "finish_ms": round(statistics.median(FINISHES)),
                "recorded_over_raw": round(median["recorded"] / median["raw"], 2),
                "recorded_over_bare": round(median["recorded"] / median["bare"], 2),
                "raw_over_bare": round(median["raw"] / median["bare"], 2),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 7))
