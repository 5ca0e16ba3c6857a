"""A run is shared from its page: somebody without an account sees it, until the link is withdrawn."""

from __future__ import annotations

from playwright.async_api import expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations


async def test_a_link_is_made_opened_and_withdrawn(visit: Open, dashboard: Dashboard) -> None:
    seen = await visit(width=360, dark=True)
    page = seen.page
    await page.goto(f"{dashboard.address}/runs/{dashboard.failed}")
    await page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share this run")
    await dialog.get_by_label("Can be opened for").select_option("1 day")
    await dialog.get_by_role("button", name="Make a link").click()
    link = await dialog.get_by_label("Link to this run").input_value()
    row = dialog.get_by_role("row", name="Ada")
    await expect(row).to_have_count(1)

    guest = await visit(width=360, signed_in=False)
    await guest.page.goto(link)
    await expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Failed")
    await expect(guest.page.get_by_role("heading", name="Steps")).to_be_visible()
    video = guest.page.get_by_label("Video")
    await expect(video).to_be_visible()
    assert await video.evaluate(
        "video => video.readyState > 0 || new Promise(done => { video.onloadedmetadata = () => done(true) })"
    )
    assert await guest.page.evaluate("[...document.images].every(each => each.loading === 'lazy' || each.complete)")
    assert await guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await violations(guest.page) == []
    await guest.page.goto(f"{dashboard.address}/runs/{dashboard.failed}")
    await expect(guest.page.get_by_role("button", name="Sign in")).to_be_visible()
    assert guest.wrong == []

    await row.get_by_role("button", name="Withdraw").click()
    await expect(row).to_have_count(0)
    await guest.page.goto(link)
    await expect(guest.page.get_by_text("This link shows nothing")).to_be_visible()
    assert seen.wrong == []
