"""Which page this is, by its name: the address, the uppermost heading, or without one the title, says it as a whole."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.checks.page_checks import ask_page

NAMED = [
    'I should be on the "Posts" page',
    'the page "Posts" is shown',
    "the Posts page opens",
    "I should be on the page Posts",
]
DENIED = ['I should not be on the "Posts" page', 'the page "Posts" is not shown']

ANOTHER: dict[str, tuple[str, str]] = {
    "nothing says so": ("/", "<title>Shop</title><h1>Welcome</h1>"),
    "a heading that begins so": ("/a", "<h1>Posts could not be loaded</h1>"),
    "a title that begins so": ("/a", "<title>Posts could not be loaded</title>"),
    "a link called so": ("/a", "<h1>Welcome</h1><a href=/posts>Posts</a>"),
    "a part of another page": ("/a", "<h1>Dashboard</h1><h2>Posts</h2>"),
    "the site's name behind": ("/a", "<title>Users | Posts</title>"),
    "a heading in the navigation": ("/a", "<nav><h1>Posts</h1></nav><h2>Users</h2>"),
    "a heading nobody sees": ("/a", "<h1 style='display:none'>Posts</h1><h2>Users</h2>"),
    "the site's title over another heading": ("/a", "<title>Posts</title><h1>Users</h1>"),
    "the site's title at the sign-in": ("/login", "<title>Posts</title><h1>Posts</h1>"),
    "where one would go": ("/login?next=/posts", "<h1>Sign in</h1>"),
}
THIS: dict[str, tuple[str, str, str]] = {
    "the address": ("/posts", "<h1>All there is</h1>", ""),
    "the heading": ("/entries", "<h1>Posts</h1>", "by its heading “Posts”"),
    "the uppermost heading": (
        "/entries",
        "<header><h1>Shop</h1></header><h2>Posts (3)</h2>",
        "by its heading “Posts (3)”",
    ),
    "a dialog's heading": ("/a", "<h1>Shop</h1><div role=dialog><h2>Posts</h2></div>", "by its heading “Posts”"),
    "the title": ("/entries", "<title>Posts</title>", "by its title “Posts”"),
    "the title's first part": ("/entries", "<title>Posts - Shop</title>", "by its title “Posts”"),
    "the title with the noun": ("/entries", "<title>Posts page | Shop</title>", "by its title “Posts page”"),
}


async def asked(page: Page, at: str, html: str, words: str) -> Answer:
    await page.set_content(f"<!doctype html>{html}")
    (step,) = plan_english(words).steps
    assert isinstance(step, Assert)
    return ask_page(step.check, replace(await take_look(page), url=f"http://shop.test{at}"))  # type: ignore[arg-type]


@pytest.mark.parametrize("words", NAMED)
@pytest.mark.parametrize("name", ANOTHER)
async def test_another_page(page: Page, name: str, words: str) -> None:
    assert not (await asked(page, *ANOTHER[name], words)).holds


@pytest.mark.parametrize("words", NAMED)
@pytest.mark.parametrize("name", THIS)
async def test_this_page(page: Page, name: str, words: str) -> None:
    at, html, note = THIS[name]
    answer = await asked(page, at, html, words)
    assert answer.holds
    assert answer.note == note


@pytest.mark.parametrize("words", DENIED)
@pytest.mark.parametrize("name", THIS)
async def test_a_denial_is_of_all_its_names(page: Page, name: str, words: str) -> None:
    at, html, _ = THIS[name]
    assert not (await asked(page, at, html, words)).holds


async def test_a_failure_tells_what_the_page_is_called(page: Page) -> None:
    answer = await asked(page, "/", "<title>Shop</title><h1>Welcome</h1>", 'I should be on the "Posts" page')
    assert answer.message.endswith("The page has its heading “Welcome”.")


async def test_the_sign_in_page_by_its_name(page: Page) -> None:
    answer = await asked(page, "/signin", "<h1>Login</h1>", "I should be on the login page")
    assert answer.holds
