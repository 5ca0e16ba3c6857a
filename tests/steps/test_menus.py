# ruff: noqa: E501 - the pages under test
"""Menus in menus, branches of trees and folded sections: each level is opened the way its page opens it."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

# Opened by the pointer alone, in CSS; a click on a level that has others would be counted.
BY_POINTER = """<style>li ul { display: none } li:hover > ul { display: block } li { width: 120px }</style><ul>
<li>Shop<ul><li>Shoes<ul><li onclick="o.textContent = 'boots'; event.stopPropagation()">Boots</li></ul></li>
<li onclick="o.textContent += 'hats'">Hats</li></ul></li><li>Help</li></ul><p id=o></p>
<script>document.querySelector("ul").onclick = () => { o.textContent += "clicked a level "; };</script>"""
# Opened by the pointer after a moment; submenus stand beside their item, roles as ARIA wants them.
DELAYED = """<div role=menubar><div role=menuitem aria-haspopup=true tabindex=0 id=f>File</div><div role=menuitem>Edit</div></div>
<div role=menu id=m style="display: none; width: 90px"><div role=menuitem aria-haspopup=true id=e tabindex=-1>Export</div><div role=menuitem>Print</div></div>
<div role=menu id=s style="display: none"><div role=menuitem onclick="o.textContent = 'pdf'">PDF</div><div role=menuitem>Print</div></div><p id=o></p>
<script>const open_ = (from, to) => from.addEventListener("mouseenter", () => setTimeout(() => { to.style.display = "block"; }, 150));
open_(f, m); open_(e, s); for (const n of [f, e]) n.onclick = () => { o.textContent = "level clicked"; };</script>"""
# Opened by clicks.
BY_CLICK = """<button aria-haspopup=menu aria-expanded=false onclick="m.hidden = false">Settings</button><div role=menu id=m hidden>
<button role=menuitem onclick="s.hidden = !s.hidden">Language</button></div><div role=menu id=s hidden>
<button role=menuitem onclick="o.textContent = 'fr'">French</button></div><p id=o></p>"""
# Levels of links: the words of one level are found again deeper down.
TWICE = """<style>nav ul ul { display: none } nav li:hover > ul { display: block }</style><nav><ul><li><a href="#a">Books</a><ul>
<li><a href="#ab" onclick="o.textContent = 'new books'">New</a></li></ul></li><li><a href="#m">Music</a><ul><li><a href="#mn"
 onclick="o.textContent = 'new music'">New</a></li></ul></li></ul></nav><p id=o></p>"""
TREE = """<div role=tree><div role=treeitem aria-expanded=false id=a><span class=toggle onclick="flip(a)" style="cursor: pointer">▸</span>
<span>Music</span><div role=group hidden><div role=treeitem aria-expanded=false id=b><span class=toggle style="cursor: pointer"
 onclick="flip(b)">▸</span><span>Rock</span><div role=group hidden><div role=treeitem onclick="o.textContent = 'riley'">Riley</div>
</div></div></div></div></div><p id=o></p><script>const flip = n => { const on = n.ariaExpanded !== "true"; n.ariaExpanded = on;
n.querySelector("[role=group]").hidden = !on; }</script>"""
# Two of the same name; one of them in a folded branch.
TWINS = """<ul><li><span class=closed style="cursor: pointer" onclick="this.className = 'open'; this.nextElementSibling.hidden = false">
Pets</span><ul hidden><li><span onclick="o.textContent = 'the file'" style="cursor: pointer">Zoe</span></li></ul></li>
<li><span style="cursor: pointer" onclick="o.textContent = 'other'">Max</span></li></ul><p id=o></p>"""
FOLDS = """<h3><button aria-expanded=true onclick="flip(this, x)">Shipping</button></h3><div id=x>Post</div>
<h3><button aria-expanded=false onclick="flip(this, y)">Payment</button></h3><div id=y hidden>Card</div>
<details id=d><summary>Returns</summary>Within 30 days</details><script>const flip = (b, p) => { p.hidden = !p.hidden;
b.ariaExpanded = !p.hidden; };</script>"""
ONE_FOLD = """<div><h3 role=tab aria-expanded=false tabindex=0 onclick="this.ariaExpanded = true; x.hidden = false">Chapter 4</h3>
<div id=x role=tabpanel hidden>Words</div><button role=tab aria-expanded=false onclick="o.textContent = x.hidden ? 'too early' : 'sent'">
Send</button></div><p id=o></p>"""


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (BY_POINTER, "select Shop > Shoes > Sandals", "no “Sandals”"),
        (BY_CLICK, "open Settings > Theme", "no “Theme”"),
        (FOLDS, 'expand "Warranty"', "no “Warranty”"),
    ],
)
async def test_a_level_that_is_not_there(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert message in record.failure.message


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (BY_POINTER, "select Shop > Shoes > Boots", "o.textContent", "boots"),
        (BY_POINTER, "click Shop>Hats", "o.textContent", "hatsclicked a level "),
        (DELAYED, "select File > Export > PDF from the menu", "o.textContent", "pdf"),
        (BY_CLICK, "open Settings > Language > French", "o.textContent", "fr"),
        (TWICE, 'click "Music" > "New"', "o.textContent", "new music"),
        (TREE, "open Music > Rock > Riley", "o.textContent", "riley"),
        (TREE, 'find and open "Riley"', "o.textContent", "riley"),
        (TWINS, "expand the folders to find and click the file Zoe", "o.textContent", "the file"),
        (FOLDS, 'expand "Shipping"', "x.hidden", False),
        (FOLDS, 'expand "Payment"', "y.hidden", False),
        (FOLDS, 'collapse "Shipping"', "x.hidden", True),
        (FOLDS, 'collapse "Payment"', "y.hidden", True),
        (FOLDS, 'expand "Returns"', "d.open", True),
        (FOLDS, 'open the section "Returns"', "d.open", True),
        (ONE_FOLD, "expand the section and click Send", "o.textContent", "sent"),
    ],
)  # fmt: skip
async def test_what_is_inside_is_reached(follow: Follow, html: str, words: str, script: str, seen: object) -> None:
    assert await follow(html, words, script) == seen
