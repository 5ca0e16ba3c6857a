"""The list of runs in a browser: read page by page as it is scrolled, filtered and searched by the appliance."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Page, expect

from tests.web.seeded import seeded, sign_in

RUNS = 250


async def test_the_list_goes_on_as_it_is_scrolled_and_is_filtered_whole(page: Page, tmp_path: Path) -> None:
    async with seeded(tmp_path, RUNS) as address:
        await sign_in(page, address)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url) if "/api/runs?" in request.url else None)
        await page.get_by_role("link", name="Runs", exact=True).click()
        await expect(page.get_by_text("the newest 100 runs")).to_be_visible()
        rows = page.get_by_role("link", name="Open the shop")
        await expect(rows.first).to_contain_text(f"Lamp {RUNS}")
        assert await rows.count() < 60  # only what is near the window is drawn

        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_text("the newest 200 runs")).to_be_visible()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_text(f"{RUNS} runs", exact=True)).to_be_visible()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_role("link", name='"Lamp 1"')).to_be_visible()
        assert len(asked) == 3  # each page once

        await page.get_by_role("searchbox").fill("lamp 17")
        await expect(page.get_by_text("11 runs", exact=True)).to_be_visible()
        await page.get_by_label("Verdict").select_option("Failed")
        await expect(page.get_by_text("2 runs", exact=True)).to_be_visible()  # 17 and 177
        await page.goto(page.url)  # all of it stands in the address
        await expect(page.get_by_text("2 runs", exact=True)).to_be_visible()
        await expect(page.get_by_role("searchbox")).to_have_value("lamp 17")
        await page.get_by_role("searchbox").fill("nothing has this")
        await expect(page.get_by_text("No run fits this filter")).to_be_visible()


async def test_filters_stand_in_the_address_and_back_keeps_them(page: Page, tmp_path: Path) -> None:
    old = (
        "update runs set created_at = '2026-01-15T12:00:00.000Z', failure_class = 'expectation' where seq in (7, 8, 9)"
    )
    saved = """insert into procedures (id, project_id, name, description, steps_json, created_at, updated_at)
      select 'lamp', id, 'Buy a lamp', '', '[]', created_at, created_at from projects limit 1"""
    of_it = "update runs set procedure_id = 'lamp' where seq in (8, 20)"
    async with seeded(tmp_path, 30, old, saved, of_it) as address:
        await sign_in(page, address)
        await page.get_by_role("link", name="Runs", exact=True).click()
        await page.get_by_label("Kind of failure").select_option("Expectation not met")
        await expect(page.get_by_text("3 runs", exact=True)).to_be_visible()
        await page.get_by_label("From").fill("2026-01-16")
        await expect(page.get_by_text("No run fits this filter")).to_be_visible()
        await page.get_by_label("From").fill("2026-01-15")
        await page.get_by_label("To", exact=True).fill("2026-01-15")
        await expect(page.get_by_text("3 runs", exact=True)).to_be_visible()
        await page.get_by_label("Project").select_option("Shop")
        await page.get_by_label("Procedure").select_option("Buy a lamp")
        await expect(page.get_by_text("1 run", exact=True)).to_be_visible()
        before = page.url
        await page.reload()
        await expect(page.get_by_text("1 run", exact=True)).to_be_visible()
        await page.get_by_role("link", name='"Lamp 8"').click()
        await expect(page.get_by_role("region", name="Verdict")).to_be_visible()
        await page.go_back()
        await expect(page.get_by_text("1 run", exact=True)).to_be_visible()
        assert page.url == before


async def test_back_from_a_run_the_list_stands_where_it_was_left(page: Page, tmp_path: Path) -> None:
    async with seeded(tmp_path, RUNS) as address:
        await sign_in(page, address)
        await page.get_by_role("link", name="Runs", exact=True).click()
        await expect(page.get_by_text("the newest 100 runs")).to_be_visible()
        await page.evaluate("scrollTo(0, document.body.scrollHeight)")
        await expect(page.get_by_text("the newest 200 runs")).to_be_visible()
        row = page.get_by_role("link", name='"Lamp 151"')
        await row.scroll_into_view_if_needed()
        top = await page.evaluate("scrollY")
        assert top > 1000
        await row.click()
        await expect(page.get_by_role("region", name="Verdict")).to_be_visible()
        await page.go_back()
        await expect(row).to_be_in_viewport()
        assert await page.evaluate("scrollY") == top


_OTHER = """insert into projects (id, org_id, name, base_url, created_at)
select 'other', org_id, 'Busy', 'https://busy.example', created_at from projects limit 1"""
_MANY = """with recursive n(i) as (select 1 union all select i + 1 from n where i < {count})
insert into runs (id, org_id, project_id, instruction, user_expectation, status, created_at, queued_at)
select '{status}-' || i, org_id, id, 'Look', 'pass', '{status}', {at}, {at} from n, projects where id = 'other'"""
_LATER = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"


async def test_a_project_whose_runs_are_old_still_shows_them(page: Page, tmp_path: Path) -> None:
    """The newest 200 runs of all are another project's; of those under way a few are drawn, and all counted."""
    ended = _MANY.format(count=210, status="cancelled", at="created_at")
    under_way = _MANY.format(count=40, status="pending", at=_LATER)
    async with seeded(tmp_path, 12, _OTHER, ended, under_way) as address:
        await sign_in(page, address)
        shop = page.get_by_role("link").filter(has_text="shop.example")
        await expect(shop.get_by_role("img", name="92 % of the latest runs passed")).to_be_visible()
        await expect(shop).not_to_contain_text("No runs yet")
        active = page.locator("section").filter(has=page.get_by_role("heading", name="Under way"))
        await expect(active.get_by_text("40", exact=True)).to_be_visible()
        await expect(active.get_by_role("listitem")).to_have_count(8)
