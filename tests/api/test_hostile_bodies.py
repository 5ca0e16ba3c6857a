"""Wrong types, sizes, depths and characters in every place of every body: refused or taken, never a failure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from qa_appliance.api.http.about import About
from qa_appliance.api.routes import ROUTES
from qa_appliance.core.clock import new_id
from tests.api.conftest import PASSWORD, Person, Served, person
from tests.conftest import given


def deep(opening: str, closing: str, times: int) -> str:
    return opening * times + "1" + closing * times


# as they stand in the JSON: what no encoder would write is sent as well
VALUES = {
    "null": "null", "a text": '"x"', "three": "3.0", "a list": '["x"]',
    "an object": '{"x": 1}', "beyond the database": str(2**63), "beyond every float": "9" * 400,
    "far below nothing": "-" + "9" * 400, "nearly infinity": "1e308", "NUL in a key": r'{"\u0000": 1}',
    "90 objects deep": deep('{"a":', "}", 90), "900 objects deep": deep('{"a":', "}", 900),
}  # fmt: skip
# what is no JSON, or is refused wherever it stands
ANYWHERE = {
    "no number": "NaN", "half a character": r'"\ud800"', "NUL": r'"a\u0000b"', "100,000 lists deep": "[" * 100_000,
    "a half": "0.5", "an endless number": "1e400",
}  # fmt: skip

STEP = {
    "action": "fill", "target": {"words": "Name", "within": [{"place": "inside", "target": {"words": "x"}}]},
    "value": {"text": "x", "secret": True},
}  # fmt: skip
# of every field some step has, in one that has none of them
FOREIGN = {
    "action": "go", "url": "/", "target": "/", "value": "x", "steps": "x", "otherwise": 7, "user": [],
    "password": {"text": {}, "secret": True},
}  # fmt: skip
GROUP = {"action": "repeat", "times": 2, "steps": [{"action": "history", "move": "back"}]}
PROJECT = {
    "name": "Shop", "baseUrl": "https://shop.example/", "timezone": "Europe/Berlin", "locale": "de-DE",
    "geolocation": {"latitude": 1, "longitude": 2, "accuracy": 3},
    "appContext": {"appType": "x", "keyFlows": ["x"]}, "evidence": {"video": False},
    "storageState": {"cookies": [{"name": "a", "value": "b"}], "origins": []},
}  # fmt: skip
PLACE = {
    "name": "Staging", "baseUrl": "https://staging.example/", "extraHeaders": {"X-Stage": "1"},
    "cookies": [{"name": "a", "value": "b", "url": "https://shop.example", "expires": 5, "sameSite": "Lax"}],
    "authenticators": {"admin": "JBSWY3DPEHPK3PXP"}, "basicAuth": {"username": "qa", "password": "x"},
    "authorities": "", "clientCertificate": None,
}  # fmt: skip
ACCOUNT = {
    "name": "admin", "role": "admin", "user": "ada", "password": "x", "environmentId": "{environment}", "signIn": ["x"],
}  # fmt: skip
VARIABLE = {"name": "coupon", "value": "x", "secret": True, "environmentId": "{environment}"}
TABLE = {"name": "T", "columns": ["a", "b"], "rows": [["x", 1], [None, True]]}
PROCEDURE = {"name": "P", "userExpectation": "pass", "maxDurationMinutes": 10, "performanceBudget": {"lcpMs": 1}}
AREA = {"threshold": 1, "masks": [{"x": 0, "y": 0, "width": 1, "height": 1}]}
RUN = {"projectId": new_id(), "baseUrl": "http://127.0.0.1:9/", "maxDurationMinutes": 10, "evidence": {"har": True}}
BATCH = {"description": 'Enter "x" into Name', "baseUrl": "http://127.0.0.1:9/", "evidence": {"har": True}}
SUITE = {"name": "S", "tags": ["t"], "gate": "all", "maxFlaky": 1, "retries": 1, "ordered": True}
TIMES = {"name": "S", "cron": "30 2 * * *", "timezone": "Europe/Berlin", "paused": True}
HOOK = {"name": "T", "url": "http://127.0.0.1:9/"}
QUIET = {"begin": "22:00", "end": "06:00", "timezone": "Europe/Berlin"}
TRACKER = {"kind": "gitlab", "place": "acme/shop", "baseUrl": "http://127.0.0.1:9/", "token": "x", "issueType": "Bug"}
UNTIL = "2099-01-01T00:00:00Z"

BODIES: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "set_up": [("/api/setup", {"email": "a@b.c", "password": PASSWORD, "organizationName": "O", "setupToken": "x"})],
    "sign_in": [("/api/session", {"email": "a@b.c", "password": "x", "organizationId": new_id(), "code": "x"})],
    "enter": [("/api/session/entry", {"entry": "x"})],
    "switch": [("/api/session/organization", {"organizationId": new_id()})],
    "accept_invitation": [("/api/invitations/x", {"password": PASSWORD, "name": "x", "code": "x"})],
    "begin_factor": [("/api/me/second-factor", {"password": "x"})],
    "confirm_factor": [("/api/me/second-factor/confirm", {"code": "123456"})],
    "remove_factor": [("/api/me/second-factor/remove", {"password": "x", "code": "123456"})],
    "begin_passkey": [("/api/me/passkeys/options", {"password": "x", "code": "123456"})],
    "add_passkey": [("/api/me/passkeys", {"name": "x", "id": "AA", "clientDataJson": "AA", "attestationObject": "AA"})],
    "rename_passkey": [("/api/me/passkeys/x", {"name": "x"})],
    "enter_by_passkey": [
        (
            "/api/session/passkey",
            {"id": "AA", "clientDataJson": "AA", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"},
        )
    ],
    "add_service_account": [("/api/service-accounts", {"name": "CI", "role": "member"})],
    "mint_service_key": [("/api/service-accounts/{service}/keys", {"name": "CI", "expiresAt": UNTIL})],
    "mint_key": [("/api/keys", {"name": "CI", "expiresAt": "2099-01-01T00:00:00Z"})],
    "create_project": [("/api/projects", PROJECT)],
    "change_project": [("/api/projects/{project}", {"geolocation": {"latitude": 1, "longitude": 2}})],
    "trigger_run": [("/api/runs/trigger", RUN | {"description": "Click Save", "environmentId": new_id()})],
    "start_batch": [
        ("/api/projects/{project}/batches", BATCH | {"kind": "flaky", "attempts": 2, "procedureId": new_id()}),
        ("/api/projects/{project}/batches", BATCH | {"kind": "viewport_pair", "viewports": ["phone", "800x600"]}),
        ("/api/projects/{project}/batches", BATCH | {"kind": "role_probe", "roles": [
            {"name": "a", "environmentId": new_id(), "expect": "fail"}, {"name": "b", "signIn": "Click Enter."},
        ]}),
        ("/api/projects/{project}/batches", BATCH | {"kind": "fuzz", "field": "Name", "inputs": ["x"]}),
    ],
    "start_doubt": [("/api/projects/{project}/doubts", {"description": "Click Save", "viewport": "phone"})],
    "create_suite": [("/api/projects/{project}/suites", SUITE | {"tests": ["{procedure}"]})],
    "change_suite": [("/api/suites/{suite}", SUITE | {"tests": []})],
    "run_suite": [("/api/suites/{suite}/runs", {"environmentId": new_id(), "baseUrl": "http://127.0.0.1:9/"})],
    "create_schedule": [
        ("/api/projects/{project}/schedules", TIMES | {"suiteId": new_id(), "environmentId": new_id()}),
        ("/api/projects/{project}/schedules", {"name": "S", "procedureId": new_id(), "every": "2 hours"}),
    ],
    "change_schedule": [("/api/schedules/{schedule}", TIMES | {"suiteId": new_id()})],
    "create_target": [
        ("/api/projects/{project}/alerts", HOOK | {"kind": "slack", "quiet": QUIET}),
        ("/api/projects/{project}/alerts", {"name": "T", "kind": "mail", "to": ["a@b.c"], "paused": True}),
    ],
    "change_target": [("/api/alerts/{target}", HOOK | {"quiet": QUIET})],
    "set_tracker": [
        ("/api/projects/{project}/tracker", TRACKER),
        ("/api/projects/{project}/tracker", TRACKER | {"kind": "jira", "place": "SHOP", "account": "a@b.c"}),
    ],
    "file_run": [("/api/runs/{run}/issue", {"shareDays": 7})],
    "share_run": [("/api/runs/{run}/shares", {"days": 7})],
    "share_run_once": [("/api/runs/{run}/share", {"days": 7})],
    "triage_run": [
        ("/api/runs/{run}/triage", {"assignee": new_id(), "comment": "c", "known": {"reason": "r", "until": UNTIL}}),
    ],
    "open_session": [("/api/projects/{project}/studio", {"environmentId": new_id(), "viewport": "phone"})],
    "create_procedure": [
        ("/api/projects/{project}/procedures", PROCEDURE | {"steps": [STEP, GROUP, FOREIGN]}),
        ("/api/projects/{project}/procedures", {"name": "P", "description": "Click Save"}),
        ("/api/projects/{project}/procedures", {"name": "P", "runId": new_id()}),
    ],
    "change_procedure": [("/api/procedures/{procedure}", {"steps": [GROUP], "description": "Click Save"})],
    "answer_heal": [("/api/heals/x", {"answer": "accept"})],
    "offer": [("/api/plan/offers", {"projectId": "{project}", "description": "Click Save"})],
    "plan_description": [("/api/plan", {"projectId": "{project}", "description": "Click Save"})],
    "add_phrase": [("/api/phrasebook", {"pattern": "sign in as {who}", "sentences": ['enter "{who}" into Email']})],
    "change_phrase": [("/api/phrasebook/{phrase}", {"pattern": "go in", "sentences": ["click Save"]})],
    "create_environment": [("/api/projects/{project}/environments", PLACE)],
    "change_environment": [("/api/environments/{environment}", {"extraHeaders": {"X-Stage": "1"}, "cookies": []})],
    "add_account": [("/api/projects/{project}/accounts", ACCOUNT)],
    "change_account": [("/api/accounts/{account}", ACCOUNT)],
    "add_variable": [("/api/projects/{project}/variables", VARIABLE)],
    "change_variable": [("/api/variables/{variable}", VARIABLE)],
    "add_table": [("/api/projects/{project}/tables", TABLE)],
    "replace_table": [("/api/tables/{table}", TABLE)],
    "name_page": [("/api/projects/{project}/pages", {"name": "Settings", "address": "/settings"})],
    "accept_baseline": [("/api/projects/{project}/baselines", {"runId": new_id(), "stepIndex": 0} | AREA)],
    "change_baseline": [("/api/projects/{project}/baselines/x", AREA)],
    "add_member": [("/api/members", {"email": "new@example.com", "role": "viewer"})],
    "change_member": [("/api/members/{user}", {"role": "owner"})],
    "change_organization": [("/api/organization", {"retention": {"days": 3, "runs": 4, "bytes": 10_000_000}})],
}  # fmt: skip

NAME = "select name from organizations where id = ?"
LISTS = ("/api/projects", "/api/projects/{project}/procedures", "/api/projects/{project}/environments", "/api/runs",
         "/api/projects/{project}/accounts", "/api/projects/{project}/variables", "/api/projects/{project}/tables",
         "/api/projects/{project}/pages",
         "/api/phrasebook", "/api/members", "/api/organization", "/api/keys", "/api/audit",
         "/api/service-accounts", "/api/me/sessions", "/api/me/second-factor",
         "/api/me/passkeys")  # fmt: skip


def routes() -> dict[str, tuple[str, About]]:
    """Method and facts of every route that takes a JSON body, by the name of its function."""
    found = {}
    for handler in ROUTES:
        about = handler.opt.get("about")
        if about is not None and about.body is not None:
            found[handler.fn.__name__] = (str(next(iter(handler.http_methods))), about)
    return found


def spoiled(body: Any) -> Iterator[tuple[str, str]]:
    """The body as JSON with each of its places in turn holding each of the values."""
    marker = "\x01here\x01"
    for path in places(body):
        text = msgspec.json.encode(placed(body, path, marker)).decode()
        for name, value in (VALUES if path else VALUES | ANYWHERE).items():
            yield f"{'.'.join(map(str, path))}: {name}", text.replace(msgspec.json.encode(marker).decode(), value)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def placed(value: Any, path: tuple[str | int, ...], new: str) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = placed(value[path[0]], path[1:], new)
    return copy


async def things(served: Served, ada: Person) -> dict[str, str]:
    """What the addresses name."""
    post, project = served.client.post, ada.project_id
    made = {"project": project, "user": ada.user_id}
    for name, path, body in (
        ("procedure", f"/api/projects/{project}/procedures", {"name": "P", "steps": [STEP]}),
        ("environment", f"/api/projects/{project}/environments", PLACE),
        ("suite", f"/api/projects/{project}/suites", {"name": "S", "tests": []}),
        ("account", f"/api/projects/{project}/accounts", {"name": "clerk", "user": "bob"}),
        ("variable", f"/api/projects/{project}/variables", {"name": "token", "value": "x"}),
        ("table", f"/api/projects/{project}/tables", {"name": "People", "columns": ["a"], "rows": [["x"]]}),
        ("phrase", "/api/phrasebook", {"pattern": "go out", "sentences": ["click Leave"]}),
    ):
        answer = await post(path, json=body, headers=ada.session)
        assert answer.status_code == 201, answer.text
        made[name] = answer.json()[name]["id"]
    answer = await post("/api/service-accounts", json={"name": "Bot", "role": "viewer"}, headers=ada.session)
    made["service"] = answer.json()["serviceAccount"]["id"]
    schedule = {"name": "S", "procedureId": made["procedure"], "every": "2 h"}
    answer = await post(f"/api/projects/{project}/schedules", json=schedule, headers=ada.session)
    made["schedule"] = answer.json()["schedule"]["id"]
    answer = await post(f"/api/projects/{project}/alerts", json=HOOK | {"kind": "slack"}, headers=ada.session)
    made["target"] = answer.json()["target"]["id"]
    triggered = {"projectId": project, "description": "Click Save"}
    made["run"] = (await post("/api/runs/trigger", json=triggered, headers=ada.session)).json()["runId"]
    return made


def test_every_body_is_tried() -> None:
    assert set(BODIES) == set(routes())


@pytest.mark.parametrize("route", sorted(BODIES))
async def test_no_body_makes_a_failure(served: Served, route: str) -> None:
    ada = await person(served)
    made, (method, _) = await things(served, ada), routes()[route]
    failed: list[str] = []
    for path, body in BODIES[route]:
        for name, content in spoiled(body):
            for key, value in made.items():
                content = content.replace(f"{{{key}}}", value)
            answer = await served.client.request(
                method, path.format(**made), content=content.encode(), headers=ada.session
            )
            if answer.status_code >= 500:
                failed.append(f"{method} {path} with {name}: {answer.status_code}")
    viewer = await person(served, organization=given(await served.db.one(NAME, (ada.org_id,)))[0], role="viewer")
    for each in LISTS:
        for who in (ada, viewer):
            answer = await served.client.get(each.format(**made), headers=who.session)
            if answer.status_code not in (200, 403):
                failed.append(f"{each}: {answer.status_code}")
    assert not failed, "\n".join(failed)


STRANGE = (
    "%00",
    "%ED%A0%80",
    "%FF",
    "%F0%9F%98%80",
    "..%2F..%2Fetc",
    "%27%20or%201=1",
    "9" * 400,
    "x" * 4000,
    "%0d%0aSet-Cookie:x",
    "-",
)
ADDRESSES = (
    "/api/runs/{}",
    "/api/runs/{}/archive?expires={}&signature={}",
    "/api/runs?limit={}&before={}",
    "/api/runs?before={}",
    "/api/runs?q={}",
    "/api/runs?status={}&overall={}",
    "/api/audit?limit={}",
    "/api/projects/{}",
    "/api/projects/{}/names",
    "/api/projects/{}/permission",
    "/api/projects/{}/insights",
    "/api/badges/{}",
    "/api/badges/suite-{}-{}",
    "/api/procedures/{}",
    "/api/procedures/{}/export?format={}",
    "/api/projects/{}/files/{}",
    "/api/artifacts/{}?expires={}&signature={}",
    "/{}",
    "/api/{}",
    "/assets/{}",
    "/trace-viewer/{}",
)
HEADERS = (
    "Authorization: Bearer {}",
    "Authorization: {}",
    "Cookie: qa_appliance_refresh={}",
    "Range: bytes={}-",
    "Range: {}",
    "If-None-Match: {}",
    "If-Range: {}",
    "X-Forwarded-For: {}",
    "X-Forwarded-Proto: {}",
    "Host: {}",
    "Origin: {}",
    "Content-Type: {}",
    "Accept: {}",
    "Accept-Encoding: {}",
)
WORDS = (
    "é",
    "9" * 5000,
    "x" * 5000,
    "bytes=" + "0-0," * 1000 + "0-0",
    "[" * 3000,
    "bytes=0-" + "9" * 5000,
    "eyJ.e30.é",
    "::1%é",
    "[::",
    "a:b:c",
    ",;=",
    "'\"",
    ":",
)


async def test_no_address_makes_a_failure(served: Served, ada: Person) -> None:
    failed = []
    for address in ADDRESSES:
        for strange in STRANGE:
            answer = await served.client.get(address.replace("{}", strange), headers=ada.session)
            if answer.status_code >= 500:
                failed.append(f"{address} with {strange[:40]}: {answer.status_code}")
    for name in STRANGE:
        stored = await served.client.post(
            f"/api/projects/{ada.project_id}/files?name={name}", content=b"x", headers=ada.session
        )
        if stored.status_code >= 500:
            failed.append(f"a file called {name[:40]}: {stored.status_code}")
    assert not failed, "\n".join(failed)


async def test_no_header_makes_a_failure(served: Served, ada: Person) -> None:
    stored = await served.client.post(
        f"/api/projects/{ada.project_id}/files?name=a.txt", content=b"0123456789", headers=ada.session
    )
    file = f"/api/projects/{ada.project_id}/files/{stored.json()['file']['id']}"
    failed = []
    for header in HEADERS:
        name, _, pattern = header.partition(": ")
        for word in WORDS:
            given: dict[str, Any] = {**ada.session, name: pattern.replace("{}", word).encode()}
            for method, path in (("GET", file), ("POST", "/api/session/refresh"), ("GET", "/metrics"), ("GET", "/")):
                answer = await served.client.request(method, path, headers=given)
                if answer.status_code >= 500:
                    failed.append(f"{method} {path} with {name}: {given[name][:40]!r}: {answer.status_code}")
    assert not failed, "\n".join(failed)
