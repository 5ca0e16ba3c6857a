"""Dropdowns a page paints itself and fields that suggest: opened, typed into where one can, and an option clicked.

What is offered is what comes to light by opening: entries with a role for it, else the texts that are new.
"""

from __future__ import annotations

import re
import time
from collections import Counter

from msgspec.structs import replace
from playwright.async_api import Locator

from qa_appliance.browser.failure import Failed, fail
from qa_appliance.browser.find.kinds import Seat, deepest, tier
from qa_appliance.browser.find.locate import Located, as_located, look_patiently
from qa_appliance.browser.find.texts import called_so, fold, in_quotes, squeeze, whole_words
from qa_appliance.browser.look.node import Look, Node, Option
from qa_appliance.browser.look.roles import OFFERS, TYPED_INTO
from qa_appliance.browser.look.take import options_of
from qa_appliance.core.evidence.failure import Failure
from qa_appliance.core.steps import Choose, Value
from qa_appliance.steps.base.pointing import press_on
from qa_appliance.steps.base.polling import until
from qa_appliance.steps.base.stage import Doing, Stage

_ASKED_MS = 2_000
OPTION_WAIT = 2.0  # seconds a list is given to show its options
_OPENS = 0.7  # seconds an opened list is given to show the option
_ANSWERS = 2.0  # seconds a page is given to suggest something for what was typed
_MOST_NAMED = 12
PROMPT = re.compile(r"^\W*(?:choose|select|pick|please)\b|(?:…|\.\.\.)\W*$|^\W*$", re.IGNORECASE)
"""What stands first in a list and is no option: "Choose…", "--"."""
_AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")
_LONGEST = 200  # characters of an option
_RULES = (
    lambda option, seen: squeeze(seen) == option,
    lambda option, seen: squeeze(seen).casefold() == option.casefold(),
    called_so,
)

Key = tuple[str, str, str]


def pick_option(option: str, names: list[str], *, whole: bool = True) -> int | None:
    """Which of the names is meant: the first rule that fits exactly one; None when none or several fit.

    Not `whole`: where none is called so, the one that has the words among others.
    """
    for rule in (*_RULES, *(() if whole else (whole_words,))):
        fits = [i for i, name in enumerate(names) if rule(squeeze(option), name)]
        if len(fits) == 1:
            return fits[0]
        if fits:
            same = {names[i] for i in fits}
            return fits[0] if len(same) == 1 else None
    return None


async def several(options: tuple[str, ...], stage: Stage) -> tuple[str, ...]:
    """ "Red and Blue" are two options where the page offers Red and offers Blue, and nothing called so as a whole."""
    if not any(_AND.search(option) for option in options):
        return ()
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    if look is None:
        return ()
    offered = {fold(words) for n in look.nodes for words in (n.name, n.label, n.hidden_text, look.text_of(n)) if words}
    found: list[str] = []
    for option in options:
        parts = [part for part in _AND.split(option) if part]
        apart = fold(option) not in offered and len(parts) > 1 and all(fold(part) in offered for part in parts)
        found += parts if apart else [option]
    return tuple(found) if len(found) > len(options) else ()


def fitting(step: Choose, option: str, names: list[str]) -> int | None:
    """As `pick_option`; of a step that tells only how an option begins or ends, or its position, the one that does.

    Raises Failed (ambiguous) where one was meant and several fit.
    """
    if not step.pattern:
        return pick_option(option, names, whole=in_quotes(option, step.sentence))
    if step.pattern == "place":
        return _at_place(int(option.removeprefix("#")), names)
    fits = [i for i, name in enumerate(names) if _is_like(option.casefold(), squeeze(name).casefold())]
    if len(fits) > 1 and step.pattern == "one":
        listed = tuple(names[i] for i in fits)
        message = f"{len(fits)} options are like that: {', '.join(f'“{n}”' for n in listed[:_MOST_NAMED])}. Say which."
        raise Failed(Failure(kind="ambiguous", message=message, candidates=tuple(f"“{n}”" for n in listed)))
    return fits[0] if fits else None


def real_options(offered: list[Option]) -> list[str]:
    """Those that may be chosen, without a prompt, by their labels."""
    return [each.label for each in offered if each.value and not each.disabled and not PROMPT.search(each.label)]


async def first_real(step: Choose, called: str, stage: Stage, doing: Doing) -> Choose:
    """The option of that name, else the first that is not a prompt; of a list that opens, told by its place only."""
    assert step.target is not None
    located = await stage.find(step.target, "choose", doing)
    if located.node.tag != "select":
        return replace(step, options=(called,), pattern="") if called else step
    offered = await options_of(located.locator, _ASKED_MS)
    real = real_options(offered)
    real = [label for label in real if fold(label) == fold(called)] if called else real
    if not real:
        raise no_option(called or "one that may be chosen", [each.label for each in offered], located.called)
    doing.value = real[0]
    stage.made[stage.index] = (Value(real[0]),)
    return replace(step, options=(real[0],), pattern="")


def tell_part(step: Choose, option: str, name: str, doing: Doing) -> None:
    """Says of an option that was chosen where the words are only a part of what it is called."""
    if step.pattern or not whole_words(option, name) or called_so(option, name):
        return
    partly = f"“{option}” is only a part of what the option “{name}” is called"
    doing.note(partly)
    if doing.found is not None:
        doing.found = replace(doing.found, partly=partly)


def _at_place(place: int, names: list[str]) -> int | None:
    first = 1 if names and PROMPT.search(names[0]) else 0
    at = len(names) + place if place < 0 else first + place - 1
    return at if first <= at < len(names) else None


def _is_like(option: str, seen: str) -> bool:
    """`Co*ongo` is Congo too: how it begins and how it ends are two things said."""
    begins, *between, ends = option.split("*")
    return seen.startswith(begins) and seen.endswith(ends) and all(part in seen for part in between)


async def choose_painted(
    step: Choose, located: Located, locator: Locator, stage: Stage, doing: Doing, ms: float
) -> None:
    """Raises Failed: no_option with what was offered."""
    listed = await _suggested(locator) if located.node.tag == "input" else None
    before = _counted(located.look)
    for option in step.options:
        if listed is not None:
            await _from_list(step, option, listed, located, locator, stage, ms)
        else:
            await _open_and_take(step, option, before, located, locator, stage, doing, ms)


async def choose_offered(step: Choose, option: str, stage: Stage, doing: Doing) -> None:
    """An option of whatever list is open. Raises Failed: no_option."""
    names: list[str] = []
    if not await _take(step, option, Counter(), stage, doing, stage.patience, names):
        raise no_option(option, names, "page")


async def _suggested(locator: Locator) -> list[tuple[str, str]] | None:
    """What a `<datalist>` holds, value and label; the browser shows it outside the page."""
    found: list[tuple[str, str]] | None = await locator.evaluate(
        "e => e.list && [...e.list.options].map(o => [o.value, (o.label.trim() || o.value).replace(/\\s+/g, ' ')])"
    )
    return found


async def _from_list(
    step: Choose,
    option: str,
    listed: list[tuple[str, str]],
    located: Located,
    locator: Locator,
    stage: Stage,
    ms: float,
) -> None:
    """By what the field will hold or the label beside it. Raises Failed: ambiguous where several are called so."""
    values, labels = [value for value, _ in listed], [label for _, label in listed]
    fits = _called(option, listed)
    if not fits:
        by_value = fitting(step, option, values)
        place = fitting(step, option, labels) if by_value is None else by_value
        if place is None:
            raise no_option(option, labels, located.called)
        fits = [values[place]] if by_value is not None else _called(labels[place], listed)
    if len(fits) > 1:
        options = tuple(f"“{value}”" for value in fits)
        message = f"Several options of the {located.called} are called “{option}”: {', '.join(options)}."
        raise Failed(Failure(kind="ambiguous", message=message, candidates=options))
    await stage.sending.by(locator.fill(fits[0], timeout=ms))


def _called(option: str, listed: list[tuple[str, str]]) -> list[str]:
    """The values of those whose value or label it is: a value as it is written before one that is written alike."""
    if any(value == option for value, _ in listed) and not any(label == option != value for value, label in listed):
        return [option]
    alike = (value for value, label in listed if any(called_so(squeeze(option), n) for n in (value, label)))
    return list(dict.fromkeys(alike))


async def _open_and_take(
    step: Choose,
    option: str,
    before: Counter[Key],
    located: Located,
    locator: Locator,
    stage: Stage,
    doing: Doing,
    ms: float,
) -> None:
    names: list[str] = []
    if "expanded" not in located.node.states or located.look is None:
        await _open(located, locator, stage, ms)
    if await _take(step, option, before, stage, doing, _OPENS, names):
        return
    if located.node.tag == "input" and located.node.role in TYPED_INTO and _takes_words(step, located):
        whole = option.partition("*")[0] if step.pattern else option
        for text in dict.fromkeys((whole, whole.split(" ")[0])):
            await locator.fill(text, timeout=ms)
            if await _take(step, option, before, stage, doing, _ANSWERS, names):
                doing.note(f"typed “{text}” for it to be offered")
                return
        await locator.fill("", timeout=ms)
    raise no_option(option, names, located.called)


def _takes_words(step: Choose, located: Located) -> bool:
    return "readonly" not in located.node.states and step.pattern != "place"


async def _open(located: Located, locator: Locator, stage: Stage, ms: float) -> None:
    """By a click; where the field itself is thin or painted over, at its place."""
    node = located.node
    if node.shown and not node.covered:
        await press_on(located, locator, ms)
        return
    await locator.scroll_into_view_if_needed(timeout=ms)
    box = await locator.bounding_box(timeout=ms)
    if box is None:
        raise fail("not_actionable", f"The {located.called} is there but has no place.", cause="no_place")
    await stage.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def _take(
    step: Choose, option: str, before: Counter[Key], stage: Stage, doing: Doing, patience: float, names: list[str]
) -> bool:
    """Clicks the option once it is offered; `names` takes what was."""
    ends = time.monotonic() + patience + 1

    async def fits() -> tuple[Look, Node] | None:
        look = await look_patiently(stage.page, None, ends)
        offered = _offered(look, before) if look is not None else []
        if look is None or not offered:
            return None
        names[:] = [n.name or look.text_of(n) for n in offered]
        place = fitting(step, option, names)
        return None if place is None else (look, offered[place])

    found = await until(fits, patience)
    if found is None:
        return False
    look, node = found
    tell_part(step, option, node.name or look.text_of(node), doing)
    if "selected" in node.states and any("multiple" in a.states for a in look.ancestors(node)):
        doing.note(f"“{node.name or look.text_of(node)}” was chosen already")
    else:
        chosen = as_located(look, node)
        await stage.sending.by(press_on(chosen, chosen.locator, _ANSWERS * 1000))
    return True


def _offered(look: Look, before: Counter[Key]) -> list[Node]:
    """Entries with a role for it that are new or stand in a list; else the innermost new texts."""
    new = _new(look, before)
    entries = _entries(look, {n.index for n in new})
    if not entries and not before:
        entries = [n for n in look.nodes if n.shown and tier(n, "option", "click") in (0, 1) and _says(n)]
    if entries:
        return entries
    texts = [Seat(n, 1) for n in new if 0 < _says(n) <= _LONGEST and n.tag != "input"]
    return [seat.node for seat in deepest(look, texts)]


def _new(look: Look, before: Counter[Key]) -> list[Node]:
    """What is shown now and was not: of several alike as many as have come."""
    left = before.copy()
    new: list[Node] = []
    for node in look.nodes:
        if node.shown:
            key = _key(look, node)
            if left[key] > 0:
                left[key] -= 1
            else:
                new.append(node)
    return new


def _entries(look: Look, fresh: set[int]) -> list[Node]:
    entries = [n for n in look.nodes if n.role in OFFERS and n.shown and not n.disabled]
    return [n for n in entries if n.index in fresh] or [n for n in entries if n.role == "option"]


def _says(node: Node) -> int:
    """How many characters."""
    return node.text[1] - node.text[0]


def _counted(look: Look) -> Counter[Key]:
    return Counter(_key(look, n) for n in look.nodes if n.shown)


def _key(look: Look, node: Node) -> Key:
    return node.tag, node.role, look.text_of(node)[:_LONGEST]


def no_option(option: str, names: list[str], where: str) -> Failed:
    some = [name for name in names if name][:_MOST_NAMED]
    there = f"; it offers {', '.join(f'“{n}”' for n in some)}" if some else ""
    message = f"There is no option “{option}” in the {where.removeprefix('the ')}{there}."
    return Failed(Failure(kind="no_option", message=message, expected=option, instead=tuple(some)))
