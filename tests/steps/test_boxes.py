# ruff: noqa: E501 - the pages under test
"""Boxes and switches of all makes: transparent under a painted one, without a name, told by a class alone."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

UNDER_PAINT = """<style>label { position: relative; display: inline-block } input { position: absolute; opacity: 0; width: 18px;
height: 18px } i { display: inline-block; width: 18px; height: 18px; border: 1px solid }</style>
<label><input type=checkbox id=c><i></i> I agree</label> <label><input type=radio name=r id=r><i></i> Express</label>"""
WITHOUT_SIZE = """<style>input { position: absolute; opacity: 0; width: 0; height: 0 }</style>
<input type=checkbox id=c><label for=c>I agree</label>"""
PICTURE_OVER = """<span><input type=checkbox id=c aria-label="I agree" style="position: absolute; opacity: 0; pointer-events: none"><i
onclick="c.click()" style="display: inline-block; width: 20px; height: 20px; border: 1px solid"></i></span>"""
UNNAMED = """<div id=s role=switch aria-checked=false tabindex=0 style="width: 40px; height: 20px; background: #ccc"
onclick="this.ariaChecked = this.ariaChecked !== 'true'"></div><span>Dark mode</span>"""
BY_CLASS = """<div><span>Dark mode</span><div id=s class="switch %s" onclick="%s"
style="width: 40px; height: 20px; background: #ccc; cursor: pointer"></div></div>"""
FLIPS = "this.classList.toggle('is-on')"
BANNER = (
    PICTURE_OVER
    + """<div style="position: fixed; inset: 0; background: #eee" onclick="c.checked = true">Cookies?</div>"""
)


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (UNDER_PAINT, 'check "I agree". check that "I agree" is checked', "c.checked", True),
        (UNDER_PAINT, 'check "I agree". uncheck "I agree". check that "I agree" is not checked', "c.checked", False),
        (UNDER_PAINT, 'click "I agree"', "c.checked", True),
        (UNDER_PAINT, "choose Express", "r.checked", True),
        (WITHOUT_SIZE, 'check "I agree". check that "I agree" is checked', "c.checked", True),
        (PICTURE_OVER, 'check "I agree"', "c.checked", True),
        (UNNAMED, "turn on Dark mode. check that Dark mode is on", "s.ariaChecked", "true"),
        (BY_CLASS % ("", FLIPS), "turn on Dark mode. check that Dark mode is on", "s.className", "switch is-on"),
        (BY_CLASS % ("is-on", FLIPS), "turn on Dark mode", "s.className", "switch is-on"),
        (BY_CLASS % ("is-on", FLIPS), "turn off Dark mode", "s.className", "switch"),
    ],
)
async def test_it_stands_as_the_words_say(follow: Follow, html: str, words: str, script: str, seen: object) -> None:
    value = await follow(html, words, script)
    assert (value.strip() if isinstance(value, str) else value) == seen


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (UNDER_PAINT, 'check that "I agree" is checked', "is unchecked, expected checked"),
        (BY_CLASS % ("is-on", FLIPS), "check that Dark mode is off", "is checked, expected unchecked"),
        (BY_CLASS % ("", FLIPS), "check that Dark mode is off", "cannot be told"),
        (BY_CLASS % ("", FLIPS), "turn off Dark mode", "cannot be told"),
        (BY_CLASS % ("is-on", ""), "turn off Dark mode", "did not become off"),
        (BANNER, 'check "I agree"', "something else lies over it"),
        ("<label><input type=checkbox disabled> I agree</label>", 'check that "I agree" is enabled', "is disabled"),
        ("<a class='btn disabled' href=#>Next</a>", "check that the Next link is disabled", "is enabled"),
        ("<a style='pointer-events:none' href=#>Next</a>", "check that the Next link is enabled", "is disabled"),
        ("<div inert><button>Next</button></div>", "check that the Next button is enabled", "is disabled"),
        ("<p>Save</p>", 'check that "Save" is enabled', "cannot be told"),
    ],
)
async def test_what_does_not_stand_so_fails(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert message in (record.error or "")
