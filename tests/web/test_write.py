"""Writing a test with the keys alone: completion, what is said about the words, and the way to a verdict."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.web.conftest import EMAIL, PASSWORD, Dashboard, Open
from tests.web.test_pages import violations

FIELD = "Test in plain English"


async def editor(visit: Open, dashboard: Dashboard, project: str = "") -> Page:
    visited = await visit()
    await visited.page.goto(f"{dashboard.address}/projects/{project or dashboard.project}")
    await visited.page.get_by_label(FIELD).focus()
    return visited.page


def listed(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Suggestions")


async def test_nothing_is_suggested_where_nothing_fits(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    options = listed(page).get_by_role("option")
    await page.keyboard.type("Cli")
    await expect(options.first).to_be_visible()
    await page.keyboard.type("xyz")
    await expect(options).to_have_count(0)
    await page.get_by_label(FIELD).fill('Click "Save"')  # pasted: no help was asked for
    await expect(page.get_by_text("How it is understood")).to_be_visible()
    await expect(options).to_have_count(0)
    await page.keyboard.press("Tab")  # leaves the field
    await expect(page.get_by_label("Expectation")).to_be_focused()


@pytest.mark.parametrize("key", ["Tab", "Enter"])
async def test_a_phrase_is_completed_and_its_value_typed_over(visit: Open, dashboard: Dashboard, key: str) -> None:
    page = await editor(visit, dashboard)
    field = page.get_by_label(FIELD)
    await page.keyboard.type("Search f")
    await expect(page.get_by_role("option", name='Search for "shoes".')).to_be_visible()
    if key == "Enter":  # only what was chosen is taken by it: else it begins a line
        await page.keyboard.press("ArrowDown")
        await expect(listed(page).get_by_role("option", selected=True)).to_have_count(1)
        await page.evaluate(  # names of the site may come meanwhile, and the list is drawn anew
            "() => new Promise(done => { const look = () => document.getElementById("
            "document.activeElement.getAttribute('aria-activedescendant'))?.ariaSelected === 'true' "
            "? done() : requestAnimationFrame(look); look() })"
        )
    await page.keyboard.press(key)
    await expect(field).to_have_value('Search for "shoes".')
    await page.keyboard.type("lamp")
    await expect(field).to_have_value('Search for "lamp".')
    for _ in "lamp":  # how many keys one undo takes back is the browser's business
        if await field.input_value() != 'Search for "shoes".':
            await page.keyboard.press("Control+z")
    await expect(field).to_have_value('Search for "shoes".')


async def test_escape_closes_and_ctrl_space_opens(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    await page.keyboard.type("1. wait for the pa")
    await expect(listed(page).get_by_role("option").first).to_contain_text("Wait for the page")
    assert await violations(page) == []
    await page.keyboard.press("Escape")
    await expect(listed(page)).to_have_count(0)
    await expect(page.get_by_label(FIELD)).to_be_focused()
    await page.keyboard.press("Control+Space")
    await expect(listed(page)).to_be_visible()
    await page.keyboard.press("ArrowUp")
    await expect(listed(page).get_by_role("option").last).to_have_attribute("aria-selected", "true")
    await listed(page).get_by_role("option").first.click()
    assert (await page.get_by_label(FIELD).input_value()).startswith("1. Wait for the page")


async def test_names_of_the_site_are_completed(visit: Open, dashboard: Dashboard) -> None:
    await dashboard.run(dashboard.project, 'Click "Catalogue".')
    page = await editor(visit, dashboard)
    field = page.get_by_label(FIELD)
    for typed, completed in (('Click "cata', 'Click "Catalogue"'), ("Click cat", 'Click "Catalogue"')):
        await field.fill("")
        await page.keyboard.type(typed)
        await expect(listed(page).get_by_role("option").first).to_contain_text("Catalogue")
        await page.keyboard.press("Tab")
        await expect(field).to_have_value(completed)


async def test_own_phrases_are_completed_and_listed(visit: Open, dashboard: Dashboard) -> None:
    own = {"pattern": "rummage for {what}", "sentences": ["Go to /catalogue.", "Search for {what}."]}
    added = await dashboard.http.post("/api/phrasebook", json=own)
    assert added.status_code == 201, added.text
    page = await editor(visit, dashboard)
    await page.keyboard.type("Rummage")
    await expect(listed(page).get_by_role("option")).to_contain_text("Go to /catalogue · Search for {what}")
    await page.keyboard.press("Tab")
    await page.keyboard.type("lamp")
    await expect(page.get_by_label(FIELD)).to_have_value('Rummage for "lamp".')
    await expect(page.get_by_text("Everything", exact=True)).to_be_visible()
    await page.goto(f"{dashboard.address}/phrases?search=rummage")
    await expect(page.get_by_role("heading", name="Your own phrases")).to_be_visible()
    await dashboard.http.delete(f"/api/phrasebook/{added.json()['phrase']['id']}")


async def test_what_is_not_understood_is_replaced_by_a_form_that_is(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    await page.get_by_label(FIELD).fill('Clikc "Desk lamp".')
    await expect(page.get_by_text("1 clause not understood")).to_be_visible()
    await page.get_by_role("button", name='Click "Desk lamp"', exact=True).click()
    await expect(page.get_by_text("Everything", exact=True)).to_be_visible()
    await expect(page.get_by_label(FIELD)).to_have_value('Click "Desk lamp".')
    await expect(page.get_by_text("Nothing is checked in this test")).to_be_visible()


async def test_a_procedure_is_written_with_the_same_help(visit: Open, dashboard: Dashboard) -> None:
    page = (await visit()).page
    await page.goto(f"{dashboard.address}/projects/{dashboard.mirror}?tab=procedures")
    await page.get_by_role("button", name="New procedure").click()
    dialog = page.get_by_role("dialog", name="New procedure")
    await dialog.get_by_label("Name").fill("Find things")
    await dialog.get_by_label(FIELD).focus()
    await page.keyboard.type("Search f")
    await expect(listed(page).get_by_role("option", name='Search for "shoes".')).to_be_visible()
    await page.keyboard.press("Escape")  # closes the list, not the dialog
    await expect(listed(page)).to_have_count(0)
    await page.keyboard.type("o")
    await expect(listed(page)).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.type("lamp")
    await expect(dialog.get_by_text("Everything", exact=True)).to_be_visible()
    assert await violations(page) == []
    await dialog.get_by_role("button", name="Save procedure").click()
    await expect(page.get_by_role("heading", name="Find things")).to_be_visible()
    await page.get_by_role("link", name="Edit").click()
    field = page.get_by_label(FIELD)
    await expect(field).to_have_value('Search for "lamp".')
    await field.press("Control+End")
    await page.keyboard.type(" Clikc it.")
    await expect(page.get_by_text("1 clause not understood")).to_be_visible()
    await field.fill('Search for "desk".')
    async with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        await field.press("Control+Enter")
    await page.get_by_role("link", name="Steps").click()
    await expect(page.get_by_text('Search for "desk"')).to_be_visible()


async def test_the_reference_of_the_language_is_searched(visit: Open, dashboard: Dashboard) -> None:
    page = await editor(visit, dashboard)
    await page.locator("#main").get_by_role("link", name="The test language").click()
    await expect(page.get_by_role("heading", name="The test language")).to_be_visible()
    search = page.get_by_role("searchbox", name="Search the sentences")
    await search.fill("drag slider")
    await expect(page.get_by_role("heading", name="Pointing, pressing, dragging")).to_be_visible()
    await expect(page.get_by_role("heading", name="Waiting and checking")).to_have_count(0)
    await search.fill("frobnicate")
    await expect(page.get_by_text("No sentence has these words")).to_be_visible()
    assert "search=frobnicate" in page.url


async def test_keys_alone_lead_from_sign_in_to_the_verdict(visit: Open, dashboard: Dashboard) -> None:
    visited = await visit(signed_in=False)
    page = visited.page
    await expect(page.get_by_label("Email")).to_be_focused()
    await page.keyboard.type(EMAIL)
    await page.keyboard.press("Tab")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_role("heading", name="Projects").wait_for()
    await tab_to(page, "Shop")
    await page.keyboard.press("Enter")
    await page.get_by_label(FIELD).wait_for()
    await tab_to(page, FIELD)
    await page.keyboard.type('Go to /catalogue. Check that the page shows "Desk lamp".')
    await tab_to(page, "Run test")
    async with page.expect_response("**/api/runs/trigger"):
        await page.keyboard.press("Enter")
    await expect(page.get_by_role("region", name="Verdict").get_by_text("Passed", exact=True)).to_be_visible(
        timeout=60_000
    )
    await tab_to(page, "Passed: Go to /catalogue")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Step 1")).to_be_visible()
    assert visited.wrong == []


async def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Presses Tab until the focus is on what begins with this name, or is labelled so."""
    for _ in range(most):
        await page.keyboard.press("Tab")
        focused: str = await page.evaluate(
            "(e => (e.labels?.[0]?.textContent ?? e.getAttribute('aria-label') ?? e.textContent).trim())"
            "(document.activeElement)"
        )
        if focused.startswith(name):
            return
    raise AssertionError(f"{most} presses of Tab did not reach {name}.")
