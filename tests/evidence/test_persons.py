"""Another person's browser context is listened to like the first one, and pictured and filmed when it is its turn."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from tests.conftest import Serve, given
from tests.evidence.conftest import Record


async def test_a_joined_context_is_part_of_the_evidence(
    page: Page, browser: Browser, serve: Serve, record: Record
) -> None:
    origin = await serve(
        {"/": "<h1>Hello</h1><script>console.error('from', location.hash)</script><img src=/gone.png>"}
    )
    other = await browser.new_context(viewport={"width": 1280, "height": 720})
    async with record(network=True, console=True, performance=True, screenshots=True, video=True) as run:
        await page.goto(f"{origin}/#first")
        tab = await other.new_page()
        run.recorder.join(other)
        await tab.goto(f"{origin}/#second")
        await run.recorder.step_begins(0, "As a second user, look.")
        await run.recorder.before_action(tab, None)
        home = await run.recorder.finish(tab)
    await other.close()
    assert home.notes == []
    texts = {entry.text for entry in given(home.console_events) if entry.text.startswith("from")}
    assert texts == {"from #first", "from #second"}
    assert [event.url for event in given(home.network_events) if event.status == 404] == [f"{origin}/gone.png"] * 2
    assert [entry.url for entry in given(home.per_page_performance)] == [f"{origin}/#first", f"{origin}/#second"]
    assert [entry.kind for entry in given(home.screenshots)] == ["before", "final"]
    assert home.video is not None


async def test_a_browser_that_hangs_keeps_no_run_from_its_end(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(*_: object) -> None:
        await asyncio.Event().wait()

    ended: list[str] = []
    async with record(video=True) as run:
        camera = run.recorder._camera
        finish, live = camera._video.finish, camera._live.stop

        async def finished() -> tuple[Path, str] | None:
            ended.append("video")
            return await finish()

        async def stopped() -> None:
            ended.append("live")
            await live()

        film = camera.screencast.stop
        monkeypatch.setattr(camera.screencast, "stop", hangs)
        monkeypatch.setattr(camera._video, "finish", finished)
        monkeypatch.setattr(camera._live, "stop", stopped)
        monkeypatch.setattr(run.recorder._notes, "_part_seconds", 0.5)
        run.recorder._joining.append(asyncio.create_task(hangs()))
    assert ended == ["live", "video"]
    await film()
