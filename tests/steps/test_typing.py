# ruff: noqa: E501 - the pages under test
"""Fields that listen to keys only, that format what is typed, or that lose it when they are left."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

KEYS_ONLY = """<label>Arrival <input id=d></label><input aria-label=Other><script>let typed = "";
d.onkeydown = e => { if (/^[0-9.]$/.test(e.key)) typed += e.key; }; d.onblur = () => { d.value = typed; };</script>"""
KEY_UP = """<label>Arrival <input id=d></label><input aria-label=Other><script>let taken = "";
d.onkeyup = () => { taken = d.value; }; d.onblur = () => { d.value = taken; };</script>"""
GOES_BACK = """<label>Arrival <input id=d value="01.01.2020"></label><script>d.onblur = () => { d.value = "01.01.2020"; };</script>"""
FORMATS = """<label>Arrival <input id=d></label><script>d.onblur = () => { const on = new Date(d.value);
d.value = `${on.getMonth() + 1}/${on.getDate()}/${on.getFullYear()}`; };</script>"""
FILTER = """<input id=d placeholder=Filter onkeyup="for (const li of document.querySelectorAll('li'))
li.hidden = !li.textContent.includes(d.value)"><ul><li>apple<li>pear</ul>"""
MASK = """<label>Phone <input id=d placeholder="(___) ___-____"></label><script>let typed = "";
d.onkeydown = e => { if (!/^[0-9]$/.test(e.key)) return; e.preventDefault(); typed += e.key; const all = typed.padEnd(10, "_");
d.value = `(${all.slice(0, 3)}) ${all.slice(3, 6)}-${all.slice(6)}`; };</script>"""
CODE = """<div id=g><input maxlength=1 aria-label="Digit 1"><input maxlength=1 aria-label="Digit 2"><input maxlength=1
aria-label="Digit 3"></div><script>const all = [...g.children]; all.forEach((field, at) => {
field.oninput = () => all[at + 1]?.focus(); });</script>"""
NO_KEYS = """<label>Amount <input id=d role=spinbutton value=0 onkeydown="event.preventDefault()"></label>"""
FROZEN = """<label>Amount <input id=d value=0 onkeydown="event.preventDefault()" oninput="d.value = 0"></label>"""
LATER = """<label>Name <input id=d oninput="setTimeout(() => { o.textContent = `kept: ${d.value}`; }, 120)"></label><p id=o></p>"""
NUMBER = """<label>Quantity <input id=d type=number onkeyup="o.textContent = this.value * 2"></label><p id=o></p>"""


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (KEYS_ONLY, 'enter "12.05.2027" into Arrival. click Other', "d.value", "12.05.2027"),
        (KEY_UP, 'enter "12.05.2027" into Arrival. click Other', "d.value", "12.05.2027"),
        (KEY_UP, 'enter "Monday" into Arrival. click Other', "d.value", "Monday"),
        (FORMATS, 'enter "May 12, 2027" into Arrival', "d.value", "5/12/2027"),
        (FILTER, 'type "pear" into Filter. check that "apple" is not shown', "d.value", "pear"),
        (MASK, 'enter "5551234567" into Phone', "d.value", "(555) 123-4567"),
        (CODE, 'enter 4 into "Digit 1". enter 5 into "Digit 2". enter 6 into "Digit 3"', "all.map(f => f.value).join('')", "456"),
        (LATER, 'enter "Ann" into Name', "o.textContent", "kept: Ann"),
        (NUMBER, 'enter 12 into Quantity. check that "24" is shown', "d.value", "12"),
        (NO_KEYS, "set Amount to 7", "d.value", "7"),
        (NO_KEYS, "set Amount to -12", "d.value", "-12"),
        (NUMBER, "enter -5 into Quantity", "d.value", "-5"),
    ],
)  # fmt: skip
async def test_the_field_takes_what_is_typed(follow: Follow, html: str, words: str, script: str, seen: str) -> None:
    assert await follow(html, words, script) == seen


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (GOES_BACK, 'enter "12.05.2027" into Arrival', "it holds “01.01.2020”"),
        (KEYS_ONLY, "set Arrival to 12 May 2027", "did not keep “12 May 2027” when it was left: it holds “122027”"),
        (FROZEN, "enter 7 into Amount", "did not keep “7”: it still holds “0”"),
        (NUMBER, 'enter "many" into Quantity', "Cannot type text into"),
    ],
)
async def test_a_field_that_loses_it_fails_the_step(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert message in (record.error or "")


BUSY = """<button onclick="once()" ondblclick="twice.textContent++" oncontextmenu="once()">Save</button>
<b id=clicks>0</b>/<b id=twice>0</b><script>const once = () => { clicks.textContent++;
for (const end = performance.now() + 3500; clicks.textContent === "1" && performance.now() < end;); };</script>"""


@pytest.mark.parametrize(
    ("words", "seen"), [("double-click Save", "2/1"), ("right-click Save", "1/0")]
)  # fmt: skip
async def test_a_page_that_is_busy_with_a_click_gets_no_second_one(follow: Follow, words: str, seen: str) -> None:
    assert await follow(BUSY, words, "clicks.textContent + '/' + twice.textContent") == seen
