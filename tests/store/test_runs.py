"""The line and its transitions: every change of state happens once or not at all (contract section 3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from qa_appliance.core.checks import TextShown
from qa_appliance.core.errors import PaymentNeeded, TooMany
from qa_appliance.core.evidence.downloads import DownloadedFile
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.evidence.steps import Details, Found, StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.run import RESTARTED
from qa_appliance.core.steps import MASK, Click, ForEach, LogIn, Repeat, Value, When
from qa_appliance.core.target import Known, Target
from qa_appliance.store.tables import environments, plans, procedures, run_requests, runs
from qa_appliance.store.tables.run_words import Reader
from qa_appliance.store.vault import Vault
from qa_appliance.store.views import run_views
from tests.store.conftest import NOW, World

LATER = NOW + timedelta(minutes=2)


def ending(**changes: Any) -> runs.Ending:
    facts: dict[str, Any] = {"status": "completed", "overall_status": "passed", "report_markdown": "Fine."}
    return runs.Ending(**facts | changes)


Move = Callable[[World, str], Awaitable[bool]]
START: Move = lambda w, i: runs.start(w.db, i, LATER)  # noqa: E731
CANCEL: Move = lambda w, i: runs.cancel(w.db, i, "Because.", LATER)  # noqa: E731
FINISH: Move = lambda w, i: runs.finish(w.db, w.vault, i, ending(), LATER)  # noqa: E731
FRONT: Move = lambda w, i: runs.set_front(w.db, i, LATER)  # noqa: E731

MOVES: list[tuple[str, list[Move], Move, bool, str]] = [
    ("a cancelled run does not start", [CANCEL], START, False, "cancelled"),
    ("a running run does not start again", [START], START, False, "running"),
    ("an ended run does not start", [START, FINISH], START, False, "completed"),
    ("an ended run is not cancelled", [START, FINISH], CANCEL, False, "completed"),
    ("a cancelled run is not cancelled again", [CANCEL], CANCEL, False, "cancelled"),
    ("a cancelled run is not finished", [START, CANCEL], FINISH, False, "cancelled"),
    ("a finished run is not finished again", [START, FINISH], FINISH, False, "completed"),
    ("a running run does not come to the front", [START], FRONT, False, "running"),
    ("the front is reached once", [FRONT], FRONT, False, "pending"),
    ("pending starts", [], START, True, "running"),
    ("pending is cancelled", [], CANCEL, True, "cancelled"),
    ("running is cancelled", [START], CANCEL, True, "cancelled"),
    ("running finishes", [START], FINISH, True, "completed"),
]


@pytest.mark.parametrize(("before", "move", "done", "state"), [row[1:] for row in MOVES], ids=[row[0] for row in MOVES])
async def test_transitions(world: World, before: list[Move], move: Move, done: bool, state: str) -> None:
    run_id = await world.accepted()
    for earlier in before:
        assert await earlier(world, run_id)
    assert await move(world, run_id) is done
    row = await world.row(run_id)
    assert row["status"] == state
    if state == "cancelled":
        assert (row["overall_status"], row["report_markdown"]) == (None, "Because.")


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"state": "never_subscribed"}, PaymentNeeded, "onboarding_exhausted"),
        ({"state": "locked", "runs": 0}, PaymentNeeded, "locked"),
        ({"runs": 0, "concurrent": 0}, TooMany, "plan_quota_exhausted"),
        ({"browser_minutes": 0}, TooMany, "plan_quota_exhausted"),
        ({"llm_cents": 0}, TooMany, "plan_quota_exhausted"),
        ({"concurrent": 0}, TooMany, "concurrency_limit"),
    ],
)
async def test_a_refused_run_leaves_nothing(
    world: World, changes: dict[str, Any], error: type[PaymentNeeded | TooMany], code: str
) -> None:
    await plans.set_plan(world.db, world.org_id, changes)
    with pytest.raises(error) as refused:
        await world.accepted()
    assert refused.value.code == code
    assert await world.count() == 0
    assert (await plans.usage(world.db, world.org_id, NOW)).runs == 0


async def test_use_is_counted_by_the_calendar_month(world: World) -> None:
    await plans.set_plan(world.db, world.org_id, {"runs": 1})
    run_id = await world.accepted()
    with pytest.raises(TooMany):
        await world.accepted()
    assert await runs.refusal_at_start(world.db, run_id, NOW) is None  # its own run is paid for
    await world.accepted(now=NOW + timedelta(minutes=1))  # April
    await runs.start(world.db, run_id, NOW)
    await runs.finish(world.db, world.vault, run_id, ending(browser_tenths=15, llm_cost_cents=3), NOW)
    await plans.spend_llm_cents(world.db, world.org_id, 3, NOW)  # when a model was asked, not when the run is filed
    used = await plans.usage(world.db, world.org_id, NOW)
    assert (used.runs, used.browser_tenths, used.llm_cents) == (1, 15, 3)


async def test_the_cap_may_be_reached_before_the_start(world: World) -> None:
    first, second = await world.accepted(), await world.accepted()
    await plans.set_plan(world.db, world.org_id, {"concurrent": 1})
    await runs.start(world.db, first, NOW)
    assert await runs.refusal_at_start(world.db, second, NOW) is None  # it was accepted before (decision 31)
    await plans.set_plan(world.db, world.org_id, {"concurrent": None, "state": "locked"})
    assert "plan" in str(await runs.refusal_at_start(world.db, second, NOW))
    assert not await runs.start(world.db, second, LATER)  # asked once more in the very transaction
    run = await run_views.detail(world.db, second, str, Reader(world.vault))
    assert run is not None
    assert (run.status, run.overall_status, run.started_at) == ("cancelled", None, None)
    assert "plan" in str(run.report_markdown)


async def test_a_restart_keeps_the_line_and_cancels_what_ran(world: World) -> None:
    ids = [await world.accepted() for _ in range(4)]
    await runs.start(world.db, ids[1], NOW)
    await runs.set_front(world.db, ids[0], NOW)
    assert await runs.recover(world.db, LATER) == (1, 3)
    line = await runs.line(world.db)
    assert [waiting.id for waiting in line] == [ids[0], ids[2], ids[3]]
    assert {(waiting.queued_at, waiting.front_since) for waiting in line} == {("2026-04-01T00:01:00.000Z", None)}
    row = await world.row(ids[1])
    assert (row["status"], row["overall_status"], row["report_markdown"]) == ("cancelled", None, RESTARTED)


async def test_heartbeats_keep_runs_alive(world: World) -> None:
    waiting, running, ended = [await world.accepted() for _ in range(3)]
    await runs.start(world.db, running, NOW)
    await runs.cancel(world.db, ended, None, NOW)
    assert await runs.living(world.db) == [waiting, running]
    assert await runs.heartbeat(world.db, [waiting, ended, "nobody"], LATER) == 1
    assert await runs.heartbeat(world.db, [], LATER) == 0
    assert (await world.row(waiting))["last_heartbeat_at"] == "2026-04-01T00:01:00.000Z"
    assert (await world.row(running))["last_heartbeat_at"] != "2026-04-01T00:01:00.000Z"


def a_plan() -> tuple[Plan, list[StepRecord]]:
    known = Known(selector="#save", locator='get_by_role("button", name="Save")')
    steps = (
        LogIn(user=Value("ada"), password=Value("hunter2!", secret=True), sentence='Log in with "hunter2!"'),
        Click(target=Target(words="Save", name="Save"), sentence="Click Save"),
    )
    records = [
        StepRecord(0, "log_in", None, MASK, "passed", f'Log in with "{MASK}"', "english"),
        StepRecord(
            1, "click", "Save", None, "failed", "Click Save", "english",
            found=Found("exact name", 1, known), screenshots={"failure": "r/1.png"},
        ),
        StepRecord(2, "click", "Send", None, "skipped", "Click Send", "english"),
    ]  # fmt: skip
    return Plan(steps=steps), records


async def test_the_outcome_is_kept_without_secrets_and_read_with_links(world: World) -> None:
    words = 'Log in with "hunter2!"'
    run_id = await world.accepted(instruction=words, description=words)
    plan, records = a_plan()
    file = DownloadedFile("d.bin", 2, "text/csv", 1, "r/d.bin")
    measured = Measurements(final_url="http://shop.example/end", video="r/v.webm", downloads=[file])
    await runs.start(world.db, run_id, NOW)
    outcome = ending(status="failed", overall_status="failed", plan=plan, steps=records, measurements=measured)
    assert await runs.finish(world.db, world.vault, run_id, outcome, LATER)
    run = await run_views.detail(world.db, run_id, lambda key: f"/{key}?signed", Reader(world.vault))
    assert run is not None
    assert (run.passed_count, run.failed_count, run.skipped_count) == (1, 1, 1)
    assert (run.video_url, run.trace_url, run.final_url) == ("/r/v.webm?signed", None, "http://shop.example/end")
    assert run.steps_json is not None
    assert run.steps_json[1].failure_screenshot_url == "/r/1.png?signed"
    assert run.downloads == [msgspec.structs.replace(file, url="/r/d.bin?signed")]
    assert run.instruction == f'Log in with "{MASK}"'
    row = await world.row(run_id)
    assert "hunter2!" not in repr(row)
    assert world.vault.unseal(row["words_sealed"]) == {"instruction": words, "description": words}
    whole = await run_views.detail(world.db, run_id, str, Reader(world.vault, manages=True))
    masked = await run_views.detail(world.db, run_id, str, Reader(Vault(b"another" * 5), manages=True))
    assert whole is not None
    assert masked is not None
    assert (whole.instruction, masked.instruction) == (words, run.instruction)
    kept = await world.db.one("select * from run_payloads")
    assert kept is not None
    assert "hunter2!" not in repr(tuple(kept))
    again = await procedures.plan_of_run(world.db, world.vault, run_id)
    assert again is not None
    first, second = again.steps
    assert isinstance(first, LogIn)
    assert first.password.text == "hunter2!"
    assert isinstance(second, Click)
    assert second.target.known is not None
    assert second.target.known.selector == "#save"


async def test_where_a_step_was_found_is_learned_under_conditions_but_not_in_loops(world: World) -> None:
    click = Click(target=Target(words="Save", name="Save"), sentence="Click Save")
    found = Found("exact name", 1, Known("#save", 'locator("#save")'))
    inner = StepRecord(0, "click", None, None, "passed", "Click Save", "english", found=found)

    def record(action: str) -> StepRecord:
        return StepRecord(0, action, None, None, "passed", action, "english", details=Details(steps=[inner]))

    shown = TextShown(text="Draft")
    for action, outer in (
        ("when", When(check=shown, steps=(click,), sentence="when")),
        ("repeat", Repeat(steps=(click,), times=1, sentence="repeat")),
        ("for_each", ForEach(target=Target(words="row", kind="row"), steps=(click,), sentence="for_each")),
    ):
        run_id = await world.accepted()
        await runs.start(world.db, run_id, NOW)
        outcome = ending(plan=Plan(steps=(outer,)), steps=[record(action)])
        await runs.finish(world.db, world.vault, run_id, outcome, LATER)
        again = await procedures.plan_of_run(world.db, world.vault, run_id)
        assert again is not None
        (learned,) = again.steps
        assert isinstance(learned, When | Repeat | ForEach)
        (step,) = learned.steps
        assert isinstance(step, Click)
        assert (step.target.known is not None) == (action == "when")


async def test_a_run_cancelled_at_work_keeps_its_reason_and_its_evidence(world: World) -> None:
    run_id = await world.accepted()
    await runs.start(world.db, run_id, NOW)
    await runs.cancel(world.db, run_id, "Cancelled by Ada.", NOW)
    _, records = a_plan()
    outcome = ending(steps=records, measurements=Measurements(video="r/v.webm"), browser_tenths=4)
    assert not await runs.finish(world.db, world.vault, run_id, outcome, LATER)
    row = await world.row(run_id)
    assert (row["status"], row["overall_status"], row["report_markdown"]) == ("cancelled", None, "Cancelled by Ada.")
    assert (row["video_store_key"], row["browser_minutes_used"]) == ("r/v.webm", 4)
    assert (await plans.usage(world.db, world.org_id, LATER)).browser_tenths == 4


CAPS = [(None, None, 600), (None, 30, 1800), (7, 30, 420), (None, 500, 7200), (None, 1, 300)]


@pytest.mark.parametrize(("asked", "saved", "seconds"), CAPS)
async def test_the_cap_is_the_requests_then_the_procedures_then_the_default(
    world: World, asked: int | None, saved: int | None, seconds: int
) -> None:
    values = {"name": "P", "max_duration_minutes": saved}
    procedure = await procedures.add(world.db, world.vault, world.project_id, a_plan()[0], values, NOW)
    run_id = await world.accepted(procedure_id=procedure.id, description=None, max_duration_minutes=asked)
    request = await run_requests.run_request(world.db, world.vault, run_id)
    assert request is not None
    assert request.deadline_seconds == seconds
    assert request.procedure is not None
    assert [step.source for step in request.procedure.steps] == ["saved", "saved"]
    assert isinstance(login := request.procedure.steps[0], LogIn)
    assert login.password.text == "hunter2!"
    assert request.site.own_hosts == {"shop.example"}


COOKIES: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"url": "http://staging.example/x"}),
    ({"url": "http://other.example/"}, {"url": "http://other.example/"}),
    ({"path": "/a"}, {"domain": "staging.example", "path": "/a"}),
    ({"domain": ".example"}, {"domain": ".example", "path": "/"}),
    ({"url": "http://other.example/", "path": "/a"}, {"domain": "other.example", "path": "/a"}),
    ({"url": "https://other.example/", "path": "/a"}, {"domain": "other.example", "path": "/a", "secure": True}),
    (
        {"url": "https://a.example/", "path": "/", "secure": False},
        {"domain": "a.example", "path": "/", "secure": False},
    ),
]


@pytest.mark.parametrize(("given", "placed"), COOKIES)
async def test_an_environments_cookies_are_placed_as_browsers_want_them(
    world: World, given: dict[str, Any], placed: dict[str, Any]
) -> None:
    crumb = {"name": "a", "value": "b"}
    address = "http://staging.example/x"
    values = {"name": "S", "base_url": address, "extra_headers": {"X-A": "1"}, "cookies": [crumb | given]}
    environment = await environments.add(world.db, world.vault, world.project_id, values, NOW)
    run_id = await world.accepted(environment_id=environment.id, base_url=address)
    request = await run_requests.run_request(world.db, world.vault, run_id)
    assert request is not None
    assert request.site.cookies == (crumb | placed,)
    assert request.site.extra_headers == {"X-A": "1"}


async def test_deleted_runs_are_gone_and_living_ones_stay(world: World) -> None:
    living, ended = await world.accepted(), await world.accepted()
    await runs.start(world.db, ended, NOW)
    await runs.finish(world.db, world.vault, ended, ending(), NOW)
    await runs.delete(world.db, [living, ended])
    assert [row["id"] for row in await world.db.all("select id from runs")] == [living]


async def test_lists_use_their_indexes(world: World) -> None:
    """A million runs must not be read to show a hundred."""
    alive = "status in ('pending', 'running')"
    rows = {
        "select id from runs where org_id = 'o' order by seq desc limit 100": "runs",
        "select id from runs where project_id = 'p' order by seq desc limit 100": "runs",
        f"select id from runs where {alive} and status = 'pending' order by seq": "runs_alive",
        f"select count(*) from runs indexed by runs_alive_of where org_id = 'o' and {alive}": "runs_alive_of",
        f"select id from runs where batch_id = 'b' and org_id = 'o' and {alive}": "runs_",
    }
    for sql, index in rows.items():
        plan = " ".join(str(row["detail"]) for row in await world.db.all(f"explain query plan {sql}"))
        assert "INDEX" in plan, sql
        assert index in plan, (sql, plan)
        assert "TEMP B-TREE" not in plan, sql
