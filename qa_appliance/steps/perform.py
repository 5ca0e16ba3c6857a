"""Performs one step and writes its record; a test's own failures never come out of here as exceptions."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
from playwright.async_api import Error as PlaywrightError

from qa_appliance.browser.failure import Failed, fail, translated
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.core.advice import advice_on
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.refusal import asked_after
from qa_appliance.core.steps import Assert, Dialog, Remember, RememberAnswer, Step, WaitFor, WaitLoad, WaitTime
from qa_appliance.steps.aftermath import Aftermath
from qa_appliance.steps.base.dialogs import answer_by
from qa_appliance.steps.base.placeholders import filled, never_given
from qa_appliance.steps.base.sign_in.form import asks_to_sign_in
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.kinds.checking import ask_once
from qa_appliance.steps.lasting import turned
from qa_appliance.steps.messages.troubles import troubles
from qa_appliance.steps.registry import kind_of

_TROUBLE_SECONDS = 1.0
_MOST_ERRORS = 5
_NO_DEED = Assert | WaitTime | WaitLoad | Remember | RememberAnswer  # what held before them is watched on


ReadAnew = Callable[[Step, StepRecord], Awaitable[bool]]
"""Whether other steps were found for one that failed, so that it is none of the run's."""


async def perform(step: Step, stage: Stage, index: int) -> StepRecord:
    """One step of the plan; `index` counts from 0. Only cancellation and defects of ours come out as exceptions."""
    record = await attempt(step, stage, index, _never)
    assert record is not None
    return record


async def _never(_step: Step, _record: StepRecord) -> bool:
    return False


async def attempt(step: Step, stage: Stage, index: int, read_anew: ReadAnew) -> StepRecord | None:
    """The same; None where it came to nothing and was read anew."""
    stage.index = index
    if stage.meddler is not None:
        await stage.meddler.before(step, stage, index)
    stage.foresee(stage.steps[index + 1 :])
    await _begins(step, stage)
    await stage.recorder.step_begins(index, stage.recorder.clean(step.sentence))
    record = await _perform(step, stage, index)
    if stage.meddler is not None:
        await stage.meddler.after(step, stage, index)
    if record.failure is not None and await read_anew(step, record):
        return None
    await stage.recorder.step_ends(record, stage.page)
    return record


def record_of(step: Step, stage: Stage, index: int, result: Literal["passed", "failed", "skipped"]) -> StepRecord:
    """The record of a step as planned; secrets are masked."""
    kind, clean = kind_of(step), stage.recorder.clean
    for secret in kind.secrets(step):
        stage.recorder.hide(secret.text)
    target, value = kind.target(step), kind.value(step)
    return StepRecord(
        index=index,
        action=str(step.__struct_config__.tag),
        target=clean(target) if target else None,
        value=clean(value) if value else None,
        result=result,
        sentence=clean(step.sentence),
        reads_as=clean(step.reads_as),
        source=step.source,
        phrase=step.phrase or None,
        rule=step.rule,
    )


async def _begins(step: Step, stage: Stage) -> None:
    """What has been sent by the time the pages answer that a deed begins is heard of by then, and is no doing of it."""
    if answer_by(step) is None and not isinstance(step, _NO_DEED | WaitFor):
        stage.dialogs.forget()
    if not isinstance(step, _NO_DEED):
        stage.held.clear()
    stage.brought.begins(step)
    await stage.news.begins(step, stage.page, lambda: len(stage.recorder.requests_made()[0]))
    if not step.traits.passes:
        stage.requests_before = len(stage.recorder.requests_made()[0])


async def _perform(step: Step, stage: Stage, index: int) -> StepRecord:
    """Once it has begun."""
    began = time.monotonic()
    step = filled(step, stage.variables)
    record = record_of(step, stage, index, "passed")
    doing = Doing(
        perform=lambda inner: _perform_inner(inner, stage, index),
        holds=lambda check, patience: ask_once(check, stage, patience),
    )
    around = stage.ways, stage.ways_saved
    stage.ways, stage.ways_saved = [], bool(step.ways)
    failure = await _judged(await _done(step, stage, doing), stage)
    if step.traits.acts:
        stage.base_opened = False  # the page is no more as the run opened it: going there loads it anew
    doing.details.ways = list(step.ways) or stage.ways
    stage.ways, stage.ways_saved = around
    if failure is None:
        stage.asked = stage.recorder.clean(asked_after(step, doing.role, stage.page.url, stage.asked))
        stage.news.done(step, stage.asked)
    if failure is not None and failure.kind not in ("crashed", "unreachable", "blocked"):
        await _look_at_trouble(stage, doing)
    _tell_certain(failure, doing)
    clean = stage.recorder.clean
    if failure is not None:
        failure = msgspec.structs.replace(failure, advice=advice_on(step, failure))
        record.result, record.error, record.failure = "failed", clean(failure.message), _cleaned(failure, stage)
    record.duration_ms = round((time.monotonic() - began) * 1000)
    record.started_at_ms = round((began - stage.began) * 1000)
    record.found = doing.found
    record.value = record.value if doing.value is None else clean(doing.value)
    for happened in stage.passkeys.news() if stage.passkeys is not None else ():
        doing.note(happened)
    for happened in stage.wire.replacing.news():
        doing.note(happened)
    record.note = clean("; ".join(doing.notes)) or None
    record.details = doing.details
    record.url = clean(stage.page.url)
    return record


def _tell_certain(failure: Failure | None, doing: Doing) -> None:
    """What was looked for in vain on the way to success is not worth a word."""
    if failure is None:
        doing.details.certain_after_ms = None
    elif doing.details.certain_after_ms is not None:
        doing.note(f"certain after {doing.details.certain_after_ms / 1000:.1f} s: nothing was under way")


async def _judged(failure: Failure | None, stage: Stage) -> Failure | None:
    """What failed while the browser stood still says nothing of the page; it may have been ended for that by now."""
    if failure is None or failure.kind == "crashed":
        return failure
    if await stage.session.answers() and not stage.session.crashed.is_set():
        return failure
    return Failure(kind="crashed", message="The browser stood still while the step was at work.")


async def _perform_inner(step: Step, stage: Stage, index: int) -> StepRecord:
    """A step of the step at `index`. Raises Failed where a check of an earlier one has turned by itself meanwhile."""
    if not isinstance(step, Assert):
        for wrong in await turned(stage):
            raise Failed(wrong.failure)
    await _begins(step, stage)
    record = await _perform(step, stage, index)
    for held in stage.held:
        held.inner = held.inner or record
    return record


async def _done(step: Step, stage: Stage, doing: Doing) -> Failure | None:
    after = Aftermath(step, stage)
    try:
        if stage.caution is not None and (reason := stage.caution.refuses_page(stage.page.url)):
            raise fail("unsupported", reason)
        if stage.caution is not None and (name := never_given(step)):
            raise fail("unsupported", f"Nothing has been remembered as {{{name}}}, so that this is not done.")
        promised = stage.dialogs.promised and not isinstance(step, Dialog)
        await kind_of(step).perform(step, stage, doing)
        if promised and stage.dialogs.promised and not await stage.dialogs.wait_for_another(stage.patience):
            stage.dialogs.promised = False
            message = "The dialog that was to be answered did not come."
            raise fail("not_found", message, expected="a dialog", cause="no_dialog")
        if promised:
            stage.dialogs.claim_all()
        after.judge()
    except Failed as failed:
        after.tell_of_failure(doing)
        return failed.failure
    except PlaywrightError as error:
        return translated(error, "perform this step")
    finally:
        after.tell(doing)
    return None


async def _look_at_trouble(stage: Stage, doing: Doing) -> None:
    """What the page shows of errors when a step fails, and its texts, for the class of the failure."""
    try:
        look = await look_patiently(stage.page, None, time.monotonic() + _TROUBLE_SECONDS)
    except Failed:
        return
    if look is not None:
        stage.recorder.note_text(look.text)
        stage.saw(look)
        begun_signed_in = bool(stage.site.storage_state or stage.site.cookies)
        doing.details.sign_in_form = begun_signed_in and asks_to_sign_in(look)
        shown = [stage.recorder.clean(trouble.text) for trouble in troubles(look) if trouble.kind != "invalid_field"]
        if shown:
            doing.details.errors = shown[:_MOST_ERRORS]


def _cleaned(failure: Failure, stage: Stage) -> Failure:
    clean = stage.recorder.clean
    return msgspec.structs.replace(
        failure,
        message=clean(failure.message),
        expected=clean(failure.expected),
        seen=clean(failure.seen),
        advice=clean(failure.advice),
        instead=tuple(clean(text) for text in failure.instead),
        candidates=tuple(clean(text) for text in failure.candidates),
    )
