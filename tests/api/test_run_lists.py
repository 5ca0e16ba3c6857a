"""Lists of runs a page at a time: what is refused, what each page holds, that no page reads the whole table."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest

from qa_appliance.core.clock import iso
from qa_appliance.core.evidence.failure import Classified
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.run import OverallStatus
from qa_appliance.store.tables import runs
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.views import run_lists
from qa_appliance.store.views.run_lists import Wanted
from tests.api.conftest import Person, Served, person
from tests.api.test_runs import accepted
from tests.conftest import given

REFUSED = [
    ({"before": "x"}, "before"),
    ({"before": "-1"}, "before"),
    ({"before": "f" * 16}, "before"),
    ({"status": "done"}, "status"),
    ({"overall": "PASSED"}, "overall"),
    ({"q": "x" * 201}, "q"),
    ({"failure": "bad luck"}, "failure"),
    ({"since": "yesterday"}, "since"),
    ({"until": "2026-13-01"}, "until"),
]


@pytest.mark.parametrize(("query", "field"), REFUSED)
async def test_a_wrong_parameter_is_named(served: Served, ada: Person, query: dict[str, str], field: str) -> None:
    for path in ("/api/runs", f"/api/projects/{ada.project_id}/runs"):
        answer = await served.client.get(path, params=query, headers=ada.api)
        assert answer.status_code == 400
        assert [issue["path"] for issue in answer.json()["issues"]] == [[field]]


async def judged(served: Served, who: Person, overall: OverallStatus, instruction: str = "Click Save") -> str:
    run_id = await accepted(served, who, instruction=instruction)
    await runs.start(served.db, run_id, served.clock())
    ending = runs.Ending(status="completed", overall_status=overall, report_markdown="Done.")
    await runs.finish(served.db, served.services.vault, run_id, ending, served.clock())
    return run_id


async def test_runs_of_a_procedure_an_environment_a_kind_of_failure_and_a_time(served: Served) -> None:
    ada, other = await person(served), await person(served)
    failed = StepRecord(0, "click", "Save", None, "failed", "Click Save", "english")
    failed.failure_class = Classified(kind="expectation", reason="It is not so.")
    first, second, third, last = made = [await accepted(served, ada) for _ in range(4)]
    await runs.start(served.db, second, served.clock())
    ending = runs.Ending(status="completed", overall_status="failed", report_markdown="", steps=[failed])
    await runs.finish(served.db, served.services.vault, second, ending, served.clock())
    async with served.db.write() as transaction:
        await transaction.execute("update runs set environment_id = 'stage' where id = ?", (third,))
        await transaction.execute("update runs set procedure_id = 'saved' where id = ?", (first,))
        for day, run_id in enumerate(made, start=1):
            at = f"2026-01-0{day}T12:00:00.000Z"
            await transaction.execute("update runs set created_at = ? where id = ?", (at, run_id))
    path = f"/api/projects/{ada.project_id}/runs"

    async def found(**query: str) -> list[str]:
        return [run for page in await pages(served, ada, path, **query) for run in page]

    assert await found(procedure="saved") == [first]
    assert await found(environment="stage") == [third]
    assert await found(failure="expectation") == [second]
    assert await found(failure="performance") == []
    assert await found(since="2026-01-03T12:00:00Z") == [last, third]
    assert await found(since="2026-01-02", until="2026-01-04T13:00:00+01:00") == [third, second]
    assert await found(environment="stage", until="2026-01-03T12:00:00Z") == []
    foreign = await served.client.get("/api/runs", params={"environment": "stage"}, headers=other.api)
    assert foreign.json()["runs"] == []


async def pages(served: Served, who: Person, path: str, **query: Any) -> list[list[str]]:
    """The ids of every page, from the first to the last."""
    found, before = [], None
    while True:
        asked = query | ({"before": before} if before else {})
        answer = (await served.client.get(path, params=asked, headers=who.api)).json()
        found.append([run["id"] for run in answer["runs"]])
        before = answer["next"]
        if before is None:
            return found


async def test_pages_hold_every_run_once_newest_first(served: Served) -> None:
    ada, other = await person(served), await person(served)
    mine = []
    for _ in range(5):
        mine.append(await accepted(served, ada))
        await accepted(served, other)
    mine.reverse()
    for path in ("/api/runs", f"/api/projects/{ada.project_id}/runs"):
        assert await pages(served, ada, path, limit=2) == [mine[:2], mine[2:4], mine[4:]]
        assert await pages(served, ada, path, limit=5) == [mine]


async def test_a_run_that_comes_meanwhile_moves_nothing(served: Served, ada: Person) -> None:
    third, second, first = [await accepted(served, ada) for _ in range(3)]
    page = (await served.client.get("/api/runs", params={"limit": 2}, headers=ada.api)).json()
    await accepted(served, ada)
    rest = (await served.client.get("/api/runs", params={"before": page["next"]}, headers=ada.api)).json()
    assert [run["id"] for run in page["runs"] + rest["runs"]] == [first, second, third]


async def test_filters(served: Served, ada: Person) -> None:
    passed = await judged(served, ada, "passed", 'Check that "100% wool" is shown')
    failed = await judged(served, ada, "failed", "Search for LAMP_shade")
    cancelled, pending = await accepted(served, ada), await accepted(served, ada)
    await runs.cancel(served.db, cancelled, "Enough.", served.clock())
    rows = [
        ({"overall": "passed"}, [passed]),
        ({"overall": "failed"}, [failed]),
        ({"status": "pending"}, [pending]),
        ({"status": "running"}, []),
        ({"status": "completed"}, [failed, passed]),
        ({"status": "cancelled"}, [cancelled]),
        ({"status": "cancelled", "overall": "passed"}, []),
        ({"q": "100%"}, [passed]),
        ({"q": "lamp_"}, [failed]),
        ({"q": "0%_"}, []),
        ({"q": "0% WOOL"}, [passed]),
        ({"q": pending[:13].upper()}, [pending]),
        ({"q": "wool", "overall": "failed"}, []),
        ({"q": "", "status": "", "overall": ""}, [pending, cancelled, failed, passed]),
    ]
    for path in ("/api/runs", f"/api/projects/{ada.project_id}/runs"):
        for query, expected in rows:
            assert await pages(served, ada, path, **query) == [expected], query


async def test_a_search_goes_on_after_a_page_without_finds(
    served: Served, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = await accepted(served, ada, instruction="A needle")
    for _ in range(5):
        await accepted(served, ada)
    monkeypatch.setattr(run_lists, "SEARCHED", 2)
    found = await pages(served, ada, "/api/runs", q="needle")
    assert [each for page in found for each in page] == [wanted]
    assert len(found) > 2


async def test_a_secret_is_not_found_by_guessing(served: Served, ada: Person) -> None:
    body = {"projectId": ada.project_id, "description": "Log in"}  # types hunter2!, which the API never shows
    answer = await served.client.post("/api/runs/trigger", json=body, headers=ada.api)
    assert answer.status_code == 202
    assert await pages(served, ada, "/api/runs", q="hunter2") == [[]]


async def test_the_place_in_line(served: Served, ada: Person) -> None:
    async def place(run_id: str) -> int | None:
        run: dict[str, Any] = (await served.client.get(f"/api/runs/{run_id}", headers=ada.api)).json()["run"]
        at: int | None = run["placeInLine"]
        return at

    ahead, first, second = [await accepted(served, ada) for _ in range(3)]
    before = given(await place(first))
    assert await place(second) == before + 1 == given(await place(ahead)) + 2
    await runs.start(served.db, ahead, served.clock())
    assert (await place(ahead), await place(first)) == (None, before - 1)
    await runs.cancel(served.db, first, None, served.clock())
    assert await place(first) is None


async def test_how_long_a_run_may_wait(served: Served, ada: Person) -> None:
    async def trigger() -> dict[str, Any]:
        body = {"projectId": ada.project_id, "description": "Open /cart"}
        answered: dict[str, Any] = (await served.client.post("/api/runs/trigger", json=body, headers=ada.api)).json()
        return answered

    async with served.db.write() as change:  # what the other tests left in line
        await change.execute("update runs set status = 'cancelled' where status in ('pending', 'running')")
        await change.execute("update runs set started_at = null")
    assert not {"placeInLine", "expectedWaitSeconds", "note"} & (await trigger()).keys(), "its turn comes at once"
    waits = await trigger()
    assert (waits["placeInLine"], waits["expectedWaitSeconds"]) == (2, None), "nobody knows how long a run takes"
    ended = await accepted(served, ada)
    now = served.clock()
    async with served.db.write() as change:
        await change.execute(
            "update runs set status = 'completed', started_at = ?, completed_at = ? where id = ?",
            (iso(now - timedelta(minutes=8)), iso(now), ended),
        )
    waits = await trigger()
    assert (waits["placeInLine"], waits["expectedWaitSeconds"]) == (3, 16 * 60), "two runs of eight minutes go first"
    assert waits["note"].startswith("It is expected to wait 16 minutes, and is cancelled after 10 minutes in line.")
    assert "--queue-total-wait-seconds" in waits["note"]
    run = (await served.client.get(waits["pollUrl"], headers=ada.api)).json()["run"]
    assert (run["placeInLine"], run["expectedWaitSeconds"]) == (3, 16 * 60)
    first = (await served.client.get("/api/runs/active", headers=ada.api)).json()["groups"][-1]["runId"]
    async with served.db.write() as change:
        began = iso(now - timedelta(minutes=30))
        await change.execute("update runs set status = 'running', started_at = ? where id = ?", (began, first))
    run = (await served.client.get(waits["pollUrl"], headers=ada.api)).json()["run"]
    assert run["placeInLine"] == 2
    assert run["expectedWaitSeconds"] == pytest.approx((16 + 22) * 60, abs=30), "the one at work takes longer"


LISTS = [Wanted(), Wanted(overall="failed"), Wanted(status="cancelled"), Wanted(status="failed")]
LISTS += [Wanted(status="pending"), Wanted(words="lamp"), Wanted(overall="passed", words="lamp", before=7)]


@pytest.mark.parametrize("wanted", LISTS, ids=str)
@pytest.mark.parametrize("of", ["org_id", "project_id"])
async def test_no_list_scans_or_sorts(
    served: Served, ada: Person, wanted: Wanted, of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's own plan for every statement: by an index, in its order."""
    asked: list[tuple[str, Any]] = []
    for name in ("one", "all"):
        ask = getattr(served.db, name)

        async def noting(sql: str, parameters: Any = (), ask: Any = ask) -> Any:
            asked.append((sql, parameters))
            return await ask(sql, parameters)

        monkeypatch.setattr(served.db, name, noting)
    await run_lists.page(
        served.db, lambda key: key, wanted, Reader(served.services.vault), limit=10, **{of: str(uuid.uuid4())}
    )
    monkeypatch.undo()
    for sql, parameters in asked:
        plan = [row["detail"] for row in await served.db.all(f"explain query plan {sql}", parameters)]
        assert all("USING INDEX" in step or "USING COVERING INDEX" in step for step in plan), plan
        assert not any("TEMP B-TREE" in step for step in plan) or wanted.status in ("pending", "running"), plan
