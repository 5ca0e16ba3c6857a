"""A native `<select>`: its options are chosen by what it offers, and it is asked whether it kept them."""

from __future__ import annotations

import asyncio

from playwright.async_api import Locator

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import Located
from qa_appliance.browser.find.texts import in_quotes
from qa_appliance.browser.look.node import Option
from qa_appliance.browser.look.take import options_of
from qa_appliance.core.steps import Choose
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.widgets.dropdowns import OPTION_WAIT, PROMPT, fitting, no_option, tell_part


async def choose_native(
    step: Choose, located: Located, locator: Locator, stage: Stage, doing: Doing, ms: float
) -> object:
    """A native `<select>`; options that are still being loaded are waited for."""
    offered: list[Option] = []

    async def all_there() -> list[int] | None:
        offered[:] = await options_of(locator, ms)
        places = [_place_of(step, option, offered) for option in step.options]
        found = [place for place in places if place is not None]
        return found if len(found) == len(places) else None

    chosen = await until(all_there, min(stage.patience, OPTION_WAIT))
    names = [each.label for each in offered]
    if chosen is None:
        missing = next(option for option in step.options if _place_of(step, option, offered) is None)
        raise no_option(missing, names, located.called)
    for place in chosen:
        if offered[place].disabled:
            message = f"The option “{names[place]}” of the {located.called} is there but disabled."
            raise fail("not_actionable", message, cause="disabled")
    await stage.sending.by(locator.select_option(index=chosen, timeout=ms))
    for option, place in zip(step.options, chosen, strict=True):
        tell_part(step, option, names[place], doing)
    return await _kept(step, located, locator, stage, doing)


def _place_of(step: Choose, option: str, offered: list[Option]) -> int | None:
    """By its label; without quotes also by its value, which nobody sees."""
    place = fitting(step, option, [each.label for each in offered])
    values = [each.value for each in offered]
    by_value = place is None and values.count(option) == 1 and not in_quotes(option, step.sentence)
    return values.index(option) if by_value else place


async def _kept(
    step: Choose, located: Located, locator: Locator, stage: Stage, doing: Doing
) -> asyncio.Task[None] | None:
    """Asked beside whether the page is at rest, the wait for which goes on where it was kept at once.

    Raises Playwright's error where the page has taken the list away.
    """
    offered: list[Option] = []

    async def kept() -> bool | None:
        offered[:] = await options_of(locator, 1_000)
        return _is_chosen(step, offered) or None

    at_once, resting = await stage.beside_rest(located, kept())
    if at_once:
        return resting
    resting.cancel()
    if not await until(kept, OPTION_WAIT):  # drawn anew, a page shows the old option for a moment
        judge_chosen(step, located, offered, doing)
    return None


def _is_chosen(step: Choose, offered: list[Option]) -> bool:
    places = [_place_of(step, option, offered) for option in step.options]
    return all(place is not None and offered[place].selected for place in places)


def judge_chosen(step: Choose, located: Located, offered: list[Option], doing: Doing) -> None:
    """A list of things to do goes back to its heading by itself; any other that goes back has not been set.

    Raises Failed (not_kept).
    """
    if _is_chosen(step, offered):
        return
    now = [each for each in offered if each.selected]
    shown = ", ".join(each.label for each in now)
    if all(not each.value or PROMPT.search(each.label) for each in now):
        doing.note(f"the list went back to “{shown}”")
        return
    places = [(option, _place_of(step, option, offered)) for option in step.options]
    wanted = ", ".join(option if place is None else offered[place].label for option, place in places)
    message = f"The {located.called} did not keep “{wanted}”: it went back to “{shown}”."
    raise fail("not_kept", message, expected=wanted, seen=shown)
