"""HTTP Basic: the server's own question is answered at the base URL's origin, and nobody else's."""

from __future__ import annotations

import base64

from qa_appliance.core.run import Site
from tests.conftest import Request, Response, Serve
from tests.run_test.conftest import Stand, home, pool, stand

__all__ = ["home", "pool", "stand"]

PASSWORD = "open-sesame-77"
KEY = "Basic " + base64.b64encode(f"qa:{PASSWORD}".encode()).decode()


async def test_the_servers_question_is_answered_at_its_own_origin_only(stand: Stand, serve: Serve) -> None:
    asked: list[str] = []

    def other(request: Request) -> Response:
        asked.append(request.headers.get("authorization", ""))
        return Response("no", 401, {"WWW-Authenticate": 'Basic realm="x"', "Access-Control-Allow-Origin": "*"})

    elsewhere = await serve({"/": other, "/picture": other})

    def guarded(request: Request) -> Response:
        if request.headers.get("authorization") != KEY:
            return Response("<h1>Who are you?</h1>", 401, {"WWW-Authenticate": 'Basic realm="shop"'})
        return Response(f"<h1>Welcome</h1><img src={elsewhere}/picture><a href={elsewhere}/>Elsewhere</a>")

    origin = await serve({"/": guarded})
    words = '"Welcome" is shown. Click Elsewhere.'
    for basic, passes in (None, False), (("qa", "wrong"), False), (("qa", PASSWORD), True):
        site = Site(origin, frozenset({"127.0.0.1"}), basic_auth=basic)
        outcome = await stand.run(origin, '"Welcome" is shown.', site=site)
        assert (outcome.overall_status == "passed") is passes, outcome.report_markdown
    await stand.run(origin, words, site=Site(origin, frozenset({"127.0.0.1"}), basic_auth=("qa", PASSWORD)))
    assert asked
    assert set(asked) == {""}
    kept = repr(outcome) + "".join(
        file.read_bytes().decode("latin-1") for file in stand.folder.rglob("*") if file.is_file()
    )
    assert PASSWORD not in kept
    assert KEY.removeprefix("Basic ") not in kept
