"""Where an environment's headers go: to the origin of the base URL on every way there is, and nowhere else."""

from __future__ import annotations

import base64
import hashlib
import ssl
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

from qa_appliance.browser.egress.site_headers import site_headers
from qa_appliance.browser.process.choice import choose_browser
from qa_appliance.browser.process.pool import Pool
from qa_appliance.browser.process.processes import mark, own_browser
from qa_appliance.core.checks import TextShown
from qa_appliance.core.clock import utc_now
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import Site
from qa_appliance.core.steps import Go, Http, Step, WaitFor
from qa_appliance.settings import Tls
from qa_appliance.tls import open_certificate
from tests.conftest import Handler, Pages, Request, Response, Serve
from tests.run_test.conftest import Stand

SECRET = {"X-Pass": "open-sesame"}
EVERYTHING = """<h1>Everything</h1><img src="{own}/picture"><img src="{other}/picture">
<iframe src="{other}/frame"></iframe><iframe src="{own}/away"></iframe><script>
const said = Promise.all([
  ...['{own}', '{other}'].flatMap(at => [
    fetch(at + '/api'),
    fetch(at + '/api', {{method: 'POST', headers: {{'X-Own': '1'}}, body: 'x'}}),
    new Promise(done => {{ new WebSocket(at.replace('http', 'ws') + '/socket').onerror = done; }}),
  ]),
  fetch('/away').catch(() => 0),
  navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready),
]);
said.then(() => {{ location = '/meta'; }});
</script>"""
WORKER = "self.oninstall = event => event.waitUntil(Promise.all([fetch('/in-worker'), fetch('/away').catch(() => 0)]));"


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Tls:
    made = open_certificate(Tls(self_signed=True), "127.0.0.1", tmp_path_factory.mktemp("tls"), utc_now())
    assert made is not None
    return Tls(cert=made.cert, key=made.key)


@pytest.fixture
async def tls_stand(stand: Stand, tls: Tls, tmp_path: Path) -> AsyncIterator[Stand]:
    """Its browser knows the certificate of the https sites."""
    assert tls.cert is not None
    key = load_pem_x509_certificate(tls.cert.read_bytes()).public_key()
    digest = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    switch = f"--ignore-certificate-errors-spki-list={base64.b64encode(digest).decode()}"
    choice = msgspec.structs.replace(await choose_browser(), args=(switch,))
    async with Pool.open(choice, slots=2, data_dir=tmp_path) as pool:
        yield replace(stand, means=replace(stand.means, pool=pool))


def _context(tls: Tls) -> ssl.SSLContext:
    assert tls.cert is not None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.cert, tls.key)
    return context


@pytest.mark.parametrize(
    ("base", "address", "goes"),
    [
        ("http://a.test/", "http://a.test.example/", False),
        ("http://a.test/", "http://sub.a.test/", False),
        ("http://a.test/", "http://a.test:8080/", False),
        ("http://a.test/", "https://a.test/", False),
        ("https://a.test/", "http://a.test:443/", False),
        ("http://a.test/", "http://a.test@evil.test/", False),
        ("http://a.test/", "http://evil.test/?http://a.test/", False),
        ("http://a.test/", "mailto:ada@a.test", False),
        ("http://a.test/", "a.test", False),
        ("http://A.test:80/deep/", "http://user:word@a.test/other", True),
        ("https://[::1]/", "https://[0::1]:443/x?y", True),
    ],
)
def test_an_origin_is_scheme_host_and_port(base: str, address: str, goes: bool) -> None:
    headers = site_headers(Site(base, extra_headers=SECRET))
    assert headers is not None
    assert bool(headers.of(address)) is goes


def test_what_frames_a_request_is_never_carried() -> None:
    assert (
        site_headers(Site("http://a.test/", extra_headers={"Content-Length": "3", "transfer-encoding": "chunked"}))
        is None
    )


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_headers_stay_with_the_base_url(
    stand: Stand, tls_stand: Stand, tls: Tls, serve: Serve, scheme: str
) -> None:
    over_tls = _context(tls) if scheme == "https" else None
    stand = tls_stand if over_tls else stand
    got: list[tuple[str, str, str, str]] = []
    other, own = "", ""

    def noting(who: str, answer: Handler) -> Handler:
        def note(request: Request) -> object:
            got.append((who, request.method, request.path, request.headers.get("x-pass", "")))
            return answer(request)

        return note  # type: ignore[return-value]

    def pages(who: str, answers: dict[str, Handler]) -> Pages:
        open_to_all = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        shared = {
            "/api": lambda _: Response("{}", 200, open_to_all),
            "/socket": lambda _: Response("no", 400),
            "/picture": lambda _: Response("no", 404),
        }
        return {path: noting(who, answer) for path, answer in (shared | answers).items()}

    def to(status: int, place: str) -> Handler:
        return lambda _: Response("", status, {"Location": (other if place.startswith("/away") else own) + place})

    others: dict[str, Handler] = {
        f"/away-{name}": lambda _: "<h1>Elsewhere</h1>" for name in ("301", "302", "303", "307", "308", "http", "meta")
    }
    others |= {"/away-and-back": to(302, "/returned"), "/frame": lambda _: f"<iframe src={own}/inner></iframe>"}
    other = await serve(pages("other", others), over_tls)
    answers: dict[str, Handler] = {
        path: lambda _: "<h1>Home</h1>" for path in ("/", "/returned", "/inner", "/in-worker")
    }
    answers |= {f"/{status}": to(status, f"/away-{status}") for status in (301, 302, 303, 307, 308)}
    answers |= {
        "/meta": lambda _: f"<meta http-equiv=refresh content='0;url={other}/away-meta'><h1>Meta</h1>",
        "/away": to(302, "/away-http"),
        "/bounce": to(302, "/away-and-back"),
        "/worker.js": lambda _: Response(WORKER, 200, {"Content-Type": "text/javascript"}),
        "/everything": lambda _: EVERYTHING.format(own=own, other=other),
    }
    own = await serve(pages("own", answers), over_tls)

    steps: list[Step] = [Go(url=f"/{status}") for status in (301, 302, 303, 307, 308)]
    steps += [Go(url="/"), Go(url="/bounce"), Go(url="/everything")]
    steps += [WaitFor(check=TextShown(text="Elsewhere"), seconds=30)]
    sent = [] if over_tls else [Http(method="POST", url=f"/{status}", body="{}") for status in (302, 307)]
    sent += [] if over_tls else [Http(method="GET", url="/bounce"), Http(method="GET", url=f"{other}/api")]
    outcome = await stand.run(
        own, "", site=Site(own, frozenset({"127.0.0.1"}), extra_headers=SECRET),
        procedure_id="saved", procedure=Plan(steps=(*steps, *sent)),
    )  # fmt: skip
    assert [step.error for step in outcome.steps if step.result != "passed"] == []

    assert [each for each in got if each[0] == "other" and each[3]] == []
    without = {path for who, _, path, header in got if who == "own" and header != SECRET["X-Pass"]}
    assert without <= ({"/socket", "/worker.js"} if over_tls else set())  # wss goes past the browser's own reach
    seen = {(who, path) for who, _, path, _ in got}
    assert {("other", path) for path in ("/away-302", "/away-307", "/away-http", "/frame", "/api", "/socket")} <= seen
    assert {("own", path) for path in ("/", "/returned", "/inner", "/api", "/socket", "/in-worker")} <= seen
    if not over_tls:
        assert ("other", "POST", "/away-307", "") in got
        assert ("other", "GET", "/away-302", "") in got


async def test_nobody_else_in_the_browser_gets_them(tls_stand: Stand, tls: Tls, serve: Serve, tmp_path: Path) -> None:
    """Another run on the same https origin, at the same time, without that environment."""
    got: list[str] = []

    def note(request: Request) -> str:
        got.append(f"{request.path} {request.headers.get('x-pass')}")
        return "<h1>Home</h1>"

    own = await serve({"/": note, "/plain": note}, _context(tls))
    pool = tls_stand.means.pool
    async with (
        pool.session(Site(own, extra_headers=SECRET)) as opened,
        pool.session(Site(own)) as plain,
    ):
        await opened.page.goto(own)
        await plain.page.goto(f"{own}/plain")
    assert got == ["/ open-sesame", "/plain None"]
    shared = own_browser(mark(tmp_path))
    assert shared is not None
    assert own_browser(mark(tmp_path), frozenset({shared.pid})) is None  # the run's own browser is gone with it
