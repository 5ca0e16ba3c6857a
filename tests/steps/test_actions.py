"""Click, type, choose, tick: refusals first, then what has to work."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core import steps as s
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import PATIENCE, Stage
from tests.steps.conftest import Do, Show, the

LOG = """<script>window.log = []; addEventListener("click", e => log.push(e.target.closest("[id]")?.id));</script>"""

REFUSED = [
    ("<button>Save draft</button>", s.Click(target=the("Publish", "button")), "not_found", "button “Save draft”"),
    ("<button disabled>Save</button>", s.Click(target=the("Save")), "not_actionable", "disabled"),
    ("<button hidden>Save</button>", s.Click(target=the("Save")), "not_actionable", "hidden"),
    (
        "<button>Save</button><div style='position:fixed;inset:0;background:#fff'></div>",
        s.Click(target=the("Save")),
        "not_actionable",
        "covered",
    ),
    ("<button>Edit</button><button>Edit</button>", s.Click(target=the("Edit")), "ambiguous", "the 2nd “Edit”"),
    ("<label>Name <input readonly></label>", s.Fill(target=the("Name"), value=s.Value("x")), "not_actionable", "read-only"),
    ("<p>No field</p>", s.Fill(target=None, value=s.Value("x")), "not_actionable", "focus"),
    (
        "<label>Country <select><option>Germany</option><option>France</option></select></label>",
        s.Choose(options=("Spain",), target=the("Country")),
        "no_option",
        "“Germany”, “France”",
    ),
    ("<input type=radio id=a checked><label for=a>A</label>", s.SetChecked(target=the("A"), on=False), "unsupported", "another"),
    ("<input aria-label=Day type=date>", s.Fill(target=the("Day"), value=s.Value("soon")), "no_option", "soon"),
    ("<p>x</p>", s.Press(keys=("Florp",)), "unsupported", "Florp"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "step", "kind", "words"), REFUSED)
async def test_refusals_say_what_was_there(show: Show, do: Do, html: str, step: s.Step, kind: str, words: str) -> None:
    await show(html)
    record = await do(step)
    assert record.result == "failed"
    assert record.failure is not None
    assert record.failure.kind == kind, record.error
    assert record.error is not None
    assert words in record.error
    assert "Call log" not in record.error


CLICKS = [
    ("<button id=a>Save</button><button id=b>Save draft</button>", the("Save"), "a"),
    ("<button id=a>save</button><button id=b>Save draft</button>", the("Save"), "a"),
    ("<a href='#x' id=a>Sign in</a>", the("Sign in", "button"), "a"),
    ("<div id=a style='cursor:pointer'>Next</div>", the("Next"), "a"),
    ("<span id=a>Plain</span>", the("Plain"), "a"),
    ("<button id=a aria-label=Close>×</button>", the("Close"), "a"),
    ("<button id=a><img alt=Print width=9 height=9></button>", the("Print", "button"), "a"),
    ("<button id=a>Café</button>", the("café"), "a"),
    ("<button id=a>Inbox (3)</button><button id=b>Outbox</button>", the("Inbox"), "a"),
    ("<button id=a class='icon-trash'></button><button id=b></button>", the("trash", "icon"), "a"),
    ("<button id=a title='Refresh'></button>", the("Refresh"), "a"),
    ("<button id=a data-testid=pay-now>€</button>", the("pay now"), "a"),
    ("<ul><li>Alice <button id=a>Edit</button><li>Bob <button id=b>Edit</button></ul>", the("Edit", of=("row", "Bob")), "b"),
    ("<h2>One</h2><button id=a>Go</button><h2>Two</h2><button id=b>Go</button>", the("Go", of=("section", "Two")), "b"),
    ("<div><p>Red shoes</p><button id=a>Buy</button></div><div><p>Hat</p><button id=b>Buy</button></div>", the("Buy", of=("near", "Hat")), "b"),
    ("<button id=a>Go</button><h2>Two</h2><button id=b>Go</button>", the("Go", of=("below", "Two")), "b"),
    ("<button id=a>Go</button><h2>Two</h2><button id=b>Go</button>", the("Go", of=("above", "Two")), "a"),
    ("<button id=a>Go</button><i>Two</i><button id=b>Go</button>", the("Go", of=("right_of", "Two")), "b"),
    ("<div id=left><button id=a>Go</button></div><div id=right><button id=b>Go</button></div>", the("Go", of=("inside", "right")), "b"),
    ("<button id=a>Go</button><dialog open><button id=b>Go</button></dialog>", the("Go", of=("dialog", "")), "b"),
    ("<button id=a>Edit</button><button id=b>Edit</button>", the("Edit", ordinal=2), "b"),
    ("<button id=a>Edit</button><button id=b>Edit</button>", the("Edit", ordinal=-1), "b"),
    ("<button id=a style='background:red'>Go</button><button id=b style='background:#00f'>Go</button>", the("Go", qualities=("blue",)), "b"),
    ("<a href='#x' id=a>Home</a><a href='#x' id=b>Home</a>", the("Home"), "a"),
    ("<button id=a hidden>Menu</button><button id=b>Menu</button>", the("Menu"), "b"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "target", "clicked"), CLICKS)
async def test_click_reaches_what_was_meant(
    show: Show, do: Do, page: Page, html: str, target: Target, clicked: str
) -> None:
    await show(html + LOG)
    record = await do(s.Click(target=target))
    assert record.error is None
    assert await page.evaluate("log") == [clicked]
    assert record.found is not None


FIELDS = [
    ("<label>Email <input id=f></label>", the("Email")),
    ("<label for=f>E-mail *</label><input id=f>", the("Email")),
    ("<input id=f placeholder='Email'>", the("email", "field")),
    ("<p>Email: <input id=f></p>", the("Email")),
    ("<table><tr><td>Email<td><input id=f><tr><td>Name<td><input></table>", the("Email")),
    ("<div>Email</div><input id=f style='display:block'><div>Name</div><input style='display:block'>", the("Email")),
    ("<input id=f name=user_email>", the("user email")),
    ("<div id=f contenteditable aria-label=Body></div>", the("Body")),
    ("<textarea id=f aria-label=Body></textarea>", the("Body")),
    ("<label>Email <input id=f type=email></label><label>Email newsletter <input type=checkbox></label>", the("Email")),
]


@pytest.mark.parametrize(("html", "target"), FIELDS)
async def test_fill_reaches_the_field(show: Show, do: Do, page: Page, html: str, target: Target) -> None:
    await show(html)
    record = await do(s.Fill(target=target, value=s.Value("a@b.c")))
    assert record.error is None
    assert await page.evaluate("f.value ?? f.textContent") == "a@b.c"


async def test_shadow_roots_and_frames_are_searched_like_the_page(show: Show, do: Do, page: Page) -> None:
    await show("""<div id=h></div><iframe srcdoc="<label>City <input id=c></label>"></iframe>
        <script>h.attachShadow({mode: "open"}).innerHTML = "<label>Name <input></label>"</script>""")
    await do(s.Fill(target=the("Name"), value=s.Value("Ada")))
    record = await do(s.Fill(target=the("City"), value=s.Value("Rome")))
    assert record.error is None
    assert await page.evaluate("h.shadowRoot.querySelector('input').value") == "Ada"
    assert await page.frames[1].evaluate("c.value") == "Rome"
    assert record.found is not None
    assert record.found.known is not None
    assert "content_frame" in record.found.known.locator


async def test_a_page_that_breaks_the_builtins_is_read_all_the_same(show: Show, do: Do, page: Page) -> None:
    await show("""<script>Array.prototype.map = () => []; Object.prototype.toJSON = () => 3;
        String.prototype.replace = () => ""; window.JSON = null;</script><button onclick="window.done = 1">Save</button>""")
    record = await do(s.Click(target=the("Save")))
    assert record.error is None
    assert await page.evaluate("window.done") == 1


CHOICES = [
    ("<label>C <select id=f><option value=d>Germany<option value=f>France</select></label>", "france", "f.value", "f"),
    ("<label>C <select id=f multiple><option>A<option>B<option>C</select></label>", "B", "f.value", "B"),
    ("<fieldset><legend>C</legend><label><input type=radio name=r value=a>A</label><label><input type=radio name=r value=b>Bee</label></fieldset>", "Bee", "document.querySelector(':checked').value", "b"),
    ("<label>C <input id=f type=range min=0 max=100></label>", "40", "f.value", "40"),
    ("<label>C <input id=f type=date></label>", "12 May 2027", "f.value", "2027-05-12"),
    ("""<button id=f aria-haspopup=listbox onclick="l.hidden = false">C</button><ul id=l role=listbox hidden>
        <li role=option onclick="f.textContent = 'One'">One</li><li role=option onclick="f.textContent = 'Two'">Two</li></ul>""", "Two", "f.textContent", "Two"),
    ("""<label>C <input id=f role=combobox oninput="setTimeout(() => l.innerHTML = '<li role=option onclick=f.value=this.textContent>Berlin</li>', 100)"></label>
        <ul id=l role=listbox></ul>""", "Berlin", "f.value", "Berlin"),
    ("""<div id=f role=slider aria-label=C tabindex=0 aria-valuenow=5 onkeydown="this.ariaValueNow = +this.ariaValueNow + (event.key === 'ArrowRight' ? 1 : -1)"></div>
        <style>#f{width:50px;height:9px}</style>""", "8", "f.ariaValueNow", "8"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "option", "script", "value"), CHOICES)
async def test_choose(show: Show, do: Do, page: Page, html: str, option: str, script: str, value: str) -> None:
    await show(html)
    record = await do(s.Choose(options=(option,), target=the("C")))
    assert record.error is None
    assert await page.evaluate(script) == value


async def test_choose_without_a_list_takes_where_it_is_offered(show: Show, do: Do, page: Page) -> None:
    await show("<select id=f><option>Small<option>Large</select><label><input type=radio id=r>Express</label>")
    assert (await do(s.Choose(options=("Large",)), s.Choose(options=("Express",)))).error is None
    assert await page.evaluate("[f.value, r.checked]") == ["Large", True]


BOXES = [
    "<label><input id=f type=checkbox>News</label>",
    "<input id=f type=checkbox> News",
    "<input id=f type=checkbox style='opacity:0;position:absolute'><label for=f>News</label>",
    "<input id=f type=checkbox style='display:none'><label for=f>News</label>",
    "<label style='position:relative'><input id=f type=checkbox style='opacity:0'><b style='position:absolute;inset:0'>News</b></label>",
]


@pytest.mark.parametrize("html", BOXES)
async def test_boxes_are_ticked_and_unticked(show: Show, do: Do, page: Page, html: str) -> None:
    await show(html)
    for on, now in ((True, True), (True, True), (None, False), (False, False)):
        record = await do(s.SetChecked(target=the("News", "checkbox"), on=on))
        assert record.error is None
        assert await page.evaluate("f.checked") is now


async def test_the_last_form_used_decides_between_two(show: Show, do: Do, page: Page) -> None:
    await show(
        "<form onsubmit='return false'><input aria-label=One><button id=a>Send</button></form>"
        "<form onsubmit='return false'><input aria-label=Two><button id=b>Send</button></form>" + LOG
    )
    await do(s.Fill(target=the("Two"), value=s.Value("x")))
    record = await do(s.Click(target=the("Send")))
    assert record.error is None
    assert (await page.evaluate("log"))[-1] == "b"


async def test_an_element_that_comes_late_is_waited_for(show: Show, do: Do, stage: Stage, page: Page) -> None:
    stage.patience = PATIENCE
    await show("""<button>Save draft</button><script>setTimeout(() => document.body.insertAdjacentHTML("beforeend",
        "<button onclick='window.done=1'>Save</button>"), 300)</script>""")
    assert (await do(s.Click(target=the("Save")))).error is None
    assert await page.evaluate("window.done") == 1


async def test_a_field_that_takes_the_focus_late_is_waited_for(show: Show, do: Do, stage: Stage, page: Page) -> None:
    stage.patience = PATIENCE
    await show(
        """<button onclick="setTimeout(() => { f.hidden = false; f.focus() }, 300)">New</button><input id=f hidden>"""
    )
    assert (await do(s.Click(target=the("New")), s.Fill(target=None, value=s.Value("letters")))).error is None
    assert await page.evaluate("f.value") == "letters"


async def test_keys_and_appending(show: Show, do: Do, page: Page) -> None:
    await show("<label>A <input id=f value=ab></label>")
    await do(
        s.Fill(target=the("A"), value=s.Value("c"), append=True),
        s.Press(keys=("ctrl+a", "Delete"), target=the("A")),
        s.Fill(target=None, value=s.Value("typed")),
    )
    assert await page.evaluate("f.value") == "typed"
    await do(s.Clear(target=the("A")))
    assert await page.evaluate("f.value") == ""


async def test_the_end_of_several_lines_is_behind_the_last(show: Show, do: Do, page: Page) -> None:
    await show("<label>A <textarea id=f>one&#10;two</textarea></label>")
    assert (await do(s.Fill(target=the("A"), value=s.Value("!"), append=True))).error is None
    assert await page.evaluate("f.value") == "one\ntwo!"


async def test_double_right_and_hover(show: Show, do: Do, page: Page) -> None:
    await show("""<button ondblclick="log.push('double')" oncontextmenu="log.push('right')"
        onmouseenter="log.push('over')">B</button><script>log = []</script>""")
    await do(s.Hover(target=the("B")), s.Click(target=the("B"), count=2), s.Click(target=the("B"), button="right"))
    assert await page.evaluate("log") == ["over", "double", "right"]
