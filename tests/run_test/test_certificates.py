"""Sites of an own authority: what is wrong with a certificate is told, and nothing that is wrong passes."""

from __future__ import annotations

import ssl
from pathlib import Path

import pytest

from qa_appliance.core.outcome import Outcome
from qa_appliance.core.run import ClientCertificate, Site
from tests.authority import Authority, serving_who
from tests.conftest import Request, Response, Serve
from tests.run_test.conftest import Stand, home, pool, stand

__all__ = ["home", "pool", "stand"]

WELCOME = '"Welcome" is shown.'


@pytest.fixture
def lab(tmp_path: Path) -> Authority:
    return Authority("Lab CA", tmp_path)


def site_of(origin: str, authorities: str = "", client: ClientCertificate | None = None) -> Site:
    return Site(origin, frozenset({"127.0.0.1"}), authorities=authorities, client_certificate=client)


def why(outcome: Outcome) -> str:
    assert outcome.overall_status == "failed", outcome.report_markdown
    failure = next(record.failure for record in outcome.steps if record.failure)
    assert failure.kind == "unreachable"
    return failure.message


@pytest.mark.parametrize("knows", [False, True], ids=["unknown", "known"])
@pytest.mark.parametrize(
    ("host", "days", "reason"),
    [
        ("127.0.0.1", -3, "its certificate expired on "),
        ("shop.test", 30, "its certificate is for shop.test, not for 127.0.0.1"),
    ],
)
async def test_an_expired_certificate_and_one_for_another_host_are_refused_whoever_signed_them(
    host: str, days: int, reason: str, knows: bool, lab: Authority, stand: Stand, serve: Serve
) -> None:
    origin = await serve({"/": "<h1>Welcome</h1>"}, lab.server(host, days=days))
    outcome = await stand.run(origin, WELCOME, site=site_of(origin, lab.pem if knows else ""))
    assert reason in why(outcome)
    assert ("signed by “Lab CA”, whom this appliance does not know" in why(outcome)) is not knows


async def test_an_unknown_authority_is_refused_by_name_and_a_known_one_is_trusted(
    lab: Authority, tmp_path: Path, stand: Stand, serve: Serve
) -> None:
    asked: list[str] = []

    def page(request: Request) -> Response:
        asked.append(request.method)
        return Response("<h1>Welcome</h1><script>navigator.serviceWorker.register('/sw.js')</script>")

    origin = await serve({"/": page, "/sw.js": ""}, lab.server())
    other = Authority("Lab CA", tmp_path)  # by the same name, with another key
    for trusted in ("", other.pem):
        refused = await stand.run(origin, WELCOME, site=site_of(origin, trusted))
        assert "signed by “Lab CA”, whom this appliance does not know" in why(refused)
        assert "--authorities" in why(refused)
    assert not asked
    passed = await stand.run(origin, f"{WELCOME} Send GET {origin}/.", site=site_of(origin, other.pem + lab.pem))
    assert passed.overall_status == "passed", passed.report_markdown
    assert len(asked) == 2  # the browser, and the request beside its page


async def test_a_page_of_a_known_authority_does_not_open_another_one(
    lab: Authority, tmp_path: Path, stand: Stand, serve: Serve
) -> None:
    asked: list[str] = []

    def elsewhere(request: Request) -> Response:
        asked.append(request.method)
        return Response("in", 200, {"Access-Control-Allow-Origin": "*"})

    hostile = await serve({"/": elsewhere}, Authority("Mallory", tmp_path).server())
    script = f"fetch('{hostile}/').then(() => p.textContent = 'In', () => p.textContent = 'Out')"
    origin = await serve({"/": f"<p id=p>…</p><script>{script}</script>"}, lab.server())
    passed = await stand.run(origin, '"Out" is shown.', site=site_of(origin, lab.pem))
    assert passed.overall_status == "passed", passed.report_markdown
    assert not asked


async def test_a_client_certificate_signs_in_at_its_origin_and_is_offered_to_nobody_else(
    lab: Authority, tmp_path: Path, stand: Stand
) -> None:
    people = Authority("People CA", tmp_path)
    asks, lets = lab.server(asks=people), lab.server(asks=people)
    lets.verify_mode = ssl.CERT_OPTIONAL
    with serving_who(asks) as (origin, came), serving_who(lets) as (elsewhere, came_elsewhere):
        chain, key = people.issue("ada")
        ada = ClientCertificate(origin, chain, key)
        nobody = await stand.run(origin, WELCOME, site=site_of(origin, lab.pem))
        assert "it asks for a client certificate, and the environment has none for it" in why(nobody)
        strange = ClientCertificate(origin, *Authority("Strangers CA", tmp_path).issue("eve"))
        stranger = await stand.run(origin, WELCOME, site=site_of(origin, lab.pem, strange))
        assert "it does not take the client certificate of the environment" in why(stranger)
        untrusted = await stand.run(origin, WELCOME, site=site_of(origin, "", ada))
        assert "signed by “Lab CA”, whom this appliance does not know" in why(untrusted)
        assert not came
        words = f'"You are ada." is shown. Send GET {origin}/. Open {elsewhere}/. "You are nobody." is shown.'
        passed = await stand.run(origin, words, site=site_of(origin, lab.pem, ada))
    assert passed.overall_status == "passed", passed.report_markdown
    assert (set(came), set(came_elsewhere)) == ({"ada"}, {"nobody"})
    async with stand.means.pool.egress(site_of(origin, lab.pem, ada)) as listen:
        assert listen.asks  # nobody else of this machine goes in by its name
    kept = repr(passed).encode() + b"".join(
        file.read_bytes() for file in stand.folder.rglob("*") if file.is_file() and file.suffix != ".pem"
    )
    assert key.splitlines()[1].encode() not in kept
