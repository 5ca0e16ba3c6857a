"""What sessions on the live page do under strain, in the dashboard of a served appliance, used by mouse and keys.

`python -m tests.benchmarks.studio [clicks [latency]]` (15 unless given): prints the table of docs/studio.md; with
`latency` only its first two rows. "Input to picture" is
from the press of the mouse in the dashboard to the new colour in its picture, both in the dashboard's own page. The
browsers of the people and the sites they test are on the same machine, and are part of its load.
"""

from __future__ import annotations

import asyncio
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil
from playwright.async_api import Browser, Page, async_playwright, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from qa_appliance.app import open_appliance
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.core.run import TERMINAL
from qa_appliance.demo.serving import serving
from qa_appliance.demo.shop import create_shop
from qa_appliance.settings import Settings
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.session import Limits
from tests.benchmarks.felt import machine
from tests.crash.appliance import EMAIL, PASSWORD, start
from tests.crash.test_kill import browsers_of

OTHER = "grace@example.com"
TEST = """Go to /products/wool-blanket
Set Quantity to 2
Click "Add to cart"
Check that "Wool blanket was added to the cart" is shown
Go to /catalogue
Check that "Desk lamp" is shown"""
REFUSED = ".card-body.form .notice"
LIMIT = 8.0  # seconds of a session whose end is waited for
PRESSED = "input to picture:"
LINES = ('check that "Home" is shown', 'check that "Click here" is shown')

_BLOCK = """<!doctype html><title>{0}</title><h1>{0}</h1><button id=b
    onpointerdown="this.style.background = (n = !n) ? '#0000ff' : '#ff0000'"
    style="display: block; width: 600px; height: 300px; background: #ff0000">Click here
    </button><script>let n = false</script>"""
_STORM = """<p id=t>0</p><script>
    const again = () => { t.textContent = ++count;
        document.body.style.borderTop = `9px solid hsl(${count % 360} 90% 50%)`;
        requestAnimationFrame(again) };
    let count = 0; again();
    new MutationObserver(() => setTimeout(() => { t.dataset.n = Math.random() })).observe(t, {attributes: true});
    t.dataset.n = 1</script>"""
_MOVING = """<style>@keyframes m { to { translate: 600px } } #m { animation: m 1s linear infinite alternate;
    width: 200px; height: 200px; background: #084 }</style><div id=m></div>"""
PAGES = {
    "/": _BLOCK.format("Home"),
    "/moving": _BLOCK.format("Moving") + _MOVING,
    "/storm": _BLOCK.format("Storm") + _STORM,
    "/large": _BLOCK.format("Large")
    + "<table>"
    + "".join(
        f"<tr><td>Item {n}<td><a href=#{n}>Open</a><td><button>Edit</button><td><input aria-label=Price></tr>"
        for n in range(1000)
    )
    + "</table>",
}

# What is seen in the dashboard: when the mouse was pressed, when the picture's colour changed, how often it was drawn.
_WATCHING = """(() => {
  const drawn = CanvasRenderingContext2D.prototype.drawImage;
  window.seen = {frames: 0, pressed: 0, took: []};
  let colour = null;
  CanvasRenderingContext2D.prototype.drawImage = function (...given) {
    const answer = drawn.apply(this, given);
    if (!this.canvas.closest('.live-page')) return answer;
    seen.frames += 1;
    const [red, , blue] = this.getImageData(200, 200, 1, 1).data;
    const now = red > blue ? 'red' : 'blue';
    if (colour !== null && now !== colour && seen.pressed) {
      seen.took.push(performance.now() - seen.pressed);
      seen.pressed = 0;
      seen.changed?.();
    }
    colour = now;
    return answer;
  };
  addEventListener('pointerdown', (event) => {
    if (event.target.closest('.live-page')) seen.pressed = performance.now();
  }, true);
})()"""

# Awaited in the page itself: its policy forbids what waits by evaluating again.
_CHANGED = "(nth) => new Promise((done) => { seen.changed = done; if (seen.took.length > nth) done(); })"


class Person:
    """Somebody at the dashboard, in a browser context of their own."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self._address = page, address

    async def signs_in(self, email: str) -> None:
        await self.page.goto(self._address)
        await self.page.get_by_label("Email").fill(email)
        await self.page.get_by_label("Password").fill(PASSWORD)
        await self.page.get_by_role("button", name="Sign in").click()
        await self.page.get_by_role("heading", name="Projects").wait_for()

    async def opens(self, project: str, path: str = "/") -> None:
        await self.page.goto(f"{self._address}/projects/{project}/studio")
        picture, refused = self.page.locator(".live-page canvas"), self.page.locator(REFUSED)
        while True:  # a server that has just begun has no browser yet, and says so
            await self.page.get_by_role("button", name="Open the browser").click()
            await picture.or_(refused).first.wait_for(timeout=60_000)
            if await picture.count():
                break
        if path != "/":
            await self.writes(f"open {path}")
        await self.page.locator(".live-busy").wait_for(state="detached")

    async def writes(self, *sentences: str) -> None:
        before = await self.page.locator(".studio-line").count()
        for nth, sentence in enumerate(sentences, 1):
            await self.page.get_by_label("A sentence").fill(sentence)
            await self.page.keyboard.press("Enter")
            await expect(self.page.locator(".studio-line")).to_have_count(before + nth, timeout=120_000)

    async def closes(self) -> None:
        await self.page.get_by_role("button", name="Close the session").click()
        await self.page.get_by_text("The session was closed").wait_for()

    async def clicks(self, count: int) -> list[float]:
        """Milliseconds from input to picture, each."""
        box = await self.page.get_by_role("application").bounding_box()
        assert box is not None
        scale = box["width"] / 1280
        for nth in range(count):
            x, y = 200 + 5 * (nth % 7), 200 + 4 * (nth % 5)
            await self.page.mouse.move(box["x"] + x * scale, box["y"] + y * scale)
            await self.page.mouse.down()
            await self.page.mouse.up()
            async with asyncio.timeout(60):
                await self.page.evaluate(_CHANGED, nth)
        times: list[float] = await self.page.evaluate("seen.took.splice(0)")
        return times

    async def frames(self, seconds: float) -> float:
        """Pictures a second."""
        before, began = await self.page.evaluate("[seen.frames, performance.now()]")
        await asyncio.sleep(seconds)
        after, ended = await self.page.evaluate("[seen.frames, performance.now()]")
        return float((after - before) / (ended - began) * 1000)


def summed_up(times: list[float]) -> str:
    return f"median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms"


def processor_seconds(root: int) -> float:
    """Of a process and all it has started."""
    total = 0.0
    process = psutil.Process(root)
    for each in (process, *process.children(recursive=True)):
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


@asynccontextmanager
async def site() -> AsyncIterator[str]:
    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(PAGES.get(request.url.path, PAGES["/"]))

    async with serving(Starlette(routes=[Route("/{rest:path}", page)])) as origin:
        yield origin


class Bench:
    """`rows`: what was done, and what was seen."""

    def __init__(self, browser: Browser, origin: str, shop: str, folder: Path, clicks: int) -> None:
        self.rows: list[tuple[str, str]] = []
        self._browser, self._origin, self._shop, self._folder, self._clicks = browser, origin, shop, folder, clicks

    async def person(self, address: str, email: str = EMAIL) -> Person:
        context = await self._browser.new_context(viewport={"width": 1600, "height": 1000})
        await context.add_init_script(_WATCHING)
        person = Person(await context.new_page(), address)
        await person.signs_in(email)
        return person

    def row(self, what: str, seen: str) -> None:
        self.rows.append((what, seen))
        print(f"| {what} | {seen} |", flush=True)

    async def served(self, *, all_of_it: bool) -> None:
        """On a server process with three browsers, which is killed in the end."""
        server = await start(self._folder / "data", browsers=3)
        try:
            async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as http:
                await signed_in(http)
                invited = await http.post("/api/members", json={"email": OTHER, "role": "member"})
                token = invited.raise_for_status().json()["invitation"]["token"]
                (await http.post(f"/api/invitations/{token}", json={"password": PASSWORD})).raise_for_status()
                home, shop = [await project(http, name) for name in (self._origin, self._shop)]
                ada = await self.person(server.address)
                await self._one(ada, home)
                if not all_of_it:
                    return
                await self._at_once(ada, await self.person(server.address, OTHER), http, home, shop)
                await self._large(ada, home)
                await self._storm(ada, home, server.process.pid)
                await self._killed(ada, home, server.process)
        finally:
            if server.process.returncode is None:
                server.process.kill()
            await server.log

    async def _one(self, ada: Person, home: str) -> None:
        await ada.opens(home)
        times = await ada.clicks(self._clicks)
        await ada.closes()
        await ada.opens(home, "/moving")
        frames = await ada.frames(5)
        moving = await ada.clicks(self._clicks)
        await ada.closes()
        self.row("one session, a quiet page", f"{PRESSED} {summed_up(times)}")
        self.row("one session, a page that moves", f"{frames:.0f} pictures a second; {PRESSED} {summed_up(moving)}")

    async def _at_once(self, ada: Person, grace: Person, http: httpx.AsyncClient, home: str, shop: str) -> None:
        await run(http, shop)  # what is loaded once is loaded now
        alone = [await run(http, shop) for _ in range(3)]
        await asyncio.gather(ada.opens(home, "/moving"), grace.opens(home, "/moving"))
        pictures = asyncio.gather(ada.frames(5), grace.frames(5))
        beside = [await run(http, shop) for _ in range(2)]
        frames = await pictures
        clicking = asyncio.gather(ada.clicks(self._clicks), grace.clicks(self._clicks))
        while not clicking.done():
            beside.append(await run(http, shop))
        first, second = await clicking
        await asyncio.gather(ada.closes(), grace.closes())
        self.row(
            "two sessions on pages that move, and a run of six steps at once",
            f"{frames[0]:.0f} and {frames[1]:.0f} pictures a second; {PRESSED} {summed_up(first + second)}; the run:"
            f" {statistics.median(beside):.1f} s, alone {statistics.median(alone):.1f} s",
        )

    async def _large(self, ada: Person, home: str) -> None:
        await ada.opens(home, "/large")
        times = await ada.clicks(self._clicks)
        box = await ada.page.get_by_role("application").bounding_box()
        assert box is not None
        named = await took(self._named(ada.page, box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.6))
        offered = await took(self._offered(ada.page))
        found = await ada.page.locator(".studio-offers [role=status]").text_content()
        await ada.closes()
        self.row(
            "a page of 5,000 elements",
            f"{PRESSED} {summed_up(times)}; a thing pointed at is named after {named:.1f} s;"
            f" what the page offers: {found} after {offered:.1f} s",
        )

    async def _named(self, page: Page, x: float, y: float) -> None:
        await page.mouse.move(x, y)
        await page.locator(".live-frame.named").wait_for(timeout=60_000)

    async def _offered(self, page: Page) -> None:
        await page.locator(".studio-offers summary").click()
        await page.locator(".studio-offers [role=status]").wait_for(timeout=60_000)

    async def _storm(self, ada: Person, home: str, server: int) -> None:
        await ada.opens(home, "/storm")
        times = await ada.clicks(self._clicks)
        before, began = processor_seconds(server), time.monotonic()
        frames = await ada.frames(5)
        busy = (processor_seconds(server) - before) / (time.monotonic() - began)
        kept = await took(ada.writes('check that "Storm" is shown'))
        offered = await took(self._offered(ada.page))
        closed = await took(ada.closes())
        self.row(
            "a page that redraws without end",
            f"{PRESSED} {summed_up(times)}; {frames:.0f} pictures a second; {busy:.1f} processors;"
            f" a check is performed in {kept:.1f} s,"
            f" what the page offers is shown after {offered:.1f} s, the session closed in {closed:.1f} s",
        )

    async def _killed(self, ada: Person, home: str, process: asyncio.subprocess.Process) -> None:
        await ada.opens(home)
        await ada.writes(*LINES)
        process.kill()
        died = time.monotonic()
        await process.wait()
        while await browsers_of(self._folder / "data"):
            await asyncio.sleep(0.05)
        gone = time.monotonic() - died
        notice = ada.page.locator(".studio-page .notice")
        await notice.wait_for(timeout=120_000)
        says, after = await notice.text_content(), time.monotonic() - died
        lines = await ada.page.locator(".studio-line").count()
        again = await start(self._folder / "data", browsers=3, port=urlsplit(ada.page.url).port or 0)
        try:
            opened = await took(ada.opens(home))
            kept = await ada.page.locator(".studio-line").count()
            await ada.closes()
        finally:
            await again.ended(signal.SIGTERM)
        self.row(
            "the server is killed (`kill -9`) in a session",
            f"no browser is left after {gone:.1f} s; the dashboard says “{says}” after {after:.0f} s"
            f" and shows {lines} of the {len(LINES)} sentences; after a restart another session is open within"
            f" {opened:.1f} s, with {kept} of them",
        )

    async def left_alone(self) -> None:
        """On the only browser there is, with a run that waits for it."""
        settings = Settings(data_dir=self._folder / "alone", port=0, browsers=1, allow=("loopback",))
        async with open_appliance(settings) as opened:
            opened.studio = Desk(opened._places, opened._read, Limits(whole=LIMIT))
            async with (
                opened.working(),
                opened.serving() as address,
                httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as http,
            ):
                owner = {"email": EMAIL, "password": PASSWORD, "organizationName": "Lab"}
                http.headers["Authorization"] = f"Bearer {(await http.post('/api/setup', json=owner)).json()['token']}"
                home, shop = [await project(http, name) for name in (self._origin, self._shop)]
                await run(http, shop)
                ada = await self.person(address)
                await ada.opens(home)
                await ada.writes(*LINES)
                waiting = asyncio.create_task(started(http, shop))
                notice = ada.page.locator(".studio-page .notice")
                await notice.wait_for(timeout=60_000)
                ended, says = time.monotonic(), await notice.text_content()
                lines = await ada.page.locator(".studio-line").count()
                begun = await waiting - ended
        self.row(
            f"a session left alone for its time limit (here {LIMIT:g} s), a run waiting",
            f"the dashboard says “{says}” and shows {lines} of the {len(LINES)} sentences; the run begins"
            f" {max(0.0, begun):.1f} s after",
        )


async def took(doing: Awaitable[None]) -> float:
    began = time.monotonic()
    await doing
    return time.monotonic() - began


async def signed_in(http: httpx.AsyncClient) -> None:
    answer = await http.post("/api/session", json={"email": EMAIL, "password": PASSWORD})
    http.headers["Authorization"] = f"Bearer {answer.json()['token']}"


async def project(http: httpx.AsyncClient, origin: str) -> str:
    made = await http.post("/api/projects", json={"name": origin, "baseUrl": origin})
    return str(made.json()["project"]["id"])


async def run(http: httpx.AsyncClient, at: str) -> float:
    """Seconds from the trigger to its end."""
    return await until(http, at, lambda status: status in TERMINAL)


async def started(http: httpx.AsyncClient, at: str) -> float:
    """When a run has begun that waited in the line."""
    await until(http, at, lambda status: status != "pending")
    return time.monotonic()


async def until(http: httpx.AsyncClient, at: str, reached: Callable[[str], bool]) -> float:
    began = time.monotonic()
    body = {"projectId": at, "description": TEST}
    asked = (await http.post("/api/runs/trigger", json=body)).json()["pollUrl"]
    while not reached((answer := (await http.get(asked)).json()["run"])["status"]):
        await asyncio.sleep(0.1)
    if answer["overallStatus"] not in (None, "passed"):
        raise SystemExit(answer["reportMarkdown"])
    return time.monotonic() - began


async def main(clicks: int, only: str = "") -> None:
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        playwright = await stack.enter_async_context(async_playwright())
        launched = await launch(playwright, await choose_browser())
        stack.push_async_callback(launched.browser.close)
        origin, shop = await stack.enter_async_context(site()), await stack.enter_async_context(serving(create_shop()))
        bench = Bench(launched.browser, origin, shop, folder, clicks)
        print("| what | seen |\n|---|---|", flush=True)
        if only != "latency":
            await bench.left_alone()
        await bench.served(all_of_it=only != "latency")
        print(f"\n{clicks} clicks each. {machine()}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 15, *sys.argv[2:3]))
