"""Each class of failure is reached by a page that deserves it, and not by its neighbour."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from qa_appliance.core.run import Site
from tests.conftest import Pages, Request, Response, Serve
from tests.run_test.conftest import Stand

SHOP = "<title>Shop</title><h1>Basket</h1><button>Save draft</button><p>Total: 39.90</p><a href=/account>Account</a>"
BUYING = "<h1>Basket</h1><button onclick=\"{}\">Buy</button><p id=said></p>"  # fmt: skip


def refused(_: Request) -> Response:
    return Response("<h1>Who are you?</h1>", 401)


def broken(_: Request) -> Response:
    return Response("<h1>Sorry</h1>", 503)


def to_sign_in(_: Request) -> Response:
    return Response("", 302, {"Location": "/login"})


async def slow(_: Request) -> str:
    await asyncio.sleep(0.4)
    return SHOP


BUY = 'click "Buy" and check that "Thank you" is shown'
PAGES: list[tuple[str, str, dict[str, Any], str, str]] = [
    # application error
    ("a page that answers 503", "go to /broken", {"/broken": broken}, "application_error", "503"),
    ("a request that answers 503", BUY, {"/": BUYING.format("fetch('/buy')"), "/buy": broken}, "application_error",
     "/buy was answered with 503"),
    ("a script that breaks", BUY, {"/": BUYING.format("null.total")}, "application_error", "The page's script broke"),
    ("an error the page shows", BUY,
     {"/": BUYING.format("said.setAttribute('role', 'alert'), said.textContent = 'Something went wrong'")},
     "application_error", "Something went wrong"),
    # nothing has changed that was never there
    ("a button of another name", 'click "Save"', {"/": SHOP.replace("Save draft", "Keep")}, "test_unclear", "Keep"),
    ("a page that is nowhere", "go to /old", {}, "test_unclear", "404"),
    # expectation
    ("a button that is disabled", 'click "Save draft"', {"/": SHOP.replace("<button", "<button disabled")},
     "expectation", "disabled"),
    ("an error in other words", BUY.replace('"Thank you"', 'the error "Sold outt"'),
     {"/": BUYING.format("said.setAttribute('role', 'alert'), said.textContent = 'Sold out'")}, "expectation",
     "Sold out"),
    ("another value", "check that the total is 38.90", {}, "expectation", "39.90"),
    # baseline missing
    ("a picture nobody has accepted", "check that the page looks like the baseline", {}, "baseline_missing",
     "There is no baseline for this step yet"),
    # test unclear
    ("two that fit", 'click "Delete"', {"/": "<button>Delete</button><hr><button>Delete</button>"}, "test_unclear", ""),
    ("nothing of the kind", 'click "Frobnicate"', {"/": "<h1>Basket</h1>"}, "test_unclear", "Frobnicate"),
    ("words nobody understands", "frobnicate the gizmo wildly", {}, "not_understood", "frobnicate"),
    # signed out
    ("sent to the sign-in page", 'click "Account" and check that "Your orders" is shown',
     {"/account": to_sign_in, "/login": "<h1>Sign in</h1><label>Password <input type=password></label>"},
     "signed_out", "/login"),
    ("a page that answers 401", "go to /account", {"/account": refused}, "signed_out", "401"),
    ("a request that answers 401", BUY, {"/": BUYING.format("fetch('/buy')"), "/buy": refused}, "signed_out", "401"),
    # performance
    ("a page that is slow", "go to /slow and check that the page loads within 0.2 seconds", {"/slow": slow},
     "performance", "expected within 0.2 s"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "description", "pages", "kind", "reason"), PAGES, ids=[row[0] for row in PAGES])
async def test_a_page_and_its_class(
    stand: Stand, serve: Serve, why: str, description: str, pages: dict[str, Any], kind: str, reason: str
) -> None:
    outcome = await stand.run(await serve({"/": SHOP} | pages), description)
    assert outcome.overall_status == "failed", why
    classes = [step.failure_class for step in outcome.steps if step.failure_class is not None]
    assert [each.kind for each in classes] in ([kind], []), outcome.report_markdown
    assert NAMES[kind] in outcome.report_markdown, outcome.report_markdown
    assert reason in outcome.report_markdown.replace("\\", "")


NAMES = {
    "application_error": "**Application error**", "application_changed": "**Application changed**",
    "expectation": "**Expectation not met**", "test_unclear": "**Test unclear**",
    "not_understood": "**Not understood**",
    "baseline_missing": "**No picture accepted yet**",
    "signed_out": "**Not signed in any more**", "environment": "**Environment**", "performance": "**Performance**",
}  # fmt: skip

PRIVATE = "http://10.255.255.1:8099/"

# the address to begin with, the words, the kind of failure and what is told
WAYS: list[tuple[str, str, str, str, str]] = [
    ("http, and nobody listens", "http://{nowhere}/", 'check that "Basket" is shown', "unreachable",
     "The host 127.0.0.1 cannot be reached on port"),
    ("https, and nobody listens", "https://{nowhere}/", 'check that "Basket" is shown', "unreachable",
     "The host 127.0.0.1 cannot be reached on port"),
    ("a name nobody knows", "{site}", "go to https://no-such-host.invalid/", "unreachable",
     "could not be found: its name does not resolve"),
    ("a private address", "{site}", f"go to {PRIVATE}", "blocked", "10.255.255.1 is not allowed"),
    ("a private address behind a redirect", "{site}", "go to /away", "blocked", "10.255.255.1 is not allowed"),
]  # fmt: skip


@pytest.fixture
def nowhere() -> Iterator[str]:
    """Where nobody listens: the port is taken, so that nobody else comes to."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(("why", "begin", "description", "kind", "reason"), WAYS, ids=[row[0] for row in WAYS])
async def test_what_cannot_be_reached_is_the_environment(
    stand: Stand, serve: Serve, nowhere: str, why: str, begin: str, description: str, kind: str, reason: str
) -> None:
    pages: Pages = {"/": SHOP, "/away": Response("", 302, {"Location": PRIVATE})}
    outcome = await stand.run(begin.format(nowhere=nowhere, site=await serve(pages)), description)
    failure = outcome.steps[0].failure
    assert failure is not None, why
    assert (failure.kind, NAMES["environment"] in outcome.report_markdown) == (kind, True), outcome.report_markdown
    assert reason in failure.message
    assert ("address rules" in failure.message or "--allow" in failure.message) == (kind == "blocked")


async def test_a_403_of_the_site_itself_is_not_ours(stand: Stand, serve: Serve) -> None:
    """Also when something else on the page was refused by the rules in the meantime."""
    inner = Response(f"<img src={PRIVATE}><h1>No</h1>", 403)
    outcome = await stand.run(await serve({"/": f"<img src={PRIVATE}>", "/no": inner}), "go to /no")
    assert outcome.steps[0].failure is not None
    assert outcome.steps[0].failure.kind == "page_error"
    assert NAMES["signed_out"] in outcome.report_markdown


ASKS_WHO = """<h1>Sign in</h1><form><label>Password <input type=password></label><button>Continue</button></form>"""


@pytest.mark.parametrize(("saved", "kind"), [({"cookies": [], "origins": []}, "signed_out"), (None, "test_unclear")])
async def test_a_form_to_sign_in_at_any_address_is_a_lost_sign_in_of_who_was_signed_in(
    stand: Stand, serve: Serve, saved: dict[str, Any] | None, kind: str
) -> None:
    address = await serve({"/orders": ASKS_WHO})
    site = Site(address, frozenset({"127.0.0.1"}), storage_state=saved)
    outcome = await stand.run(address, "Go to /orders. Click “Invoice 7”.", site=site)
    assert [step.failure_class.kind for step in outcome.steps if step.failure_class is not None] == [kind]
