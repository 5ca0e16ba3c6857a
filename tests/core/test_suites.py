"""What a suite does next, and when it passes: what keeps it from passing comes first."""

from __future__ import annotations

from typing import Any

import pytest

from qa_appliance.core.batches.suites import Failure, Moves, Rules, SuiteRun, judge_suite, next_moves


def run(test: str | None = "a", overall: str | None = None, **changes: Any) -> SuiteRun:
    name = f"{test} {changes.get('attempt', 1)}"
    values: dict[str, Any] = {"id": name, "test": test, "name": test or "set-up", "overall": overall}
    values["status"] = "pending" if overall is None else "completed"
    if overall == "failed":
        values["failure"] = Failure("element_missing", "1. click Save")
        values["step"] = "click Save"
    return SuiteRun(**values | changes)


HELD_A, HELD_B, HELD_C = run("a", held=True), run("b", held=True), run("c", held=True)
SET_UP, CANCELLED = run(None, held=True), run("a", status="cancelled")
A, B = run("a", "passed"), run("b", "passed")
BAD_A, BAD_A2, GOOD_A2 = run("a", "failed"), run("a", "failed", attempt=2), run("a", "passed", attempt=2)
OUT = Failure("signed_out", "1. click Save")
OUT_A, OUT_A2 = run("a", "failed", failure=OUT), run("a", "failed", attempt=2, failure=OUT)
IN, IN_AGAIN = run(None, "passed"), run(None, "passed", attempt=2)
LOST_A, LOST_IN = (run(test, status="cancelled", broken_off=True) for test in ("a", None))
KNOWN_A, KNOWN_A2 = run("a", "failed", known=True), run("a", "failed", attempt=2, known=True)

MOVES: list[tuple[str, Rules, list[SuiteRun], int, Moves]] = [
    ("there is no room", Rules(), [HELD_A], 0, Moves()),
    ("nothing is begun beyond the room", Rules(), [HELD_A, HELD_B, HELD_C], 2, Moves(begin=("a 1", "b 1"))),
    ("one after another", Rules(ordered=True), [run("a", status="running"), HELD_B], 5, Moves()),
    ("one after another, the next", Rules(ordered=True), [A, HELD_B, HELD_C], 5, Moves(begin=("b 1",))),
    ("the set-up is first", Rules(), [SET_UP, HELD_A], 5, Moves(begin=("None 1",))),
    ("the set-up is under way", Rules(), [run(None, status="running"), HELD_A], 5, Moves()),
    ("the set-up failed", Rules(), [run(None, "failed"), HELD_A, HELD_B], 5, Moves(cancel=("a 1", "b 1"))),
    ("the set-up failed, and the rest is cancelled", Rules(), [run(None, "failed"), CANCELLED], 5, Moves(over=True)),
    ("the set-up was cancelled", Rules(), [run(None, status="cancelled"), HELD_A], 5, Moves(cancel=("a 1",))),
    ("the set-up passed", Rules(), [run(None, "passed"), HELD_A], 5, Moves(begin=("a 1",))),
    ("a failed set-up is not tried again", Rules(retries=2), [run(None, "failed")], 5, Moves(over=True)),
    ("no retry is wanted", Rules(), [BAD_A], 5, Moves(over=True)),
    ("a retry", Rules(retries=1), [BAD_A, B], 5, Moves(again=(BAD_A,))),
    ("retries are used up", Rules(retries=1), [BAD_A, B, BAD_A2], 5, Moves(over=True)),
    ("a retry is under way", Rules(retries=1), [BAD_A, run("a", attempt=2, status="running")], 5, Moves()),
    ("what was cancelled is not tried again", Rules(retries=1), [CANCELLED], 5, Moves(over=True)),
    ("a sign-in that the suite did not make is made by nobody", Rules(), [OUT_A, B], 5, Moves(over=True)),
    ("nothing begins while others end as nobody", Rules(retries=1),
     [IN, OUT_A, run("b", status="running"), HELD_C], 5, Moves()),
    ("a new sign-in, without a retry", Rules(), [IN, OUT_A, HELD_B], 5, Moves(sign_in=IN, again=(OUT_A,))),
    ("the new sign-in is first", Rules(), [IN, OUT_A, HELD_B, run(None, attempt=2, held=True),
     run("a", attempt=2, held=True)], 5, Moves(begin=("None 2",))),
    ("the new sign-in failed", Rules(), [IN, OUT_A, HELD_B, run(None, "failed", attempt=2)], 5, Moves(cancel=("b 1",))),
    ("signed in anew, and nobody again", Rules(), [IN, OUT_A, IN_AGAIN, OUT_A2], 5, Moves(over=True)),
    ("nobody is no attempt", Rules(retries=1), [IN, OUT_A, IN_AGAIN, BAD_A2], 5, Moves(again=(BAD_A2,))),
    ("a site that takes no sign-in is not asked for ever", Rules(), [IN] * 10 + [OUT_A], 5, Moves(over=True)),
    ("broken off, and begun anew", Rules(), [LOST_A, HELD_B], 5, Moves(again=(LOST_A,), begin=("b 1",))),
    ("broken off for the third time", Rules(), [LOST_A, LOST_A, LOST_A], 5, Moves(over=True)),
    ("the set-up was broken off", Rules(), [LOST_IN, HELD_A], 5, Moves(sign_in=LOST_IN)),
    ("the set-up was broken off for the third time", Rules(), [LOST_IN] * 3 + [HELD_A], 5, Moves(cancel=("a 1",))),
    ("one still waits in line", Rules(), [A, run("b")], 5, Moves()),
    ("all have ended", Rules(), [A, B], 5, Moves(over=True)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "members", "room", "expected"), [row[1:] for row in MOVES], ids=[r[0] for r in MOVES]
)
def test_what_happens_next(rules: Rules, members: list[SuiteRun], room: int, expected: Moves) -> None:
    assert next_moves(rules, members, room) == expected


def test_nothing_is_tried_again_when_the_rest_was_cancelled() -> None:
    assert next_moves(Rules(retries=3), [BAD_A], 5, stopped=True) == Moves(over=True)


EXCUSED, STABLE = Rules(gate="all_but_known"), Rules(retries=2, max_flaky=0)

VERDICTS: list[tuple[str, Rules, list[SuiteRun], str | None, list[str]]] = [
    ("no run at all", Rules(), [], None, []),
    ("one is under way", Rules(), [A, run("b", status="running")], None, []),
    ("one was cancelled", Rules(), [CANCELLED, B], None, ["not_run"]),
    ("one was broken off too often", Rules(), [LOST_A, LOST_A, LOST_A, B], "failed", ["not_run"]),
    ("the set-up was, too", Rules(), [LOST_IN, CANCELLED], "failed", ["not_run", "not_run"]),
    ("begun anew, and failed then", Rules(), [LOST_A, BAD_A2], "failed", ["fails"]),
    ("begun anew is not flaky", STABLE, [LOST_A, B, GOOD_A2], "passed", ["begun_anew"]),
    ("begun anew, and flaky", Rules(retries=1), [LOST_A, BAD_A2, run("a", "passed", attempt=3)], "passed", ["flaky"]),
    ("begun anew, and the known failure", EXCUSED, [LOST_A, KNOWN_A2], "passed", ["known"]),
    ("the set-up begun anew", Rules(), [LOST_IN, A, IN_AGAIN], "passed", ["begun_anew"]),
    ("one was cancelled, one failed", Rules(), [run("c", status="cancelled"), BAD_A], "failed", ["not_run", "fails"]),
    ("one failed", Rules(), [BAD_A, B], "failed", ["fails"]),
    ("one failed again", Rules(retries=1), [BAD_A, B, BAD_A2], "failed", ["fails"]),
    ("a known failure counts where all have to pass", Rules(), [KNOWN_A, B], "failed", ["known"]),
    ("another failure than the known one", EXCUSED, [BAD_A, B], "failed", ["fails"]),
    ("another failure, and then the known one", EXCUSED, [BAD_A, B, KNOWN_A2], "failed", ["fails"]),
    ("the known failure, and then another", EXCUSED, [KNOWN_A, B, BAD_A2], "failed", ["fails"]),
    ("the set-up is never excused", EXCUSED, [run(None, "failed", known=True)], "failed", ["set_up_failed"]),
    ("nobody after a new sign-in too", Rules(), [IN, OUT_A, IN_AGAIN, OUT_A2], "failed", ["fails"]),
    ("the new sign-in failed", Rules(), [IN, OUT_A, run(None, "failed", attempt=2)], "failed",
     ["set_up_failed", "fails"]),
    ("too many are flaky", STABLE, [BAD_A, B, GOOD_A2], "failed", ["flaky"]),
    ("a known failure is excused", EXCUSED, [KNOWN_A, B], "passed", ["known"]),
    ("a known failure that fails so again", EXCUSED, [KNOWN_A, B, KNOWN_A2], "passed", ["known"]),
    ("nobody, and then the known failure", EXCUSED, [IN, OUT_A, IN_AGAIN, KNOWN_A2], "passed", ["known"]),
    ("flaky ones are told", Rules(retries=1), [BAD_A, B, GOOD_A2], "passed", ["flaky"]),
    ("signed in anew is not flaky", STABLE, [IN, OUT_A, B, IN_AGAIN, GOOD_A2], "passed", ["signed_in_anew"]),
    ("signed in anew, and flaky", Rules(retries=1), [IN, OUT_A, IN_AGAIN, BAD_A2, run("a", "passed", attempt=3)],
     "passed", ["flaky"]),
    ("all passed", Rules(), [run(None, "passed"), A, B], "passed", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "members", "verdict", "findings"), [row[1:] for row in VERDICTS], ids=[row[0] for row in VERDICTS]
)
def test_the_gate(rules: Rules, members: list[SuiteRun], verdict: str | None, findings: list[str]) -> None:
    judged = judge_suite(rules, members)
    assert (judged.verdict, [finding.kind for finding in judged.findings]) == (verdict, findings)


def test_a_sign_in_that_is_not_taken_any_more_is_told_as_such() -> None:
    lost = run("a", "failed", failure=Failure("signed_out", "1. click Save"))
    by_set_up, by_itself = [judge_suite(Rules(), members).findings for members in ([run(None, "passed"), lost], [lost])]
    assert by_set_up[0].text == f"Whom the set-up signed in was not known to the site any more. {by_itself[0].text}"
