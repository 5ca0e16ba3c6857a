"""What was not understood, planned at the moment a run comes to it, on the page in front of it. Performs nothing.

A condition, a repetition or a place a clause stands under is kept by code: around steps that were planned for it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from qa_appliance.awaiting import Cap
from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.settle import played
from qa_appliance.browser.look.under_way import still_loading
from qa_appliance.core.checks import PageCheck, negation
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Done, Gap, Plan, Proposal
from qa_appliance.core.steps import Assert, Click, ForEach, Repeat, Step, When
from qa_appliance.core.target import Relation
from qa_appliance.english.compile import plan_english
from qa_appliance.english.nouns.scopes import scoped
from qa_appliance.english.writing.written import written
from qa_appliance.steps.base.caution import Caution
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.steps.kinds.checking import ask_once
from qa_appliance.steps.kinds.structure import CONDITION_PATIENCE

_LOOK_SECONDS = 5.0
_LOADS_SECONDS = 5.0  # for which a page that says it still loads is waited for
_LOADS_PAUSE = 0.2
_NO_LOOK = "The page could not be looked at to plan it."
_UNDER = "It stands under “{under}”, and what is done there cannot be planned alone: {why}."
_NOT_ALONE = "other steps stand there before it"
_NOT_READ = "that is not read"
_UNPLACED = "The steps planned for it cannot be put into “{under}”."


Picture = Callable[[], Awaitable[bytes | None]]
"""Takes a picture of the page as it is now, what is secret covered; None where there is none."""


class Stand(NamedTuple):
    """Where a run stands as it comes to a gap: the page, and how it was before the last deed; what is known by name,
    "" for a secret; what the page asked with the last deed; that deed's sentence. `kept`: all of what is planned goes
    into what the gap stands under."""

    look: Look
    earlier: Look | None
    names: dict[str, str]
    dialog: str
    last: str
    kept: bool = False


class GapFiller(Caution, Protocol):
    """Knows how a gap could be filled, and what of its own steps is not to be done after all. The run's `cap` stands
    still while it finds out."""

    cap: Cap

    async def fill(
        self, gap: Gap, before: Sequence[Done], after: Sequence[str], stand: Stand, picture: Picture | None = None
    ) -> Proposal:
        """What to do next on this page for a gap. `before` and `after` are the sentences around it."""
        ...

    async def read_anew(self, step: Step, record: StepRecord, before: Sequence[Done], stand: Stand) -> Proposal:
        """What says the same of this page as a step whose subject is not there."""
        ...


async def filled_at(index: int, plan: Plan, records: Sequence[StepRecord], stage: Stage, filler: GapFiller) -> Plan:
    """The plan with steps in place of the gaps that stand before its step at `index`, as far as there are any.

    A gap that is not covered by them stands behind them, and is asked about again when the walk comes there; one for
    which there are none stays, and says why.
    """
    refused = set[int]()
    while (gap := _gap_at(index, plan, refused)) is not None:
        frame, scope, why_not = _around(gap, plan)
        if why_not:
            return _unfilled(plan, gap, _UNDER.format(under=gap.under, why=why_not))
        if isinstance(frame, When) and not await ask_once(frame.check, stage, min(CONDITION_PATIENCE, stage.patience)):
            never = replace(frame, steps=(Assert(check=negation(frame.check), sentence=frame.sentence),))
            plan = plan.passed(gap, never)
            continue
        began = time.monotonic()
        proposal = await _proposed(gap, plan, records, stage, filler, kept=frame is not None)
        if proposal.judgement is not None:
            plan = plan.judged_so(gap, proposal.judgement, round((time.monotonic() - began) * 1000))
            if not proposal.judgement.holds:
                break
            continue
        proposal = _placed(proposal, scope, gap)
        filled = _filled(plan, gap, proposal, frame)
        if filled is None:
            plan = _unfilled(plan, gap, proposal.reason)
            refused.add(gap.start)
            continue
        plan = filled
        if proposal.steps:
            break
    return plan


async def _proposed(
    gap: Gap, plan: Plan, records: Sequence[StepRecord], stage: Stage, filler: GapFiller, *, kept: bool
) -> Proposal:
    stand = await stand_of(stage, plan, records)
    if stand is None:
        return Proposal(reason=_NO_LOOK)
    after = [stage.recorder.clean(text) for text in _after(gap, plan)]
    return await filler.fill(gap, done_so_far(records), after, stand._replace(kept=kept), stage.pictured)


def _filled(plan: Plan, gap: Gap, proposal: Proposal, frame: When | Repeat | ForEach | None) -> Plan | None:
    """None where nothing was proposed that can stand there."""
    if frame is None:
        return plan.filled(gap, proposal) if proposal.steps or proposal.covered else None
    if not (proposal.steps and proposal.covered):
        return None
    own = replace(frame, steps=proposal.steps, source="model")
    return plan.filled_within(gap, own, remembered=proposal.remembered)


def _around(gap: Gap, plan: Plan) -> tuple[When | Repeat | ForEach | None, tuple[Relation, ...], str]:
    """What a gap stands under: the step that is to hold its steps, or the place they are done in; else why not."""
    if not gap.under:
        return None, (), ""
    frame = plan.steps[gap.at] if gap.at < len(plan.steps) else None
    if isinstance(frame, When | Repeat | ForEach) and frame.sentence == gap.under:
        others = [one for one in plan.gaps if one.under == gap.under and one.at == gap.at and one != gap]
        alone = not others and not (isinstance(frame, When) and frame.otherwise) and not frame.steps
        return (frame, (), "") if alone else (None, (), _NOT_ALONE)
    scope = _scope_of(gap.under)
    return None, scope, "" if scope else _NOT_READ


def _scope_of(under: str) -> tuple[Relation, ...]:
    """The place that such words put what is done behind them into."""
    steps = plan_english(f'{under}, click "it"').steps
    return steps[0].target.within if len(steps) == 1 and isinstance(steps[0], Click) else ()


def _placed(proposal: Proposal, scope: tuple[Relation, ...], gap: Gap) -> Proposal:
    """Its steps in the place they stand under."""
    if not scope:
        return proposal
    placed = []
    for step in proposal.steps:
        found = written(scoped(step, scope))
        if found is None:
            return Proposal(reason=_UNPLACED.format(under=gap.under))
        placed.append(replace(found, source=step.source))
    return replace(proposal, steps=tuple(placed))


def done_so_far(records: Sequence[StepRecord]) -> list[Done]:
    """In the words they are read as, so that each part of a sentence is told as itself."""
    of_the_test = [record for record in records if record.source != "synthetic"]
    return [Done(record.reads_as or record.sentence, record.result) for record in of_the_test]


async def stand_of(stage: Stage, plan: Plan, records: Sequence[StepRecord]) -> Stand | None:
    """None where the page cannot be looked at."""
    look = await _look(stage)
    if look is None:
        return None
    deeds = [at for at, _ in enumerate(records) if at < len(plan.steps) and plan.steps[at].traits.performs]
    last = deeds[-1] if deeds else -1
    spoken = stage.dialogs.last_spoken() if last >= 0 else None
    asked = ""
    if spoken is not None and not spoken.asked:
        how = "accepted" if spoken.accepted else "dismissed, since nothing had said how to answer it"
        asked = f"The page asked by a browser's {spoken.kind}: “{spoken.text}” It was {how}."
    names = {name: "" if name in stage.variables.secret else text for name, text in stage.variables.items()}
    words = plan.steps[last].sentence if last >= 0 else ""
    return Stand(look, stage.looks.first_of(last), names, stage.recorder.clean(asked), words)


def holds_in(check: PageCheck, look: Look) -> bool:
    """Whether a check holds of one look."""
    return ask_page(check, look).holds


def _after(gap: Gap, plan: Plan) -> list[str]:
    """What stands behind a gap, other gaps among it: what belongs to one of those is not to be done for this one."""
    gaps = [(one.at, one.start, _in_its_place(one)) for one in plan.gaps if (one.at, one.start) > (gap.at, gap.start)]
    under = {one.under for one in plan.gaps if one.under}  # told with what is to be done there
    later = [(at, step) for at, step in enumerate(plan.steps) if at >= gap.at and step.sentence not in under]
    steps = [(at, sys.maxsize, step.reads_as or step.sentence) for at, step in later]
    return [text for _, _, text in sorted([*gaps, *steps])]


def _in_its_place(gap: Gap) -> str:
    return f"{gap.under}: {gap.text}" if gap.under else gap.text


def _gap_at(index: int, plan: Plan, refused: set[int]) -> Gap | None:
    return next((gap for gap in plan.gaps if gap.at == index and gap.start not in refused), None)


def _unfilled(plan: Plan, gap: Gap, reason: str) -> Plan:
    gaps = tuple(replace(one, reason=f"{one.reason} {reason}") if one == gap else one for one in plan.gaps)
    return replace(plan, gaps=gaps)


async def _look(stage: Stage) -> Look | None:
    """Once the page has come to rest; one that says it still loads is given a while."""
    ends = time.monotonic() + _LOADS_SECONDS
    try:
        while True:
            await stage.calm()
            await played(stage.page.main_frame)  # what only comes into view is there already
            look = await look_patiently(stage.page, None, time.monotonic() + _LOOK_SECONDS)
            if look is None or time.monotonic() >= ends or not still_loading(look, None):
                return look
            await asyncio.sleep(_LOADS_PAUSE)
    except Failed:
        return None
