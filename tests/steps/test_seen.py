"""What is in the page, but not to be seen by anybody, is not shown; what can be scrolled to, or lies over pictures, is."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Show

FULL = "position:fixed;inset:0;z-index:9"
UNSEEN = [
    ("<p style='position:fixed;top:2000px'>Saved", "outside of the screen"),
    ("<p style='position:fixed;left:3000px;top:9px'>Saved", "outside of the screen"),
    ("<div style='position:fixed;bottom:0;transform:translateY(200px)'><p>Saved</div>", "outside of the screen"),
    (f"<p>Saved</p><div style='{FULL};background:#fff'>Please wait</div>", "under something opaque"),
    (f"<p>Saved</p><div style='{FULL};background:#fff;pointer-events:none'></div>", "under something opaque"),
    ("<div style='position:relative;width:200px'><p>Saved</p><div style='position:absolute;inset:0;background:#eee'></div></div>", "under something opaque"),
    (f"<p style='margin-top:3000px'>Saved</p><div style='{FULL};background:#222'></div>", "under something opaque"),
    ("<p style='color:#fff'>Saved", "colour of its background"),
    ("<div style='background:#123456'><p style='color:#123456'>Saved</div>", "colour of its background"),
    ("<p style='color:transparent'>Saved", "is transparent"),
    ("<div style='opacity:.01'><p>Saved</div>", "is transparent"),
    ("<p style='-webkit-text-fill-color:rgba(0,0,0,0)'>Saved", "is transparent"),
]  # fmt: skip
SEEN = [
    "<p style='margin-top:3000px'>Saved",
    "<div style='height:50px;overflow:auto'><p style='margin-top:900px'>Saved</div>",
    "<p style='pointer-events:none'>Saved",
    "<div style='pointer-events:none;background:#fff'><p>Saved</div>",
    "<div style='background:linear-gradient(#000,#333)'><p style='color:#fff'>Saved</div>",
    "<div style='position:relative;isolation:isolate'><svg style='position:absolute;z-index:-1' width=300 height=100><rect width=300 height=100 /></svg><p style='color:#fff'>Saved</div>",
    '<style>p{position:relative;z-index:0;color:#fff} p::before{content:"";position:absolute;inset:0;background:#000;z-index:-1}</style><p>Saved',
    "<p style='background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent'>Saved",
    "<p style='color:#fff;text-shadow:0 0 3px #000'>Saved",
    f"<p>Saved</p><div style='{FULL};background:rgba(0,0,0,.5)'></div>",
    f"<p>Saved</p><div style='{FULL};background:#fff;opacity:0'></div>",
    "<div id=b style='height:200px;overflow:auto'><div style='position:sticky;top:0;height:60px;background:#fff'>Shop</div><p style='margin:300px 0 900px'>Saved</div><script>b.scrollTop = 330</script>",
    "<div style='position:fixed;left:-9000px'>Saved</div><p>Saved</p>",
    "<div style='position:fixed;top:2000px'>Saved</div><p>Saved</p>",
    "<button><span style='color:#fff'>Saved</span></button><p>Saved",
    "<button disabled style='color:#bbb'>Saved</button>",
    "<input type=button value=Saved>",
    "<div id=host></div><script>host.attachShadow({mode: 'open'}).innerHTML = '<p>Saved</p>'</script>",
]


@pytest.mark.parametrize(("html", "told"), UNSEEN)
async def test_nobody_sees_it(show: Show, do: Do, stage: Stage, html: str, told: str) -> None:
    stage.patience = 0.1
    await show(f"<!doctype html>{html}")
    record = await do(*plan_english('check that "Saved" is shown').steps)
    assert record.result == "failed"
    assert told in (record.error or "")


@pytest.mark.parametrize("html", SEEN)
async def test_it_is_seen(show: Show, do: Do, stage: Stage, html: str) -> None:
    stage.patience = 0.1
    await show(f"<!doctype html>{html}")
    assert (await do(*plan_english('check that "Saved" is shown').steps)).error is None
    assert await stage.page.evaluate("[scrollX, scrollY, document.adoptedStyleSheets.length]") == [0, 0, 0]
