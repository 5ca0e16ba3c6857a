"""Whole deeds against small sites, and what a page answers to an action."""

# ruff: noqa: E501 - a page under test stands in one line

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from playwright.async_api import Page

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.target import Relation, Target
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.kinds.navigation import open_base
from qa_appliance.steps.signals import answers, before_action
from tests.conftest import Pages, Request, Response, Serve
from tests.steps.conftest import Do, Show, the

FORM = "<form method=post action=/login><label>Email <input name=u></label><label>Password <input type=password name=p></label><button>Sign in</button></form>"


def login(request: Request) -> Response:
    if b"p=right" in request.body:
        return Response("<h1>Welcome</h1>")
    return Response("<p role=alert>Wrong password</p>" + FORM, 401)


SITE: Pages = {"/": "<a href=/login>Log in</a>", "/login": lambda r: login(r) if r.method == "POST" else Response(FORM)}


@pytest.fixture
async def site(stage: Stage, serve: Serve) -> str:
    origin = await serve(SITE)
    stage.site = msgspec.structs.replace(stage.site, base_url=origin, own_hosts=frozenset({"127.0.0.1"}))
    await open_base(stage)
    return origin


async def test_a_refused_sign_in_fails_with_the_pages_own_words(site: str, do: Do) -> None:
    record = await do(s.LogIn(user=s.Value("a@b.c"), password=s.Value("wrong", secret=True)))
    assert record.failure is not None
    assert record.failure.kind == "assertion"
    assert "Wrong password" in (record.error or "")
    assert "wrong" not in msgspec.json.encode(record).decode().replace("Wrong password", "")


async def test_sign_in_follows_the_link_to_the_form(site: str, do: Do, page: Page) -> None:
    record = await do(s.LogIn(user=s.Value("a@b.c"), password=s.Value("right", secret=True)))
    assert record.error is None
    assert record.value == "a@b.c"
    assert "opened the sign-in form by the link “Log in”" in (record.note or "")
    assert await page.inner_text("h1") == "Welcome"


async def test_a_secret_is_not_typed_on_a_foreign_host(site: str, stage: Stage, do: Do, page: Page) -> None:
    stage.site = msgspec.structs.replace(stage.site, own_hosts=frozenset({"shop.test"}))
    await page.goto(site + "/login")
    for step in (
        s.Fill(target=the("Password"), value=s.Value("right", secret=True)),
        s.LogIn(user=s.Value("a"), password=s.Value("right", secret=True)),
    ):
        record = await do(step)
        assert record.failure is not None
        assert record.failure.kind == "secret_host"
        assert "127.0.0.1" in record.failure.seen
        assert await page.input_value("[type=password]") == ""


async def test_what_is_typed_into_a_password_field_is_hidden_from_then_on(show: Show, stage: Stage, do: Do) -> None:
    await show("<label>Password <input type=password></label>")
    record = await do(s.Fill(target=the("Password"), value=s.Value("open sesame")))
    assert record.error is None
    assert "sesame" not in stage.recorder.clean("it is open sesame")


async def test_signing_in_in_two_pages(show: Show, do: Do, page: Page) -> None:
    await show("""<form onsubmit="event.preventDefault(); next()"><label>Email <input id=u></label><button>Next</button></form>
        <script>function next() { document.forms[0].outerHTML = `<form onsubmit="event.preventDefault();
        document.body.textContent = 'In ' + p.value"><label>Password <input id=p type=password></label>
        <button>Sign in</button></form>`; }</script>""")
    record = await do(s.LogIn(user=s.Value("a@b.c"), password=s.Value("pw")))
    assert record.error is None
    assert await page.inner_text("body") == "In pw"


async def test_sign_out_in_a_folded_menu(show: Show, do: Do, page: Page) -> None:
    await show("""<button aria-haspopup=menu onclick="m.hidden = false">My account</button>
        <div id=m role=menu hidden><button role=menuitem onclick="document.body.textContent = 'Bye'">Sign out</button></div>""")
    record = await do(s.LogOut())
    assert record.error is None
    assert await page.inner_text("body") == "Bye"
    assert "My account" in (record.note or "")


FOLDED = """<ul><li><a href='#' onclick="m.hidden = !m.hidden; event.preventDefault()">%s</a>
    <ul id=m hidden><li><a href='#x' onclick="document.body.textContent = 'Done'">%s</a></li></ul></li></ul>"""


async def test_sign_out_under_the_users_own_name(show: Show, do: Do, page: Page) -> None:
    await show(FOLDED % ("Ada Lovelace", "Logout"))
    record = await do(s.LogOut())
    assert record.error is None
    assert await page.inner_text("body") == "Done"
    assert "Ada Lovelace" in (record.note or "")


async def test_an_entry_of_a_menu_that_is_folded(show: Show, do: Do, page: Page) -> None:
    await show(FOLDED % ("Security", "List users"))
    menu = Relation("inside", the("Security", "menu"))
    record = await do(s.Click(target=Target(words="List users", name="List users", within=(menu,))))
    assert record.error is None
    assert await page.inner_text("body") == "Done"
    assert record.note == "opened the menu “Security” first"


@pytest.mark.parametrize(
    "html",
    [
        """<form role=search onsubmit="event.preventDefault(); done(q.value)"><input id=q type=search></form>""",
        """<input id=q placeholder='Search products'><button onclick="done(q.value)">Search</button>""",
    ],
)
async def test_search_is_sent(show: Show, do: Do, page: Page, html: str) -> None:
    await show(html + "<p id=r></p><script>function done(t) { r.textContent = 'Found ' + t }</script>")
    assert (await do(s.Search(text="shoes"))).error is None
    assert await page.inner_text("#r") == "Found shoes"


async def test_no_search_field(show: Show, do: Do) -> None:
    await show("<input aria-label=Name>")
    record = await do(s.Search(text="shoes"))
    assert record.error == "There is no search field on the page."


async def test_cart_by_the_card_of_the_item(show: Show, do: Do, page: Page) -> None:
    await show("""<div class=card><h3>Hat</h3><button onclick="log='hat'">Add to cart</button></div>
        <div class=card><h3>Red shoes</h3><button onclick="log='shoes'">Add to basket</button></div>""")
    assert (await do(s.AddToCart(item="Red shoes"))).error is None
    assert await page.evaluate("log") == "shoes"


async def test_a_form_is_sent_once_however_late_its_answer(
    serve: Serve, stage: Stage, do: Do, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, answered = 0, asyncio.Event()

    async def order(request: Request) -> str:
        nonlocal asked
        asked += request.method == "POST"
        await answered.wait()
        return "<h1>Thank you</h1>"

    async def calm(*given: Any, **named: Any) -> None:
        answered.set()  # the click is over: now the answer may come
        await original(*given, **named)

    original = stage.calm
    monkeypatch.setattr(stage, "calm", calm)
    monkeypatch.setattr("qa_appliance.steps.base.stage.ONE_TRY", 0.4)
    origin = await serve({"/": "<form method=post action=/order><button>Order</button></form>", "/order": order})
    await page.goto(origin)
    record = await do(
        s.Click(target=the("Order")),
        s.Assert(check=c.ElementIs(target=the("Thank you", "heading"), state="visible")),
    )
    assert record.result == "passed", record.error
    assert asked == 1


async def test_cart_by_the_items_own_page(serve: Serve, stage: Stage, do: Do, page: Page) -> None:
    origin = await serve({
        "/": "<a href=/shoes>Red shoes</a><a href=/hat>Hat</a>",
        "/shoes": "<h1>Red shoes</h1><button onclick=\"document.title='got it'\">Add to cart</button>",
    })  # fmt: skip
    await page.goto(origin)
    record = await do(s.AddToCart(item="Red shoes"))
    assert record.error is None
    assert await page.title() == "got it"


async def test_cookies(show: Show, do: Do, page: Page) -> None:
    await show("""<div class=banner id=b>We use cookies <button>Reject</button><button onclick="b.remove()">Accept all</button></div>
        <form><button type=button>Accept</button></form>""")
    assert (await do(s.AcceptCookies())).error is None
    assert await page.locator("#b").count() == 0
    record = await do(s.AcceptCookies())
    assert record.error is None
    assert record.note == "the consent banner was not there"


ANSWERS = [
    ("""<button onclick="document.body.insertAdjacentHTML('beforeend', '<p role=alert>Taken</p>')">Go</button>""", "alert", "Taken"),
    ("""<button onclick="document.body.insertAdjacentHTML('beforeend', '<p class=error>Taken</p>')">Go</button>""", "error_text", "Taken"),
    ("<button onclick=\"alert('No way')\">Go</button>", "dialog", "No way"),
    ("<form><label>Age <input required></label><button>Go</button></form>", "invalid_field", "Age"),
    ("<button onclick=\"fetch('/login', {method: 'POST'})\">Go</button>", "http_error", "answered 401"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "kind", "words"), ANSWERS)
async def test_the_pages_answer_is_collected(
    site: str, show: Show, stage: Stage, do: Do, html: str, kind: str, words: str
) -> None:
    await show("<p role=alert>Old news</p>" + html)
    before = await before_action(stage)
    assert (await do(s.Click(target=the("Go")))).error is None
    signals = await answers(stage, before)
    assert [signal.kind for signal in signals] == [kind]
    assert words in signals[0].text


async def test_no_answer_is_no_signal(show: Show, stage: Stage, do: Do) -> None:
    await show("<p role=alert>Old news</p><button>Go</button>")
    before = await before_action(stage)
    await do(s.Click(target=the("Go")))
    assert await answers(stage, before) == []


async def test_a_field_that_was_left_invalid_is_an_answer_once_it_stops_the_form(
    show: Show, stage: Stage, do: Do
) -> None:
    await show("<form><label>Mail <input type=email></label><label>Name <input></label><button>Go</button></form>")
    await do(s.Fill(target=the("Mail"), value=s.Value("nobody")))
    await do(s.Fill(target=the("Name"), value=s.Value("Ann")))
    before = await before_action(stage)
    await do(s.Press(keys=("Shift+Home",)))
    assert await answers(stage, before) == []
    await do(s.Click(target=the("Go")))
    assert [(signal.kind, "@" in signal.text) for signal in await answers(stage, before)] == [("invalid_field", True)]
