"""Where a page is: what an address check takes for being there, and what not. The path decides."""

from __future__ import annotations

import pytest

from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page

MUST_NOT_HOLD = [
    ("/login?next=/admin/books/", "I should be on /admin/books/"),
    ("/login?next=%2Fadmin%2Fbooks%2F", "I should be redirected to /admin/books"),
    ("/admin/books/5/delete/", "I should be on /admin/books/"),
    ("/admin/books-archive", "the URL is /admin/books"),
    ("/old/admin/books", "I should be on /admin/books"),
    ("/login?next=/admin/books/", "the URL contains /admin/books"),
    ("/login?returnTo=books", 'the URL contains "books"'),
    ("/login?next=/books#/books", 'the address ends with "/books/5"'),
    ("/done.html?o=7#top", 'the address ends with "/done.html"'),
    ("/login?next=/orders", "I should be redirected to the orders page"),
    ("/reorder", 'I should be taken to the "order" page'),
    ("/#/login", "I should be on /"),
    ("/#/login", "I should be redirected to the home page"),
    ("/app#/login", "I should be on /app"),
    ("/books?page=20", 'the URL contains "page=2"'),
    ("/books?page=2&sort=name", "the URL is /books?page=2"),
    ("/books?page=3", "the URL is /books?page=2"),
    ("/search?q=lamp", "the URL contains /find?q=lamp"),
    ("/books#reviews", "the URL is /books#top"),
    ("//books.example.com/login", 'the URL contains "books"'),
    ("//shop.example.com/books", "the URL is https://example.com/books"),
    ("//example.com.evil.test/books", "the address starts with https://example.com/"),
    ("//evil.test/https://example.com/books", "the URL contains https://example.com/books"),
    ("/login?next=https://example.com/books", "the URL contains example.com/books"),
    ("/login?next=/admin/books/", r'the URL matches "*/admin/books*"'),
    ("/admin/books", "the URL does not contain /admin"),
    ("/orders?from=/login", "the URL does not contain /login"),
    ("/login?error=1", "the URL is not /login"),
    ("/books?page=2", "the URL is /books"),
    ("/books?page=2", "the address should be /books"),
    ("/books?page=2", "the page's URL is exactly /books"),
]
MUST_HOLD = [
    ("/admin/books/", "I should be on /admin/books/"),
    ("/admin/books", "I should be on /admin/books/"),
    ("/admin/books/", "I should be on /admin/books"),
    ("/admin/books/?page=2#top", "I should be on /admin/books/"),
    ("/books?page=2", "the URL is /books?page=2"),
    ("/books?page=2", "the path is /books"),
    ("/books#top", "the URL is /books"),
    ("/books?sort=name&page=2", "the URL is /books?page=2&sort=name"),
    ("/books?sort=name&page=2", 'the URL contains "page=2"'),
    ("/reset?token=abc", 'the URL contains "token="'),
    ("/search?q=red+shoes", 'the URL contains "q=red%20shoes"'),
    ("/search?q=lamp", 'the URL contains "lamp"'),
    ("/search?q=lamp", "the URL contains /search?q=lamp"),
    ("/login?next=/orders", "the URL contains next=/orders"),
    ("/login?next=/orders", "I should be on /login?next=/orders"),
    ("/#/orders", "I should be on /orders"),
    ("/#!/orders?page=2", "I should be on /orders"),
    ("/#/orders", "the URL is /#/orders"),
    ("/books#reviews", "the URL is /books#reviews"),
    ("/products/12", 'I should be taken to the "product" page'),
    ("/orders", 'I should be taken to the "order" page'),
    ("/checkout-complete.html", 'I should be taken to the "checkout complete" page'),
    ("/index.php?page=orders", "I should be redirected to the orders page"),
    ("/?utm=1", "I should be redirected to the home page"),
    ("/caf%C3%A9", "the URL is /café"),
    ("/homepage", "the URL contains /home"),
    ("/books/", "the address ends with /books"),
    ("//example.com/books/", "the URL is https://EXAMPLE.com:443/books"),
    ("//example.com/books", "the URL contains example.com"),
    ("//example.com/books?page=2", "the address starts with https://example.com/books"),
    ("/orders/17", r'the URL matches "*/orders/*"'),
    ("/orders?from=/login", "the URL is not /login"),
]


@pytest.mark.parametrize(("at", "words"), MUST_NOT_HOLD)
def test_it_does_not_hold(at: str, words: str) -> None:
    assert not _holds(at, words)


@pytest.mark.parametrize(("at", "words"), MUST_HOLD)
def test_it_holds(at: str, words: str) -> None:
    assert _holds(at, words)


LINKS_THAT_DO_NOT = [
    ("//other.test/terms", 'the link "Terms" goes to /terms'),
    ("//site.test:8443/terms", 'the link "Terms" goes to /terms'),
    ("//other.test/terms", 'the link "Terms" goes to site.test/terms'),
    ("//other.test/terms", 'the link "Terms" goes to https://site.test/terms'),
    ("/terms", 'the link "Terms" does not go to /terms'),
]
LINKS_THAT_DO = [
    ("/terms", 'the link "Terms" goes to /terms'),
    ("//other.test/terms", 'the link "Terms" does not go to /terms'),
    ("//other.test/terms", 'the link "Terms" goes to https://other.test/terms'),
    ("//other.test/terms", 'the link "Terms" goes to other.test/terms'),
]


def test_a_link_that_goes_to_a_path_stays_on_the_site() -> None:
    assert [words for at, words in LINKS_THAT_DO_NOT if _holds("/page", words, link=at)] == []
    assert [words for at, words in LINKS_THAT_DO if not _holds("/page", words, link=at)] == []


def _whole(at: str) -> str:
    return f"https:{at}" if at.startswith("//") else f"https://site.test{at}"


def _holds(at: str, words: str, *, link: str = "") -> bool:
    nodes = [Node("a", role="link", name="Terms", text=(0, 5), shown=True, href=_whole(link), index=0)] if link else []
    look = Look(url=_whole(at), title="", text="Terms" if link else "", nodes=nodes)
    plan = plan_english(words)
    checks: list[PageCheck] = [step.check for step in plan.steps if isinstance(step, Assert)]  # type: ignore[misc]
    assert checks, plan
    return all(ask_page(check, look).holds for check in checks)
