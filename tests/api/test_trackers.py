"""Issues over HTTP, filed at stand-ins that refuse what GitHub, GitLab and Jira would refuse. Refusals first."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest

from qa_appliance.browser.egress.guard import Guard
from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.report import Ticket
from qa_appliance.store.tables import runs
from qa_appliance.store.tables.trackers import Tracker
from qa_appliance.trackers.sent import post_of
from tests.api.conftest import Person, Served, person
from tests.api.conftest import serve as served_by
from tests.api.test_insights import procedure
from tests.conftest import Handler, Request, Response, Serve

TOKEN = "s3cret-token-7f3a"
GITHUB = {"kind": "github", "place": "acme/shop", "token": TOKEN}
JIRA = {"kind": "jira", "place": "SHOP", "token": TOKEN, "baseUrl": "http://127.0.0.1:9/"}
TEXT = "## What happened\n\n“Saved” is not shown; @everyone look\n/close\n\n- seen: \\[~ada\\]\n"

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("a tracker that is none", GITHUB | {"kind": "fax"}, "kind"),
    ("a repository without an owner", GITHUB | {"place": "shop"}, "place"),
    ("a way up", GITHUB | {"place": "acme/.."}, "place"),
    ("a key in small letters", JIRA | {"place": "shop"}, "place"),
    ("Jira that is nowhere", {"kind": "jira", "place": "SHOP", "token": TOKEN}, "baseUrl"),
    ("a private address", JIRA | {"baseUrl": "http://10.0.0.7/"}, "baseUrl"),
    ("a metadata service", JIRA | {"baseUrl": "http://169.254.169.254/"}, "baseUrl"),
    ("another scheme", JIRA | {"baseUrl": "file:///etc/passwd"}, "baseUrl"),
    ("a user in the address", JIRA | {"baseUrl": "http://a:b@127.0.0.1/"}, "baseUrl"),
    ("two headers in one", JIRA | {"token": "x\r\nX-Y: z"}, "token"),
    ("no token", {"kind": "jira", "place": "SHOP", "baseUrl": "http://127.0.0.1:9/"}, "token"),
    ("an account of GitHub", GITHUB | {"account": "ada@example.com"}, "account"),
]


class Stand:
    """A tracker that answers in turn what it is given; before that it refuses what the real one would."""

    def __init__(self, kind: str, *answers: Response) -> None:
        self.kind, self.answers, self.issues = kind, list(answers), list[dict[str, Any]]()

    def __call__(self, request: Request) -> Response:
        body = json.loads(request.body)
        if request.method != "POST" or request.headers.get("content-type") != "application/json":
            return Response('{"message": "Bad request"}', 400)
        if not self._may(request.headers):
            return Response('{"message": "Bad credentials"}', 401)
        if self.answers:
            return self.answers.pop(0)
        self.issues.append(body)
        number, host = len(self.issues) + 6, f"http://{request.headers['host']}"
        known = {
            "github": {"number": number, "html_url": f"{host}/acme/shop/issues/{number}"},
            "gitlab": {"id": 9, "iid": number, "web_url": f"{host}/acme/shop/-/issues/{number}"},
            "jira": {"id": "10000", "key": f"SHOP-{number}", "self": f"{host}/rest/api/2/issue/10000"},
        }
        return Response(json.dumps(known[self.kind]), 201)

    def _may(self, headers: dict[str, str]) -> bool:
        if not headers.get("user-agent"):  # GitHub asks for one
            return False
        basic = "Basic " + base64.b64encode(f"ada@example.com:{TOKEN}".encode()).decode()
        if self.kind == "gitlab":
            return headers.get("private-token") == TOKEN
        return headers.get("authorization") in (f"Bearer {TOKEN}", basic)


PATHS = {
    "github": "/api/v3/repos/acme/shop/issues", "gitlab": "/api/v4/projects/acme%2Fshop/issues",
    "jira": "/rest/api/2/issue",
}  # fmt: skip


async def _failed(
    served: Served, who: Person, ticket: Ticket | None = None, steps: Sequence[str] = (), **test: Any
) -> str:
    new = runs.NewRun(org_id=who.org_id, project_id=who.project_id, instruction="Save", base_url="http://x/", **test)
    run_id = await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/plan")
    assert await runs.start(served.db, run_id, served.clock())
    ending = runs.Ending(
        status="completed", overall_status="failed", report_markdown="# Failed\n",
        steps=[StepRecord(at, "click", None, None, "failed", sentence, "english") for at, sentence in enumerate(steps)],
        ticket=ticket or Ticket("“Saved” is not shown", TEXT),
    )  # fmt: skip
    assert await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    return run_id


def _of(who: Person) -> str:
    return f"/api/projects/{who.project_id}/tracker"


async def _at(served: Served, who: Person, serve: Serve, stand: Handler, kind: str = "gitlab", **more: Any) -> str:
    """Has the project's failed runs filed at a stand-in; answers its address."""
    origin = await serve({PATHS[kind]: stand})
    body = {"kind": kind, "place": "SHOP" if kind == "jira" else "acme/shop", "token": TOKEN, "baseUrl": origin} | more
    answer = await served.client.put(_of(who), json=body, headers=who.session)
    assert answer.status_code == 200, answer.text
    assert TOKEN not in answer.text
    return origin


async def _tracker(served: Served, who: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await served.client.get(_of(who), headers=who.session)).json()["tracker"]
    return found


async def _file(served: Served, who: Person, run_id: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = await served.client.post(f"/api/runs/{run_id}/issue", json=body, headers=who.session)
    assert TOKEN not in answer.text
    return answer.status_code, answer.json()


@pytest.mark.parametrize(("body", "field"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
async def test_a_wrong_tracker_is_refused(served: Served, ada: Person, body: dict[str, Any], field: str) -> None:
    answer = await served.client.put(_of(ada), json=body, headers=ada.session)
    assert answer.status_code == 400, answer.text
    assert answer.json()["issues"][0]["path"] == [field]
    assert (await served.client.get(_of(ada), headers=ada.api)).json() == {"tracker": None}


async def test_who_may_and_whose_it_is(served: Served, ada: Person, serve: Serve) -> None:
    await _at(served, ada, serve, Stand("gitlab"))
    run_id = await _failed(served, ada)
    org = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert org is not None
    member = await person(served, organization=org["name"], role="member")
    viewer = await person(served, organization=org["name"], role="viewer")
    stranger = await person(served)
    issue = f"/api/runs/{run_id}/issue"
    for who, method, path, body, status in (
        (member, "PUT", _of(ada), GITHUB, 403), (member, "DELETE", _of(ada), None, 403),
        (viewer, "POST", issue, {}, 403), (viewer, "GET", issue, None, 200),
        (stranger, "GET", _of(ada), None, 404), (stranger, "PUT", _of(ada), GITHUB, 404),
        (stranger, "GET", issue, None, 404), (stranger, "POST", issue, {}, 404), (member, "POST", issue, {}, 200),
    ):  # fmt: skip
        answer = await served.client.request(method, path, json=body, headers=who.session)
        assert answer.status_code == status, (method, path, answer.text)


async def test_a_token_stays_with_what_it_was_given_for(served: Served, ada: Person, serve: Serve) -> None:
    """Whoever may change the address gets no token sent there that somebody else gave."""
    stand = Stand("gitlab")
    origin = await _at(served, ada, serve, stand)
    elsewhere = {"kind": "gitlab", "place": "acme/shop", "baseUrl": "http://127.0.0.1:9"}
    answer = await served.client.put(_of(ada), json=elsewhere, headers=ada.session)
    assert (answer.status_code, answer.json()["issues"][0]["path"]) == (400, ["token"])
    moved = {"kind": "gitlab", "place": "acme/other", "baseUrl": origin}
    assert (await served.client.put(_of(ada), json=moved, headers=ada.session)).status_code == 200
    rows = [*await served.db.all("select * from trackers"), *await served.db.all("select * from audit")]
    assert TOKEN not in "".join(str(tuple(row)) for row in rows)
    assert (await served.client.delete(_of(ada), headers=ada.session)).status_code == 204
    status, refused = await _file(served, ada, await _failed(served, ada))
    assert (status, refused["error"][:35]) == (409, "The project has no issue tracker. A")


async def test_only_a_failed_run_is_filed(served: Served, ada: Person, serve: Serve) -> None:
    stand = Stand("gitlab")
    await _at(served, ada, serve, stand)
    new = runs.NewRun(org_id=ada.org_id, project_id=ada.project_id, instruction="Save", base_url="http://x/")
    run_id = await runs.insert_pending(served.db, new, now=served.clock(), upgrade_url="/plan")
    assert (await _file(served, ada, run_id))[0] == 409
    assert stand.issues == []


ANSWERS = [
    ("github", Response('{"message": "Bad credentials"}', 401), ("does not take the token", "Bad credentials")),
    ("github", Response("", 410), ("Issues are switched off there.",)),
    ("github", Response("", 301, {"Location": "/elsewhere"}), ("somewhere else now",)),
    ("github", Response('{"message": "Invalid", "errors": [{"field": "title", "code": "missing_field"}]}', 422),
     ("Invalid", "title missing_field")),
    ("gitlab", Response('{"message": "404 Project Not Found"}', 404), ("has no acme/shop", "404 Project Not Found")),
    ("gitlab", Response('{"message": {"title": ["is too long"]}}', 400), ("title: is too long",)),
    ("jira", Response('{"errorMessages": [], "errors": {"issuetype": "Specify a valid issue type"}}', 400),
     ("issuetype: Specify a valid issue type",)),
    ("jira", Response(f'{{"errorMessages": ["no {TOKEN} here"]}}', 403), ("does not let", "no •••• here")),
    ("jira", Response("<h1>Sign in</h1>", 200), ("What answered is not Jira",)),
    ("gitlab", Response('{"iid": 7, "web_url": "javascript:alert(1)"}', 201), ("What answered is not GitLab",)),
    ("gitlab", Response("<h1>Broken</h1>", 502), ("it answered 502",)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "refusal", "words"), ANSWERS)
async def test_what_the_tracker_refuses_is_told_and_may_be_tried_again(
    served: Served, ada: Person, serve: Serve, caplog: pytest.LogCaptureFixture, kind: str, refusal: Response,
    words: tuple[str, ...],
) -> None:  # fmt: skip
    caplog.set_level(logging.DEBUG, "qa_appliance")
    stand = Stand(kind, refusal)
    await _at(served, ada, serve, stand, kind)
    run_id = await _failed(served, ada)
    status, answer = await _file(served, ada, run_id, shareDays=7)
    assert status == 409
    for each in words:
        assert each in answer["error"]
    assert (await served.client.get(f"/api/runs/{run_id}/shares", headers=ada.session)).json() == {"shares": []}
    assert (await _file(served, ada, run_id))[0] == 200
    assert TOKEN not in caplog.text


async def test_an_address_that_is_closed_now_is_never_connected_to(
    serve: Serve, tmp_path_factory: pytest.TempPathFactory
) -> None:
    stand, folder = Stand("gitlab"), tmp_path_factory.mktemp("guarded")
    async with served_by(folder) as before:
        ada = await person(before)
        await _at(before, ada, serve, stand)
        run_id = await _failed(before, ada)
    async with served_by(folder, guard=Guard([])) as closed:
        status, answer = await _file(closed, ada, run_id)
    assert (status, stand.issues) == (409, [])
    assert "is not allowed" in answer["error"]


async def test_a_run_is_filed_once_however_often_it_is_asked_for(served: Served, ada: Person, serve: Serve) -> None:
    asked, go = asyncio.Event(), asyncio.Event()
    stand = Stand("gitlab")

    async def slow(request: Request) -> Response:
        asked.set()
        await go.wait()
        return stand(request)

    await _at(served, ada, serve, slow)
    run_id = await _failed(served, ada)
    first = asyncio.create_task(_file(served, ada, run_id))
    await asked.wait()
    status, meanwhile = await _file(served, ada, run_id)
    assert (status, meanwhile["error"][:29]) == (409, "Somebody is filing this failu")
    go.set()
    assert (await first)[1]["issue"]["key"] == "#7"
    again = (await _file(served, ada, run_id))[1]
    assert (again["issue"]["key"], len(stand.issues)) == ("#7", 1)


async def test_a_filing_that_a_restart_broke_off_is_told_once_and_then_begun_anew(
    served: Served, ada: Person, serve: Serve
) -> None:
    """The tracker may have it: only a person can tell."""
    stand = Stand("gitlab")
    await _at(served, ada, serve, stand)
    run_id = await _failed(served, ada)
    await _file(served, ada, run_id)
    async with served.db.write() as transaction:  # as it was before the tracker's answer came
        broken_off = "update filed_issues set key = null, url = null, created_at = ? where run_id = ?"
        await transaction.execute(broken_off, (iso(served.clock() - timedelta(minutes=2)), run_id))
    status, answer = await _file(served, ada, run_id)
    assert status == 409
    assert "may have been filed" in answer["error"]
    assert len(stand.issues) == 1
    assert (await _file(served, ada, run_id))[1]["issue"]["key"] == "#8"


async def test_a_failure_is_filed_once_whichever_of_its_runs_tell_it(served: Served, ada: Person, serve: Serve) -> None:
    stand = Stand("gitlab", Response("{}", 500))
    origin = await _at(served, ada, serve, stand)
    saves, buys = [await procedure(served, ada, name) for name in ("Saves", "Buys")]

    async def key(*failure: str, **test: Any) -> str:
        status, answer = await _file(served, ada, await _failed(served, ada, steps=failure, **test))
        return str(answer["issue"]["key"] if status == 200 else status)

    assert await key("Click Save", procedure_id=saves) == "409", "nothing was filed by what the tracker refused"
    first = await _failed(served, ada, steps=["Click Save"], procedure_id=saves)
    assert (await _file(served, ada, first))[1]["issue"]["key"] == "#7"
    assert await key("Click Save", "Click Buy", procedure_id=saves) == "#8", "another failure"
    assert await key("Click Save", procedure_id=buys) == "#9", "another test"
    assert [await key("Click Save"), await key("Click Save")] == ["#10", "#11"], "runs of no saved test"
    assert [await key(procedure_id=buys), await key(procedure_id=buys)] == ["#12", "#13"], "nothing tells what failed"
    again = await _failed(served, ada, steps=["Click Save"], procedure_id=saves)
    seen = (await served.client.get(f"/api/runs/{again}/issue", headers=ada.session)).json()
    assert (seen["issue"]["key"], len(stand.issues)) == ("#7", 7)
    assert (await _file(served, ada, again))[1]["issue"]["key"] == "#7"
    await runs.delete(served.db, [first])
    assert await key("Click Save", procedure_id=saves) == "#7", "its run is gone, the issue is not"
    moved = {"kind": "gitlab", "place": "acme/other", "token": TOKEN, "baseUrl": origin}
    assert (await served.client.put(_of(ada), json=moved, headers=ada.session)).status_code == 200
    assert await key("Click Save", procedure_id=saves) == "409", "it is not filed at the new place, which is closed"


@pytest.mark.parametrize(
    ("kind", "more"), [("github", {}), ("gitlab", {}), ("jira", {}), ("jira", {"account": "ada@example.com"})]
)
async def test_each_tracker_is_sent_what_it_asks_for(
    served: Served, ada: Person, serve: Serve, kind: str, more: dict[str, str]
) -> None:
    stand = Stand(kind)
    origin = await _at(served, ada, serve, stand, kind, **more)
    run_id = await _failed(served, ada)
    status, answer = await _file(served, ada, run_id)
    assert status == 200, answer
    [sent], link = stand.issues, f"{served.url}/runs/{run_id}"
    if kind == "jira":
        fields = sent["fields"]
        assert (fields["project"], fields["issuetype"]) == ({"key": "SHOP"}, {"name": "Bug"})
        title, text, where = fields["summary"], fields["description"], f"{origin}/browse/SHOP-7"
        assert text.startswith("h2. What happened\n\n“Saved” is not shown; @everyone look")
        assert "* seen: \\[\\~ada\\]\n" in text
        assert f"[The run and its evidence|{link}]" in text
    else:
        title, text = sent["title"], sent["body" if kind == "github" else "description"]
        where = f"{origin}/acme/shop/{'' if kind == 'github' else '-/'}issues/7"
        assert "@everyone" not in text
        assert "\n/close" not in text
        assert f"[The run and its evidence](<{link}>)" in text
    assert title == "“Saved” is not shown"
    assert (answer["issue"]["url"], answer["issue"]["kind"], answer["tracker"]["place"]) == (
        where, kind, "SHOP" if kind == "jira" else "acme/shop",
    )  # fmt: skip


async def test_an_issue_that_a_key_files_leads_to_where_a_person_reached_the_appliance(
    served: Served, ada: Person, serve: Serve
) -> None:
    """Whoever has the key says any name in Host; others are to follow the link."""
    stand = Stand("gitlab")
    await _at(served, ada, serve, stand)
    saved = {name: value for name, value in (await _tracker(served, ada)).items() if value and name != "projectId"}
    for _ in range(2):  # the token stays, and so does where the appliance is
        assert (await served.client.put(_of(ada), json=saved, headers=ada.session)).status_code == 200
        failed = await _failed(served, ada)
        headers = ada.api | {"Host": "evil.test"}
        answer = await served.client.post(f"/api/runs/{failed}/issue", json={}, headers=headers)
        assert answer.status_code == 200, answer.text
        assert "evil.test" not in stand.issues[-1]["description"]
        assert f"{served.url}/runs/{failed}" in stand.issues[-1]["description"]


async def test_on_wish_the_issue_leads_to_a_link_for_anybody(served: Served, ada: Person, serve: Serve) -> None:
    stand = Stand("gitlab")
    await _at(served, ada, serve, stand)
    failed = await _failed(served, ada)
    refused = await served.client.post(f"/api/runs/{failed}/issue", json={"shareDays": 7}, headers=ada.api)
    assert (refused.status_code, refused.json()["code"], stand.issues) == (403, "api_key_scope", [])
    await _file(served, ada, failed, shareDays=7)
    link = stand.issues[0]["description"].rpartition("(<")[2].partition(">")[0]
    token = link.rpartition("/")[2]
    assert link == f"{served.url}/shared/{token}"
    assert (await served.client.get(f"/api/shared/{token}")).status_code == 200


HOMES = [
    ("https://github.com", "https://api.github.com/repos/acme/shop/issues"),
    ("https://acme.ghe.com", "https://api.acme.ghe.com/repos/acme/shop/issues"),
    ("https://git.example.com", "https://git.example.com/api/v3/repos/acme/shop/issues"),
    ("https://git.example.com/api/v3", "https://git.example.com/api/v3/repos/acme/shop/issues"),
]


@pytest.mark.parametrize(("home", "address"), HOMES)
def test_github_keeps_its_api_beside_its_site_or_within(home: str, address: str) -> None:
    tracker = Tracker(project_id="p", kind="github", base_url=home, place="acme/shop")
    assert post_of(tracker, TOKEN, "T", "x").url == address


def test_a_text_is_as_long_as_the_tracker_takes() -> None:
    tracker = Tracker(project_id="p", kind="jira", base_url="https://jira.example.com/jira", place="SHOP")
    sent = post_of(tracker, TOKEN, "T", "a line\n" * 10_000)
    text = json.loads(sent.body)["fields"]["description"]
    assert (sent.url, text[-9:], len(text) <= 32_767) == (
        "https://jira.example.com/jira/rest/api/2/issue", "a line\n\n…"[-9:], True,
    )  # fmt: skip
