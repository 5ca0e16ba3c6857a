"""Which procedures are slowest and which fail most, over HTTP and from real rows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from qa_appliance.core.batches.steadiness import Judged, steadiness
from qa_appliance.core.clock import iso, new_id
from qa_appliance.core.roles import Role
from tests.api.conftest import Person, Served, person


async def ran(
    served: Served,
    who: Person,
    procedure_id: str | None,
    *runs: tuple[str | None, int],
    days: int = 0,
    **more: str,
) -> None:
    at = iso(served.clock() - timedelta(days=days))
    async with served.db.write() as transaction:
        for verdict, ms in runs:
            row: dict[str, object] = {
                "id": new_id(), "org_id": who.org_id, "project_id": who.project_id, "procedure_id": procedure_id,
                "instruction": "Click Save", "status": "completed" if verdict else "cancelled",
                "overall_status": verdict, "total_duration_ms": ms, "created_at": at, "queued_at": at,
            }  # fmt: skip
            await transaction.insert("runs", row | more)


async def procedure(served: Served, who: Person, name: str) -> str:
    made = await served.client.post(
        f"/api/projects/{who.project_id}/procedures", json={"name": name, "description": "Click Save"},
        headers=who.session,
    )  # fmt: skip
    assert made.status_code == 201, made.text
    return str(made.json()["procedure"]["id"])


async def insights(served: Served, who: Person) -> dict[str, Any]:
    answer = await served.client.get(f"/api/projects/{who.project_id}/insights", headers=who.api)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_what_was_no_run_of_the_test_as_it_is_tells_nothing_of_it(served: Served, ada: Person) -> None:
    buy = await procedure(served, ada, "Buy")
    for kind in ("fuzz", "role_probe", "viewport_pair") * 3:
        await ran(served, ada, buy, ("failed", 9), ("passed", 9), batch_kind=kind)
    assert await insights(served, ada) == {"slowest": [], "mostFailing": [], "flakiest": [], "slower": []}
    steady = await served.client.get(f"/api/procedures/{buy}/steadiness", headers=ada.api)
    assert (steady.json()["runs"], steady.json()["flakyScore"]) == (0, None)
    for kind in ("flaky", "suite"):
        await ran(served, ada, buy, ("failed", 9), batch_kind=kind)
    found = await insights(served, ada)
    assert [(each["failed"], each["runs"]) for each in found["mostFailing"]] == [(2, 2)]


async def test_what_was_not_understood_says_nothing_against_the_site(served: Served, ada: Person) -> None:
    buy = await procedure(served, ada, "Buy")
    await ran(served, ada, buy, *[("failed", 9)] * 3, failure_class="not_understood")
    assert await insights(served, ada) == {"slowest": [], "mostFailing": [], "flakiest": [], "slower": []}
    steady = await served.client.get(f"/api/procedures/{buy}/steadiness", headers=ada.api)
    assert steady.json()["runs"] == 0
    await ran(served, ada, buy, ("failed", 9), failure_class="expectation")
    assert [(each["failed"], each["runs"]) for each in (await insights(served, ada))["mostFailing"]] == [(1, 1)]


async def test_nobody_else_reads_them(served: Served, ada: Person) -> None:
    stranger = await person(served)
    path = f"/api/projects/{ada.project_id}/insights"
    assert (await served.client.get(path)).status_code == 401
    assert (await served.client.get(path, headers=stranger.api)).status_code == 404
    assert (await served.client.get(f"/api/projects/{new_id()}/insights", headers=ada.api)).status_code == 404


@pytest.mark.parametrize("role", ["viewer", "member"])
async def test_every_role_reads_them(served: Served, role: Role) -> None:
    somebody = await person(served, role=role)
    answer = await served.client.get(f"/api/projects/{somebody.project_id}/insights", headers=somebody.session)
    assert answer.json() == {"slowest": [], "mostFailing": [], "flakiest": [], "slower": []}


async def test_the_worst_come_first(served: Served, ada: Person) -> None:
    buy, look = [await procedure(served, ada, name) for name in ("Buy", "Look")]
    await ran(served, ada, buy, ("failed", 900), ("passed", 100), ("passed", 300), ("passed", 200))
    await ran(served, ada, look, ("passed", 5000), ("passed", 400), ("passed", 450))
    found = await insights(served, ada)
    assert {name: found[name] for name in ("slowest", "mostFailing")} == {
        "slowest": [
            {"procedureId": look, "name": "Look", "medianMs": 450},
            {"procedureId": buy, "name": "Buy", "medianMs": 250},
        ],
        "mostFailing": [{"procedureId": buy, "name": "Buy", "failed": 1, "runs": 4}],
    }


async def test_what_does_not_count(served: Served, ada: Person) -> None:
    """Older than 30 days, without a verdict, without a procedure, or of a procedure that was removed."""
    old, waiting, removed = [await procedure(served, ada, name) for name in ("Old", "Waiting", "Removed")]
    await ran(served, ada, old, ("failed", 100), days=31)
    await ran(served, ada, waiting, (None, 100))
    await ran(served, ada, None, ("failed", 100))
    await ran(served, ada, removed, ("failed", 100))
    await served.client.delete(f"/api/procedures/{removed}", headers=ada.session)
    assert await insights(served, ada) == {"slowest": [], "mostFailing": [], "flakiest": [], "slower": []}


async def test_five_of_each(served: Served, ada: Person) -> None:
    for number in range(7):
        await ran(served, ada, await procedure(served, ada, f"P{number}"), *[("failed", number * 10)] * (number + 1))
    found = await insights(served, ada)
    assert [each["name"] for each in found["slowest"]] == ["P6", "P5", "P4", "P3", "P2"]
    assert [each["failed"] for each in found["mostFailing"]] == [7, 6, 5, 4, 3]


def test_what_broke_or_was_mended_once_is_not_flaky() -> None:
    """Verdicts newest first, as they stood."""
    for verdicts, score in (
        ("", None), ("pf", None), ("ppp", 0), ("fff", 0), ("ppfff", 0), ("fpp", 0), ("pfp", 100), ("pfpf", 100),
        ("ppfpp", 33), ("pppppppppf", 0),
    ):  # fmt: skip
        assert steadiness([Judged(each == "p", 1) for each in verdicts]).flaky_score == score, verdicts


def test_a_test_takes_longer_where_its_newest_passes_do() -> None:
    def drift(newest: list[int], before: list[int]) -> bool:
        return steadiness([Judged(True, ms) for ms in (*newest, *before)]).drift is not None

    assert not drift([9000] * 5, [1000] * 4)  # too few to compare with
    assert not drift([1100] * 5, [1000] * 5)
    assert not drift([300] * 5, [100] * 5)  # three times as long, and nobody waits for it
    assert not drift([9000, 9000, 1000, 1000, 1000], [1000] * 5)
    assert drift([2000] * 5, [1000] * 5)


async def test_what_turns_and_what_slows_down_is_told(served: Served, ada: Person) -> None:
    shaky, slow, fine = [await procedure(served, ada, name) for name in ("Shaky", "Slow", "Fine")]
    await ran(served, ada, shaky, *[("passed", 100), ("failed", 100)] * 3)
    await ran(served, ada, slow, *[("passed", 1000)] * 6, *[("passed", 2500)] * 5)
    await ran(served, ada, fine, *[("passed", 1000)] * 11, (None, 9))
    found = await insights(served, ada)
    assert [(each["name"], each["flakyScore"], each["turns"], each["runs"]) for each in found["flakiest"]] == [
        ("Shaky", 100, 5, 6)
    ]
    assert found["slower"] == [{"procedureId": slow, "name": "Slow", "medianMs": 2500, "beforeMs": 1000}]
    stranger = await person(served)
    path = f"/api/procedures/{slow}/steadiness"
    assert (await served.client.get(path, headers=stranger.api)).status_code == 404
    steady = (await served.client.get(path, headers=ada.api)).json()
    assert steady == {
        "runs": 11, "failed": 0, "turns": 0, "flakyScore": 0, "drift": {"medianMs": 2500, "beforeMs": 1000},
    }  # fmt: skip
