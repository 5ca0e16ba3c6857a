"""Whether a number is another one than before the step: what it was then, and what it is now. Pure."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from urllib.parse import urlsplit

from msgspec.structs import replace

from qa_appliance.browser.look.node import Look
from qa_appliance.core import checks as c
from qa_appliance.core.numbers import only_measure
from qa_appliance.steps.base.answers import Answer

Ask = Callable[[c.PageCheck, Look], Answer]

_NOT_KNOWN = "Of “{words}” it is not known what it was before the step that this check follows. "
_NO_STEP = "No look was taken there: the check has to stand right behind the step that changes it."
_LOADING = "The page was still loading by then: wait first until it shows what is compared."
_NO_NUMBER = "No one number stood there: {message}"
_LOWEST = "-1000000000"  # every number is more: asked for what stands there


def changed_by(check: c.ChangedBy, look: Look, ask: Ask) -> Answer:
    """Compared with `since`; without it nothing is known."""
    if not check.since:
        return Answer(False, _NOT_KNOWN.format(words=check.target.words) + _NO_STEP, kind="unsupported")
    there = _there(check, look, ask)
    number = _number(there.seen)
    if number is None:
        return replace(there, holds=False)
    before = Decimal(check.since)
    expected = f"{'less' if check.down else 'more'} than {check.since}"
    holds = number < before if check.down else number > before
    if check.by:
        wanted = before - Decimal(check.by) if check.down else before + Decimal(check.by)
        expected, holds = _written(wanted), number == wanted
    was, words = check.since, check.target.words
    message = f"“{words}” was {was} before the step and is {_written(number)}, expected {expected}."
    note = f"it was {was} before the step"
    return replace(there, holds=holds, message=message, expected=expected, kind="assertion", note=note)


def with_before(check: c.ChangedBy, before: Look | None, now: str, ask: Ask, *, quiet: bool) -> c.ChangedBy | str:
    """The check with what stood there before, or why that is not known. `now` is the address the page has by now;
    `quiet`: nothing was being loaded any more.

    A number that is not there yet, as on a cart that is empty, is 0 where the page stayed the same one and an amount is
    said: what it was on another page nobody knows.
    """
    not_known = _NOT_KNOWN.format(words=check.target.words)
    if before is None:
        return not_known + _NO_STEP
    if not quiet:
        return not_known + _LOADING
    there = _there(check, before, ask)
    number = _number(there.seen)
    hidden_at_none = there.kind == "not_found" and check.by and not check.down
    if number is None and hidden_at_none and urlsplit(before.url).path == urlsplit(now).path:
        number = Decimal(0)
    if number is None:
        return not_known + _NO_NUMBER.format(message=there.message)
    return replace(check, since=_written(number))


def _there(check: c.ChangedBy, look: Look, ask: Ask) -> Answer:
    """What is counted or read now: its `seen` tells the number."""
    if check.counted:
        return ask(c.CountIs(target=check.target, comparison="at_least", count=0), look)
    return ask(c.TextIs(target=check.target, comparison="more", value=_LOWEST), look)


def _number(text: str) -> Decimal | None:
    measure = only_measure(text)
    return None if measure is None else Decimal(str(measure.readings[0]))


def _written(number: Decimal) -> str:
    return f"{number.normalize():f}"
