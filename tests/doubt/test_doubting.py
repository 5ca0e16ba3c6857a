"""Which damages a test notices, which it lets pass, and what is said of those."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser

from qa_appliance.core.errors import Unavailable
from qa_appliance.doubt.damages import Damage
from qa_appliance.doubt.desk import DoubtDesk, DoubtLimits
from qa_appliance.doubt.doing import Doer
from qa_appliance.doubt.result import Doubt
from qa_appliance.doubt.sight import Asked
from qa_appliance.slots import Slots
from tests.conftest import Request, Serve

from .conftest import Stand

SHOP = """<title>Shop</title><h1>Shop</h1><ul><li>Pen</li><li>Ink</li><li>Cap</li></ul>
<div><span>Total</span> <b id=total>12.50</b></div>
<button onclick="fetch('/taken', {method: 'POST'}).then(r => r.ok &&
  (document.querySelector('h2').textContent = 'Thank you, 3 things are on their way'))">Buy</button>
<button onclick="navigator.sendBeacon('/seen')">Look</button><h2></h2>"""
PAGES = {"/": SHOP, "/taken": "yes"}
THANKS = 'Click "Buy". Check that "Thank you, 3 things are on their way" is shown.'


def came(doubt: Doubt) -> dict[str, str]:
    return {trial.kind: trial.result for trial in doubt.trials}


async def test_what_cannot_be_doubted(stand: Stand, serve: Serve) -> None:
    address = await serve(PAGES)
    doubt = await stand.doubt(address, 'Check that "Nothing" is shown.')
    assert (doubt.state, doubt.score, doubt.trials) == ("failed", None, ())
    assert "does not pass as it is" in doubt.reason
    assert "“Nothing” is not shown" in doubt.reason
    doubt = await stand.doubt(address, "Frobnicate the pens.")
    assert doubt.state == "failed"
    stand.desk.means = None
    with pytest.raises(Unavailable):
        stand.open(address, THANKS)


async def test_a_sound_test_notices_every_damage(stand: Stand, serve: Serve) -> None:
    doubt = await stand.doubt(
        await serve(PAGES), f"{THANKS} Check that the total is 12.50. Check that there are 3 items."
    )
    assert came(doubt) == {
        "dead_click": "noticed",
        "error": "noticed",
        "no_answer": "noticed",
        "altered": "noticed",
        "missing": "noticed",
        "short_list": "noticed",
    }, doubt.trials
    assert doubt.score == 100
    assert stand.wakes == len(doubt.trials) + 2  # the slot was given back after each


async def test_a_request_held_until_its_page_is_gone_is_waited_for_by_nobody(browser: Browser, serve: Serve) -> None:
    address = await serve(PAGES)
    doer = Doer(Damage("no_answer", 0, "it was never answered", asked=Asked("POST", "/taken")))
    doer._at_wire = True
    context = await browser.new_context()
    await context.route("**/taken", doer._answer)
    page = await context.new_page()
    await page.goto(address)
    async with page.expect_request("**/taken"):
        await page.evaluate("void fetch('/taken', {method: 'POST'})")
    while not doer.done:
        await asyncio.sleep(0.01)
    await context.close()
    left = {task for task in asyncio.all_tasks() if "_on_route" in str(task.get_coro())}
    assert left
    await doer.leave()
    _, waiting = await asyncio.wait(left, timeout=5)
    assert not waiting


async def test_a_test_that_checks_nothing_lets_its_deed_be_damaged(stand: Stand, serve: Serve) -> None:
    doubt = await stand.doubt(await serve(PAGES), 'Click "Buy".')
    assert came(doubt) == dict.fromkeys(("dead_click", "error", "no_answer"), "let_pass")
    assert doubt.score == 0
    for trial in doubt.trials:
        assert 'check that "Thank you, 3 things are on their way" is shown' in trial.offers
        assert trial.offered_after == 1


async def test_vague_checks_let_values_and_rows_pass(stand: Stand, serve: Serve) -> None:
    doubt = await stand.doubt(await serve(PAGES), "Check that the total is shown. Check that items are shown.")
    passed = {trial.kind: trial.offers for trial in doubt.trials if trial.result == "let_pass"}
    assert set(passed) == {"altered", "short_list"}, doubt.trials
    assert passed["altered"][0] == 'check that "total" is "12.50"'
    assert any("3" in offer for offer in passed["short_list"])


async def test_what_nobody_sees_is_not_counted(stand: Stand, serve: Serve) -> None:
    doubt = await stand.doubt(await serve(PAGES), 'Click "Look". Check that "Total" is shown.')
    click = next(trial for trial in doubt.trials if trial.kind == "dead_click")
    assert click.result == "not_counted"
    assert "Nothing that can be seen" in click.reason
    assert doubt.counted == len(doubt.trials) - 1


async def test_a_negative_test_that_fails_where_nothing_was_refused(stand: Stand, serve: Serve) -> None:
    form = """<h1>Order</h1><button onclick="document.querySelector('h2').textContent = 'In the cart'">Add</button>
    <h2></h2><form><label>Name <input required></label><button>Order</button></form>"""
    early = 'Click "Add". Check that "In the cart" is shown. Click "Order". Check that "Thank you" is shown.'
    doubt = await stand.doubt(await serve({"/": form}), early, "fail")
    click = next(trial for trial in doubt.trials if trial.kind == "dead_click")
    assert (click.step, click.result, click.offers) == (1, "noticed", ())


async def test_secrets_are_in_nothing_that_is_told(stand: Stand, serve: Serve) -> None:
    page = """<label>Password <input type=password></label>
    <button onclick="o.textContent = 'You wrote ' + document.querySelector('input').value">Go</button><p id=o></p>"""
    doubt = await stand.doubt(await serve({"/": page}), 'Enter "tulip-9-lantern" into Password. Click "Go".')
    assert came(doubt) == {"dead_click": "let_pass"}
    assert "tulip-9-lantern" not in str(doubt)


async def test_cancelled_in_its_midst(stand: Stand, serve: Serve) -> None:
    opened = stand.open(await serve(PAGES), THANKS)
    while not stand.now(opened).trials:
        await asyncio.sleep(0.05)
    await stand.desk.cancel(opened.id)
    doubt = stand.now(opened)
    assert (doubt.state, len(doubt.trials) < doubt.planned) == ("cancelled", True)
    assert stand.slots.acquire()
    assert stand.desk.find(opened.id, "another") is None


async def test_it_waits_for_a_slot_and_ends_with_its_time(stand: Stand, serve: Serve) -> None:
    assert stand.slots.acquire()
    short = DoubtDesk(stand.slots, DoubtLimits(seconds=0.5))
    short.means = stand.desk.means
    stand.desk = short
    doubt = await stand.doubt(await serve(PAGES), THANKS)
    assert (doubt.state, doubt.trials) == ("cancelled", ())
    assert "were over" in doubt.reason
    assert isinstance(stand.slots, Slots)
    assert stand.wakes == 0


async def _most_at_once(stand: Stand, address: str) -> tuple[int, Doubt]:
    opened, most = stand.open(address, THANKS), 0
    while (doubt := stand.now(opened)).state in ("waiting", "running"):
        most = max(most, stand.slots.used if doubt.trials else 0)
        await asyncio.sleep(0.02)
    return most, doubt


async def test_as_many_are_tried_at_once_as_there_are_slots(stand: Stand, serve: Serve) -> None:
    stand.slots.resize(2)
    most, doubt = await _most_at_once(stand, await serve(PAGES))
    assert most == 2
    assert (doubt.state, doubt.score) == ("done", 100)
    assert [trial.kind for trial in doubt.trials][:1] == ["dead_click"]


async def test_runs_that_disturb_each_other_are_made_one_after_the_other(stand: Stand, serve: Serve) -> None:
    """The page is for one at a time: who comes while somebody is there is sent away."""
    here = 0

    async def page(request: Request) -> str:
        nonlocal here
        here += 1
        await asyncio.sleep(1)
        alone = here == 1
        here -= 1
        return SHOP if alone else "<h1>Busy</h1>"

    stand.slots.resize(2)
    most, doubt = await _most_at_once(stand, await serve({**PAGES, "/": page}))
    assert most == 1
    assert doubt.state == "done"
