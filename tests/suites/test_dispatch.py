"""A suite from its start to its verdict, on a real database: what must not happen comes first."""

from __future__ import annotations

import pytest

from qa_appliance.core.errors import Invalid, TooMany
from qa_appliance.store.tables import plans, runs, suite_runs
from qa_appliance.trigger import Ask, trigger_all
from tests.suites.conftest import Team


async def test_a_suite_without_a_test_is_refused(team: Team) -> None:
    suite = await team.suite([])
    with pytest.raises(Invalid, match="has no test"):
        await team.begin(suite)
    assert await suite_runs.under_way(team.db) == []


async def test_quotas_are_counted_for_all_or_none(team: Team) -> None:
    suite = await team.suite([await team.procedure("a"), await team.procedure("b")])
    await plans.set_plan(team.db, team.org_id, {"runs": 1})
    with pytest.raises(TooMany):
        await team.begin(suite)
    assert await suite_runs.under_way(team.db) == []
    assert await team.in_line() == []


async def test_a_suite_of_many_tests_may_be_longer_than_the_plan_is_wide(team: Team) -> None:
    """What is held is not alive: the plan's concurrent runs bound how many begin."""
    suite = await team.suite([await team.procedure(name) for name in "abcd"])
    await plans.set_plan(team.db, team.org_id, {"concurrent": 1})
    begun = await team.begin(suite)
    await team.dispatch(slots=4).advance()
    assert await team.in_line() == begun.run_ids[:1]
    await team.end(begun.run_ids[0], "passed")
    await team.dispatch(slots=4).advance()
    assert await team.in_line() == begun.run_ids[1:2]


async def test_what_is_held_is_neither_swept_nor_first_in_line(team: Team) -> None:
    begun = await team.begin(await team.suite([await team.procedure("a")]))
    assert await runs.living(team.db) == []
    assert await runs.held(team.db) == begun.run_ids
    assert await team.in_line() == []


async def test_a_set_up_that_fails_keeps_every_test_from_running(team: Team) -> None:
    suite = await team.suite([await team.procedure("a"), await team.procedure("b")], set_up=await team.procedure("in"))
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    assert await team.in_line() == begun.run_ids[:1]
    await team.end(begun.run_ids[0], "failed")
    assert await team.dispatcher.advance() == 0
    assert await team.in_line() == []
    (ended,) = (await suite_runs.histories(team.db, [suite.id], 5))[suite.id]
    assert ended.verdict == "failed"
    outcome = await suite_runs.outcome(team.db, begun.batch_id)
    assert outcome is not None
    assert [finding.kind for finding in outcome[1]] == ["set_up_failed", "not_run", "not_run"]


async def test_who_is_signed_in_is_forgotten_when_the_suite_has_ended(team: Team) -> None:
    suite = await team.suite([await team.procedure("a")], set_up=await team.procedure("in"))
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await suite_runs.keep_session(team.db, team.vault, begun.run_ids[0], {"cookies": [{"value": "sesame-opens"}]})
    row = await team.db.one("select session_sealed from suite_runs")
    assert row is not None
    assert row[0]
    assert "sesame" not in row[0]
    await team.end(begun.run_ids[0], "passed")
    await team.dispatcher.advance()
    await team.end(begun.run_ids[1], "passed")
    assert await team.dispatcher.advance() == 0
    row = await team.db.one("select session_sealed from suite_runs")
    assert row is not None
    assert row[0] is None


async def test_a_failed_test_is_tried_again_and_told_as_flaky(team: Team) -> None:
    suite = await team.suite([await team.procedure("a"), await team.procedure("b")], retries=1)
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await team.end(begun.run_ids[0], "failed")
    await team.end(begun.run_ids[1], "passed")
    assert await team.dispatcher.advance() == 1
    (again,) = await team.in_line()
    row = await team.db.one("select parent_run_id, attempt_index, batch_id from runs where id = ?", (again,))
    assert row is not None
    assert tuple(row) == (begun.run_ids[0], 2, begun.batch_id)
    await team.end(again, "passed")
    assert await team.dispatcher.advance() == 0
    outcome = await suite_runs.outcome(team.db, begun.batch_id)
    assert outcome is not None
    assert (outcome[0], [finding.kind for finding in outcome[1]]) == ("passed", ["flaky"])


async def test_what_cannot_be_tried_again_stays_failed(team: Team) -> None:
    suite = await team.suite([await team.procedure("a")], retries=3)
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await team.end(begun.run_ids[0], "failed")
    await plans.set_plan(team.db, team.org_id, {"runs": 1})
    assert await team.dispatcher.advance() == 0
    (ended,) = (await suite_runs.histories(team.db, [suite.id], 5))[suite.id]
    assert ended.verdict == "failed"


async def test_a_suite_that_was_cancelled_has_no_verdict(team: Team) -> None:
    suite = await team.suite([await team.procedure("a"), await team.procedure("b")], ordered=True, retries=2)
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await team.end(begun.run_ids[0], "passed")
    await suite_runs.stop(team.db, begun.batch_id)
    await runs.cancel_batch(team.db, begun.batch_id, team.org_id, "Enough.", team.now)
    assert await team.dispatcher.advance() == 0
    (ended,) = (await suite_runs.histories(team.db, [suite.id], 5))[suite.id]
    assert (ended.ended_at is None, ended.verdict) == (False, None)


async def test_after_a_restart_it_goes_on_where_it_was(team: Team) -> None:
    suite = await team.suite([await team.procedure(name) for name in "abc"], ordered=True)
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await runs.start(team.db, begun.run_ids[0], team.now)
    await runs.recover(team.db, team.now)
    await team.dispatch().advance()
    (again,) = await team.in_line()  # nobody has cancelled it
    assert again not in begun.run_ids
    for run_id in (again, *begun.run_ids[1:]):
        assert await team.in_line() == [run_id]
        await team.end(run_id, "passed")
        await team.dispatch().advance()
    outcome = await suite_runs.outcome(team.db, begun.batch_id)
    assert outcome is not None
    assert (outcome[0], [finding.kind for finding in outcome[1]]) == ("passed", ["begun_anew"])


async def test_a_set_up_that_a_restart_broke_off_is_begun_anew(team: Team) -> None:
    suite = await team.suite([await team.procedure("a")], set_up=await team.procedure("in"))
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    await runs.start(team.db, begun.run_ids[0], team.now)
    await runs.recover(team.db, team.now)
    await team.dispatch().advance()
    (again,) = await team.in_line()
    assert again not in begun.run_ids
    await team.end(again, "passed")
    await team.dispatch().advance()
    assert await team.in_line() == begun.run_ids[1:]


async def test_what_ends_the_appliance_again_and_again_makes_the_suite_red(team: Team) -> None:
    begun = await team.begin(await team.suite([await team.procedure("a")]))
    for _ in range(3):
        await team.dispatch().advance()
        (run_id,) = await team.in_line()
        await runs.start(team.db, run_id, team.now)
        await runs.recover(team.db, team.now)
    assert await team.dispatch().advance() == 0
    outcome = await suite_runs.outcome(team.db, begun.batch_id)
    assert outcome is not None
    assert (outcome[0], outcome[1][0].text) == (
        "failed",
        "The appliance ended while it ran, 3 times, so nothing is known of it.",
    )


async def test_what_a_restart_broke_off_is_not_begun_anew_once_the_rest_was_cancelled(team: Team) -> None:
    begun = await team.begin(await team.suite([await team.procedure("a"), await team.procedure("b")], ordered=True))
    await team.dispatcher.advance()
    await runs.start(team.db, begun.run_ids[0], team.now)
    await runs.recover(team.db, team.now)
    await suite_runs.stop(team.db, begun.batch_id)
    await runs.cancel_batch(team.db, begun.batch_id, team.org_id, "Enough.", team.now)
    assert await team.dispatch().advance() == 0
    assert await team.in_line() == []


async def test_what_is_kept_of_a_suite_goes_with_its_last_run(team: Team) -> None:
    suite = await team.suite([await team.procedure("a"), await team.procedure("b")])
    begun = await team.begin(suite)
    await team.dispatcher.advance()
    for run_id in begun.run_ids:
        await team.end(run_id, "passed")
    await team.dispatcher.advance()
    await runs.delete(team.db, begun.run_ids[:1])
    assert len((await suite_runs.histories(team.db, [suite.id], 5))[suite.id]) == 1
    await runs.delete(team.db, begun.run_ids)
    assert (await suite_runs.histories(team.db, [suite.id], 5))[suite.id] == []


async def test_tests_in_order_come_one_after_another(team: Team) -> None:
    suite = await team.suite([await team.procedure(name) for name in "ab"], ordered=True)
    begun = await team.begin(suite)
    await team.dispatch(slots=4).advance()
    assert await team.in_line() == begun.run_ids[:1]
    assert team.line == 1


async def test_no_more_are_in_line_than_browsers_can_take(team: Team) -> None:
    suite = await team.suite([await team.procedure(str(number)) for number in range(9)])
    begun = await team.begin(suite)
    assert await team.dispatch(slots=2).advance() == 1
    assert await team.in_line() == begun.run_ids[:4]


async def test_nothing_is_left_where_the_suites_own_row_cannot_be_written(team: Team) -> None:
    async def breaks(_transaction: object, _ids: list[str]) -> None:
        raise RuntimeError("no")

    from_suite = await team.suite([await team.procedure("a")])
    asks = [_ask(team, from_suite.tests[0])]
    with pytest.raises(RuntimeError):
        await trigger_all(asks, team.intake(), breaks)
    row = await team.db.one("select count(*) from runs")
    assert row is not None
    assert row[0] == 0


def _ask(team: Team, procedure_id: str) -> Ask:
    return Ask(
        project_id=team.project_id, org_id=team.org_id, user_id=team.user_id, procedure_id=procedure_id, held=True
    )
