"""Ambiguities told before a run: from packed looks at real pages, without values and secrets."""

from __future__ import annotations

import zlib

import pytest
from playwright.async_api import Page

from qa_appliance.browser.find.lint import ambiguities, unseen
from qa_appliance.browser.find.search import Ambiguous, Match, find
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.saved import MOST_NODES, MOST_PAGES, SeenPages, pack, page_of, unpacked
from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Click
from qa_appliance.english.compile import plan_english

BASE = "http://shop.test/"
ROWS = """<h1>Users</h1><table><tr><td>Alice</td><td><button>Edit</button></td></tr>
<tr><td>Bob</td><td><button>Edit</button></td></tr></table><label>Name <input value="Ann Secret"></label>
<form><input type=password value=hunter2><textarea>my diary</textarea></form><a href=/one>Details</a>"""
ONE = "<h1>Alice</h1><button>Edit</button><button>Save</button>"


def plain(text: str) -> str:
    return text


@pytest.fixture
async def pages(page: Page) -> dict[str, bytes]:
    """The base page with two “Edit”, another with one; the other was seen last."""
    packed = {}
    for address, html in (("shop.test/one", ONE), ("shop.test/", ROWS)):
        await page.set_content(html)
        packed[address] = pack(await take_look(page), plain)
    return packed


async def test_neither_values_nor_secrets_are_kept(page: Page) -> None:
    await page.set_content(ROWS)
    packed = pack(await take_look(page), lambda text: text.replace("Alice", "••••"))
    kept = zlib.decompress(packed).decode()
    for hidden in ("Ann Secret", "hunter2", "diary", "Alice"):
        assert hidden not in kept
    assert "••••" in kept


async def test_what_is_unpacked_is_searched_like_the_page(page: Page) -> None:
    await page.set_content(ROWS)
    look = unpacked(pack(await take_look(page), plain))
    (click,) = plan_english('click "Edit" in the row "Bob"').steps
    assert isinstance(click, Click)
    answer = find(look, click.target, "click")
    assert isinstance(answer, Match)
    assert "Bob" in look.text_of(look.nodes[look.nodes[answer.node.parent].parent])
    (click,) = plan_english('click "Edit"').steps
    assert isinstance(click, Click)
    assert isinstance(find(look, click.target, "click"), Ambiguous)


async def test_large_pages_and_many_pages_are_capped(page: Page) -> None:
    await page.set_content("<button>B</button>" * (MOST_NODES + 50))
    look = await take_look(page)
    assert len(unpacked(pack(look, plain)).nodes) == MOST_NODES
    seen = SeenPages()
    for name in "abcdefghijklmnopqrst":
        seen.note(Look(url=f"{BASE}{name}", title="", text="", nodes=look.nodes))
    seen.note(Look(url="about:blank", title="", text="", nodes=[]))
    assert list(seen.packed(plain)) == [f"shop.test/{name}" for name in "abcdefghijklmnopqrst"[-MOST_PAGES:]]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("about:blank", ""),
        ("http://shop.test", "shop.test/"),
        ("http://shop.test/orders/1042/edit?x=1#top", "shop.test/orders/*/edit"),
        ("https://shop.test:8443/#/users/7", "shop.test:8443/#/users/*"),
        ("http://shop.test/u/0b6c9a5e-9d1f-4a53-8f7e-2f4f1d7c9a10", "shop.test/u/*"),
    ],
)
def test_one_page_is_one_page(url: str, address: str) -> None:
    assert page_of(url) == address


CASES: list[tuple[str, list[str]]] = [
    ('click "Edit"', ["Edit"]),
    ('click "Edit" in the row "Alice"', []),
    ('click the 2nd "Edit"', []),
    ('click "Save"', []),
    ('click "Nothing like it"', []),
    ('open /one. click "Edit"', []),
    ('click "Details". click "Edit"', []),  # it leads on, and the page it may lead to has one
    ('open /. click "Edit"', ["Edit"]),
    ('enter "x" into Name and click "Edit"', ["Edit"]),
    ('if "Users" is shown, click "Edit"', ["Edit"]),
    ('for each row: click "Edit"', []),
    ('"Edit" is shown', []),
]


@pytest.mark.parametrize(("description", "names"), CASES)
async def test_what_is_told(pages: dict[str, bytes], description: str, names: list[str]) -> None:
    found = ambiguities(plan_english(description).steps, pages, BASE)
    assert [each.target.name for each in found] == names


async def test_an_ambiguity_brings_the_sentences_that_end_it(pages: dict[str, bytes]) -> None:
    (found,) = ambiguities(plan_english('Please click "Edit".').steps, pages, BASE)
    assert [(each.described, each.words) for each in found.fitting] == [
        ("button “Edit”", "“Edit” in the row “Alice”"),
        ("button “Edit”", "“Edit” in the row “Bob”"),
    ]
    for one in found.fitting:
        assert ambiguities(plan_english(f"click {one.words}").steps, pages, BASE) == ()


def test_nothing_known_is_nothing_told() -> None:
    steps = plan_english('click "Edit"').steps
    assert ambiguities(steps, {}, BASE) == ()
    assert unseen(steps, {}) == ()


@pytest.mark.parametrize(
    ("description", "names"),
    [
        ('click "Edit". check that "Details" is shown', []),
        ("make sure the basket feels right", ["basket feels right"]),
        ('click "Edit". click "Archive" in the row "Alice"', ["Archive"]),
        ('click "Save"', []),  # on a page the first one may lead to
        ('check that the page shows "Archived"', []),  # what a page says is no element
        ("for each row: click Archive", []),
    ],
)
async def test_what_no_look_at_the_site_knows_is_told(
    pages: dict[str, bytes], description: str, names: list[str]
) -> None:
    assert [target.name for _, target in unseen(plan_english(description).steps, pages)] == names
