"""Alerts over HTTP: refusals first."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.store.tables import alert_targets
from tests.api.conftest import Person, Served, person

HOOK = "http://127.0.0.1:9/hook-7f3a"  # allowed in these tests

REFUSED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("an empty name", {"name": " ", "kind": "slack", "url": HOOK}, ["name"]),
    ("an occasion that is none", {"kind": "slack", "to": HOOK, "on": "always"}, ["on"]),
    ("mail to an address to post to", {"kind": "mail", "to": HOOK}, ["to"]),
    ("mail with an address to post to", {"kind": "mail", "to": "a@b.c", "url": HOOK}, ["url"]),
    ("to neither a list nor a text", {"kind": "mail", "to": 7}, ["to"]),
    ("a post to an address of mail", {"kind": "teams", "to": "a@b.c"}, ["to"]),
    ("a post to two addresses", {"kind": "slack", "to": HOOK, "url": HOOK}, ["to"]),
    ("a private address as to", {"kind": "webhook", "to": "http://10.0.0.7/"}, ["to"]),
    ("a kind that is none", {"name": "T", "kind": "fax", "url": HOOK}, ["kind"]),
    ("no address", {"name": "T", "kind": "slack"}, ["url"]),
    ("no addresses of mail", {"name": "T", "kind": "mail"}, ["to"]),
    ("mail to nobody", {"name": "T", "kind": "mail", "to": []}, ["to"]),
    ("mail to no address", {"name": "T", "kind": "mail", "to": ["ada"]}, ["to", "0"]),
    ("two headers in one", {"name": "T", "kind": "mail", "to": ["a@b.c\r\nBcc: d@e.f"]}, ["to", "0"]),
    ("both", {"name": "T", "kind": "slack", "url": HOOK, "to": ["a@b.c"]}, ["to"]),
    ("another scheme", {"name": "T", "kind": "webhook", "url": "file:///etc/passwd"}, ["url"]),
    ("a private address", {"name": "T", "kind": "webhook", "url": "http://10.0.0.7/"}, ["url"]),
    ("a metadata service", {"name": "T", "kind": "webhook", "url": "http://169.254.169.254/latest"}, ["url"]),
    ("no time of day", {"name": "T", "kind": "slack", "url": HOOK, "quiet": {"begin": "25:00", "end": "6:00"}},
     ["quiet", "begin"]),
    ("no quiet at all", {"name": "T", "kind": "slack", "url": HOOK, "quiet": {"begin": "22:00", "end": "22:00"}},
     ["quiet", "end"]),
    ("no time zone", {"name": "T", "kind": "slack", "url": HOOK,
     "quiet": {"begin": "22:00", "end": "06:00", "timezone": "Berlin"}}, ["quiet", "timezone"]),
]  # fmt: skip


def _of(who: Person, rest: str = "") -> str:
    return f"/api/projects/{who.project_id}/alerts{rest}"


async def _target(served: Served, who: Person, **changes: Any) -> dict[str, Any]:
    body = {"name": "Team", "kind": "webhook", "url": HOOK} | changes
    answer = await served.client.post(_of(who), json=body, headers=who.session)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize(("body", "path"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
async def test_a_wrong_target_is_refused(served: Served, ada: Person, body: dict[str, Any], path: list[str]) -> None:
    answer = await served.client.post(_of(ada), json=body, headers=ada.session)
    assert answer.status_code == 400, answer.text
    assert [str(part) for part in answer.json()["issues"][0]["path"]] == path
    assert (await served.client.get(_of(ada), headers=ada.api)).json() == {"targets": []}


@pytest.mark.parametrize(
    ("kind", "to", "name"), [("mail", "ada@b.c", "mail: a…@b.c"), ("webhook", HOOK, "webhook: 127.0.0.1")]
)
async def test_one_address_is_said_without_a_name_and_a_list(
    served: Served, ada: Person, kind: str, to: str, name: str
) -> None:
    answer = await served.client.post(_of(ada), json={"kind": kind, "to": to, "on": "failure"}, headers=ada.session)
    assert answer.status_code == 201, answer.text
    target = answer.json()["target"]
    assert (target["name"], target["on"]) == (name, "failure")
    path = f"/api/alerts/{target['id']}"
    refused = {"mail": HOOK, "webhook": "ada@b.c"}[kind]
    assert (await served.client.patch(path, json={"to": refused}, headers=ada.session)).status_code == 400
    changed = await served.client.patch(path, json={"to": to, "on": "change"}, headers=ada.session)
    assert (changed.status_code, changed.json()["target"]["on"]) == (200, "change")


async def test_only_owners_and_admins_say_who_is_told(served: Served, ada: Person) -> None:
    org = await served.db.one("select name from organizations where id = ?", (ada.org_id,))
    assert org is not None
    target = f"/api/alerts/{(await _target(served, ada))['target']['id']}"
    strangers = [await person(served, organization=org["name"], role=role) for role in ("member", "viewer")]
    body = {"name": "T", "kind": "slack", "url": HOOK}
    for headers in [*(each.session for each in strangers), ada.api]:
        for method, path, given in (
            ("POST", _of(ada), body),
            ("PATCH", target, {"name": "x"}),
            ("DELETE", target, None),
            ("POST", f"{target}/test", None),
        ):
            answer = await served.client.request(method, path, json=given, headers=headers)
            assert answer.status_code == 403, (method, path)
    assert len((await served.client.get(_of(ada), headers=strangers[1].api)).json()["targets"]) == 1


async def test_another_organizations_target_is_as_if_it_were_not_there(served: Served, ada: Person) -> None:
    target = f"/api/alerts/{(await _target(served, ada))['target']['id']}"
    stranger = await person(served)
    for method, path, given in (
        ("GET", _of(ada), None),
        ("GET", _of(ada, "/log"), None),
        ("PATCH", target, {"name": "x"}),
        ("DELETE", target, None),
        ("POST", f"{target}/test", None),
    ):
        answer = await served.client.request(method, path, json=given, headers=stranger.session)
        assert answer.status_code == 404, (method, path)


async def test_a_project_has_so_many_at_most(served: Served, ada: Person) -> None:
    for nth in range(20):
        await _target(served, ada, name=f"T{nth}")
    answer = await served.client.post(_of(ada), json={"name": "T", "kind": "slack", "url": HOOK}, headers=ada.session)
    assert answer.status_code == 409


async def test_where_it_leads_is_sealed_and_never_shown(served: Served, ada: Person) -> None:
    made = await _target(served, ada, quiet={"begin": "22:00", "end": "06:00", "timezone": "Europe/Berlin"})
    body = {"name": "Mail", "kind": "mail", "to": ["ada.lovelace@example.com"]}
    by_mail = (await served.client.post(_of(ada), json=body, headers=ada.session)).json()
    assert (made["target"]["place"], by_mail["target"]["place"]) == ("127.0.0.1", "a…@example.com")
    assert (len(made["secret"]), by_mail["secret"]) == (43, None)
    for target in (made["target"], by_mail["target"]):
        kept_place = await alert_targets.address(served.db, served.services.vault, target["id"])
        assert kept_place is not None
        assert kept_place.reached_by == str(served.client.base_url).rstrip("/")
    path = f"/api/alerts/{made['target']['id']}"
    changed = await served.client.patch(path, json={"name": "Channel", "quiet": None}, headers=ada.session)
    assert (changed.json()["target"]["name"], changed.json()["target"]["quiet"]) == ("Channel", None)
    wrong = await served.client.patch(path, json={"to": ["a@b.c"]}, headers=ada.session)
    assert wrong.json()["issues"][0]["path"] == ["to"]
    tried = await served.client.post(f"{path}/test", headers=ada.session)
    assert (tried.status_code, tried.json()["alert"]["news"]["subject"]) == (200, "test")
    log = await served.client.get(_of(ada, "/log"), headers=ada.api)
    assert [each["targetName"] for each in log.json()["alerts"]] == ["Channel"]
    answers = "".join([changed.text, tried.text, log.text, (await served.client.get(_of(ada), headers=ada.api)).text])
    rows = await served.db.all("select * from alert_targets")
    kept = answers + "".join(str(tuple(row)) for row in rows)
    for secret in ("hook-7f3a", made["secret"], "lovelace"):
        assert secret not in kept
    assert (await served.client.delete(path, headers=ada.session)).status_code == 204
    assert len((await served.client.get(_of(ada), headers=ada.api)).json()["targets"]) == 1
