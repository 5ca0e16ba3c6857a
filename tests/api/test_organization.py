"""The organization's plan and use, and its audit list."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from qa_appliance.core.roles import Role
from qa_appliance.store.tables import audit, plans
from qa_appliance.store.tables.audit import Actor
from tests.api.conftest import Person, Served, person


@pytest.mark.parametrize("role", ["member", "viewer"])
async def test_only_owners_and_admins_read_the_audit(served: Served, role: Role) -> None:
    somebody = await person(served, role=role)
    answer = await served.client.get("/api/audit", headers=somebody.session)
    assert (answer.status_code, "code" in answer.json()) == (403, False)


async def test_a_key_does_not_read_the_audit(served: Served, ada: Person) -> None:
    answer = await served.client.get("/api/audit", headers=ada.api)
    assert (answer.status_code, answer.json()["code"]) == (403, "api_key_scope")


async def test_the_audit_tells_who_changed_what_newest_first(served: Served, ada: Person) -> None:
    client, stranger = served.client, await person(served)
    minted = (await client.post("/api/keys", json={"name": "CI"}, headers=ada.session)).json()
    await client.post("/api/keys", json={"name": "theirs"}, headers=stranger.session)
    await client.delete(f"/api/keys/{minted['id']}", headers=ada.session)
    answer = await client.get("/api/audit", headers=ada.session)
    revoked, made = answer.json()["entries"]
    assert (revoked["action"], revoked["subject"], revoked["details"]) == ("key.revoked", minted["id"], None)
    assert (made["action"], made["userId"], made["email"]) == ("key.minted", ada.user_id, ada.email)
    assert made["details"] == {"name": "CI"}
    assert minted["key"] not in answer.text
    assert len((await client.get("/api/audit?limit=1", headers=ada.session)).json()["entries"]) == 1


async def test_who_may_not_read_the_audit_gets_no_table_of_it(served: Served, ada: Person) -> None:
    member = await person(served, organization="Analytical", role="member")
    for headers, status in (({}, 401), (ada.api, 403), (member.session, 403)):
        assert (await served.client.get("/api/audit/export", headers=headers)).status_code == status
    answer = await served.client.get("/api/audit/export?format=xml", headers=ada.session)
    assert (answer.status_code, answer.json()["error"]) == (400, 'format has to be "csv" or "jsonl".')


async def test_the_whole_audit_as_a_table(served: Served, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "_PAGE", 2)
    stranger = await person(served)
    names = ["=HYPERLINK(1)", 'a "quoted", name', "third", "fourth", "fifth"]
    now = served.clock()
    for name in names:
        await audit.note(served.db, Actor(ada.org_id, ada.user_id, "dashboard"), "key.minted", name, now, name=name)
    theirs = Actor(stranger.org_id, stranger.user_id, "dashboard")
    await audit.note(served.db, theirs, "key.minted", "theirs", now)
    answer = await served.client.get("/api/audit/export", headers=ada.session)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'filename="activity.csv"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["subject"] for row in rows] == [*reversed(names[1:]), "'=HYPERLINK(1)"]
    assert {(row["action"], row["userId"], row["email"]) for row in rows} == {("key.minted", ada.user_id, ada.email)}
    assert rows[0]["details"] == '{"name":"fifth"}'
    answer = await served.client.get("/api/audit/export?format=jsonl", headers=ada.session)
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert 'filename="activity.jsonl"' in answer.headers["content-disposition"]
    entries = [json.loads(line) for line in answer.text.splitlines()]
    assert entries == (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    head = ""
    for each in reversed(entries):  # as an auditor checks it without the appliance
        columns = [each["at"], each["userId"], each["via"], each["action"], each["subject"]]
        text = json.dumps([*columns, json.dumps(each["details"], separators=(",", ":"))], separators=(",", ":"))
        head = hashlib.sha256(f"{head}\n{text}".encode()).hexdigest()
        assert each["digest"] == head


async def test_what_is_no_moment_is_no_end_of_a_period(served: Served, ada: Person) -> None:
    for path in ("/api/audit", "/api/audit/export"):
        answer = await served.client.get(f"{path}?since=yesterday&until=2026-13-01", headers=ada.session)
        assert answer.status_code == 400
        assert [issue["path"] for issue in answer.json()["issues"]] == [["since"], ["until"]]


async def test_the_audit_of_a_period(served: Served, ada: Person) -> None:
    for day in (1, 2, 3):
        moment = datetime(2026, 3, day, tzinfo=UTC)
        await audit.note(served.db, Actor(ada.org_id, None, audit.COMMAND_LINE), "plan.changed", str(day), moment)
    rows = [
        ("since=2026-03-02T00:00:00Z", ["3", "2"]),
        ("until=2026-03-02", ["1"]),
        ("since=2026-03-02&until=2026-03-03T01:00:00%2B01:00", ["2"]),
        ("since=&until=", ["3", "2", "1"]),
    ]
    for query, expected in rows:
        listed = (await served.client.get(f"/api/audit?{query}", headers=ada.session)).json()["entries"]
        table = await served.client.get(f"/api/audit/export?{query}", headers=ada.session)
        assert [entry["subject"] for entry in listed] == expected
        assert [row["subject"] for row in csv.DictReader(io.StringIO(table.text))] == expected


async def test_who_may_not_read_the_audit_does_not_check_it(served: Served, ada: Person) -> None:
    member = await person(served, organization="Analytical", role="member")
    for headers, status in (({}, 401), (ada.api, 403), (member.session, 403)):
        assert (await served.client.get("/api/audit/check", headers=headers)).status_code == status
    answer = await served.client.get("/api/audit/check?head=yes", headers=ada.session)
    assert (answer.status_code, "64 hexadecimal digits" in answer.json()["error"]) == (400, True)


async def test_a_change_of_the_audit_itself_is_found_out(served: Served, ada: Person) -> None:
    client = served.client
    for name in ("one", "two", "three"):
        await client.post("/api/keys", json={"name": name}, headers=ada.session)
    whole = (await client.get("/api/audit/check", headers=ada.session)).json()
    assert (whole["intact"], whole["brokenAt"], whole["known"]) == (True, None, None)
    entries = (await client.get("/api/audit", headers=ada.session)).json()["entries"]
    assert (whole["entries"], whole["head"]) == (len(entries), entries[0]["digest"])
    assert {entry["via"] for entry in entries} == {"dashboard"}
    async with served.db.write() as transaction:
        await transaction.execute("update audit set subject = 'x' where details_json like '%two%'")
    changed = (await client.get(f"/api/audit/check?head={whole['head']}", headers=ada.session)).json()
    assert (changed["intact"], changed["brokenAt"], changed["known"]) == (False, entries[1]["at"], True)


async def test_the_plan_and_its_use(served: Served, ada: Person) -> None:
    await plans.set_plan(served.db, ada.org_id, {"runs": 7, "concurrent": 2})
    body = {"projectId": ada.project_id, "description": "Click Save"}
    assert (await served.client.post("/api/runs/trigger", json=body, headers=ada.api)).status_code == 202
    for headers in (ada.api, ada.session):
        shown: dict[str, Any] = (await served.client.get("/api/organization", headers=headers)).json()
        assert shown["organization"]["id"] == ada.org_id
        assert shown["plan"] == {
            "state": "active", "runs": 7, "browserMinutes": None, "llmCents": None, "concurrent": 2,
        }  # fmt: skip
        assert shown["usage"] == {"runs": 1, "browserTenths": 0, "llmCents": 0, "alive": 1, "running": 0}
        assert (shown["period"], shown["upgradeUrl"]) == (plans.month(served.clock()), "/settings/plan")
    assert (await served.client.get("/api/organization")).status_code == 401


@pytest.mark.parametrize("role", ["member", "viewer"])
async def test_only_owners_and_admins_change_what_is_kept(served: Served, role: Role) -> None:
    somebody = await person(served, role=role)
    answer = await served.client.patch("/api/organization", json={"retention": {"days": 1}}, headers=somebody.session)
    assert answer.status_code == 403
    shown = (await served.client.get("/api/organization", headers=somebody.session)).json()
    assert shown["retention"] == {"days": None, "runs": None, "bytes": None}


async def test_a_key_does_not_change_what_is_kept(served: Served, ada: Person) -> None:
    answer = await served.client.patch("/api/organization", json={"retention": {"days": 1}}, headers=ada.api)
    assert (answer.status_code, answer.json()["code"]) == (403, "api_key_scope")


WRONG: list[tuple[Any, list[tuple[str, list[str]]]]] = [
    ({"retention": 3}, [("invalid_type", ["retention"])]),
    ({"retention": {"days": 0}}, [("too_small", ["retention", "days"])]),
    ({"retention": {"runs": "all"}}, [("invalid_type", ["retention", "runs"])]),
    ({"retention": {"bytes": 9_999_999}}, [("too_small", ["retention", "bytes"])]),
    ({"retention": {"days": 366, "runs": 100_001}}, [("too_big", ["retention", "days"]),
     ("too_big", ["retention", "runs"])]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "issues"), WRONG)
async def test_an_organization_never_keeps_more_than_the_operator(
    served: Served, ada: Person, body: Any, issues: list[tuple[str, list[str]]]
) -> None:
    answer = await served.client.patch("/api/organization", json=body, headers=ada.session)
    assert answer.status_code == 400
    assert [(issue["code"], issue["path"]) for issue in answer.json()["issues"]] == issues
    assert (await served.client.get("/api/organization", headers=ada.api)).json()["retention"]["days"] is None


async def test_what_is_kept_is_changed_part_by_part_and_told_in_the_audit(served: Served, ada: Person) -> None:
    rows: list[tuple[Any, tuple[int | None, int | None, int | None]]] = [
        ({"retention": {"days": 30, "bytes": 20_000_000}}, (30, None, 20_000_000)),
        ({"retention": {"runs": 50, "days": None}}, (None, 50, 20_000_000)),
        ({}, (None, 50, 20_000_000)),
        ({"retention": None}, (None, None, None)),
    ]
    for body, (days, count, size) in rows:
        answer = await served.client.patch("/api/organization", json=body, headers=ada.session)
        assert answer.status_code == 200, answer.text
        assert answer.json()["retention"] == {"days": days, "runs": count, "bytes": size}
        assert answer.json() == (await served.client.get("/api/organization", headers=ada.api)).json()
    assert answer.json()["retentionLimit"] == {"days": 365, "runs": 100_000, "bytes": 100_000_000_000}
    entries = (await served.client.get("/api/audit", headers=ada.session)).json()["entries"]
    assert [entry["action"] for entry in entries] == ["retention.changed"] * 3
    assert entries[-1]["details"] == {"days": 30, "bytes": 20_000_000}
