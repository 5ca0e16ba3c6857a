"""Words that stand beside each other without a space: apart where people see two, one where they see one."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.browser.look.take import take_look
from qa_appliance.core.steps import Assert
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.checks.page_checks import ask_page
from tests.steps.conftest import holding

LINKS = "<p><a href=/a>Home</a><a href=/b>Books</a></p>"
SPACED = "<style>span{margin-right:8px}</style><p><span>Home</span><span>Books</span></p>"
PADDED = "<style>b{padding:0 5px}</style><p><b>Home</b><b>Books</b></p>"
PARTED = (
    "<p>Home<img width=16 height=16 src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>'>Books</p>"
)
LABELS = "<p><label>Home</label><label>Books</label></p>"
PAGES = "<p><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a></p>"
BADGE = "<p>Inbox<span style='padding:0 6px;background:red'>3</span></p>"
BOLD = "<p>Un<b>believ</b>able</p>"
SAME = "<p><a href=/a>Un</a><a href=/a>known</a></p>"
PRICE = "<p><span style='margin-right:4px'>$</span>9<span style='padding-left:1px'>.99</span></p>"
LETTERS = "<p><span style='letter-spacing:3px'>S</span>ave</p>"
CODE = "<p>All <code style='padding:0 1px'>Foo</code>s</p>"
CHINESE = "<p><a href=/a>首页</a><a href=/b>图书</a></p>"
ACROSS = "<p><a href=/a>un</a><a href=/b>known</a></p>"

HOLD = [
    *((html, f'"{word}" is shown') for html in (LINKS, SPACED, PADDED, PARTED, LABELS) for word in ("Home", "Books")),
    *((html, '"Home Books" is shown') for html in (LINKS, SPACED, PADDED, PARTED, LABELS)),
    (LINKS, 'the paragraph shows "Books"'),
    (PAGES, '"2" is shown'),
    (PAGES, '"3" is shown'),
    (BADGE, '"Inbox" is shown'),
    (BADGE, '"3" is shown'),
    (BOLD, '"Unbelievable" is shown'),
    (SAME, '"Unknown" is shown'),
    (PRICE, '"$9.99" is shown'),
    (LETTERS, '"Save" is shown'),
    (CODE, '"All Foos" is shown'),
    (CHINESE, '"首页" is shown'),
    (CHINESE, '"首页图书" is shown'),
    (LINKS, '"Shop" is not shown'),
]
FAIL = [
    (BOLD, '"believ" is shown'),
    (BOLD, '"Un" is shown'),
    (SAME, '"known" is shown'),
    (PRICE, '"9" is shown'),
    (LETTERS, '"ave" is shown'),
    (CODE, '"Foo" is shown'),
    # What must not be there is looked for in either reading.
    (LINKS, '"Books" is not shown'),
    (LINKS, '"Home Books" is not shown'),
    (LINKS, '"HomeBooks" is not shown'),
    (ACROSS, '"unknown" is not shown'),
    (ACROSS, 'the paragraph does not show "unknown"'),
    (PAGES, '"123" is not shown'),
    (BADGE, '"Inbox3" is not shown'),
]


@pytest.mark.parametrize(("html", "words"), HOLD)
async def test_what_people_read_is_shown(page: Page, html: str, words: str) -> None:
    assert await _holds(page, html, words)


@pytest.mark.parametrize(("html", "words"), FAIL)
async def test_what_they_do_not_read_is_not(page: Page, html: str, words: str) -> None:
    assert not await _holds(page, html, words)


async def _holds(page: Page, html: str, words: str) -> bool:
    await page.set_content(f"<!doctype html><meta charset=utf-8>{html}")
    look = await take_look(page)
    plan = plan_english(words)
    (step,) = plan.steps
    assert not plan.gaps
    assert isinstance(step, Assert)
    return ask_page(step.check, look).holds  # type: ignore[arg-type]


CELLS = "<table><tr><td>New<td>York<tr><td>Total<td>42</table>"
BLOCKS = "<div>Request a refund</div><div>approved by nobody</div>"


@pytest.mark.parametrize(
    ("html", "text"),
    [(CELLS, "New York"), (CELLS, "Total 42"), (BLOCKS, "refund approved"), (BLOCKS, "REFUND approved")],
)
async def test_what_stands_in_two_places_is_no_text_of_its_own(page: Page, html: str, text: str) -> None:
    assert await holding(page, html, [f'"{text}" is shown', f'"{text}" is not shown']) == []


LINES = ["<p>Total:<br>42.00</p>", "<dl><dt>Total:<dd>42.00</dl>", "<p><b>Total:</b></p><p>42.00</p>"]


@pytest.mark.parametrize("html", LINES)
async def test_what_takes_up_whole_lines_is_one(page: Page, html: str) -> None:
    sentences = ['"Total: 42.00" is shown', '"Total: 42" is shown']
    assert await holding(page, html, sentences) == sentences[:1]
