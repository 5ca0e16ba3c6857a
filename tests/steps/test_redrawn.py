# ruff: noqa: E501 - the pages under test
"""Pages that draw anew what was acted on: a deed is done once, and what became of it is looked up and told."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import Fill, Value
from qa_appliance.core.test_data.made import Made
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import PATIENCE, Stage
from tests.steps.conftest import Do, Show, the

LIST = """<h1>Parts</h1><ul id=l></ul><script>let n = 0, parts = [{t: "Chain", d: false}, {t: "Bell", d: true}];
function draw() { l.innerHTML = ""; parts.forEach(part => { const li = document.createElement("li");
li.innerHTML = `<label><input type=checkbox ${part.d ? "checked" : ""}> ${part.t}</label>`;
li.querySelector("input").onchange = event => { n++; KEEP; draw() }; l.append(li) }) } draw();</script>"""
KEEPS = LIST.replace("KEEP", "part.d = event.target.checked")
FORGETS = LIST.replace("KEEP", "")
TAKES_AWAY = LIST.replace("KEEP", "parts.splice(parts.indexOf(part), 1)")
REFUSES = (
    "<script>let n = 0</script><label><input type=checkbox id=c onchange='n++; this.checked = false'> Chain</label>"
)
SWITCH = """<div id=d></div><script>let n = 0, on = false; function draw() { d.innerHTML = "";
const s = document.createElement("button"); s.role = "switch"; s.ariaChecked = on; s.textContent = "Alerts";
s.onclick = () => { n++; KEEP; draw() }; d.append(s) } draw();</script>"""
PAINTED = """<ul id=l></ul><script>let n = 0, on = false; function draw() { l.innerHTML = "";
const s = document.createElement("li"); s.className = on ? "item is-on" : "item is-off"; s.textContent = "Alerts"; s.style.cursor = "pointer";
s.onclick = () => { n++; KEEP; draw() }; l.append(s) } draw();</script>"""
FIELD = """<div id=d></div><script>let n = 0, held = ""; function draw() { d.innerHTML = "<label>Name <input></label>";
const f = d.querySelector("input"); f.value = held; f.oninput = () => { if (f.value.length < 3) return; n++; KEEP; draw() } } draw();</script>"""
SELECT = """<div id=d></div><script>let n = 0, held = "Red"; function draw() { d.innerHTML = "<label>Colour <select><option>Red<option>Blue</select></label>";
const f = d.querySelector("select"); f.value = held; f.onchange = () => { n++; KEEP; draw() } } draw();</script>"""
BUTTON = """<div id=d></div><script>let n = 0; function draw() { d.innerHTML = "";
const b = document.createElement("button"); b.textContent = "Add"; b.EVENT = () => { n++; draw() }; d.append(b) } draw();</script>"""
KEYS = """<div id=d></div><script>let n = 0; function draw() { d.innerHTML = "<label>Tag <input></label>";
d.querySelector("input").onkeydown = event => { if (event.key === "Enter") { n++; draw() } } } draw();</script>"""
UPLOAD = """<div id=d></div><script>let n = 0; function draw() { d.innerHTML = "<label>CV <input type=file></label>";
d.querySelector("input").onchange = () => { n++; draw() } } draw();</script>"""
OPENER = """<div id=d></div><script>let n = 0; function draw() { d.innerHTML = "<button>Attach</button>";
d.querySelector("button").onclick = () => { n++; draw() } } draw();</script>"""
LISTBOX = """<div id=d></div><script>let n = 0; function draw() { d.innerHTML = "<ul role=listbox aria-label=Colour><li role=option>Red<li role=option>Blue</ul>";
d.querySelectorAll("li").forEach(o => o.onclick = () => { n++; draw() }) } draw();</script>"""
DRAG = """<p id=a style="width: 60px">Card</p><p id=b>Done</p><script>let n = 0; document.onmousedown = () => n++;
document.onmouseup = () => { const old = a; old.replaceWith(old.cloneNode(true)) }</script>"""
RADIO = LIST.replace("type=checkbox", "type=radio name=r").replace("KEEP", "parts.forEach(p => p.d = p === part)")


def _kept(html: str, how: str) -> str:
    return html.replace("KEEP", how)


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (FORGETS, 'Tick the "Chain" checkbox', "does not stay ticked"),
        (FORGETS, 'Untick the "Bell" checkbox', "does not stay unticked"),
        (FORGETS, 'Toggle the "Chain" checkbox', "does not stay ticked"),
        (REFUSES, 'Tick the "Chain" checkbox', "does not stay ticked"),
        (_kept(SWITCH, ""), 'Turn on the "Alerts" switch', "does not stay on"),
        (_kept(PAINTED, ""), 'Turn on "Alerts"', "does not stay on"),
        (_kept(FIELD, ""), 'Enter "Ann" into the "Name" field', "did not keep “Ann”: it is empty again"),
        (_kept(SELECT, ""), 'Choose "Blue" from the "Colour" dropdown', "did not keep “Blue”: it went back to “Red”"),
        (OPENER, 'Upload "cv.pdf" to "Attach"', "asked for no file"),
    ],
)
async def test_what_does_not_stay_so_fails_after_one_deed(
    show: Show, do: Do, stage: Stage, page: Page, html: str, words: str, message: str
) -> None:
    stage.patience = PATIENCE
    await show(html)
    record = await do(*plan_english(words).steps)
    assert message in (record.error or "")
    assert "Error:" not in (record.error or "")
    assert await page.evaluate("n") == 1


@pytest.mark.parametrize(
    ("html", "words"),
    [
        (KEEPS, 'Tick the "Chain" checkbox'),
        (KEEPS, 'Untick the "Bell" checkbox'),
        (KEEPS, 'Toggle the "Chain" checkbox'),
        (KEEPS, 'Toggle the "Bell" checkbox'),
        (KEEPS, 'Click the "Chain" checkbox'),
        (TAKES_AWAY, 'Tick the "Chain" checkbox'),
        (RADIO, 'Select the "Chain" radio button'),
        (_kept(SWITCH, "on = !on"), 'Turn on the "Alerts" switch'),
        (_kept(SWITCH, "on = !on"), 'Toggle the "Alerts" switch'),
        (_kept(PAINTED, "on = !on"), 'Turn on "Alerts"'),
        (_kept(FIELD, "held = f.value"), 'Enter "Ann" into the "Name" field'),
        (_kept(SELECT, "held = f.value"), 'Choose "Blue" from the "Colour" dropdown'),
        (LISTBOX, 'Choose "Blue" from the "Colour" list'),
        (BUTTON.replace("EVENT", "onclick"), 'Click the "Add" button'),
        (BUTTON.replace("EVENT", "onmousedown"), 'Click the "Add" button'),
        (BUTTON.replace("EVENT", "ondblclick"), 'Double-click the "Add" button'),
        (BUTTON.replace("EVENT", "oncontextmenu"), 'Right-click the "Add" button'),
        (KEYS, 'Press Enter in the "Tag" field'),
        (UPLOAD, 'Upload "cv.pdf" to "CV"'),
        (DRAG, 'Drag "Card" to "Done"'),
    ],
)
async def test_it_is_done_once(show: Show, do: Do, stage: Stage, page: Page, html: str, words: str) -> None:
    stage.patience = PATIENCE
    await show(html)
    plan = plan_english(words)
    assert plan.gaps == ()
    record = await do(*plan.steps)
    assert record.error is None
    assert "already" not in (record.note or "")
    assert await page.evaluate("n") == 1


async def test_what_is_gone_since_is_told(show: Show, do: Do) -> None:
    await show(TAKES_AWAY)
    record = await do(*plan_english('Tick the "Chain" checkbox').steps)
    assert "the page has taken it away since" in (record.note or "")


async def test_what_is_made_is_told_of_a_field_drawn_anew(show: Show, do: Do, stage: Stage, page: Page) -> None:
    stage.patience = PATIENCE
    await show(_kept(FIELD, "held = f.value"))
    record = await do(Fill(target=the("Name", "field"), value=Value("", made=Made("name"))))
    assert record.error is None
    typed = await page.evaluate("held")
    assert typed
    assert typed in (record.note or "")


LATE = """<button role=switch aria-checked=false id=s>Alerts</button><script>
setTimeout(() => s.onclick = () => s.ariaChecked = s.ariaChecked !== "true", 900)</script>"""


async def test_a_click_that_had_no_effect_at_all_is_made_again(show: Show, do: Do, stage: Stage, page: Page) -> None:
    stage.patience = PATIENCE
    await show(LATE)
    record = await do(*plan_english('Turn on the "Alerts" switch').steps)
    assert record.error is None
    assert await page.evaluate("s.ariaChecked") == "true"
