"""Dialogs, files, drags, scrolling, tabs: what a person does with the mouse is said as a person would say it."""

from __future__ import annotations

from qa_appliance.studio import messages as m
from qa_appliance.studio.desk import Desk
from tests.studio.conftest import Sit

ORDERS = """<!doctype html><meta charset=utf-8><title>Orders</title><h1>Orders</h1>
<button onclick="m.textContent = confirm('Delete the order?') ? 'Order deleted' : 'Order kept'">Delete</button>
<button onclick="m.textContent = 'Hello ' + prompt('Your name?')">Greet</button>
<p><label>Attachment <input type=file onchange="m.textContent = 'Got ' + this.files[0].name"></label></p>
<button onclick="f.click()">Add a photo</button><input id=f type=file hidden onchange="m.textContent = f.files[0].name">
<p><label>Volume <input type=range id=v min=0 max=100 value=20></label></p>
<p><a href="/terms" target=_blank rel=opener>Terms</a></p>
<button onclick="setTimeout(() => window.open('/terms'), 1500)">Print</button><p role=status id=m></p>"""
BOARD = """<!doctype html><meta charset=utf-8><title>Board</title><style>
ul, section { float: left; width: 240px; min-height: 300px; margin: 8px; border: 1px solid }</style>
<ul id=list><li draggable=true>Buy oil<li draggable=true>Write to Ada<li draggable=true>Fix the lamp</ul>
<section id=done><h2>Done</h2></section><script>
let held; addEventListener('dragstart', e => { held = e.target }); addEventListener('dragover', e => e.preventDefault())
addEventListener('drop', e => { e.preventDefault(); const li = e.target.closest('li'), y = e.clientY
  if (li) { const box = li.getBoundingClientRect(); y > box.y + box.height / 2 ? li.after(held) : li.before(held) }
  else if (e.target.closest('#done')) done.append(held) })</script>"""
FEED = """<!doctype html><meta charset=utf-8><title>Feed</title><style>p { height: 120px }</style><div id=all></div>
<script>let n = 0; const more = () => { for (let i = 0; i < 10; i++) {
  const p = document.createElement('p'); p.textContent = 'Story ' + 'abcdefghijklmnopqrstuvwxyz'[n++ % 26] + ' tells'
  all.append(p) } }; more()
addEventListener('scroll', () => { n < 26 && scrollY + innerHeight > document.body.scrollHeight - 50 && more() })
</script>"""
ICONS = """<!doctype html><meta charset=utf-8><title>Icons</title><div><div><b>Desk lamp</b>
<div onclick="m.textContent = 'Desk lamp liked'" style="width:30px;height:30px;background:red"></div></div></div>
<div id=editor><pre id=code onclick="keys.focus()">select</pre><div style="width:0;height:0;overflow:hidden"><textarea
 id=keys oninput="code.textContent += value; value = ''"></textarea></div></div><p id=m></p>"""


async def test_a_dialog_waits_for_the_person(sit: Sit) -> None:
    hands = await sit(ORDERS)
    await hands.click("text=Delete")
    question = await hands.hears(m.Question)
    assert (question.kind, question.text) == ("confirm", "Delete the order?")
    hands.session.ask(m.Answer(True))
    await hands.wrote('click "Delete"', "accept the confirmation")
    proposed = await hands.hears(m.Proposed)
    says = 'check that the alert says "Delete the order?"'
    assert proposed.checks[:2] == (says, 'check that "Order deleted" is shown')
    await hands.click("text=Greet")
    await hands.hears(m.Question)
    hands.session.ask(m.Answer(True, "Ada"))
    await hands.wrote('click "Delete"', "accept the confirmation", 'click "Greet"', 'answer the prompt with "Ada"')
    hands.session.ask(m.Drop(hands.numbers[2]))
    hands.session.ask(m.Undo())
    await hands.wrote('click "Delete"', "accept the confirmation")
    await hands.performed_anew()
    assert await hands.page.locator("#m").text_content() == "Order deleted"


async def test_a_sentence_that_brings_a_dialog_waits_too(sit: Sit) -> None:
    hands = await sit(ORDERS)
    await hands.hears(m.Question, m.Do('click "Delete"'))
    hands.session.ask(m.Answer(False))
    await hands.wrote('click "Delete"', "dismiss the confirmation")
    assert await hands.page.locator("#m").text_content() == "Order kept"


async def test_files_are_offered_and_given(sit: Sit) -> None:
    hands = await sit(ORDERS)
    await hands.click("input[type=file]:visible")
    choices = await hands.hears(m.Choices)
    assert choices.options[0] == ("document.pdf", 'upload "document.pdf" to "Attachment"')
    await hands.hears(m.Done, m.Do(choices.options[0][1]))
    assert await hands.page.locator("#m").text_content() == "Got document.pdf"
    await hands.click("text=Add a photo")
    choices = await hands.hears(m.Choices)
    assert choices.options[1] == ("photo.png", 'upload "photo.png" to "Add a photo"')
    done = await hands.hears(m.Done, m.Do(choices.options[1][1]))
    assert done.worked
    await hands.wrote('upload "document.pdf" to "Attachment"', 'upload "photo.png" to "Add a photo"')


async def test_a_slider_and_a_tab_that_closes_itself(sit: Sit) -> None:
    terms = "<!doctype html><title>Terms</title><h1>Terms of use</h1><button onclick='window.close()'>Agree</button>"
    hands = await sit(ORDERS, terms=terms)
    await hands.click("#v")
    await hands.wrote('set the "Volume" slider to "50"')
    await hands.click("text=Terms")
    so_far = ['set the "Volume" slider to "50"', 'click "Terms"', "switch to the new tab"]
    await hands.wrote(*so_far)
    assert await hands.page.title() == "Terms"
    await hands.click("text=Agree")
    await hands.wrote(*so_far, 'click "Agree"', "switch to the first tab")


async def test_a_tab_that_comes_late_is_gone_to_once(sit: Sit) -> None:
    hands = await sit(ORDERS, terms="<!doctype html><title>Terms</title><h1>Terms of use</h1><button>Agree</button>")
    await hands.click("text=Print")
    switched = ['click "Print"', "switch to the new tab"]
    await hands.wrote(*switched)
    await hands.hears(m.Done, m.Do("switch to the previous tab"))
    assert await hands.page.title() == "Orders"
    await hands.click("h1")
    await hands.hears(m.Done, m.Do('check that "Terms" is shown'))
    await hands.wrote(*switched, "switch to the previous tab", 'click "Orders"', 'check that "Terms" is shown')


async def test_the_picture_has_the_size_of_the_window_that_is_seen(sit: Sit) -> None:
    """What is pressed in the picture is pressed there on the page."""
    popup = "<!doctype html><title>Sign in</title><button onclick='window.close()'>Agree</button>"
    hands = await sit("<button onclick=\"open('/popup', '', 'width=500,height=400')\">Sign in</button>", popup=popup)

    async def has(width: int, height: int) -> None:
        states = [each for each in hands.heard if isinstance(each, m.State)]
        assert (states[-1].width, states[-1].height) == (width, height)
        assert hands.page.viewport_size == {"width": width, "height": height}

    await has(1280, 720)
    await hands.click("button")
    await hands.wrote('click "Sign in"', "switch to the new tab")
    await has(500, 400)
    await hands.click("button")
    closed = ['click "Sign in"', "switch to the new tab", 'click "Agree"', "switch to the first tab"]
    await hands.wrote(*closed)
    await has(1280, 720)
    hands.session.ask(m.Do("resize the window to 375x640"))
    await hands.wrote(*closed, "resize the window to 375x640")
    await has(375, 640)


async def test_a_drag_says_where_it_went(sit: Sit) -> None:
    hands = await sit(BOARD)
    await hands.drag("li:nth-child(3)", "li:nth-child(1)", part=0.1)
    await hands.wrote('drag "Fix the lamp" above "Buy oil"')
    await hands.drag("text=Write to Ada", "#done", part=0.8)
    await hands.wrote('drag "Fix the lamp" above "Buy oil"', 'drag "Write to Ada" to "Done"')


async def test_only_what_scrolling_brings_is_scrolled_for(sit: Sit, desk: Desk) -> None:
    hands = await sit(ORDERS.replace("<p role", "<div style=height:3000px></div><p role"))
    hands.session.ask(m.Wheel(100, 100, 0, 30))
    await hands.page.wait_for_function("scrollY === 30")
    await hands.click("text=Greet")
    await hands.hears(m.Question)
    hands.session.ask(m.Answer(True, "Ada"))
    await hands.wrote('click "Greet"', 'answer the prompt with "Ada"')
    await desk.close(hands.session.id)
    hands = await sit(FEED)
    hands.session.ask(m.Wheel(100, 100, 0, 3000))
    await hands.wrote("scroll to the bottom of the page")


async def test_what_has_no_words_is_asked_by_what_stands_near(sit: Sit) -> None:
    hands = await sit(ICONS)
    await hands.click("div[onclick]")
    unsaid = await hands.hears(m.Unsaid)
    assert "Was it one of these?" in unsaid.says
    assert unsaid.candidates[0].sentence == 'click "Desk lamp"'
    assert unsaid.candidates[0].box is not None
    await hands.click("#code")
    hands.types(" oil")  # where the page has the keys, and no field one could name
    assert "What was typed has no sentence" in (await hands.hears(m.Unsaid)).says
    assert not any("oil" in line for line in hands.lines)


async def test_a_secret_in_a_plain_field(sit: Sit) -> None:
    hands = await sit("<!doctype html><label>Kennwort <input></label><label>Code <input id=c></label>")
    await hands.click("input >> nth=0")
    hands.types("winter-oak-77")
    hands.press("Tab")
    await hands.wrote('enter "••••" into "Kennwort"')
    assert "winter-oak" not in str(hands.heard)
    assert hands.session.description == 'enter "winter-oak-77" into "Kennwort"'
