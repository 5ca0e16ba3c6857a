"""Fields named by nothing but a plain word the page paints inside them, as a placeholder of its own."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Follow, Show

STYLE = "<style>.f{position:relative;margin:20px;width:200px}.f input,.f textarea{width:190px}.f span,.f div{position:absolute;left:4px;top:2px}.t{pointer-events:none}</style>"
AFTER = f"{STYLE}<div class=f><input id=e><span class=t>Email</span></div>"
BEFORE = f"{STYLE}<div class=f><span class=t>Email</span><input id=e></div>"
AREA = f"{STYLE}<div class=f><textarea id=e rows=4></textarea><div class=t>Email</div></div>"
DEEPER = f"{STYLE}<div class=f><p style='margin:0'><input id=e></p><span class=t><b>Email</b></span></div>"
OVER = f"{STYLE}<div class=f><input id=e><span onclick='e.focus()'>Email</span></div>"
TWO = f"{STYLE}<div class=f><input id=o><span class=t>Name</span></div><div class=f><input id=e><span class=t>Email</span></div>"
TITLED = f"{STYLE}<h3>Contact</h3><div class=f><input id=e><span class=t>Email</span></div>"
FILLED = f"{STYLE}<div class=f><input id=e value=old><span class=t style='top:-14px;font-size:10px'>Email</span></div>"
SECRET = f"{STYLE}<div class=f><input id=e type=password><span class=t>Email</span></div>"
REACT = f"{STYLE}<form><div class=f><input id=o><span class=t>Search</span></div><div class=f><input id=e><span class=t>Email *</span></div></form>"


@pytest.mark.parametrize("html", [AFTER, BEFORE, AREA, DEEPER, OVER, TWO, TITLED, FILLED, SECRET, REACT])
async def test_the_field_takes_the_text(follow: Follow, html: str) -> None:
    assert await follow(html, "enter ada@x.org into Email", "[e.value, window.o?.value || '']") == ["ada@x.org", ""]


REFUSED = [
    f"{STYLE}<div class=f><input id=e disabled><span class=t>Email</span></div>",
    f"{STYLE}<div class=f><input id=e readonly><span class=t>Email</span></div>",
    f"{STYLE}<div class=f><input id=e><span class=t>Name</span></div><p style='margin-top:200px'>Email</p>",
    f"{STYLE}<div class=f><input id=e><span class=t hidden>Email</span></div>",
    f"{STYLE}<div class=f><input id=e></div><p>Some words</p><i style='position:fixed;left:40px;top:24px;pointer-events:none'>Email</i>",
    f"{STYLE}<div class=f><input id=e><span class=t>Email</span></div><div class=f><input id=o><span class=t>Email</span></div>",
    f"{STYLE}<div class=f><input id=e><span class=t>Email</span></div><div style='position:fixed;inset:0;background:white'>Please wait</div>",
]


@pytest.mark.parametrize("html", REFUSED)
async def test_no_other_field_does(show: Show, do: Do, stage: Stage, html: str) -> None:
    await show(html)
    record = await do(*plan_english("enter ada@x.org into Email").steps)
    assert record.failure is not None
    assert await stage.page.evaluate("e.value") == ""
