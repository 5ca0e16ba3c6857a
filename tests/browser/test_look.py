"""A look: what is seen, what is not, and that the page is left as it was."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

from importlib.resources import files

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from qa_appliance.browser.look.take import into_view, locator_of, mark_used, take_look
from tests.browser.unseen import NOT_SEEN


@pytest.mark.parametrize("html", NOT_SEEN)
async def test_what_nobody_sees_is_no_text(page: Page, html: str) -> None:
    await page.set_content("<p>Before</p>" + html)
    look = await take_look(page)
    assert "Secret" not in look.text
    assert all(node.value != "Secret" for node in look.nodes if node.type == "password")


SEEN = [
    ("<p>One <b>two</b>\n  three</p>", "One two three"),
    ("<div>One</div><div>two</div>", "One\ntwo"),
    ("<p style='text-transform:uppercase'>One</p>", "ONE"),
    ("<p>🎉 One</p><p>two</p>", "🎉 One\ntwo"),
    ("<input type=submit value=Go>", "Go"),
    ("<input readonly value=One>", "One"),
    ("<select><option>One<option selected>Two</select>", "Two"),
    ("<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML = '<p>In <slot></slot></p>'; h.textContent = 'out'</script>", "In out"),
    ("<iframe srcdoc='<p>Framed</p>'></iframe>", "Framed"),
    ("<div style='content-visibility:auto;margin-top:3000px'><p>One</p></div>", "One"),
    ("<span style='content-visibility:hidden'>One</span>", "One"),
    ("<svg><text y=20>One</text></svg>", "One"),
    ("<svg><text y=20 fill=none stroke=red>One</text></svg>", "One"),
    ("<svg><defs><linearGradient id=g /></defs><text y=20 fill='url(#g) none'>One</text></svg>", "One"),
    ("<svg><foreignObject width=90 height=90 fill=none><p>One</p></foreignObject></svg>", "One"),
    ("<p><desc>One</desc></p>", "One"),
    ("<div style='overflow:auto;height:30px'><p style='margin-top:900px'>Below</p></div>", "Below"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "text"), SEEN)
async def test_what_people_see_is_text(page: Page, html: str, text: str) -> None:
    await page.set_content(html)
    assert (await take_look(page)).text.strip() == text


NAMES = [
    ("<button aria-label=Close>x</button>", "button", "Close"),
    ("<b id=l>Close it</b><button aria-labelledby=l>x</button>", "button", "Close it"),
    ("<button>Save <b>now</b></button>", "button", "Save now"),
    ("<button><img alt=Print></button>", "button", "Print"),
    ("<a href=x><svg><title>Home</title></svg></a>", "link", "Home"),
    ("<label>Email <input></label>", "textbox", "Email"),
    ("<input placeholder=Email>", "textbox", "Email"),
    ("<input type=submit>", "button", "Submit"),
    ("<fieldset><legend>Ship to</legend></fieldset>", "group", "Ship to"),
    ("<div role=checkbox tabindex=0>Yes</div>", "checkbox", "Yes"),
    ("<input type=number title=Age>", "spinbutton", "Age"),
    ("<img alt=Logo width=9 height=9>", "img", "Logo"),
]


@pytest.mark.parametrize(("html", "role", "name"), NAMES)
async def test_roles_and_names(page: Page, html: str, role: str, name: str) -> None:
    await page.set_content(html)
    look = await take_look(page)
    assert (role, name) in [(node.role, node.name) for node in look.nodes]


async def test_text_offsets_hold_after_an_emoji_and_in_frames(page: Page) -> None:
    await page.set_content("<p>🎉</p><button>Save</button><iframe srcdoc='<p>🎉</p><button>Inner</button>'></iframe>")
    look = await take_look(page)
    assert [look.text_of(node) for node in look.nodes if node.role == "button"] == ["Save", "Inner"]


async def test_a_node_leads_to_its_own_element(page: Page) -> None:
    await page.set_content("".join(f"<button id=b{n}>B</button>" for n in range(15)))
    look = await take_look(page)
    for node in look.nodes:
        if node.role == "button":
            assert await locator_of(look, node).get_attribute("id") == node.id


async def test_what_is_covered_and_where_it_is_free(page: Page) -> None:
    await page.set_content(
        "<button style='width:200px;height:40px;position:absolute;left:0;top:0'>Half</button>"
        "<div style='position:absolute;left:60px;top:0;width:90px;height:60px;background:#fff'></div>"
        "<button style='position:absolute;left:0;top:100px'>Whole</button>"
        "<div style='position:absolute;left:0;top:90px;width:200px;height:90px;background:#fff'></div>"
    )
    half, whole = (node for node in (await take_look(page)).nodes if node.role == "button")
    assert not half.covered
    assert half.spot
    assert whole.covered


async def test_the_page_is_left_as_it_was(page: Page) -> None:
    await page.set_content("<p>One</p><input autofocus>")
    await page.evaluate(
        "window.seen = []; new MutationObserver(m => seen.push(...m)).observe(document, {subtree: true, childList: true, attributes: true})"
    )
    before = await page.content()
    await take_look(page)
    assert await page.content() == before
    assert await page.evaluate("seen.length") == 0


async def test_an_element_that_was_replaced_is_told_of_at_once(page: Page) -> None:
    await page.set_content("<button>Save</button>")
    look = await take_look(page)
    button = next(node for node in look.nodes if node.role == "button")
    await page.evaluate("document.body.innerHTML = '<button>Save</button>'")
    with pytest.raises(PlaywrightError, match="detached"):
        await locator_of(look, button).click(timeout=600_000)


async def test_what_a_box_has_scrolled_out_above_is_still_there(page: Page) -> None:
    rows = "".join(f"<p style='height: 40px; margin: 0'>Row {n}</p>" for n in range(1, 30))
    await page.set_content(f"<div id=b style='height: 100px; overflow-y: scroll; overflow-x: hidden'>{rows}</div>")
    await page.evaluate("b.scrollTop = 800")
    look = await take_look(page)
    assert next(n for n in look.nodes if look.text_of(n) == "Row 2").shown


NAMED = [
    ("[[no selector", None),
    ("no-engine=1", None),
    ("internal:role=link", []),
    ("internal:role=button", ["One", "Two", "Deep"]),
    ("#host button", ["Deep"]),
    ("internal:role=button >> nth=1", ["Two"]),
    ("css=title", [None]),  # there, but no node
]


@pytest.mark.parametrize(("selector", "names"), NAMED)
async def test_a_look_says_what_a_locator_names(page: Page, selector: str, names: list[str | None] | None) -> None:
    await page.set_content(
        "<title>x</title><button>One</button><button>Two</button><div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML = '<button>Deep</button>'</script>"
    )
    if names is None:
        with pytest.raises(PlaywrightError, match="while parsing"):
            await take_look(page, naming=selector)
    else:
        look = await take_look(page, naming=selector)
        assert [look.nodes[at].name if at >= 0 else None for at in look.named] == names
    assert (await take_look(page)).named == []


async def test_the_element_acted_on_is_remembered_while_it_is_there(page: Page) -> None:
    await page.set_content("<button>One</button><button>Two</button>")
    look = await take_look(page)
    mark_used(look, look.nodes[2])
    await page.evaluate("document.body.prepend(document.createElement('hr'))")
    for look in [await take_look(page), await take_look(page)]:
        assert look.nodes[look.used].name == "Two"
    mark_used(look, look.nodes[2])
    await page.set_content("<button>One</button><button>Two</button>")
    assert (await take_look(page)).used == -1


BELOW = "position:absolute;top:3000px;left:40px;width:80px;height:20px"


async def test_what_takes_no_room_is_brought_nowhere(page: Page) -> None:
    await page.set_content(
        "<div style='height:4000px'><label>Name <input style='width:0;height:0;border:0;padding:0'></label></div>"
    )
    look = await take_look(page)
    [field] = [node for node in look.nodes if node.tag == "input"]
    assert await into_view(look, field) is None


async def test_what_has_left_meanwhile_cannot_be_brought_into_view(page: Page) -> None:
    await page.set_content(f"<button style='{BELOW}'>Save</button>")
    look = await take_look(page)
    [button] = [node for node in look.nodes if node.role == "button"]
    await page.evaluate("document.querySelector('button').remove()")
    with pytest.raises(PlaywrightError, match="detached"):
        await into_view(look, button)


IN_VIEW = [
    f"<button style='{BELOW}'>Save</button>",
    f"<style>html {{ scroll-behavior: smooth }}</style><button style='{BELOW}'>Save</button>",
    f"<div style='height:300px;overflow:auto;position:relative'><button style='{BELOW}'>Save</button></div>",
    f"<iframe style='margin-top:2000px;height:300px' srcdoc=\"<button style='{BELOW}'>Save</button>\"></iframe>",
]


@pytest.mark.parametrize("html", IN_VIEW)
async def test_an_element_is_brought_into_view_and_its_place_told(page: Page, html: str) -> None:
    await page.set_content(html)
    look = await take_look(page)
    [button] = [node for node in look.nodes if node.role == "button"]
    box = await into_view(look, button)
    seen = await locator_of(look, button).bounding_box()
    assert box is not None
    assert seen is not None
    assert box == pytest.approx((seen["x"], seen["y"], seen["width"], seen["height"]), abs=3)
    assert box[0] >= 0
    assert box[0] + box[2] <= 1280
    assert box[1] >= 0
    assert box[1] + box[3] <= 720


def test_a_letter_beyond_ascii_makes_every_new_document_take_a_script_of_twice_the_size() -> None:
    parts = [part for part in files("qa_appliance.browser.look").iterdir() if part.name.endswith(".js")]
    assert parts
    assert [part.name for part in parts if not part.read_text("utf-8").isascii()] == []
