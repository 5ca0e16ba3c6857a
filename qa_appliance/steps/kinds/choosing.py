"""Choosing: options of dropdowns, lists, radio groups and sliders of any make, and boxes to tick."""

from __future__ import annotations

import asyncio
import time
from datetime import date

from msgspec.structs import replace
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.ladder import EQUAL
from qa_appliance.browser.find.locate import Located, found_of, look_patiently
from qa_appliance.browser.find.search import Ambiguous, Match, Miss, find
from qa_appliance.browser.find.texts import fold, in_quotes
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.browser.look.roles import OFFERS
from qa_appliance.browser.look.take import locator_of, options_of
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.steps import Choose, Fill, SetChecked, Value
from qa_appliance.core.target import Place, Relation, Target
from qa_appliance.steps.base.kind import Kind
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage
from qa_appliance.steps.base.typed import read_date
from qa_appliance.steps.base.ways import way_of_deed
from qa_appliance.steps.kinds.fields import fill, type_into
from qa_appliance.steps.kinds.turned import LISTS, turned
from qa_appliance.steps.widgets.calendars import choose_day, choose_day_shown, is_calendar
from qa_appliance.steps.widgets.dropdowns import (
    OPTION_WAIT,
    choose_offered,
    choose_painted,
    first_real,
    no_option,
    several,
)
from qa_appliance.steps.widgets.selects import choose_native, judge_chosen
from qa_appliance.steps.widgets.sliders import slide
from qa_appliance.steps.widgets.stars import give_stars, stars_in
from qa_appliance.steps.widgets.ticking import as_located, judge_ticked, tick, turned_over

_TYPED = frozenset({"date", "time", "month", "week", "datetime-local", "color", "range", "number"})
_PLACES: dict[str, Place] = {"form": "section", "dialog": "dialog", "frame": "frame", "row": "row", "item": "inside"}
_TICKED = frozenset({"radio", "checkbox", "switch"})
_NAMED: frozenset[str] = frozenset({"any", "dropdown"})
_CHOSEN = "it offers options, so one was chosen"
_SETTLING = 0.5  # seconds for which there has to be no field of that name


async def choose(step: Choose, stage: Stage, doing: Doing) -> None:
    if not step.pattern and (options := await several(step.options, stage)):
        step = replace(step, options=options)
    if step.target is None or (step.target.kind == "option" and not step.target.name):  # "from the suggestions"
        for option in step.options:
            if step.pattern:
                await choose_offered(step, option, stage, doing)
            elif (of_group := await _named_with_its_group(step, option, stage)) is not None:
                await _choose_of_group(step, *of_group, stage, doing)
            else:
                await _choose_anywhere(_option_called(option, step), stage, doing, day=read_date(option))
        return
    target = step.target
    if (stars := stars_in(step.options[0])) is not None and await give_stars(stars, target, stage, doing):
        return
    if target.kind in _PLACES and not step.pattern:
        for option in step.options:
            await _choose_within(step, option, stage, doing)
        return
    await _choose_from(step, target, stage, doing)


async def _choose_from(step: Choose, target: Target, stage: Stage, doing: Doing) -> None:
    async def pick(located: Located, locator: Locator, ms: float) -> object:
        return await _choose_in(step, located, locator, target, stage, doing, ms)

    async def became(located: Located) -> None:
        if located.node.tag == "select":
            judge_chosen(step, located, await options_of(located.locator, 1_000), doing)
        elif located.node.role in _TICKED:
            judge_ticked(located, True)

    try:
        await stage.act(target, "choose", doing, "choose in", pick, became)
    except Failed as failed:
        if failed.failure.kind != "not_found" or (other := await turned(step, stage, doing)) is None:
            raise
        await choose(other, stage, doing)


async def set_checked(step: SetChecked, stage: Stage, doing: Doing) -> None:
    word = {True: "check", False: "uncheck", None: "toggle"}[step.on]

    wanted = bool(step.on)

    async def switch(located: Located, locator: Locator, ms: float) -> object:
        nonlocal wanted
        wanted = turned_over(located) if step.on is None else step.on
        return await tick(located, locator, wanted, stage, doing, ms)

    async def became(located: Located) -> None:
        judge_ticked(located, wanted)

    await stage.act(step.target, "check", doing, word, switch, became)


async def _choose_anywhere(wanted: Target, stage: Stage, doing: Doing, day: date | None = None) -> None:
    """An option no list was said for: wherever it is offered once, or a day in the calendar that is open."""
    if day is not None and await choose_day_shown(day, stage):
        return
    located = await stage.find(wanted, "click", doing)
    node = located.node
    if node.tag == "option":
        select = next(n for n in located.look.ancestors(node) if n.tag == "select")
        place = [n.index for n in _options_of(located.look, select)].index(node.index)
        holder = as_located(located, select)
        await stage.act_on(holder, "choose in", lambda _, locator, ms: locator.select_option(index=place, timeout=ms))
        return
    if node.role in _TICKED:
        await _tick_found(wanted, located, stage, doing)
        return
    await stage.act_on(located, "choose", lambda _, locator, ms: locator.click(timeout=ms))


async def _tick_found(wanted: Target, located: Located, stage: Stage, doing: Doing) -> None:
    async def became(now: Located) -> None:
        judge_ticked(now, True)

    address = stage.page.url
    seen = await stage.act_on(located, "choose", lambda at, locator, ms: tick(at, locator, True, stage, doing, ms))
    if not seen and stage.page.url == address:
        await stage.ask_anew(wanted, "click", doing, became)


async def _named_with_its_group(step: Choose, option: str, stage: Stage) -> tuple[Target, str] | None:
    """ "Low priority", "Express shipping method" where nothing is called so: what offers options and is called as the
    last words, or the radio called as the first ones in a group that begins with the last; with the first words."""
    words = option.split()
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience) if len(words) > 1 else None
    if look is None or not isinstance(find(look, stage.scoped(_option_called(option, step)), "click"), Miss):
        return None
    for at in range(len(words) - 1, 0, -1):
        first, last = " ".join(words[:at]), " ".join(words[at:])
        group = Target(words=f"“{last}”", name=last)
        holder = find(look, stage.scoped(group), "choose")
        if isinstance(holder, Match) and holder.rung in EQUAL and holder.node.role in LISTS:
            return group, first
        answer = find(look, stage.scoped(_option_called(first, step)), "click")
        if isinstance(answer, Match) and answer.rung in EQUAL and _begins_its_group(look, answer.node, last):
            return _option_called(first, step), first
    return None


def _begins_its_group(look: Look, radio: Node, words: str) -> bool:
    """Whether the text around the radio begins with the words: "Priority", "Low", "High"."""
    around = look.ancestors(radio)[:_GROUP_LEVELS] if radio.role == "radio" else []
    return any(fold(look.text_of(box)).startswith(f"{fold(words)} ") for box in around)


_GROUP_LEVELS = 4  # elements around a radio, one of which is its group


def _option_called(option: str, step: Choose) -> Target:
    return Target(words=f"“{option}”", name=option, kind="option", quoted=in_quotes(option, step.sentence))


async def _choose_of_group(step: Choose, group: Target, option: str, stage: Stage, doing: Doing) -> None:
    if group.kind == "option":
        await _choose_anywhere(group, stage, doing)
    else:
        await choose(replace(step, options=(option,), target=group), stage, doing)


async def _choose_within(step: Choose, option: str, stage: Stage, doing: Doing) -> None:
    """An option of what stands in a form, a dialog, a row: offered there once, or by its only dropdown."""
    assert step.target is not None
    scope = (Relation(_PLACES[step.target.kind], step.target),)
    wanted = replace(_option_called(option, step), words=f"“{option}” in {step.target.words}", within=scope)
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    if look is None or not isinstance(find(look, stage.scoped(wanted), "click"), Miss):
        await _choose_anywhere(wanted, stage, doing)
        return
    dropdown = Target(words=f"the dropdown in {step.target.words}", kind="dropdown", within=scope)
    await choose(replace(step, options=(option,), target=dropdown), stage, doing)


async def _choose_in(
    step: Choose, located: Located, locator: Locator, target: Target, stage: Stage, doing: Doing, ms: float
) -> object:
    """An action (`Stage.act`), which may have begun the wait for the page to come to rest."""
    node, options = located.node, step.options
    _refuse_counting(step, located)
    if node.tag == "select":
        return await choose_native(step, located, locator, stage, doing, ms)
    if node.role in _TICKED:
        return await tick(located, locator, True, stage, doing, ms)
    if node.role == "spinbutton" and node.tag == "input":
        await type_into(located, locator, Value(text=options[0]), stage, doing, ms)
    elif node.tag != "input" and (node.role in ("slider", "spinbutton") or "slider" in node.classes.casefold()):
        await slide(located, locator, options[0], stage, doing)
    elif node.type in _TYPED:
        await type_into(located, locator, Value(text=options[0]), stage, doing, ms)
    elif (day := read_date(options[0])) is not None and (is_calendar(located) or node.role == "textbox"):
        await choose_day(located, locator, day, stage, doing)
    elif node.role in ("listbox", "radiogroup", "group", "list", "tree", "menu", "tablist", "region", "grid", "table"):
        resting: asyncio.Task[None] | None = None
        for option in options:
            if resting is not None:
                await resting
            resting = await _click_option(step, option, target, stage, doing, inside=node)
        return resting
    else:
        await choose_painted(step, located, locator, stage, doing, ms)
    return None


def _refuse_counting(step: Choose, located: Located) -> None:
    """A date, a number, a slider has no second option."""
    node = located.node
    if step.pattern == "place" and (node.type in _TYPED or node.role in ("slider", "spinbutton")):
        raise fail("unsupported", f"The {located.called} has no options that could be counted.")


async def _click_option(
    step: Choose,
    option: str,
    target: Target,
    stage: Stage,
    doing: Doing,
    *,
    inside: Node | None = None,
    patience: float = OPTION_WAIT,
) -> asyncio.Task[None] | None:
    """Answers the wait for rest as `tick` does."""
    within = (Relation("inside", target),) if inside is not None else ()
    wanted = replace(_option_called(option, step), within=within)
    if step.pattern == "place":
        wanted = Target(
            words=f"the option {option}", ordinal=int(option.removeprefix("#")), kind="option", within=within
        )
    ends = time.monotonic() + patience
    seen: list[tuple[Look, Match | Miss | Ambiguous | None]] = []

    async def offered() -> Located | None:
        look = await look_patiently(stage.page, None, ends)
        if look is None:
            return None
        answer = find(look, wanted, "click")
        seen[:] = [(look, answer)]
        if not isinstance(answer, Match):
            return None
        return Located(locator_of(look, answer.node), answer.node, look, found_of(answer))

    found = await until(offered, patience)
    if found is None:
        raise _not_offered(option, target, seen)
    if found.found.partly:
        doing.note(found.found.partly)
        doing.found = replace(doing.found or found.found, partly=found.found.partly)
    way = None if stage.ways_saved else await way_of_deed("choose", found, stage.page)
    resting: asyncio.Task[None] | None = None
    if found.node.role in ("radio", "checkbox"):
        resting = await tick(found, found.locator, True, stage, doing, 2_000)
    else:
        await stage.sending.by(found.locator.click(timeout=2_000))
    stage.ways += [way] if way is not None else []
    return resting


def _not_offered(option: str, target: Target, seen: list[tuple[Look, Match | Miss | Ambiguous | None]]) -> Failed:
    """`seen`: the last look, and what it answered; empty where the page did not answer."""
    if not seen:
        return no_option(option, [], target.words)
    look, answer = seen[0]
    if isinstance(answer, Ambiguous):
        message = f"Several options fit “{option}”: {', '.join(answer.sentences)}."
        return Failed(Failure(kind="ambiguous", message=message, candidates=answer.sentences, places=answer.places))
    names = [n.name or look.text_of(n) for n in look.nodes if n.role in OFFERS and n.shown]
    return no_option(option, names, target.words)


async def set_value(step: Fill, stage: Stage, doing: Doing) -> None:
    """Typed, or chosen of what is offered; a secret, and what is added to a text, is typed. Raises Failed."""
    typed = step.append or step.value.secret or step.value.literal
    if step.target is None or typed or not (step.value.text or step.value.made):
        await fill(step, stage, doing)
        return
    chosen = Choose(options=(step.value.text,), target=step.target)
    if step.value.made is not None:
        chosen = replace(chosen, options=("#1",), pattern="place")
    if await _is_offered(step.target, stage, step.chooses):
        await _chosen(chosen, step, stage, doing)
        return
    try:
        await fill(step, stage, doing)
    except Failed as failed:
        missing = failed.failure.kind == "not_found"
        other = await turned(replace(chosen, sentence=step.sentence), stage, doing) if missing else None
        if other is None and failed.failure.cause != "offers_options":
            raise
        doing.found = None
        await _chosen(other or chosen, step, stage, doing)


async def _chosen(choosing: Choose, step: Fill, stage: Stage, doing: Doing) -> None:
    if step.value.made is not None and step.value.made.fault:
        message = f"{choosing.target.words if choosing.target else 'It'} offers options, and all of them are valid."
        raise fail("unsupported", message)
    if step.value.made is not None:
        choosing = await first_real(choosing, step.value.made.country, stage, doing)
    await choose(choosing, stage, doing)
    doing.note(_CHOSEN)


async def _is_offered(target: Target, stage: Stage, chooses: bool) -> bool:
    """Whether no field is called so, but a list that opens is; asked twice, for a page may still be built."""
    if target.known is not None or not target.name or target.kind not in _NAMED:
        return False
    ahead = stage.ahead
    look = ahead.look if ahead and ahead.target == target else await stage.look_ahead(target, stage.patience)
    if look is None or not await asyncio.to_thread(_offers, look, stage.scoped(target), chooses):
        return False
    await asyncio.sleep(_SETTLING)
    again = await stage.look_ahead(target, stage.patience)
    return again is not None and await asyncio.to_thread(_offers, again, stage.scoped(target), chooses)


def _offers(look: Look, target: Target, chooses: bool) -> bool:
    field = find(look, target, "fill")
    if isinstance(field, Match):
        return chooses and field.node.role == "combobox" and field.node.tag != "select"
    if not isinstance(field, Miss):
        return False
    offered = find(look, replace(target, kind="any"), "choose")
    if not isinstance(offered, Match):
        return False
    return offered.node.role in LISTS or "popup" in offered.node.states


def _options_of(look: Look, select: Node) -> list[Node]:
    return [n for n in look.nodes if n.tag == "option" and look.inside(n, select)]


KINDS = (
    Kind(Fill, perform=set_value, value=lambda step: step.value.shown),
    Kind(Choose, perform=choose, value=lambda step: ", ".join(step.options)),
    Kind(SetChecked, perform=set_checked, value=lambda step: {True: "on", False: "off", None: "toggle"}[step.on]),
)
