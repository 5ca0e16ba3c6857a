"""What is recorded is said as a tester would write it, and leads back to the very element."""

from __future__ import annotations

import pytest

from qa_appliance.studio import messages as m
from tests.steps.test_code_editors import showing
from tests.studio.conftest import Sit

FACETS = """<p>Suggested facets: <a href="#a" onclick="say('facet')">status</a></p>
<table><tr><th><a href="#b" onclick="say('column')">status</a></table>"""
MENU = """<div role=menu><div role=menuitem id=i onclick="say('moved')"><i>Move to Trash</i> <i>Del</span></div>
</div><p>Move to the left</p>"""
SAY = "<p id=m></p><script>const say = text => { m.textContent = text + ' done' }</script>"


@pytest.mark.parametrize(
    ("page", "selector", "sentence"),
    [
        # what is the name itself is not cut off
        ("<button onclick=say(2)>2</button>", "button", 'click "2"'),
        ("<button onclick=say(2)>Chapter 2</button>", "button", 'click "Chapter 2"'),
        ("<a href=#>Cart <b>1</b></a> <a href=#x id=x>Cart <b>2</b></a>", "#x", 'click "Cart 2"'),
        ("<div role=menuitem onclick=say(1)><span>Delete</span></div>", "[role]", 'click "Delete"'),
        # what nobody would read out is
        ("<a href=# onclick=say(1)>Cart <b>1</b></a>", "a", 'click "Cart"'),
        ("<button onclick=say(1)>Inbox <span>(12)</span></button>", "button", 'click "Inbox"'),
        (MENU, "#i", 'click "Move to Trash"'),
        (MENU.replace("Del<", "Ctrl+Shift+S<"), "#i", 'click "Move to Trash"'),
        (FACETS, "p a", 'click "status" next to "Suggested facets"'),
    ],
)
async def test_a_click(sit: Sit, page: str, selector: str, sentence: str) -> None:
    hands = await sit(f"<!doctype html><meta charset=utf-8>{page}{SAY}")
    await hands.click(selector)
    await hands.wrote(sentence)


@pytest.mark.parametrize(
    ("keys", "rest"),
    [
        (["Control+Backspace"], "Ada "),
        (["Control+Shift+ArrowLeft", "Delete"], "Ada "),
        (["Control+ArrowLeft", "Shift+End", "x"], "Ada x"),
    ],
)
async def test_a_word_that_is_taken_away_is_part_of_what_is_typed(sit: Sit, keys: list[str], rest: str) -> None:
    hands = await sit("<!doctype html><label>Name <input id=n></label>")
    await hands.click("#n")
    hands.types("Ada Byron")
    for key in keys:
        hands.press(key) if len(key) > 1 else hands.types(key)
    await hands.wrote(f'enter "{rest}" into "Name"')


async def test_fields_by_their_labels_by_number_and_by_the_focus(sit: Sit) -> None:
    hands = await sit("""<!doctype html><p><label>Search: <input id=q></label>
        <p><button onclick="n.hidden = false; n.focus()">Rename</button><p><input id=n hidden>
        <p><select id=s><option>one<option>two</select><select><option>three</select>""")
    await hands.click("#q")
    hands.types("sea")
    await hands.wrote('enter "sea" into "Search"')
    await hands.click("button")
    hands.types("diary.txt")  # into what the page itself gave the focus to
    hands.press("Enter")
    written = ['enter "sea" into "Search"', 'click "Rename"', 'type "diary.txt"']
    await hands.wrote(*written)
    await hands.click("#s")
    choices = await hands.hears(m.Choices)
    assert choices.options[1] == ("two", 'choose "two" from the first dropdown')
    hands.session.ask(m.Undo())
    await hands.wrote(*written[:2])


async def test_a_key_on_what_was_gone_to_by_tab_is_said_of_it(sit: Sit) -> None:
    hands = await sit("""<!doctype html><input id=q aria-label=Search>
        <button onclick="m.textContent = 'Sent'">Send</button>
        <label><input type=checkbox> Daily</label> <input type=number aria-label=Copies value=1> <p id=m></p>""")
    await hands.click("#q")
    for key in ("Tab", "Enter", "Tab", "Space", "Tab", "ArrowUp"):
        hands.press(key)
    written = ['click "Send"', 'tick "Daily"', 'press ArrowUp in "Copies"']
    await hands.wrote(*written)
    hands.session.ask(m.Undo())
    await hands.wrote(*written[:2])
    assert await hands.page.locator("#m").text_content() == "Sent"


async def test_a_text_of_several_lines(sit: Sit) -> None:
    hands = await sit("<!doctype html><label>Notes <textarea id=t></textarea></label>")
    await hands.click("#t")
    hands.types("one")
    hands.press("Enter")
    hands.types("two")
    written = ['enter "one" into "Notes"', "press Enter", 'type "two" at the end of "Notes"']
    await hands.wrote(*written)
    hands.session.ask(m.Type("\nthree"))  # as it is pasted
    written += ["press Enter", 'type "three" at the end of "Notes"']
    await hands.wrote(*written)
    hands.session.ask(m.Keep('check that "Notes" is "x"'))
    await hands.wrote(*written, 'check that "Notes" is "x"')
    hands.session.ask(m.Undo())
    await hands.wrote(*written)
    assert await hands.page.input_value("#t") == "one\ntwo\nthree"


@pytest.mark.parametrize("name", ["CodeMirror 5", "CodeMirror 6", "Monaco"])
async def test_what_is_typed_into_a_code_editor(sit: Sit, name: str) -> None:
    hands = await sit(f"<!doctype html><meta charset=utf-8>{showing(name, 'one')}<p><button>Run</button></p>")
    await hands.click("[class*=CodeMirror-s], .cm-content, .monaco-editor" if name == "CodeMirror 6" else "text=one")
    hands.press("Control+A")
    hands.types("select 1")
    await hands.wrote('enter "select 1" into "Script"')
    hands.session.ask(m.Keep('check that "Run" is shown'))
    await hands.wrote('enter "select 1" into "Script"', 'check that "Run" is shown')
    hands.session.ask(m.Undo())
    await hands.wrote('enter "select 1" into "Script"')
    await hands.page.wait_for_function("window.held === 'select 1'")


async def test_an_editor_without_a_name(sit: Sit) -> None:
    hands = await sit("<!doctype html><title>Note</title><div contenteditable id=e>old</div>")
    await hands.click("#e")
    hands.press("Control+A")
    hands.types("new")
    await hands.wrote('enter "new" into the editor')
    hands.press("Enter")
    hands.types("more")
    await hands.wrote('enter "new" into the editor', "press Enter", 'type "more" at the end of the editor')


@pytest.mark.parametrize(
    ("text", "checks"),
    [
        ("10 rows sorted by id → 1 row where status is lent, sorted by id", ('check that "1 row" is shown',)),
        ("10 rows → 11 rows", ('check that "11 rows" is shown',)),
    ],
)
async def test_a_count_is_checked_without_the_rest(sit: Sit, text: str, checks: tuple[str, ...]) -> None:
    before, after = text.split(" → ")
    hands = await sit(f"<!doctype html><h3 id=h>{before}</h3><button onclick=\"h.textContent = '{after}'\">Go</button>")
    await hands.click("button")
    proposed = await hands.hears(m.Proposed)
    assert proposed.checks[: len(checks)] == checks


async def test_a_count_in_a_badge_is_checked_by_what_it_counts(sit: Sit) -> None:
    hands = await sit("""<!doctype html><a href=#>Cart <b id=b>1</b></a>
        <button onclick="b.textContent = '2'">Add</button>""")
    await hands.click("button")
    assert (await hands.hears(m.Proposed)).checks[0] == 'check that "Cart" shows "2"'
