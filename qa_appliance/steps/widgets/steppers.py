"""Numbers with plus and minus beside them: set by the clicks a person would make."""

from __future__ import annotations

import re
import time

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import as_located, look_patiently
from qa_appliance.browser.find.texts import called_so, fold
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target
from qa_appliance.steps.base.pointing import press_on
from qa_appliance.steps.base.stage import Doing, Stage

_MOST_CLICKS = 100
_MORE = ("+", "＋", "increase", "increment", "more", "plus", "add one")
_LESS = ("-", "−", "–", "decrease", "decrement", "less", "minus", "fewer", "remove one")
_ANSWER = 0.5  # seconds a number is given to change


async def set_stepper(target: Target, wanted: int, stage: Stage, doing: Doing) -> bool:
    """Clicks plus or minus until the number beside them is the one said. False where there is no such thing."""
    parts = await _stepper(target, stage)
    if parts is None:
        return False
    for _ in range(_MOST_CLICKS):
        look, less, number, more = parts
        now = int(look.text_of(number).replace("−", "-"))
        if now == wanted:
            doing.note("set with its plus and minus")
            return True
        located = as_located(look, more if now < wanted else less)
        doing.found = doing.found or located.found
        await stage.act_on(located, "click", press_on)
        after = await _changed(target, now, stage)
        if after is None:
            message = f"The number beside “{target.name}” stays {now} and does not become {wanted}."
            raise fail("not_actionable", message, expected=str(wanted), seen=str(now), cause="not_switched")
        parts = after
    return True


Parts = tuple[Look, Node, Node, Node]


async def _changed(target: Target, before: int, stage: Stage) -> Parts | None:
    ends = time.monotonic() + _ANSWER + stage.patience
    while True:
        parts = await _stepper(target, stage)
        if parts is not None and parts[0].text_of(parts[2]) != str(before):
            return parts
        if time.monotonic() >= ends:
            return None
        await stage.calm()


async def _stepper(target: Target, stage: Stage) -> Parts | None:
    """The number between two buttons that stands with the words, nearest first."""
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    if look is None:
        return None
    labels = [n for n in look.nodes if n.shown and _reads(look, n, target.name)]
    boxes = (around for label in reversed(labels) for around in look.ancestors(label)[:3])
    return next(filter(None, (_parts_in(look, around) for around in boxes)), None)


def _parts_in(look: Look, around: Node) -> Parts | None:
    inside = [n for n in look.nodes if n.shown and look.inside(n, around)]
    buttons = [n for n in inside if n.role == "button" or n.click]
    less = [n for n in buttons if _signs(look, n, _LESS)]
    more = [n for n in buttons if _signs(look, n, _MORE)]
    if len(less) != 1 or len(more) != 1:
        return None
    numbers = [n for n in inside if re.fullmatch(r"[-−]?\d{1,6}", look.text_of(n))]
    return (look, less[0], numbers[-1], more[0]) if numbers else None


def _reads(look: Look, node: Node, name: str) -> bool:
    size = node.text[1] - node.text[0]
    return 0 < size <= len(name) + 4 and called_so(name, look.text_of(node).rstrip(":"))


def _signs(look: Look, node: Node, words: tuple[str, ...]) -> bool:
    name = (node.name or look.text_of(node)).strip()
    return name in words or any(fold(name).startswith(word) for word in words if word.isalpha())
