"""Sentences tried and done on the live page, taken back, and what the page offers."""

from __future__ import annotations

from qa_appliance.studio import messages as m
from tests.studio.conftest import Sit
from tests.studio.test_recording import SHOP


async def test_a_sentence_shows_what_it_would_act_on_before_it_does(sit: Sit) -> None:
    hands = await sit(SHOP)
    gap = await hands.hears(m.Tried, m.Try("frobnicate the lamp"))
    assert not gap.understood
    assert "not understood" in gap.says
    several = await hands.hears(m.Tried, m.Try('click "Add to cart"'))
    assert several.box is None
    assert len(several.near) == 2
    assert len(several.candidates) == 2
    missing = await hands.hears(m.Tried, m.Try('click "Delete"'))
    assert missing.box is None
    assert "Add to cart" in missing.says
    one = await hands.hears(m.Tried, m.Try('click "Add to cart" in the row "Desk lamp"'))
    button = await hands.page.locator("tr:first-child button").bounding_box()
    assert one.box is not None
    assert button is not None
    assert abs(one.box[1] - button["y"]) < 2
    untrue = await hands.hears(m.Tried, m.Try('check that "was added" is shown'))
    assert "was added" in untrue.says
    assert untrue.box is None
    assert await hands.page.locator("#m").text_content() == ""


async def test_what_fails_says_what_was_there_and_is_not_kept(sit: Sit) -> None:
    hands = await sit(SHOP)
    failed = await hands.hears(m.Done, m.Do('click "Delete"'))
    assert not failed.worked
    assert "Add to cart" in failed.says
    assert hands.lines == []


async def test_taking_back_performs_the_rest_from_the_start(sit: Sit) -> None:
    hands = await sit(SHOP)
    await hands.hears(m.Done, m.Do('click "Add to cart" in the row "Desk lamp"'))
    await hands.hears(m.Done, m.Do('click "Add to cart" in the row "Floor lamp"'))
    await hands.wrote('click "Add to cart" in the row "Desk lamp"', 'click "Add to cart" in the row "Floor lamp"')
    hands.session.ask(m.Undo())
    await hands.until(
        lambda: len(hands.lines) == 1 and isinstance(hands.heard[-1], m.State) and not hands.heard[-1].busy
    )
    assert await hands.page.locator("#m").text_content() == "Desk lamp was added"


async def test_pointing_names_a_thing_and_the_page_says_what_it_offers(sit: Sit) -> None:
    hands = await sit(SHOP)
    box = await hands.page.locator("tr:nth-child(2) button").bounding_box()
    assert box is not None
    named = await hands.hears(m.Named, m.Point(box["x"] + 9, box["y"] + 9))
    assert named.called == "button “Add to cart”"
    assert named.deeds[0] == m.Deed("click", 'click "Add to cart" in the row "Floor lamp"', True)
    offered = await hands.hears(m.Offered, m.Offers())
    sentences = [offer.sentence for offer in offered.offers]
    assert 'enter "…" into "Search"' in sentences
    assert 'check "Only in stock"' in sentences


async def test_what_changes_by_itself_is_not_proposed(sit: Sit) -> None:
    hands = await sit("""<!doctype html><title>Cart</title><p id=clock>0 s ago</p><p id=total>Total 0.00</p>
        <input type=text id=n aria-label=Name><button onclick="total.textContent = 'Total 39.90'">Add</button>
        <script>let n = 0; setInterval(() => { clock.textContent = ++n + ' s ago' }, 90)</script>""")
    await hands.click("button")
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks == ('check that "Total 39.90" is shown',)
