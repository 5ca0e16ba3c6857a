"""What shows, beside a failed step of a negative test, that the application refused the deed before it (decision 52).

That a check fails, or that something is not found, shows nothing by itself. Collects; the judging is core/refusal.py's.
"""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core import checks as c
from qa_appliance.core.classify import is_sign_in
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.steps import Assert, Choose, Fill, FillRequired, LogIn, SignIn, Step, WaitFor
from qa_appliance.core.target import Target
from qa_appliance.steps.base.drawing import typed_by
from qa_appliance.steps.base.stage import Stage
from qa_appliance.steps.checks.messages import innermost_saying
from qa_appliance.steps.messages.news import Deed
from qa_appliance.steps.messages.outcomes import of_sort
from qa_appliance.steps.signals import look_now, new_trouble

_TYPING = Fill | Choose | FillRequired
_SENT_BY_SCRIPTS = frozenset({"xhr", "fetch"})
_CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


async def kept_from(step: Step, failure: Failure, stage: Stage) -> str:
    """How the application answered the deed before, in words that a sentence goes on with; "" where it did not."""
    deed = stage.news.asking
    if deed is None:
        return ""
    if trouble := await new_trouble(stage):
        return f"the page shows an error: {trouble}"
    if is_sign_in(stage.page.url) and not is_sign_in(deed.address):
        return "it led to the sign-in instead"
    if failure.cause == "turned":
        return "what had come was taken back"
    if failure.kind == "not_actionable":
        return "what comes next is kept out of reach"
    if _is_disabled(step, failure):
        return "it is kept disabled"
    if _was_there(step, failure, stage, deed):
        return "what was there to be used was taken away"
    return await _stays(stage, deed)


def _is_disabled(step: Step, failure: Failure) -> bool:
    check = step.check if isinstance(step, Assert | WaitFor) else None
    enabled = isinstance(check, c.ElementIs) and check.state in ("enabled", "editable") and not check.negated
    return enabled and failure.kind == "assertion" and bool(failure.seen)


def _was_there(step: Step, failure: Failure, stage: Stage, deed: Deed) -> bool:
    """Whether what a deed does not find was used in this run already, on this page, or when the test was saved."""
    target = getattr(step, "target", None)
    if failure.kind != "not_found" or not isinstance(target, Target):
        return False
    earlier = [getattr(each, "target", None) for each in stage.steps[: stage.index]]
    return target.known is not None or (target in earlier and _path(stage.page.url) == _path(deed.address))


async def _stays(stage: Stage, deed: Deed) -> str:
    """The form that still holds what was typed, on the same page, where nothing tells that it was taken."""
    typed = _typed_last(stage)
    look = await look_now(stage)
    if not typed or look is None or _path(stage.page.url) != _path(deed.address) or _accepted(stage, deed):
        return ""
    values = {squeeze(n.value).casefold() for n in look.nodes if n.shown and n.value}
    if not all(squeeze(text).casefold() in values for text in typed):
        return ""
    elsewhere = await asyncio.to_thread(_shown_elsewhere, look, typed)
    came = await stage.news.came(look, elsewhere)
    return "" if any(at >= deed.number for at in came.values()) else "the form stays with what was typed"


def _shown_elsewhere(look: Look, typed: list[str]) -> list[Node]:
    """Messages of success, and what shows the words outside of fields."""
    shown = [node for text in typed for node in innermost_saying(squeeze(text).casefold(), look)]
    return of_sort(look, "success")[0] + shown


def _accepted(stage: Stage, deed: Deed) -> bool:
    """Whether a script sent something since, and the server said yes."""
    since = stage.recorder.requests_made()[0][deed.requests :]
    sent = (event for event in since if event.resource_type in _SENT_BY_SCRIPTS and event.method in _CHANGING)
    return any(200 <= (event.status or 0) < 300 for event in sent)


def _typed_last(stage: Stage) -> list[str]:
    """What the steps have put into fields right before the deed, but for secrets."""
    done: list[str] = []
    filling = False
    for index, step in enumerate(stage.steps[: stage.index]):
        if isinstance(step, _TYPING | LogIn | SignIn):
            done = [*(done if filling else []), *(value.text for value in typed_by(stage, index) if not value.secret)]
        if not step.traits.passes:
            filling = isinstance(step, _TYPING)
    return [text for text in done if text]


def _path(address: str) -> str:
    return urlsplit(address).path.rstrip("/")
