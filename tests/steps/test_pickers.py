# ruff: noqa: E501 - the pages under test
"""Dates, stars and steps as pages paint them: three makes of calendars, ratings of two, numbers with plus and minus."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

_DAYS = """const days = (y, m) => Array.from({length: new Date(y, m + 1, 0).getDate()}, (_, i) => i + 1);
const long = (y, m, d) => new Date(y, m, d).toLocaleDateString("en-US", {year: "numeric", month: "long", day: "numeric"});"""
# A dialog behind a button beside the field; days are buttons in grid cells, neighbours of other months shown disabled.
DIALOG = f"""<label>Arrival <input id=i placeholder="MM/DD/YYYY"></label><button aria-label="Choose date" onclick="d.hidden = false; draw()">📅</button>
<div id=d role=dialog aria-label="Choose date" hidden><button aria-label="Previous month" onclick="turn(-1)">‹</button>
<div aria-live=polite id=h></div><button aria-label="Next month" onclick="turn(1)">›</button><div role=grid id=g></div></div><script>{_DAYS}
let y = 2027, m = 2; const turn = n => {{ const t = new Date(y, m + n); y = t.getFullYear(); m = t.getMonth(); draw(); }};
const draw = () => {{ h.textContent = new Date(y, m).toLocaleString("en-US", {{month: "long", year: "numeric"}}); g.innerHTML = "<div role=row>"
 + days(y, m).map(n => `<button role=gridcell onclick="i.value = '${{m + 1}}/${{n}}/${{y}}'; d.hidden = true">${{n}}</button>`).join("") + "</div>"; }};</script>"""
# The month is a select, the year a number field; the days are spans that say their whole date.
SELECTS = f"""<label>Birthday <input id=i readonly onclick="c.hidden = false; draw()"></label><div id=c class=calendar hidden><select id=mo
 aria-label=Month onchange="draw()">{"".join(f"<option value={n}>{w}" for n, w in enumerate(["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]))}
</select><input id=ye type=number aria-label=Year value=2020 oninput="draw()"><div id=g></div></div><script>{_DAYS}
const draw = () => {{ const y = +ye.value, m = +mo.value; g.innerHTML = days(y, m).map(n => `<span class=day aria-label="${{long(y, m, n)}}"
 onclick="i.value = this.ariaLabel; c.hidden = true">${{n}}</span>`).join(" "); }};</script><style>.day {{ cursor: pointer }}</style>"""
# The header tells the month; every day is an option labelled with its weekday; the days around belong to other months.
AROUND = f"""<div class=date-picker><label for=i>Due date</label><input id=i onclick="c.hidden = false; draw()"><div id=c hidden><button
 aria-label="Previous Month" onclick="turn(-1)"></button><button aria-label="Next Month" onclick="turn(1)"></button><div id=h></div><div role=listbox id=g></div></div></div>
<script>{_DAYS} let y = 2026, m = 10; const turn = n => {{ const t = new Date(y, m + n); y = t.getFullYear(); m = t.getMonth(); draw(); }};
const draw = () => {{ h.textContent = new Date(y, m).toLocaleString("en-US", {{month: "long", year: "numeric"}}); const before = [29, 30, 31];
 g.innerHTML = before.map(n => `<div role=option aria-label="Not available">${{n}}</div>`).join("") + days(y, m).map(n => `<div role=option
 aria-label="Choose ${{new Date(y, m, n).toLocaleDateString("en-US", {{weekday: "long"}})}}, ${{long(y, m, n)}}" onclick="i.value = '${{m + 1}}/${{n}}/${{y}}'; c.hidden = true">${{n}}</div>`).join("")
 + [1, 2, 3].map(n => `<div role=option aria-label="Not available">${{n}}</div>`).join(""); }};</script>"""
STARS = (
    """<div role=radiogroup aria-label=Quality>"""
    + "".join(
        f"""<label><input type=radio name=q value={n} style="position: absolute; opacity: 0" onchange="o.textContent = this.value">
<span aria-hidden=true>★</span><span style="position: absolute; clip: rect(0 0 0 0); width: 1px; height: 1px; overflow: hidden">{n} Star{"s" * (n > 1)}</span></label>"""
        for n in range(1, 6)
    )
    + "</div><p id=o></p>"
)
BARE_STARS = (
    """<p>Rating</p><div class=rating>"""
    + "".join(
        f"""<span class="star" style="cursor: pointer" onclick="o.textContent = '{n}'">☆</span>""" for n in range(1, 6)
    )
    + "</div><p id=o></p>"
)
STEPPER = """<div><span>Adults</span> <button aria-label="Decrease Adults" onclick="a.textContent--">−</button> <span id=a>1</span>
<button aria-label="Increase Adults" onclick="a.textContent++">+</button></div><div><span>Children</span>
<button onclick="c.textContent--">-</button> <span id=c>0</span> <button onclick="c.textContent++">+</button></div>"""


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (SELECTS, "select 31 February 2020 as the Birthday", "31 February 2020"),
        (STARS, "rate Quality 7 stars", "7"),
        (STEPPER, "set Infants to 2", "Infants"),
    ],
)
async def test_what_cannot_be_picked(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert message in record.failure.message


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (DIALOG, "pick 12 May 2027 as Arrival", "i.value", "5/12/2027"),
        (DIALOG, 'click "Choose date" and pick 3 January 2027', "i.value", "1/3/2027"),
        (SELECTS, "select 24 December 1999 as the Birthday", "i.value", "December 24, 1999"),
        (AROUND, "choose 30 January 2027 as Due date", "i.value", "1/30/2027"),
        (STARS, "rate Quality 4 stars", "o.textContent", "4"),
        (STARS, 'choose "4 Stars" under Quality', "o.textContent", "4"),
        (STARS, "give Quality 1 star", "o.textContent", "1"),
        (BARE_STARS, "rate it 3 stars", "o.textContent", "3"),
        (BARE_STARS, "set the Rating to 5 stars", "o.textContent", "5"),
        (STEPPER, "set Adults to 3", "a.textContent", "3"),
        (STEPPER, "set Children to 2", "c.textContent", "2"),
    ],
)  # fmt: skip
async def test_it_is_picked(follow: Follow, html: str, words: str, script: str, seen: str) -> None:
    assert await follow(html, words, script) == seen
