"""Whether a role's own steps signed anybody in. Pages on which nobody was come first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Browser

from qa_appliance.core.run import RunRequest, Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.walk import walk
from tests.conftest import Request, Response, Serve
from tests.steps.conftest import stage_on

Pages = dict[str, Any]

VISITOR = {"set-cookie": "sid=anonymous"}
FORM = """<h1>Sign in</h1><form action=/in><label>Name <input name=name></label>
<label>Password <input type=password name=password></label><button>Sign in</button></form>"""
TYPED = 'Enter "ann" into Name. Enter "x" into Password. Click the button "Sign in".'
HERE = """<div id=box><label>Name <input></label><button onclick="%s">Sign in</button></div>"""
GUEST = """<button onclick="%s">Continue as guest</button>"""
CLICKED = 'Click "Continue as guest".'
CONSENT = """<div id=cookie-consent>Cookies? <button onclick="localStorage.ok = 1; this.parentNode.remove()">%s</button>
</div><script>if (localStorage.ok) document.querySelector("#cookie-consent").remove()</script>"""
KNOWS = """<script>for (const from of [localStorage, sessionStorage]) if (from.who)
    document.body.innerHTML = "<h1>Welcome, " + from.who + "</h1>"</script>"""
SENDS = "document.body.innerHTML = '<h1>Welcome</h1>'"


def counted(request: Request) -> Response:
    """A page with a number that is another one each time it is loaded."""
    before = request.headers.get("cookie", "").count("i")
    return Response("<h1>News</h1>", headers={"set-cookie": f"visits={'i' * (before + 1)}"})


def knows(name: str, stranger: str | Response = FORM) -> Callable[[Request], str | Response]:
    """A page for whoever brings that cookie, and another for strangers."""
    return lambda request: "<h1>Welcome, Ann" if name in request.headers.get("cookie", "") else stranger


def refused_by_cookie(request: Request) -> Response:
    refused = "told=no" in request.headers.get("cookie", "")
    return Response("<p>No." if refused else "<p>Hello", headers={"set-cookie": "told="})


def known_by_session(request: Request) -> str:
    """Strangers come without the visitor's session."""
    return "<h1>Welcome" if "sid=" in request.headers.get("cookie", "") else "<a href=/>Sign in</a>"


NOBODY: dict[str, tuple[Pages, str]] = {
    "the form again, with the session of an anonymous visitor": (
        {"/": Response(FORM, headers=VISITOR), "/in": Response(f"{FORM}<p>Try it once more", headers=VISITOR)}, TYPED),
    "the form again, with a new session of an anonymous visitor": (
        {"/": FORM, "/in": Response(f"{FORM}<p>Try it once more", headers=VISITOR)}, TYPED),
    "a page without a form, with the session of an anonymous visitor": (
        {"/": Response(FORM, headers=VISITOR), "/in": "<p>No. <a href=/>Sign in</a>"}, TYPED),
    "the same, and it says the same to strangers": (
        {"/": Response(FORM, headers=VISITOR), "/in": "<p>No.</p>"}, TYPED),
    "a form that stands there filled in, and a counter": (
        {"/": HERE % "localStorage.clicks = 1"}, 'Enter "ann" into Name. Click the button "Sign in".'),
    "the form has gone, and nothing is kept": (
        {"/": HERE % SENDS}, 'Enter "ann" into Name. Click the button "Sign in".'),
    "only what was typed is kept": (
        {"/": "<label>Name <input oninput='localStorage.draft = value'></label><button "
              f"""onclick="{SENDS}">Sign in</button>"""}, 'Enter "ann" into Name. Click the button "Sign in".'),
    "a search": ({"/": Response("<input type=search aria-label=Search>", headers=VISITOR)}, 'Enter "a" into Search.'),
    "a link to the form": ({"/": "<a href=/login>Go on</a>", "/login": Response(FORM, headers=VISITOR)}, 'Click Go on'),
    "a link to a page that numbers its visitors": (
        {"/": "<a href=/news>News</a>", "/news": Response("<h1>News", headers=VISITOR)}, "Click News"),
    "a page that counts its visitors": ({"/": counted}, "Reload the page. Hover over News."),
    "an address": ({"/": Response("Home", headers=VISITOR), "/x": "Hello"}, "Go to /x"),
    "a refusal without a form, with a new session": (
        {"/": FORM, "/in": Response("<p>No.", headers={"set-cookie": "sid=new"})}, TYPED),
    "a refusal without a form, with another session, that leads elsewhere": (
        {"/": Response(FORM, headers=VISITOR),
         "/in": Response("", status=302, headers={"set-cookie": "sid=next", "location": "/sorry"}), "/sorry": "<p>No."},
        TYPED),
    "a refusal that is told once, by a cookie": (
        {"/": FORM, "/in": Response("", status=302, headers={"set-cookie": "told=no", "location": "/sorry"}),
         "/sorry": refused_by_cookie}, TYPED),
    "an answer about cookies, and a click that keeps nothing": (
        {"/": CONSENT % "Accept all" + GUEST % SENDS}, f'Click "Accept all". {CLICKED}'),
    "a click that keeps nothing, and an answer about cookies": (
        {"/": GUEST % "out.textContent = 'Hello'" + CONSENT % "Accept all" + "<p id=out></p>"},
        f'{CLICKED} Click "Accept all".'),
    "a refusal beside an answer about cookies": (
        {"/": CONSENT % "OK" + FORM, "/in": "<p>No."}, f'Click "OK". {TYPED}'),
    "agreeing to cookies": (
        {"/": "<div id=cookie-consent>Cookies?<button onclick='localStorage.ok = 1'>Accept all</button></div>"},
        "Accept cookies"),
}  # fmt: skip

SOMEBODY: dict[str, tuple[Pages, str]] = {
    "the session of the visitor becomes another": (
        {"/": knows("sid=ann", Response(FORM, headers=VISITOR)),
         "/in": Response("<h1>Welcome", headers={"set-cookie": "sid=ann"})}, TYPED),
    "the session of the visitor is that of the one who signed in": (
        {"/": Response(FORM, headers=VISITOR), "/in": known_by_session}, TYPED),
    "only the page behind it knows": (
        {"/": FORM, "/in": Response("", status=302, headers={"set-cookie": "who=ann", "location": "/desk"}),
         "/desk": knows("who=ann")}, TYPED),
    "who signed out again is to be nobody": (
        {"/": Response(FORM, headers=VISITOR), "/in": "<a href=/>Log out</a>"}, f"{TYPED} Log out."),
    "it is kept late, and a search stays": (
        {"/": "<input type=search aria-label=Search>"
              + HERE % "setTimeout(() => { localStorage.who = 'ann'; box.remove() }, 300)" + KNOWS},
        'Enter "ann" into Name. Click the button "Sign in".'),
    "a click that keeps it for the tab": ({"/": GUEST % "sessionStorage.who = 'guest'" + KNOWS}, CLICKED),
    "a click, with the session every visitor has": (
        {"/": knows("sid=guest", Response(GUEST % "document.cookie = 'sid=guest'", headers=VISITOR))}, CLICKED),
    "a link that leads on": (
        {"/": "<a href=/link>Continue as guest</a>",
         "/link": Response("", status=302, headers={"set-cookie": "who=guest", "location": "/home"}),
         "/home": knows("who=guest")}, CLICKED),
    "a form that sends itself": (
        {"/": f"""<label>Pin <input oninput="localStorage.who = 'ann'; {SENDS}"></label>{KNOWS}"""},
        'Enter "1" into Pin.'),
    "a sign-in in two parts": (
        {"/": "<form action=/two><label>Name <input name=name></label><button>Next</button></form>",
         "/two": Response("<form action=/in><label>Code <input name=c></label><button>Sign in</button></form>",
                          headers={"set-cookie": "sid=half"}),
         "/in": Response("", status=302, headers={"set-cookie": "sid=ann", "location": "/desk"}),
         "/desk": knows("sid=ann")},
        'Enter "ann" into Name. Click Next. Enter "1" into Code. Click the button "Sign in".'),
    "beside answers about cookies": (
        {"/": CONSENT % "Accept all" + GUEST % "localStorage.who = 'guest'" + KNOWS},
        f'Click "Accept all". {CLICKED}'),
}  # fmt: skip


async def signed_in(browser: Browser, address: str, words: str) -> tuple[bool, str]:
    plan = plan_english(words)
    assert plan.gaps == ()
    site = Site(address, frozenset({"127.0.0.1"}))
    async with stage_on(browser, site) as stage:
        stage.steps = plan.steps
        request = RunRequest("run", "org", "project", site, expectation="fail", signs_in=len(plan.steps))
        last = (await walk(plan, stage, request, lambda event: None)).records[-1]
    assert not last.refused, (last.result, last.note, last.error)
    return last.result == "passed", last.error or ""


@pytest.mark.parametrize("name", NOBODY)
async def test_nobody_is_signed_in_by_what_only_looks_so(browser: Browser, serve: Serve, name: str) -> None:
    pages, words = NOBODY[name]
    known, why = await signed_in(browser, await serve(pages), words)
    assert (known, "Nobody was signed in" in why) == (False, True), why


@pytest.mark.parametrize("name", SOMEBODY)
async def test_somebody_is_signed_in_where_the_form_went_and_it_is_kept(
    browser: Browser, serve: Serve, name: str
) -> None:
    pages, words = SOMEBODY[name]
    assert await signed_in(browser, await serve(pages), words) == (True, "")
