# ruff: noqa: E501 - the pages under test
"""What pages paint themselves, and what has to be opened before it can be found: English in, a changed page out."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

CALENDAR = """<label>Date: <input id=d readonly onclick="c.hidden = false; draw()"></label>
<div id=c hidden><div class="cal-header"><a class="cal-prev" title="Prev"><span>Prev</span></a><a class="cal-next"
title="Next"><span>Next</span></a><div class=title><span id=m></span>&nbsp;<span id=y></span></div></div>
<table id=t></table></div>
<script>
let month = 11, year = 2016;
const draw = () => {
  m.textContent = new Date(year, month).toLocaleString("en", {month: "long"}); y.textContent = year;
  t.innerHTML = "<tr>" + [..."SMTWTFS"].map(n => `<th>${n}</th>`).join("") + "</tr><tr>"
    + Array.from({length: new Date(year, month + 1, 0).getDate()}, (_, i) => `<td><a href="#">${i + 1}</a></td>`
    + (i % 7 == 6 ? "</tr><tr>" : "")).join("") + "</tr>";
};
const turn = by => { month += by; if (month < 0) { month = 11; year--; } if (month > 11) { month = 0; year++; } draw(); };
document.querySelector(".cal-prev").onclick = () => turn(-1);
document.querySelector(".cal-next").onclick = () => turn(1);
t.onclick = e => { e.preventDefault(); if (e.target.localName !== "a") return;
  d.value = `${month + 1}/${e.target.textContent}/${year}`; c.hidden = true; };
</script>"""
SLIDER = """<div class="ui-slider" style="width: 300px; height: 10px; background: #ddd; position: relative"><span
 class="ui-slider-handle" tabindex=0 style="position: absolute; width: 16px; height: 16px; background: blue"
 onkeydown="const by = {ArrowRight: 1, ArrowLeft: -1}[event.key] || 0; v.textContent = +v.textContent + by"></span></div>
<div id=v>3</div><p>Room 12</p>"""
SPINNER = """Amount: <input id=s role=spinbutton aria-valuenow=0 value=0><button onclick="o.textContent = s.value">Send</button>
<p id=o></p>"""
ACCORDION = """<style>[hidden] { display: none }</style><div id=a></div><p id=o></p><script>
for (const [n, word] of ["Alpha", "Beta", "Gamma", "Delta"].entries())
  a.innerHTML += `<h3 role=tab aria-expanded=false tabindex=0 onclick="fold(this)">Section ${n}</h3><div role=tabpanel hidden>
  Words <a href="#" onclick="o.textContent = '${word}'; return false">${word}</a></div>`;
const fold = head => { for (const other of document.querySelectorAll("h3")) {
  const on = other === head && other.ariaExpanded === "false";
  other.ariaExpanded = on; other.nextElementSibling.hidden = !on; } };
</script>"""
SLIDING = """<style>.fold { overflow: hidden; height: 0; transition: height .4s linear } .open { height: 60px }</style><div id=a></div>
<p id=o></p><script>
for (const word of ["Alpha", "Beta", "Gamma"]) a.innerHTML += `<h3 role=tab aria-expanded=false tabindex=0 onclick="fold(this)">
On ${word[0]}</h3><div class=fold><p style="padding-top: 30px"><b style="cursor: pointer" onclick="o.textContent = '${word}'">${word}</b></p></div>`;
const fold = head => { for (const other of document.querySelectorAll("h3")) { const on = other === head && other.ariaExpanded === "false";
other.ariaExpanded = on; other.nextElementSibling.classList.toggle("open", on); } };</script>"""
TREE = """<ul><li class="expandable"><div class="hitarea" style="display: inline-block; width: 16px; height: 16px; cursor: pointer"
onclick="this.parentElement.querySelector('ul').hidden = false; this.parentElement.className = 'collapsable'; this.className = ''">
</div><span>Music</span><ul hidden><li><span onclick="o.textContent = 'Riley'" style="cursor: pointer">Riley</span></li></ul></li>
</ul><p id=o></p>"""
PAGES = """<div id=l></div><a href="#" id=n>Next</a><p id=o></p><script>
let page = 0; const draw = () => { l.innerHTML = "<ul>" + [1, 2, 3].map(i => `<li><a href="#" onclick="o.textContent =
'hit ' + ${page * 3 + i}; return false">Result</a></li>`).join("") + "</ul>"; };
n.onclick = () => { page++; draw(); return false; }; draw(); </script>"""
ENDLESS = """<div id=l style="height: 90px; width: 200px; overflow-y: auto"></div><p id=o></p><script>let n = 0;
const more = () => { for (let i = 0; i < 10 && n < 45; i++) { const b = document.createElement("button"); b.textContent = "Room " + ++n;
 b.style = "display: block; height: 30px"; b.onclick = () => { o.textContent = b.textContent; }; l.append(b); } };
l.onscroll = () => { if (l.scrollTop + l.clientHeight > l.scrollHeight - 40) more(); }; more();</script>"""
# The page itself, which loads more when its end comes near, a moment later.
FEED = """<p id=o style="position: fixed; right: 0"></p><main id=l></main><script>let n = 0;
const post = () => { const b = document.createElement("article"); b.textContent = "Post " + ++n; b.style = "height: 120px; cursor: pointer";
 b.onclick = () => { o.textContent = b.textContent; }; l.append(b); };
const more = () => { for (let i = 0; i < 12 && n < 60; i++) post(); }; more();
onscroll = () => { if (scrollY + innerHeight > document.body.scrollHeight - 200) { clearTimeout(window.t); t = setTimeout(more, 60); } };</script>"""
FIELDS = """<textarea id=a readonly>Lorem ipsum, dolor.</textarea><input id=b><p>Language</p><table><tr><td>Age</td><td>7</td></tr>
</table>"""
DATE = """<p>Born</p><input id=e type=date>"""
PAINTED = """<style>.tick { width: 20px; height: 20px; border: 1px solid; cursor: pointer; display: inline-block }</style>
<div class=entry><div class=tick onclick="o.textContent += 'milk'"></div> <span>Buy milk</span></div>
<div class=entry><div class=tick onclick="o.textContent += 'dog'"></div> <span>Walk the dog</span></div><p id=o></p>"""

SLOTTED = """<p id=o></p><button onclick="o.textContent = 'wrong'">Clear done</button><my-button>Done</my-button><script>
customElements.define("my-button", class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: "open"}).innerHTML = "<button><slot></slot></button>";
  this.shadowRoot.firstChild.onclick = () => { o.textContent = "right"; }; } });</script>"""
SCROLLED = """<div style="height: 60px; overflow-x: hidden; overflow-y: auto"><p style="height: 300px">Top</p>
<button onclick="o.textContent = 'reached'">Deep</button></div><p id=o></p>"""


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (SLOTTED, 'click "Done"', "o.textContent", "right"),
        (SCROLLED, 'click "Deep"', "o.textContent", "reached"),
        (CALENDAR, "select 04/03/2016 as the date", "d.value", "4/3/2016"),
        (CALENDAR, "select 02/28/2017 as the date", "d.value", "2/28/2017"),
        (SLIDER, "select 9 with the slider", "v.textContent", "9"),
        (SLIDER, "select -2 with the slider", "v.textContent", "-2"),
        (SPINNER, "select -5 with the spinner and click Send", "o.textContent", "-5"),
        (ACCORDION, 'expand the sections to find and click on the link "Gamma"', "o.textContent", "Gamma"),
        (SLIDING, 'expand the sections below, to find and click on the link "Alpha"', "o.textContent", "Alpha"),
        (SLIDING, 'find and click "Gamma"', "o.textContent", "Gamma"),
        (ACCORDION, 'find and click "Delta"', "o.textContent", "Delta"),
        (TREE, 'find and click on the folder or file named "Riley"', "o.textContent", "Riley"),
        (PAGES, "find and click the 8th search result", "o.textContent", "hit 8"),
        (ENDLESS, 'find and click "Room 37"', "o.textContent", "Room 37"),
        (FEED, 'scroll down until "Post 57" is visible. click "Post 57"', "o.textContent", "Post 57"),
        (FEED, "scroll down until there are at least 60 articles. click the last article", "o.textContent", "Post 60"),
        (FIELDS, "find the last word in the text area, enter it into the text field", "b.value", "dolor"),
        (FIELDS, "enter the 2nd word of the textarea into the text field", "b.value", "ipsum"),
        (FIELDS, "enter the value of Age into the text field", "b.value", "7"),
        (DATE, "enter 07/28/2012 as the date", "e.value", "2012-07-28"),
        (FIELDS, "copy the text in the textarea below, paste it into the text field", "b.value", "Lorem ipsum, dolor."),
        (PAINTED, 'check "Walk the dog"', "o.textContent", "dog"),
    ],
)  # fmt: skip
async def test_the_page_does_what_the_words_say(follow: Follow, html: str, words: str, script: str, seen: str) -> None:
    assert await follow(html, words, script) == seen


@pytest.mark.parametrize(
    ("html", "words"),
    [
        (ACCORDION, 'click the link "Gamma"'),
        (TREE, "click Riley"),
        (PAGES, "click the 8th search result"),
        (ENDLESS, 'click "Room 37"'),
    ],
)
async def test_a_mere_click_opens_nothing(show: Show, do: Do, html: str, words: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.result == "failed"
