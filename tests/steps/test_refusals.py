"""Negative tests on pages that refuse, and on pages that only look so. The latter must not pass: they come first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, Route

from qa_appliance.browser.process.session import Session
from qa_appliance.core.run import RunRequest, Site
from qa_appliance.english.compile import plan_english
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.walk import Walked, walk, watch_out
from tests.steps.conftest import stage_on

Answers = dict[str, str | tuple[int, str]]  # by path: a page, or a status and a page; 302 leads to an address

FORM = """<form onsubmit="event.preventDefault(); send()"><label>Email <input name=email></label>
<label>Code <input name=code%s></label><button>Send</button></form><div id=said></div><script>
const say = (html, role) => { said.innerHTML = html; };
function send() { %s }</script>"""
TYPED = 'Enter "ada@x.y" into Email and click "Send"'
GONE_ON = 'location.href = "/done"'


def form(script: str, more: str = "") -> str:
    return FORM % (more, script)


NOT_REFUSED: dict[str, tuple[Answers, str]] = {
    "a red link after success": (
        {"/": form(GONE_ON), "/done": "<h1>Profile</h1><a class='btn btn-danger' href=#>Delete profile</a>"}, TYPED),
    "a red zone after success": (
        {"/": form(GONE_ON), "/done": """<h1>Profile</h1><section class="card border-danger"><p class=text-danger>
        Deleting cannot be undone.</p><button class=btn-outline-danger>Delete</button></section>"""}, TYPED),
    "a red amount in a list": (
        {"/": form(GONE_ON), "/done": "<table><tr><td>Fee<td class=text-danger>-5.00 not paid</table>"}, TYPED),
    "a state of another entry": (
        {"/": form(GONE_ON), "/done": "<table><tr class=error><td>Job 7<td>Invalid input</table>"}, TYPED),
    "a count of errors": ({"/": form("say('<p class=error-count>0</p><p class=errors>Errors: 0</p>')")}, TYPED),
    "an alert of success": ({"/": form("say('<p role=alert>Order placed</p>')")}, TYPED),
    "a green alert": ({"/": form("say('<p role=alert class=alert-success>All set</p>')")}, TYPED),
    "an alert that something is under way": ({"/": form("say('<p role=alert>Sending…</p>')")}, TYPED),
    "a question": (
        {"/": form("say('<div role=alertdialog>Send it now? <button>Yes</button><button>No</button></div>')")}, TYPED),
    "a script's alert of success": ({"/": form("alert('Profile saved')")}, TYPED),
    "a field hidden from the start": ({"/": form("", " hidden")}, 'Enter "1" into Code'),
    "a field hidden while one types": ({"/": form("", " hidden")}, 'Enter "ada" into Email and enter "1" into Code'),
    "a button that is not there, after typing": ({"/": form("")}, 'Enter "ada" into Email and click "Submit order"'),
    "the same after a click into a field": (
        {"/": form("")}, 'Click Email, enter "ada" into Email and click "Submit order"'),
    "the same after Tab": ({"/": form("")}, 'Enter "ada" into Email, press Tab and click "Submit order"'),
    "the same after a choice": (
        {"/": "<label>Size <select><option>S<option>M</select></label>"}, 'Choose M from Size and click "Buy it"'),
    "the same on a page that a click led to": (
        {"/": "<a href=/form>Join</a>", "/form": form("")},
        'Click "Join", enter "ada" into Email and click "Submit order"'),
    "a text that is not there, after typing": ({"/": form("")}, 'Enter "a" into Email and check that "Hello" is shown'),
    "no sign-in form at all": ({"/": "<p>Hello"}, 'Log in as "ada" with password "wrong"'),
    "a button that never stands still": (
        {"/": "<style>@keyframes m{to{translate:60em}}*{animation:m 60s linear infinite}</style><button>Recover"},
        'Click "Recover"'),
    "a layer from the start": (
        {"/": "<button>Buy</button><div style='position:fixed;inset:0;background:#fff'>Cookies</div>"}, 'Click "Buy"'),
    "a list without an order": ({"/": "<p>Lamp"}, 'Drag "Lamp" to the 2nd position'),
    "a measured time": ({"/": form(GONE_ON), "/done": "In"}, TYPED + " and check that the page loads within 0 seconds"),
    "a broken script": (
        {"/": form("console.error('no')")}, TYPED + " and check that there are no console errors"),
    "somebody else's server": ({"/": form("fetch('http://stats.example/x', {method: 'POST'})")}, TYPED),
    "a request that is refused all the time": (
        {"/": form("")
         + "<script>(ask = () => fetch('/beat', {method: 'POST'}).then(() => setTimeout(ask, 40)))()</script>",
         "/beat": (401, "")}, TYPED),
    "a complaint while one types, and then success": (
        {"/": form("say('<p class=error>Too short</p><p>Sent</p>')")
         + "<script>document.querySelector('input').oninput = () => say('<p class=error>Too short')</script>"}, TYPED),
    "validation that does not keep it from being sent": (
        {"/": form("document.querySelector('[name=code]').checkValidity(); said.textContent = 'Sent'; "
                   "document.querySelector('[name=code]').required = false", " required")
         .replace("<form", "<form novalidate")}, TYPED),
    "a server that breaks": ({"/": form("fetch('/x', {method: 'POST'})"), "/x": (500, "")}, TYPED),
    "nothing": ({"/": form("")}, TYPED),
    "a text that only comes late": (
        {"/": form("setTimeout(() => say('Welcome'), 1500)")}, TYPED + ' and check that "Welcome" is shown'),
    "a link that only comes late": (
        {"/": form("setTimeout(() => say('<a href=#>Log out</a>'), 1500)")}, TYPED + ' and click "Log out"'),
    "a row that only goes late": (
        {"/": form("setTimeout(() => { document.querySelector('ul').remove() }, 1500)", "><ul><li>Bob</ul")},
        'Click "Send" and check that the item "Bob" is not shown'),
}  # fmt: skip

POSTS = """<h2>Posts</h2>
<form onsubmit="event.preventDefault(); said.insertAdjacentHTML('beforeend', '<li>' + t.value);%s">
<label>Title <input id=t></label><button>Publish</button></form><h2>Drafts</h2><ul id=said></ul>"""
PUBLISH = 'Enter "Ahoy" into Title and click "Publish"'
MERELY: dict[str, tuple[Answers, str, str]] = {
    "a place where it does not stand": (
        {"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that "Ahoy" is listed under the heading "Posts"', "Ahoy"),
    "the same, and the field keeps what was typed": (
        {"/": POSTS % ""}, PUBLISH + ' and check that "Ahoy" is listed under the heading "Posts"', "Ahoy"),
    "a text that nobody would show": (
        {"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that "Published!" is shown', "“Published!” is not shown"),
    "a number of entries": (
        {"/": POSTS % "t.value = ''"}, PUBLISH + " and check that there are 2 items in the list", "expected 2"),
    "a state": ({"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that "Publish" is disabled', "enabled"),
    "an address": ({"/": POSTS % "t.value = ''"}, PUBLISH + " and check that the address contains /posts", "/posts"),
    "a value": ({"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that Title has the value "Ahoy"', "Ahoy"),
    "an order": (
        {"/": POSTS % "said.innerHTML = '<li>B<li>A'; t.value = ''"},
        PUBLISH + " and check that the list is sorted", "B"),
    "a denial of what was done": (
        {"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that "Ahoy" is not shown', "“Ahoy” is shown"),
    "a button that is nowhere": ({"/": POSTS % "t.value = ''"}, PUBLISH + ' and click "Share"', "Share"),
    "a message of success in other words": (
        {"/": form("say('<p role=status>Sent')")}, TYPED + ' and check that "Delivered" is shown', "Delivered"),
    "a request that was taken": (
        {"/": form("fetch('/x', {method: 'POST'})"), "/x": "ok"},
        TYPED + ' and check that "Welcome" is shown', "Welcome"),
    "a page that it led to": (
        {"/": form(GONE_ON), "/done": "<h1>Thanks</h1>"}, TYPED + ' and check that "Welcome" is shown', "Welcome"),
    "an error that stood there before": (
        {"/": POSTS % "t.value = ''" + "<p role=alert>Mail is down</p>"},
        PUBLISH + ' and check that "Published!" is shown', "Published!"),
    "an error of other words is expected": (
        {"/": POSTS % "t.value = ''"}, PUBLISH + ' and check that the error "Taken" is shown', "Taken"),
}  # fmt: skip
"""Nothing was refused, and a check failed, or something was not found; with what is told of it."""

REFUSED: dict[str, tuple[Answers, str, str]] = {
    "native validation": ({"/": form("", " required")}, TYPED, "Code: Please fill"),
    "an alert": ({"/": form("say('<p role=alert>Unknown address')")}, TYPED, "alert: Unknown address"),
    "an alert without a reason": ({"/": form("say('<p role=alert>Account 7')")}, TYPED, "alert: Account 7"),
    "a red alert": ({"/": form("say('<p class=\"alert alert-danger\">Account 7')")}, TYPED, "error: Account 7"),
    "an error text": ({"/": form("say('<p class=field-error>Taken')")}, TYPED, "error: Taken"),
    "an error in red": ({"/": form("say('<p class=text-danger>Invalid code')")}, TYPED, "error: Invalid code"),
    "an error in a row of the form": (
        {"/": form("say('<table><tr><td><input><td class=error>Invalid</table>')")}, TYPED, "error: Invalid"),
    "a field marked invalid": (
        {"/": form("document.querySelector('[name=code]').ariaInvalid = true")}, TYPED, "not accept it: field “Code”"),
    "a script's alert": ({"/": form("alert('No entry')")}, TYPED, "dialog: No entry"),
    "a 4xx answer": ({"/": form("fetch('/x', {method: 'POST'})"), "/x": (422, "")}, TYPED, "answered 422"),
    "a form answered with 4xx": ({"/": "<form method=post action=/x><button>Send</button></form>",
                                  "/x": (409, "Conflict")}, 'Click "Send"', "answered 409"),
    "back to the sign-in with an error": (
        {"/": "<a href=/orders>Orders</a>", "/orders": (302, "/login"),
         "/login": "<p role=alert class='alert alert-info'>Please sign in first</p><input type=password>"},
        'Click "Orders"', "alert: Please sign in first"),
    "to the sign-in instead": (
        {"/": "Home", "/admin": (302, "/login?next=/admin"), "/login": "<input type=password>"},
        'Go to /admin and check that "Users" is shown', "led to the sign-in"),
    "no access": ({"/": "Home", "/admin": (403, "No")}, "Go to /admin", "answered 403"),
    "a disabled button": ({"/": "<button disabled>Delete</button>"}, 'Click "Delete"', "is there but disabled"),
    "a disabled option": (
        {"/": "<label>Size <select><option>S<option disabled>M</select></label>"}, "Choose M from Size", "disabled"),
    "a field that cannot be changed": (
        {"/": "<label>Email <input readonly value=a></label>"}, 'Enter "b" into Email', "read-only"),
    "what should come does not": (
        {"/": form("")}, TYPED + ' and check that "Welcome" is shown', "the form stays with what was typed"),
    "the next page does not come": ({"/": form("")}, TYPED + ' and click "Log out"', "There is no “Log out”"),
    "the next part stays hidden": (
        {"/": "<button>Next</button><label hidden>Street <input></label>"},
        'Click "Next" and enter "x" into Street', "kept out of reach"),
    "what could be used once is taken away": (
        {"/": "<button onclick='this.remove()'>Vote</button>"}, 'Click "Vote" and click "Vote"', "was taken away"),
    "what is checked is kept disabled": (
        {"/": form("") + "<button disabled>Pay</button>"},
        'Click "Send" and check that "Pay" is enabled', "kept disabled"),
    "a message that comes late": (
        {"/": form("setTimeout(() => say('<p role=alert>Unknown address'), 200)")},
        'Click "Send", wait 1 second and check that "Welcome" is shown', "shows an error: Unknown address"),
    "the same words told anew": (
        {"/": form("say(''); setTimeout(() => say('<p role=alert>Unknown address'), 20)")
         + "<script>say('<p role=alert>Unknown address')</script>"}, TYPED, "alert: Unknown address"),
    "what came goes again by itself": (
        {"/": form("say('<ul><li>Bob</ul>'); setTimeout(() => say(''), 1500)")},
        'Click "Send" and check that the item "Bob" is shown', "after “Click"),
    "a password that is wrong": (
        {"/": """<form onsubmit="event.preventDefault(); said.textContent = 'Wrong password'">
        <input type=email aria-label=Email><input type=password aria-label=Password>
        <button>Log in</button></form><p id=said class=error></p>"""},
        'Log in as "a@b.c" with password "x"', "Wrong password"),
    "a complaint that stands when the form is sent": (
        {"/": form("") + "<script>document.querySelector('input').onblur = () => say('<p class=error>Not ours</p>')"
         "</script>"}, TYPED.replace("and click", ', enter "1" into Code and click'), "still says: Not ours"),
}  # fmt: skip


@pytest.fixture
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    async with stage_on(browser, Site("http://shop.test/", frozenset({"shop.test"}))) as stage:
        stage.patience = 0.4
        yield stage


async def serve_pages(stage: Stage, pages: Answers) -> None:
    """The site of the stage answers so from here on; every other host refuses."""

    async def answer(route: Route) -> None:
        path = "/" + route.request.url.split("://", 1)[1].partition("/")[2].partition("?")[0]
        found = pages.get(path, (404, "")) if "shop.test" in route.request.url else (401, "")
        status, text = found if isinstance(found, tuple) else (200, found)
        if status == 302:  # Playwright follows no redirect that it makes itself
            status, text = 200, f"<script>location.replace('{text}')</script>"
        html = "<!doctype html><meta charset=utf-8>" + text
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/html"}
        await route.fulfill(status=status, headers=headers, body=html)

    open_another = stage.session.another

    async def another(state: dict[str, object] | None = None) -> Session:
        other = await open_another(state)
        await other.context.route("**/*", answer)
        return other

    stage.session.another = another  # type: ignore[method-assign]
    await stage.session.context.route("**/*", answer)


async def run(stage: Stage, pages: Answers, words: str, site: Site | None = None, **more: Any) -> Walked:
    await serve_pages(stage, pages)
    plan = plan_english(words)
    assert plan.gaps == ()
    request = RunRequest("run", "org", "project", site or stage.site, expectation="fail", description=words, **more)
    stage.steps = plan.steps
    walked = await walk(plan, stage, request, lambda event: None)
    over = asyncio.Event()
    over.set()
    await watch_out(walked, stage, request, lambda event: None, over)
    return walked


@pytest.mark.parametrize("name", NOT_REFUSED)
async def test_what_only_looks_so_is_no_refusal(stage: Stage, name: str) -> None:
    walked = await run(stage, *NOT_REFUSED[name])
    assert not any(record.refused for record in walked.records), walked.records[-1].note
    assert walked.records[-1].result in ("failed", "skipped")


@pytest.mark.parametrize("name", MERELY)
async def test_what_merely_fails_is_no_refusal(stage: Stage, name: str) -> None:
    pages, words, instead = MERELY[name]
    records = (await run(stage, pages, words)).records
    assert not any(record.refused for record in records), records[-1].note
    assert records[-1].synthetic
    assert "merely failed" in (records[-1].error or "")
    assert instead in (records[-1].error or "")


@pytest.mark.parametrize("name", REFUSED)
async def test_a_refusal_is_told_by_what_the_page_did(stage: Stage, name: str) -> None:
    pages, words, message = REFUSED[name]
    walked = await run(stage, pages, words)
    refused = [record for record in walked.records if record.refused]
    assert len(refused) == 1, [record.error for record in walked.records]
    assert message in (refused[0].note or "")


SIGN_IN = "<p role=alert>Please sign in first</p><input type=password aria-label=Password>"
SAVED: dict[str, tuple[Answers, str, str]] = {
    "an address leads to the sign-in": (
        {"/": "Home", "/users": (302, "/login"), "/login": SIGN_IN},
        'Go to /users and check that "Delete Bob" is shown', "its sign-in page (http://shop.test/login)"),
    "a click leads to it": (
        {"/": "<a href=/users>Users</a>", "/users": (302, "/login"), "/login": SIGN_IN},
        'Click "Users"', "its sign-in page"),
    "a page is answered with 401": ({"/": "Home", "/users": (401, "Who?")}, "Go to /users", "answered with 401"),
    "what is sent is answered with 401": (
        {"/": form("fetch('/x', {method: 'POST'})"), "/x": (401, "")}, TYPED, "answered with 401"),
    "what would sign out is not there": (
        {"/": "<a href=/users>Users</a>", "/users": (302, "/login"), "/login": "Hello"},
        'Click "Users" and click "Log out"', "its sign-in page"),
    "a form to sign in at the same address": (
        {"/": "<button onclick='document.body.innerHTML = login.innerHTML'>Users</button><template id=login>"
              "<h1>Sign in</h1><form><input type=password aria-label=Password><button>Go</button></form></template>"},
        'Click "Users" and check that "Delete Bob" is shown', "a form to sign in at http://shop.test/"),
    "a form that confirms a deed": (
        {"/": form("say('<p role=alert>Not yours</p><form><input type=password><button>Confirm</button></form>')")},
        TYPED, ""),
    "only somebody else's server knows nobody": (
        {"/": form("fetch('http://stats.example/x'); say('<p role=alert>Account 7')")}, TYPED, ""),
    "it is refused to whom it knows": ({"/": "Home", "/users": (403, "Not yours")}, "Go to /users", ""),
    "the run has signed out": (
        {"/": "<a href=/bye>Log out</a>", "/bye": "Bye", "/users": (302, "/login"), "/login": SIGN_IN},
        'Click "Log out", go to /users and check that "Delete Bob" is shown', ""),
    "the sign-in was asked for": (
        {"/": "Home", "/login": form("say('<p role=alert>Unknown address')")}, "Go to /login, " + TYPED, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", SAVED)
async def test_a_saved_sign_in_that_is_not_taken_any_more_is_no_refusal(stage: Stage, name: str) -> None:
    pages, words, lost = SAVED[name]
    saved = msgspec.structs.replace(stage.site, storage_state={"cookies": [], "origins": []})
    last = next(record for record in (await run(stage, pages, words, saved)).records if record.error or record.refused)
    assert (last.refused, lost in (last.error or "")) == (not lost, True), last.error
    assert ("saved sign-in" in (last.error or "")) is bool(lost)


KNOWN: list[tuple[str, Site, dict[str, Any], bool]] = [
    ("cookies of an environment", Site("http://shop.test/", cookies=({"name": "s", "value": "1"},)), {}, True),
    ("a credential in a header", Site("http://shop.test/", extra_headers={"Authorization": "Bearer x"}), {}, True),
    ("sentences of a role", Site("http://shop.test/"), {"signs_in": 2}, True),
    ("a role that answers the server", Site("http://shop.test/", basic_auth=("a", "b")), {"as_role": True}, True),
    ("a header of another kind", Site("http://shop.test/", extra_headers={"X-Preview": "1"}), {"as_role": True}, False),
    ("a site behind a password", Site("http://shop.test/", basic_auth=("a", "b")), {}, False),
]


@pytest.mark.parametrize(("site", "more", "known"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
async def test_whom_the_site_does_not_know_any_more_was_not_refused(
    stage: Stage, site: Site, more: dict[str, Any], known: bool
) -> None:
    known_from_now = "document.cookie = 'who=ann'; document.body.textContent = 'Hello'"
    start = f"""<label>Name <input></label><button onclick="{known_from_now}">Hello</button>
<script>if (document.cookie.includes("who=ann")) document.body.textContent = "Welcome, Ann"</script>"""
    pages: Answers = {"/": start, "/users": (401, "Who?")}
    last = (await run(stage, pages, 'Enter "ann" into Name. Click Hello. Go to /users', site, **more)).records[2]
    assert (last.refused, "was not taken any more" in (last.error or "")) == (not known, known)


STAYS = """<div id=b><label>Name <input></label><button onclick="document.cookie = 'who=ann'; b.innerHTML = t.innerHTML"
>Hello</button></div><div id=said></div><template id=t><h1>Welcome</h1><button onclick="%s">Delete</button></template>
<script>if (document.cookie.includes("who=ann")) b.innerHTML = t.innerHTML</script>"""
AGAIN = "<h1>Sign in</h1><p role=alert>Who?</p><input type=password aria-label=Password>"


@pytest.mark.parametrize(
    ("answer", "deed", "refused"),
    [
        (AGAIN, "Click Delete", False),
        ("", 'Go to /users and check that "Bob" is shown', False),
        ("<p role=alert>Not yours</p>", "Click Delete", True),
    ],
)
async def test_an_address_that_stays_after_the_sign_in_tells_nothing_by_itself(
    stage: Stage, answer: str, deed: str, refused: bool
) -> None:
    shown = STAYS % f"said.innerHTML = &quot;{answer}&quot;"
    words = f'Go to /login. Enter "ann" into Name. Click Hello. {deed}'
    pages: Answers = {"/": "Home", "/login": shown, "/users": (302, "/login")}
    last = next(r for r in (await run(stage, pages, words, signs_in=3)).records[3:] if r.refused or r.error)
    assert (last.refused, "was not taken any more" in (last.error or "")) == (refused, not refused), last.error


@pytest.mark.parametrize(
    ("answer", "deed", "refused"),
    [
        (AGAIN, "Click Delete", False),
        ("", 'Go to /users and check that "Bob" is shown', False),
        ("<p role=alert>Not yours</p>", "Click Delete", True),
    ],
)
async def test_an_address_at_which_an_environment_begins_tells_nothing_by_itself(
    stage: Stage, answer: str, deed: str, refused: bool
) -> None:
    site = Site("http://shop.test/login", cookies=({"name": "s", "value": "1"},))
    script = f"said.innerHTML = &quot;{answer}&quot;"
    shown = f'<h1>Welcome</h1><button onclick="{script}">Delete</button><div id=said></div>'
    stage.site = site
    last = (await run(stage, {"/login": shown, "/users": (302, "/login")}, deed, site)).records
    record = next(each for each in last if each.refused or each.error)
    assert (record.refused, "was not taken any more" in (record.error or "")) == (refused, not refused), record.error
