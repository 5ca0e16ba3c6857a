"""The site of the documents as the appliance serves it: every page, and nothing of others.

`make setup` has built it; that a link leads nowhere ends that build.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import Page, async_playwright, expect

from qa_appliance.api.pages.manual import SITE
from qa_appliance.app import open_appliance
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.launch import launch
from qa_appliance.settings import Settings
from tests.documents.pages import DOCS, ROOT

CHAPTERS = re.findall(r', "([\w/#-]+)"\]', (ROOT / "web" / "src" / "model" / "chapter.ts").read_text("utf-8"))
ADDRESSES = {page: f"{page.relative_to(DOCS).with_suffix('')}/".replace("index/", "") for page in DOCS.rglob("*.md")}
FINDS = {"upload": "Forms, dates and uploads", "flaky": "Flaky tests", "proxy": "Proxies", "login": "Sign in"}


@pytest.fixture(scope="module")
async def address(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    assert (SITE / "index.html").is_file(), "The documents were not built; run `make docs`."
    settings = Settings(port=0, data_dir=tmp_path_factory.mktemp("site") / "data")
    async with open_appliance(settings) as appliance, appliance.serving() as served:
        yield served


@pytest.fixture(scope="module")
async def http(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=60, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("path", ["/docs/none/", "/docs/..%2fweb_bundle/index.html", "/docs/start.md"])
async def test_what_is_no_page_is_not_found(http: httpx.AsyncClient, path: str) -> None:
    assert (await http.get(path)).status_code == 404


async def test_every_page_is_there_and_asks_for_nothing_of_others(http: httpx.AsyncClient) -> None:
    for page in ADDRESSES.values():
        answer = await http.get(f"/docs/{page}")
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/html"), page
        assert not re.findall(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]*"', answer.text), page
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]


async def test_a_page_without_its_slash_leads_to_it(http: httpx.AsyncClient) -> None:
    answer = await http.get("/docs/start")
    assert (answer.status_code, answer.headers["location"]) == (302, "/docs/start/")


@pytest.mark.parametrize("chapter", CHAPTERS)
async def test_the_dashboard_opens_chapters_that_are_there(http: httpx.AsyncClient, chapter: str) -> None:
    page, _, heading = chapter.partition("#")
    answer = await http.get(f"/docs/{page}")
    assert answer.status_code == 200
    assert not heading or f'id="{heading}"' in answer.text


def test_the_site_is_of_these_pages() -> None:
    spec = importlib.util.spec_from_file_location("docs", ROOT / "build" / "docs.py")
    assert spec is not None
    assert spec.loader is not None
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    assert (SITE / recipe.STAMP).read_text() == recipe.digest(), "run: make docs"


@pytest.mark.slow
async def test_search_finds_it_first_and_pages_fit_a_phone(address: str) -> None:
    async with async_playwright() as playwright:
        launched = await launch(playwright, await choose_browser())
        try:
            page = await launched.browser.new_page(viewport={"width": 1280, "height": 800})
            wrong: list[str] = []
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            for words, title in FINDS.items():
                await _search(page, address, words)
                found = page.locator(".md-search-result__item").first
                await expect(found).to_contain_text(title, timeout=30_000)
            await page.set_viewport_size({"width": 360, "height": 740})
            for path in ("", "settings/", "cookbook/tables/"):
                await page.goto(f"{address}/docs/{path}")
                assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert wrong == []
        finally:
            await launched.browser.close()


async def _search(page: Page, address: str, words: str) -> None:
    await page.goto(f"{address}/docs/")
    field = page.get_by_role("textbox", name="Search").first
    await field.click()
    await page.keyboard.type(words, delay=30)
