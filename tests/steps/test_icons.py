# ruff: noqa: E501 - the pages under test
"""Icons nobody named: known by their class, their sprite or their file; never boxes that merely have such a class."""

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import PATIENCE, Stage
from tests.steps.conftest import Do, Show

FONT = """<style>i { display: inline-block; width: 16px; height: 16px; background: grey }</style><p id=o></p>
<div class=trash onclick="o.textContent = 'box'" style="width: 300px; height: 90px">Old things</div>
<button onclick="o.textContent = 'trash'"><i class="fa fa-trash"></i></button><button onclick="o.textContent = 'pen'"><i class="bi bi-pencil"></i></button>"""
SPRITE = """<svg style="display: none"><symbol id="icon-bell"/></svg><p id=o></p><a href="#" onclick="o.textContent = 'bell'">
<svg width=20 height=20><use href="#icon-bell"/></svg></a><a href="#" onclick="o.textContent = 'cog'"><svg width=20 height=20 data-icon=cog></svg></a>"""
FILE = """<p id=o></p><span onclick="o.textContent = 'printer'"><img src="/static/printer.1a2b.svg" width=20 height=20></span>"""


DRAWN = """<p id=o></p><button onclick="o.textContent = 'text'">Edit</button><button title=Search onclick="o.textContent = 'search'"><svg width=20 height=20></svg></button>
<button onclick="o.textContent = 'gear'"><i class="fa fa-cog" style="display: inline-block; width: 16px; height: 16px"></i></button>"""


@pytest.mark.parametrize("words", ["click the pencil icon", "click the bell icon", 'click the "magnifier" link'])
async def test_a_picture_that_is_not_there_is_not_taken(show: Show, do: Do, words: str) -> None:
    await show(DRAWN)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert record.failure.kind == "not_found"


async def test_a_box_of_that_class_is_no_icon(show: Show, do: Do) -> None:
    await show(FONT.replace('class="fa fa-trash"', 'class="fa fa-car"'))
    record = await do(*plan_english("click the trash icon").steps)
    assert record.failure is not None
    assert record.failure.kind == "not_found"


@pytest.mark.parametrize(
    ("html", "words", "seen"),
    [
        (FONT, "click the trash icon", "trash"),
        (FONT, 'click the "pencil" button', "pen"),
        (SPRITE, "click the bell icon", "bell"),
        (SPRITE, "click the cog", "cog"),
        (FILE, "click the printer icon", "printer"),
        (DRAWN, "click the magnifier icon", "search"),
        (DRAWN, "click the magnifying glass", "search"),
        (DRAWN, "click the gear icon", "gear"),
    ],
)
async def test_the_icon_is_found(show: Show, do: Do, stage: Stage, html: str, words: str, seen: str) -> None:
    stage.patience = PATIENCE
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is None, record.failure
    assert await stage.page.evaluate("o.textContent") == seen
