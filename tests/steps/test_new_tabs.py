"""A tab of its own is what the last deed opened: no element is called “new tab”, and an earlier deed's is none."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.english.compile import plan_english
from tests.conftest import Serve
from tests.steps.conftest import Do

PAGE = """<a href=/invoice target=_blank>Invoice</a> <a href=#help>Help</a>
<button onclick="window.open('/invoice')">Print</button>
<h2 role=tab>New tab</h2>"""
OPENED, NONE = "a new tab is opened", "no new tab is opened"


@pytest.fixture
async def page_with_links(serve: Serve, page: Page) -> None:
    await page.goto(await serve({"/": PAGE, "/invoice": "<h1>Invoice</h1>"}) + "/")


async def _says(do: Do, *sentences: str) -> list[bool]:
    return [(await do(step)).result == "passed" for line in sentences for step in plan_english(line).steps]


def _click(name: str) -> s.Click:
    return s.Click(target=Target(words=name, name=name))


@pytest.mark.usefixtures("page_with_links")
async def test_nothing_was_opened_by_what_stays_on_the_page(do: Do) -> None:
    await do(_click("Help"))
    assert await _says(do, OPENED, NONE, "it opens in a new window") == [False, True, False]


@pytest.mark.usefixtures("page_with_links")
async def test_an_earlier_deed_s_tab_is_none_of_the_last_deed(do: Do) -> None:
    await do(_click("Invoice"))
    await do(_click("Help"))
    assert await _says(do, OPENED, NONE) == [False, True]


@pytest.mark.usefixtures("page_with_links")
@pytest.mark.parametrize("name", ["Invoice", "Print"])
async def test_a_link_or_a_script_opened_it(do: Do, name: str) -> None:
    await do(_click(name))
    assert await _says(do, NONE, OPENED, "the page opens in a new tab", "a new window opens") == [
        False,
        True,
        True,
        True,
    ]
