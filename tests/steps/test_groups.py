"""An option said together with what it is an option of: "the Low priority", "Express shipping"."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

RADIOS = """<p>Priority <label><input type=radio name=p id=low>Low</label>
<label><input type=radio name=p id=high checked>High</label></p>
<p>Risk <label><input type=radio name=r>Some</label>
<label><input type=radio name=r checked>None</label></p>"""
GROUP = """<fieldset><legend>Shipping method</legend><label><input type=radio name=s id=express>Express</label>
<label><input type=radio name=s id=standard checked>Standard</label></fieldset>"""
SELECT = "<label>Room <select id=room><option>Standard<option>Deluxe</select></label>"
LITERAL = "<label><input type=radio name=s id=x>Express shipping</label>" + GROUP
TERMS = """<label><input type=checkbox id=news> Send me news</label>
<label><input type=checkbox id=terms> I accept the <a href=#t>terms and conditions</a></label>"""

REFUSED = [
    (RADIOS, "Select the Low risk", "Low risk"),
    (GROUP, "Choose the Overnight shipping method", "Overnight shipping method"),
    (SELECT, "Select the Deluxe suite", "Deluxe suite"),
    (TERMS, "Accept the privacy policy", "privacy policy"),
]
DONE = [
    (RADIOS, "Select the Low priority", "low.checked"),
    (GROUP, "Choose the Express shipping method", "express.checked"),
    (SELECT, "Select the Deluxe room", "room.value === 'Deluxe'"),
    (LITERAL, "Choose Express shipping", "x.checked"),
    (TERMS, "Accept the terms", "terms.checked && !news.checked && !location.hash"),
    (TERMS, "Agree to the terms and conditions", "terms.checked && !news.checked && !location.hash"),
]


@pytest.mark.parametrize(("html", "words", "named"), REFUSED)
async def test_what_is_not_offered_there(show: Show, do: Do, html: str, words: str, named: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert named in record.failure.message


@pytest.mark.parametrize(("html", "words", "script"), DONE)
async def test_it_is_chosen(follow: Follow, html: str, words: str, script: str) -> None:
    assert await follow(html, words, script) is True
