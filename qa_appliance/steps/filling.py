"""What was not understood, planned at the moment a run comes to it, on the page in front of it. Performs nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from qa_appliance.browser.failure import Failed
from qa_appliance.browser.find.locate import look_patiently
from qa_appliance.browser.look.node import Look
from qa_appliance.browser.look.settle import played
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Done, Gap, Plan, Proposal
from qa_appliance.steps.base.caution import Caution
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.page_checks import ask_page

_LOOK_SECONDS = 5.0
_NO_LOOK = "The page could not be looked at to plan it."


Picture = Callable[[], Awaitable[bytes | None]]
"""Takes a picture of the page as it is now, what is secret covered; None where there is none."""


class GapFiller(Caution, Protocol):
    """Knows how a gap could be filled, and what of its own steps is not to be done after all."""

    async def propose(
        self,
        gap: Gap,
        before: Sequence[Done],
        after: Sequence[str],
        look: Look,
        names: frozenset[str],
        picture: Picture | None = None,
    ) -> Proposal:
        """What to do next on this page for a gap. `before` and `after` are the sentences around it."""
        ...


async def filled_at(index: int, plan: Plan, records: Sequence[StepRecord], stage: Stage, filler: GapFiller) -> Plan:
    """The plan with steps in place of the gaps that stand before its step at `index`, as far as there are any.

    A gap that is not covered by them stands behind them, and is asked about again when the walk comes there; one for
    which there are none stays, and says why.
    """
    refused = set[int]()
    while (gap := _gap_at(index, plan, refused)) is not None:
        look = await _look(stage)
        if look is None:
            return _unfilled(plan, gap, _NO_LOOK)
        done = [Done(record.sentence, record.result) for record in records if record.source != "synthetic"]
        after = [stage.recorder.clean(text) for text in _after(gap, plan)]
        began = time.monotonic()
        proposal = await filler.propose(gap, done, after, look, frozenset(stage.variables), stage.pictured)
        if proposal.judgement is not None:
            plan = plan.judged_so(gap, proposal.judgement, round((time.monotonic() - began) * 1000))
            if not proposal.judgement.holds:
                break
        elif proposal.steps or proposal.covered:
            plan = plan.filled(gap, proposal)
        else:
            plan = _unfilled(plan, gap, proposal.reason)
            refused.add(gap.start)
        if proposal.steps:
            break
    return plan


def holds_in(check: PageCheck, look: Look) -> bool:
    """Whether a check holds of one look."""
    return ask_page(check, look).holds


def _after(gap: Gap, plan: Plan) -> list[str]:
    """What stands behind a gap, other gaps among it: what belongs to one of those is not to be done for this one."""
    gaps = [(one.at, one.start, one.text) for one in plan.gaps if (one.at, one.start) > (gap.at, gap.start)]
    steps = [(index, sys.maxsize, step.sentence) for index, step in enumerate(plan.steps) if index >= gap.at]
    return [text for _, _, text in sorted([*gaps, *steps])]


def _gap_at(index: int, plan: Plan, refused: set[int]) -> Gap | None:
    return next((gap for gap in plan.gaps if gap.at == index and gap.start not in refused), None)


def _unfilled(plan: Plan, gap: Gap, reason: str) -> Plan:
    gaps = tuple(replace(one, reason=f"{one.reason} {reason}") if one == gap else one for one in plan.gaps)
    return replace(plan, gaps=gaps)


async def _look(stage: Stage) -> Look | None:
    try:
        await stage.calm()
        await played(stage.page.main_frame)  # what only comes into view is there already
        return await look_patiently(stage.page, None, time.monotonic() + _LOOK_SECONDS)
    except Failed:
        return None
