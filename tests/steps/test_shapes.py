# ruff: noqa: E501 - the pages under test
"""Shapes and swatches without a word on them, and lists of options said in one breath."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from tests.steps.conftest import Do, Follow, Show

DRAWN = """<svg width=200 height=100><circle cx=30 cy=30 r=20 fill=red onclick="o.textContent = 'red circle'"/><rect x=100 y=10 width=40
height=40 fill=blue onclick="o.textContent = 'blue square'"/></svg><p id=o></p>"""
SWATCHES = """<style>i { display: inline-block; width: 40px; height: 40px; cursor: pointer }</style><i style="background: yellow"
onclick="o.textContent = 'yellow'"></i><i style="background: blue" onclick="o.textContent = 'blue'"></i><p id=o></p>"""
LIST = """<select id=s multiple size=3><option>Red<option>Green<option>Blue<option>Black and White</select>"""
BOXES = "".join(f"<label><input type=checkbox value={name}>{name}</label>" for name in ("Apple", "Pear", "Plum"))
CHOSEN = "[...s.selectedOptions].map(option => option.text).join()"
TICKED = "[...document.querySelectorAll(':checked')].map(box => box.value).join()"
SUGGESTS = """<label>Tags <input id=t></label><ul id=l></ul><button>Submit</button><script>
t.oninput = () => { l.innerHTML = ""; for (const word of ["Albania", "Algeria", "Angola"]) if (word.startsWith(t.value)) {
  const entry = l.appendChild(document.createElement("li")); entry.textContent = word;
  entry.onclick = () => { t.value = word; l.innerHTML = ""; }; } };</script>"""


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (DRAWN, "click the red circle", "o.textContent", "red circle"),
        (DRAWN, "click the blue square", "o.textContent", "blue square"),
        (SWATCHES, "click the yellow colored box", "o.textContent", "yellow"),
        (SWATCHES, "click the blue swatch", "o.textContent", "blue"),
        (LIST, "select Red and Blue from the list", CHOSEN, "Red,Blue"),
        (LIST, "select Black and White from the list", CHOSEN, "Black and White"),
        (BOXES, "select Apple and Plum", TICKED, "Apple,Plum"),
        (SUGGESTS, 'type "Al" into Tags and pick Algeria from the suggestions', "t.value", "Algeria"),
    ],
)
async def test_it_is_the_one_that_was_meant(follow: Follow, html: str, words: str, script: str, seen: str) -> None:
    assert await follow(html, words, script) == seen


@pytest.mark.parametrize(
    ("html", "words"),
    [
        (DRAWN, "click the green circle"),
        (DRAWN, "check that the red square is shown"),
        (SWATCHES, "check that the red box is shown"),
        (LIST, "select Red and Pink from the list"),
    ],
)
async def test_none_of_another_kind_is_taken(show: Show, do: Do, html: str, words: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.result == "failed"
