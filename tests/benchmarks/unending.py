"""What a page that changes without end costs: memory and disk of a run with all its evidence, and what is kept.

Run it: `python -m tests.benchmarks.unending [seconds]`. Prints one JSON object per page: the most megabytes of memory
this process grew by, the most megabytes of temporary files on the disk, and the megabytes that were filed.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from playwright.async_api import async_playwright

from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.evidence.kinds import BY_DEFAULT
from qa_appliance.evidence.base.options import EvidenceOptions
from qa_appliance.evidence.recorder import Recorder

PAGES = {
    "an animation of the whole page": """<body style="margin:0"><canvas id=c width=1280 height=720></canvas><script>
        const g = c.getContext('2d'); let n = 0;
        (function draw() { n++; for (let i = 0; i < 200; i++) { g.fillStyle = `hsl(${Math.random() * 360},80%,50%)`;
        g.fillRect(Math.random() * 1280, Math.random() * 720, 90, 60) } requestAnimationFrame(draw) })()</script>""",
    "a ticker": """<p id=p style="font-size:40px"></p><ul id=l></ul><script>setInterval(() => {
        p.textContent = new Date().toISOString(); console.log('tick', p.textContent); fetch('data:text/plain,x');
        const i = document.createElement('li'); i.textContent = p.textContent; l.prepend(i);
        if (l.children.length > 30) l.lastChild.remove() }, 20)</script>""",
}


class Peak:
    """The most there was, looked at ten times a second."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._process = folder, psutil.Process()
        self._begun = self._process.memory_info().rss
        self.memory = self.disk = 0

    async def watch(self) -> None:
        while True:
            self.memory = max(self.memory, self._process.memory_info().rss - self._begun)
            self.disk = max(self.disk, await asyncio.to_thread(self._on_disk))
            await asyncio.sleep(0.1)

    def _on_disk(self) -> int:
        size = 0
        for path in self._folder.rglob("*"):
            try:
                size += path.stat().st_size
            except OSError:  # gone meanwhile
                continue
        return size


async def measure(page_text: str, seconds: float, folder: Path) -> dict[str, Any]:
    filed: dict[str, int] = {}

    async def save(name: str, data: bytes | Path) -> str:
        filed[name] = len(data) if isinstance(data, bytes) else data.stat().st_size
        return name

    async with async_playwright() as playwright:
        launched = await launch(playwright, await choose_browser())
        context = await launched.browser.new_context(viewport={"width": 1280, "height": 720})
        page = await context.new_page()
        peak = Peak(folder)
        watching = asyncio.create_task(peak.watch())
        opening = Recorder.open(
            run_id="run",
            save=save,
            options=EvidenceOptions(kinds=BY_DEFAULT | {"har"}, live=lambda: True),
            emit=lambda _: None,
        )
        async with opening as recorder, recorder.recording(context):
            await page.set_content(page_text)
            ends, step = time.monotonic() + seconds, 0
            while time.monotonic() < ends:
                await recorder.step_begins(step, f"Look for the {step}. time.")
                await recorder.before_action(page, (10, 10, 100, 40))
                await asyncio.sleep(1)
                step += 1
            began = time.monotonic()
            home = await recorder.finish(page)
            took = time.monotonic() - began
        watching.cancel()
        await launched.browser.close()
    megabytes = {name: round(size / 1e6, 2) for name, size in filed.items() if "screenshots/" not in name}
    return {
        "seconds": seconds, "memory": round(peak.memory / 1e6), "disk": round(peak.disk / 1e6), "filed": megabytes,
        "pictures": sum("screenshots/" in name for name in filed), "finish seconds": round(took, 1),
        "console": len(home.console_events or []), "notes": home.notes,
    }  # fmt: skip


async def main(seconds: float) -> None:
    for name, text in PAGES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.environ["TMPDIR"] = tempfile.tempdir = folder  # where everything temporary of the run goes
            print(json.dumps({"page": name} | await measure(text, seconds, Path(folder))), flush=True)
            tempfile.tempdir = None


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
