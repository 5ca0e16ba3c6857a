"""Numbers with plus and minus beside them, and ratings in stars: set by the clicks a person would make."""

from __future__ import annotations

import re
import time

from qa_appliance.browser.failure import fail
from qa_appliance.browser.find.locate import as_located, look_patiently
from qa_appliance.browser.find.texts import fold, same_dressed_down
from qa_appliance.browser.look.node import Look, Node
from qa_appliance.core.target import Target
from qa_appliance.steps.base.pointing import press_on
from qa_appliance.steps.base.stage import Doing, Stage

_MOST_CLICKS = 100
_MORE = ("+", "＋", "increase", "increment", "more", "plus", "add one")
_LESS = ("-", "−", "–", "decrease", "decrement", "less", "minus", "fewer", "remove one")
_STARS = re.compile(r"(\d+)\s*stars?", re.IGNORECASE)
_FEWEST_STARS = 3
_ANSWER = 0.5  # seconds a number is given to change


def stars_said(option: str) -> int | None:
    """ "4 stars" is 4."""
    found = _STARS.fullmatch(option.strip())
    return int(found[1]) if found else None


async def give_stars(count: int, target: Target, stage: Stage, doing: Doing) -> bool:
    """Clicks the star of that number in the rating meant. False where the page has no rating. Raises Failed."""
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    groups = _ratings(look) if look is not None else []
    named = [g for g in groups if look is not None and target.name and _belongs(look, g, target.name)]
    if look is None or not groups:
        return False
    if len(named or groups) > 1:
        raise fail("ambiguous", f"There are {len(named or groups)} ratings on the page. Say which one.")
    stars = (named or groups)[0]
    if not 1 <= count <= len(stars):
        raise fail("no_option", f"The rating has {len(stars)} stars, not {count}.", expected=f"{count} stars")
    star = stars[count - 1]
    if not star.shown:  # a hidden radio is clicked by its label
        labels = [n for n in look.nodes if n.control == star.index and n.shown]
        star = labels[0] if labels else star
    located = as_located(look, star)
    doing.found = located.found
    await stage.act_on(located, "click", press_on)
    return True


def _ratings(look: Look) -> list[list[Node]]:
    """Groups of three to ten alike things, each a star: by their names, else by their class or sign."""
    found: dict[tuple[object, ...], list[Node]] = {}
    for node in look.nodes:
        labelled = bool(_STARS.fullmatch(fold(node.name or node.label)))
        painted = node.shown and node.click and not node.role and node.control < 0 and _looks_like_star(look, node)
        if labelled and node.role in ("radio", "button", "img", "link", "option"):
            found.setdefault(("named", node.role, _container(look, node)), []).append(node)
        elif painted:
            found.setdefault(("painted", node.tag, node.parent), []).append(node)
    groups = [g for g in found.values() if _FEWEST_STARS <= len(g) <= 10]
    for group in groups:
        if _STARS.fullmatch(fold(group[0].name or group[0].label)):
            group.sort(key=lambda n: int(_STARS.fullmatch(fold(n.name or n.label))[1]))  # type: ignore[index]
    return groups


def _looks_like_star(look: Look, node: Node) -> bool:
    return look.text_of(node) in ("★", "☆", "⭐") or "star" in fold(f"{node.words} {node.picture}").split()


def _container(look: Look, node: Node) -> int:
    """The group a star stands in; its own label is none."""
    above = [n for n in look.ancestors(node) if n.tag not in ("label", "span", "li")]
    return above[0].index if above else -1


def _belongs(look: Look, stars: list[Node], name: str) -> bool:
    """The rating's group is called so, or so reads the text it stands with."""
    for around in look.ancestors(stars[0])[:4]:
        if same_dressed_down(name, around.name):
            return True
        texts = [n for n in look.nodes if n.shown and n.parent == around.index and n.text[1] > n.text[0]]
        if any(same_dressed_down(name, look.text_of(n).rstrip(":")) for n in texts):
            return True
    return False


# ---- plus and minus -------------------------------------------------------------------------------------------------


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
    return 0 < size <= len(name) + 4 and same_dressed_down(name, look.text_of(node).rstrip(":"))


def _signs(look: Look, node: Node, words: tuple[str, ...]) -> bool:
    said = (node.name or look.text_of(node)).strip()
    return said in words or any(fold(said).startswith(word) for word in words if word.isalpha())
