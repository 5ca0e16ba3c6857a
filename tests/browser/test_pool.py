"""The pool: sessions are fresh and their own, end in time, survive a crash of the browser, and leave no process."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.process import pool as pool_module
from qa_appliance.browser.process import pulse as pulse_module
from qa_appliance.browser.process.choice import BrowserChoice, choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.processes import mark, own_browser
from qa_appliance.browser.process.session import Session
from qa_appliance.core.errors import Unavailable
from qa_appliance.core.run import Site
from tests.conftest import Serve, given

SITE = Site(base_url="http://127.0.0.1:1/")


@pytest.fixture(scope="module")
async def pool(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pool]:
    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path_factory.mktemp("data")) as pool:
        yield pool


async def test_a_program_that_is_no_browser_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="did not start"):
        async with Pool.open(BrowserChoice(Path("/bin/true"), "explicit", "1", ""), slots=1, data_dir=tmp_path):
            pytest.fail("a pool without a browser was opened")


async def test_a_browser_without_room_for_its_files_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1000}))
    ends_at_once = BrowserChoice(Path("/bin/true"), "explicit", "1", "")
    with pytest.raises(Unavailable, match=r"the disk of .+ is full\. Free some space"):
        async with Pool.open(ends_at_once, slots=1, data_dir=tmp_path):
            pytest.fail("a pool without a browser was opened")


async def test_a_driver_without_room_for_its_files_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("qa_appliance.browser.process.launch._write_authorities", full)
    with pytest.raises(Unavailable, match=r"the disk of .+ is full\. Free some space"):
        async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path):
            pytest.fail("a pool without a browser was opened")


async def test_the_site_surrounds_the_page(pool: Pool, serve: Serve) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    site = Site(
        base_url=origin,
        timezone="Asia/Tokyo",
        locale="de-DE",
        geolocation={"latitude": 48.1, "longitude": 11.5},
        storage_state={"cookies": [], "origins": [{"origin": origin, "localStorage": [{"name": "a", "value": "b"}]}]},
        cookies=({"name": "who", "value": "me", "url": origin},),
        viewport=(800, 600),
    )
    async with pool.session(site) as session:
        await session.page.goto(origin)
        seen = await session.page.evaluate(
            """async () => [
                innerWidth, innerHeight, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language,
                document.cookie, localStorage.a,
                await new Promise(done => navigator.geolocation.getCurrentPosition(p => done(p.coords.latitude))),
            ]"""
        )
    assert seen == [800, 600, "Asia/Tokyo", "de-DE", "who=me", "b", 48.1]


async def test_nothing_a_trace_was_made_of_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Serve) -> None:
    """The driver itself would keep it until the browser ends, and typed passwords with it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    origin = await serve({"/": "<style>h1 {color: red}</style><h1>A page of its own</h1>"})

    def left() -> list[str]:
        """Recordings of the driver, and what they hold."""
        return sorted(path.suffix for path in tmp_path.glob("qa-driver-*/**/*") if path.is_file())

    async def traced(session: Session, name: str) -> list[str]:
        await session.context.tracing.start(snapshots=True)
        await session.page.goto(origin)
        await session.context.tracing.stop(path=tmp_path / name)
        with zipfile.ZipFile(tmp_path / name) as archive:
            assert archive.testzip() is None
            return archive.namelist()

    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path) as pool:
        async with pool.session(SITE) as long:
            async with pool.session(SITE) as short:
                both = await traced(short, "short.zip")
            assert ".trace" in left()  # the other session may use what was stored once for both
            assert {Path(name).suffix for name in await traced(long, "long.zip")} == {
                Path(name).suffix for name in both
            }
        assert left() == []
        async with pool.session(SITE) as later:
            assert "trace.trace" in await traced(later, "later.zip")
        assert left() == []
    assert list(tmp_path.glob("qa-driver-*")) == []


async def test_even_loopback_goes_through_the_proxy(pool: Pool, serve: Serve) -> None:
    proxied: list[str] = []

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        proxied.append((await reader.readuntil(b"\r\n\r\n")).decode().split()[1])
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<title>proxied</title>")
        writer.close()

    origin = await serve({"/": "<title>direct</title>"})
    async with await asyncio.start_server(proxy, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for host in ("127.0.0.1", "localhost"):
            async with pool.session(SITE, address) as session:
                await session.page.goto(origin.replace("127.0.0.1", host))
                assert await session.page.title() == "proxied"
    assert {address.split(":")[1] for address in proxied} >= {"//127.0.0.1", "//localhost"}


async def test_sessions_share_nothing(pool: Pool, serve: Serve) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with pool.session(SITE) as first, pool.session(SITE) as second:
        await first.page.goto(origin)
        await second.page.goto(origin)
        await first.page.evaluate("document.cookie = 'a=b'; localStorage.a = 'b'")
        assert await second.page.evaluate("[document.cookie, localStorage.length]") == ["", 0]


async def test_one_session_more_than_slots_waits(pool: Pool) -> None:
    async with pool.session(SITE):
        async with pool.session(SITE):
            assert pool.free == 0
            third = asyncio.create_task(_open_and_close(pool))
            await asyncio.wait({third}, timeout=0.1)
            assert not third.done()
        await third
    assert pool.free == 2


@pytest.mark.parametrize(
    "trouble",
    [
        "for (;;);",
        "() => { onbeforeunload = event => { event.preventDefault(); return 'stay' } }",
        "() => { onpagehide = () => { for (;;); } }",
        "alert('never answered')",
    ],
)
async def test_a_page_in_trouble_cannot_hold_its_session(pool: Pool, trouble: str) -> None:
    async with pool.session(SITE) as session:
        session.page.on("dialog", lambda dialog: None)
        await session.page.set_content("<button>Press</button>")
        await session.page.click("button")
        running = asyncio.create_task(session.page.evaluate(trouble))
        await asyncio.wait({running}, timeout=0.1)
        async with asyncio.timeout(60):
            await session.close()
        await asyncio.gather(running, return_exceptions=True)
        assert pool.ready
    await _open_and_close(pool)


async def test_a_context_that_will_not_close_takes_the_browser_with_it(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pool.session(SITE) as session:
        monkeypatch.setattr(session, "_close_context", asyncio.Event().wait)
        await session.close()
        await session.crashed.wait()
    assert not pool.ready
    await _open_and_close(pool)
    assert pool.ready


async def test_a_context_slow_to_close_leaves_its_neighbour_alone(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qa_appliance.browser.process.session.CLOSE_SECONDS", 0.0)
    monkeypatch.setattr("qa_appliance.browser.process.pool.CLOSE_SECONDS", 0.0)
    async with pool.session(SITE) as neighbour:
        async with pool.session(SITE) as slow:
            close = slow._close_context

            async def later() -> None:
                await neighbour.page.evaluate("1")
                await close()

            monkeypatch.setattr(slow, "_close_context", later)
        assert not neighbour.crashed.is_set()
        assert await neighbour.page.evaluate("1 + 1") == 2


async def test_after_a_crash_open_sessions_know_and_the_next_one_works(pool: Pool, serve: Serve) -> None:
    origin = await serve({"/": "<title>Shop</title>"})
    async with pool.session(SITE) as session:
        _browser_of(pool).kill()
        await session.crashed.wait()
        with pytest.raises(PlaywrightError):
            await session.page.goto(origin)
    async with pool.session(SITE) as session:
        assert not session.crashed.is_set()
        await session.page.goto(origin)
        assert await session.page.title() == "Shop"


async def test_the_driver_may_die_as_well(pool: Pool) -> None:
    async with pool.session(SITE) as session:
        given(_browser_of(pool).parent()).kill()
        await session.crashed.wait()
    async with pool.session(SITE) as session:
        assert not session.crashed.is_set()
        assert await session.page.evaluate("6 * 7") == 42


async def test_a_browser_that_outlives_its_driver_is_of_no_use_to_the_next_session(pool: Pool) -> None:
    """It takes a moment to notice, and runs that are begun meanwhile need another."""
    browser = _browser_of(pool)
    driver = given(browser.parent())
    browser.suspend()
    driver.kill()
    async with pool.session(SITE) as session:
        assert await session.page.evaluate("6 * 7") == 42
    await asyncio.to_thread(psutil.wait_procs, [browser], 60)
    assert not browser.is_running() or browser.status() == psutil.STATUS_ZOMBIE


@pytest.mark.parametrize("stopped", ["the browser", "its driver"])
async def test_what_stands_still_is_ended_and_the_next_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: str
) -> None:
    """Neither tells of it: what the page was asked would be waited for as long as the run may last."""
    monkeypatch.setattr(pulse_module, "SILENT_SECONDS", 3.0)
    monkeypatch.setattr(pool_module, "EVERY_SECONDS", 0.1)
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path) as pool:
        async with pool.session(SITE) as session:
            assert await session.answers()
            browser = _browser_of(pool)
            still = browser if stopped == "the browser" else given(browser.parent())
            still.suspend()
            asked = asyncio.create_task(session.page.evaluate("6 * 7"))
            await session.crashed.wait()
            monkeypatch.setattr(pulse_module, "SILENT_SECONDS", 60.0)
            assert isinstance((await asyncio.gather(asked, return_exceptions=True))[0], PlaywrightError)
            assert await session.answers()  # it is gone, which is told otherwise
        async with pool.session(SITE) as session:
            assert not session.crashed.is_set()
            assert await session.page.evaluate("6 * 7") == 42
        for process in (browser, still):
            await asyncio.to_thread(psutil.wait_procs, [process], 60)
            assert not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
async def test_where_memory_runs_out_the_browser_goes_before_the_appliance(pool: Pool) -> None:
    def score(pid: int) -> int:
        file = Path(f"/proc/{pid}/oom_score_adj")
        return int(file.read_text()) if file.exists() else 1000  # it has ended meanwhile

    driver = given(_browser_of(pool).parent())
    async with pool.session(SITE):
        family = [driver, *driver.children(recursive=True)]
        assert len(family) > 2
        assert [each for each in family if score(each.pid) <= min(999, score(os.getpid()))] == []


async def test_what_was_at_work_while_the_machine_was_paused_gets_another_browser(pool: Pool) -> None:
    """Its waits may be over at once, and would blame the page."""
    async with pool.session(SITE) as session:
        assert await session.answers()
        given(pool._engine)._looked_at -= 60
        assert not await session.answers()
        assert session.crashed.is_set()
    async with pool.session(SITE) as session:
        assert await session.answers()
        assert await session.page.evaluate("6 * 7") == 42


async def test_what_came_while_we_stood_still_ourselves_is_heard() -> None:
    """As a machine that slept: the time is over at once, and so is what it was for."""
    loop, answer = asyncio.get_running_loop(), asyncio.Event()

    async def ask() -> None:
        await answer.wait()

    asked = asyncio.create_task(ask())
    await asyncio.sleep(0)
    waiting = asyncio.create_task(pulse_module.over(asked, 10))
    await asyncio.sleep(0)
    clock = loop.time
    with pytest.MonkeyPatch.context() as patch:  # half the time is over before the answer is looked at
        patch.setattr(loop, "time", lambda: clock() + 6)
        await asyncio.sleep(0)
        loop.call_soon(answer.set)
        assert await waiting
    never = asyncio.create_task(asyncio.Event().wait())
    assert not await pulse_module.over(never, 0.01)
    never.cancel()


async def test_a_driver_that_stands_still_outlives_no_pool(tmp_path: Path) -> None:
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path) as pool:
        driver = given(_browser_of(pool).parent())
        driver.suspend()
    await asyncio.to_thread(psutil.wait_procs, [driver], 60)
    assert not driver.is_running() or driver.status() == psutil.STATUS_ZOMBIE


async def test_a_crashed_page_is_told(pool: Pool) -> None:
    async with pool.session(SITE) as session:
        going = asyncio.create_task(session.page.goto("chrome://crash"))
        await session.crashed.wait()
        await session.close()
        await asyncio.gather(going, return_exceptions=True)
    assert pool.ready


async def test_a_cancelled_run_leaves_no_context(pool: Pool) -> None:
    opened: asyncio.Future[BrowserContext] = asyncio.get_running_loop().create_future()

    async def run() -> None:
        async with pool.session(SITE) as session:
            opened.set_result(session.context)
            await asyncio.Event().wait()

    running = asyncio.create_task(run())
    context = await opened
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert context not in given(context.browser).contexts
    assert pool.free == pool.slots


async def test_a_session_cancelled_while_it_opens_leaves_no_context(tmp_path: Path) -> None:
    async with Pool.open(await choose_browser(), slots=2, data_dir=tmp_path) as pool:
        assert pool._engine is not None
        asking = await pool._engine.browser.new_browser_cdp_session()
        before = len((await asking.send("Target.getBrowserContexts"))["browserContextIds"])

        async def open_one() -> None:
            async with pool.session(SITE):
                await asyncio.sleep(60)

        for number in range(24):
            opening = asyncio.create_task(open_one())
            await asyncio.sleep(number * 0.005)
            opening.cancel()
            if number % 3 == 0:
                await asyncio.sleep(0.01)
                opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
        assert pool.free == 2
        assert pool._engine.sessions == set()
        assert len((await asking.send("Target.getBrowserContexts"))["browserContextIds"]) == before


async def test_a_browser_in_use_is_kept_and_one_that_nobody_needs_is_let_go_of(tmp_path: Path) -> None:
    """The next session starts another; sessions that wait for their place count as a need too."""
    opening = Pool.open(await choose_browser(), slots=1, data_dir=tmp_path, idle_minutes=0.2 / 60)
    async with opening as pool:
        async with pool.session(SITE) as session:
            family = [_browser_of(pool), *_browser_of(pool).children(recursive=True)]
            assert await session.page.evaluate("new Promise(done => setTimeout(done, 600, 'here'))") == "here"
            assert pool.ready
        sandbox = pool.sandbox
        assert await _all_gone(family)
        assert (pool.ready, pool.sandbox) == (False, sandbox)
        await _open_and_close(pool)
        family = [_browser_of(pool), *_browser_of(pool).children(recursive=True)]
    assert await _all_gone(family)


async def test_a_session_that_comes_while_the_browser_is_let_go_of_has_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing, go_on = asyncio.Event(), asyncio.Event()
    close, let_go = pool_module._Engine.close, list[pool_module._Engine]()

    async def slow(engine: pool_module._Engine) -> None:
        let_go.append(engine)
        closing.set()
        await go_on.wait()
        await close(engine)

    monkeypatch.setattr(pool_module._Engine, "close", slow)
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path, idle_minutes=0.01 / 60) as pool:
        await closing.wait()
        opening = asyncio.create_task(_engine_of_a_session(pool))
        await asyncio.sleep(0)
        go_on.set()
        assert await opening not in let_go[:1]


async def _engine_of_a_session(pool: Pool) -> pool_module._Engine | None:
    async with pool.session(SITE) as session:
        await session.page.set_content("<h1>Here</h1>")
        return pool._engine


async def test_a_closed_pool_leaves_no_process(tmp_path: Path) -> None:
    async with Pool.open(await choose_browser(), slots=1, data_dir=tmp_path) as pool:
        await _open_and_close(pool)
        family = [_browser_of(pool), *_browser_of(pool).children(recursive=True)]
    assert await _all_gone(family)


SERVER = """
import asyncio, sys
from pathlib import Path
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.run import Site

async def serve():
    async with Pool.open(await choose_browser(), slots=1, data_dir=Path(sys.argv[1])) as pool:
        async with pool.session(Site(base_url="http://127.0.0.1:1/")) as session:
            busy = asyncio.create_task(session.page.evaluate("for (;;);"))
            print("up", flush=True)
            await asyncio.Event().wait()

asyncio.run(serve())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="browsers are bound to the server's life on POSIX only")
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM])
async def test_a_killed_server_leaves_no_browser(tmp_path: Path, sent: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER, tmp_path], stdout=subprocess.PIPE, text=True) as server:
        assert (await asyncio.to_thread(given(server.stdout).readline)) == "up\n"
        family = psutil.Process(server.pid).children(recursive=True)
        assert any("chrom" in process.name() for process in family)
        server.send_signal(sent)
        assert await _all_gone(family)


async def test_browsers_of_a_dead_server_are_swept_and_those_of_a_living_one_are_not(tmp_path: Path) -> None:
    choice = await choose_browser()
    marked = mark(tmp_path)
    dead = marked.replace(f".{os.getpid()}", ".1999999999")
    sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
    with subprocess.Popen([*sleeper, dead]) as leftover, subprocess.Popen([*sleeper, marked]) as living:
        async with Pool.open(choice, slots=1, data_dir=tmp_path):
            assert not psutil.pid_exists(leftover.pid)
            assert psutil.pid_exists(living.pid)
        living.kill()


async def _all_gone(family: list[psutil.Process]) -> bool:
    """A killed process whose new parent has not collected it yet counts as gone."""
    return await asyncio.to_thread(lambda: all(_is_gone(process) for process in family))


def _is_gone(process: psutil.Process) -> bool:
    for _ in range(6000):
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                return True
            process.wait(0.01)
        except psutil.TimeoutExpired:
            continue
        except psutil.NoSuchProcess:
            return True
        return True
    return False


def _browser_of(pool: Pool) -> psutil.Process:
    found = own_browser(pool._marked)
    assert found is not None
    return found


async def _open_and_close(pool: Pool) -> None:
    async with pool.session(SITE) as session:
        await session.page.set_content("<h1>Hello</h1>")
