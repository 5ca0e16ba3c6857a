"""A session ends whatever becomes of its page, and its slot is another's then."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs
from playwright.async_api import Error

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.pool import Pool
from qa_appliance.core.clock import new_id
from qa_appliance.core.errors import Unavailable
from qa_appliance.slots import Slots
from qa_appliance.studio import messages as m
from qa_appliance.studio import session as session_module
from qa_appliance.studio.desk import Desk
from qa_appliance.studio.means import Means
from qa_appliance.studio.session import Limits
from tests.conftest import Serve
from tests.studio.conftest import Hands, Sit, read, wanted

PAGE = "<!doctype html><title>Home</title><h1>Home</h1><button onclick='for (;;);'>Hang</button>"


def desk_with(pool: Pool, limits: Limits) -> Desk:
    made = Desk(Slots(1, lambda: None), read, limits)
    made.means = Means(pool, Guard(["loopback"]), 2.0)
    return made


async def over(desk: Desk) -> None:
    async with asyncio.timeout(60):
        while desk._tasks:
            await asyncio.wait(set(desk._tasks.values()))
    assert desk._slots.acquire()
    desk._slots.release()


async def test_what_is_refused(pool: Pool, desk: Desk, serve: Serve) -> None:
    home = await serve({"/": PAGE})
    with pytest.raises(Unavailable, match=r"169\.254"):
        await desk.open(wanted("http://169.254.169.254/"))
    session = await desk.open(wanted(home))
    with pytest.raises(Unavailable, match="Every test browser is in use"):
        await desk.open(wanted(home, user="grace"))
    assert desk.find(session.id, "grace") is None
    again = await desk.open(wanted(home))  # of the same person: it takes the place of the other
    assert desk.find(session.id, "ada") is None
    assert desk.find(again.id, "ada") is again
    await desk.stop()
    with pytest.raises(Unavailable, match="not ready"):
        await desk.open(wanted(home))
    await over(desk)


async def test_a_foreign_origin_is_stopped_by_the_guard(pool: Pool, serve: Serve) -> None:
    desk = Desk(Slots(1, lambda: None), read, Limits())
    desk.means = Means(pool, Guard([]), 2.0)
    with pytest.raises(Unavailable):
        await desk.open(wanted(await serve({"/": PAGE})))
    await over(desk)
    desk.means = Means(pool, Guard(["loopback"]), 2.0)
    session = await desk.open(wanted(await serve({"/": PAGE})))
    with session.watching() as tab:
        done = await Hands(session, tab).hears(m.Done, m.Do("open http://10.1.2.3/"))
    assert not done.worked
    assert "10.1.2.3" in done.says
    await desk.stop()


async def test_it_ends_when_its_time_is_up(pool: Pool, serve: Serve) -> None:
    desk = desk_with(pool, Limits(whole=0.2))
    session = await desk.open(wanted(await serve({"/": PAGE})))
    with session.watching() as tab:
        closed = await Hands(session, tab).hears(m.Closed)
    assert closed.says == "The session's 0.2 seconds are over."
    await over(desk)


async def test_it_survives_a_reload_and_ends_when_nobody_comes_back(pool: Pool, serve: Serve) -> None:
    desk = desk_with(pool, Limits(left=0.6))
    session = await desk.open(wanted(await serve({"/": PAGE})))
    with session.watching() as tab:
        hands = Hands(session, tab)
        await hands.hears(m.Done, m.Do('check that "Home" is shown'))
        await hands.until(lambda: hands.pictures)
    with session.watching() as tab:
        hands = Hands(session, tab)
        await hands.wrote('check that "Home" is shown')
        await hands.until(lambda: hands.pictures)
    await over(desk)


async def test_a_session_that_ended_is_gone_on_with(pool: Pool, serve: Serve) -> None:
    desk = desk_with(pool, Limits())
    first = await desk.open(wanted(await serve({"/": PAGE})))
    with first.watching() as tab:
        hands = Hands(first, tab)
        await hands.hears(m.Done, m.Do('check that "Home" is shown'))
        await hands.hears(m.Done, m.Do("reload the page"))
    assert desk.remains(first.id, "ada") is None  # it has not ended
    await desk.close(first.id)
    assert desk.remains(first.id, "grace") is None
    ended = desk.remains(first.id, "ada")
    assert ended is not None
    again = await desk.open(replace(ended, request=structs.replace(ended.request, id=new_id())))
    with again.watching() as tab:
        hands = Hands(again, tab)
        await hands.wrote('check that "Home" is shown', "reload the page")
        state = next(each for each in reversed(hands.heard) if isinstance(each, m.State))
        assert [line.checks for line in state.lines] == [True, False]
    await desk.stop()
    assert desk.remains(first.id, "ada") is None  # only the last one is remembered


@pytest.mark.parametrize("ending", ["hang", "crash"])
async def test_a_page_that_hangs_or_crashes(sit: Sit, desk: Desk, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    monkeypatch.setattr(session_module, "_QUICK_SECONDS", 1.0)
    hands = await sit(PAGE)
    if ending == "hang":
        await hands.click("button")
        await hands.until(lambda: any(isinstance(each, m.Trouble) for each in hands.heard))
        await desk.close(hands.session.id)
    else:
        with pytest.raises(Error):
            await hands.page.goto("chrome://crash")
        await hands.until(lambda: any(isinstance(each, m.Closed) and "crashed" in each.says for each in hands.heard))
    await over(desk)
