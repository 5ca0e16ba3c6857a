"""What wants something in the words of a test: marked in the text, mended in its place, taken back by undo."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.web.conftest import Dashboard, Open
from tests.web.test_pages import violations
from tests.web.test_write import FIELD, editor, listed

TWICE = 'Open "/catalogue". Clikc "A". Search for "lamp". Clikc "A".'


async def waves(page: Page) -> list[str]:
    return await page.locator(".waves mark").all_text_contents()


async def test_a_form_lands_where_its_clause_stands_and_undo_takes_it_back(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    field = page.get_by_label(FIELD)
    await field.fill(TWICE)
    await expect(page.get_by_text("2 clauses not understood")).to_be_visible()
    second = page.get_by_role("listitem").filter(has_text='Clikc "A"').nth(1)
    form = second.get_by_role("button").first
    wording = await form.text_content() or ""
    await form.click()
    mended = TWICE.removesuffix('Clikc "A".') + wording + "."
    await expect(field).to_have_value(mended)
    await expect(field).to_be_focused()
    assert await field.evaluate("field => field.selectionStart") == len(mended) - 1
    await page.keyboard.press("Control+z")
    await expect(field).to_have_value(TWICE)
    await expect(page.get_by_text("2 clauses not understood")).to_be_visible()


async def test_an_unclear_target_is_mended_within_its_sentence(visit: Open, dashboard: Dashboard) -> None:
    await dashboard.run(dashboard.project, 'Go to /catalogue. Check that the page shows "Desk lamp".')
    page = await editor(visit, dashboard)
    field = page.get_by_label(FIELD)
    await field.fill("Go to /catalogue. Click Add to cart. Check that the page shows “Cart”.")
    await expect(page.get_by_text("1 target unclear")).to_be_visible()
    form = page.get_by_role("button", name="Desk lamp").first
    wording = await form.text_content() or ""
    assert wording.startswith("Click ")
    await form.click()
    await expect(field).to_have_value(f"Go to /catalogue. {wording}. Check that the page shows “Cart”.")
    await expect(page.get_by_text("Everything", exact=True)).to_be_visible()


async def test_the_words_themselves_are_marked_and_mended_by_keys(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    field = page.get_by_label(FIELD)
    await field.fill('Go to /catalogue.\nClikc "Desk lamp".\nFrobnicate it.')
    await expect(page.get_by_text("2 clauses not understood")).to_be_visible()
    assert await waves(page) == ['Clikc "Desk lamp"', "Frobnicate it"]
    await page.keyboard.press("Control+Home")
    await page.keyboard.press("Control+.")
    await expect(listed(page).get_by_role("option", selected=True)).to_have_text(
        'Click "Desk lamp"stands there instead'
    )
    assert await violations(page) == []
    await page.keyboard.press("Enter")
    await expect(field).to_have_value('Go to /catalogue.\nClick "Desk lamp".\nFrobnicate it.')
    await expect(page.get_by_text("1 clause not understood")).to_be_visible()
    assert await waves(page) == ["Frobnicate it"]


async def test_what_is_being_written_is_no_gap_yet(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    await page.keyboard.type("Go to /catalogue. Frobni")
    await expect(page.get_by_text("Everything", exact=True)).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.get_by_text("1 clause not understood")).to_be_visible()
    await page.get_by_label(FIELD).press("Control+End")
    await page.keyboard.type("cate.")
    await expect(page.locator(".reading").get_by_text("Frobnicate", exact=True)).to_be_visible()


async def test_what_no_look_at_the_site_knows_is_told(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    await page.get_by_label(FIELD).fill("Make sure the basket feels right.")
    await expect(page.get_by_text("1 element not seen on this site yet")).to_be_visible()
    await page.get_by_label(FIELD).fill("Check that the “Desk lamp” is shown.")
    await expect(page.get_by_text("Everything", exact=True)).to_be_visible()
    await expect(page.get_by_text("not seen on this site yet")).to_have_count(0)
