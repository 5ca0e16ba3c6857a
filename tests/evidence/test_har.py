"""The archive of requests: valid HAR 1.2, without a body and without a credential."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.async_api import Page

from qa_appliance.core.steps import MASK
from qa_appliance.evidence.base.redact import names_credential
from tests.conftest import Request, Response, Serve, given
from tests.evidence.conftest import Record

PASSWORD, TOKEN = "open sesame 42", "hdr-4f9a0c2277aa41"
PAGE = """<h1>Shop</h1><form method=post action=/in><input name=user value=ada><input name=pin value='open sesame 42'>
<button>Go</button></form><script>
document.cookie = 'choice=TOKEN';
asked = fetch('/api?token=TOKEN&page=2', {method: 'POST', body: JSON.stringify({pin: 'open sesame 42'}),
  headers: {Authorization: 'Bearer TOKEN', 'X-Session-Id': 'TOKEN', 'X-Page': 'two'}}).then((r) => r.text());
</script>""".replace("TOKEN", TOKEN)

# of the specification: what each object has to hold, and as what (an int is a number there)
NUMBER = (int, float)
LOG = {"version": str, "creator": dict, "entries": list}
ENTRY = {"startedDateTime": str, "time": NUMBER, "request": dict, "response": dict, "cache": dict, "timings": dict}
REQUEST = {
    "method": str, "url": str, "httpVersion": str, "cookies": list, "headers": list, "queryString": list,
    "headersSize": NUMBER, "bodySize": NUMBER,
}  # fmt: skip
RESPONSE = {
    "status": NUMBER, "statusText": str, "httpVersion": str, "cookies": list, "headers": list, "content": dict,
    "redirectURL": str, "headersSize": NUMBER, "bodySize": NUMBER,
}  # fmt: skip
TIMINGS = {"send": NUMBER, "wait": NUMBER, "receive": NUMBER}


def holds(thing: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, kind in wanted.items():
        assert isinstance(thing.get(name), kind), name


def check(har: dict[str, Any]) -> None:
    log = har["log"]
    holds(log, LOG)
    assert log["version"] == "1.2"
    holds(log["creator"], {"name": str, "version": str})
    for page in log["pages"]:
        holds(page, {"startedDateTime": str, "id": str, "title": str, "pageTimings": dict})
    pages = {page["id"] for page in log["pages"]}
    for entry in log["entries"]:
        holds(entry, ENTRY)
        assert entry.get("pageref") in pages | {None}
        holds(entry["request"], REQUEST)
        holds(entry["response"], RESPONSE)
        holds(entry["response"]["content"], {"size": NUMBER, "mimeType": str})
        holds(entry["timings"], TIMINGS)
        for part in (entry["request"], entry["response"]):
            for pair in (*part["headers"], *part["cookies"], *part.get("queryString", ())):
                holds(pair, {"name": str, "value": str})
        if "postData" in entry["request"]:
            holds(entry["request"]["postData"], {"mimeType": str, "text": str, "params": list})


def echo(request: Request) -> Response:
    return Response(request.body, headers={"Set-Cookie": f"sid={TOKEN}", "X-Echo": PASSWORD, "X-Page": "two"})


async def test_without_a_wish_there_is_none(page: Page, serve: Serve, record: Record) -> None:
    async with record(network=True) as run:
        await page.goto(await serve({"/": "<h1>Shop</h1>"}))
        home = await run.recorder.finish(page)
    assert (home.har, [*run.files]) == (None, ["run/requests.json"])


@pytest.mark.parametrize("trace", [False, True])
async def test_valid_and_without_secrets(page: Page, serve: Serve, record: Record, trace: bool) -> None:
    origin = await serve({"/": PAGE, "/api": echo, "/in": echo})
    async with record(har=True, trace=trace) as run:
        run.recorder.hide(PASSWORD)
        await page.goto(origin)
        await page.evaluate("asked")
        async with page.expect_navigation():
            await page.click("button")
        home = await run.recorder.finish(page)
    assert (home.notes, home.har) == ([], "run/requests.har")
    content = run.files[given(home.har)]
    har = msgspec.json.decode(content)
    check(har)
    for secret in (PASSWORD, PASSWORD.replace(" ", "+"), PASSWORD.replace(" ", "%20"), TOKEN):
        assert secret.encode() not in content
    asked = {(each["request"]["method"], each["request"]["url"]): each for each in har["log"]["entries"]}
    api = asked["POST", f"{origin}/api?token={MASK}&page=2"]
    headers = {header["name"].lower(): header["value"] for header in api["request"]["headers"]}
    assert (headers["authorization"], headers["x-session-id"], headers["x-page"]) == (MASK, MASK, "two")
    assert {each["name"]: each["value"] for each in api["request"]["queryString"]} == {"token": MASK, "page": "2"}
    assert (api["request"]["bodySize"], api["request"]["postData"]["text"]) == (24, "")
    assert "text" not in api["response"]["content"]
    form = asked["POST", f"{origin}/in"]["request"]["postData"]
    assert form["params"] == [{"name": "user", "value": MASK}, {"name": "pin", "value": MASK}]


@pytest.mark.parametrize(
    ("name", "carries"),
    [
        ("Authorization", True), ("Cookie", True), ("X-Amz-Security-Token", True), ("x-api-key", True), ("key", True),
        ("X-CSRF", True), ("session_id", True), ("password2", True), ("sid", True), ("Accept", False),
        ("Content-Type", False), ("monkey", False), ("page", False), ("keyword", False), ("Sec-Fetch-Mode", False),
    ],
)  # fmt: skip
def test_names_of_credentials(name: str, carries: bool) -> None:
    assert names_credential(name) is carries
