"""Mouse and keyboard on the live page become sentences that lead back to the very element."""

from __future__ import annotations

import threading

import pytest

from qa_appliance.studio import messages as m
from qa_appliance.studio import recording
from qa_appliance.studio.naming import sentences
from tests.studio.conftest import Sit

SHOP = """<!doctype html><meta charset=utf-8><title>Lamps</title>
<h1>Catalogue</h1><table>
<tr><td>Desk lamp</td><td>39.90</td><td><button onclick="add('Desk lamp')">Add to cart</button></td></tr>
<tr><td>Floor lamp</td><td>89.00</td><td><button onclick="add('Floor lamp')">Add to cart</button></td></tr></table>
<label>Search <input id=q></label> <label>Sort <select id=s><option>Name</option><option>Price</option></select></label>
<label><input type=checkbox id=c> Only in stock</label> <p role=status id=m></p>
<script>const add = name => { document.getElementById('m').textContent = name + ' was added' }</script>"""


async def test_a_click_is_told_apart_by_its_row(sit: Sit) -> None:
    hands = await sit(SHOP)
    await hands.click("tr:nth-child(2) button")
    await hands.wrote('click "Add to cart" in the row "Floor lamp"')
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks[0] == 'check that "Floor lamp was added" is shown'


async def test_typing_letter_by_letter_is_one_sentence(sit: Sit) -> None:
    hands = await sit(SHOP)
    await hands.click("#q")
    hands.types("lampe")
    hands.press("Backspace")
    await hands.wrote('enter "lamp" into "Search"')
    hands.types("s")
    await hands.wrote('enter "lamps" into "Search"')
    await hands.click("#c")
    await hands.wrote('enter "lamps" into "Search"', 'tick "Only in stock"')


async def test_a_list_of_the_browsers_own_is_offered(sit: Sit) -> None:
    hands = await sit(SHOP)
    await hands.click("#s")
    choices = await hands.hears(m.Choices)
    assert choices.options == (("Name", 'choose "Name" from "Sort"'), ("Price", 'choose "Price" from "Sort"'))
    await hands.hears(m.Done, m.Do('choose "Price" from "Sort"'))
    assert await hands.page.locator("#s").input_value() == "Price"


async def test_the_page_is_used_while_words_for_the_last_deed_are_found(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = threading.Event()

    def slowly(*given: object) -> object:
        assert found.wait(60)
        return sentences(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(recording, "sentences", slowly)
    hands = await sit(SHOP)
    await hands.click("tr:nth-child(1) button")
    await hands.page.wait_for_function("m.textContent === 'Desk lamp was added'")
    await hands.click("tr:nth-child(2) button")
    await hands.page.wait_for_function("m.textContent === 'Floor lamp was added'")
    await hands.click("#q")
    hands.types("lamp")
    await hands.page.wait_for_function("q.value === 'lamp'")
    assert hands.lines == []
    found.set()
    added = [f'click "Add to cart" in the row "{lamp} lamp"' for lamp in ("Desk", "Floor")]
    await hands.wrote(*added, 'enter "lamp" into "Search"')
