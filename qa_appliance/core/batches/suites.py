"""A suite's runs: which of them may begin next, and what they say together by the suite's gate. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from qa_appliance.core.batches.members import BatchVerdict, Finding, Judgement, status_of
from qa_appliance.core.batches.variants import DataRow
from qa_appliance.core.run import TERMINAL, OverallStatus, Probe, RunStatus

Gate = Literal["all", "all_but_known"]
"""Every test has to pass; or every test but those whose failure a person has marked as known."""

_EXPIRED = "Whom the set-up signed in was not known to the site any more. "
_ANEW = " It was signed in anew, and the test run again."
_BROKEN_OFF = "The appliance ended while it ran"
_MOST_BROKEN_OFF = 3  # times of one test: it may be what ends the appliance
_SIGN_INS = 10  # of one suite's run: a site that takes none is not asked for ever
SET_UP_FAILED = "The run was not started because the suite's set-up did not pass."


class Rules(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a suite is run and judged. `max_flaky`: how many tests may pass only when tried again; None: any number.

    `probe`: what is asked before each test whether the site knows still whom the set-up signed in.
    """

    gate: Gate = "all"
    max_flaky: Annotated[int, Meta(ge=0, le=1000)] | None = None
    retries: Annotated[int, Meta(ge=0, le=5)] = 0
    ordered: bool = False  # one after another, in the suite's order
    probe: Probe | None = None


class Failure(Struct, frozen=True):
    """What a failure is recognised by: another class, another step, or one more of them, is another failure."""

    failure_class: str | None
    step: str | None  # the steps that failed, each by its place and its sentence

    @property
    def recognisable(self) -> bool:
        """Of a run that failed without a failed step (a part of it that was not understood, say) nothing is."""
        return self.failure_class is not None or self.step is not None


class EndedStep(Struct, frozen=True):
    """Of a step's record what a failure is told by."""

    sentence: str
    result: str
    error: str | None = None


def failure_of(failure_class: str | None, steps: Sequence[EndedStep]) -> Failure:
    """`steps`: all of the run, in their order."""
    failed = [f"{place}. {step.sentence}" for place, step in enumerate(steps, 1) if step.result == "failed"]
    return Failure(failure_class, "\n".join(failed) or None)


class SuiteRun(Struct, frozen=True, kw_only=True):
    """One run of a suite. `test` is its procedure; None for a set-up. `held`: it may not begin yet.

    A test that has a table is one for each `row` of it.
    """

    id: str
    test: str | None
    name: str
    status: RunStatus
    overall: OverallStatus | None = None
    attempt: int = 1
    held: bool = False
    row: DataRow | None = None
    broken_off: bool = False  # it was cancelled since the appliance ended
    failure: Failure | None = None
    known: bool = False  # a person has marked this very failure of the test as known
    step: str | None = None  # the first that failed
    error: str | None = None  # of that step

    @property
    def alive(self) -> bool:
        return not self.held and self.status not in TERMINAL

    @property
    def signed_out(self) -> bool:
        """It has failed since the site knew nobody any more."""
        return self.overall == "failed" and self.failure is not None and self.failure.failure_class == "signed_out"

    @property
    def in_vain(self) -> bool:
        """It has ended and not passed."""
        return self.status in TERMINAL and self.overall != "passed"


class Moves(Struct, frozen=True, kw_only=True):
    """What has to happen next. `again`: runs that failed or were broken off, whose test is tried once more; with
    `sign_in`, the set-up, behind another one of it."""

    begin: tuple[str, ...] = ()
    sign_in: SuiteRun | None = None
    again: tuple[SuiteRun, ...] = ()
    cancel: tuple[str, ...] = ()
    over: bool = False


def next_moves(rules: Rules, members: Sequence[SuiteRun], room: int, *, stopped: bool = False) -> Moves:
    """`members` in their order; `room`: how many runs more may be alive. `stopped`: a person has cancelled the rest.

    Where the site knows nobody any more, nothing begins until what is alive has ended and the set-up signed in anew.
    """
    set_ups = [member for member in members if member.test is None]
    set_up = set_ups[-1] if set_ups else None
    alive = sum(member.alive for member in members)
    if set_up is not None and set_up.in_vain:
        if not stopped and _begins_anew(set_ups):
            return Moves(sign_in=set_up)
        return _given_up(_held(members), alive)
    out = _signed_out(members, set_ups) if not stopped else ()
    if out:
        return Moves() if alive else Moves(sign_in=set_up, again=out)
    again = () if stopped else tuple(_to_try_again(rules, members))
    return _begun(rules, _held(members), set_up, alive, room, again)


def _given_up(held: Sequence[SuiteRun], alive: int) -> Moves:
    return Moves(cancel=tuple(member.id for member in held), over=not (held or alive))


def _begun(
    rules: Rules,
    held: Sequence[SuiteRun],
    set_up: SuiteRun | None,
    alive: int,
    room: int,
    again: tuple[SuiteRun, ...],
) -> Moves:
    most = room - len(again)
    if rules.ordered:
        most = min(most, 1 - alive - len(again))
    begin = tuple(member.id for member in _next_ones(held, set_up)[: max(0, most)])
    return Moves(begin=begin, again=again, over=not (held or again or alive))


def _held(members: Sequence[SuiteRun]) -> list[SuiteRun]:
    return [member for member in members if member.held and member.status == "pending"]


def _next_ones(held: Sequence[SuiteRun], set_up: SuiteRun | None) -> Sequence[SuiteRun]:
    """Those which nothing but room is wanting for: the set-up alone until it has passed."""
    if set_up is None or set_up.overall == "passed":
        return held
    return [member for member in held if member is set_up]


def _signed_out(members: Sequence[SuiteRun], set_ups: Sequence[SuiteRun]) -> tuple[SuiteRun, ...]:
    """Those to be run after a new sign-in, each test once."""
    if not 0 < len(set_ups) < _SIGN_INS:
        return ()
    tests = [attempts for attempts in by_test(members) if attempts[-1].test is not None and attempts[-1].signed_out]
    return tuple(attempts[-1] for attempts in tests if sum(each.signed_out for each in attempts) == 1)


def _to_try_again(rules: Rules, members: Sequence[SuiteRun]) -> Iterator[SuiteRun]:
    for attempts in by_test(members):
        last = attempts[-1]
        if last.test is None:
            continue
        if _begins_anew(attempts) or (last.overall == "failed" and len(_counted(attempts)) <= rules.retries):
            yield last


def _begins_anew(attempts: Sequence[SuiteRun]) -> bool:
    """Whether the last one was broken off, and not for the last time that is made up for."""
    return attempts[-1].broken_off and sum(each.broken_off for each in attempts) < _MOST_BROKEN_OFF


def _counted(attempts: Sequence[SuiteRun]) -> list[SuiteRun]:
    """Of one test: an attempt as nobody, or that was broken off, tells nothing of it once there is another. Of set-ups
    the last."""
    last = attempts[-1]
    if last.test is None:
        return [last]
    return [each for each in attempts if each is last or not (each.signed_out or each.broken_off)]


def by_test(members: Sequence[SuiteRun]) -> list[list[SuiteRun]]:
    """The attempts of each test, in the order of the first ones."""
    tests: dict[tuple[str | None, int], list[SuiteRun]] = {}
    for member in members:
        tests.setdefault((member.test, member.row.number if member.row else 0), []).append(member)
    return list(tests.values())


def judge_suite(rules: Rules, members: Sequence[SuiteRun]) -> Judgement:
    """Never "passed" while a run is under way, where one was cancelled, or while a test has not passed that has to."""
    status = status_of([member.status for member in members])
    if status in ("pending", "running"):
        return Judgement(status, None, ())
    tests = by_test(members)
    signed_in = any(member.test is None for member in members)
    findings = tuple(finding for attempts in tests if (finding := _finding(attempts, signed_in=signed_in)) is not None)
    return Judgement(status, _verdict(rules, tests), findings)


def _verdict(rules: Rules, tests: Sequence[Sequence[SuiteRun]]) -> BatchVerdict | None:
    ends = [attempts[-1] for attempts in tests]
    failed = [attempts for attempts in tests if _is_red(attempts, excused=rules.gate == "all_but_known")]
    flaky = sum(len(_counted(attempts)) > 1 and attempts[-1].overall == "passed" for attempts in tests)
    if failed or (rules.max_flaky is not None and flaky > rules.max_flaky):
        return "failed"
    return "passed" if ends and all(end.overall is not None for end in ends) else None


def _is_red(attempts: Sequence[SuiteRun], *, excused: bool) -> bool:
    """`excused`: unless the failure is known."""
    last = attempts[-1]
    return last.broken_off or (last.overall == "failed" and not (excused and _known(attempts)))


def _known(attempts: Sequence[SuiteRun]) -> bool:
    """Whether none of the test's attempts failed otherwise than somebody has marked it. A set-up is never excused."""
    return attempts[-1].test is not None and all(each.known for each in _counted(attempts))


def _finding(attempts: Sequence[SuiteRun], *, signed_in: bool) -> Finding | None:
    """`signed_in`: the tests begin as the set-up left the browser."""
    last = attempts[-1]
    if last.overall == "passed":
        return _of_passed(attempts)
    if last.broken_off:
        times = sum(each.broken_off for each in attempts)
        text = f"{_BROKEN_OFF}{f', {times} times' if times > 1 else ''}, so nothing is known of it."
        return Finding("not_run", text, last.id, last.name)
    if last.overall is None:
        return Finding("not_run", "It was cancelled, so nothing is known of it.", last.id, last.name)
    if last.test is None:
        return Finding("set_up_failed", f"The set-up failed, so no test was run: {_why(last)}", last.id, last.name)
    if _known(attempts):
        return Finding("known", f"A known failure: {_why(last)}", last.id, last.name)
    if last.known:
        other = next(each for each in _counted(attempts) if not each.known)
        return Finding("fails", f"It failed as is known, and before that otherwise: {_why(other)}", other.id, last.name)
    expired = signed_in and last.failure is not None and last.failure.failure_class == "signed_out"
    return Finding("fails", f"{_EXPIRED if expired else ''}{_why(last)}", last.id, last.name)


def _of_passed(attempts: Sequence[SuiteRun]) -> Finding | None:
    first, last, counted = attempts[0], attempts[-1], _counted(attempts)
    if len(counted) > 1:
        text = f"It passed only when it was tried {len(counted)} times: {_why(counted[0])}"
        return Finding("flaky", text, counted[0].id, last.name)
    if first.broken_off:
        return Finding("begun_anew", f"{_BROKEN_OFF}, and it was begun anew after that.", first.id, last.name)
    if last.test is None or len(attempts) == 1:
        return None
    return Finding("signed_in_anew", f"{_EXPIRED}{_why(first)}{_ANEW}", first.id, last.name)


def _why(member: SuiteRun) -> str:
    if member.step is None:
        return "No single step failed; its report says why."
    return f"“{member.step}” failed. {member.error or ''}".strip()
