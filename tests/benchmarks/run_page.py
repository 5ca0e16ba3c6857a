"""How soon the page of a large run can be used: 200 steps with pictures, 400 events, in a real browser.

Run it: `python -m tests.benchmarks.run_page [rounds]`. Counted is from the navigation to the moment all steps are drawn
and a key press has chosen the next one, the page's code being cached as on every visit but the first. Prints one JSON
object: milliseconds, the median and the worst of the rounds.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, async_playwright

from qa_appliance.app import open_appliance
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.clock import iso, new_id, utc_now
from qa_appliance.settings import Settings

STEPS, EVENTS = 200, 200  # events of each kind: requests and console messages
OWNER = {"email": "a@example.test", "password": "a long pass phrase", "organizationName": "Lab"}

# tells when all steps are there, presses "n" until the page takes it, and tells when it has answered
WATCH = """(() => {
  const told = {drawn: 0, answered: 0};
  window.told = new Promise((done) => { told.done = done; });
  const press = () => {
    if (location.search.includes('step=')) return;
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true}));
    requestAnimationFrame(press);
  };
  const look = () => {
    if (!told.drawn && document.querySelectorAll('.steps li').length === COUNT) {
      told.drawn = performance.now();
      press();
    }
    if (told.drawn && !told.answered && location.search.includes('step=')
        && document.querySelector('.steps [aria-current]'))
      requestAnimationFrame(() => {
        told.answered ||= performance.now();
        told.done({drawn: told.drawn, answered: told.answered});
      });
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
})()""".replace("COUNT", str(STEPS))


def step(index: int, run_id: str) -> dict[str, Any]:
    key = f"{run_id}/step-{index}.jpg"
    return {
        "index": index, "action": "click", "target": "Save", "value": None, "sentence": f'Click "Save number {index}"',
        "result": "failed" if index == STEPS // 2 else "passed", "source": "english", "rule": "click.target",
        "durationMs": 20, "error": "There is no “Save” on the page." if index == STEPS // 2 else None,
        "startedAtMs": index * 25, "url": "http://shop.test/", "screenshots": {"before": key}, "proven": True,
        "found": {"rung": "exact name", "candidates": 1, "reason": "the only button named Save"},
    }  # fmt: skip


def payload(run_id: str) -> dict[str, str]:
    requests = [
        {"method": "GET", "url": f"http://shop.test/asset/{n}.js?v=20261121", "resourceType": "script", "status": 404,
         "startedAtMs": n, "durationMs": 12, "size": 2048, "stepIndex": n} for n in range(EVENTS)
    ]  # fmt: skip
    messages = [
        {
            "level": "error" if n % 3 else "warning", "text": f"Something about item {n} is deprecated", "times": 1,
            "source": "console", "location": {"url": "http://shop.test/app.js", "line": n, "column": 0}, "atMs": n,
            "stepIndex": n,
        }
        for n in range(EVENTS)
    ]  # fmt: skip
    size = {"box": [1, 2, 3, 4], "width": 1280, "height": 720}
    pictures = [{"stepIndex": n, "kind": "before", "storeKey": f"{run_id}/step-{n}.jpg", **size} for n in range(STEPS)]
    columns: dict[str, Any] = {
        "steps_json": [step(n, run_id) for n in range(STEPS)], "screenshot_refs_json": pictures,
        "network_events_json": requests, "console_events_json": messages, "accessibility_json": [],
    }  # fmt: skip
    return {name: json.dumps(value) for name, value in columns.items()}


async def seeded(browser: Browser, http: httpx.AsyncClient, folder: Path) -> str:
    """A run that has ended, with a picture for each step."""
    project = (await http.post("/api/projects", json={"name": "Shop", "baseUrl": "http://shop.test"})).json()["project"]
    run_id, at = new_id(), iso(utc_now())
    row = {
        "id": run_id, "org_id": project["orgId"], "project_id": project["id"], "instruction": "Save everything",
        "status": "completed", "overall_status": "failed", "created_at": at, "queued_at": at, "started_at": at,
        "completed_at": at, "passed_count": STEPS - 1, "failed_count": 1, "total_duration_ms": 5000,
        "report_markdown": "# Failed\n\nStep 101 failed: There is no “Save” on the page.\n",
    }  # fmt: skip
    page = await browser.new_page(viewport={"width": 1280, "height": 720})
    await page.set_content("<h1>Shop</h1>" + "<p>Desk lamp, 39.90</p>" * 20)
    picture = await page.screenshot(type="jpeg", quality=60)
    await page.close()
    shelf = folder / "artifacts" / run_id[:2] / run_id
    shelf.mkdir(parents=True, mode=0o700)
    for number in range(STEPS):
        (shelf / f"step-{number}.jpg").write_bytes(picture)
    with sqlite3.connect(folder / "appliance.sqlite3") as db:
        for table, values in (("runs", row), ("run_payloads", {"run_id": run_id, **payload(run_id)})):
            marks = ", ".join("?" * len(values))
            db.execute(f"insert into {table} ({', '.join(values)}) values ({marks})", tuple(values.values()))
    db.close()
    return run_id


async def visits(browser: Browser, address: str, run_id: str, rounds: int) -> list[dict[str, float]]:
    page = await browser.new_page(viewport={"width": 1280, "height": 900})
    await page.goto(address)
    await page.get_by_label("Email").fill(OWNER["email"])
    await page.get_by_label("Password").fill(OWNER["password"])
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("heading", name="Projects").wait_for()
    await page.add_init_script(WATCH)
    visited = []
    for _ in range(rounds + 1):
        await page.goto(f"{address}/runs/{run_id}")
        visited.append(await page.evaluate("told"))
    return visited[1:]


async def main(rounds: int) -> None:
    folder = Path(tempfile.mkdtemp()) / "data"
    settings = Settings(data_dir=folder, port=0, browsers=1)
    async with (
        async_playwright() as playwright,
        open_appliance(settings) as appliance,
        appliance.serving() as address,
        httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
    ):
        http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=OWNER)).json()['token']}"
        browser = (await launch(playwright, await choose_browser())).browser
        visited = await visits(browser, address, await seeded(browser, http, folder), rounds)
        await browser.close()
    shutil.rmtree(folder.parent, ignore_errors=True)
    figures: dict[str, Any] = {"steps": STEPS, "events": 2 * EVENTS, "rounds": rounds}
    for moment in ("drawn", "answered"):
        times = [each[moment] for each in visited]
        figures[f"{moment} ms"] = {"median": round(statistics.median(times)), "worst": round(max(times))}
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
