"""Walks through a plan: one step after the other, and after each the question whether to go on. Judges nothing."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from qa_appliance.awaiting import Cap
from qa_appliance.browser.failure import Failed, for_want_of_room
from qa_appliance.browser.look.settle import timers_left
from qa_appliance.core.advice import advice_on
from qa_appliance.core.checks import ElementIs, PageCheck
from qa_appliance.core.events import Emit, StepBegan, StepEnded
from qa_appliance.core.evidence.failure import Failure, Signal
from qa_appliance.core.evidence.judged import judged_record
from qa_appliance.core.evidence.steps import SpokenDialog, StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.refusal import (
    as_refusal,
    came_late,
    may_be_refused,
    merely_failed,
    no_refusal,
    nobody_signed_in,
    not_signed_in,
    sign_in_lost,
)
from qa_appliance.core.run import RunRequest, WalkEnd
from qa_appliance.core.steps import Assert, Go, Step, WaitLoad
from qa_appliance.core.target import Target
from qa_appliance.steps.base.placeholders import filled
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.vacuous import HeldBefore
from qa_appliance.steps.filling import GapFiller, filled_at
from qa_appliance.steps.kept import kept_from
from qa_appliance.steps.kinds.checking import ask_patiently
from qa_appliance.steps.kinds.navigation import open_base
from qa_appliance.steps.known_to_site import why_not_known
from qa_appliance.steps.lasting import END_SECONDS, turned
from qa_appliance.steps.perform import attempt, record_of
from qa_appliance.steps.refuted import read_anew
from qa_appliance.steps.replaced import tell_replaced
from qa_appliance.steps.signals import Before, answers, before_action, refused_by_site, shows_sign_in
from qa_appliance.steps.signing_in import SigningIn

_PAUSE = 0.1  # seconds between two questions whether the page has changed

_PLANNED = "planned by a model"
_REMEMBERED = "planned before by a model, from the cache"
_NOT_DONE = "Not done: a part of the test before it was not understood."

_log = logging.getLogger(__name__)


@dataclass
class Walked:
    """What came of a walk. `ended` tells why there was no further step, `broken` the same to a tester.

    `plan`: with the steps that were planned for its gaps on the way. `looks`: the last look at each page, packed.
    `page_names`: the paths of those that have a name. `session`: who is signed in at the end, where that is wanted.
    `missed`: what a negative test takes for refused as it did not come. `opened`: the page the run begins at is open.
    `spoken`: how many of the pages' dialogs stand in the records.
    """

    plan: Plan
    records: list[StepRecord] = field(default_factory=list)
    looks: dict[str, bytes] = field(default_factory=dict)
    page_names: dict[str, str] = field(default_factory=dict)
    session: dict[str, object] | None = None
    ended: WalkEnd = "finished"
    broken: str | None = None
    missed: PageCheck | None = None
    opened: bool = False
    spoken: int = 0

    @property
    def touched(self) -> bool:
        """Whether a step had been done, or one that does something with the site had begun, when the browser ended."""
        first = next((record for record in self.records if record.result != "skipped"), None)
        if first is None or not self.opened:
            return False
        if first.failure is None or first.failure.kind != "crashed":
            return True
        step = self.plan.steps[first.index]
        return step.traits.performs and not isinstance(step, Go)


async def walk(plan: Plan, stage: Stage, request: RunRequest, emit: Emit, filler: GapFiller | None = None) -> Walked:
    """Performs the steps in order; a record for every one, `skipped` for those not reached.

    Stops at the first failure and before the first part that was not understood (an exploratory run goes on), at a
    refusal in a negative test, when the run's time is up, and when the browser dies. Only cancellation passes as an
    exception. `filler` is asked for the steps of what was not understood, on the page as it is then.
    """
    walked = Walked(plan)
    stage.attempts_from = None if request.expectation == "fail" else request.signs_in
    try:
        async with (filler.cap if filler is not None else Cap()).holding(request.deadline_seconds):
            await _perform_all(walked, stage, request, emit, filler)
    except TimeoutError:
        minutes = request.deadline_seconds / 60
        walked.ended = "time_cap"
        walked.broken = f"The run's time cap of {minutes:g} minutes was reached."
    except Exception as error:  # noqa: BLE001 - a defect of ours must not cost the run its evidence
        _log.exception("run %s: step %d broke", request.id, len(walked.records) + 1)
        walked.ended = "defect"
        walked.broken = f"The appliance itself failed at this step ({type(error).__name__}); its log has the details."
    stage.caution, plan = None, walked.plan
    if walked.ended in ("time_cap", "defect") and len(walked.records) < len(plan.steps):
        index = len(walked.records)
        begun = record_of(plan.steps[index], stage, index, "failed")
        begun.error = walked.broken
        _record(walked, begun, request, emit)
    if walked.ended == "finished" and len(walked.records) == len(_until_unread(plan, request)) < len(plan.steps):
        walked.ended = "unread"
    for index in range(len(walked.records), len(plan.steps)):
        left = record_of(plan.steps[index], stage, index, "skipped")
        left.note = _NOT_DONE if walked.ended == "unread" else None
        _record(walked, left, request, emit)
    for one in plan.judged:
        _record(walked, judged_record(len(walked.records), one, stage.page.url), request, emit)
    return walked


async def _perform_all(walked: Walked, stage: Stage, request: RunRequest, emit: Emit, filler: GapFiller | None) -> None:
    opened = await _not_known(walked.plan, stage, request) or await _open_base(walked.plan, stage, filler)
    if opened is not None:
        _record(walked, opened, request, emit)
        await _note_crash(walked, opened)
        return
    walked.opened = True
    held = HeldBefore(walked.plan.steps)
    signing = SigningIn(request.signs_in)
    anew = functools.partial(_read_anew, walked, held, stage, filler)
    while True:
        index = len(walked.records)
        step = await _step_at(index, walked, held, stage, request, filler)
        if step is None:
            return
        await held.look(walked.plan, stage, index)
        action = str(step.__struct_config__.tag)
        if not isinstance(step, Assert) and await _lasted_not(walked, stage, request, emit):
            return
        emit(StepBegan(request.id, index, stage.recorder.clean(step.sentence), action))
        await signing.before(index, walked.plan.steps, stage)
        before = await before_action(stage) if request.is_answered else None
        record = await attempt(step, stage, index, anew)
        if record is None:
            continue
        if before is not None:
            record = await _with_answers(record, step, before, walked, stage, request)
        if await signing.came_to_nothing([*walked.records, record], walked.plan.steps, stage):
            record = nobody_signed_in(record)
        record.note = _with_provenance(record, walked.plan, index)
        held.mark(record, stage)
        _record(walked, record, request, emit)
        await _note_crash(walked, record)
        if walked.ended == "crashed":
            return
        if record.refused or (record.result == "failed" and request.expectation != "unknown"):
            return


async def _with_answers(
    record: StepRecord, step: Step, before: Before, walked: Walked, stage: Stage, request: RunRequest
) -> StepRecord:
    signals = await answers(stage, before) if step.traits.answered else []
    if request.typed is not None:
        record.details.answers = [Signal(each.kind, stage.recorder.clean(each.text)) for each in signals]
        _note_dialogs(walked, record, stage)
    if request.expectation == "fail":
        record = await _judged_as_refusal(record, step, signals, walked.records, stage, request)
        walked.missed = _missed(step, stage, record) if record.refused and not signals else None
    return record


def _note_dialogs(walked: Walked, record: StepRecord, stage: Stage) -> None:
    """Those that no record has yet: one may come between two steps."""
    new = stage.dialogs.spoken[walked.spoken :]
    walked.spoken += len(new)
    record.details.dialogs += [SpokenDialog(each.kind, stage.recorder.clean(each.text)) for each in new]


async def _judged_as_refusal(
    record: StepRecord, step: Step, signals: list[Signal], earlier: list[StepRecord], stage: Stage, request: RunRequest
) -> StepRecord:
    """Who is refused already while signing in, or is not known any more, has shown nothing of what they may do."""
    index = len(earlier)
    asked = stage.asked
    if index == request.signs_in - 1:
        stage.asked = ""  # what comes from here on answers the test
    looked = record.failure is not None and may_be_refused(record, asked)
    beside = await kept_from(step, record.failure, stage) if looked and record.failure is not None else ""
    beside = stage.recorder.clean(beside)
    record = as_refusal(record, signals, asked=asked, beside=beside, probes=request.as_role)
    if not (record.refused or looked):
        return record
    if index < request.signs_in:
        return not_signed_in(record) if record.refused else record
    if not request.is_known_to_server:
        return record
    form = request.is_known and await shows_sign_in(stage)
    answered = refused_by_site(stage)
    own, begun = request.signs_in, request.site.base_url
    lost = sign_in_lost(record, earlier, answered, own=own, begun=begun, pages=request.is_known, form=form)
    return lost or record


async def _step_at(
    index: int, walked: Walked, held: HeldBefore, stage: Stage, request: RunRequest, filler: GapFiller | None
) -> Step | None:
    """The next step, where need be of those that are planned now for what was not understood; None: there is none."""
    if filler is not None:
        before = len(walked.plan.steps)
        walked.plan = await filled_at(index, walked.plan, walked.records, stage, filler)
        if not all(one.judgement.holds for one in walked.plan.judged):
            return None
        stage.steps = walked.plan.steps
        held.grown(stage.steps, index, len(stage.steps) - before)
    steps = _until_unread(walked.plan, request)
    if index >= len(steps):
        return None
    stage.caution = filler if steps[index].source == "model" else None
    return steps[index]


async def _read_anew(
    walked: Walked, held: HeldBefore, stage: Stage, filler: GapFiller | None, step: Step, record: StepRecord
) -> bool:
    """Whether other steps take the place of one whose subject is not there."""
    plan = await read_anew(walked.plan, walked.records, stage, filler, step, record)
    if plan is None:
        return False
    held.grown(plan.steps, record.index, len(plan.steps) - len(walked.plan.steps))
    walked.plan, stage.steps = plan, plan.steps
    return True


def _with_provenance(record: StepRecord, plan: Plan, index: int) -> str | None:
    if record.source != "model":
        return record.note
    return "; ".join(filter(None, (_REMEMBERED if plan.is_remembered(index) else _PLANNED, record.note)))


def _until_unread(plan: Plan, request: RunRequest) -> tuple[Step, ...]:
    """The steps that are performed if they all can be; an exploratory run goes on behind what was not understood."""
    gap = plan.first_gap
    return plan.steps if gap is None or request.expectation == "unknown" else plan.steps[: gap.at]


async def _note_crash(walked: Walked, record: StepRecord) -> None:
    if record.failure is not None and record.failure.kind == "crashed":
        walked.ended = "crashed"
        walked.broken = f"The browser or the page crashed during step {record.index + 1}.{await for_want_of_room()}"


def _missed(step: Step, stage: Stage, record: StepRecord) -> PageCheck | None:
    """What did not come, as a check."""
    if record.failure is None or record.failure.kind not in ("assertion", "not_found"):
        return None
    step = filled(step, stage.variables)
    if isinstance(step, Assert):
        return step.check if isinstance(step.check, PageCheck) else None
    target = getattr(step, "target", None)
    return ElementIs(target, "visible") if isinstance(target, Target) else None


async def watch_out(walked: Walked, stage: Stage, request: RunRequest, emit: Emit, until: asyncio.Event) -> None:
    """The end of a run: what held last is watched on, and what did not come in a negative test is asked for once more.

    `until`: other evidence of the last page is taken until then. Raises nothing of the page's.
    """
    if walked.ended in ("finished", "unread"):
        await tell_replaced(walked.records, stage, request.id, emit)
    if walked.ended == "finished" and walked.missed is not None:
        await until.wait()
        await _came_after_all(walked, walked.missed, stage, request, emit)
    elif walked.ended == "finished" and not any(r.refused for r in walked.records):
        await _watch(walked, stage, request, emit, until)
    if request.typed is not None and walked.records:
        _note_dialogs(walked, walked.records[-1], stage)
    if request.expectation != "fail" or walked.ended not in ("finished", "unread"):
        return
    mere = merely_failed(walked.records)
    if mere is not None or not any(r.refused or r.result == "failed" for r in walked.records):
        whole = walked.ended == "finished"
        at = len(walked.records)
        _record(walked, no_refusal(at, stage.recorder.clean(stage.page.url), mere, whole=whole), request, emit)


async def _watch(walked: Walked, stage: Stage, request: RunRequest, emit: Emit, until: asyncio.Event) -> None:
    """Until then, and until the answers and timers have come that the page waits for: END_SECONDS at most.

    What turns fails its step, which is told once more.
    """
    ends, waited = time.monotonic() + END_SECONDS, False
    while stage.held:
        over = time.monotonic() >= ends
        await _lasted_not(walked, stage, request, emit)
        if over:
            return
        if until.is_set():
            asked = stage.recorder.pending_requests() > 0
            coming = asked or await timers_left(stage.page.main_frame) != 0
            if not coming and not waited:
                return
            waited = coming
            await asyncio.sleep(_PAUSE)
        else:
            with suppress(TimeoutError):
                await asyncio.wait_for(until.wait(), _PAUSE)


async def _came_after_all(walked: Walked, missed: PageCheck, stage: Stage, request: RunRequest, emit: Emit) -> None:
    """Fails the step that counted as refused, if what it missed was only late: requests and timers are waited for."""
    await stage.recorder.until_quiet(END_SECONDS)
    left = await timers_left(stage.page.main_frame)
    coming = END_SECONDS if left is None else left
    answer = await ask_patiently(missed, stage, min(coming + _PAUSE, END_SECONDS) if coming else 0)
    at = next(i for i, record in enumerate(walked.records) if record.refused)
    if answer.holds:
        walked.records[at] = late = came_late(walked.records[at])
        await stage.recorder.step_turned(late, stage.page)
        emit(StepEnded(request.id, late))


async def _lasted_not(walked: Walked, stage: Stage, request: RunRequest, emit: Emit) -> bool:
    """Fails the steps whose checks turned by themselves. Answers whether the walk ends by it."""
    for wrong in await turned(stage):
        failure = wrong.failure
        failure = msgspec.structs.replace(failure, advice=advice_on(stage.steps[wrong.index], failure))
        record = msgspec.structs.replace(
            walked.records[wrong.index], result="failed", failure=failure, error=failure.message
        )
        await stage.recorder.step_turned(record, stage.page)
        if request.expectation == "fail":
            step = stage.steps[wrong.index]
            record = await _judged_as_refusal(record, step, [], walked.records[: wrong.index], stage, request)
        walked.records[wrong.index] = record
        emit(StepEnded(request.id, record))
    ends = any(r.refused or r.result == "failed" for r in walked.records)
    return ends and request.expectation != "unknown"


async def _open_base(plan: Plan, stage: Stage, filler: GapFiller | None) -> StepRecord | None:
    """Every run begins at the base URL, unless its first step names an address, and nothing has to be planned before
    it. Answers a failed first step or None."""
    first = plan.steps[0] if plan.steps else WaitLoad()
    asked_first = filler is not None and any(gap.at == 0 for gap in plan.gaps)
    if isinstance(first, Go) and first.url and not asked_first:
        return None
    try:
        await open_base(stage)
    except Failed as failed:
        return await _begun_in_vain(plan, stage, failed.failure)
    return None


async def _not_known(plan: Plan, stage: Stage, request: RunRequest) -> StepRecord | None:
    """The record of the first step where the site does not know any more whom the suite's set-up signed in."""
    why = await why_not_known(stage.session, stage.site, request.probe) if request.probe is not None else ""
    return await _begun_in_vain(plan, stage, Failure("signed_out", why)) if why else None


async def _begun_in_vain(plan: Plan, stage: Stage, failure: Failure) -> StepRecord:
    record = record_of(plan.steps[0] if plan.steps else WaitLoad(), stage, 0, "failed")
    record.failure, record.error = failure, stage.recorder.clean(failure.message)
    await stage.recorder.step_begins(0, record.sentence)
    await stage.recorder.step_ends(record, stage.page)
    return record


def _record(walked: Walked, record: StepRecord, request: RunRequest, emit: Emit) -> None:
    walked.records.append(record)
    emit(StepEnded(request.id, record))
