"""The browser's clock, its place and a passkey: what pages see of them, and that nothing else goes by them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from qa_appliance.core.run import Site
from tests.conftest import Response, Serve
from tests.run_test.conftest import Stand, home, pool, stand

__all__ = ["home", "pool", "stand"]

CLOCK = """<!doctype html>
<button onclick="out.textContent = new Date().toISOString().slice(0, 16)">What time is it</button>
<p id=out>Not asked</p><p id=late>Still open</p>
<script>setTimeout(() => late.textContent = 'Your session has ended', 20 * 60 * 1000)</script>"""


async def test_time_that_has_not_passed_ends_no_session(stand: Stand, serve: Serve) -> None:
    origin = await serve({"/": CLOCK})
    outcome = await stand.run(origin, 'Let 10 minutes pass. "Your session has ended" is shown.')
    assert outcome.overall_status == "failed"
    outcome = await stand.run(origin, 'Set the clock to {a day} 10:00. "Still open" is shown.')
    assert outcome.overall_status == "failed"
    assert "write it as 2026-03-01 09:00" in outcome.report_markdown


async def test_the_clock_is_set_and_time_passes_for_the_page_alone(stand: Stand, serve: Serve) -> None:
    origin = await serve({"/": CLOCK})
    before = datetime.now(UTC)
    began = time.monotonic()
    outcome = await stand.run(
        origin,
        'Set the clock to 2031-05-17 09:00. Click "What time is it". "2031-05-17T09:00" is shown.\n'
        'Let 30 minutes pass. "Your session has ended" is shown.\n'
        'Click "What time is it". "2031-05-17T09:30" is shown. Wait 1 second. The text "2031-05-17T09:30" is visible.\n'
        'Set the clock to 2032-01-01 12:00. Click "What time is it". "2032-01-01T12:00" is shown.',
        site=Site(origin, frozenset({"127.0.0.1"}), timezone="UTC"),
    )
    assert outcome.overall_status == "passed", outcome.report_markdown
    assert outcome.total_duration_ms <= (time.monotonic() - began) * 1000
    assert all(step.duration_ms < 600_000 and step.started_at_ms < 600_000 for step in outcome.steps)
    assert datetime.now(UTC) > before


async def test_the_clock_is_that_of_the_sites_time_zone(stand: Stand, serve: Serve) -> None:
    origin = await serve({"/": CLOCK})
    site = Site(origin, frozenset({"127.0.0.1"}), timezone="Asia/Tokyo")
    words = 'Set the clock to 2031-05-17 09:00. Click "What time is it". "2031-05-17T00:00" is shown.'
    outcome = await stand.run(origin, words, site=site)
    assert outcome.overall_status == "passed", outcome.report_markdown


PLACE = """<!doctype html><button onclick="navigator.geolocation.getCurrentPosition(
    p => out.textContent = p.coords.latitude + ' ' + p.coords.longitude,
    () => out.textContent = 'Unknown')">Where</button>
<p id=out>Not asked</p>"""


async def test_the_browser_is_where_the_test_says(stand: Stand, serve: Serve) -> None:
    origin = (await serve({"/": PLACE})).replace("127.0.0.1", "localhost")
    words = 'Set the browser\'s location to 52.52, 13.405. Click Where. "52.52 13.405" is shown.'
    assert (await stand.run(origin, words)).overall_status == "passed"
    assert (await stand.run(origin, 'Click Where. "52.52 13.405" is shown.')).overall_status == "failed"


PASSKEYS = """<!doctype html><button onclick=make()>Create a passkey</button> <button onclick=enter()>Sign in</button>
<p id=out>Signed out</p>
<script>
const random = n => crypto.getRandomValues(new Uint8Array(n));
async function make() {
  const user = {id: random(16), name: 'ada', displayName: 'Ada'};
  try {
    const made = await navigator.credentials.create({publicKey: {challenge: random(32), rp: {name: 'Shop'}, user,
      pubKeyCredParams: [{type: 'public-key', alg: -7}], timeout: 1500,
      authenticatorSelection: {residentKey: 'required', userVerification: 'required'}}});
    await fetch('/made?id=' + encodeURIComponent(made.id));
    out.textContent = 'Passkey made';
  } catch (problem) { out.textContent = 'No passkey: ' + problem.name; }
}
async function enter() {
  try {
    const used = await navigator.credentials.get({publicKey: {challenge: random(32), timeout: 1500}});
    const known = await (await fetch('/known?id=' + encodeURIComponent(used.id))).text();
    out.textContent = known === 'yes' ? 'Welcome, Ada' : 'Unknown passkey';
  } catch (problem) { out.textContent = 'Not signed in: ' + problem.name; }
}
</script>"""


@pytest.fixture
async def shop(serve: Serve) -> str:
    made: set[str] = set()

    def make(request: object) -> Response:
        made.add(getattr(request, "query", ""))
        return Response("made")

    def known(request: object) -> Response:
        return Response("yes" if getattr(request, "query", "") in made else "no")

    origin = await serve({"/": PASSKEYS, "/again": PASSKEYS, "/made": make, "/known": known})
    return origin.replace("127.0.0.1", "localhost")  # an address of numbers has no passkeys


async def test_nobody_signs_in_by_a_passkey_that_was_not_made(stand: Stand, shop: str) -> None:
    outcome = await stand.run(shop, 'Use a passkey. Click "Sign in". "Welcome, Ada" is shown.')
    assert outcome.overall_status == "failed"


async def test_somebody_registers_and_signs_in_by_passkey(stand: Stand, shop: str) -> None:
    outcome = await stand.run(
        shop,
        'Use a passkey. Click "Create a passkey". "Passkey made" is shown. Open /again. "Signed out" is shown.\n'
        'Click "Sign in". "Welcome, Ada" is shown.\n'
        'Open a new tab. Go to /again. Click "Sign in". "Welcome, Ada" is shown.',
    )
    assert outcome.overall_status == "passed", outcome.report_markdown
    notes = " ".join(step.note or "" for step in outcome.steps)
    assert "has a passkey of this run" in notes
    assert "a passkey was made for localhost" in notes
    assert "the passkey for" in notes
    assert (await stand.run(shop, 'Click "Sign in". "Welcome, Ada" is shown.')).overall_status == "failed"
