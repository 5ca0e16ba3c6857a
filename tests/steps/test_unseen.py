"""What no person can see, by whatever a page hides it, is not shown; and what is denied of it holds."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.browser.unseen import NOT_SEEN
from tests.steps.conftest import holding


@pytest.mark.parametrize("html", NOT_SEEN)
async def test_a_text_that_nobody_sees_is_not_shown(page: Page, html: str) -> None:
    sentences = ['check that "Secret" is shown', 'check that "Secret" is not shown']
    assert await holding(page, f"<h1>Home</h1>{html}", sentences) == sentences[1:]


FAINT = "opacity:0;pointer-events:none"
DIALOG = f"<div role=dialog aria-label='Delete file' style='{FAINT}'><p>Really?</p><button>Yes</button></div>"
DENIED = [
    (DIALOG, 'the dialog "Delete file" is open', 'the dialog "Delete file" is not open'),
    (DIALOG, 'the dialog "Delete file" is shown', 'the dialog "Delete file" is not shown'),
    (DIALOG, 'the "Yes" button is shown', 'the "Yes" button is not shown'),
    (f"<h2 style='{FAINT}'>Prices</h2>", 'the heading "Prices" is shown', 'the heading "Prices" is not shown'),
    (f"<button style='{FAINT}'>Yes</button>", 'the "Yes" button is shown', 'the "Yes" button is not shown'),
    (f"<img alt=Cat width=50 height=50 style='{FAINT}'>", 'the image "Cat" is shown', 'the image "Cat" is not shown'),
]


@pytest.mark.parametrize(("html", "claim", "denial"), DENIED)
async def test_what_is_transparent_is_not_there(page: Page, html: str, claim: str, denial: str) -> None:
    assert await holding(page, f"<h1>Home</h1>{html}", [claim, denial]) == [denial]


PAINTED = [
    ("<label><input type=checkbox checked style='opacity:0'>News</label>", 'the checkbox "News" is shown'),
    ("<label><input type=checkbox checked style='opacity:0'>News</label>", 'the checkbox "News" is checked'),
    ("<i role=switch aria-label=News aria-checked=true style='opacity:0'>x</i>", 'the switch "News" is on'),
    ("<label>City <select style='opacity:0'><option>Bonn</select></label>", 'the "City" field is enabled'),
]


@pytest.mark.parametrize(("html", "words"), PAINTED)
async def test_a_control_under_a_painted_one_is_there(page: Page, html: str, words: str) -> None:
    assert await holding(page, f"<h1>Home</h1>{html}", [words]) == [words]


async def test_of_frames_on_one_another_the_one_that_is_seen_is_shown(page: Page) -> None:
    over = "position:absolute;left:0;top:0;width:200px;height:60px;border:0"
    framed = "".join(
        f"<iframe style='{over};opacity:{n}' srcdoc='<p>Text {n}</p><button>Save {n}</button>'></iframe>"
        for n in (0, 1, 0)
    )
    sentences = ['"Text 1" is shown', '"Text 0" is not shown', 'the "Save 0" button is not shown', '"Text 0" is shown']
    assert await holding(page, framed, sentences) == sentences[:3]
