"""What a run keeps of the pages it saw: enough to tell ambiguities of the next test, and nothing that was typed."""

from __future__ import annotations

import zlib

from qa_appliance.browser.find.lint import ambiguities
from qa_appliance.english.compile import plan_english
from tests.conftest import Serve
from tests.run_test.conftest import Stand

PAGE = """<h1>Orders</h1><label>Password <input oninput="said.textContent = 'You typed ' + this.value"></label>
<p id=said>-</p><ul><li>Ann <button>Edit</button></li><li>Ben <button>Edit</button></li></ul>"""


async def test_a_run_that_failed_of_ambiguity_makes_it_known(stand: Stand, serve: Serve) -> None:
    url = await serve({"/": PAGE})
    outcome = await stand.run(url, 'enter "hunter2!" into Password. click "Edit".')
    assert outcome.steps[1].failure is not None
    assert outcome.steps[1].failure.kind == "ambiguous"
    assert list(outcome.looks) == [f"{url.removeprefix('http://')}/"]
    kept = zlib.decompress(next(iter(outcome.looks.values()))).decode()
    assert "hunter2!" not in kept
    assert "You typed ••••" in kept
    (ambiguity,) = ambiguities(plan_english('click "Edit"').steps, outcome.looks, url)
    assert tuple(each.words for each in ambiguity.fitting) == outcome.steps[1].failure.candidates


async def test_a_page_that_was_only_read_is_known_too(stand: Stand, serve: Serve) -> None:
    url = await serve({"/": PAGE, "/thanks": "<h1>Thank you</h1>"})
    outcome = await stand.run(url, 'Go to /thanks. Check that the page shows "Thank you".')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert list(outcome.looks) == [f"{url.removeprefix('http://')}/thanks"]


NAMED = {
    "/settings": "<title>Shop</title><h1>Settings</h1>",
    "/about": "<title>About us</title>",
    "/a": "<title>x</title><h1>Twice</h1>",
    "/b": "<title>x</title><h1>Twice</h1>",
    "/orders/42": "<title>x</title><h1>Order</h1>",
    "/list?page=2": "<title>x</title><h1>List</h1>",
    "/numbered": "<title>x</title><h1>Order 42</h1>",
    "/two": "<title>y</title><h1>One</h1><h1>Two</h1>",
    "/parts": "<title>Help - Shop</title>",
}


async def test_pages_are_known_by_the_names_that_only_they_have(stand: Stand, serve: Serve) -> None:
    pages = {path.split("?")[0]: f"{html}<p>Hello</p>" for path, html in NAMED.items()}
    url = await serve({"/": "<title>Shop | Start</title>"} | pages)
    outcome = await stand.run(url, " ".join(f'Go to {path}. Check that "Hello" is shown.' for path in NAMED))
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert outcome.page_names == {"Settings": "/settings", "About us": "/about"}


async def test_a_page_called_by_a_secret_has_no_name(stand: Stand, serve: Serve) -> None:
    page = """<h1 id=it>Orders</h1>
<label>Password <input type=password oninput="it.textContent = this.value"></label>"""
    url = await serve({"/": page})
    outcome = await stand.run(url, 'Enter "hunter-two" into Password. Check that "Orders" is not shown.')
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert outcome.page_names == {}
