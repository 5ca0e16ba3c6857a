"""The story of one run: plan, steps in a browser, evidence, verdict, report. Knows no HTTP and no database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from qa_appliance.asking import Asking
from qa_appliance.browser.egress.guard import Guard
from qa_appliance.browser.process.browsers import Browsers
from qa_appliance.core.budget import judge_budget
from qa_appliance.core.classify import classify
from qa_appliance.core.difference import since_passed
from qa_appliance.core.errors import SetupFailed, is_full
from qa_appliance.core.events import Emit, Planned
from qa_appliance.core.evidence.measurements import Measurements
from qa_appliance.core.outcome import Outcome
from qa_appliance.core.plan import Plan
from qa_appliance.core.report import write_report
from qa_appliance.core.run import Patience, RunRequest
from qa_appliance.core.verdict import Summary, judge
from qa_appliance.evidence.recorder import EvidenceOptions, Recorder, Save
from qa_appliance.model.model import Model
from qa_appliance.planning.planner import Planner
from qa_appliance.planning.secret_words import secret_names, secret_words, user_names, with_secrets, without_secrets
from qa_appliance.steps.base.mailed import Mailbox
from qa_appliance.steps.base.sign_in.sessions import SignIns
from qa_appliance.steps.base.stage import Meddler, Stage
from qa_appliance.steps.opening import open_stage
from qa_appliance.steps.walk import Walked, walk, watch_out

_OUT_OF_REACH = (
    "It runs elsewhere and is out of reach: whether what the test had begun was still done there is not known, so the"
    " test was not begun again. Run it again."
)
_BEGUN_AGAIN = "The browser or the page crashed once; the test was begun again in a new one."
_TWICE = "So did the one before it, and a test is begun again once only. Run it again."


@dataclass(frozen=True)
class Means:
    """What runs are carried out with; the same for all runs of an appliance."""

    planner: Planner
    pool: Browsers
    guard: Guard
    evidence: EvidenceOptions
    patience_seconds: float  # how long a step looks for its target, and a check for its truth
    patience: Patience = "certain"  # of a run whose project has none of its own
    model: Model | None = None  # asked for what is not understood
    mailbox: Callable[[str], Awaitable[Mailbox | None]] | None = None  # of a project, with what comes from now on
    sign_ins: SignIns | None = None  # that the tests of a suite share
    meddler: Meddler | None = None  # of a run that is doubted


async def run_test(
    request: RunRequest,
    means: Means,
    *,
    save: Save,
    emit: Emit,
    on_started: Callable[[], Awaitable[bool]],
    on_closed: Callable[[], Awaitable[None]],
) -> Outcome:
    """Carries one run to its verdict.

    `on_started` is awaited once, when the browser context is open (decision 1); it answers False if the run is no
    longer wanted, which ends it with `asyncio.CancelledError`. `on_closed` is awaited once after it, when the run needs
    no browser any more and only packs what it brought home. Raises `SetupFailed` for what goes wrong before the start
    (decision 3). Whatever happens afterwards is an outcome, never an exception, except cancellation. A browser or
    page that dies is replaced once, and the test begun again (decision 2); a browser elsewhere that is lost only where
    nothing had been done.
    """
    decision = await means.guard.for_run(request.site.base_url).decide(request.site.base_url)
    if not decision.allowed:
        raise SetupFailed(decision.reason)

    written = await means.planner.plan(request)
    plan, asking = without_secrets(written), Asking(written, request, means.model)
    emit(Planned(request.id, plan))
    if not plan.steps and not asking.helps:
        return _outcome(request, _unplanned(plan), Measurements(), 0, asking)

    async with AsyncExitStack() as packed:
        async with _stage(request, written, means, save, emit, packed) as stage:
            if not await on_started():
                raise asyncio.CancelledError
            began = time.monotonic()
            walked = await _walk(plan, stage, request, emit, asking)
        again: list[str] = []
        why_not = _not_again(walked, stage, before=False)
        if walked.ended == "crashed" and not why_not:
            try:
                async with _stage(request, written, means, save, emit, packed) as stage:
                    walked = await _walk(plan, stage, request, emit, asking)
                why_not = _not_again(walked, stage, before=True)
                again = [] if why_not else [_BEGUN_AGAIN]
            except SetupFailed as problem:
                why_not = f"No new one could be opened: {problem.message}"
        if why_not:
            walked.broken = f"{walked.broken} {why_not}"
        seconds = time.monotonic() - began
        await on_closed()
        measurements = await stage.recorder.brought_home()
        measurements.notes.extend(again)
        if request.leaves_session and walked.session is None:
            measurements.notes.append("Who is signed in after the set-up could not be kept for the tests after it.")
        clean = stage.recorder.clean
        walked.records = [stage.recorder.cleaned(record) for record in walked.records]
        walked.plan = with_secrets(walked.plan, stage.recorder.hidden)
        summary = await asking.summary(walked.plan, walked.records, clean) if walked.broken is None else None
        asking.masked(clean)
        measurements.notes.extend(asking.remarks())
    return _outcome(request, walked, measurements, seconds, asking, summary)


def _not_again(walked: Walked, stage: Stage, *, before: bool) -> str:
    """Why a test whose browser or page died is not begun again, `before`: once more; "" for any other test."""
    if walked.ended != "crashed":
        return ""
    if stage.session.lost and walked.touched:
        return _OUT_OF_REACH
    return _TWICE if before else ""


def _unplanned(plan: Plan) -> Walked:
    return Walked(plan, ended="unplanned", broken="Nothing in the description could be understood as a step.")


async def _walk(plan: Plan, stage: Stage, request: RunRequest, emit: Emit, asking: Asking) -> Walked:
    stage.repairer = asking.repairer(stage.recorder.clean)
    walked = await walk(plan, stage, request, emit, asking.filler(stage.recorder.clean, emit))
    walked.plan = asking.noted(plan, walked.plan)
    if not walked.plan.steps and not walked.plan.judged and walked.broken is None:
        walked = _unplanned(walked.plan)
    packing = asyncio.create_task(asyncio.to_thread(stage.seen.packed, stage.recorder.clean))

    async def watch(until: asyncio.Event) -> None:
        await watch_out(walked, stage, request, emit, until)

    await stage.recorder.last_look(stage.page, watch)
    if stage.meddler is not None and walked.ended == "finished":
        await stage.meddler.end(stage, len(walked.plan.steps))
    if request.leaves_session:
        walked.session = await stage.session.storage_state()
    asking.masked(stage.recorder.clean)
    walked.looks = await packing
    walked.page_names = stage.seen.named(request.site.base_url, stage.recorder.clean)
    return walked


@asynccontextmanager
async def _stage(
    request: RunRequest, plan: Plan, means: Means, save: Save, emit: Emit, packed: AsyncExitStack
) -> AsyncIterator[Stage]:
    """A fresh browser context behind a proxy of its own, watched by a recorder that `packed` ends.

    Raises `SetupFailed`.
    """
    options = means.evidence.narrowed(request.evidence)
    opening = Recorder.open(run_id=request.id, save=save, options=options, emit=emit)
    try:
        recorder = await packed.enter_async_context(opening)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        advice = "Free some space." if is_full(problem) else "See that the data directory can be written to."
        raise SetupFailed(f"There is no place for the evidence of the run: {reason}. {advice}") from problem
    recorder.spare((*user_names(plan), *(account.user for account in request.project_data.accounts)))
    for secret in secret_words(plan):  # before anything is told of the first step
        recorder.hide(secret)
    way = open_stage(
        request,
        plan,
        recorder,
        pool=means.pool,
        guard=means.guard,
        patience=means.patience_seconds,
        certain=(request.patience or means.patience) == "certain",
    )
    async with way as stage:
        stage.variables.secret |= secret_names(plan)
        for name in stage.variables.secret & stage.variables.keys():
            recorder.hide(stage.variables[name])
        stage.mailbox = await means.mailbox(request.project_id) if means.mailbox is not None else None
        stage.sign_ins = means.sign_ins.of(request) if means.sign_ins is not None else None
        stage.meddler = means.meddler
        yield stage


def _outcome(
    request: RunRequest,
    walked: Walked,
    measurements: Measurements,
    seconds: float,
    asking: Asking,
    summary: Summary | None = None,
) -> Outcome:
    plan = walked.plan
    classify(plan, walked.records, measurements, walked.ended, walked.broken or "", request.last_passed)
    difference = since_passed(walked.records, measurements, request.last_passed) if request.last_passed else None
    if difference is not None:
        walked.records[difference.step_index].details.last_passed = difference
    budget = judge_budget(request.budget, measurements)
    if budget is not None:
        measurements.notes.extend(budget.excesses)
    verdict = judge(plan, walked.records, request.expectation, broken=walked.broken, summary=summary)
    return Outcome(
        status=verdict.status,
        overall_status=verdict.overall,
        passed_count=verdict.passed,
        failed_count=verdict.failed,
        skipped_count=verdict.skipped,
        total_duration_ms=round(seconds * 1000),
        initial_url=request.site.base_url,
        final_url=measurements.final_url,
        report_markdown=write_report(
            plan,
            walked.records,
            verdict,
            measurements,
            request.expectation,
            broken=walked.broken,
            difference=difference,
            summary=summary,
        ),
        confidence_score=verdict.confidence,
        plan=plan,
        steps=walked.records,
        measurements=measurements,
        session=walked.session,
        looks=walked.looks,
        page_names=walked.page_names,
        perf_status=budget.status if budget is not None else None,
        llm_tokens_used=asking.spending.tokens,
        llm_cost_cents=asking.spending.cents_used,
        model_calls=asking.calls,
        planned=asking.planned(walked.records),
    )
