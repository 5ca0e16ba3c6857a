"""Whether a browser can be driven: shown a page, typed into, clicked, looked at, pictured."""

from __future__ import annotations

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.errors import Unavailable

PAGE = "<title>A page</title><label>Name <input></label><button onclick=\"document.title = 'Done'\">Save</button>"


async def try_page(page: Page) -> None:
    """Raises Unavailable, with what the browser cannot do."""
    try:
        await page.set_content(PAGE)
        await page.get_by_label("Name").fill("Ada")
        await page.get_by_role("button", name="Save").click()
        await page.screenshot()
        look = await take_look(page)
        if await page.title() != "Done" or not any(node.name == "Save" for node in look.nodes):
            raise Unavailable("A click did nothing, or a page could not be looked at.")
    except PlaywrightError as error:
        raise Unavailable(f"It cannot be driven by this appliance: {error.message.splitlines()[0]}") from error
