"""What a sentence would act on, on the page as it is. Does nothing to it."""

from __future__ import annotations

from collections.abc import Iterable

from qa_appliance.browser.find.descriptions import called
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find, gather
from qa_appliance.browser.look.node import Box, Look
from qa_appliance.core.checks import PageCheck
from qa_appliance.core.plan import Gap, Plan
from qa_appliance.core.steps import Assert, WaitFor
from qa_appliance.core.target import Target
from qa_appliance.core.traits import Purpose
from qa_appliance.steps.checks.page_checks import ask_page
from qa_appliance.studio.messages import Tried
from qa_appliance.studio.naming import target_of

_MOST_NEAR = 8
_NOT_A_STEP = "No sentence yet."


def tried(text: str, plan: Plan, look: Look) -> Tried:
    if plan.first_gap is not None:
        return Tried(text, False, unread(plan.first_gap), candidates=plan.first_gap.nearest)
    if not plan.steps:
        return Tried(text, False, _NOT_A_STEP)
    step = next((step for step in plan.steps if target_of(step) is not None), plan.steps[0])
    if isinstance(step, Assert | WaitFor):
        return _asked(text, step, look)
    target = target_of(step)
    if target is None:
        return Tried(text, True, "This is about no one thing on the page.")
    return _found(text, target, step.traits.purpose or "click", look)


def unread(gap: Gap) -> str:
    return f"“{gap.text}” is not understood. {gap.reason}".strip()


def _asked(text: str, step: Assert | WaitFor, look: Look) -> Tried:
    if not isinstance(step.check, PageCheck):
        return Tried(text, True, "This is asked of the whole run; Enter asks it now.")
    answer = ask_page(step.check, look)
    says = "This holds now." if answer.holds else answer.message
    box = answer.node.box if answer.node is not None else answer.found.box if answer.found is not None else None
    return Tried(text, True, says, box, candidates=answer.candidates)


def _found(text: str, target: Target, purpose: Purpose, look: Look) -> Tried:
    match find(look, target, purpose):
        case Match(node=node, reason=reason, rung=rung):
            others = (n.box for n in gather(look, target, purpose).nodes if n.index != node.index)
            says = f"The {called(look, node)}: {reason or rung}."
            return Tried(text, True, says, node.box, _boxes(others))
        case Ambiguous(nodes=nodes, sentences=wordings):
            says = f"{len(nodes)} things fit equally well. Say which."
            places = tuple(n.box for n in nodes[: len(wordings)])
            return Tried(text, True, says, None, _boxes(n.box for n in nodes), wordings, places)
        case Miss(reason=reason, instead=instead):
            near = (n.box for n in look.nodes if n.shown and (n.role or n.click) and called(look, n) in instead)
            there = f" There are: {', '.join(instead)}." if instead else ""
            return Tried(text, True, f"{reason[:1].upper()}{reason[1:]}.{there}", None, _boxes(near))
    raise AssertionError("unreachable")


def _boxes(boxes: Iterable[Box | None]) -> tuple[Box, ...]:
    return tuple(box for box in boxes if box is not None)[:_MOST_NEAR]
