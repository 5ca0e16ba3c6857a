"""Checks that held before anything was done: they cannot tell whether the actions before them worked.

What is said to close was there before: asked of the same look, for of what was never there a denial always holds.
"""

from __future__ import annotations

import asyncio
from typing import TypeGuard

from msgspec.structs import replace

from qa_appliance.browser.failure import Failed
from qa_appliance.core.checks import ChangedBy, Downloaded, ElementIs, PageCheck, denies
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.steps import Assert, Choose, Click, Fill, SetChecked, Step, WaitFor, WaitTime
from qa_appliance.core.target import Target
from qa_appliance.steps.base.brought import may_bring_one
from qa_appliance.steps.base.compare import compare
from qa_appliance.steps.base.placeholders import filled
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.steps.checks.seen import as_seen

_LOOK_AT_MOST = 1.0  # seconds
_CALM_AT_MOST = 2.0  # seconds


def first_action(steps: tuple[Step, ...]) -> int | None:
    """The place of the first step that does something on a page; None when none does, or nothing is checked after."""
    first = next((at for at, step in enumerate(steps) if step.traits.acts), None)
    return first if first is not None and _checks(steps, first) else None


async def held_before(plan: Plan, stage: Stage, first: int) -> frozenset[int]:
    """The places of later checks that hold now, before the step at `first`; asked once, of one look.

    Negated checks are left out, for they guard what is there, and those about a value not known yet. What the checks
    right behind the step say to close, and is not there now either, is remembered as `never_open`.
    """
    try:
        if any(isinstance(check, ChangedBy) for _, check in _checks(plan.steps, first)):
            await stage.recorder.until_quiet(_CALM_AT_MOST)
            stage.before_quiet = stage.recorder.pending_requests() == 0
        look = await stage.look_ahead(_found_first(plan.steps[first]), _LOOK_AT_MOST)
    except Failed:
        return frozenset()
    if look is None:
        return frozenset()
    stage.before = look
    for at, check in _closing(plan.steps, first):
        if (await asyncio.to_thread(ask_page, check, look)).holds:
            stage.never_open.add(at)
    checks = _checks(plan.steps, first)
    # many checks of a large page take longer than the loop may be held up
    held = await asyncio.to_thread(lambda: [(at, check, ask_page(check, look)) for at, check in checks])
    return frozenset(
        [at for at, check, answer in held if answer.holds and (await as_seen(answer, check, look, ask_page)).holds]
    )


def _found_first(step: Step) -> Target | None:
    """What the step looks for before it does anything."""
    return step.target if isinstance(step, Click | Fill | Choose | SetChecked) else None


async def held_before_deed(plan: Plan, stage: Stage, deed: int) -> frozenset[int]:
    """The places of the checks right behind the step at `deed` that hold before it: asked where such checks follow."""
    after = plan.steps[deed + 1 :]
    if not plan.steps[deed].traits.acts or not after or not isinstance(after[0], Assert | WaitFor | WaitTime):
        return frozenset()
    end = next((at for at, step in enumerate(after, deed + 1) if not step.traits.passes), len(plan.steps))
    downloads = frozenset(at for at in range(deed + 1, end) if _was_downloaded(plan.steps[at], stage, plan.steps[deed]))
    if not any(at < end for at, _ in _checks(plan.steps, deed)) and not _closing(plan.steps, deed):
        return downloads
    return downloads | frozenset(at for at in await held_before(plan, stage, deed) if at < end)


def _closing(steps: tuple[Step, ...], deed: int) -> list[tuple[int, ElementIs]]:
    """What is said to close right behind the step, as a mere denial; none behind a dialog that opens."""
    closing: list[tuple[int, ElementIs]] = []
    for at, step in enumerate(steps[deed + 1 :], deed + 1):
        check = step.check if isinstance(step, Assert | WaitFor) else None
        if not step.traits.passes or (
            isinstance(check, ElementIs) and check.target.kind == "dialog" and not denies(check)
        ):
            break
        if isinstance(check, ElementIs) and _closes(step, check):
            closing.append((at, replace(check, closes=False)))
    return closing


def _closes(step: Step, check: ElementIs) -> bool:
    """Whether it was there before: what is waited for to go, but a dialog, may have come by the step itself."""
    return check.closes and not _awaits(check) and (isinstance(step, Assert) or check.target.kind == "dialog")


def _was_downloaded(step: Step, stage: Stage, deed: Step) -> bool:
    """Whether it may hold of a download that has come already: behind what may bring one, only what is read of it."""
    check = step.check if isinstance(step, Assert) else None
    if not isinstance(check, Downloaded) or check.negated or not stage.brought.downloads:
        return False
    if may_bring_one(deed) and not check.contains:
        return False
    return not check.name or compare(stage.brought.downloads[-1].suggested_filename, check.comparison, check.name).holds


class HeldBefore:
    """Which checks of a plan held before its first action, and before the deed they follow, as far as it was walked."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self._acts_at = first_action(steps)
        self._first = frozenset[int]()
        self._deed = frozenset[int]()

    def grown(self, steps: tuple[Step, ...], at: int, more: int) -> None:
        """The plan has so many more steps from `at` on, where the walk stands."""
        if self._acts_at is None or self._acts_at >= at:
            self._acts_at = first_action(steps)
        self._first = frozenset(index + more if index >= at else index for index in self._first)
        self._deed = frozenset(index + more if index >= at else index for index in self._deed)

    async def look(self, plan: Plan, stage: Stage, index: int) -> None:
        """Right before the step at `index`."""
        if not plan.steps[index].traits.passes:
            stage.before = None
        if index == self._acts_at:
            self._first = await held_before(plan, stage, index)
        else:
            self._deed |= await held_before_deed(plan, stage, index)

    def mark(self, record: StepRecord, stage: Stage) -> None:
        """A message that has come since is none that was there before, though it says the same."""
        if record.index not in stage.news.fresh:
            mark_vacuous(record, first=record.index in self._first, deed=record.index in self._deed)


def mark_vacuous(record: StepRecord, *, first: bool, deed: bool) -> None:
    """Says so in the record of a check that passed: it held before the `first` action, before the `deed` before it."""
    if record.result != "passed" or not (first or deed):
        return
    remark = "it already held before the first action" if first else "it already held before the step it follows"
    if first:
        record.details.held_before = True
    if deed:
        record.details.held_before_deed = True
    record.note = f"{record.note}; {remark}" if record.note else remark


def _checks(steps: tuple[Step, ...], first: int) -> list[tuple[int, PageCheck]]:
    return [
        (at, step.check)
        for at, step in enumerate(steps)
        if at > first and _asks(step)
        if isinstance(step.check, PageCheck) and not denies(step.check) and not _awaits(step.check)
    ]


def _asks(step: Step) -> TypeGuard[Assert | WaitFor]:
    """What is waited for may have been there before; only a number that changes is told from what it was then."""
    return isinstance(step, Assert) or (isinstance(step, WaitFor) and isinstance(step.check, ChangedBy))


def _awaits(check: PageCheck) -> bool:
    """Whether a name in braces stands in it, for a value an earlier step remembers."""
    return filled(check, _Anything()) is not check


class _Anything(dict[str, str]):
    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> str:
        return name
