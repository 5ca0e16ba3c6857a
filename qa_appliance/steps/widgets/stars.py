"""Ratings: rows of stars of any make, and the star of a number clicked."""

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

_STARS = re.compile(r"(\d+)\s*stars?", re.IGNORECASE)
_FEWEST_STARS = 3
_MOST_STARS = 10
_STAR_ROLES = frozenset({"radio", "button", "img", "link", "option"})


def stars_in(option: str) -> int | None:
    """ "4 stars" is 4."""
    found = _STARS.fullmatch(option.strip())
    return int(found[1]) if found else None


async def give_stars(count: int, target: Target, stage: Stage, doing: Doing) -> bool:
    """Clicks the star of that number in the rating meant. False where the page has no rating. Raises Failed."""
    look = await look_patiently(stage.page, None, time.monotonic() + stage.patience)
    ratings = _ratings(look) if look is not None else []
    if look is None or not ratings:
        return False
    stars = _meant(look, ratings, target.name)
    if not 1 <= count <= len(stars):
        raise fail("no_option", f"The rating has {len(stars)} stars, not {count}.", expected=f"{count} stars")
    located = as_located(look, _clickable(look, stars[count - 1]))
    doing.found = located.found
    await stage.act_on(located, "click", press_on)
    return True


def _meant(look: Look, ratings: list[list[Node]], name: str) -> list[Node]:
    """The rating of that name, else the only one. Raises Failed."""
    named = [stars for stars in ratings if name and _belongs(look, stars, name)]
    fitting = named or ratings
    if len(fitting) > 1:
        raise fail("ambiguous", f"There are {len(fitting)} ratings on the page. Say which one.")
    return fitting[0]


def _clickable(look: Look, star: Node) -> Node:
    """The star; where it is a hidden radio, its label."""
    labels = [n for n in look.nodes if n.control == star.index and n.shown] if not star.shown else []
    return labels[0] if labels else star


def _ratings(look: Look) -> list[list[Node]]:
    """Groups of three to ten alike things, each a star: by their names, else by their class or sign."""
    found: dict[tuple[object, ...], list[Node]] = {}
    for node in look.nodes:
        if _number_of(node) and node.role in _STAR_ROLES:
            found.setdefault(("named", node.role, _container(look, node)), []).append(node)
        elif _is_painted_star(look, node):
            found.setdefault(("painted", node.tag, node.parent), []).append(node)
    groups = [group for group in found.values() if _FEWEST_STARS <= len(group) <= _MOST_STARS]
    return [sorted(group, key=_number_of) if _number_of(group[0]) else group for group in groups]


def _number_of(node: Node) -> int:
    """Which star it is by its name; 0: its name does not tell."""
    found = _STARS.fullmatch(fold(node.name or node.label))
    return int(found[1]) if found else 0


def _is_painted_star(look: Look, node: Node) -> bool:
    plain = node.shown and node.click and not node.role and node.control < 0
    return plain and _looks_like_star(look, node)


def _looks_like_star(look: Look, node: Node) -> bool:
    return look.text_of(node) in ("★", "☆", "⭐") or "star" in fold(f"{node.classes} {node.picture}").split()


def _container(look: Look, node: Node) -> int:
    """The group a star stands in; its own label is none."""
    above = [n for n in look.ancestors(node) if n.tag not in ("label", "span", "li")]
    return above[0].index if above else -1


def _belongs(look: Look, stars: list[Node], name: str) -> bool:
    """The rating's group is called so, or so reads the text it stands with."""
    for around in look.ancestors(stars[0])[:4]:
        if called_so(name, around.name):
            return True
        texts = [n for n in look.nodes if n.shown and n.parent == around.index and n.text[1] > n.text[0]]
        if any(called_so(name, look.text_of(n).rstrip(":")) for n in texts):
            return True
    return False
