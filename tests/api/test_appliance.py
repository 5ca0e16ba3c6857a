"""How the appliance is set and what its doctor finds: who may ask, and what they are told."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from qa_appliance.api.http.facts import ApplianceFacts, BrowserFacts, StandingFacts, facts_of
from qa_appliance.bucket.copies import CopiesState
from qa_appliance.core.roles import Role
from qa_appliance.doctor.check import ok, warning
from qa_appliance.settings import Settings
from qa_appliance.store.files.backups import BackupState
from qa_appliance.store.timekeeping import ClockJump
from tests.api.conftest import Person, Served, person, serve


@pytest.mark.parametrize("role", ["owner", "admin"])
async def test_another_organizations_owner_is_not_the_operator(tmp_path: Path, role: Role) -> None:
    asked: list[str] = []

    async def examine() -> list[object]:
        asked.append("a browser was started")
        return []

    settings = Settings(
        allow=("10.0.0.0/8",), data_dir=tmp_path, browser_endpoint=("ws://lab:3000/",), browser_path=Path("/x")
    )
    facts = facts_of(settings, 3, None, "The browser at ws://lab:3000 does not answer.")
    async with serve(tmp_path, examine=examine, facts=lambda: facts) as served:
        first, other = await person(served), await person(served, role=role)
        answer = await served.client.get("/api/doctor", headers=other.session)
        assert (answer.status_code, "first organization" in answer.json()["error"]) == (403, True)
        assert asked == []
        answer = await served.client.get("/api/appliance", headers=other.session)
        assert (answer.json()["allow"], answer.json()["dataDir"]) == (None, None)
        assert answer.json()["browser"]["problem"]
        assert not any(word in answer.text for word in ("lab", "10.0.0.0", str(tmp_path)))
        assert (await served.client.get("/api/doctor", headers=first.session)).status_code == 200
        assert asked == ["a browser was started"]


@pytest.mark.parametrize("role", ["member", "viewer"])
async def test_only_owners_and_admins_ask_the_doctor(served: Served, role: Role) -> None:
    somebody = await person(served, role=role)
    assert (await served.client.get("/api/doctor", headers=somebody.session)).status_code == 403


async def test_a_key_does_not_ask_the_doctor(served: Served, ada: Person) -> None:
    answer = await served.client.get("/api/doctor", headers=ada.api)
    assert (answer.status_code, answer.json()["code"]) == (403, "api_key_scope")


@pytest.mark.parametrize("path", ["/api/doctor", "/api/appliance"])
async def test_nobody_asks_without_a_credential(served: Served, path: str) -> None:
    assert (await served.client.get(path)).status_code == 401


async def test_what_is_told(tmp_path: Path) -> None:
    settings = Settings(allow=("10.0.0.0/8",), data_dir=tmp_path, browser_endpoint=("ws://lab:3000/?token=s3cret",))
    newyear = datetime(2029, 1, 1, tzinfo=UTC)
    doubt = ClockJump(newyear, newyear.replace(year=2027), newyear.replace(day=8))
    checks = [ok("disk", "9.9 GB free"), warning("proxy", "HTTP_PROXY is set.", "Unset it.")]

    async def examine() -> list[object]:
        return list(checks)

    def facts() -> ApplianceFacts:
        backup = BackupState(
            "/mnt/backups", None, None, "/mnt/backups cannot be used.", datetime(2027, 1, 1, tzinfo=UTC)
        )
        copies = CopiesState("https://s3.example/lab", None, "It does not know the access key.")
        return facts_of(settings, 3, None, "The browser is being started.", backup=backup, clock=doubt, copies=copies)

    async with serve(tmp_path, examine=examine, facts=facts) as served:
        ready = await served.client.get("/readyz")  # by anybody, and no balancer takes it out for that
        assert (
            ready.status_code,
            list(ready.json()["warnings"]),
            "/mnt" in ready.text or "s3.example" in ready.text,
        ) == (
            200,
            ["backups", "copies", "clock"],
            False,
        )
        owner, viewer = await person(served, role="owner"), await person(served, role="viewer")
        answer = await served.client.get("/api/doctor", headers=owner.session)
        assert answer.json() == {"checks": [msgspec.to_builtins(check) for check in checks]}
        answer = await served.client.get("/api/appliance", headers=owner.session)
        answered = answer.json()
        assert "s3cret" not in answer.text
        assert answered["clock"]["expected"] == "2027-01-01T00:00:00Z"
        assert answered["backup"]["problem"] == "/mnt/backups cannot be used."
        assert answered["copies"]["problem"] == "It does not know the access key."
        assert (answered["allow"], answered["browsers"], answered["dataDir"], answered["model"]) == (
            ["10.0.0.0/8"],
            3,
            str(tmp_path),
            None,
        )
        assert answered["limits"]["triggerPerMinute"] == 30
        assert (answered["browser"]["kind"], answered["browser"]["problem"]) == (
            "elsewhere",
            "The browser is being started.",
        )
        for headers in (owner.api, viewer.session):
            answer = await served.client.get("/api/appliance", headers=headers)
            assert (answer.status_code, answer.json()["dataDir"], answer.json()["allow"]) == (200, None, None)


async def test_an_old_browser_is_told_to_the_operator_and_warned_of_to_all(tmp_path: Path) -> None:
    stands = StandingFacts("Chromium 1.2.3.4 is of 1 May 2026, 99 days old.", dubious=True)
    browser = BrowserFacts("here", None, "embedded", "1.2.3.4", True, "It works here.", stands)
    facts = msgspec.structs.replace(facts_of(Settings(data_dir=tmp_path), 1, None, None), browser=browser)
    async with serve(tmp_path, facts=lambda: facts) as served:
        owner, viewer = await person(served, role="owner"), await person(served, role="viewer")
        ready = (await served.client.get("/readyz")).json()["warnings"]
        assert ready == {"browser": "A newer browser is due; the appliance's operator is told why."}
        asked = [await served.client.get("/api/appliance", headers=each) for each in (viewer.session, owner.session)]
        assert [each.json()["browser"]["standing"] for each in asked] == [None, msgspec.to_builtins(stands)]
