"""The waiting search on real pages that are not at rest yet."""

from __future__ import annotations

from playwright.async_api import Page

from qa_appliance.browser.find.locate import locate
from qa_appliance.core.target import Target

SLIDING = """<a href="#panel">Search</a>
<div id=panel style="height:0;overflow:hidden"><button>Search</button></div>
<script>setTimeout(() => panel.style.height = 'auto', 300)</script>"""


async def test_what_is_still_sliding_into_place_is_waited_for(page: Page) -> None:
    """The link of that name is no button; taken at once it would pass for one."""
    await page.set_content(SLIDING)
    located = await locate(page, Target(words="the Search button", name="Search", kind="button"), "click", 5)
    assert located.node.tag == "button"


async def test_what_stays_hidden_is_passed_over(page: Page) -> None:
    await page.set_content("<a href='#x'>Search</a><button hidden>Search</button>")
    located = await locate(page, Target(words="the Search button", name="Search", kind="button"), "click", 5)
    assert located.node.tag == "a"
