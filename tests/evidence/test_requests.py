"""Every request of a run is put aside with its headers; bodies only on wish and bounded; credentials are masked."""

from __future__ import annotations

from playwright.async_api import Page

from qa_appliance.core.evidence.requests import WholeExchange
from qa_appliance.evidence.observed.requests import REQUESTS, unpack
from tests.conftest import Request, Response, Serve
from tests.evidence.conftest import Record, Run

CART = """<!doctype html><title>Cart</title><link rel=icon href=data:,><button onclick="
fetch('/cart?token=tok-in-address', {method: 'POST', headers: {'Content-Type': 'application/json',
  'X-Api-Key': 'key-of-the-page'}, body: JSON.stringify({sku: 'lamp', password: 'deep-secret', card: 'typed-one'})})
.then(() => fetch('/old')).then(() => { document.title = 'Added' })">Add</button>"""


def cart(_: Request) -> Response:
    return Response('{"added": "lamp", "token": "tok-answered"}', 201, {"Content-Type": "application/json"})


async def made(page: Page, serve: Serve, run: Run) -> list[WholeExchange]:
    """What is filed of a run that clicks Add at its second step."""
    moved = Response("", 302, {"Location": "/new", "Set-Cookie": "sid=cookie-of-the-site"})
    origin = await serve({"/": CART, "/cart": cart, "/old": moved, "/new": "x" * 40_000})
    run.recorder.hide("typed-one")
    await run.recorder.step_begins(0, "Open the page.")
    await page.goto(origin)
    await run.recorder.step_begins(1, "Click Add.")
    await page.click("button")
    await page.wait_for_function("document.title == 'Added'")
    await run.recorder.until_quiet(10)
    await run.recorder.finish(page)
    kept = unpack(run.files[f"run/{REQUESTS}"])
    found = [kept.whole(each.id) for each in kept.requests]
    return [each for each in found if each is not None]


async def test_switched_off_nothing_is_filed(page: Page, serve: Serve, record: Record) -> None:
    origin = await serve({"/": "<h1>Hello</h1>"})
    async with record(console=True) as run:
        await page.goto(origin)
        await run.recorder.finish(page)
        assert f"run/{REQUESTS}" not in run.files


async def test_each_request_with_its_step_and_headers_without_bodies_and_secrets(
    page: Page, serve: Serve, record: Record
) -> None:
    async with record(network=True) as run:
        requests = await made(page, serve, run)
        text = run.files[f"run/{REQUESTS}"].decode()
    listed = [
        (each.step_index, each.method, each.url.partition("?")[0].rpartition("/")[2], each.status) for each in requests
    ]
    assert listed == [(0, "GET", "", 200), (1, "POST", "cart", 201), (1, "GET", "old", 302), (1, "GET", "new", 200)]
    post, old, new = requests[1:]
    assert post.initiator.startswith("http://127.0.0.1")
    assert new.initiator == old.url
    assert dict(post.request_headers)["x-api-key"] == "••••"
    assert dict(post.response_headers)["content-type"] == "application/json"
    assert [(each.sent, each.answered_with) for each in requests] == [(None, None)] * 4
    for secret in ("tok-in-address", "key-of-the-page", "cookie-of-the-site", "deep-secret", "typed-one"):
        assert secret not in text


async def test_bodies_on_wish_masked_and_bounded(page: Page, serve: Serve, record: Record) -> None:
    async with record(network=True, bodies=True) as run:
        requests = await made(page, serve, run)
    post, _, new = requests[1:]
    assert post.sent is not None
    assert post.sent.text == '{"sku":"lamp","password":"••••","card":"••••"}'
    assert post.answered_with is not None
    assert post.answered_with.text == '{"added":"lamp","token":"••••"}'
    assert new.answered_with is not None
    assert (new.answered_with.size, len(new.answered_with.text or ""), new.answered_with.cut) == (40_000, 32_000, True)
