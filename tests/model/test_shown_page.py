"""A page as a model is shown it: in its structure, with names that its sentences can use."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.model.page import shown_page
from tests.run_test.test_model_helps import TASKS

SHOWN = {
    "parts, tables and what is alike": (
        TASKS,
        [
            'section "Places"',
            '  link "Archive room"',
            '  header row "Task | Done"',
            '  row "Water | Dance"',
            'section "Due"',
            '  field "Date" call it: the "Date" field in the row "Due"',
            '  button "Today" call it: the "Today" button in the row "Start"',
            '  item "Alpha"',
        ],
    ),
    "entries with what is in them": (
        "<ul><li>Alpha <button>x</button></li><li><a href=/q>Gamma</a> 3 left</li></ul>",
        ['  item "Alpha x"', '    button "x"', '  item "Gamma 3 left"', '    link "Gamma"'],
    ),
    "words set apart": (
        "<p>This data as <a href=/j>json</a>, <a href=/c>CSV</a></p><button>Press for <b>five</b> seconds.</button>",
        ['text "This data as json, CSV"', 'link "json"', 'button "Press for five seconds."'],
    ),
    "what nobody named": (
        "<label>City <select><option>Bonn</select></label><select><option>---------<option>Ann</select>",
        [
            'dropdown "City" = "Bonn" of "Bonn"',
            'of "---------", "Ann" call it: the dropdown next to "City"',
        ],
    ),
    "cards": (
        "<article><h2>Lamp</h2><p>Nice</p><button>Buy</button></article><article><h2>Desk</h2><button>Buy</button></article>",
        ["item", '  heading "Lamp"', '  button "Buy" call it: the "Buy" button in the row "Lamp"'],
    ),
    "a part with words of its own": ("<form>Name <input></form>", ["form", '  text "Name"']),
}


@pytest.mark.parametrize("what", SHOWN)
async def test_lines_of_a_page(page: Page, what: str) -> None:
    body, lines = SHOWN[what]
    await page.set_content(body)
    shown = shown_page(await take_look(page), str, "", 9_000)
    missing = [line for line in lines if not any(each.endswith(line) or each == line for each in shown.split("\n"))]
    assert missing == [], shown


async def test_of_a_long_page_the_screens_that_speak_of_the_clause_are_shown(page: Page) -> None:
    await page.set_content(
        "".join(f"<h2 style='height:700px'>Part {n} {'tulips' if n == 17 else ''}</h2>" for n in range(40))
    )
    shown = shown_page(await take_look(page), str, "water the tulips", 9_000)
    assert 'heading "Part 0"' in shown
    assert 'heading "Part 17 tulips"' in shown
    assert 'heading "Part 30"' not in shown
    assert "more lines left out" in shown
