"""Labels and words that let clicks through (`pointer-events: none`): a click there reaches what they are written on."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

FLOAT = "<style>.f{position:relative}.f label,.f span{position:absolute;left:4px;top:2px;pointer-events:none}</style>"
ROW = "<style>.r{position:relative;padding:10px}.r input{position:absolute;opacity:0}.r label{pointer-events:none}</style>"
FIELD = f"{FLOAT}<div class=f><input id=e><label for=e>Email</label></div>"
WORD = f"{FLOAT}<div class=f><input id=e><span>Email</span></div>"
BOX = f"{ROW}<div class=r onclick='c.click()'><input type=checkbox id=c onclick='event.stopPropagation()'><label for=c>Agree</label></div>"
WHOLE = f"{ROW}<div class=r><input type=checkbox id=c style='left:0;top:0;width:100%;height:100%'><label for=c>Agree</label></div>"
PLAIN = f"{ROW}<div class=r id=c onclick='this.checked = true'><label>Agree</label></div>"
BUTTON = "<button id=c onclick='this.checked = true'><span style='pointer-events:none'>Agree</span></button>"

DONE = [
    (FIELD, "click Email", "document.activeElement.id === 'e'"),
    (WORD, "click Email", "document.activeElement.id === 'e'"),
    (BOX, "check Agree", "c.checked"),
    (BOX, "click Agree", "c.checked"),
    (WHOLE, "check Agree", "c.checked"),
    (WHOLE, "click Agree", "c.checked"),
    (PLAIN, "click Agree", "c.checked"),
    (BUTTON, "click Agree", "c.checked"),
]


@pytest.mark.parametrize(("html", "words", "script"), DONE)
async def test_it_reaches_what_lies_under(show: Show, do: Do, stage: Stage, html: str, words: str, script: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is None, record.failure
    assert await stage.page.evaluate(script)


REFUSED = [
    "<button style='pointer-events:none'>Agree</button>",
    "<a href='#x' style='pointer-events:none'>Agree</a>",
    "<label style='pointer-events:none' for=c>Agree</label><input type=checkbox id=c disabled>",
    f"{BOX}<div style='position:fixed;inset:0;background:white'>Please wait</div>",
]


@pytest.mark.parametrize("html", REFUSED)
async def test_what_takes_no_click_is_told(show: Show, do: Do, html: str) -> None:
    await show(html)
    record = await do(*plan_english("click Agree").steps)
    assert record.failure is not None
