"""Whether a page refutes how a clause was read: its subject is not there. Never where a check's claim failed.

What it was read as may be one of several readings, of which the page has another; that is put to whoever reads anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from qa_appliance.core import checks as c
from qa_appliance.core import steps as s
from qa_appliance.core.evidence.steps import StepRecord
from qa_appliance.core.plan import Plan
from qa_appliance.core.target import Target
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.filling import GapFiller, done_so_far, stand_of

_DEEDS = (s.Click, s.Fill, s.Clear, s.Choose, s.SetChecked, s.Hover, s.Press, s.Drag, s.Go, s.Sort, s.Search)
"""Of one thing, which nothing is done to where it is not found."""
_CLAIMS = (c.TextIs, c.ValueIs, c.ListSorted, c.LinkGoes)
"""About something that has to be there, whatever is claimed of it."""
_STATES_OF_NOTHING = frozenset({"visible", "exists"})


async def read_anew(
    plan: Plan, records: Sequence[StepRecord], stage: Stage, filler: GapFiller | None, step: s.Step, record: StepRecord
) -> Plan | None:
    """The plan with what whoever may read it otherwise has for a step whose subject is not there; None: nothing."""
    if filler is None or not refutes(step, record):
        return None
    stand = await stand_of(stage, plan, records)
    if stand is None:
        return None
    proposal = await filler.read_anew(step, record, done_so_far(records), stand)
    if proposal.covered and proposal.steps:
        return plan.read_anew(record.index, proposal.steps)
    record.note = "; ".join(filter(None, (record.note, proposal.reason)))
    return None


def refutes(step: s.Step, record: StepRecord) -> bool:
    """Whether the step failed for want of its subject alone, before anything was done or compared."""
    failure = record.failure
    if failure is None or failure.kind != "not_found" or failure.cause or step.source != "english":
        return False
    if isinstance(step, s.Assert | s.WaitFor):
        return _is_about_a_subject(step.check)
    target = getattr(step, "target", None)
    saved = isinstance(target, Target) and target.known is not None
    return isinstance(step, _DEEDS) and not saved


def _is_about_a_subject(check: c.Check) -> bool:
    """A denial holds by absence, and that something is there is the claim itself."""
    if check.negated or (target := getattr(check, "target", None)) is None or target.known is not None:
        return False
    if isinstance(check, c.ElementIs):
        return check.state not in _STATES_OF_NOTHING and not check.closes
    return isinstance(check, _CLAIMS)
