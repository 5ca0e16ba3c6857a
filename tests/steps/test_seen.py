"""What is in the page, but not to be seen by anybody, is not shown; what can be scrolled to, or lies over pictures, is."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest

from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.conftest import given
from tests.steps.conftest import Do, Show

FULL = "position:fixed;inset:0;z-index:9"
UNSEEN = [
    ("<p style='position:fixed;top:2000px'>Saved", "outside of the screen"),
    ("<p style='position:fixed;left:3000px;top:9px'>Saved", "outside of the screen"),
    ("<div style='position:fixed;bottom:0;transform:translateY(200px)'><p>Saved</div>", "outside of the screen"),
    (f"<p>Saved</p><div style='{FULL};background:#fff'>Please wait</div>", "under something opaque"),
    (f"<p>Saved</p><div style='{FULL};background:#fff;pointer-events:none'></div>", "under something opaque"),
    (f"<p>Saved</p><div style='pointer-events:none;height:0'><div style='{FULL};background:#fff'></div></div>", "under something opaque"),
    (f"<p>Saved</p><div style='display:contents;pointer-events:none'><b style='{FULL};background:#fff'></b></div>", "under something opaque"),
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
    "<div style='color:transparent'><svg><text y=20 fill=black>Saved</text></svg></div>",
]


@pytest.mark.parametrize(("html", "reason"), UNSEEN)
async def test_nobody_sees_it(show: Show, do: Do, stage: Stage, html: str, reason: str) -> None:
    stage.patience = 0.1
    await show(f"<!doctype html>{html}")
    record = await do(*plan_english('check that "Saved" is shown').steps)
    assert record.result == "failed"
    assert reason in (record.error or "")


@pytest.mark.parametrize("html", SEEN)
async def test_it_is_seen(show: Show, do: Do, stage: Stage, html: str) -> None:
    stage.patience = 0.1
    await show(f"<!doctype html>{html}")
    assert (await do(*plan_english('check that "Saved" is shown').steps)).error is None
    assert await stage.page.evaluate("[scrollX, scrollY, document.adoptedStyleSheets.length]") == [0, 0, 0]


ASIDE = "position:fixed;left:100%;top:9px"
ALIKE = "color:#fff;background:#fff"
STACK = "position:absolute;inset:0;background:#eee"
UNDER = f"<div style='position:relative;width:300px;height:60px'><p>Saved</p><div style='{STACK}'>Home</div></div>"
NOT_SHOWN = [  # what is there, but that nobody sees
    ('"Saved" is not shown', f"<p>Home</p><div style='{ASIDE}'>Saved</div>"),
    ('"Saved" is not shown', f"<p>Home</p><p style='{ALIKE}'>Saved"),
    ('"Saved" is not shown', UNDER),
    ('"Saved" is not shown', "<p>Home</p><div class=toast style='position:fixed;bottom:0;transform:translateY(200px)'><b>Saved</b></div>"),
    ('the button "Undo" is not shown', f"<p>Home</p><div style='{ASIDE}'><button>Undo</button></div>"),
    ('the heading "Saved" is not shown', UNDER.replace("p>", "h2>")),
    ("no error is shown", f"<p>Home</p><div role=alert style='{ASIDE}'>Name is missing</div>"),
    ("no error is shown", f"<p>Home</p><p class=error style='{ALIKE}'>Name is missing</p>"),
    ("there are 2 rows in the table", f"<table><tr><td>Ann<tr><td>Bob<tr style='{ASIDE}'><td>Cid</table>"),
    ("no row shows \"Cid\"", f"<table><tr><td>Ann<tr><td>Bob<tr style='{ASIDE}'><td>Cid</table>"),
]  # fmt: skip
SHOWN = [  # in doubt it is shown
    ('"Saved" is not shown', "<p>Saved</p><div style='position:fixed;inset:0;background:#fff'></div>"),
    ('"Saved" is not shown', f"<div style='position:relative;width:300px;height:60px'><p>Saved</p><div class=loader style='{STACK}'></div></div>"),
    ('"Saved" is not shown', UNDER.replace(">Home", ">Please wait")),
    ('"Saved" is not shown', "<div><ul style='position:absolute;background:#fff;width:300px;height:90px;margin:0'><li>One<li>Two</ul><p>Saved</p></div>"),
    ('"Saved" is not shown', "<style>@keyframes k{from{left:2000px}to{left:1900px}}</style><p style='position:fixed;animation:k 9s'>Saved"),
    ('"Saved" is not shown', "<p style='opacity:0;transition:opacity 9s' id=p>Saved</p><script>p.offsetTop;p.style.opacity=1</script>"),
    ('"Saved" is not shown', f"<div style='{ASIDE}'>Saved</div><p>Saved</p>"),
    ('"Saved" is not shown', f"<p style='{ALIKE}'>Saved <b style='color:#000'>Saved</b>"),
    ('the button "Undo" is not shown', "<button style='color:#c00;background:#c00'>Undo</button>"),
    ('the link "Cart" is not shown', "<a href=/c aria-label=Cart><svg width=20 height=20><rect width=20 height=20 /></svg><span style='color:#fff'>Cart</span></a>"),
    ("no error is shown", f"<div role=alert style='{ASIDE}'>Name is missing</div><div role=alert>Name is missing</div>"),
    ("there are 2 rows in the table", "<table><tr><td>Ann<tr><td>Bob<tr><td>Cid</table><div style='position:fixed;inset:0;background:#fff'></div>"),
]  # fmt: skip
NOT_HELD = [  # what nobody sees is no proof
    ("there are 3 rows in the table", f"<table><tr><td>Ann<tr><td>Bob<tr style='{ASIDE}'><td>Cid</table>"),
    ("there are 3 items in the list", f"<ul><li>One<li>Two<li style='{ALIKE};list-style:none'>Three</ul>"),
    ("at least 3 items are in the list", f"<ul><li>One<li>Two<li style='{ASIDE}'>Three</ul>"),
    ("there are 2 buttons", f"<button>A</button><button style='{ASIDE}'>B</button>"),
    ("an error is shown", f"<p>Home</p><div role=alert style='{ASIDE}'>Name is missing</div>"),
    ("an error is shown", f"<p>Home</p><p class=error style='{ALIKE}'>Name is missing</p>"),
    ('the error "Name is missing" is shown', f"<p>Home</p><p class=error style='{ALIKE}'>Name is missing</p>"),
    ('each row shows "Paid"', f"<table><tr><td>Ann<td>Paid<tr><td>Bob<td><span style='{ALIKE}'>Paid</span></table>"),
    ("every row has a link", f"<table><tr><td>Ann<td><a href=/a>Edit</a><tr><td>Bob<td><a href=/b style='{ASIDE}'>Edit</a></table>"),
    ('either "Saved" or "Sent" is shown', f"<p>Home</p><p style='{ALIKE}'>Saved</p><p style='{ASIDE}'>Sent</p>"),
    ('"Saved" or "Sent" is shown', UNDER),
    ('the row "Ann" shows "Paid"', f"<table><tr><td>Ann<td><span style='{ALIKE}'>Paid</span><tr><td>Bob<td>Open</table>"),
]  # fmt: skip
HELD = [  # and what a person sees is one, beside what nobody does
    ("there are 2 rows in the table", "<table style='margin-top:3000px'><tr><td>Ann<tr><td>Bob</table>"),
    ("there are 3 items in the list", "<div style='height:30px;overflow:auto'><ul><li>One<li>Two<li>Three</ul></div>"),
    ("there are 2 buttons", f"<button>A</button><button>B</button><button style='{ASIDE}'>C</button>"),
    ("an error is shown", f"<div role=alert style='{ASIDE}'>Name is missing</div><div role=alert>Name is missing</div>"),
    ('each row shows "Paid"', "<table style='margin-top:2000px'><tr><td>Ann<td>Paid<tr><td>Bob<td>Paid</table>"),
    ('either "Saved" or "Sent" is shown', f"<p style='{ASIDE}'>Saved</p><p>Sent</p>"),
    ('the row "Ann" shows "Paid"', "<table><tr><td>Ann<td><b>Paid</b></table>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "html", "result"),
    [(*case, result) for cases, result in ((NOT_SHOWN, "passed"), (SHOWN, "failed"), (NOT_HELD, "failed"), (HELD, "passed")) for case in cases],
)  # fmt: skip
async def test_of_what_is_seen(show: Show, do: Do, stage: Stage, words: str, html: str, result: str) -> None:
    stage.patience = 0.1
    await show(f"<!doctype html>{html}")
    plan = plan_english(f"check that {words}")
    assert plan.gaps == ()
    record = await do(*plan.steps)
    assert record.result == result, (record.error, record.note)
    if result == "passed" and (words, html) in NOT_SHOWN:
        assert "not to be seen" in given(record.note)
