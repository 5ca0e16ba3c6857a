# ruff: noqa: E501 - the pages under test
"""Dropdowns that are not `<select>`, as the common libraries build them, and fields that suggest what to type."""

from __future__ import annotations

import msgspec
import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import Fill
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from tests.steps.conftest import Do, Follow, Show

# Opened by mousedown, the list in a portal at the end of the page, the value as the box's text.
PORTAL = """<label id=l>Age group</label><div id=b role=combobox aria-haspopup=listbox aria-expanded=false tabindex=0
 aria-labelledby="l b" onmousedown="open_()">&#8203;</div><p id=o></p><script>
const open_ = () => { b.ariaExpanded = "true"; const p = document.createElement("div"); p.id = "pop";
  p.style = "position: fixed; inset: 0"; p.innerHTML = "<ul role=listbox aria-labelledby=l>" + ["Ten", "Twenty", "Twenty one"]
  .map(n => `<li role=option tabindex=-1 onclick="pick('${n}')">${n}</li>`).join("") + "</ul>"; document.body.append(p); };
const pick = n => { b.textContent = n; b.ariaExpanded = "false"; pop.remove(); o.textContent = n; };
</script>"""
# A hair-thin input under a placeholder; options without any role.
THIN = """<style>.box { display: flex; width: 220px; border: 1px solid; position: relative; height: 36px }
.ph { position: absolute; left: 8px; top: 8px; color: grey } .in { width: 2px; border: 0; outline: 0; margin: 8px }</style>
<label for=i>Country</label><div class=box id=box><div class=ph id=ph>Select...</div><input id=i class=in role=combobox
 aria-autocomplete=list aria-expanded=false aria-haspopup=true></div><div id=menu></div><p id=o></p><script>
const all = ["Austria", "Germany", "Ghana"];
const draw = () => { i.ariaExpanded = "true"; menu.innerHTML = all.filter(n => n.toLowerCase().includes(i.value.toLowerCase()))
  .map(n => `<div class=opt onclick="take('${n}')">${n}</div>`).join(""); };
const take = n => { ph.textContent = o.textContent = n; menu.innerHTML = ""; i.value = ""; i.ariaExpanded = "false"; };
box.onmousedown = e => { e.preventDefault(); i.focus(); draw(); }; i.oninput = draw;</script>"""
# The real options are tiny copies for screen readers; those one sees have a title and no role.
COPIES = """<div class=sel onmousedown="show()"><span class=search><input id=i type=search role=combobox readonly
 aria-label="City" aria-expanded=false style="opacity: 0; width: 100%"></span><span class=item id=v title=Bonn>Bonn</span></div>
<div id=drop></div><p id=o></p><style>.sel { position: relative; width: 200px; height: 30px; border: 1px solid }
.item { position: absolute; inset: 4px } .tiny { width: 0; height: 0; overflow: hidden }</style><script>
const show = () => { i.ariaExpanded = "true"; drop.innerHTML = `<div role=listbox class=tiny><div role=option>Bonn</div>
  <div role=option>Cologne</div></div>` + ["Bonn", "Cologne"].map(n => `<div class=option title="${n}"
  onclick="v.textContent = o.textContent = '${n}'; drop.innerHTML = ''"><div>${n}</div></div>`).join(""); };
</script>"""
# A native select hidden behind a painted one that has no label of its own.
HIDDEN = """<label for=s>Fruit</label><select id=s style="position: absolute; left: -9999px"><option>Apple<option>Pear</select>
<span role=combobox aria-haspopup=true aria-expanded=false tabindex=0 aria-labelledby=t id=c><span id=t>Apple</span></span>
<div id=drop></div><p id=o></p><script>c.onmousedown = () => { c.ariaExpanded = "true"; drop.innerHTML =
 "<ul role=listbox>" + ["Apple", "Pear"].map(n => `<li role=option onmouseup="t.textContent = o.textContent = s.value = '${n}';
 drop.innerHTML = ''">${n}</li>`).join("") + "</ul>"; };</script>"""
# A button that drops a list of links.
LINKS = """<button id=b aria-haspopup=true aria-expanded=false onclick="u.hidden = !u.hidden">Sort by</button><ul id=u hidden>
<li><a href="#" onclick="o.textContent = 'low'">Price, low to high</a></li><li><a href="#" onclick="o.textContent = 'high'">Price,
 high to low</a></li><li><a href="#" onclick="o.textContent = 'name'">Name</a></li></ul><p id=o></p>"""
MENU = """<button id=b aria-haspopup=menu onclick="m.hidden = false">Actions</button><div role=menu id=m hidden>
<div role=menuitem tabindex=-1 onclick="o.textContent = 'copied'">Duplicate</div><div role=menuitem tabindex=-1
 onclick="o.textContent = 'deleted'">Delete</div></div><p id=o></p>"""
# What is typed brings suggestions, a moment later, without roles.
TYPED = """<label>Airport <input id=i autocomplete=off></label><ul id=u></ul><p id=o></p><script>
const all = ["Bern (BRN)", "Berlin (BER)", "Bergen (BGO)", "New Berlin (XXX)"]; i.oninput = () => { clearTimeout(window.t);
window.t = setTimeout(() => { u.innerHTML = i.value.length < 2 ? "" : all.filter(n => n.toLowerCase().includes(i.value.toLowerCase()))
 .map(n => `<li onmousedown="i.value = o.textContent = '${n}'; u.innerHTML = ''">${n}</li>`).join(""); }, 120); };</script>"""
DATALIST = """<label>Colour <input list=d id=i></label><datalist id=d><option>Red<option>Green<option value=Dark-blue></datalist>"""
SELECT = "<label>Status <select id=s><option>Open<option>Done</select></label>"
MULTI = """<label for=i>Toppings</label><div id=tags></div><input id=i role=combobox aria-expanded=false onclick="draw()"><div
 role=listbox aria-multiselectable=true id=l></div><script>const on = new Set(); const draw = () => { i.ariaExpanded = "true";
l.innerHTML = ["Ham", "Olives", "Tuna"].map(n => `<div role=option aria-selected=${on.has(n)} onclick="flip('${n}')">${n}</div>`)
 .join(""); }; const flip = n => { on.has(n) ? on.delete(n) : on.add(n); tags.textContent = [...on].join(" "); draw(); };</script>"""


# The same choice in two forms, and one that stands elsewhere too.
FORMS = """<header><button>M</button></header><form aria-label=Shirt><label>Size <select id=s><option>S<option>M</select></label></form><form
 aria-label=Hat><label><input type=radio name=h>S</label><label><input type=radio name=h id=h>M</label></form>"""
# A native list with a prompt in front, and a list that is always open.
PROMPTED = """<label>Plan <select id=s onchange="o.textContent = value"><option value="">Choose a plan…<option>Free<option>Team
<option>Large</select></label><p id=o></p>"""
OPEN_LIST = (
    """<div role=listbox aria-label=Plan>"""
    + "".join(
        f"<div role=option tabindex=0 onclick=\"o.textContent = '{name}'\">{name}</div>"
        for name in ("Free", "Team", "Large")
    )
    + "</div><p id=o></p>"
)
PAINTED = f"<form aria-label=Fruit>{HIDDEN}</form>"


@pytest.mark.parametrize(
    ("html", "words", "message"),
    [
        (PORTAL, "select Thirty from Age group", "it offers “Ten”, “Twenty”, “Twenty one”"),
        (THIN, "select Atlantis from Country", "no option “Atlantis”"),
        (FORMS, "choose L in the Shirt form", "no option “L”"),
        (PROMPTED, "select the fourth option from Plan", "no option “#4”"),
        (PORTAL, "select the 5th option from Age group", "it offers “Ten”, “Twenty”, “Twenty one”"),
        (THIN, "select the 9th option from Country", "it offers “Austria”, “Germany”, “Ghana”"),
        (OPEN_LIST, "select the 4th option from Plan", "no option “#4”"),
        (DATALIST, "select Pink from Colour", "it offers “Red”, “Green”, “Dark-blue”"),
        (PORTAL, "set the age group to Thirty", "it offers “Ten”, “Twenty”, “Twenty one”"),
        (SELECT, "type Gone into Status", "it offers “Open”, “Done”"),
    ],
)
async def test_an_option_that_is_not_offered(show: Show, do: Do, html: str, words: str, message: str) -> None:
    await show(html)
    record = await do(*plan_english(words).steps)
    assert record.failure is not None
    assert record.failure.kind == "no_option"
    assert message in record.failure.message


@pytest.mark.parametrize(
    ("html", "words", "script", "seen"),
    [
        (PORTAL, "select Twenty from Age group", "o.textContent", "Twenty"),
        (PORTAL, 'choose "Twenty one" in the Age group dropdown', "o.textContent", "Twenty one"),
        (THIN, "select Germany from Country", "o.textContent", "Germany"),
        (COPIES, "select Cologne from City", "o.textContent", "Cologne"),
        (HIDDEN, "select Pear from Fruit", "o.textContent", "Pear"),
        (FORMS, 'choose "M" in the Shirt form', "[s.value, h.checked].join()", "M,false"),
        (FORMS, "choose M in the Hat form", "[s.value, h.checked].join()", "S,true"),
        (PAINTED, "select Pear in the form", "o.textContent", "Pear"),
        (SELECT, "change the status to Done", "s.value", "Done"),
        (SELECT, "enter Done into Status", "s.value", "Done"),
        (PORTAL, "set the age group to Twenty", "o.textContent", "Twenty"),
        (THIN, "switch the country to Germany", "o.textContent", "Germany"),
        (COPIES, "change the city to Cologne", "o.textContent", "Cologne"),
        (LINKS, 'select "Name" from Sort by', "o.textContent", "name"),
        (LINKS, 'choose "Price, high to low" from the "Sort by" dropdown', "o.textContent", "high"),
        (MENU, "select Delete from Actions", "o.textContent", "deleted"),
        (MENU, 'choose "Duplicate" from the Actions menu', "o.textContent", "copied"),
        (TYPED, "select Berlin (BER) from Airport", "o.textContent", "Berlin (BER)"),
        (TYPED, 'type "ber" into Airport and choose "Bergen (BGO)"', "o.textContent", "Bergen (BGO)"),
        (TYPED, 'type "ber" into Airport and choose the option that starts with "Berg"', "o.textContent", "Bergen (BGO)"),
        (TYPED, 'choose the suggestion that starts with "New" and ends with "(XXX)" from Airport', "o.textContent", "New Berlin (XXX)"),
        (DATALIST, "select Green from Colour", "i.value", "Green"),
        (DATALIST, 'choose "Dark-blue" as the Colour', "i.value", "Dark-blue"),
        (PROMPTED, "select the second option from Plan", "o.textContent", "Team"),
        (PROMPTED, "choose the last option in the Plan dropdown", "o.textContent", "Large"),
        (PORTAL, "select the second option from Age group", "o.textContent", "Twenty"),
        (THIN, "choose the third option from Country", "o.textContent", "Ghana"),
        (OPEN_LIST, "select the 2nd option from Plan", "o.textContent", "Team"),
        (MULTI, 'select "Ham" and "Tuna" from Toppings', "tags.textContent", "Ham Tuna"),
    ],
)  # fmt: skip
async def test_the_option_is_chosen(follow: Follow, html: str, words: str, script: str, seen: str) -> None:
    assert await follow(html, words, script) == seen


async def test_what_only_a_button_is_called_is_no_field(show: Show, do: Do) -> None:
    """Set to something, it is not clicked, for nothing opens from it."""
    await show("<button onclick='window.clicked = 1'>Status</button>")
    record = await do(*plan_english("set the status to Done").steps)
    assert record.failure is not None
    assert record.failure.kind == "not_found"


async def test_a_saved_dropdown_is_chosen_in_again(show: Show, do: Do, page: Page) -> None:
    for html, words, script in (
        (PORTAL, "set the age group to Twenty", "o.textContent"),
        (SELECT, "set Status to Done", "s.value"),
    ):
        await show(html)
        (step,) = plan_english(words).steps
        assert isinstance(step, Fill)
        assert step.target is not None
        record = await do(step)
        assert record.found is not None
        assert "one was chosen" in (record.note or "")
        target = msgspec.structs.replace(step.target, known=record.found.known)
        await show(html)
        record = await do(msgspec.structs.replace(step, target=target))
        assert record.error is None
        assert await page.evaluate(script) in ("Twenty", "Done")


CURRENCIES = "<label>Currency <select><option>Euro<option>Pound<option>Dollar</select></label>"


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ('"Euro" and "Pound"', "failed"),
        ('"Euro", "Pound", "Dollar" and "Yen"', "failed"),
        ('"Euro", "Pound" and "Yen"', "failed"),
        ('"Dollar", "Euro" and "Pound"', "passed"),
    ],
)
async def test_the_options_named_are_all_there_are(show: Show, do: Do, stage: Stage, options: str, result: str) -> None:
    stage.patience = 0.3
    await show(CURRENCIES)
    plan = plan_english(f'Verify that the options of the "Currency" dropdown are {options}')
    assert plan.gaps == ()
    assert result == ("failed" if "failed" in [(await do(step)).result for step in plan.steps] else "passed")
