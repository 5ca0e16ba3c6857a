"""Whether a person can see what a check is about: asked of the page, and the check asked again of what can be seen.

Text outside of all that can be scrolled to, under an opaque layer, transparent or of its background's colour is in the
page, but not shown. That colours are alike is believed only if its picture is of one colour. What keeps a denial from
holding is left out only where there is no doubt: not while it moves, nor under what may pass (shown.js).
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable
from typing import Literal, cast

from msgspec.structs import replace
from PIL import Image
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from qa_appliance.browser.find.search import Match, find, gather
from qa_appliance.browser.find.texts import squeeze
from qa_appliance.browser.look.node import SEAM, Look, Node
from qa_appliance.browser.look.take import hidden_by, locator_of
from qa_appliance.core import checks as c
from qa_appliance.core.target import Target
from qa_appliance.evidence.base.driver_calls import untraced
from qa_appliance.steps.base.answers import Answer
from qa_appliance.steps.base.labelled import holder_of
from qa_appliance.steps.messages.troubles import troubles

_MOST = 200  # elements that are asked about
_MOST_PICTURES = 10
_MOST_LOOKS = 3  # what cannot be seen is left out, and another element may take its place
_ALIKE = 12  # of 255, by which pixels of one colour may differ
_PICTURE_MS = 1_500
Reason = Literal["outside", "covered", "transparent", "colour"]
Asked = tuple[list[Node], str]  # elements, and the words in them that are to be seen; "": the elements themselves
_WHERE: dict[Reason, str] = {
    "outside": "lies outside of the screen, where nobody can scroll",
    "covered": "lies under something opaque",
    "transparent": "is transparent",
    "colour": "has the colour of its background",
}


Ask = Callable[[c.PageCheck, Look], Answer]


async def as_seen(answer: Answer, wanted: c.PageCheck, look: Look, ask: Ask) -> Answer:
    """The answer of the look without what no person sees, where that is another one. `ask` is what answered."""
    counted = isinstance(wanted, c.CountIs)
    if c.denies(wanted) == answer.holds and not counted:
        return answer  # nothing that could be left out would change it
    if not answer.holds and answer.kind != "assertion":
        return answer
    again = answer
    for _ in range(_MOST_LOOKS):
        asked = await asyncio.to_thread(_asked, wanted, again, look, ask)
        try:
            hidden = await _hidden(asked, look, sure=not answer.holds)
        except PlaywrightError:
            return answer  # between two pages: the look was of one that was there
        if not hidden:
            return answer
        look = await asyncio.to_thread(_without, look, hidden)
        again = await asyncio.to_thread(ask, wanted, look)
        if again.holds != answer.holds:
            return _with_unseen(answer, again, wanted, next(iter(hidden.values())))
    return answer


def _with_unseen(answer: Answer, again: Answer, wanted: c.Check, reason: Reason) -> Answer:
    what = f"“{wanted.text}”" if isinstance(wanted, c.TextShown) else "What was found"
    unseen = f"{what} is on the page, but not to be seen: it {_WHERE[reason]}"
    if again.holds:
        return replace(again, note=f"{again.note}; {unseen}" if again.note else unseen)
    if isinstance(wanted, c.TextShown | c.ElementIs | c.TextIs):
        return replace(
            answer, holds=False, message=f"{unseen}.", seen="there, but not to be seen", kind="assertion", note=""
        )
    return replace(again, message=f"{again.message} {unseen}.", kind="assertion")


def _asked(check: c.Check, answer: Answer, look: Look, ask: Ask) -> list[Asked]:
    """What a check is about: what it found, or what keeps it from holding."""
    match check:
        case c.TextShown():
            return [_saying(look, check.text, *_places(look, check.scope))]
        case c.ElementIs(state="visible"):
            got = gather(look, holder_of(check.target), "state")
            return [(list(answer.nodes or got.nodes) or [n for n in (answer.node,) if n is not None], "")]
        case c.TextIs(negated=False):
            return [_saying(look, check.value, answer.node)] if answer.node is not None else []
        case c.MessageSays():
            return [([answer.node], "")] if answer.node is not None else []
        case c.CountIs():
            return [(list(answer.nodes), "")]
        case c.ErrorShown():
            return _errors(check, look)
        case c.OnlyShown():
            return [(list(answer.nodes), "")]
        case c.EachIs():
            return _of_each(check, look)
        case c.AnyOf():
            return _of_any(check, look, ask)
    return []


def _errors(check: c.ErrorShown, look: Look) -> list[Asked]:
    marked = [([look.nodes[t.at]], t.text.casefold()) for t in troubles(look) if check.negated or t.sure]
    return [*marked, _saying(look, check.text)] if check.text else marked


def _of_any(check: c.AnyOf, look: Look, ask: Ask) -> list[Asked]:
    """Of "A is shown or B is not" only what is shown."""
    meant = [each for each in check.checks if isinstance(each, c.PageCheck) and (check.negated or not c.denies(each))]
    return [asked for each in meant for asked in _asked(each, ask(each, look), look, ask)]


def _of_each(check: c.EachIs, look: Look) -> list[Asked]:
    every = list(gather(look, check.target, "text").nodes)
    says = check.says
    if isinstance(says, c.TextIs | c.ValueIs):
        return [(every, ""), _saying(look, says.value, *every)]
    target = getattr(says, "target", None)
    if not isinstance(target, Target) or target.name == c.ITSELF:
        return [(every, "")]
    within = tuple(relation for relation in target.within if relation.target.name != c.ITSELF)
    parts = gather(look, replace(target, within=within), "text").nodes
    return [(every, ""), ([p for p in parts if any(look.inside(p, each) for each in every)], "")]


def _places(look: Look, scope: Target | None) -> list[Node]:
    place = find(look, scope, "text") if scope is not None else None
    return [place.node] if isinstance(place, Match) else []


def _saying(look: Look, text: str, *places: Node) -> Asked:
    """The innermost elements with the text, fields that hold it among them; anywhere, or in these places. A place that
    does not hold it stands for itself."""
    words = squeeze(text).casefold()
    if not words:
        return list(places), words
    nodes = [n for place in places for n in look.all_inside(place)] if places else look.nodes
    held = [n for n in nodes if words in n.placeholder.casefold() or words in n.value.casefold()]
    return (_innermost(look, nodes, words) + held) or list(places), words


def _innermost(look: Look, nodes: list[Node], words: str) -> list[Node]:
    long = [n for n in nodes if n.text[1] - n.text[0] >= len(words)]
    holders = [n for n in long if words in look.text_of(n).casefold() or words in _closed(look, n)]
    outer = {a.index for n in holders for a in look.ancestors(n)}
    return [n for n in holders if n.index not in outer]


def _closed(look: Look, node: Node) -> str:
    return squeeze(look.text[node.text[0] : node.text[1]].replace(SEAM, "")).casefold()


async def _hidden(asked: list[Asked], look: Look, *, sure: bool) -> dict[int, Reason]:
    """By index of those that nobody sees, why."""
    found: dict[int, Reason] = {}
    for nodes, words in asked:
        nodes = [n for n in nodes if n.shown][:_MOST]
        reasons = await hidden_by(look, nodes, words, sure=sure) if nodes else {}
        painted = [n for n in nodes if reasons.get(n.index) == "colour"]
        for at, node in enumerate(painted):
            if at >= _MOST_PICTURES or await _has_picture(look, node, unknown=sure):
                del reasons[node.index]
        found |= cast(dict[int, Reason], reasons)
    return found


def _without(look: Look, hidden: dict[int, Reason]) -> Look:
    """The look in which these elements, and what is in them, are not shown."""
    text, gone = look.text, set[int]()
    for index in hidden:
        inside = look.all_inside(look.nodes[index])
        gone |= {n.index for n in inside}
        for start, stop in {n.text for n in inside if n.text[1]}:
            text = text[:start] + re.sub(r"\S", " ", text[start:stop]) + text[stop:]
    nodes = [replace(n, shown=False, listed=False, faint=False) if n.index in gone else n for n in look.nodes]
    return replace(look, text=text, nodes=nodes)


async def _has_picture(look: Look, node: Node, *, unknown: bool) -> bool:
    """Whether its picture shows more than one colour; `unknown` where a busy machine does not take it in time."""
    try:
        png = await untraced(locator_of(look, node).screenshot(timeout=_PICTURE_MS))
    except PlaywrightTimeout:
        return unknown
    return await asyncio.to_thread(_many_coloured, png)


def _many_coloured(png: bytes) -> bool:
    with Image.open(io.BytesIO(png)) as picture:
        bands = cast(list[tuple[int, int]], picture.convert("RGB").getextrema())
    return any(most - least > _ALIKE for least, most in bands)
